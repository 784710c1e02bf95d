"""What holds after every step of every game of a strategic ruleset; each check returns what is wrong, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from interpreter.machine.game import Event, Game
from interpreter.rules.ruleset import Ruleset
from interpreter.state.position import canonical
from interpreter.state.world import World

CREATED, REMOVED = -1, -2


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
    """Where a strategic ruleset keeps what the checks speak of."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        p = rules.program
        self.treasury = p.attributes["power"]["ipc"].index
        self.side = p.statics["power_side"]
        self.stat = {name: p.statics[f"unit_type_{name}"] for name in ("cost", "deck", "holds", "bulk")}
        self.borne = rules.tagged("carrier_borne")
        self.sea = rules.tagged("sea")


def faults(names: Names, before: Game, after: Game) -> list[str]:
    """Everything that is wrong with a step taken with a trace."""
    world = after.world
    return [
        *placed(names, world),
        *indexed(world),
        *loaded(names, world),
        *positive(names, world),
        *conserved(before.world, after),
        *traced(before.world, after),
        *paid(names, before.world, after),
        *rested(names, after),
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
    if any(after.world.u[u][0] != before.u[u][0] for u in before.u.keys() & after.world.u.keys()):
        yield "a unit has become one of another type"


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
            for index, value in enumerate(row):
                if before.t[sort][key][index] != value and told.get((sort, key, index)) != (value,):
                    yield f"{sort} {key} changed without a trace"
    for index, value in enumerate(after.world.g):
        if before.g[index] != value and told.get(("game", None, index)) != (value,):
            yield "the game changed without a trace"


def announced(names: Names, event: Event) -> Iterator[tuple[str, int]]:
    """What an announcement says of treasuries: power and change."""
    v = event.values
    match event.name:
        case "bought":
            yield v[0], -v[2] * names.stat["cost"][v[1]]
        case "repaired":
            yield v[0], -v[2]
        case "plundered":
            yield from ((v[0], v[2]), (v[1], -v[2]))
        case "refunded" | "income":
            yield v[0], v[1]


def paid(names: Names, before: World, after: Game) -> Iterator[str]:
    """Treasuries change by what is announced, and by nothing else."""
    said: Counter[str] = Counter()
    for event in after.events:
        for power, amount in announced(names, event):
            said[power] += amount
    for power, row in after.world.t["power"].items():
        change = row[names.treasury] - before.t["power"][power][names.treasury]
        if change != said[power]:
            causes = sorted(
                {cause for cause, sort, key, index, *_ in after.trace if (sort, key, index) == ("power", power, names.treasury)}
            )
            yield f"the treasury of {power} changes by {change}; {said[power]} was announced ({', '.join(causes)})"


def rested(names: Names, after: Game) -> Iterator[str]:
    """When a turn ends every aircraft at sea has a deck of its side, and nothing is left on the way."""
    for _, sort, event, _, _, world in after.trace:
        if sort != "event" or event != "turn_ends" or not isinstance(world, World):
            continue
        for zone in sorted(names.sea & {str(z) for z in world.at}):
            decks: Counter[str] = Counter()
            for unit in world.at[zone]:
                kind, owner = world.u[unit][:2]
                decks[names.side[owner]] += names.stat["deck"][kind] - (1 if kind in names.borne else 0)
            yield from (
                f"{-room} aircraft of the {side} have no deck in {zone} at the end of a turn" for side, room in decks.items() if room < 0
            )


class Watch:
    """Remembers how positions looked, and tells which have changed since."""

    def __init__(self) -> None:
        self.kept: list[tuple[Game, str]] = []

    def keep(self, game: Game, most: int = 1) -> None:
        self.kept = [*self.kept, (game, canonical(game.position))][-most:]

    def changed(self) -> list[str]:
        return [f"the position after {g.count} answers has changed since" for g, text in self.kept if canonical(g.position) != text]
