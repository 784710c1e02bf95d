"""The chances from every position onwards, each found once: what an attacker who may leave compares with his limit."""

from __future__ import annotations

import sys

import numpy as np

from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.graph import Floats, Graph, Ids
from interpreter.analysis.odds.tables import Tables

MOST_LOOKED, MOST_DEEP = 200_000, 30_000
NEGLIGIBLE = 1e-15


class Prospects:
    """The chance of holding the prize (or of winning, where there is none) if the fight goes on to its end, by position."""

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self.graph = Graph(tables, MOST_LOOKED)
        self.stages = len(tables.stages)
        self.known: dict[tuple[int, int, int], float] = {}
        self.values = np.full((64, 64), np.nan)

    def chance(self, a: int, b: int) -> float:
        """The chance from the beginning of a round; long fights lie deep."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, MOST_DEEP))
        try:
            return self.at(0, a, b)
        finally:
            sys.setrecursionlimit(before)

    def at(self, stage: int, a: int, b: int) -> float:
        """The chance from the beginning of a stage; that of a round is 0."""
        if stage == 0:
            place = self.t.settled(self.stages - 1, a, b)
            if place != (a, b):
                return self.at(0, *place)
        if (stage, a, b) not in self.known:
            self._solve(a, b)
        return self.known[stage, a, b]

    def _solve(self, a: int, b: int) -> None:
        """All stages of a position: what changes leads on, what changes nothing goes round."""
        parts = [self._part(s, a, b) for s in range(self.stages)]
        if self.t.settled(self.stages - 1, a, b) != (a, b):
            value = self.at(0, a, b)
        elif self.t.over(a, b):
            end = self.t.end(a, b)
            if end is None:
                raise Unfit("an end that is none")
            value = float(end.verdict == "wins" if end.takes is None else end.takes)
        else:
            found, around = 0.0, 1.0
            for onward, same in parts:
                found, around = found + around * onward, around * same
            if around >= 1:
                raise Unfit("a round that changes nothing")
            value = found / (1 - around)
        self.known[0, a, b] = value
        for s in range(self.stages - 1, 0, -1):
            onward, same = parts[s]
            value = onward + same * value
            self.known[s, a, b] = value

    def _part(self, s: int, a: int, b: int) -> tuple[float, float]:
        """What a stage is worth where it changes something, and the chance that it does not."""
        (ids_a, some), (ids_b, other), same, _ = self.graph.stage(s, a, b)
        chances = np.outer(some, other)
        if same:
            chances[ids_a == a, ids_b == b] = 0
        if s + 1 == self.stages:
            return self._last(ids_a, ids_b, chances), same
        worth = 0.0
        for i, j in np.argwhere(chances > NEGLIGIBLE).tolist():
            worth += chances[i, j] * self.at(s + 1, *self.t.settled(s, int(ids_a[i]), int(ids_b[j])))
        return float(worth), same

    def _last(self, ids_a: Ids, ids_b: Ids, chances: Floats) -> float:
        """The same for the last stage, from which the next round begins: from the whole table of values."""
        need = max(len(f.numbers) for f in self.t.forces)
        if need > len(self.values):
            values = np.full((2 * need, 2 * need), np.nan)
            values[: len(self.values), : len(self.values)] = self.values
            self.values = values
        block = self.values[np.ix_(ids_a, ids_b)]
        missing = np.isnan(block) & (chances > NEGLIGIBLE)
        for i, j in np.argwhere(missing).tolist():
            found = self.at(0, int(ids_a[i]), int(ids_b[j]))
            block[i, j] = found
            if max(ids_a[i], ids_b[j]) < len(self.values):
                self.values[ids_a[i], ids_b[j]] = found
        return float((np.where(np.isnan(block), 0.0, block) * chances).sum())
