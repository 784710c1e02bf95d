"""Ladders solved row by row: all positions with the same attackers are one row of a matrix, and what flows on is a product.

It serves ladders of any form; where the defenders' is small, the rows' matrices are all inverted at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from interpreter.analysis.odds.graph import Floats, Ids

if TYPE_CHECKING:
    from interpreter.analysis.odds.ladder import Ladder

NEGLIGIBLE = 1e-18
BATCH, MOST_CELLS = 32, 4_000_000


class Rows:
    """For each rung of the attackers: how the defenders fall in a round, and how often each position is visited."""

    def __init__(self, dice: Floats, offset: Ids, closed: np.typing.NDArray[np.bool_], miss: Floats) -> None:
        self.dice, self.offset, self.closed, self.miss = dice, offset, closed, miss
        self.n = len(offset)
        self.batch = self._batch() if self.n <= BATCH and len(dice) * self.n**2 < MOST_CELLS else None

    def _batch(self) -> tuple[Floats, Floats]:
        na, n = len(self.dice), self.n
        places = (np.arange(na) * n * n)[:, None, None] + self.offset
        steps = np.bincount(places.ravel(), np.broadcast_to(self.dice[:, None, :], places.shape).ravel(), na * n * n).reshape(na, n, n)
        steps[self.closed] = 0
        inverse = np.linalg.inv(np.eye(n) - self.miss[:, None] * steps)
        return steps, inverse  # type: ignore[return-value]

    def __call__(self, i: int, row: Floats) -> tuple[Floats, Floats]:
        """The step that a round is, and the visits of each position."""
        entering = np.where(self.closed[i] | (row < NEGLIGIBLE), 0.0, row)
        if self.batch is not None:
            step = self.batch[0][i]
            visits = entering @ self.batch[1][i]
        else:
            spread = np.broadcast_to(self.dice[i], self.offset.shape).ravel()
            step = np.bincount(self.offset.ravel(), spread, self.n**2).reshape(self.n, self.n)
            step[self.closed[i]] = 0
            visits = np.linalg.solve((np.eye(self.n) - self.miss[:, None] * step).T, entering)
        visits[self.closed[i]] = 0
        visits[visits < NEGLIGIBLE] = 0
        return step, visits


def by_rows(ladder: Ladder) -> tuple[Floats, float]:
    """The chances of all positions at the end, and the rounds fought on average."""
    na, nb = len(ladder.a), len(ladder.b)
    flow = np.zeros((na, nb))
    for _, a, b, chance in ladder.starts:
        flow[ladder.a.place[a], ladder.b.place[b]] += chance
    dice_a, dice_b = ladder.dice(0), ladder.dice(1)
    down_a, down_b = ladder.a.down(dice_b.shape[1] - 1), ladder.b.down(dice_a.shape[1] - 1)
    closed, straight = ladder.closed, ladder.a.straight
    rows = Rows(dice_a, (np.arange(nb) * nb)[:, None] + down_b, closed, dice_b[:, 0])
    hits = np.ascontiguousarray(dice_b.T[1:])
    depth = (down_a[:, 1:] != down_a[:, :-1]).sum(axis=1)
    rounds = 0.0
    for i in range(na):
        if not (np.where(closed[i], 0.0, flow[i]) > NEGLIGIBLE).any():
            continue
        step, visits = rows(i, flow[i])
        rounds += float(visits.sum())
        flow[i] = np.where(closed[i], flow[i] + (visits * rows.miss) @ step, 0.0)
        out = (hits * visits) @ step
        below = min(int(depth[i]), len(out))
        if not below:
            flow[i] += out.sum(axis=0)
            continue
        flow[slice(i + 1, i + 1 + below) if straight else down_a[i, 1 : 1 + below]] += out[:below]
        if len(out) > below:
            flow[down_a[i, below]] += out[below:].sum(axis=0)
    return flow, rounds
