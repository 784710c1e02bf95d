"""What holds after every step of every game of a strategic ruleset; each check returns what is wrong, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.machine.game import Game
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

CREATED, REMOVED = -1, -2
TAGS = ("sea", "carrier_borne", "air", "facility", "factory", "base", "upgrade", "gun", "open_to_china")


class Tables:
    """Where a ruleset keeps its spaces and its numbers."""

    def __init__(self, rules: Ruleset) -> None:
        p = rules.program
        self.spaces = frozenset(rules.board.spaces)
        self.numbers = {
            sort: [(a.name, a.index) for a in p.attributes.get(sort, {}).values() if a.type.kind == "number" and a.index >= 0]
            for sort in (*p.rows, "unit", "game")
        }


class Names(Tables):
    """Where a strategic ruleset keeps what the checks speak of; what an edition does not have is empty."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        p = rules.program
        self.attributes = {sort: {name: a.index for name, a in each.items()} for sort, each in p.attributes.items()}
        self.treasury = p.attributes["power"]["ipc"].index
        self.side = p.statics["power_side"]
        self.stat = {name: p.statics[f"unit_type_{name}"] for name in ("cost", "deck", "holds", "bulk", "hits")}
        self.limit = p.statics.get("unit_type_damage_limit", {})
        self.shipyard = p.statics.get("unit_type_shipyard_cost", {})
        self.value = p.statics["space_value"]
        self.original = p.statics["space_original_owner"]
        self.economies = p.statics.get("economy_power", {})
        self.defaults = p.defaults["unit"]
        self.tags = {name: rules.tagged(name) if name in p.tags else frozenset() for name in TAGS}
        self.borne, self.sea = self.tags["carrier_borne"], self.tags["sea"]

    def of(self, world: World, sort: str, key: Any, name: str, otherwise: Any = None) -> Any:
        """The value of an attribute; `otherwise` where the edition has no such attribute."""
        index = self.attributes.get(sort, {}).get(name)
        if index is None:
            return otherwise
        return world.g[index] if sort == "game" else world.t[sort][key][index]

    def unit(self, row: tuple[Any, ...], name: str) -> Any:
        """The value of an attribute in the row of a unit; None where the edition has no such attribute."""
        index = self.attributes["unit"].get(name)
        return None if index is None else row[index]

    def price(self, world: World, power: str, kind: str) -> int:
        """What a power pays for a new unit."""
        cheap = self.shipyard.get(kind, 0) if "improved_shipyards" in self.of(world, "power", power, "technologies", ()) else 0
        return int(cheap or self.stat["cost"][kind])

    def foes(self, world: World, p: str | None, q: str | None) -> bool:
        """Two powers are at war."""
        if p is None or q is None:
            return False
        if "enemies" in self.attributes["power"]:
            return q in self.of(world, "power", p, "enemies")
        return bool(self.side[p] != self.side[q])

    def friends(self, world: World, p: str | None, q: str | None) -> bool:
        """Two powers are on one side and, where wars have to be declared, of the Axis or share an enemy."""
        if p is None or q is None or self.side[p] != self.side[q]:
            return False
        if p == q or "enemies" not in self.attributes["power"] or self.side[p] == "axis":
            return True
        return bool(set(self.of(world, "power", p, "enemies")) & set(self.of(world, "power", q, "enemies")))


def faults(names: Names, before: Game, after: Game) -> list[str]:
    """Everything that is wrong with a step taken with a trace."""
    from tests.honesty import endings, forces, money, wars

    world = after.world
    return [
        *placed(names, world),
        *indexed(world),
        *loaded(names, world),
        *positive(names, world),
        *conserved(before.world, after),
        *traced(before.world, after),
        *money.faults(names, before.world, after),
        *forces.faults(names, before.world, after),
        *wars.faults(names, before.world, world),
        *endings.faults(names, after),
    ]


def placed(names: Tables, world: World) -> Iterator[str]:
    """Units stand in a space, in the pool, or where their carrier is."""
    for unit, row in world.u.items():
        if row[2] is not None and row[2] not in names.spaces:
            yield f"unit {unit} stands in {row[2]!r}, which is no space"
        if row[3] is None:
            continue
        if row[3] not in world.u:
            yield f"unit {unit} is aboard {row[3]}, which is not there"
        elif world.u[row[3]][2] != row[2]:
            yield f"unit {unit} is in {row[2]} and its carrier in {world.u[row[3]][2]}"


