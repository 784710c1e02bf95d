"""How many hits dice score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb, lcm
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Chances: TypeAlias = "npt.NDArray[np.float64]"
SURE: Chances = np.ones(1)


@lru_cache(maxsize=4096)
def binomial(dice: int, value: int, sides: int) -> Chances:
    """The chances of 0 to `dice` hits; a die of so many sides hits with `value` or less."""
    p = min(value, sides) / sides
    result = np.array([comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1)])
    result.setflags(write=False)
    return result


def low_luck(pools: Iterable[tuple[int, int, int]]) -> Chances:
    """The hits of pools (dice, value, sides) when only the part that makes no whole hit is rolled for, with one die."""
    pools = list(pools)
    sides = lcm(*(s for _, _, s in pools)) if pools else 1
    sure, rest = divmod(sum(dice * min(value, s) * (sides // s) for dice, value, s in pools), sides)
    result = np.zeros(sure + 1 + (rest > 0))
    result[sure] = 1 - rest / sides
    if rest:
        result[sure + 1] = rest / sides
    return result


def hits(pools: Sequence[tuple[int, int, int]], low: bool = False) -> Chances:
    """The chances of 0, 1, … hits of pools (dice, value, sides) together."""
    if low:
        return low_luck(pools)
    result = SURE
    for dice, value, sides in pools:
        result = np.convolve(result, binomial(dice, value, sides))
    return result
