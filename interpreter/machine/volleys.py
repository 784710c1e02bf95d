"""Volleys: who fires which dice at whom, and who is hit. Pure functions of a world.

Hits are kept as pairs (a firer, number of hits by those that may hit the same targets). As many hits as possible
are assigned: a pick is legal only if no hit is lost by it (max-flow = min-cut over the few classes of hits), and
among the legal ones the lowest tier comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from interpreter.machine.units import groups
from interpreter.rules.program import VolleyEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

Slots: TypeAlias = "tuple[tuple[int | None, int | None, int, bool], ...]"
Hits: TypeAlias = "tuple[tuple[int | None, int], ...]"


class Pool(NamedTuple):
    """Dice of one kind: how many, their sides, what hits (a die that shows `value` or less), and a firer of theirs.

    Where `each` is more than 1, so many dice in a row belong to one unit, and the best of them alone counts.
    """

    dice: int
    sides: int
    value: int
    firer: int | None
    each: int = 1

    @property
    def single(self) -> tuple[int, int, int]:
        """As many single dice with the same chances: their number, what hits, their sides."""
        sides = self.sides**self.each
        return self.dice // self.each, sides - (self.sides - min(self.value, self.sides)) ** self.each, sides


def side_units(rules: Ruleset, world: World, engagement: str, side: str, args: tuple[Any, ...]) -> tuple[int, ...]:
    """The units of a side now fighting."""
    return rules.names[f"n_{engagement}_{side}_units"](world, *args)  # type: ignore[no-any-return]


def side_power(rules: Ruleset, world: World, engagement: str, side: str, args: tuple[Any, ...]) -> str:
    return rules.names[f"n_{engagement}_{side}_power"](world, *args)  # type: ignore[no-any-return]


def values_of(rules: Ruleset, world: World, v: VolleyEntry, args: tuple[Any, ...], firers: tuple[int, ...]) -> dict[int, Any]:
    """The value of each firing unit, with the help that others among them give."""
    function = rules.names[f"v_{v.name}_value"]
    values = {u: function(world, *args, u) for u in firers}
    for a, pairs in allocated(rules, world, v.stat, firers).items():
        entry = next(e for e in rules.program.allocations if e.name == a)
        for giver, taker in pairs:
            amount = rules.names[f"l_{a}_amount"](world, giver)
            values[taker] = amount if entry.sign == "=" else values[taker] + (amount if entry.sign == "+" else -amount)
    return values


def allocated(rules: Ruleset, world: World, stat: str, units: tuple[int, ...]) -> dict[str, list[tuple[int, int]]]:
    """Who helps whom: as many pairs as possible, one allocation after the other; a helper serves one allocation of its pool."""
    result: dict[str, list[tuple[int, int]]] = {}
    busy: set[tuple[str, int]] = set()
    helped: set[tuple[str, int]] = set()
    f = rules.names
    for a in rules.program.allocations:
        if a.target != stat or ("when" in a.has and not f[f"l_{a.name}_when"](world)):
            continue
        givers = [u for u in units if (a.pool, u) not in busy and f[f"l_{a.name}_giver"](world, u)]
        takers = [u for u in units if (a.pool, u) not in helped and f[f"l_{a.name}_taker"](world, u)]
        pairs: list[tuple[int, int]] = []
        for giver in givers:
            each = f[f"l_{a.name}_each"](world, giver) if "each" in a.has else 1
            for _ in range(each):
                taker = next((t for t in takers if t != giver), None)
                if taker is None:
                    break
                takers.remove(taker)
                pairs.append((giver, taker))
                busy.add((a.pool, giver))
                helped.add((a.pool, taker))
        if pairs:
            result[a.name] = pairs
    return result


def pools(rules: Ruleset, world: World, name: str, args: tuple[Any, ...]) -> tuple[Pool, ...]:
    """The dice of a volley, grouped by what they may hit and what hits; empty where nothing can be hit."""
    found = thrown(rules, world, name, args)
    return whole_hits(found) if rules.program.whole_hits else found


def whole_hits(found: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """The same strength with little luck: dice that cannot miss, and one die for what makes no whole hit."""
    result: list[Pool] = []
    for firer in dict.fromkeys(p.firer for p in found):
        own = [p.single for p in found if p.firer == firer]
        sides = lcm(*(each for _, _, each in own))
        sure, rest = divmod(sum(number * value * (sides // each) for number, value, each in own), sides)
        result += [Pool(n, sides, value, firer) for n, value in ((sure, sides), (1, rest)) if n and value]
    return tuple(result)


def open_to_chance(rules: Ruleset, found: tuple[Pool, ...]) -> tuple[Pool, ...]:
    """The pools whose dice are rolled: with little luck nobody rolls a die that cannot miss."""
    return tuple(p for p in found if p.value < p.sides) if rules.program.whole_hits else found


def completed(rules: Ruleset, dice: tuple[int, ...], found: tuple[Pool, ...]) -> tuple[int, ...]:
    """The dice of all pools, those that are not rolled as ones."""
    rolled, shown = open_to_chance(rules, found), iter(dice)
    return tuple(next(shown) if p in rolled else 1 for p in found for _ in range(p.dice))


def thrown(rules: Ruleset, world: World, name: str, args: tuple[Any, ...]) -> tuple[Pool, ...]:
    """The dice of a volley as its units throw them."""
    v = rules.program.volleys[name]
    if "pool" not in v.has:
        found = shots(rules, world, v, args)
        return tuple(
            Pool(sum(n for _, n in units), v.sides, min(value, v.sides), firer, each) for (firer, value, each), units in found.items()
        )
    firers = firing(rules, world, v, args)
    if not firers or not able(rules, world, v, args):
        return ()
    number = rules.names[f"v_{name}_pool"](world, *args)
    value = rules.names[f"v_{name}_value"](world, *args, firers[0])
    return (Pool(number, v.sides, value, firers[0]),) if number > 0 and value > 0 else ()


def firing(rules: Ruleset, world: World, v: VolleyEntry, args: tuple[Any, ...]) -> tuple[int, ...]:
    """The units that fire in a volley."""
    firers = side_units(rules, world, v.engagement, v.by, args)
    if "of" not in v.has:
        return firers
    chosen = rules.names[f"v_{v.name}_of"]
    return tuple(u for u in firers if chosen(world, *args, u))


def shots(rules: Ruleset, world: World, v: VolleyEntry, args: tuple[Any, ...]) -> dict[tuple[int, int, int], list[tuple[int, int]]]:
    """The units that throw dice of each pool, with how many; a pool by a firer of it, its value, and the dice of which the best counts."""
    firers = firing(rules, world, v, args)
    targets = able(rules, world, v, args) if firers else {}
    values = values_of(rules, world, v, args, firers) if targets else {}
    dice_of, best_of = (rules.names[f"v_{v.name}_{part}"] if part in v.has else None for part in ("dice", "best"))
    classes: dict[tuple[int, ...], int] = {}
    by_row: dict[Any, tuple[int, ...]] = {}
    found: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for u in firers if targets else ():
        number = 1 if dice_of is None else dice_of(world, *args, u)
        if number <= 0 or values[u] <= 0:
            continue
        row = world.u[u]
        if row not in by_row:
            by_row[row] = tuple(t for t in targets if may_hit(rules, world, v, args, t, u))
        reachable = by_row[row]
        if reachable:
            firer = classes.setdefault(reachable, u)
            together = number if best_of is not None and best_of(world, *args, u) else 1
            found.setdefault((firer, values[u], together), []).append((u, number))
    return found


def shares(rules: Ruleset, world: World, name: str, args: tuple[Any, ...], dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Each unit that threw dice, a firer that hits as it does, and what its dice show; nothing where the dice are nobody's own."""
    v = rules.program.volleys[name]
    if "pool" in v.has or rules.program.whole_hits:
        return ()
    result: list[tuple[int, ...]] = []
    start = 0
    for (firer, _, _), units in shots(rules, world, v, args).items():
        for unit, number in units:
            result.append((unit, firer, *dice[start : start + number]))
            start += number
    return tuple(result)


