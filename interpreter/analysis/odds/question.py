"""A question: two armies in one space, made into a position of which the engagement can begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from interpreter.analysis.odds.armies import Army, Group
from interpreter.analysis.odds.outcome import End, OddsError, unknown
from interpreter.analysis.odds.setting import CAUSE, SIDES, set_value
from interpreter.rules.program import EngagementEntry, OddsEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.state.opening import empty_world, scenario_world
from interpreter.state.world import World

ATTACKER, DEFENDER = 0, 1
Left = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Question:
    """A position before an engagement: the units of both armies by number, in the order in which they were named."""

    rules: Ruleset
    entry: OddsEntry
    world: World
    here: str
    powers: tuple[str, str]
    units: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def engagement(self) -> EngagementEntry:
        return self.rules.program.engagements[self.entry.engagement]

    @property
    def args(self) -> tuple[str, ...]:
        return (self.here,)

    def value(self, name: str, world: World, *args: Any) -> Any:
        """What an expression of the entry says."""
        return self.rules.names[f"o_{self.entry.name}_{name}"](world, self.here, *args)

    @cached_property
    def worth(self) -> dict[int, Any]:
        """What each unit is worth before the fight."""
        return {u: self.value("worth", self.world, u) for side in self.units for u in side}

    @cached_property
    def owners(self) -> dict[int, str | None]:
        return {u: self.world.u[u][1] for side in self.units for u in side}

    def verdict(self, world: World) -> tuple[str, bool | None, Any]:
        """Who has won in a world at the end, whether the prize is held, and what else was gained."""
        verdict = "wins" if self.value("wins", world) else "loses" if self.value("loses", world) else "draw"
        takes = bool(self.value("takes", world)) if "takes" in self.entry.has else None
        gain = self.value("gain", world) if "gain" in self.entry.has else None
        return verdict, takes, gain

    def standing(self, world: World, side: int) -> tuple[int, ...]:
        """The units of an army that are still there and its own."""
        return tuple(u for u in self.units[side] if (row := world.u.get(u)) is not None and row[1] == self.owners[u])

    def end(self, world: World) -> End:
        """How an engagement has ended in this world."""
        left, lost = [], []
        for side in (ATTACKER, DEFENDER):
            standing = self.standing(world, side)
            left.append(self.left(world.u[u] for u in standing))
            gone = set(self.units[side]) - set(standing)
            lost.append((sum(self.worth[u] for u in gone), len(gone)))
        return End(*self.verdict(world), tuple(left), tuple(lost))  # type: ignore[arg-type]

    def left(self, rows: Iterable[tuple[Any, ...]]) -> Left:
        """Units in numbers by type and hits taken, in the order of the ruleset."""
        counter = self.engagement.counter
        numbers: dict[tuple[str, int], int] = {}
        for row in rows:
            numbers[row[0], row[counter]] = numbers.get((row[0], row[counter]), 0) + 1
        return tuple((kind, hits, number) for (kind, hits), number in sorted(numbers.items(), key=lambda i: (self.rank[i[0][0]], i[0][1])))

    @cached_property
    def rank(self) -> dict[str, int]:
        return {kind: i for i, kind in enumerate(self.rules.program.ids["unit_type"])}


def entry_of(rules: Ruleset, kind: str | None, space: str | None = None) -> OddsEntry:
    """The entry of a kind; without one, the first that may be asked for in the space."""
    known = rules.program.odds
    if not known:
        raise OddsError(f"{rules.id} says of no engagement that its odds can be asked for.")
    if kind is not None:
        if kind not in known:
            raise unknown("kind of engagement", kind, known, else_all=True)
        return known[kind]
    if space is not None:
        check_space(rules, space)
        world = empty_world(rules)
        for entry in known.values():
            if rules.names[f"o_{entry.name}_where"](world, space):
                return entry
        raise OddsError(f"Nothing is fought in {space}.")
    return next(iter(known.values()))


def check_space(rules: Ruleset, space: str) -> None:
    if space not in rules.board.spaces:
        raise unknown("space", space, rules.board.spaces)


def suits(rules: Ruleset, entry: OddsEntry, armies: tuple[Army, Army], here: str | None = None) -> bool:
    """Whether all units of two armies may be in an engagement."""
    try:
        pose(rules, entry, armies, here)
    except OddsError:
        return False
    return True


def pose(
    rules: Ruleset, entry: OddsEntry, armies: tuple[Army, Army], space: str | None = None, powers: tuple[str | None, str | None] = (None, None),
    values: Sequence[str] = (), board: World | None = None,
) -> Question:  # fmt: skip
    """The position that two armies make, on the empty board or on another; `values` are set first (`powers.x.attribute=value`).

    Raises OddsError where the ruleset has no place for a unit, space or power.
    """
    world = opening(rules) if board is None else board
    f = rules.names
    where = f[f"o_{entry.name}_where"]
    if space is not None:
        check_space(rules, space)
        if not where(world, space):
            raise OddsError(f"{space} is no place for `{entry.name}`: {_title(rules, entry)}.")
    here = space if space is not None else next((s for s in rules.board.spaces if where(world, s)), None)
    if here is None:
        raise OddsError(f"The board has no place for `{entry.name}`.")
    sides = _powers(rules, entry, world, armies, powers)
    world = world.fork()
    for text in values:
        set_value(rules, world, text, sides)
    world.remove(tuple(world.at.get(here, ())), CAUSE)
    roles: dict[str, tuple[int, ...]] = dict.fromkeys(entry.roles, ())
    units = tuple(_place(rules, world, armies[side], here, sides[side], roles) for side in (ATTACKER, DEFENDER))
    world.owned = set()
    _check_units(rules, entry, world, here, units)
    world = world.fork()
    f[f"p_odds_{entry.name}"](world, here, *sides, *units, *roles.values())
    world.notes.clear()
    world.owned = set()
    question = Question(rules, entry, world, here, sides, units)  # type: ignore[arg-type]
    _check_powers(question)
    return question


def opening(rules: Ruleset, scenario: str | None = None) -> World:
    """The board as a scenario (the ruleset's own one if None) begins, without its units. Raises OddsError where there is none of that name."""
    if scenario is not None and scenario not in rules.program.scenarios:
        raise unknown("scenario", scenario, rules.program.scenarios, else_all=True)
    name = scenario or rules.program.scenario
    return scenario_world(rules, name, False) if name in rules.program.scenarios else empty_world(rules)


def _title(rules: Ruleset, entry: OddsEntry) -> str:
    title = rules.program.titles.get(f"odds.{entry.name}", entry.name)
    return title[:1].lower() + title[1:]


def _powers(
    rules: Ruleset, entry: OddsEntry, world: World, armies: tuple[Army, Army], given: tuple[str | None, str | None]
) -> tuple[str, str]:
    """The powers of both armies: those given or named in them, else the first two that may fight."""
    known = rules.program.ids["power"]
    wanted = []
    for side in (ATTACKER, DEFENDER):
        name = given[side] or next((g.power for g in armies[side] if g.power is not None), None)
        if name is not None and name not in known:
            raise unknown("power", name, known)
        wanted.append(name)
    foes = rules.names[f"o_{entry.name}_foes"]
    for p in known:
        for q in known:
            if wanted[0] in (None, p) and wanted[1] in (None, q) and foes(world, p, q):
                return p, q
    if None not in wanted:
        raise OddsError(f"{wanted[0]} and {wanted[1]} do not fight each other.")
    raise OddsError(f"Nobody can fight {wanted[0] or wanted[1] or 'anybody'} here.")


def _place(rules: Ruleset, world: World, army: Army, here: str, power: str, roles: dict[str, tuple[int, ...]]) -> tuple[int, ...]:
    """The units of an army on the board; those with a role are noted there."""
    units: list[int] = []
    for group in army:
        if group.power is not None and group.power not in rules.program.ids["power"]:
            raise OddsError(f"There is no power `{group.power}`.")
        units += world.create(group.number, group.kind, here, group.power or power, CAUSE)
        if group.role:
            if group.role not in roles:
                raise unknown("role in this fight", group.role, roles, else_all=bool(roles))
            roles[group.role] += tuple(units[-group.number :])
        if group.hits:
            _hurt(rules, world, group.kind, group.hits, units[-group.number :])
    return tuple(units)


def _hurt(rules: Ruleset, world: World, kind: str, hits: int, units: list[int]) -> None:
    for entry in rules.program.engagements.values():
        limit = rules.names[f"n_{entry.name}_limit"](world, units[0])
        if hits >= limit:
            raise OddsError(f"A {kind} is gone after {limit} {'hit' if limit == 1 else 'hits'}; `{kind}:{hits}` can't be there.")
        for unit in units:
            world.set_unit(unit, entry.counter, hits, CAUSE)


def _check_units(rules: Ruleset, entry: OddsEntry, world: World, here: str, units: tuple[tuple[int, ...], ...]) -> None:
    for side, name in enumerate(SIDES):
        may = rules.names[f"o_{entry.name}_{name}_may"]
        for unit in units[side]:
            if not may(world, here, unit):
                raise OddsError(f"A {world.u[unit][0]} of the {name} can't be in `{entry.name}` ({_title(rules, entry)}).")


def _check_powers(question: Question) -> None:
    """Units of a further power have to be on a side from the start."""
    rules, e = question.rules, question.engagement
    fighting = {u for side in e.sides for u in rules.names[f"n_{e.name}_{side}_units"](question.world, *question.args)}
    for side in (ATTACKER, DEFENDER):
        for unit in question.units[side]:
            owner = question.world.u[unit][1]
            if owner != question.powers[side] and unit not in fighting:
                raise OddsError(f"Units of {owner} do not fight beside those of {question.powers[side]} here.")


def posed_in(rules: Ruleset, entry: OddsEntry, world: World, here: str) -> Question:
    """The question that a position of a game holds: who fights whom in a space as it stands."""
    e = rules.program.engagements[entry.engagement]
    names = rules.names
    powers = [names[f"n_{e.name}_{side}_power"](world, here) for side in e.sides]
    sides = [tuple(names[f"n_{e.name}_{side}_units"](world, here)) for side in e.sides]
    attacker = powers[0]
    foes = names[f"o_{entry.name}_foes"]
    mine = [i for i, p in enumerate(powers) if p is not None and not foes(world, attacker, p)]
    armies: list[dict[int, None]] = [{}, {}]
    for i, units in enumerate(sides):
        armies[ATTACKER if i in mine else DEFENDER].update(dict.fromkeys(units))
    if not armies[0] or not armies[1]:
        raise OddsError(f"In {here} nobody fights anybody now; name the armies.")
    defender = next((p for i, p in enumerate(powers) if i not in mine and p is not None), None)
    return Question(rules, entry, world, here, (attacker, str(defender)), (tuple(armies[0]), tuple(armies[1])))


def armies_in(rules: Ruleset, entry: OddsEntry, world: World, here: str, attacker: str) -> Army:
    """What stands against a power in a space: units of its foes that may be in the engagement."""
    may, foes = rules.names[f"o_{entry.name}_defender_may"], rules.names[f"o_{entry.name}_foes"]
    counter = rules.program.engagements[entry.engagement].counter
    numbers: dict[tuple[str, int, str], int] = {}
    for unit in world.at.get(here, ()):
        kind, owner, _, carrier, *_ = world.u[unit]
        if owner is not None and carrier is None and foes(world, attacker, owner) and may(world, here, unit):
            key = (kind, world.u[unit][counter], owner)
            numbers[key] = numbers.get(key, 0) + 1
    return tuple(Group(n, kind, hits, owner) for (kind, hits, owner), n in numbers.items())
