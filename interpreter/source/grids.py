"""Boards of hexes written as rows: every hex becomes a space, every side between two hexes a border."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.source.diagnostics import Diagnostic, Diagnostics, error, register
from interpreter.source.tree import Node

register("bad-row", "A row of a grid that cannot be laid beside the others.")

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours of a hex in axial coordinates (column, row), counter-clockwise from the right."""


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of a grid: the id of its space and its axial coordinates."""

    space: str
    q: int
    r: int


def hexes(grid: Node) -> tuple[tuple[Hex, ...], Diagnostics]:
    """The hexes of a grid, row by row. A row is `[first number, last number, half hexes that it begins further right]`."""
    found: list[Diagnostic] = []
    result: list[Hex] = []
    rows = grid.value.get("rows") if isinstance(grid.value, dict) else None
    for r, (name, row) in enumerate(rows.value.items() if rows is not None and isinstance(rows.value, dict) else ()):
        numbers = [n.value for n in row.value if type(n.value) is int] if isinstance(row.value, tuple) else []
        if len(numbers) != 3 or not isinstance(row.value, tuple) or len(row.value) != 3:
            found.append(error("bad-row", row.place, f"Row `{name}` is three numbers: its first hex, its last hex, where it begins."))
            continue
        first, last, begin = (n for n in numbers if isinstance(n, int))
        if (begin - r) % 2:
            message = (
                f"Row `{name}` begins at {begin}; rows beside each other are half a hex apart, so it has to be {begin + 1} or {begin - 1}."
            )
            found.append(error("bad-row", row.place, message))
            continue
        if not 0 <= last - first < 200:
            found.append(error("bad-row", row.place, f"Row `{name}` goes from {first} to {last}; a row has 1 to 200 hexes."))
            continue
        result += [Hex(f"{name}{n}", (begin - r) // 2 + n - first, r) for n in range(first, last + 1)]
    return tuple(result), tuple(found)


def expand(sections: Mapping[str, Mapping[str, Node]]) -> tuple[dict[str, dict[str, Node]], Diagnostics]:
    """The sections with the spaces and borders of the grid written out; what `spaces` says of a hex is kept."""
    result = {name: dict(entries) for name, entries in sections.items()}
    found: list[Diagnostic] = []
    for number, (name, grid) in enumerate(sections.get("grids", {}).items()):
        if number:
            found.append(error("bad-row", grid.place, "A board has one grid; this is a second one."))
            break
        board, problems = hexes(grid)
        found += problems
        spaces = sections.get("spaces", {})
        result["spaces"] = {h.space: spaces.get(h.space, Node({}, grid.place)) for h in board} | dict(spaces)
        pairs = Node({a: Node(tuple(near), grid.place) for a, near in _beside(board, grid)}, grid.place)
        result["borders"] = {name: Node({"pairs": pairs}, grid.place)} | result.get("borders", {})
    return result, tuple(found)


def _beside(board: tuple[Hex, ...], grid: Node) -> Iterator[tuple[str, list[Node]]]:
    at = {(h.q, h.r): h.space for h in board}
    for h in board:
        near = [at[key] for dq, dr in ((1, 0), (-1, 1), (0, 1)) if (key := (h.q + dq, h.r + dr)) in at]
        if near:
            yield h.space, [Node(space, grid.place) for space in near]
