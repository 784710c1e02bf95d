"""Ladders: battles of one stage in which every hit of a side may fall on the same units, solved by rows of matrices.

The numbers of each army form a ladder (or several, where something happened before the first round): the next rung is
one hit further down. Where the dice of an army depend on that army alone, all positions with the same attackers are
one row, and what flows from it to later rows is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from interpreter.analysis.odds.forces import EXACT_LOOKS, Force, Unfit
from interpreter.analysis.odds.graph import Start, TooMany
from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.tables import Tables

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]
NEGLIGIBLE = 1e-18
MOST_RUNGS = 4000
BATCH, MOST_CELLS = 32, 4_000_000
FEW = 0.05


class NoLadder(Unfit):
    """Hits of one side may fall on different units, or dice depend on the other side."""


class Rungs:
    """One army's numbers in the order of their levels: where each number of hits leads, and what each fires."""

    def __init__(self, tables: Tables, army: int, starts: Iterable[int], targets: frozenset[int]) -> None:
        following: dict[int, int] = {}
        waiting = sorted(set(starts), key=lambda i: -tables.forces[army].level[i])
        for own in waiting:
            while own not in following:
                if len(following) > MOST_RUNGS:
                    raise TooMany
                following[own] = _next(tables.forces[army], own, targets)
                own = following[own]
        level = tables.forces[army].level
        self.ids = sorted(following, key=lambda i: (-level[i], i))
        self.place = {own: n for n, own in enumerate(self.ids)}
        self.next = np.array([self.place[following[own]] for own in self.ids], dtype=np.intp)
        self.level = [level[i] for i in self.ids]

    def __len__(self) -> int:
        return len(self.ids)

    def down(self, most: int) -> Ids:
        """The rung after 0, 1, … hits, one row for each rung."""
        out = np.empty((len(self), most + 1), dtype=np.intp)
        out[:, 0] = np.arange(len(self))
        for k in range(most):
            out[:, k + 1] = self.next[out[:, k]]
        return out


def _next(force: Force, own: int, targets: frozenset[int]) -> int:
    """The rung that one hit more leads to: the next unit in the order, if any can be hit."""
    standing = [k for k in force.present[own] if k in targets and force.room[k] > 0]
    if not standing:
        return own
    kind = min(standing, key=lambda k: force.rank[k])
    after = list(force.numbers[own]) + [0] * (len(force.kinds) - len(force.numbers[own]))
    after[kind] -= 1
    becomes = force.after[kind]
    if becomes is not None:
        after[becomes] += 1
    return force.id(after)


class _Rows:
    """For each rung of the attackers: how the defenders fall in a round, and how often each position is visited."""

    def __init__(self, dice: Floats, offset: Ids, closed: npt.NDArray[np.bool_], miss: Floats) -> None:
        self.dice, self.offset, self.closed, self.miss = dice, offset, closed, miss[:, 0]
        self.n = len(offset)
        self.flat = offset.ravel()
        self.eye = np.eye(self.n)
        self.straight = (
            bool((offset[:-1, 1] - np.arange(self.n - 1) * self.n == np.arange(1, self.n)).all()) if offset.shape[1] > 1 else False
        )
        self.slope = np.arange(self.n)[None, :] - np.arange(self.n)[:, None] + self.n - 1
        self.batch = self._batch() if self.n <= BATCH and len(dice) * self.n**2 < MOST_CELLS else None

    def _batch(self) -> tuple[Floats, Floats]:
        na, n = len(self.dice), self.n
        places = (np.arange(na) * n * n)[:, None, None] + self.offset
        steps = np.bincount(places.ravel(), np.broadcast_to(self.dice[:, None, :], places.shape).ravel(), na * n * n).reshape(na, n, n)
        steps[self.closed] = 0
        inverse = np.linalg.inv(self.eye - self.miss[:, None] * steps)
        return steps, inverse  # type: ignore[return-value]

    def __call__(self, i: int, row: Floats) -> tuple[int, int, Floats, Floats]:
        """The first and last of the positions that can be come to, the step between them, the visits of each."""
        entering = np.where(self.closed[i] | (row < NEGLIGIBLE), 0.0, row)
        if self.batch is not None:
            visits = entering @ self.batch[1][i]
            visits[self.closed[i]] = 0
            return 0, self.n, self.batch[0][i], visits
        dice = self.dice[i]
        likely = np.flatnonzero(dice > NEGLIGIBLE)
        some = np.flatnonzero(entering > NEGLIGIBLE)
        first, last = int(some[0]), self.n
        if self.straight:
            last = min(self.n, int(some[-1]) + int(likely[-1]) + 1) if self.miss[first] * 1e3 < 1e-9 else self.n
            step = self._slope(dice, first, last)
        else:
            step = np.bincount(  # type: ignore[assignment]
                self.flat, np.broadcast_to(dice, self.offset.shape).ravel(), self.n**2
            ).reshape(self.n, self.n)[first:, first:]
        step[self.closed[i, first:last]] = 0
        within = self.miss[first:last, None] * step
        entering = entering[first:last]
        visits = self._visits(within, entering)
        visits[self.closed[i, first:last]] = 0
        visits[visits < NEGLIGIBLE] = 0
        return first, last, step, visits

    def _visits(self, within: Floats, entering: Floats) -> Floats:
        """How often each position of a row is come to: those that are seldom kept by a series, the rest by elimination."""
        often = np.flatnonzero(within.sum(axis=1) >= FEW)
        n = int(often[0]) if len(often) else len(entering)
        visits = entering.copy()
        if n:
            more, block = entering[:n], within[:n, :n]
            while (more := more @ block).max() > NEGLIGIBLE:
                more[more < NEGLIGIBLE] = 0
                visits[:n] += more
        if n < len(entering):
            rest = entering[n:] + visits[:n] @ within[:n, n:]
            visits[n:] = np.linalg.solve((self.eye[n : len(entering), n : len(entering)] - within[n:, n:]).T, rest)
        return visits

    def _slope(self, dice: Floats, first: int, last: int) -> Floats:
        """The step along one ladder: as many rungs down as hits, and no further than to its end."""
        padded = np.zeros(2 * self.n - 1)
        n = min(len(dice), self.n)
        padded[self.n - 1 : self.n - 1 + n] = dice[:n]
        step = padded[self.slope[first:last, first:last]]
        if last == self.n:
            step[:, -1] = 1 - step[:, :-1].sum(axis=1)
        return step  # type: ignore[no-any-return]


