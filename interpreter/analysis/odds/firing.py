"""Volleys as tables: who fires with what value at whom, and how likely so many hits are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from interpreter.analysis.odds.dice import Chances
from interpreter.analysis.odds.dice import hits as hits_of
from interpreter.analysis.odds.forces import EXACT_LOOKS, Fire, Helping, Numbers, Unfit
from interpreter.analysis.odds.imagined import Imagined
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import Question
from interpreter.machine.volleys import Pool, able, may_hit, side_units
from interpreter.rules.program import StepEntry
from interpreter.state.world import World


class Firing(Imagined):
    """Adds the volleys: what they are for certain units present, and the chances of their hits."""

    def __init__(self, question: Question, plan: Plan) -> None:
        super().__init__(question, plan)
        self.fires: dict[Fire, int] = {}
        self.fire_list: list[Fire] = []
        self.counting: dict[str, bool] = {}
        self.chances: dict[tuple[int, int], tuple[Chances, ...]] = {}

    def fire(self, step: StepEntry, a: int, b: int) -> int | None:
        """The id of the volley that a step is, with these units; None where nobody fires at anybody."""
        exact = self.counting.get(step.name)
        if exact is None:
            v = self.rules.program.volleys[step.volley]
            exact = self.counting[step.name] = bool((v.looks | step.looks | self.e.looks) & EXACT_LOOKS) or "pool" in v.has
        key = self.key(step.name, a, b, exact)
        if key not in self.known:
            made = self._fire(step, *(self.all(a, b) if exact else self.ones(a, b)))
            if made is None:
                self.known[key] = None
            else:
                if made not in self.fires:
                    self.fires[made] = len(self.fire_list)
                    self.fire_list.append(made)
                self.known[key] = self.fires[made]
        return self.known[key]  # type: ignore[no-any-return]

    def _fire(self, step: StepEntry, world: World, armies: tuple[list[tuple[int, int]], ...]) -> Fire | None:
        rules, args, f = self.rules, self.q.args, self.rules.names
        v = rules.program.volleys[step.volley]
        if "when" in step.has and not f[f"n_{self.e.name}_{step.name}_when"](world, *args):
            return None
        firing = side_units(rules, world, self.e.name, v.by, args)
        if "of" in v.has:
            firing = tuple(u for u in firing if f[f"v_{v.name}_of"](world, *args, u))
        room = able(rules, world, v, args)
        if not firing or not room:
            return None
        side = {u: army for army in (0, 1) for u, _ in armies[army]}
        kind = {u: k for army in (0, 1) for u, k in armies[army]}
        if any(u not in side for u in (*firing, *room)):
            raise Unfit("units fight that belong to neither army")
        by, at = {side[u] for u in firing}, {side[u] for u in room}
        if len(by) != 1 or len(at) != 1 or by == at:
            raise Unfit("a volley is fired by both armies, or at its own")
        standing = tuple(sorted({kind[t] for t in room}))
        tiers: tuple[tuple[int, Any], ...] = ()
        if "tier" in v.has:
            found = {kind[t]: f[f"v_{v.name}_tier"](world, *args, t) for t in room}
            tiers = tuple(sorted(found.items())) if len(set(found.values())) > 1 else ()
        classes: dict[tuple[int, ...], int] = {}

        def class_of(firer: int) -> int | None:
            targets = tuple(sorted({kind[t] for t in room if may_hit(rules, world, v, args, t, firer)}))
            return classes.setdefault(targets, len(classes)) if targets else None

        if "pool" in v.has:
            number, value = f[f"v_{v.name}_pool"](world, *args), f[f"v_{v.name}_value"](world, *args, firing[0])
            group = class_of(firing[0])
            if number <= 0 or value <= 0 or group is None:
                return None
            return Fire(min(by), ((kind[firing[0]], value, 0, group, 1),), tuple(classes), (), tiers, v.sides, standing, (number, value))
        firers: dict[int, tuple[int, int, int, int, int]] = {}
        for u in firing:
            if kind[u] in firers:
                continue
            dice = f[f"v_{v.name}_dice"](world, *args, u) if "dice" in v.has else 1
            group = class_of(u)
            if group is not None:
                row = dice if "best" in v.has and f[f"v_{v.name}_best"](world, *args, u) else 1
                firers[kind[u]] = (kind[u], f[f"v_{v.name}_value"](world, *args, u), dice, group, row)
        if not firers:
            return None
        kinds = list(dict.fromkeys(kind[u] for u in firing))
        unit_of = {kind[u]: u for u in reversed(firing)}
        return Fire(
            min(by),
            tuple(firers.values()),
            tuple(classes),
            self._helping(world, v.stat, kinds, unit_of),
            tiers,
            v.sides,
            standing,
        )

    def _helping(self, world: World, stat: str, kinds: list[int], unit_of: dict[int, int]) -> tuple[Helping, ...]:
        f = self.rules.names
        found = []
        for a in self.rules.program.allocations:
            if a.target != stat or ("when" in a.has and not f[f"l_{a.name}_when"](world)):
                continue
            givers = tuple(
                (k, f[f"l_{a.name}_each"](world, unit_of[k]) if "each" in a.has else 1, f[f"l_{a.name}_amount"](world, unit_of[k]))
                for k in kinds
                if f[f"l_{a.name}_giver"](world, unit_of[k])
            )
            takers = tuple(k for k in kinds if f[f"l_{a.name}_taker"](world, unit_of[k]))
            if givers and takers:
                found.append(Helping(a.pool, a.sign, givers, takers))
        return tuple(found)

    def hits(self, fire: int, army: int) -> tuple[Chances, ...]:
        """The chances of 0, 1, … hits of each class of a volley, fired by these numbers."""
        key = (fire, army)
        if key not in self.chances:
            self.chances[key] = self._hits(self.fire_list[fire], army)
        return self.chances[key]

    def _hits(self, fire: Fire, army: int) -> tuple[Chances, ...]:
        pools: list[dict[tuple[int, int], int]] = [{} for _ in fire.classes]

        def add(group: int, value: int, dice: int, number: int, row: int = 1) -> None:
            if value <= 0 or dice <= 0 or number <= 0:
                return
            one = Pool(dice, fire.sides, min(value, fire.sides), None, row)
            each, value, sides = one.single
            pools[group][value, sides] = pools[group].get((value, sides), 0) + number * each

        if fire.pool is not None:
            add(0, fire.pool[1], 1, fire.pool[0])
        else:
            numbers = self.forces[fire.by].numbers[army]
            helped = self._helped(fire, numbers) if fire.helping else {}
            for kind, value, dice, group, row in fire.firers:
                number = numbers[kind] if kind < len(numbers) else 0
                for changed, some in helped.get(kind, {}).items():
                    number -= some
                    add(group, changed, dice, some, row)
                add(group, value, dice, number, row)
        return tuple(chances(tuple(sorted((n, *v) for v, n in p.items())), self.plan.low_luck) for p in pools)

    def _helped(self, fire: Fire, numbers: Numbers) -> dict[int, dict[int, int]]:
        """For each kind how many of it fire with which other value."""
        base = {kind: value for kind, value, *_ in fire.firers}
        if len(fire.helping) > 1 or {g for g, _, _ in fire.helping[0].givers} & set(fire.helping[0].takers):
            return helped_one_by_one(fire, numbers, base)
        h = fire.helping[0]
        result: dict[int, dict[int, int]] = {}
        waiting = [[k, _at(numbers, k)] for k in h.takers]
        for giver, each, amount in h.givers:
            left = _at(numbers, giver) * each
            for entry in waiting:
                taker, free = entry
                some = min(left, free)
                if some > 0:
                    left -= some
                    entry[1] -= some
                    if taker in base:
                        changes = result.setdefault(taker, {})
                        value = _changed(base[taker], h.sign, amount)
                        changes[value] = changes.get(value, 0) + some
        return result


def helped_one_by_one(fire: Fire, numbers: Numbers, base: dict[int, int]) -> dict[int, dict[int, int]]:
    """The same where one unit may be helped more than once, or help its like: unit by unit, as `volleys.allocated` does it."""
    kinds = sorted({k for h in fire.helping for k in (*h.takers, *(g for g, _, _ in h.givers))})
    units = [(k, i) for k in kinds for i in range(_at(numbers, k))]
    values = {u: base.get(u[0], 0) for u in units}
    touched: set[tuple[int, int]] = set()
    busy: set[Any] = set()
    helped: set[Any] = set()
    for h in fire.helping:
        gives = {k: (each, amount) for k, each, amount in h.givers}
        takers = [u for u in units if u[0] in h.takers and (h.pool, u) not in helped]
        for giver in [u for u in units if u[0] in gives and (h.pool, u) not in busy]:
            each, amount = gives[giver[0]]
            for _ in range(each):
                taker = next((t for t in takers if t != giver), None)
                if taker is None:
                    break
                takers.remove(taker)
                values[taker] = _changed(values[taker], h.sign, amount)
                touched.add(taker)
                busy.add((h.pool, giver))
                helped.add((h.pool, taker))
    result: dict[int, dict[int, int]] = {}
    for unit in sorted(touched):
        if unit[0] in base:
            changes = result.setdefault(unit[0], {})
            changes[values[unit]] = changes.get(values[unit], 0) + 1
    return result


def _changed(value: Any, sign: str, amount: Any) -> Any:
    return amount if sign == "=" else value + amount if sign == "+" else value - amount


def _at(numbers: Numbers, kind: int) -> int:
    return numbers[kind] if kind < len(numbers) else 0


@lru_cache(maxsize=200_000)
def chances(pools: tuple[tuple[int, int, int], ...], low: bool) -> Chances:
    """The chances of the hits of pools; remembered, since the same ones come again and again."""
    return np.ascontiguousarray(hits_of(pools, low))
