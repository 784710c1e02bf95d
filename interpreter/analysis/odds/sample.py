"""Sampling many battles at once: arrays of battles, each a pair of numbers, with dice drawn from the tables.

On ladders a whole round of all battles is a few array operations; in the general graph battles in equal positions are
drawn together, and what hits do to some numbers is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.graph import Start
from interpreter.analysis.odds.ladder import Ladder
from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.tables import Tables

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]
MOST_ROUNDS = 10_000
BATCH = 1 << 16  # battles that are drawn together: as many as a processor's cache holds


class Alias:
    """Draws from many distributions over 0, 1, … by Walker's alias method: two numbers looked up for each draw."""

    def __init__(self, rows: Floats) -> None:
        self.width = rows.shape[1]
        made = [_alias(tuple(row)) for row in rows.tolist()]
        self.keep = np.array([keep for keep, _ in made]).ravel()
        self.other = np.array([other for _, other in made], dtype=np.intp).ravel()

    def draw(self, rows: Ids, random: np.random.Generator) -> Ids:
        """One number from the distribution of each row."""
        u = random.random(len(rows)) * self.width
        column = u.astype(np.intp)
        u -= column
        column = np.minimum(column, self.width - 1)
        place = rows * self.width + column
        return np.where(u < self.keep[place], column, self.other[place])  # type: ignore[no-any-return]


