"""Ladders: battles of one stage in which every hit of a side may fall on the same units.

The numbers of each army form a ladder (or several, where something happened before the first round): the next rung is
one hit further down. Where the dice of an army depend on that army alone, all positions with the same attackers are
one row, and what flows from it to later rows is one product of matrices.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from interpreter.analysis.odds.forces import EXACT_LOOKS, Unfit
from interpreter.analysis.odds.graph import Floats, Start, TooMany
from interpreter.analysis.odds.lanes import Lanes
from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.rows import BATCH, by_rows
from interpreter.analysis.odds.rungs import Rungs
from interpreter.analysis.odds.tables import Tables

NEGLIGIBLE = 1e-18


class NoLadder(Unfit):
    """Hits of one side may fall on different units, or dice depend on the other side."""


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
        return (x.firers, x.helping, x.sides) == (y.firers, y.helping, y.sides)

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
        shapes, rows = [], []
        for rungs, force in ((self.a, self.t.forces[0]), (self.b, self.t.forces[1])):
            places: dict[tuple[int, ...], int] = {}
            rows.append([places.setdefault(force.present[i], len(places)) for i in rungs.ids])
            shapes.append(list(places))
        table = np.array([[(x, y) in self.ends for y in shapes[1]] for x in shapes[0]])
        return table[np.ix_(*rows)]

    def run(self) -> Tally:
        """All ends."""
        self.states = len(self.a) * len(self.b)
        if self.states > self.most:
            raise TooMany
        tally = Tally()
        flow, tally.rounds = Lanes(self).run() if len(self.b) > BATCH and Lanes.fit(self) else by_rows(self)
        for i, j in np.argwhere(flow > 1e-16).tolist():
            end = self.t.end(self.a.ids[i], self.b.ids[j])
            if end is None:
                raise Unfit("an end that is none")
            tally.add(end, float(flow[i, j]))
        return tally
