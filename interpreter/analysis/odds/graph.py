"""The general position graph: every pair of numbers that the battle can come to, solved from the fullest down.

A stage changes the armies independently of each other, so that the next positions are an outer product; a round in
which nobody is hit leads back to its start and is divided out.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.tables import Tables

NEGLIGIBLE = 1e-17
MOST_WORK = 200_000  # losses that are worked out, some tens of microseconds each
Ids = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]
Start = tuple[int, int, int, float]  # stage, numbers of both armies, chance
Ends = dict[tuple[int, int, bool], float]  # numbers of both armies, whether the attacker has left; chances
Step = tuple[tuple[Ids, Floats], tuple[Ids, Floats], float, tuple[int, int]]


class TooMany(Exception):
    """More positions than may be solved."""


class Graph:
    """The graph of one question; `run` gives its ends. Positions that are less likely than `least` are left out."""

    def __init__(self, tables: Tables, most: int, least: float = 0.0) -> None:
        self.t, self.most, self.least = tables, most, least
        self.stages = len(tables.stages)
        self.size = 64
        self.flow = np.zeros((self.stages, self.size, self.size))
        self.states = 0
        self.late = False
        self.work = len(tables.struck_memo) + MOST_WORK

    def run(self, starts: Iterable[Start]) -> Tally:
        """All ends from positions at the beginning of a stage."""
        t = self.t
        tally = Tally()
        ends: Ends = {}
        starts = list(starts)
        limit = t.plan.retreat.rounds
        if limit is not None:
            self._limited(starts, limit, limit, tally, ends)
            self.late = True
        else:
            if (t.plan.retreat.ever and t.offer is None) or any(t.marked(a, b) for _, a, b, _ in starts):
                self._limited(starts, 1, None, tally, ends)
            else:
                for stage, a, b, chance in starts:
                    tally.rounds += chance if stage else 0.0
                    self._put(stage, a, b, chance)
        self._sweep(tally, ends)
        for (a, b, leave), chance in ends.items():
            end = t.end(a, b, leave)
            if end is None:
                raise Unfit("an end that is none")
            tally.add(end, chance)
        return tally

    # --- flow --------------------------------------------------------------------------------------------------

    def _put(self, stage: int, a: int, b: int, chance: float) -> None:
        self._room()
        self.flow[stage, a, b] += chance

    def _room(self) -> None:
        need = max(len(f.numbers) for f in self.t.forces)
        if need > self.size:
            size = max(need, 2 * self.size)
            if size > 6000:
                raise TooMany
            flow = np.zeros((self.stages, size, size))
            flow[:, : self.size, : self.size] = self.flow
            self.flow, self.size = flow, size

    def _levels(self) -> npt.NDArray[np.int64]:
        out = np.full((2, self.size), -1, dtype=np.int64)
        for i, force in enumerate(self.t.forces):
            out[i, : len(force.level)] = force.level
        return out

    def _sweep(self, tally: Tally, ends: Ends) -> None:
        """Takes all positions from the highest level down; mass that comes back to a level is taken again."""
        self._room()
        levels = self._levels()
        highest = int(levels[0].max() + levels[1].max())
        while highest >= 0:
            self._room()
            levels = self._levels()
            mass = self.flow.any(axis=0)
            found = np.argwhere(mass & (levels[0][:, None] + levels[1][None, :] == highest))
            if not len(found):
                highest -= 1
                continue
            for a, b in found.tolist():
                self._solve(a, b, tally, ends)

    def _solve(self, a: int, b: int, tally: Tally, ends: Ends) -> None:
        t = self.t
        inflow = self.flow[:, a, b].copy()
        self.flow[:, a, b] = 0
        if inflow.sum() < self.least:
            return
        place = t.settled(self.stages - 1, a, b)
        may = t.plan.retreat.ever and (t.offer is not None or place == (a, b)) and t.leaves(a, b, self.late)
        leave = may and t.offer is None
        if place != (a, b) or leave or t.over(a, b):
            back = inflow[0] + self._through(inflow, a, b, may, ends)
            if place != (a, b):
                self._put(0, *place, back)
            elif back:
                ends[a, b, leave] = ends.get((a, b, leave), 0.0) + back
            return
        self.states += 1
        if self.states > self.most:
            raise TooMany
        steps = [self.stage(s, a, b) for s in range(self.stages)]
        again = [step[2] for step in steps]
        gone = 0.0
        if may and t.offer is not None:  # what changes nothing up to here leaves
            gone, again[t.offer] = again[t.offer], 0.0
        around = float(np.prod(again))
        if around >= 1:
            raise Unfit("a round that changes nothing")
        visits = [(inflow[0] + self._rest(inflow, again)) / (1 - around)]
        for s in range(1, self.stages):
            visits.append(inflow[s] + visits[-1] * again[s - 1])
        tally.rounds += visits[0]
        if gone and t.offer is not None:
            ends[a, b, True] = ends.get((a, b, True), 0.0) + visits[t.offer] * gone
        for s, weight in enumerate(visits):
            if weight > NEGLIGIBLE:
                self._spread(s, steps[s], weight, ends)

    def _through(self, inflow: Floats, a: int, b: int, may: bool, ends: Ends) -> float:
        """Mass in the middle of a last round goes on to its end; what comes back unchanged."""
        carry = 0.0
        for s in range(1, self.stages):
            weight = carry + inflow[s]
            if weight > NEGLIGIBLE:
                step = self.stage(s, a, b)
                self._spread(s, step, weight, ends)
                carry = weight * step[2]
                if carry and may and s == self.t.offer:
                    ends[a, b, True] = ends.get((a, b, True), 0.0) + carry
                    carry = 0.0
            else:
                carry = 0.0
        return carry

    @staticmethod
    def _rest(inflow: Floats, again: list[float]) -> float:
        """What comes to the first stage from mass that enters at later ones and changes nothing."""
        carry = 0.0
        for s in range(1, len(again)):
            carry = (carry + inflow[s]) * again[s]
        return carry

    def stage(self, s: int, a: int, b: int) -> Step:
        """What a stage makes of both armies: ids with chances, and the chance that it changes nothing."""
        after = []
        for army, own in ((0, a), (1, b)):
            ids, chances = np.array([own]), np.ones(1)
            for step in self.t.stages[s].volleys:
                fire = self.t.fire(step, a, b)
                if fire is not None and self.t.fire_list[fire].by != army:
                    ids, chances = self._hit(fire, b if army == 0 else a, ids, chances)
            after.append((ids, chances))
        same = 1.0
        for (ids, chances), own in zip(after, (a, b), strict=True):
            same *= float(chances[ids == own].sum())
        if self.t.settled(s, a, b) != (a, b):
            same = 0.0
        return after[0], after[1], same, (a, b)

    def _hit(self, fire: int, firing: int, ids: Ids, chances: Floats) -> tuple[Ids, Floats]:
        """The target's numbers after a volley."""
        by_class = self.t.hits(fire, firing)
        joint = by_class[0]
        for one in by_class[1:]:
            joint = np.multiply.outer(joint, one)
        found, weights = [], []
        for own, chance in zip(ids.tolist(), chances.tolist(), strict=True):
            places = self._places(fire, own, joint.shape)
            some = np.bincount(places[1], joint.ravel())
            found.append(places[0])
            weights.append(some * chance)
        if len(found) == 1:
            return found[0], weights[0]
        everywhere, inverse = np.unique(np.concatenate(found), return_inverse=True)
        return everywhere, np.bincount(inverse, np.concatenate(weights))  # type: ignore[return-value]

    def _places(self, fire: int, own: int, shape: tuple[int, ...]) -> tuple[Ids, ...]:
        key = (fire, own, shape)
        if key not in self.t.places:
            struck = []
            for hits in np.ndindex(*shape):
                struck.append(self.t.struck(fire, own, hits))
                if len(self.t.struck_memo) > self.work:
                    raise TooMany
            self.t.places[key] = np.unique(np.array(struck), return_inverse=True)
        return self.t.places[key]

    def _spread(self, s: int, step: Step, weight: float, ends: Ends) -> None:
        """The outcomes of a stage flow into the next one; those that change nothing are accounted for already."""
        (ids_a, some), (ids_b, other), same, (a, b) = step
        self._room()
        onward = (s + 1) % self.stages
        block = np.outer(some, other * weight)
        if same:
            block[np.nonzero(ids_a == a)[0][0], np.nonzero(ids_b == b)[0][0]] = 0
        if onward == 0:
            self.flow[0][np.ix_(ids_a, ids_b)] += block
            return
        for i, x in enumerate(ids_a.tolist()):
            for j, y in enumerate(ids_b.tolist()):
                if block[i, j] > NEGLIGIBLE:
                    after = self.t.settled(s, x, y)
                    if s == self.t.offer and self.t.leaves(*after, self.late):
                        ends[*after, True] = ends.get((*after, True), 0.0) + block[i, j]
                    else:
                        self._put(onward, *after, block[i, j])

    # --- limited rounds ----------------------------------------------------------------------------------------

    def _limited(self, starts: list[Start], rounds: int, limit: int | None, tally: Tally, ends: Ends) -> None:
        """Round by round, so many of them; the rest is in the flow. With a `limit` the attacker leaves after so many."""
        t = self.t
        now = starts
        first = {(s, a, b) for s, a, b, _ in starts if s}
        for number in range(rounds):
            last = self.stages
            flow: dict[tuple[int, int, int], float] = {}
            for stage, a, b, chance in now:
                flow[stage, a, b] = flow.get((stage, a, b), 0.0) + chance
            after: dict[tuple[int, int], float] = {}
            for s in range(last):
                for (stage, a, b), chance in list(flow.items()):
                    if stage != s:
                        continue
                    if s == 0:
                        leave = number > 0 and t.offer is None and t.leaves(a, b)
                        if leave or t.over(a, b):
                            ends[a, b, leave] = ends.get((a, b, leave), 0.0) + chance
                            continue
                    if s == 0 or (number == 0 and (s, a, b) in first):
                        tally.rounds += chance
                    self.states += 1
                    if self.states > self.most:
                        raise TooMany
                    (ids_a, some), (ids_b, other), _, _ = self.stage(s, a, b)
                    for i, x in enumerate(ids_a.tolist()):
                        for j, y in enumerate(ids_b.tolist()):
                            weight = chance * some[i] * other[j]
                            if weight > NEGLIGIBLE:
                                place = t.settled(s, x, y)
                                if s == t.offer and t.leaves(*place, number + 1 == limit):
                                    ends[*place, True] = ends.get((*place, True), 0.0) + weight
                                elif s + 1 < last:
                                    flow[s + 1, *place] = flow.get((s + 1, *place), 0.0) + weight
                                else:
                                    after[place] = after.get(place, 0.0) + weight
            now = [(0, a, b, chance) for (a, b), chance in after.items()]
        for _, a, b, chance in now:
            self._put(0, a, b, chance)
