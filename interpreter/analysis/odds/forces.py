"""What tables are made of: kinds of alike units, numbers of them, volleys read off the rules, the stages of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from interpreter.rules.program import StepEntry

Numbers = tuple[int, ...]
Present = tuple[int, ...]
EXACT_LOOKS = frozenset(("count", "one", "everywhere"))


class Unfit(Exception):
    """The rules of an engagement do something that tables over numbers of units can't say."""


class Kind(NamedTuple):
    """Alike units of one army: their row, what one is worth, whether they are kept to the last."""

    row: tuple[Any, ...]
    worth: Any
    kept: bool


@dataclass(frozen=True, slots=True)
class Helping:
    """An allocation between the kinds that fire: who gives how much to how many, who takes."""

    pool: str
    sign: str
    givers: tuple[tuple[int, int, Any], ...]
    takers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fire:
    """A volley of one army at the other, for certain kinds present: who fires with what value at which class of targets.

    `firers`: (kind, value, dice, class, dice of which the best alone counts); `classes`: the kinds that each class may hit;
    `tiers` by kind that is hit.
    """

    by: int
    firers: tuple[tuple[int, int, int, int, int], ...]
    classes: tuple[tuple[int, ...], ...]
    helping: tuple[Helping, ...]
    tiers: tuple[tuple[int, Any], ...]
    sides: int
    able: tuple[int, ...]
    pool: tuple[int, int] | None = None


class Stage(NamedTuple):
    """Volleys whose losses leave together, then what happens: steps of a round between two moments when units leave."""

    volleys: tuple[StepEntry, ...]
    effects: tuple[StepEntry, ...]


class Force:
    """One army: its kinds, and the numbers of them that have been met, each with an id."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.index: dict[Kind, int] = {}
        self.numbers: list[Numbers] = []
        self.ids: dict[Numbers, int] = {}
        self.present: list[Present] = []
        self.level: list[int] = []
        self.room: list[int] = []
        self.after: list[int | None] = []
        self.rank: list[Any] = []

    def id(self, numbers: Sequence[int]) -> int:
        trimmed = list(numbers)
        while trimmed and not trimmed[-1]:
            trimmed.pop()
        key = tuple(trimmed)
        found = self.ids.get(key)
        if found is None:
            found = self.ids[key] = len(self.numbers)
            self.numbers.append(key)
            self.present.append(tuple(k for k, n in enumerate(key) if n))
            self.level.append(sum(n * max(self.room[k], 0) for k, n in enumerate(key)))
        return found
