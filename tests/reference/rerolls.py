"""Dice of a volley one by one: which of them are rolled again."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from tests.reference.volleys import Pools


@dataclass
class Throw:
    """The dice of one throw (`row` of them, the best counts), and what it needs to hit; `pool` says among which it was rolled."""

    faces: tuple[int, ...]
    sides: int
    value: int
    firer: int | None
    row: int
    pool: int

    @property
    def hit(self) -> bool:
        return any(face <= self.value for face in self.faces)

    @property
    def chance(self) -> Fraction:
        miss = Fraction(1)
        for _ in range(self.row):
            miss *= 1 - Fraction(min(self.value, self.sides), self.sides)
        return 1 - miss


def throws_of(dice: tuple[int, ...], pools: Pools) -> list[Throw]:
    """The dice of a roll as throws."""
    found, rest = [], list(dice)
    for n, (number, sides, value, firer, *more) in enumerate(pools):
        row = more[0] if more else 1
        for _ in range(number // row):
            found.append(Throw(tuple(rest[:row]), sides, value, firer, row, n))
            rest = rest[row:]
    return found


def chosen(lie: list[Throw], misses: Any, hits: Any) -> list[Throw]:
    """The throws rolled again: missing ones from the best chance down, then hitting ones from the worst chance up."""
    best_first = sorted(lie, key=lambda t: -t.chance)
    worst_first = sorted(lie, key=lambda t: (t.chance, -t.pool))
    return [t for t in best_first if not t.hit][: max(misses, 0)] + [t for t in worst_first if t.hit][: max(hits, 0)]


def pools_of(again: list[Throw]) -> tuple[tuple[int, int, int], ...]:
    """The pools that are rolled: throws of one pool and one kind stand together."""
    return tuple(
        (sum(t.row for t in some), some[0].sides, some[0].value)
        for some in (list(g) for _, g in groupby(again, key=lambda t: (t.pool, t.hit)))
    )
