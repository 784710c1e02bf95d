"""The board graph: a networkx graph when loaded, tuples of neighbours where play is hot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from interpreter.rules.hexes import Hexes
from interpreter.rules.hexes import distance as hex_distance
from interpreter.rules.runtime import border_key

if TYPE_CHECKING:
    import networkx as nx

FAR = 999


class Board:
    """Spaces, borders, and the grid if there is one. `neighbours` lists, for each space, those beside it in the order of the documents."""

    def __init__(
        self,
        spaces: Iterable[str],
        borders: Iterable[tuple[str, str]],
        grid: Mapping[str, tuple[int, int]] | None = None,
        directions: tuple[str, ...] = (),
    ) -> None:
        self.grid = Hexes(grid or {}, directions)
        beside: dict[str | None, list[str]] = {space: [] for space in spaces}
        self.spaces = tuple(s for s in beside if s is not None)
        self.borders: dict[str, None] = {}
        for a, b in borders:
            key = border_key(a, b)
            if key not in self.borders:
                self.borders[key] = None
                beside[a].append(b)
                beside[b].append(a)
        self.neighbours: dict[str | None, tuple[str, ...]] = {space: tuple(near) for space, near in beside.items()}
        self._far: dict[str, dict[str, int]] = {}

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The board as an undirected networkx graph."""
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(self.spaces)
        graph.add_edges_from(tuple(key.split("|")) for key in self.borders)
        return graph

    def distance(self, a: str | None, b: str | None) -> int:
        """The fewest steps from a to b, `FAR` where there is no way; between hexes of the grid the steps of the open grid."""
        if a is None or b is None:
            return FAR
        points = self.grid.at
        if a in points and b in points:
            return hex_distance(points[a], points[b])
        found = self._far.get(a)
        if found is None:
            found = self._far[a] = self._from(a)
        return found.get(b, FAR)

    def _from(self, start: str) -> dict[str, int]:
        far = {start: 0}
        queue = [start]
        for space in queue:
            for near in self.neighbours[space]:
                if near not in far:
                    far[near] = far[space] + 1
                    queue.append(near)
        return far
