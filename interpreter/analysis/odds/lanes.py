"""Long ladders solved side by side: each start of the attackers is a lane, and rows that are equally far from their end go together.

The defenders stand on one ladder, so that a round moves them as many rungs down as there are hits: the step of a row
is a band matrix, and only the part of it that is likely enough is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.lib.stride_tricks import as_strided

from interpreter.analysis.odds.graph import Floats

if TYPE_CHECKING:
    from interpreter.analysis.odds.ladder import Ladder

NEGLIGIBLE = 1e-16
FEW = 0.05


class Lanes:
    """The lanes of one ladder; `run` gives the chances of all positions at the end, and the rounds fought on average."""

    def __init__(self, ladder: Ladder) -> None:
        self.ladder = ladder
        self.starts = list(dict.fromkeys(a for _, a, _, _ in ladder.starts))
        chains = [ladder.a.chain(ladder.a.place[a]) for a in self.starts]
        self.depth = max(map(len, chains))
        # lanes end together, so that hits beyond the last unit fall on the last row of all of them
        self.rungs = np.array([[c[0]] * (self.depth - len(c)) + c for c in chains])
        self.first = [self.depth - len(c) for c in chains]
        self.n = len(ladder.b)
        self.dice = ladder.dice(0)[self.rungs]
        fired = ladder.dice(1)
        self.miss, self.hits = fired[:, 0], np.ascontiguousarray(fired.T[1:])
        self.closed = ladder.closed[self.rungs]
        often = np.flatnonzero(self.miss >= FEW)
        self.often = int(often[0]) if len(often) else self.n

    @staticmethod
    def fit(ladder: Ladder) -> bool:
        """Whether the defenders' ladder is one, and lanes do not repeat too much of each other."""
        starts = {a for _, a, _, _ in ladder.starts}
        return ladder.b.straight and sum(len(ladder.a.chain(ladder.a.place[a])) for a in starts) <= 2 * len(ladder.a)

    def run(self) -> tuple[Floats, float]:
        flow = np.zeros((len(self.starts), self.depth, self.n))
        for _, a, b, chance in self.ladder.starts:
            lane = self.starts.index(a)
            flow[lane, self.first[lane], self.ladder.b.place[b]] += chance
        rounds = 0.0
        for d in range(self.depth):
            rounds += self._row(flow, d)
        whole = np.zeros((len(self.ladder.a), self.n))
        np.add.at(whole, self.rungs.ravel(), flow.reshape(-1, self.n))
        return whole, rounds

    def _row(self, flow: Floats, d: int) -> float:
        """Fights on from the rows so far down; the rounds that are fought in them."""
        shut = self.closed[:, d]
        entering = np.where(shut | (flow[:, d] < NEGLIGIBLE), 0.0, flow[:, d])
        some = np.flatnonzero(entering.any(axis=0))
        if not len(some):
            return 0.0
        first = int(some[0])
        dice = self.dice[:, d]
        likely = np.flatnonzero((dice > NEGLIGIBLE).any(axis=0))
        low, high = int(likely[0]), int(likely[-1]) + 1
        last = min(self.n, int(some[-1]) + 1) if self.miss[int(some[-1])] < NEGLIGIBLE else self.n
        visits = self._visits(entering, dice, shut, first, last)
        # what moves within the row has come to rest in closed positions
        left, right = first + low, min(last + high, self.n)
        left = min(left, self.n - 1)
        step = self._step(dice, slice(first, last), slice(left, right))
        visits = visits[:, first:last]
        weights = self.hits[None, :, first:last] * visits[:, None, :]
        kept = np.flatnonzero(weights.max(axis=(0, 2)) > NEGLIGIBLE)
        weights = weights[:, : int(kept[-1]) + 1 if len(kept) else 0]
        stays = ((visits * self.miss[first:last])[:, None, :] @ step)[:, 0]
        flow[:, d] = np.where(shut, flow[:, d], 0.0)
        flow[:, d, left:right] += np.where(shut[:, left:right], stays, 0.0)
        out = weights @ step
        below = min(self.depth - 1 - d, out.shape[1])
        flow[:, d + 1 : d + 1 + below, left:right] += out[:, :below]
        if out.shape[1] > below:
            flow[:, self.depth - 1, left:right] += out[:, below:].sum(axis=1)
        return float(visits.sum())

    def _step(self, dice: Floats, rows: slice, columns: slice) -> Floats:
        """The chance to come from each of some positions to each of others: as many rungs down as hits, and no further than the end."""
        lanes, n = dice.shape[0], self.n
        wide = columns.stop - rows.start
        padded = np.zeros((lanes, n + max(wide, dice.shape[1]) + 1))
        padded[:, n : n + dice.shape[1]] = dice
        # row r, column c: `dice[c - r]`, read along a diagonal
        start = n + columns.start - rows.start
        a, b = padded.strides
        shape = (lanes, rows.stop - rows.start, columns.stop - columns.start)
        step = np.array(as_strided(padded[:, start:], shape, (a, -b, b)))
        if columns.stop == n:
            tail = padded[:, ::-1].cumsum(axis=1)[:, ::-1]
            step[:, :, -1] = tail[:, n + n - 1 - np.arange(rows.start, rows.stop)]
        return step

    def _visits(self, entering: Floats, dice: Floats, shut: np.typing.NDArray[np.bool_], first: int, last: int) -> Floats:
        """How often each position of the rows is come to: those that are seldom kept by a series, the rest by elimination."""
        visits = entering.copy()
        middle = min(max(self.often, first), last)
        if middle > first:
            part = slice(first, middle)
            within = self._within(dice, shut, part)
            more = entering[:, None, part]
            while (more := more @ within).max() > NEGLIGIBLE:
                more[more < NEGLIGIBLE] = 0
                visits[:, part] += more[:, 0]
        if middle < last:
            part = slice(middle, last)
            onward = self._step(dice, slice(first, middle), part) if middle > first else None
            rest = entering[:, part].copy()
            if onward is not None:
                rest += ((visits[:, first:middle] * self.miss[first:middle])[:, None, :] @ onward)[:, 0]
            rest[shut[:, part]] = 0
            matrix = np.eye(last - middle) - self._within(dice, shut, part)
            visits[:, part] = np.linalg.solve(matrix.transpose(0, 2, 1), rest[:, :, None])[:, :, 0]
        visits[shut] = 0
        visits[visits < NEGLIGIBLE] = 0
        return visits

    def _within(self, dice: Floats, shut: np.typing.NDArray[np.bool_], part: slice) -> Floats:
        """The chance to come from one open position of some to another in a round in which no attacker is hit."""
        step = self.miss[None, part, None] * self._step(dice, part, part)
        return step * (~shut[:, part, None] & ~shut[:, None, part])
