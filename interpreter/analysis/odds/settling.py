"""Stages of a round as tables: which steps go together, and what their effects make of the units."""

from __future__ import annotations

from typing import Any

from interpreter.analysis.odds.forces import EXACT_LOOKS, Present, Stage, Unfit
from interpreter.analysis.odds.losing import Losing
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import ATTACKER, DEFENDER, Question
from interpreter.rules.program import StepEntry
from interpreter.state.world import World

PROBES = 6


class Settling(Losing):
    """Adds the stages of a round and their effects."""

    def __init__(self, question: Question, plan: Plan) -> None:
        super().__init__(question, plan)
        self.stages = self._stages()
        self.probed = 0

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
        fallen = marked.put((*row[: e.doomed], True, *row[e.doomed + 1 :]) for row in rows)
        marked.owned = set()
        one, two = self._done(stage, plain.fork()), self._done(stage, marked.fork())
        last = stage is self.stages[-1]
        for army in (0, 1):
            for unit, _ in armies[army]:
                if one.u.get(unit) != two.u.get(unit):
                    raise Unfit("what happens depends on units that are hit but still there")
        if not last and any(u in two.u for u in fallen):
            raise Unfit("units that are hit stay for the next stage")
