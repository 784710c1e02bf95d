"""Losses as tables: what is left of some numbers when hits have been given out in the order of the plan."""

from __future__ import annotations

from typing import Any

from interpreter.analysis.odds.firing import Firing
from interpreter.analysis.odds.forces import Fire
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import Question
from interpreter.machine.volleys import assignable


class Losing(Firing):
    """Adds the losses."""

    def __init__(self, question: Question, plan: Plan) -> None:
        super().__init__(question, plan)
        self.struck_memo: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self.places: dict[tuple[int, int, tuple[int, ...]], tuple[Any, ...]] = {}

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
