"""An engagement as tables over numbers of alike units: what fires, what may be hit, what a step does, how it ends.

Every entry is computed by the machine's own functions on a world with these units. Where the rules look only at which
kinds are there (`rules.looks` tells), one world with one unit of each kind answers for all numbers of them; else a
world with exactly these units is asked. What the tables can't say raises `Unfit`, and a slower solver takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from interpreter.analysis.odds.dice import Chances
from interpreter.analysis.odds.dice import hits as hits_of
from interpreter.analysis.odds.outcome import End
from interpreter.analysis.odds.plan import Plan, Retreat
from interpreter.analysis.odds.question import ATTACKER, CAUSE, DEFENDER, Question
from interpreter.machine.game import Machine
from interpreter.machine.questions import CHANCE
from interpreter.machine.volleys import Pool, able, assignable, may_hit, side_units
from interpreter.rules.program import StepEntry
from interpreter.state.world import World

Numbers = tuple[int, ...]
Present = tuple[int, ...]
EXACT_LOOKS = frozenset(("count", "one", "everywhere"))
PROBES = 6
MOST_LOOKED = 200_000


class Unfit(Exception):
    """The rules of an engagement do something that tables over numbers of units can't say."""


class Kind(NamedTuple):
    """Alike units of one army: their row, what one is worth, whether they are kept to the last."""

    row: tuple[Any, ...]
    worth: Any
    kept: bool


@dataclass(frozen=True, slots=True)
class Helping:
    """An allocation between the kinds that fire: who gives how much to how many, who takes."""

    pool: str
    sign: str
    givers: tuple[tuple[int, int, Any], ...]
    takers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """A volley of one army at the other, for certain kinds present: who fires with what value at which class of targets.

    `firers`: (kind, value, dice, class); `classes`: the kinds that each class may hit; `tiers` by kind that is hit.
    """

    by: int
    firers: tuple[tuple[int, int, int, int], ...]
    classes: tuple[tuple[int, ...], ...]
    helping: tuple[Helping, ...]
    tiers: tuple[tuple[int, Any], ...]
    sides: int
    able: tuple[int, ...]
    pool: tuple[int, int] | None = None
    best: bool = False


class Stage(NamedTuple):
    """Volleys whose losses leave together, then what happens: steps of a round between two moments when units leave."""

    volleys: tuple[StepEntry, ...]
    effects: tuple[StepEntry, ...]


