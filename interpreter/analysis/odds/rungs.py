"""Rungs: an army's numbers in the order in which hits bring it down, where every hit may fall on the next unit in the order."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from interpreter.analysis.odds.forces import Force
from interpreter.analysis.odds.graph import Ids, TooMany
from interpreter.analysis.odds.tables import Tables

MOST_RUNGS = 4000


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

    @property
    def straight(self) -> bool:
        """Whether they are one ladder, each the next of the one before."""
        return bool((self.next[:-1] == np.arange(1, len(self))).all())

    def chain(self, place: int) -> list[int]:
        """The rungs from one down to the last."""
        found = [place]
        while int(self.next[found[-1]]) != found[-1]:
            found.append(int(self.next[found[-1]]))
        return found

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
