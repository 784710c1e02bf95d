"""An engagement as tables over numbers of alike units: what fires, what may be hit, what a step does, how it ends.

Every entry is computed by the machine's own functions on a world with these units. Where the rules look only at which
kinds are there (`rules.looks` tells), one world with one unit of each kind answers for all numbers of them; else a
world with exactly these units is asked. What the tables can't say raises `Unfit`, and a slower solver takes over.
Each of `imagined`, `firing`, `losing` and `settling` adds a chapter; the ends stand here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.analysis.odds.forces import EXACT_LOOKS, Unfit
from interpreter.analysis.odds.outcome import End
from interpreter.analysis.odds.plan import Plan, Retreat
from interpreter.analysis.odds.question import ATTACKER, DEFENDER, Question
from interpreter.analysis.odds.settling import Settling
from interpreter.machine.game import Machine
from interpreter.machine.questions import CHANCE
from interpreter.state.world import World

if TYPE_CHECKING:
    from interpreter.analysis.odds.prospects import Prospects


class Tables(Settling):
    """The tables of one engagement in one place between two powers under one plan; kept for further questions of that sort."""

    def __init__(self, question: Question, plan: Plan) -> None:
        super().__init__(question, plan)
        self.ending = self._ending()
        self.onward: Prospects | None = None

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
        left = False
        while machine.pending is not None:
            ask = machine.pending
            if ask.actor == CHANCE:
                if left:
                    raise Unfit("the fight goes on after some have left it")
                return None
            if ask.kind == "act":
                answer = self._leaving(ask) if leave else None
                left = left or answer is not None
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
        from interpreter.analysis.odds.prospects import Prospects

        if self.onward is None:
            other = Tables(self.q, replace(self.plan, retreat=Retreat()))
            other.base = self.base
            self.onward = Prospects(other)
        other = self.onward.t
        other.ask(self.q, other.plan)
        places = []
        for army, i in ((0, a), (1, b)):
            numbers = {other.kind(army, self.forces[army].kinds[k]): n for k, n in enumerate(self.forces[army].numbers[i]) if n}
            places.append(other.forces[army].id([numbers.get(k, 0) for k in range(len(other.forces[army].kinds))]))
        return self.onward.chance(places[0], places[1])

    def _bare(self, a: int) -> bool:
        key = ("bare", self.forces[0].present[a])
        if key not in self.known:
            world, armies = self.ones(a, self.forces[1].id(()))
            self.known[key] = "keeps" in self.q.entry.has and not any(self.q.value("keeps", world, u) for u, _ in armies[0])
        return self.known[key]  # type: ignore[no-any-return]