def slots(rules: Ruleset, world: World, name: str, args: tuple[Any, ...], found: tuple[Pool, ...]) -> Slots:
    """What waits for the dice of a volley, one for each die: a unit (None for nobody's dice), a firer like it, the value, whether the best counts."""
    v = rules.program.volleys[name]
    if "pool" in v.has or rules.program.whole_hits:
        return tuple((None, p.firer, p.value, False) for p in found for _ in range(p.dice))
    return tuple(
        (unit, firer, min(value, v.sides), each > 1)
        for (firer, value, each), units in shots(rules, world, v, args).items()
        for unit, number in units
        for _ in range(number)
    )


def slot_units(rules: Ruleset, world: World, name: str, waiting: Slots) -> tuple[int, ...]:
    """One unit of each kind that waits for a die: those that hit alike are one kind, and alike ones where dice have effects of their own."""
    units = list(dict.fromkeys(unit for unit, *_ in waiting if unit is not None))
    follows = "rolled" in rules.program.volleys[name].has
    alike = {unit: group[0] for group in groups(rules, world, units) for unit in group} if follows else {}
    kinds: dict[Any, int] = {}
    for unit, firer, value, _ in waiting:
        if unit is not None:
            kinds.setdefault((alike.get(unit), firer, value), unit)
    return tuple(kinds.values())


