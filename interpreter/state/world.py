"""The world: units, attributes and indexes of a position, shared between positions and copied where written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from interpreter.rules.runtime import STEP_BUDGET, RuleFault, simple

Row: TypeAlias = "tuple[Any, ...]"
Judge: TypeAlias = "Callable[[World, tuple[int, ...], tuple[int, ...], str | None], tuple[int, int]]"
MOST_UNITS = 20_000


class World:
    """A position's data. `u`: units' rows (type, owner, place, carrier, …); `t`: rows of other sorts; `g`: the game's row.

    `at` and `aboard` are indexes of `u` by place and by carrier, `found` those that are made when asked for. Reading is open; writing goes through the methods,
    on a world that `fork` has given. `trace`, where it is a list, receives every change with its cause; `memo` holds
    results of costly definitions until something is written; `judge` tells players the chance and the swing of a fight.
    `veiled` names the values (sort, attribute, bearer) that are not known in a world as one power knows it.
    """

    __slots__ = (
        "aboard",
        "at",
        "defaults",
        "found",
        "g",
        "judge",
        "memo",
        "next_unit",
        "notes",
        "owned",
        "t",
        "trace",
        "u",
        "veiled",
        "work",
    )

    def __init__(self, defaults: Row) -> None:
        self.u: dict[int, Row] = {}
        self.t: dict[str, dict[Any, Row]] = {}
        self.g: Row = ()
        self.at: dict[str | None, tuple[int, ...]] = {}
        self.aboard: dict[int | None, tuple[int, ...]] = {}
        self.next_unit = 1
        self.defaults = defaults
        self.owned: set[str] = set()
        self.work = 0
        self.notes: list[tuple[str, Row, str]] = []
        self.trace: list[tuple[str, str, object, int, object, object]] | None = None
        self.memo: dict[Row, Any] = {}
        self.found: dict[int, dict[Any, tuple[int, ...]]] = {}
        self.judge: Judge = nobody
        self.veiled: frozenset[tuple[str, str, Any]] = frozenset()

    def fork(self, trace: bool = False) -> World:
        """A world equal to this one that may be written; nothing is copied until then."""
        new = World.__new__(World)
        new.u, new.t, new.g, new.at, new.aboard = self.u, self.t, self.g, self.at, self.aboard
        new.next_unit, new.defaults = self.next_unit, self.defaults
        new.owned, new.work, new.notes, new.trace, new.memo = set(), 0, [], [] if trace else None, {}
        new.found, new.judge, new.veiled = self.found, self.judge, self.veiled
        return new

    def judged(self, judge: Judge) -> World:
        """This world as a player sees it who asks a judge; what was remembered of it stays so, and it is not to be written."""
        seen = self.fork()
        seen.memo, seen.judge = self.memo, judge
        return seen

    def tick(self) -> bool:
        """Counts one piece of work; a rule that never ends is stopped."""
        self.work += 1
        if self.work > STEP_BUDGET:
            raise RuleFault("this takes too many steps; does it ever end?")
        return True

    # --- looking up --------------------------------------------------------------------------------------------

    def bearing(self, index: int, value: object) -> tuple[int, ...]:
        """The units with a value in a place of their rows, in the order of all units; not for places and carriers."""
        return self._sorted_out(index).get(value, ())

    def of_types(self, types: frozenset[str]) -> tuple[int, ...]:
        """The units of some types, in the order of all units."""
        by_type = self._sorted_out(0)
        if types not in by_type:
            by_type[types] = tuple(sorted(unit for each in types for unit in by_type.get(each, ())))
        return by_type[types]

    def near(self, places: Iterable[str]) -> tuple[int, ...]:
        """The units in some spaces, in the order of all units."""
        return tuple(sorted(unit for place in places for unit in self.at.get(place, ())))

    def _sorted_out(self, index: int) -> dict[Any, tuple[int, ...]]:
        """Units by a place of their rows."""
        found = self.found.get(index)
        if found is None:
            lists: dict[Any, list[int]] = {}
            for unit, row in self.u.items():
                lists.setdefault(row[index], []).append(unit)
            found = self.found[index] = {value: tuple(units) for value, units in lists.items()}
        return found

    # --- writing -----------------------------------------------------------------------------------------------

    def _own_units(self, index: int = -1) -> None:
        """Before units are written: in one place of their rows, or (where that is -1) in whatever."""
        if self.memo:
            self.memo = {}
        if index < 0:
            self.found = {}
        elif index in self.found:
            self.found = {each: found for each, found in self.found.items() if each != index}
        if "u" not in self.owned:
            self.owned.add("u")
            self.u, self.at, self.aboard = dict(self.u), dict(self.at), dict(self.aboard)

    def _table(self, sort: str) -> dict[Any, Row]:
        if self.memo:
            self.memo = {}
        if sort not in self.owned:
            self.owned.add(sort)
            if "t" not in self.owned:
                self.owned.add("t")
                self.t = dict(self.t)
            self.t[sort] = dict(self.t[sort])
        return self.t[sort]

    def set(self, sort: str, key: object, index: int, value: object, cause: str) -> None:
        if key is None:
            raise RuleFault(f"an attribute of no {sort} is set")
        row = self.t[sort][key]
        if row[index] == value:
            return
        if self.trace is not None:
            self.trace.append((cause, sort, key, index, row[index], value))
        self._table(sort)[key] = (*row[:index], value, *row[index + 1 :])

    def relate(self, sort: str, key: object, index: int, value: Row, cause: str) -> None:
        """Sets a mutual attribute, and what follows from it for those who come into the set or leave it."""
        old = self.t[sort][key][index] if key is not None else ()
        self.set(sort, key, index, value, cause)
        for other in value:
            if key not in (theirs := self.t[sort][other][index]):
                self.set(sort, other, index, (*theirs, key), cause)
        for other in old:
            if other not in value:
                self.set(sort, other, index, tuple(k for k in self.t[sort][other][index] if k != key), cause)

    def set_game(self, index: int, value: object, cause: str) -> None:
        if self.g[index] == value:
            return
        if self.trace is not None:
            self.trace.append((cause, "game", None, index, self.g[index], value))
        if self.memo:
            self.memo = {}
        self.g = (*self.g[:index], value, *self.g[index + 1 :])

    def set_unit(self, unit: int | None, index: int, value: object, cause: str) -> None:
        if unit not in self.u or unit is None:
            raise RuleFault("an attribute of a unit that is not there is set")
        row = self.u[unit]
        if row[index] == value:
            return
        if self.trace is not None:
            self.trace.append((cause, "unit", unit, index, row[index], value))
        self._own_units(index)
        self.u[unit] = (*row[:index], value, *row[index + 1 :])

    def create(self, number: int, unit_type: str, place: str | None, owner: str | None, cause: str) -> tuple[int, ...]:
        """New units; returns their ids."""
        given = simple(number)
        if not isinstance(given, int) or given < 0:
            raise RuleFault(f"{number} units cannot be created")
        count = given
        if len(self.u) + count > MOST_UNITS:
            raise RuleFault(f"more than {MOST_UNITS} units would stand on the board")
        self._own_units()
        made = tuple(range(self.next_unit, self.next_unit + count))
        self.next_unit += count
        row = (unit_type, owner, place, None, *self.defaults[4:])
        for unit in made:
            self.u[unit] = row
            if self.trace is not None:
                self.trace.append((cause, "unit", unit, -1, None, unit_type))
        if made:
            self.at[place] = (*self.at.get(place, ()), *made)
        return made

    def put(self, rows: Iterable[Row]) -> tuple[int, ...]:
        """Units with whole rows, where these say and aboard nothing; returns their ids. For imagined boards: nothing is traced."""
        self._own_units()
        first = self.next_unit
        stand: dict[str | None, list[int]] = {}
        for row in rows:
            self.u[self.next_unit] = row
            stand.setdefault(row[2], []).append(self.next_unit)
            self.next_unit += 1
        for place, units in stand.items():
            self.at[place] = (*self.at.get(place, ()), *units)
        return tuple(range(first, self.next_unit))

    def on_board_of(self, other: World) -> World:
        """A world with these units, on which all that is no unit is as in another."""
        new = self.fork()
        new.g, new.t = other.g, other.t
        return new

    def remove(self, units: int | Iterable[int] | None, cause: str) -> None:
        """Takes units off the board, with all that is aboard them."""
        if units is None:
            return
        self._own_units()
        for unit in (units,) if isinstance(units, int) else tuple(units):
            row = self.u.get(unit)
            if row is None:
                continue
            self.remove(self.aboard.get(unit, ()), cause)
            if self.trace is not None:
                self.trace.append((cause, "unit", unit, -2, row[0], None))
            self._leave(unit, row)
            del self.u[unit]

    def _leave(self, unit: int, row: Row) -> None:
        _drop(self.at, row[2], unit)
        if row[3] is not None:
            _drop(self.aboard, row[3], unit)

    def move(self, units: int | Iterable[int] | None, place: str | None, cause: str) -> None:
        """Puts units into a space, out of any carrier; what is aboard them comes along."""
        self._place(units, place, None, cause)

    def board(self, units: int | Iterable[int] | None, carrier: int, cause: str) -> None:
        """Puts units aboard a carrier, into its space."""
        if carrier not in self.u:
            raise RuleFault("units board a unit that is not there")
        self._place(units, self.u[carrier][2], carrier, cause)

    def _place(self, units: int | Iterable[int] | None, place: str | None, carrier: int | None, cause: str) -> None:
        if units is None:
            return
        self._own_units(2)
        for unit in (units,) if isinstance(units, int) else tuple(units):
            row = self.u.get(unit)
            if row is None:
                raise RuleFault("a unit that is not there is moved")
            if carrier is not None and self._inside(carrier, unit):
                raise RuleFault("a unit cannot board itself, or what is aboard it")
            if self.trace is not None:
                self.trace.append((cause, "unit", unit, 2, row[2], place))
            self._leave(unit, row)
            self.u[unit] = (*row[:2], place, carrier, *row[4:])
            self.at[place] = tuple(sorted((*self.at.get(place, ()), unit)))
            if carrier is not None:
                self.aboard[carrier] = tuple(sorted((*self.aboard.get(carrier, ()), unit)))
            for passenger in self.aboard.get(unit, ()):
                self._carry(passenger, unit, place)

    def _inside(self, unit: int | None, carrier: int) -> bool:
        """Whether a unit is another one, or aboard it, however deep."""
        while unit is not None and unit != carrier:
            unit = self.u[unit][3]
        return unit is not None

    def _carry(self, unit: int, carrier: int, place: str | None) -> None:
        row = self.u[unit]
        _drop(self.at, row[2], unit)
        self.u[unit] = (*row[:2], place, carrier, *row[4:])
        self.at[place] = tuple(sorted((*self.at.get(place, ()), unit)))
        for passenger in self.aboard.get(unit, ()):
            self._carry(passenger, unit, place)

    def note(self, event: str, values: Row, cause: str) -> None:
        """Remembers an announcement of this step for the log; a trace gets its number and the world as it is now."""
        if self.trace is not None:
            self.trace.append((cause, "event", event, len(self.notes), None, self.fork()))
            self.owned = set()
        self.notes.append((event, values, cause))


def nobody(world: World, us: tuple[int, ...], them: tuple[int, ...], here: str | None) -> tuple[int, int]:
    """The judge where there is none."""
    raise RuleFault("nobody is here who could tell chances")


def _drop(index: dict[Any, tuple[int, ...]], key: object, unit: int) -> None:
    """Takes a unit out of an index; an empty entry goes."""
    rest = tuple(x for x in index[key] if x != unit)
    if rest:
        index[key] = rest
    else:
        del index[key]
