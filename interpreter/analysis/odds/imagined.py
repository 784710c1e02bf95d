"""Imagined worlds: armies as numbers of alike units, and boards on which so many of them stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from interpreter.analysis.odds.forces import Force, Kind, Unfit
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import ATTACKER, DEFENDER, Question
from interpreter.analysis.odds.setting import CAUSE
from interpreter.state.world import World


class Imagined:
    """The kinds of both armies, their numbers, and worlds in which they stand."""

    def __init__(self, question: Question, plan: Plan) -> None:
        self.q, self.plan = question, plan
        self.rules, self.e = question.rules, question.engagement
        self.forces = (Force(), Force())
        mine = {u for side in question.units for u in side}
        self.base = question.world.fork()
        self.base.remove([u for u in self.base.u if u in mine], CAUSE)
        self.base.owned = set()
        self.known: dict[Any, Any] = {}

    # --- kinds and worlds --------------------------------------------------------------------------------------

    def kind(self, army: int, kind: Kind) -> int:
        """The id of a kind, new ones with all that their units may become by hits."""
        force = self.forces[army]
        if kind in force.index:
            return force.index[kind]
        if kind.row[3] is not None:
            raise Unfit("units are aboard others")
        world = self.base.fork()
        (unit,) = world.put([kind.row])
        found = force.index[kind] = len(force.kinds)
        force.kinds.append(kind)
        e = self.e
        force.room.append(0 if kind.row[e.doomed] else self.rules.names[f"n_{e.name}_limit"](world, unit) - kind.row[e.counter])
        force.rank.append((kind.kept, self.plan.rank(world, unit, army), found))
        force.after.append(None)
        if force.room[found] > 1:
            row = kind.row
            force.after[found] = self.kind(army, kind._replace(row=(*row[: e.counter], row[e.counter] + 1, *row[e.counter + 1 :])))
        return found

    def world(
        self, numbers: tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]]
    ) -> tuple[World, tuple[list[tuple[int, int]], ...]]:
        """A world with so many units of each (kind, number) of both armies, and the units with their kinds."""
        world = self.base.fork()
        armies = []
        for army in (ATTACKER, DEFENDER):
            kinds = self.forces[army].kinds
            order: list[int] = [k for k, n in numbers[army] for _ in range(n)]
            armies.append(list(zip(world.put(kinds[k].row for k in order), order, strict=True)))
        world.owned = set()
        return world, tuple(armies)

    def ones(self, a: int, b: int) -> tuple[World, tuple[list[tuple[int, int]], ...]]:
        """A world with one unit of each kind that is there."""
        return self.world(([(k, 1) for k in self.forces[0].present[a]], [(k, 1) for k in self.forces[1].present[b]]))

    def all(self, a: int, b: int) -> tuple[World, tuple[list[tuple[int, int]], ...]]:
        """A world with exactly the units that are there."""
        numbers = (self.forces[0].numbers[a], self.forces[1].numbers[b])
        return self.world(tuple([(k, n) for k, n in enumerate(some) if n] for some in numbers))  # type: ignore[arg-type]

    def key(self, name: str | int, a: int, b: int, exact: bool) -> Any:
        return (name, a, b) if exact else (name, self.forces[0].present[a], self.forces[1].present[b])

    def read(self, world: World) -> tuple[int, int]:
        """The armies of a world that a question of this sort has become, as ids of numbers."""
        found = []
        for army in (ATTACKER, DEFENDER):
            kept = dict(self.plan.kept) if army == ATTACKER else {}
            numbers: dict[int, int] = {}
            for unit in self.q_units[army]:
                row = world.u.get(unit)
                if row is None:
                    continue
                numbers.setdefault(self.kind(army, Kind(row, self.q_worth[unit], False)), 0)
                numbers[self.kind(army, Kind(row, self.q_worth[unit], False))] += 1
            for k in sorted(numbers, key=lambda k: self.forces[army].rank[k], reverse=True):
                kind = self.forces[army].kinds[k]
                some = min(kept.get(kind.row[0], 0), numbers[k])
                if some:
                    kept[kind.row[0]] -= some
                    numbers[k] -= some
                    numbers[self.kind(army, kind._replace(kept=True))] = some
            found.append(self.forces[army].id([numbers.get(k, 0) for k in range(len(self.forces[army].kinds))]))
        return found[0], found[1]

    q_units: tuple[tuple[int, ...], ...] = ((), ())
    q_worth: Mapping[int, Any] = MappingProxyType({})
    totals: tuple[tuple[Any, int], ...] = ()

    def ask(self, question: Question, plan: Plan) -> None:
        """The question whose worlds are read from now on."""
        self.q, self.plan = question, plan
        self.q_units, self.q_worth = question.units, question.worth
        self.totals = tuple((sum(question.worth[u] for u in units), len(units)) for units in question.units)