@lru_cache(maxsize=10_000)
def _alias(row: tuple[float, ...]) -> tuple[list[float], list[int]]:
    n = len(row)
    total = sum(row)
    scaled = [p * n / total for p in row]
    keep, other = [1.0] * n, list(range(n))
    small = [i for i, p in enumerate(scaled) if p < 1]
    large = [i for i, p in enumerate(scaled) if p >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        keep[low], other[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            small.append(large.pop())
    return keep, other


def _begin(starts: list[Start], number: int, random: np.random.Generator) -> npt.NDArray[np.intp]:
    """How many battles begin in each start; the last is for battles that were over before."""
    chances = np.array([c for *_, c in starts])
    rest = max(1 - chances.sum(), 0.0)
    return random.multinomial(number, np.append(chances, rest) / (chances.sum() + rest))


def on_ladder(ladder: Ladder, number: int, seed: int) -> Tally:
    """So many battles of a ladder."""
    random = np.random.default_rng(seed)
    na, nb = len(ladder.a), len(ladder.b)
    dice_a, dice_b = ladder.dice(0), ladder.dice(1)
    down_a, down_b = ladder.a.down(dice_b.shape[1] - 1), ladder.b.down(dice_a.shape[1] - 1)
    closed = ladder.closed.ravel()
    draw_a, draw_b = Alias(dice_a), Alias(dice_b)
    width_a, width_b = down_a.shape[1], down_b.shape[1]
    flat_a, flat_b = down_a.ravel(), down_b.ravel()
    found = np.zeros(na * nb)
    rounds = 0
    counts = _begin(ladder.starts, number, random)
    for (_, a, b, _), count in zip(ladder.starts, counts, strict=False):
        i0, j0 = ladder.a.place[a], ladder.b.place[b]
        for first in range(0, int(count), BATCH):
            some = min(BATCH, int(count) - first)
            i, j = np.full(some, i0), np.full(some, j0)
            while len(i):
                shut = closed[i * nb + j]
                if shut.any():
                    found += np.bincount(i[shut] * nb + j[shut], minlength=na * nb)
                    i, j = i[~shut], j[~shut]
                rounds += len(i)
                hits, losses = draw_a.draw(i, random), draw_b.draw(j, random)
                i, j = flat_a[i * width_a + losses], flat_b[j * width_b + hits]
    tally = Tally()
    tally.rounds = rounds
    for place in np.flatnonzero(found).tolist():
        end = ladder.t.end(ladder.a.ids[place // nb], ladder.b.ids[place % nb])
        if end is None:
            raise Unfit("an end that is none")
        tally.add(end, float(found[place]))
    return tally


class Sampler:
    """Battles of the general graph: for each stage the dice of equal armies, then the losses of equal hits."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.t = tables
        self.random = np.random.default_rng(seed)
        self.verdicts: dict[tuple[int, int, bool], int] = {}

    def run(self, starts: Iterable[Start], number: int) -> Tally:
        tally = Tally()
        starts = list(starts)
        ends: dict[tuple[int, int, bool], int] = {}
        counts = _begin(starts, number, self.random)
        for (stage, a, b, _), count in zip(starts, counts, strict=False):
            if count:
                self._battles(stage, np.full(count, a), np.full(count, b), tally, ends)
        for (a, b, leave), count in ends.items():
            end = self.t.end(a, b, leave)
            if end is None:
                raise Unfit("an end that is none")
            tally.add(end, float(count))
        return tally

    def _battles(self, stage: int, a: Ids, b: Ids, tally: Tally, ends: dict[tuple[int, int, bool], int]) -> None:
        t = self.t
        limit = t.plan.retreat.rounds
        for number in range(MOST_ROUNDS):
            if stage == 0 or number:
                a, b = self._leave(a, b, number, limit, ends)
            if not len(a):
                return
            tally.rounds += len(a)
            for s in range(stage, len(t.stages)):
                a, b = self._stage(s, a, b)
                if s == t.offer and len(a):
                    a, b = self._leave(a, b, number + 1, limit, ends, True)
            stage = 0
        raise Unfit("battles that do not end")

    def _leave(
        self, a: Ids, b: Ids, number: int, limit: int | None, ends: dict[tuple[int, int, bool], int], middle: bool = False
    ) -> tuple[Ids, Ids]:
        """Takes out the battles that are over, or that the attacker leaves."""
        t = self.t
        pairs, inverse, counts = _pairs(a, b)
        stay = np.ones(len(pairs), dtype=bool)
        late = limit is not None and number >= limit
        for n, (x, y) in enumerate(pairs):
            asked = number > 0 and t.plan.retreat.ever and (middle or t.offer is None)
            leave = asked and t.leaves(x, y, late)
            if leave or (not middle and t.over(x, y)):
                stay[n] = False
                ends[x, y, leave] = ends.get((x, y, leave), 0) + int(counts[n])
        kept = stay[inverse]
        return a[kept], b[kept]

    def _stage(self, s: int, a: Ids, b: Ids) -> tuple[Ids, Ids]:
        t = self.t
        after_a, after_b = a, b
        pairs, inverse, _ = _pairs(a, b)
        for step in t.stages[s].volleys:
            fires = np.array([-1 if (f := t.fire(step, x, y)) is None else f for x, y in pairs], dtype=np.intp)[inverse]
            for fire in np.unique(fires).tolist():
                if fire < 0:
                    continue
                who = np.flatnonzero(fires == fire)
                by = t.fire_list[fire].by
                firing = (a, b)[by][who]
                hits = self._hits(fire, firing)
                target = (after_b, after_a)[by]
                target = target.copy()
                target[who] = self._losses(fire, target[who], hits)
                if by == 0:
                    after_b = target
                else:
                    after_a = target
        pairs, inverse, _ = _pairs(after_a, after_b)
        settled = np.array([t.settled(s, x, y) for x, y in pairs], dtype=np.intp).reshape(-1, 2)
        return settled[inverse, 0], settled[inverse, 1]

    def _hits(self, fire: int, firing: Ids) -> Ids:
        """Hits of each class, one row for each battle."""
        armies, inverse, counts = np.unique(firing, return_inverse=True, return_counts=True)
        order = np.argsort(inverse, kind="stable")
        out = np.empty((len(firing), len(self.t.fire_list[fire].classes)), dtype=np.intp)
        start = 0
        for army, count in zip(armies.tolist(), counts.tolist(), strict=True):
            who = order[start : start + count]
            start += count
            for c, chances in enumerate(self.t.hits(fire, army)):
                out[who, c] = np.searchsorted(np.cumsum(chances)[:-1], self.random.random(count), side="right")
        return out

    def _losses(self, fire: int, target: Ids, hits: Ids) -> Ids:
        code = target.astype(np.int64)
        for c in range(hits.shape[1]):
            code = code * 1024 + hits[:, c]
        _, first, inverse = np.unique(code, return_index=True, return_inverse=True)
        struck = [self.t.struck(fire, int(target[n]), tuple(hits[n].tolist())) for n in first.tolist()]
        return np.array(struck, dtype=np.intp)[inverse]


def _pairs(a: Ids, b: Ids) -> tuple[list[tuple[int, int]], Ids, Ids]:
    """The different pairs, which of them each battle is in, how many battles each has."""
    if not len(a):
        return [], np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    width = int(b.max()) + 1
    codes, inverse, counts = np.unique(a * width + b, return_inverse=True, return_counts=True)
    return [divmod(code, width) for code in codes.tolist()], inverse, counts