def indexed(world: World) -> Iterator[str]:
    """The indexes say what the rows say."""
    at: dict[Any, list[int]] = {}
    aboard: dict[Any, list[int]] = {}
    for unit, row in world.u.items():
        at.setdefault(row[2], []).append(unit)
        if row[3] is not None:
            aboard.setdefault(row[3], []).append(unit)
    for name, index, rows in (("at", world.at, at), ("aboard", world.aboard, aboard)):
        if {k: sorted(v) for k, v in rows.items()} != {k: sorted(v) for k, v in index.items()}:
            yield f"`{name}` does not say what the rows say"
        if any(list(v) != sorted(v) for v in index.values()):
            yield f"`{name}` is not in order of units"
    if world.u and max(world.u) >= world.next_unit:
        yield f"the next unit is {world.next_unit}, and {max(world.u)} stands already"


def loaded(names: Names, world: World) -> Iterator[str]:
    """What carries carries no more than it holds."""
    for carrier, units in world.aboard.items():
        if carrier is None or carrier not in world.u:
            continue
        kind = world.u[carrier][0]
        land = sum(names.stat["bulk"][world.u[u][0]] for u in units if world.u[u][0] not in names.borne)
        air = sum(1 for u in units if world.u[u][0] in names.borne)
        if land > names.stat["holds"][kind] or air > names.stat["deck"][kind]:
            yield f"{kind} {carrier} carries {[world.u[u][0] for u in units]}"


def positive(names: Tables, world: World) -> Iterator[str]:
    for name, index in names.numbers["game"]:
        if world.g[index] < 0:
            yield f"{name} of the game is {world.g[index]}"
    for sort, rows in (("unit", world.u), *world.t.items()):
        for name, index in names.numbers.get(sort, ()):
            yield from (f"{name} of {sort} {key} is {row[index]}" for key, row in rows.items() if row[index] < 0)


def conserved(before: World, after: Game) -> Iterator[str]:
    """Units appear by create and vanish by remove, and the trace tells of both."""
    made = {key for _, sort, key, index, *_ in after.trace if sort == "unit" and index == CREATED}
    gone = {key for _, sort, key, index, *_ in after.trace if sort == "unit" and index == REMOVED}
    new, lost = after.world.u.keys() - before.u.keys(), before.u.keys() - after.world.u.keys()
    if new != made - gone:
        yield f"units appeared that the trace does not know: {sorted(new ^ (made - gone))}"
    if lost != gone - made:
        yield f"units vanished that the trace does not know: {sorted(lost ^ (gone - made))}"
    retyped = {key for _, sort, key, index, *_ in after.trace if sort == "unit" and index == 0}
    for unit in before.u.keys() & after.world.u.keys():
        if after.world.u[unit][0] != before.u[unit][0] and unit not in retyped:
            yield f"unit {unit} has become one of another type"


def traced(before: World, after: Game) -> Iterator[str]:
    """The changes in the trace, laid on the old values, give the new ones; each names its cause."""
    told: dict[tuple[str, Any, int], Any] = {}
    for cause, sort, key, index, old, new in after.trace:
        if not cause:
            yield f"a change of {sort} {key} names no rule"
        if sort == "event" or index < 0:
            continue
        known = told.get((sort, key, index))
        if known is not None and known != (old,) and not (sort == "unit" and index == 2):
            yield f"{sort} {key} was {known[0]} and is told to have been {old}"
        told[sort, key, index] = (new,)
    for sort, rows in after.world.t.items():
        for key, row in rows.items():
            if row is before.t[sort][key]:
                continue
            for index, value in enumerate(row):
                if before.t[sort][key][index] != value and told.get((sort, key, index)) != (value,):
                    yield f"{sort} {key} changed without a trace"
    for index, value in enumerate(after.world.g):
        if before.g[index] != value and told.get(("game", None, index)) != (value,):
            yield "the game changed without a trace"


class Watch:
    """Remembers how positions looked, and tells which have changed since."""

    def __init__(self) -> None:
        self.kept: list[tuple[Game, tuple[Any, ...]]] = []

    def keep(self, game: Game, most: int = 1) -> None:
        self.kept = [*self.kept, (game, photograph(game))][-most:]

    def changed(self) -> list[str]:
        return [f"the position after {g.count} answers has changed since" for g, taken in self.kept if photograph(g) != taken]


def photograph(game: Game) -> tuple[Any, ...]:
    """All that a position consists of, in containers of its own; rows and frames are tuples and cannot change."""
    w = game.world
    tables = {sort: dict(rows) for sort, rows in w.t.items()}
    return dict(w.u), tables, w.g, dict(w.at), dict(w.aboard), w.next_unit, tuple(game.position.frames)
