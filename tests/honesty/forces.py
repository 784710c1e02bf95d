"""Units of a strategic ruleset: they come and go by what is announced, facilities belong to who holds the land."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.machine.game import Game
from interpreter.state.world import World
from tests.honesty.invariants import CREATED, REMOVED, Names

Kind = tuple[str | None, str]
POOL = None


def faults(names: Names, before: World, after: Game) -> Iterator[str]:
    yield from counted(names, before, after)
    yield from delivered(before, after)
    yield from unowned(names, before, after)
    yield from damaged(names, after.world)
    yield from owned(names, after.world)


def known(before: World, after: Game) -> Mapping[int, tuple[Any, ...]]:
    """The last row of every unit that was there at any time in a step."""
    rows = dict(before.u)
    for *_, world in (t for t in after.trace if t[1] == "event"):
        rows.update(world.u)
    return {**rows, **after.world.u}


def counted(names: Names, before: World, after: Game) -> Iterator[str]:
    """Units that fight are made and lost as announced; what is aboard a lost unit is lost with it."""
    told: Counter[Kind] = Counter()
    for event in after.events:
        v = event.values
        match event.name:
            case "bought":
                told[v[0], v[1]] += v[2]
            case "bid_spent":
                told[v[0], v[1]] += 1
            case "placed" if event.rule == "actions.raise_units":
                told[v[0], v[1]] += 1
            case "joined":
                told[v[1], "infantry"] += v[2]
            case "destroyed":
                told[v[1], v[2]] -= 1
            case "stranded":
                told[v[0], v[1]] -= 1
    rows = known(before, after)
    refunded = any(e.name == "refunded" for e in after.events)
    gone = {key for _, sort, key, index, *_ in after.trace if sort == "unit" and index == REMOVED}
    for unit in gone & rows.keys():
        row = rows[unit]
        if row[3] in gone or (row[2] is POOL and refunded):
            told[row[1], row[0]] -= 1
    change = Counter(dict.fromkeys(told, 0))
    change.update((row[1], row[0]) for row in after.world.u.values())
    change.subtract((row[1], row[0]) for row in before.u.values())
    for (owner, kind), number in change.items():
        if owner is not None and kind not in names.tags["facility"] and number != told[owner, kind]:
            yield f"{number:+} {kind} of {owner}, and {told[owner, kind]:+} were announced"
        if kind in names.tags["facility"] - names.tags["gun"] and number < 0 and not _explained(after):
            yield f"{number} {kind} of {owner}, though nothing was taken or completed"


def _explained(after: Game) -> bool:
    """Something was announced after which facilities change."""
    names = ("captured", "liberated", "refunded", "war_declared", "phase_begins", "income", "turn_ends")
    return any(e.name in names for e in after.events)


def delivered(before: World, after: Game) -> Iterator[str]:
    """Units leave the pool as their placing is announced."""
    said = sum(e.name == "placed" and e.rule == "procedures.deliver" for e in after.events)
    moved = sum(1 for _, sort, _, index, old, new in after.trace if sort == "unit" and index == 2 and old is POOL and new is not POOL)
    if said != moved:
        yield f"{moved} units leave the pool, and {said} placings are announced"
    fresh = {key for _, sort, key, index, *_ in after.trace if sort == "unit" and index == CREATED}
    pool = before.at.get(POOL, ())
    if moved > len(pool) + len(fresh):
        yield f"{moved} units leave a pool of {len(pool)}"


def unowned(names: Names, before: World, after: Game) -> Iterator[str]:
    """Units without an owner are the armies of neutrals, and no man of an army is made or lost in silence."""
    have, had = _armies(names, after.world), _armies(names, before)
    for unit, row in after.world.u.items():
        if row[1] is None and row[2] not in have:
            yield f"{row[0]} {unit} in {row[2]} belongs to nobody"
    lost = Counter(e.values[0] for e in after.events if e.name == "destroyed" and e.values[1] is None)
    joined = Counter({e.values[0]: e.values[2] for e in after.events if e.name == "joined"})
    for space, number in have.items():
        if had[space] - lost[space] - joined[space] != number:
            yield f"the army of {space} was {had[space]} and is {number}"


def _armies(names: Names, world: World) -> dict[str, int]:
    """The armies of neutrals, called up or not."""
    leaning, army = (names.attributes["space"].get(n) for n in ("neutrality", "army"))
    if leaning is None or army is None:
        return {}
    called = Counter(row[2] for row in world.u.values() if row[1] is None)
    return {space: row[army] + called[space] for space, row in world.t["space"].items() if row[leaning] is not None}


def damaged(names: Names, world: World) -> Iterator[str]:
    """Nothing bears more damage than it can; what was to leave a battle has left."""
    for unit, row in world.u.items():
        most = names.limit.get(row[0], 0) or (2 * (names.value.get(row[2]) or 0) if row[0] in names.tags["factory"] else 0)
        most = most or names.stat["hits"][row[0]]
        if row[4] > most or (row[4] == most and row[0] not in names.tags["facility"] and not names.unit(row, "doomed")):
            yield f"{row[0]} {unit} in {row[2]} bears {row[4]} damage"


def owned(names: Names, world: World) -> Iterator[str]:
    """Facilities belong to who holds the land; there is one complex, and one base of each kind."""
    found: dict[str, list[str]] = {}
    for row in world.u.values():
        if row[0] in names.tags["facility"] - names.tags["gun"] and row[2] is not POOL:
            found.setdefault(row[2], []).append(row[0])
            holder = names.of(world, "space", row[2], "controller")
            if row[1] != holder:
                yield f"{row[0]} in {row[2]} belongs to {row[1]}, the land to {holder}"
    for space, kinds in found.items():
        single = Counter("complex" if kind in names.tags["factory"] else kind for kind in kinds)
        yield from (f"{space} has {number} of {kind}" for kind, number in single.items() if number > 1)