class Ladder:
    """The ladder of one question. Raises NoLadder where it is none."""

    volley: tuple[dict[tuple[int, ...], int | None], ...]
    ends: set[tuple[tuple[int, ...], tuple[int, ...]]]

    def __init__(self, tables: Tables, starts: Iterable[Start], most: int) -> None:
        self.t, self.starts, self.most = tables, list(starts), most
        if len(tables.stages) != 1:
            raise NoLadder("a round of more than one stage")
        self.steps = tables.stages[0].volleys
        if tables.plan.retreat.ever:
            raise NoLadder("a retreat")
        looks = tables.e.looks.union(*(s.looks | tables.rules.program.volleys[s.volley].looks for s in self.steps))
        if looks & EXACT_LOOKS:
            raise NoLadder("dice that depend on how many units there are")
        self.states = 0
        self.fires = self._fires()
        self.a = Rungs(tables, 0, (a for _, a, _, _ in self.starts), self._targets(1))
        self.b = Rungs(tables, 1, (b for _, _, b, _ in self.starts), self._targets(0))
        self._check()

    def _fires(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The volleys of each army at the start."""
        found: tuple[dict[int, None], dict[int, None]] = ({}, {})
        for _, a, b, _ in self.starts:
            if self.t.marked(a, b):
                raise NoLadder("units that have been hit still fire")
            for step in self.steps:
                fire = self.t.fire(step, a, b)
                if fire is not None:
                    found[self.t.fire_list[fire].by][fire] = None
        return tuple(found[0]), tuple(found[1])

    def _targets(self, by: int) -> frozenset[int]:
        """The kinds that an army may hit, with what they become by hits."""
        targets = {k for fire in self.fires[by] for k in self.t.fire_list[fire].able}
        for k in list(targets):
            following = self.t.forces[1 - by].after[k]
            while following is not None:
                targets.add(following)
                following = self.t.forces[1 - by].after[following]
        return frozenset(targets)

    def _check(self) -> None:
        """Every volley that the rungs can come to: one class of targets that covers what stands there, dice by the own army alone."""
        t = self.t
        shapes = [dict.fromkeys(t.forces[i].present[own] for own in rungs.ids) for i, rungs in enumerate((self.a, self.b))]
        key = (*self.fires, tuple(shapes[0]), tuple(shapes[1]))
        if key in t.known:
            self.volley, self.ends = t.known[key]
        else:
            self._look(shapes)
            t.known[key] = (self.volley, self.ends)

    def _look(self, shapes: list[dict[tuple[int, ...], None]]) -> None:
        t = self.t
        example = [{t.forces[i].present[own]: own for own in rungs.ids} for i, rungs in enumerate((self.a, self.b))]
        self.volley = ({}, {})
        self.ends = set()
        for pa in shapes[0]:
            for pb in shapes[1]:
                a, b = example[0][pa], example[1][pb]
                if t.settled(0, a, b) != (a, b):
                    raise NoLadder("something else happens at the end of a round")
                if t.over(a, b):
                    self.ends.add((pa, pb))
                    continue
                by: list[int | None] = [None, None]
                for step in self.steps:
                    fire = t.fire(step, a, b)
                    if fire is None:
                        continue
                    made = t.fire_list[fire]
                    if by[made.by] is not None or len(made.classes) != 1 or made.pool is not None:
                        raise NoLadder("hits of different kinds")
                    if made.classes[0] != made.able or made.tiers:
                        raise NoLadder("hits that not everybody can take")
                    by[made.by] = fire
                for army, shape in ((0, pa), (1, pb)):
                    known = self.volley[army].setdefault(shape, by[army])
                    if not self._same(known, by[army]):
                        raise NoLadder("dice that depend on the other side")

    def _same(self, one: int | None, other: int | None) -> bool:
        """Whether two volleys roll the same dice."""
        if one == other:
            return True
        if one is None or other is None:
            return False
        x, y = self.t.fire_list[one], self.t.fire_list[other]
        return (x.firers, x.helping, x.sides, x.best) == (y.firers, y.helping, y.sides, y.best)

    # --- solving -----------------------------------------------------------------------------------------------

    def dice(self, army: int) -> Floats:
        """The chances of 0, 1, … hits, a row for each rung."""
        rungs = (self.a, self.b)[army]
        force = self.t.forces[army]
        rows = []
        for own in rungs.ids:
            fire = self.volley[army].get(force.present[own])
            rows.append(np.ones(1) if fire is None else self.t.hits(fire, own)[0])
        out = np.zeros((len(rows), max(map(len, rows))))
        for i, row in enumerate(rows):
            out[i, : len(row)] = row
        out[out < NEGLIGIBLE] = 0  # what is next to nothing would be reckoned with slowly, as a denormal number
        return out

    @cached_property
    def closed(self) -> npt.NDArray[np.bool_]:
        """The positions in which the fighting is over."""
        ends, pa = self.ends, [self.t.forces[0].present[i] for i in self.a.ids]
        pb = [self.t.forces[1].present[i] for i in self.b.ids]
        table = {(x, y): (x, y) in ends for x in set(pa) for y in set(pb)}
        return np.array([[table[x, y] for y in pb] for x in pa])

    def run(self) -> Tally:
        tally = Tally()
        na, nb = len(self.a), len(self.b)
        self.states = na * nb
        if self.states > self.most:
            raise TooMany
        flow = np.zeros((na, nb))
        for _, a, b, chance in self.starts:
            flow[self.a.place[a], self.b.place[b]] += chance
        dice_a, dice_b = self.dice(0), self.dice(1)
        down_b = self.b.down(dice_a.shape[1] - 1)
        down_a = self.a.down(dice_b.shape[1] - 1)
        closed = self.closed
        offset = (np.arange(nb) * nb)[:, None] + down_b
        row_of = _Rows(dice_a, offset, closed, dice_b[:, :1])
        hit_b = np.ascontiguousarray(dice_b.T[1:])
        one_ladder = self._one(self.a)
        depth = (down_a[:, 1:] != down_a[:, :-1]).sum(axis=1)
        rounds = 0.0
        for i in range(na):
            row = flow[i]
            if not (np.where(closed[i], 0.0, row) > NEGLIGIBLE).any():
                continue
            first, last, step, visits = row_of(i, row)
            rounds += visits.sum()
            here = (visits * row_of.miss[first:last]) @ step
            shut = closed[i, first:last]
            row[first:last] = np.where(shut, row[first:last] + here, 0.0)
            weights = hit_b[:, first:last] * visits
            if row_of.batch is None:
                weights = (
                    weights[: int(np.flatnonzero(weights.max(axis=1) > NEGLIGIBLE)[-1]) + 1]
                    if weights.max(initial=0.0) > NEGLIGIBLE
                    else weights[:0]
                )
            out = weights @ step
            below = na - 1 - i
            below = min(int(depth[i]), len(out))
            if not below:
                row[first:last] += out.sum(axis=0)
                continue
            onto = slice(i + 1, i + 1 + below) if one_ladder else down_a[i, 1 : 1 + below]
            flow[onto, first:last] += out[:below]
            if len(out) > below:
                flow[down_a[i, below], first:last] += out[below:].sum(axis=0)
        tally.rounds = float(rounds)
        for i, j in np.argwhere(flow > 1e-16).tolist():
            end = self.t.end(self.a.ids[i], self.b.ids[j])
            if end is None:
                raise Unfit("an end that is none")
            tally.add(end, float(flow[i, j]))
        return tally

    def _one(self, rungs: Rungs) -> bool:
        """Whether the rungs are one ladder, each the next of the one before."""
        return bool((rungs.next[:-1] == np.arange(1, len(rungs))).all())
