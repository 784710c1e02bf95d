"""Boards of hexes written as rows: every hex becomes a space, every side between two hexes a border."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place, error
from interpreter.source.tree import Node, texts

MOST_HEXES = 200
NAME = re.compile(r"[a-z][a-z0-9_]*")

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
    result: dict[str, Hex] = {}
    rows = grid.value.get("rows") if isinstance(grid.value, dict) else None
    for r, (name, row) in enumerate(rows.value.items() if rows is not None and isinstance(rows.value, dict) else ()):
        assert rows is not None
        made, problem = _row(r, name, row, rows.key_place(name))
        found += [problem] if problem is not None else []
        twice = next((h.space for h in made if h.space in result), None)
        if twice is not None:
            found.append(error("bad-row", row.place, f"Row `{name}` has a hex `{twice}`, and so has a row above."))
        result |= {h.space: h for h in made}
    return tuple(result.values()), tuple(found)


def _row(r: int, name: str, row: Node, place: Place) -> tuple[tuple[Hex, ...], Diagnostic | None]:
    """The hexes of one row, the r-th from the top; none, and what is wrong, where it cannot be laid."""
    numbers = [n.value for n in row.value if type(n.value) is int] if isinstance(row.value, tuple) else []
    if not NAME.fullmatch(name):
        return (), error("bad-row", place, f"`{name}` begins no names: names are small letters, digits and underscores.")
    if len(numbers) != 3 or not isinstance(row.value, tuple) or len(row.value) != 3:
        return (), error("bad-row", row.place, f"Row `{name}` is three numbers: its first hex, its last hex, where it begins.")
    first, last, begin = (n for n in numbers if isinstance(n, int))
    if (begin - r) % 2:
        message = (
            f"Row `{name}` begins at {begin}; rows beside each other are half a hex apart, so it has to be {begin + 1} or {begin - 1}."
        )
        return (), error("bad-row", row.value[2].place, message)
    if first < 0:
        return (), error("bad-row", row.value[0].place, f"Row `{name}` begins with {first}; no hex has a number below 0.")
    if not 0 <= last - first < MOST_HEXES:
        return (), error("bad-row", row.value[1].place, f"Row `{name}` goes from {first} to {last}; a row has 1 to {MOST_HEXES} hexes.")
    return tuple(Hex(f"{name}{n}", (begin - r) // 2 + n - first, r) for n in range(first, last + 1)), None


def expand(sections: Mapping[str, Mapping[str, Node]]) -> tuple[dict[str, dict[str, Node]], Diagnostics]:
    """The sections with the spaces and borders of the grid written out.

    What `spaces` says of a hex is kept; a border that a group of `borders` lists is of that group and not of the grid's.
    """
    result = {name: dict(entries) for name, entries in sections.items()}
    found: list[Diagnostic] = []
    for number, (name, grid) in enumerate(sections.get("grids", {}).items()):
        if number:
            found.append(error("bad-grid", grid.place, "A board has one grid; this is a second one."))
            break
        board, problems = hexes(grid)
        found += problems
        spaces, groups = sections.get("spaces", {}), result.get("borders", {})
        if name in groups:
            found.append(error("bad-grid", groups[name].place, f"`{name}` is the grid, whose borders are a group of that name."))
        result["spaces"] = {h.space: spaces.get(h.space, Node({}, grid.place)) for h in board} | dict(spaces)
        pairs = Node({a: Node(near, grid.place) for a, near in _beside(board, grid, _listed(groups))}, grid.place)
        result["borders"] = {name: Node({"pairs": pairs}, grid.place)} | groups
    return result, tuple(found)


def _listed(groups: Mapping[str, Node]) -> frozenset[frozenset[object]]:
    """The pairs of spaces that groups of borders list."""
    found: set[frozenset[object]] = set()
    for group in groups.values():
        pairs = group.value.get("pairs") if isinstance(group.value, dict) else None
        for a, near in pairs.value.items() if pairs is not None and isinstance(pairs.value, dict) else ():
            found |= {frozenset((a, b.value)) for b in texts(near) if isinstance(b.value, str)}
    return frozenset(found)


def _beside(board: tuple[Hex, ...], grid: Node, listed: frozenset[frozenset[object]]) -> Iterator[tuple[str, tuple[Node, ...]]]:
    at = {(h.q, h.r): h.space for h in board}
    for h in board:
        beside = [at[key] for dq, dr in ((1, 0), (-1, 1), (0, 1)) if (key := (h.q + dq, h.r + dr)) in at]
        near = tuple(Node(space, grid.place) for space in beside if frozenset((h.space, space)) not in listed)
        if near:
            yield h.space, near