def allotted(waiting: Slots, rest: tuple[int, ...], placed: tuple[Any, ...], unit: int | None) -> tuple[Any, ...]:
    """The slots, faces and given dice when the first face has gone to a unit (to the first slot, for None)."""
    slot = next(s for s in waiting if unit is None or s[0] == unit)
    index = waiting.index(slot)
    return (*waiting[:index], *waiting[index + 1 :]), rest[1:], (*placed, (*slot, rest[0]))


def may_hit(rules: Ruleset, world: World, v: VolleyEntry, args: tuple[Any, ...], target: int, firer: int | None) -> bool:
    if "may_hit" not in v.has or firer is None:
        return True
    return bool(rules.names[f"v_{v.name}_may_hit"](world, *args, target, firer))


def able(rules: Ruleset, world: World, v: VolleyEntry, args: tuple[Any, ...]) -> dict[int, int]:
    """The units that can still take hits, and how many."""
    e = rules.program.engagements[v.engagement]
    limit = rules.names[f"n_{e.name}_limit"]
    result: dict[int, int] = {}
    for u in side_units(rules, world, v.engagement, v.at, args):
        row = world.u[u]
        if not row[e.doomed] and (room := limit(world, u) - row[e.counter]) > 0:
            result[u] = room
    return result


def counted(dice: tuple[int, ...], found: tuple[Pool, ...]) -> Hits:
    """The hits that dice score, by firer; the dice stand in the order of the pools."""
    hits: dict[int | None, int] = {}
    start = 0
    for pool in found:
        own = dice[start : start + pool.dice]
        some = sum(1 for i in range(0, pool.dice, pool.each) if min(own[i : i + pool.each]) <= pool.value)
        start += pool.dice
        if some:
            hits[pool.firer] = hits.get(pool.firer, 0) + some
    return tuple(hits.items())


class Picks(NamedTuple):
    """What the next hit may fall on: groups of alike units, the firer of the hit, the power that picks; `free` if it makes no difference."""

    groups: list[tuple[int, ...]]
    firer: int | None
    power: str
    free: bool


def picks(rules: Ruleset, world: World, name: str, args: tuple[Any, ...], hits: Hits) -> Picks | None:
    """The legal picks for the next hit, or None where no hit can fall on anybody."""
    v = rules.program.volleys[name]
    room = able(rules, world, v, args)
    classes = [(firer, n, frozenset(t for t in room if may_hit(rules, world, v, args, t, firer))) for firer, n in hits if n > 0]
    classes = [c for c in classes if c[2]]
    if not classes:
        return None
    most = assignable(classes, room)
    firer, _number, targets = min(classes, key=lambda c: (len(c[2]), classes.index(c)))
    power = rules.names[f"v_{name}_picks"](world, *args) if "picks" in v.has else side_power(rules, world, v.engagement, v.at, args)
    reachable = frozenset().union(*(c[2] for c in classes))
    free = most >= sum(room[t] for t in reachable)
    legal = []
    left = [(f, n - (f == firer), ts) for f, n, ts in classes]
    for group in groups(rules, world, [t for t in room if t in targets]):
        after = {**room, group[0]: room[group[0]] - 1}
        if len(classes) == 1 or assignable(left, after) == most - 1:
            legal.append(group)
    if "tier" in v.has and len(legal) > 1:
        tier = rules.names[f"v_{name}_tier"]
        lowest = min(tier(world, *args, g[0]) for g in legal)
        legal = [g for g in legal if tier(world, *args, g[0]) == lowest]
    return Picks(legal, firer, power, free or len(legal) == 1)


def assignable(classes: Sequence[tuple[int | None, int, frozenset[int]]], room: dict[int, int]) -> int:
    """How many hits can be assigned at most: the least cut over all choices of classes."""
    best = sum(n for _, n, _ in classes)
    for size in range(1, len(classes) + 1):
        for some in combinations(classes, size):
            covered = frozenset().union(*(c[2] for c in some))
            cut = sum(n for c in classes if c not in some for n in (c[1],)) + sum(room[t] for t in covered)
            best = min(best, cut)
    return best


def struck(rules: Ruleset, world: World, name: str, unit: int, hits: Hits, firer: int | None) -> tuple[Hits, int | None]:
    """Marks one hit on a unit of a world that may be written; returns the hits left and the unit if it is lost at once."""
    v = rules.program.volleys[name]
    e = rules.program.engagements[v.engagement]
    row = world.u[unit]
    cause = f"engagements.{v.engagement}"
    count = row[e.counter] + 1
    world.set_unit(unit, e.counter, count, cause)
    rest = tuple((f, n - (f == firer)) for f, n in hits)
    rest = tuple((f, n) for f, n in rest if n > 0)
    if count < rules.names[f"n_{e.name}_limit"](world, unit):
        return rest, None
    if v.later:
        world.set_unit(unit, e.doomed, True, cause)
        return rest, None
    return rest, unit