class Force:
    """One army: its kinds, and the numbers of them that have been met, each with an id."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.index: dict[Kind, int] = {}
        self.numbers: list[Numbers] = []
        self.ids: dict[Numbers, int] = {}
        self.present: list[Present] = []
        self.level: list[int] = []
        self.room: list[int] = []
        self.after: list[int | None] = []
        self.rank: list[Any] = []

    def id(self, numbers: Sequence[int]) -> int:
        trimmed = list(numbers)
        while trimmed and not trimmed[-1]:
            trimmed.pop()
        key = tuple(trimmed)
        found = self.ids.get(key)
        if found is None:
            found = self.ids[key] = len(self.numbers)
            self.numbers.append(key)
            self.present.append(tuple(k for k, n in enumerate(key) if n))
            self.level.append(sum(n * max(self.room[k], 0) for k, n in enumerate(key)))
        return found


class Tables:
    """The tables of one engagement in one place between two powers under one plan; kept for further questions of that sort."""

    def __init__(self, question: Question, plan: Plan) -> None:
        self.q, self.plan = question, plan
        self.rules, self.e = question.rules, question.engagement
        self.forces = (Force(), Force())
        mine = {u for side in question.units for u in side}
        self.base = question.world.fork()
        self.base.remove([u for u in self.base.u if u in mine], CAUSE)
        self.base.owned = set()
        self.stages = self._stages()
        self.ending = self._ending()
        self.known: dict[Any, Any] = {}
        self.fires: dict[Fire, int] = {}
        self.fire_list: list[Fire] = []
        self.chances: dict[tuple[int, int], tuple[Chances, ...]] = {}
        self.struck_memo: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self.probed = 0
        self.onward: Tables | None = None

    # --- what fits ---------------------------------------------------------------------------------------------

    def _stages(self) -> tuple[Stage, ...]:
        """The round in stages. Raises Unfit where losses of an earlier volley still stand when others leave at once."""
        doomed = next(a.name for a in self.rules.program.attributes["unit"].values() if a.index == self.e.doomed)
        stages: list[tuple[list[StepEntry], list[StepEntry]]] = [([], [])]
        offered = False
        for step in self.e.steps:
            if step.phase != "round":
                continue
            if offered and step.kind != "offer":
                raise Unfit("a round goes on after the attacker may leave")
            if step.kind == "volley":
                v = self.rules.program.volleys[step.volley]
                if f"unit.{doomed}" in v.looks | step.looks | self.e.looks:
                    raise Unfit("a volley asks which units are doomed")
                if stages[-1][1] or (stages[-1][0] and not v.later):
                    stages.append(([], []))
                stages[-1][0].append(step)
                if not v.later:
                    if len(stages[-1][0]) > 1:
                        raise Unfit("losses leave at once among others that do not")
                    stages.append(([], []))
            elif step.kind == "do":
                if "do" not in step.has or step.looks & {"world", "asks"}:
                    raise Unfit(f"the step `{step.name}` does more than tables can say")
                stages[-1][1].append(step)
            elif step.kind == "offer":
                offered = offered or (self.plan.retreat.ever and bool(set(step.actions) & set(self.q.entry.retreats)))
                taken = self.plan.actions[0] | self.plan.actions[1]
                if taken & set(step.actions):
                    raise Unfit("an action is taken during the round")
        return tuple(Stage(tuple(v), tuple(d)) for v, d in stages if v or d)

    def _ending(self) -> tuple[str, str, tuple[Any, ...]]:
        """The place in the procedure behind the last dice of a round, from which an engagement comes to its end."""
        last = [s.volley for s in self.e.steps if s.phase == "round" and s.kind == "volley"]
        given = dict(zip(self.rules.program.procedures[self.e.name], self.q.args, strict=True))
        for label, block in self.rules.blocks.get(self.e.name, {}).items():
            if block.question == "fire" and last:
                if not set(block.live) <= set(given):
                    continue
                values = tuple(given[n] for n in block.live)
                if block.function(self.base.fork(), values)[0] == last[-1]:
                    return (self.e.name, label, values)
        raise Unfit("nothing is fought in rounds")

    # --- kinds and worlds --------------------------------------------------------------------------------------

    def kind(self, army: int, kind: Kind) -> int:
        """The id of a kind, new ones with all that their units may become by hits."""
        force = self.forces[army]
        if kind in force.index:
            return force.index[kind]
        if kind.row[3] is not None:
            raise Unfit("units are aboard others")
        world = self.base.fork()
        (unit,) = self._put(world, [(kind, 1)])
        found = force.index[kind] = len(force.kinds)
        force.kinds.append(kind)
        e = self.e
        force.room.append(0 if kind.row[e.doomed] else self.rules.names[f"n_{e.name}_limit"](world, unit) - kind.row[e.counter])
        force.rank.append((kind.kept, self.plan.rank(world, unit, army), found))
        force.after.append(None)
        if force.room[found] > 1:
            row = kind.row
            force.after[found] = self.kind(army, kind._replace(row=(*row[: e.counter], row[e.counter] + 1, *row[e.counter + 1 :])))
        return found

    def _put(self, world: World, kinds: Iterable[tuple[Kind, int]]) -> list[int]:
        made: list[int] = []
        world._own_units()
        for kind, number in kinds:
            place = kind.row[2]
            units = tuple(range(world.next_unit, world.next_unit + number))
            world.next_unit += number
            for unit in units:
                world.u[unit] = kind.row
            world.at[place] = (*world.at.get(place, ()), *units)
            made += units
        return made

    def world(
        self, numbers: tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]
    ) -> tuple[World, tuple[list[tuple[int, int]], ...]]:
        """A world with so many units of each (kind, number) of both armies, and the units with their kinds."""
        world = self.base.fork()
        armies = []
        for army in (ATTACKER, DEFENDER):
            kinds = self.forces[army].kinds
            order: list[int] = [k for k, n in numbers[army] for _ in range(n)]
            armies.append(list(zip(self._put(world, [(kinds[k], n) for k, n in numbers[army]]), order, strict=True)))
        world.owned = set()
        return world, tuple(armies)

    def ones(self, a: int, b: int) -> tuple[World, tuple[list[tuple[int, int]], ...]]:
        """A world with one unit of each kind that is there."""
        return self.world(([(k, 1) for k in self.forces[0].present[a]], [(k, 1) for k in self.forces[1].present[b]]))

    def all(self, a: int, b: int) -> tuple[World, tuple[list[tuple[int, int]], ...]]:
        """A world with exactly the units that are there."""
        numbers = (self.forces[0].numbers[a], self.forces[1].numbers[b])
        return self.world(tuple([(k, n) for k, n in enumerate(some) if n] for some in numbers))  # type: ignore[arg-type]

    def key(self, name: str, a: int, b: int, exact: bool) -> Any:
        return (name, a, b) if exact else (name, self.forces[0].present[a], self.forces[1].present[b])

    def read(self, world: World) -> tuple[int, int]:
        """The armies of a world that a question of this sort has become, as ids of numbers."""
        found = []
        for army in (ATTACKER, DEFENDER):
            kept = dict(self.plan.kept) if army == ATTACKER else {}
            numbers: dict[int, int] = {}
            for unit in self.q_units[army]:
                row = world.u.get(unit)
                if row is None:
                    continue
                numbers.setdefault(self.kind(army, Kind(row, self.q_worth[unit], False)), 0)
                numbers[self.kind(army, Kind(row, self.q_worth[unit], False))] += 1
            for k in sorted(numbers, key=lambda k: self.forces[army].rank[k], reverse=True):
                kind = self.forces[army].kinds[k]
                some = min(kept.get(kind.row[0], 0), numbers[k])
                if some:
                    kept[kind.row[0]] -= some
                    numbers[k] -= some
                    numbers[self.kind(army, kind._replace(kept=True))] = some
            found.append(self.forces[army].id([numbers.get(k, 0) for k in range(len(self.forces[army].kinds))]))
        return found[0], found[1]

    q_units: tuple[tuple[int, ...], ...] = ((), ())
    q_worth: Mapping[int, Any] = MappingProxyType({})
    totals: tuple[tuple[Any, int], ...] = ()

    def ask(self, question: Question, plan: Plan) -> None:
        """The question whose worlds are read from now on."""
        self.q, self.plan = question, plan
        self.q_units, self.q_worth = question.units, question.worth
        self.totals = tuple((sum(question.worth[u] for u in units), len(units)) for units in question.units)

    # --- volleys -----------------------------------------------------------------------------------------------

    def fire(self, step: StepEntry, a: int, b: int) -> int | None:
        """The id of the volley that a step is, with these units; None where nobody fires at anybody."""
        v = self.rules.program.volleys[step.volley]
        exact = bool((v.looks | step.looks | self.e.looks) & EXACT_LOOKS) or "pool" in v.has
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
            return Fire(min(by), ((kind[firing[0]], value, 0, group),), tuple(classes), (), tiers, v.sides, standing, (number, value))
        firers: dict[int, tuple[int, int, int, int]] = {}
        for u in firing:
            if kind[u] in firers:
                continue
            dice = f[f"v_{v.name}_dice"](world, *args, u) if "dice" in v.has else 1
            group = class_of(u)
            if group is not None:
                firers[kind[u]] = (kind[u], f[f"v_{v.name}_value"](world, *args, u), dice, group)
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
            best=v.best,
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

        def add(group: int, value: int, dice: int, number: int) -> None:
            if value <= 0 or dice <= 0 or number <= 0:
                return
            one = Pool(dice, fire.sides, min(value, fire.sides), None, dice if fire.best else 1)
            each, value, sides = one.single
            pools[group][value, sides] = pools[group].get((value, sides), 0) + number * each

        if fire.pool is not None:
            add(0, fire.pool[1], 1, fire.pool[0])
        else:
            numbers = self.forces[fire.by].numbers[army]
            helped = self._helped(fire, numbers) if fire.helping else {}
            for kind, value, dice, group in fire.firers:
                number = numbers[kind] if kind < len(numbers) else 0
                for changed, some in helped.get(kind, {}).items():
                    number -= some
                    add(group, changed, dice, some)
                add(group, value, dice, number)
        return tuple(chances(tuple(sorted((n, *v) for v, n in p.items())), self.plan.low_luck) for p in pools)

    def _helped(self, fire: Fire, numbers: Numbers) -> dict[int, dict[int, int]]:
        """For each kind how many of it fire with which other value."""
        base = {kind: value for kind, value, _, _ in fire.firers}
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

    # --- losses ------------------------------------------------------------------------------------------------

    def struck(self, fire: int, army: int, hits: tuple[int, ...]) -> int:
        """What is left of these numbers when so many hits of each class of a volley have been given out."""
        path = []
        while any(hits):
            key = (fire, army, hits)
            known = self.struck_memo.get(key)
            if known is not None:
                army = known
                break
            path.append(key)
            army, hits = self._struck(self.fire_list[fire], army, hits)
        for key in path:
            self.struck_memo[key] = army
        return army

    def _struck(self, fire: Fire, army: int, hits: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """One hit given out: the numbers then, and the hits that are left; as `volleys.picks` does it."""
        force = self.forces[1 - fire.by]
        numbers = force.numbers[army]
        room = {k: n * force.room[k] for k, n in enumerate(numbers) if n and force.room[k] > 0}
        classes: list[tuple[int | None, int, frozenset[int]]] = [(i, n, self._grown(fire, i, room)) for i, n in enumerate(hits) if n > 0]
        classes = [c for c in classes if c[2]]
        if not classes:
            return army, (0,) * len(hits)
        total = sum(hits)
        if len(classes) == 1 or all(sum(room[t] for t in ts) >= total for _, _, ts in classes):
            # each class alone could take all hits, so that none is lost whoever takes this one
            chosen, _, targets = min(classes, key=lambda c: (sum(numbers[t] for t in c[2]), c[0]))
            legal = [k for k in room if k in targets]
        else:
            most = assignable(classes, room)
            chosen, _, targets = min(classes, key=lambda c: (sum(numbers[t] for t in c[2]), c[0]))
            left = [(i, n - (i == chosen), ts) for i, n, ts in classes]
            legal = [k for k in room if k in targets and assignable(left, {**room, k: room[k] - 1}) == most - 1]
        if fire.tiers and len(legal) > 1:
            tiers = dict(fire.tiers)
            lowest = min(tiers.get(k, 0) for k in legal)
            legal = [k for k in legal if tiers.get(k, 0) == lowest]
        kind = min(legal, key=lambda k: force.rank[k])
        after = list(numbers) + [0] * (len(force.kinds) - len(numbers))
        after[kind] -= 1
        becomes = force.after[kind]
        if becomes is not None:
            after[becomes] += 1
        return force.id(after), tuple(n - (i == chosen) for i, n in enumerate(hits))

    def _grown(self, fire: Fire, group: int, room: dict[int, int]) -> frozenset[int]:
        """The kinds that a class may hit now: what a hit has not destroyed may be hit by whoever could hit it before."""
        force = self.forces[1 - fire.by]
        targets = set(fire.classes[group])
        for k in fire.classes[group]:
            following = force.after[k]
            while following is not None and following not in targets:
                targets.add(following)
                following = force.after[following]
        return frozenset(t for t in targets if t in room)

    # --- effects and ends --------------------------------------------------------------------------------------

    def settled(self, number: int, a: int, b: int) -> tuple[int, int]:
        """The armies after the effects of a stage; units that were hit have left."""
        stage = self.stages[number]
        if not stage.effects and not self.marked(a, b):
            return a, b
        looks = frozenset().union(*(s.looks for s in stage.effects)) | self.e.looks
        exact = bool(looks & EXACT_LOOKS)
        key = self.key(f"effects {number}", a, b, exact)
        if key not in self.known:
            self.known[key] = self._effects(stage, number, a, b, exact)
        maps = self.known[key]
        return self._moved(0, a, maps[0]), self._moved(1, b, maps[1])

    def marked(self, a: int, b: int) -> bool:
        """Whether some of the units have been hit already and leave with the next losses."""
        return any(force.kinds[k].row[self.e.doomed] for force, i in zip(self.forces, (a, b), strict=True) for k in force.present[i])

    def _moved(self, army: int, numbers: int, becomes: dict[int, int | None] | int) -> int:
        if isinstance(becomes, int):
            return becomes
        if not becomes:
            return numbers
        force = self.forces[army]
        result = [0] * len(force.kinds)
        for k, n in enumerate(force.numbers[numbers]):
            target = becomes.get(k, k)
            if target is not None:
                result[target] += n
        return force.id(result)

    def _effects(self, stage: Stage, number: int, a: int, b: int, exact: bool) -> tuple[Any, Any]:
        world, armies = self.all(a, b) if exact else self.ones(a, b)
        after = self._done(stage, world.fork())
        if self.probed < PROBES:
            self.probed += 1
            self._probe(stage, a, b)
        maps: list[Any] = []
        for army in (ATTACKER, DEFENDER):
            force = self.forces[army]
            if exact:
                numbers: dict[int, int] = {}
                for unit, k in armies[army]:
                    if (row := after.u.get(unit)) is not None and not row[self.e.doomed]:
                        k = self.kind(army, force.kinds[k]._replace(row=row))
                        numbers[k] = numbers.get(k, 0) + 1
                maps.append(force.id([numbers.get(k, 0) for k in range(len(force.kinds))]))
                continue
            becomes: dict[int, int | None] = {}
            for unit, k in armies[army]:
                row = after.u.get(unit)
                gone = row is None or row[self.e.doomed]
                target = None if gone else self.kind(army, force.kinds[k]._replace(row=row))  # type: ignore[arg-type]
                if target != k:
                    becomes[k] = target
            maps.append(becomes)
        return maps[0], maps[1]

    def _done(self, stage: Stage, world: World) -> World:
        for step in stage.effects:
            if "when" not in step.has or self.rules.names[f"n_{self.e.name}_{step.name}_when"](world, *self.q.args):
                self.rules.names[f"n_{self.e.name}_{step.name}_do"](world, *self.q.args)
        return world

    def _probe(self, stage: Stage, a: int, b: int) -> None:
        """Whether effects do the same when those hit in this stage still stand there, marked: some worlds are asked."""
        fires = [self.fire_list[i] for s in stage.volleys if (i := self.fire(s, a, b)) is not None]
        hit = {(1 - f.by, k) for f in fires for group in f.classes for k in group if self.forces[1 - f.by].after[k] is None}
        present = tuple(self.forces[army].present[i] for army, i in ((0, a), (1, b)))
        cases = [hit, *({one} for one in sorted(hit))]
        for dead in cases:
            for beside in (True, False):
                self._probe_one(stage, present, dead, beside)

    def _probe_one(self, stage: Stage, present: tuple[Present, ...], dead: set[tuple[int, int]], beside: bool) -> None:
        e = self.e
        standing = tuple([(k, 1) for k in present[army] if beside or (army, k) not in dead] for army in (0, 1))
        plain, armies = self.world(standing)  # type: ignore[arg-type]
        marked = plain.fork()
        rows = [self.forces[army].kinds[k].row for army, k in sorted(dead)]
        fallen = self._put(marked, [(Kind((*row[: e.doomed], True, *row[e.doomed + 1 :]), 0, False), 1) for row in rows])
        marked.owned = set()
        one, two = self._done(stage, plain.fork()), self._done(stage, marked.fork())
        last = stage is self.stages[-1]
        for army in (0, 1):
            for unit, _ in armies[army]:
                if one.u.get(unit) != two.u.get(unit):
                    raise Unfit("what happens depends on units that are hit but still there")
        if not last and any(u in two.u for u in fallen):
            raise Unfit("units that are hit stay for the next stage")

    def over(self, a: int, b: int) -> bool:
        """Whether the fighting has ended."""
        exact = bool(self.e.looks & EXACT_LOOKS)
        key = self.key("until", a, b, exact)
        if key not in self.known:
            until = self.rules.names[f"n_{self.e.name}_until"]
            worlds = [self.all(a, b)[0]] if exact else [self.ones(a, b)[0], self.all(a, b)[0]]
            found = {bool(until(world, *self.q.args)) for world in worlds}
            if len(found) > 1:
                raise Unfit("the end depends on how many units there are")
            self.known[key] = found.pop()
        return self.known[key]  # type: ignore[no-any-return]

    def end(self, a: int, b: int, leave: bool = False) -> End | None:
        """How the engagement ends with these units, its aftermath played by the machine; None where it goes on."""
        key = self.key("leave" if leave else "end", a, b, False)
        exact = "gain" in self.q.entry.has or self.known.get(key) == "exact"
        if not exact and key not in self.known:
            few, many = self._end(*self.ones(a, b), leave), self._end(*self.all(a, b), leave)
            self.known[key] = few if few == many else "exact"
            exact = few != many
        found = self.known[key] if not exact else self._end(*self.all(a, b), leave)
        if found is None:
            return None
        verdict, takes, gain, gone = found
        one, other = self._left(ATTACKER, a, gone[ATTACKER]), self._left(DEFENDER, b, gone[DEFENDER])
        lost = tuple((t[0] - w, t[1] - n) for t, (_, w, n) in zip(self.totals, (one, other), strict=True))
        return End(verdict, takes, gain, (one[0], other[0]), lost)  # type: ignore[arg-type]

    def _left(self, army: int, numbers: int, gone: frozenset[int]) -> tuple[Any, Any, int]:
        """What is left of an army: in numbers by type and hits, its worth, its units."""
        key = ("left", army, numbers, gone)
        if key not in self.known:
            force = self.forces[army]
            rows: dict[tuple[str, int], int] = {}
            worth, number = 0, 0
            for k, n in enumerate(force.numbers[numbers]):
                row = force.kinds[k].row
                if n and k not in gone:
                    rows[row[0], row[self.e.counter]] = rows.get((row[0], row[self.e.counter]), 0) + n
                    worth, number = worth + n * force.kinds[k].worth, number + n
            order = sorted(rows.items(), key=lambda r: (self.q.rank[r[0][0]], r[0][1]))
            self.known[key] = (tuple((kind, hits, n) for (kind, hits), n in order), worth, number)
        return self.known[key]  # type: ignore[no-any-return]

    def _end(self, world: World, armies: tuple[list[tuple[int, int]], ...], leave: bool) -> Any:
        machine = Machine(self.rules, world.fork(), [self.ending])
        machine.onward(((),))
        machine.run()
        while machine.pending is not None:
            ask = machine.pending
            if ask.actor == CHANCE:
                return None
            if ask.kind == "act":
                answer = self._leaving(ask) if leave else None
                answer = answer or (("done",) if ask.may_stop else next(iter(ask.options)))
            else:
                answer = next(iter(ask.options))
            draft = machine.world.fork()
            machine = Machine(self.rules, draft, machine.stack)
            machine.answer(ask, answer)
            machine.run()
        verdict = self.q.verdict(machine.world)
        gone = []
        for army in (ATTACKER, DEFENDER):
            kinds = self.forces[army].kinds
            lost = (k for u, k in armies[army] if (row := machine.world.u.get(u)) is None or row[1] != kinds[k].row[1])
            gone.append(frozenset(lost))
        return (*verdict, tuple(gone))

    def _leaving(self, ask: Any) -> Any:
        for choosing in ask.actions:
            if choosing.entry.name in self.q.entry.retreats:
                for args in choosing.options():
                    return (choosing.entry.name, *args)
        return None

    def leaves(self, a: int, b: int, late: bool = False) -> bool:
        """Whether the attacker leaves now (at once, if it is `late`), chances apart, and may."""
        r = self.plan.retreat
        force = self.forces[ATTACKER]
        few = r.units is not None and sum(force.numbers[a]) <= r.units
        slim = r.chance is not None and not late and not few and self.prospect(a, b) < r.chance
        if not late and not few and not slim and not (r.bare and self._bare(a)):
            return False
        return self.end(a, b, leave=True) is not None

    def prospect(self, a: int, b: int) -> float:
        """The chance of holding the prize (or of winning, where there is none) if the attacker fights on to the end."""
        key = ("prospect", a, b)
        if key not in self.known:
            from interpreter.analysis.odds.graph import Graph
            from interpreter.analysis.odds.ladder import Ladder, NoLadder

            if self.onward is None:
                self.onward = Tables(self.q, replace(self.plan, retreat=Retreat()))
                self.onward.base = self.base
            other = self.onward
            other.ask(self.q, other.plan)
            places = []
            for army, i in ((0, a), (1, b)):
                numbers = {other.kind(army, self.forces[army].kinds[k]): n for k, n in enumerate(self.forces[army].numbers[i]) if n}
                places.append(other.forces[army].id([numbers.get(k, 0) for k in range(len(other.forces[army].kinds))]))
            start = [(0, places[0], places[1], 1.0)]
            if other.over(*places):
                return 1.0
            try:
                tally = Ladder(other, start, MOST_LOOKED).run()
            except NoLadder:
                tally = Graph(other, MOST_LOOKED).run(start)
            good = sum(c for e, c in tally.ends.items() if (e.verdict == "wins" if e.takes is None else e.takes))
            self.known[key] = good
        return self.known[key]  # type: ignore[no-any-return]

    def _bare(self, a: int) -> bool:
        key = ("bare", self.forces[0].present[a])
        if key not in self.known:
            world, armies = self.ones(a, self.forces[1].id(()))
            self.known[key] = "keeps" in self.q.entry.has and not any(self.q.value("keeps", world, u) for u, _ in armies[0])
        return self.known[key]  # type: ignore[no-any-return]


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
