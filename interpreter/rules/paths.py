"""Movement: a cheapest-path search over the board, its steps, costs and bars given by the rules.

Paths over different marked spaces are different moves; among equal ones the first in the board's order is taken.
Searches are remembered in the world until it is written; alike units share them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from interpreter.rules.ruleset import Ruleset

Path: TypeAlias = "tuple[str, ...]"
Used: TypeAlias = "tuple[int, ...]"
MOST_PATHS = 4_000


def _alike(world: World, unit: int) -> tuple[Any, Any]:
    """What tells a unit from others that may go elsewhere: its row, and those of what is aboard."""
    return world.u[unit], tuple(world.u[x] for x in world.aboard.get(unit, ()))


class World(Protocol):
    """What the search reads of a world (see `state.world`)."""

    u: dict[int, tuple[Any, ...]]
    aboard: dict[int | None, tuple[int, ...]]
    memo: dict[tuple[Any, ...], Any]
    work: int


class Paths:
    """The movement search of one ruleset."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.neighbours = rules.board.neighbours
        f = rules.names
        self.step, self.halt = f["h_step"], f["h_pass"]
        self.movements = [
            (name, f[f"m_{name}_of"], f[f"m_{name}_allowance"], f.get(f"m_{name}_cost"), f.get(f"m_{name}_mark"), tuple(self._limits(name)))
            for name in rules.program.movements
        ]

    def _limits(self, name: str) -> Iterator[tuple[Any, Any]]:
        """Of each limit of a movement: whether a step counts, and how many may."""
        f = self.rules.names
        for number in itertools.count():
            if f"m_{name}_counts_{number}" not in f:
                return
            yield f[f"m_{name}_counts_{number}"], f[f"m_{name}_most_{number}"]

    def movement(self, world: World, unit: int) -> tuple[Any, ...] | None:
        for entry in self.movements:
            if entry[1](world, unit):
                return entry
        return None

    def allowance(self, world: World, unit: int) -> Any:
        """What a unit may still spend; 0 where no movement is its own."""
        movement = self.movement(world, unit)
        return 0 if movement is None else movement[2](world, unit)

    def moves(self, world: World, unit: int) -> tuple[Path, ...]:
        """The paths that a unit may take, its own space first in each; one per destination and set of marked spaces."""
        memo = world.memo
        row = world.u[unit]
        key = ("moves", *_alike(world, unit))
        if key not in memo:
            movement = self.movement(world, unit)
            memo[key] = () if movement is None else tuple(self._search(world, unit, row[2], movement[2](world, unit), movement))
        return memo[key]  # type: ignore[no-any-return]

    def reach(self, world: World, unit: int | None) -> Path:
        """The spaces that a unit can move to; none for no unit, or one that is nowhere."""
        if unit is None or world.u[unit][2] is None:
            return ()
        return tuple(dict.fromkeys(path[-1] for path in self.moves(world, unit)))

    def reach_from(self, world: World, unit: int | None, space: str | None, budget: Any) -> Path:
        """The spaces that a unit could reach from `space` with `budget`, that space first."""
        if unit is None or space is None:
            return ()
        memo = world.memo
        key = ("from", *_alike(world, unit), space, budget)
        if key not in memo:
            movement = self.movement(world, unit)
            found = () if movement is None else self._search(world, unit, space, budget, movement)
            memo[key] = tuple(dict.fromkeys((space, *(path[-1] for path in found))))
        return memo[key]  # type: ignore[no-any-return]

    def _bars(self, world: World, unit: int) -> dict[tuple[str, str], str]:
        """What was found out of the steps of units like this one."""
        return world.memo.setdefault(("bars", *_alike(world, unit)), {})  # type: ignore[no-any-return]

    def _flood(self, world: World, unit: int, start: str, budget: Any) -> list[Path]:
        """The search where each step costs 1 and nothing else tells paths to one space from each other."""
        step, halt, neighbours, bars = self.step, self.halt, self.neighbours, self._bars(world, unit)
        paths: dict[str, Path] = {start: (start,)}
        edge, spent = [start], 0
        while edge and spent + 1 <= budget:
            spent += 1
            reached: list[str] = []
            for space in edge:
                if space != start and halt(world, unit, space):
                    continue
                world.work += 1
                for near in neighbours[space]:
                    if near in paths:
                        continue
                    bar = bars.get((space, near))
                    if bar is None:
                        bar = bars[space, near] = step(world, unit, space, near) or ""
                    if not bar:
                        paths[near] = (*paths[space], near)
                        reached.append(near)
            edge = reached
        return list(paths.values())[1 : MOST_PATHS + 2]

    def cost(self, world: World, unit: int | None, path: Path) -> Any:
        """What a unit spends on a path; the number of its steps where no movement is the unit's own, or none says what a step costs."""
        movement = None if unit is None else self.movement(world, unit)
        if movement is None or movement[3] is None:
            return max(len(path) - 1, 0)
        return sum(movement[3](world, unit, a, b) for a, b in itertools.pairwise(path))

    def _search(self, world: World, unit: int, start: str, budget: Any, movement: tuple[Any, ...]) -> list[Path]:
        _, _, _, cost, mark, limits = movement
        if cost is None and mark is None and not limits:
            return self._flood(world, unit, start, budget)
        step, halt, neighbours = self.step, self.halt, self.neighbours
        most = tuple(each[1](world, unit, start) for each in limits)
        none: Used = (0,) * len(limits)
        bars = self._bars(world, unit)
        plain = cost is None and not limits
        best: dict[tuple[str, frozenset[str], Used], Any] = {(start, frozenset(), none): 0}
        queue: list[tuple[Any, int, str, frozenset[str], Used, Path]] = [(0, 0, start, frozenset(), none, (start,))]
        serial = 0
        met: set[tuple[str, frozenset[str]]] = set()
        found: list[Path] = []
        while queue:
            spent, _, space, marks, used, path = heappop(queue)
            if best[space, marks, used] < spent:
                continue
            if (space != start or marks) and (space, marks) not in met:
                met.add((space, marks))
                found.append(path)
                if len(found) > MOST_PATHS:
                    break
            if (spent >= budget and cost is None) or (len(path) > 1 and halt(world, unit, space)):
                continue
            world.work += 1
            if mark is not None and len(path) > 1 and mark(world, unit, space):
                marks = marks | {space}
            for near in neighbours[space]:
                if near in path:
                    continue
                # What is known to be nearer needs no question to the rules, which are far slower.
                if plain and best.get((near, marks, none), spent + 2) <= spent + 1:
                    continue
                bar = bars.get((space, near))
                if bar is None:
                    bar = bars[space, near] = step(world, unit, space, near) or ""
                if bar:
                    continue
                total = spent + (1 if cost is None else cost(world, unit, space, near))
                if limits:
                    after = tuple(n + bool(each[0](world, unit, space, near)) for n, each in zip(used, limits, strict=True))
                    if any(n > bound for n, bound in zip(after, most, strict=True)):
                        continue
                else:
                    after = none
                if total > budget or best.get((near, marks, after), total + 1) <= total:
                    continue
                best[near, marks, after] = total
                serial += 1
                heappush(queue, (total, serial, near, marks, after, (*path, near)))
        return found

    def allows(self, world: World, unit: int, path: Path) -> bool:
        """Whether a unit may take just this path, also where `moves` has another one to its end; it may lead back to where it began."""
        movement = self.movement(world, unit)
        if movement is None or len(path) < 2 or path[0] != world.u[unit][2] or self.barred(world, unit, path) != ("", ""):
            return False
        steps = list(itertools.pairwise(path))
        within = all(sum(bool(counts(world, unit, a, b)) for a, b in steps) <= most(world, unit, path[0]) for counts, most in movement[5])
        return within and bool(self.cost(world, unit, path) <= movement[2](world, unit))

    def barred(self, world: World, unit: int, path: Path) -> tuple[str, str]:
        """The first bar on a path that was asked for, as (rule, space); empty where no rule bars it."""
        for index, (space, near) in enumerate(itertools.pairwise(path)):
            if index and (rule := self.halt(world, unit, space)):
                return rule, space
            if near not in self.neighbours.get(space, ()):
                return "", near
            if rule := self.step(world, unit, space, near):
                return rule, near
        return "", ""

    def why_not(self, world: World, unit: int, goal: str) -> tuple[str, str]:
        """The first bar on the way of a unit to a space: the rule that bars the last step of the best try, and where.

        Where each step costs 1, a bar counts only if the space were near enough without it.
        Returns (rule, space); both are empty where only the distance is too great.
        """
        movement = self.movement(world, unit)
        if movement is None:
            return "", ""
        start = world.u[unit][2]
        budget = movement[2](world, unit)
        best = ("", "")
        near_goal = 10**6
        for path in ((start,), *self._search(world, unit, start, budget, movement)):
            space = path[-1]
            away = self.rules.board.distance(space, goal)
            bar, where = "", ""
            if movement[3] is None and len(path) - 1 + away > budget:
                continue
            if len(path) > 1 and (rule := self.halt(world, unit, space)):
                bar, where = rule, space
            else:
                for near in self.neighbours[space]:
                    if self.rules.board.distance(near, goal) < away and (rule := self.step(world, unit, space, near)):
                        bar, where = rule, near
                        break
            if bar and away < near_goal:
                best, near_goal = (bar, where), away
        return best
