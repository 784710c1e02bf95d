"""Volleys, walked: pools of dice, hits, and legal losses found by trying every way to give the hits out."""

from __future__ import annotations

from fractions import Fraction
from math import floor, lcm
from typing import Any, NamedTuple, TypeAlias

from interpreter.rules.definitions import Engagement, Volley
from interpreter.state.world import World
from tests.reference.expressions import Expressions
from tests.reference.options import Options

Hits: TypeAlias = "tuple[tuple[int | None, int], ...]"
Pools: TypeAlias = "tuple[tuple[Any, ...], ...]"


class Picks(NamedTuple):
    groups: list[list[int]]
    firer: int
    power: str
    free: bool


class Volleys:
    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.options = Options(expressions)
        self.unit_attributes = expressions.program.attributes["unit"]

    def parts(self, name: str, args: list[Any]) -> tuple[Volley, Engagement, dict[str, Any]]:
        v: Volley = self.e.definitions.volleys[name]
        return v, self.e.definitions.engagements[v.engagement], {n: x for (n, _), x in zip(v.given, args, strict=True)}

    def side(self, engagement: Engagement, name: str, env: dict[str, Any], world: World) -> tuple[int, ...]:
        units = next(s.units for s in engagement.sides if s.name == name)
        return self.e.value(units, world, env)  # type: ignore[no-any-return]

    def room(self, v: Volley, engagement: Engagement, env: dict[str, Any], world: World) -> dict[int, int]:
        """The hits that each unit fired at can still take."""
        counter, doomed = (self.unit_attributes[n].index for n in (engagement.counter, engagement.doomed))
        left = {}
        for u in self.side(engagement, v.at, env, world):
            more = self.e.value(engagement.limit, world, {"it": u}) - world.u[u][counter]
            if more > 0 and not world.u[u][doomed]:
                left[u] = more
        return left

    def may_hit(self, v: Volley, env: dict[str, Any], target: int, firer: int | None, world: World) -> bool:
        return v.may_hit is None or firer is None or bool(self.e.value(v.may_hit, world, {**env, "it": target, "firer": firer}))

    def pools(self, name: str, args: list[Any], world: World) -> Pools:
        """Dice, sides, value and a firer of each pool, and how many dice in a row count as their best, in order of first appearance."""
        found = self.thrown(name, args, world)
        if not self.e.program.whole_hits:
            return found
        strength: dict[Any, Fraction] = {}
        parts: dict[Any, int] = {}
        for number, size, value, firer, row in found:
            misses = Fraction(size - value, size) ** row
            strength[firer] = strength.get(firer, Fraction()) + number // row * (1 - misses)
            parts[firer] = lcm(parts.get(firer, 1), size**row)
        both = [(floor(total), parts[firer], parts[firer], firer, 1) for firer, total in strength.items()]
        both += [(1, parts[firer], int((total - floor(total)) * parts[firer]), firer, 1) for firer, total in strength.items()]
        return tuple(sorted((p for p in both if p[0] and p[2]), key=lambda p: (list(strength).index(p[3]), -p[2])))

    def thrown(self, name: str, args: list[Any], world: World) -> Pools:
        v, engagement, env = self.parts(name, args)
        firers = [u for u in self.side(engagement, v.by, env, world) if v.of is None or self.e.value(v.of, world, {**env, "it": u})]
        targets = self.room(v, engagement, env, world)
        if not targets or not firers:
            return ()
        if v.pool is not None:
            number, value = self.e.value(v.pool, world, env), self.e.value(v.value, world, {**env, "it": firers[0]})
            return ((number, v.sides, value, firers[0], 1),) if number > 0 and value > 0 else ()
        values = {u: self.e.value(v.value, world, {**env, "it": u}) for u in firers}
        self.help(v.stat, firers, values, world)
        found: dict[tuple[Any, Any, int], int] = {}
        first: dict[tuple[int, ...], int] = {}
        for u in firers:
            number = 1 if v.dice is None else self.e.value(v.dice, world, {**env, "it": u})
            reachable = tuple(t for t in targets if self.may_hit(v, env, t, u, world))
            if number > 0 and values[u] > 0 and reachable:
                row = number if v.best is not None and self.e.value(v.best, world, {**env, "it": u}) else 1
                key = (first.setdefault(reachable, u), values[u], row)
                found[key] = found.get(key, 0) + number
        return tuple((n, v.sides, min(value, v.sides), firer, row) for (firer, value, row), n in found.items())

    def shares(self, name: str, args: list[Any], world: World, dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The units that rolled, each with the first that reaches what it does and its dice: pool by pool, in each the units in order."""
        v, engagement, env = self.parts(name, args)
        if v.pool is not None or self.e.program.whole_hits or not dice:
            return ()
        firers = [u for u in self.side(engagement, v.by, env, world) if v.of is None or self.e.value(v.of, world, {**env, "it": u})]
        values = {u: self.e.value(v.value, world, {**env, "it": u}) for u in firers}
        self.help(v.stat, firers, values, world)
        targets = self.room(v, engagement, env, world)
        reach = {u: tuple(t for t in targets if self.may_hit(v, env, t, u, world)) for u in firers}
        numbers = {u: 1 if v.dice is None else self.e.value(v.dice, world, {**env, "it": u}) for u in firers}
        rolling = [u for u in firers if numbers[u] > 0 and values[u] > 0 and reach[u]]
        best = {u: v.best is not None and bool(self.e.value(v.best, world, {**env, "it": u})) for u in rolling}
        pool = {u: (reach[u], values[u], numbers[u] if best[u] else 1) for u in rolling}
        left = iter(dice)
        kinds = list(dict.fromkeys(pool.values()))
        first = {reach[u]: u for u in reversed(rolling)}
        return tuple((u, first[reach[u]], *(next(left) for _ in range(numbers[u]))) for kind in kinds for u in rolling if pool[u] == kind)

    def slots(self, name: str, args: list[Any], world: World, pools: Pools) -> tuple[tuple[Any, ...], ...]:
        """What waits for a die: in the order of the dice, unit by unit."""
        v = self.e.definitions.volleys[name]
        places = [(p[3], p[2]) for p in pools for _ in range(p[0])]
        rolled = self.shares(name, args, world, tuple(range(len(places))))
        units = {number: share[0] for share in rolled for number in share[2:]}
        best = {share[0]: v.best and len(share) > 3 for share in rolled}
        return tuple((units.get(n), firer, value, best.get(units.get(n), False)) for n, (firer, value) in enumerate(places))

    def help(self, stat: str, firers: list[int], values: dict[int, Any], world: World) -> None:
        """Adds what some of the firers give to others: each giver in turn to the first that has no helper of its pool yet."""
        served: dict[str, set[int]] = {}
        giving: dict[str, set[int]] = {}
        for a in self.e.definitions.allocations:
            if a.target != stat or (a.when is not None and not self.e.value(a.when, world, {})):
                continue
            taken, busy = served.setdefault(a.pool, set()), giving.setdefault(a.pool, set())
            takers = [u for u in firers if u not in taken and self.e.value(a.taker, world, {"it": u})]
            for giver in [u for u in firers if u not in busy and self.e.value(a.giver, world, {"it": u})]:
                for _ in range(1 if a.each is None else self.e.value(a.each, world, {"it": giver})):
                    taker = next((t for t in takers if t != giver and t not in taken), None)
                    if taker is None:
                        break
                    taken.add(taker)
                    busy.add(giver)
                    values[taker] = self.e.arithmetic(a.sign, values[taker], self.e.value(a.amount, world, {"it": giver}))

    def counted(self, dice: tuple[int, ...], pools: Pools) -> Hits:
        hits: dict[int | None, int] = {}
        rest = list(dice)
        for number, _, value, firer, row in pools:
            thrown, rest = rest[:number], rest[number:]
            while thrown:
                together, thrown = thrown[:row], thrown[row:]
                if any(die <= value for die in together):
                    hits[firer] = hits.get(firer, 0) + 1
        return tuple(hits.items())

    # --- losses ------------------------------------------------------------------------------------------------

    def picks(self, name: str, args: list[Any], hits: Hits, world: World) -> Picks | None:
        """What the next hit may fall on: never one that would lose another hit, and the lowest tier of those."""
        v, engagement, env = self.parts(name, args)
        room = self.room(v, engagement, env, world)
        reach = {f: [t for t in room if self.may_hit(v, env, t, f, world)] for f, n in hits if n > 0}
        live = {f: n for f, n in hits if n > 0 and reach[f]}
        if not live:
            return None
        most = most_hits(live, reach, room)
        firer = min(live, key=lambda f: len(reach[f]))
        legal = []
        for group in self.options.groups([t for t in room if t in reach[firer]], world):
            rest = {**live, firer: live[firer] - 1}
            if most_hits(rest, reach, {**room, group[0]: room[group[0]] - 1}) == most - 1:
                legal.append(group)
        if v.tier is not None:
            tiers = [self.e.value(v.tier, world, {**env, "it": g[0]}) for g in legal]
            legal = [g for g, tier in zip(legal, tiers, strict=True) if tier == min(tiers)]
        power = v.picks if v.picks is not None else next(s.power for s in engagement.sides if s.name == v.at)
        everything = sum(room[t] for t in {t for f in live for t in reach[f]})
        return Picks(legal, firer, self.e.value(power, world, env), most >= everything or len(legal) == 1)  # type: ignore[arg-type]


def most_hits(hits: dict[Any, int], reach: dict[Any, list[int]], room: dict[int, int]) -> int:
    """How many hits can be given out at most: augmenting paths, hit by hit."""
    struck: dict[int, list[Any]] = {t: [] for t in room}

    def place(firer: Any, tried: set[int]) -> bool:
        for t in reach[firer]:
            if t in tried or room[t] <= 0:
                continue
            tried.add(t)
            if len(struck[t]) < room[t]:
                struck[t].append(firer)
                return True
            for index, other in enumerate(struck[t]):
                if other != firer and place(other, tried):
                    struck[t][index] = firer
                    return True
        return False

    return sum(place(f, set()) for f, n in hits.items() for _ in range(n))
