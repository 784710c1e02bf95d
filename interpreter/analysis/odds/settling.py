"""Stages of a round as tables: which steps go together, and what their effects make of the units."""

from __future__ import annotations

from typing import Any

from interpreter.analysis.odds.forces import EXACT_LOOKS, Present, Stage, Unfit
from interpreter.analysis.odds.losing import Losing
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import ATTACKER, DEFENDER, Question
from interpreter.machine.game import Machine
from interpreter.machine.questions import Ask, question
from interpreter.rules.program import StepEntry
from interpreter.rules.ruleset import Block
from interpreter.state.world import World

PROBES, MOST_ACTIONS = 6, 1000


class Settling(Losing):
    """Adds the stages of a round and their effects."""

    def __init__(self, question: Question, plan: Plan) -> None:
        super().__init__(question, plan)
        self.stages = self._stages()
        self.exact = [bool((self.e.looks.union(*(s.looks for s in stage.effects))) & EXACT_LOOKS) for stage in self.stages]
        self.probed = 0

    def _stages(self) -> tuple[Stage, ...]:
        """The round in stages. Raises Unfit where losses of an earlier volley still stand when others leave at once."""
        doomed = next(a.name for a in self.rules.program.attributes["unit"].values() if a.index == self.e.doomed)
        stages: list[tuple[list[StepEntry], list[StepEntry]]] = [([], [])]
        self.offer: int | None = None
        for step in self.e.steps:
            if step.phase != "round":
                continue
            if self.offer == len(stages) - 1 and step.kind != "offer":
                stages.append(([], []))
            if step.kind == "volley":
                v = self.rules.program.volleys[step.volley]
                if "rolled" in v.has or self.rules.program.chosen_dice:
                    raise Unfit("what dice show has effects of its own")
                if v.reroll:
                    raise Unfit("dice of a volley may be rolled again")
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
                if self.plan.retreat.ever and set(step.actions) & set(self.q.entry.retreats):
                    if self.offer not in (None, len(stages) - 1):
                        raise Unfit("the attacker may leave more than once in a round")
                    self.offer = len(stages) - 1
                elif (self.plan.actions[0] | self.plan.actions[1]) & set(step.actions):
                    stages[-1][1].append(step)
        return self._tidied(stages)

    offer: int | None
    """The stage at whose end the attacker may leave, where others come after it in the round."""

    def _tidied(self, stages: list[tuple[list[StepEntry], list[StepEntry]]]) -> tuple[Stage, ...]:
        kept = [i for i, (v, d) in enumerate(stages) if v or d]
        before = None if self.offer is None else [i for i in kept if i <= self.offer]
        self.offer = None if before is None or before == kept else len(before) - 1
        if before == []:
            raise Unfit("the attacker may leave before anything has happened")
        return tuple(Stage(tuple(stages[i][0]), tuple(stages[i][1])) for i in kept)

    def settled(self, number: int, a: int, b: int) -> tuple[int, int]:
        """The armies after the effects of a stage; units that were hit have left."""
        stage = self.stages[number]
        if not stage.effects and not self.marked(a, b):
            return a, b
        exact = self.exact[number]
        key = self.key(number, a, b, exact)
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
        if not exact and any(s.kind == "offer" for s in stage.effects):
            self._same_for_all(stage, a, b, after)
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
                if step.kind == "offer":
                    self._act(step, world)
                else:
                    self.rules.names[f"n_{self.e.name}_{step.name}_do"](world, *self.q.args)
        return world

    def _act(self, step: StepEntry, world: World) -> None:
        """Takes the actions of the plan for as long as they are offered."""
        block, values = self._block(step)
        for _ in range(MOST_ACTIONS):
            ask = question(self.rules, world, block, values)
            if not isinstance(ask, Ask):
                return
            wanted = self.plan.actions[ATTACKER if ask.actor == self.q.powers[ATTACKER] else DEFENDER]
            taken = next(((c, args) for c in ask.actions if c.entry.name in wanted for args in c.options()), None)
            if taken is None:
                return
            machine = Machine(self.rules, world, [(block.procedure, block.label, values)])
            machine.answer(ask, (taken[0].entry.name, *taken[1]))
            if len(machine.stack) > 1:
                raise Unfit("an action that asks is taken during the round")
            if taken[0].entry.closes:
                return
        raise Unfit("actions are taken without end")

    def _block(self, step: StepEntry) -> tuple[Block, tuple[Any, ...]]:
        """The place in the procedure at which a step's offer is made; places are listed from the last to the first."""
        given = dict(zip(self.rules.program.procedures[self.e.name], self.q.args, strict=True))
        found = []
        for block in self.rules.blocks.get(self.e.name, {}).values():
            if block.question == "offer" and set(block.live) <= set(given):
                values = tuple(given[n] for n in block.live)
                if tuple(name for name, *_ in block.function(self.base.fork(), values)[1]) == step.actions:
                    found.append((block, values))
        alike = [s.name for s in self.e.steps if s.kind == "offer" and s.actions == step.actions]
        if len(found) != len(alike):
            raise Unfit(f"the place of the step `{step.name}` is not found")
        return found[len(alike) - 1 - alike.index(step.name)]

    def _same_for_all(self, stage: Stage, a: int, b: int, after: World) -> None:
        """Whether what is decided for one unit of a kind is decided for all."""
        becomes: dict[tuple[int, int], set[Any]] = {}
        few, many = self.ones(a, b), self.all(a, b)
        done = self._done(stage, many[0].fork())
        for world, armies in ((after, few[1]), (done, many[1])):
            for army in (0, 1):
                for unit, k in armies[army]:
                    becomes.setdefault((army, k), set()).add(world.u.get(unit))
        if any(len(rows) > 1 for rows in becomes.values()):
            raise Unfit("not all alike units take an action")

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
