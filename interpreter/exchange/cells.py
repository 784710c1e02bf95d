"""The shapes of spaces: hexes where there is a grid; else the part of the board that is nearest to each space's place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

Point = tuple[float, float]
Edge = tuple[Point, Point, str]
"""The two ends of a side, and the space beyond it (empty at the edge of the board)."""
Ring = list[tuple[Point, str]]
"""Corners of a convex shape, each with what lies beyond the side that begins there."""
SIDE = 50.0
GRAIN = 14
"""How finely a cell is searched for room."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A space on the picture: its middle, its pieces (more than one where the board closes), and their sides.

    `reach` is how far it is from the middle to the nearest side; a `disc` lies on top of the cells around it.
    """

    space: str
    centre: Point
    pieces: tuple[tuple[Point, ...], ...]
    edges: tuple[Edge, ...]
    reach: float
    disc: bool = False


Cells = dict[str, Cell]


# --- hexes -----------------------------------------------------------------------------------------------------------


def hexes(at: Mapping[str, tuple[int, int]], cut: Iterable[str] = ()) -> tuple[Cells, Point]:
    """The cells of a grid, and the size of the picture. Those of `cut` are cut off at the edge of the others."""
    middles = {space: (SIDE * sqrt(3) * (q + r / 2), SIDE * 1.5 * r) for space, (q, r) in at.items()}
    spaces = {point: space for space, point in at.items()}
    away = frozenset(cut)
    whole = [p for space, p in middles.items() if space not in away] or list(middles.values())
    half = SIDE * sqrt(3) / 2
    left, top = min(x for x, _ in whole) - half, min(y for _, y in whole) - SIDE
    size = (max(x for x, _ in whole) + half - left, max(y for _, y in whole) + SIDE - top)
    cells = {}
    for space, (x, y) in middles.items():
        centre, (q, r) = (x - left, y - top), at[space]
        ring = [((centre[0] + SIDE * sin(k * pi / 3), centre[1] - SIDE * cos(k * pi / 3)), beyond) for k, beyond in _beyond(spaces, q, r)]
        if space in away:
            ring = _inside(ring, *size)
        cells[space] = Cell(space, centre, (tuple(p for p, _ in ring),), _edges(ring), half)
    return cells, size


def _beyond(spaces: Mapping[tuple[int, int], str], q: int, r: int) -> Iterator[tuple[int, str]]:
    """The corners of a hex, clockwise from the top, each with the hex beyond the side that begins there."""
    for k, (dq, dr) in enumerate(((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))):
        yield k, spaces.get((q + dq, r + dr), "")


def _edges(ring: Ring) -> tuple[Edge, ...]:
    return tuple((a, b, name) for (a, name), (b, _) in zip(ring, ring[1:] + ring[:1], strict=True))


# --- nearest points --------------------------------------------------------------------------------------------------


def nearest(at: Mapping[str, Point], size: Point, closes: bool, discs: Mapping[str, float]) -> Cells:
    """The cells around places on a board; where it `closes`, its left edge follows its right one. Discs lie on top."""
    from numpy import array

    wide = size[0]
    places = {space: ((x % wide if closes else x), y) for space, (x, y) in at.items()}
    copies = (0.0, -wide, wide) if closes else (0.0,)
    sites = [(space, (x + shift, y)) for shift in copies for space, (x, y) in places.items() if space not in discs]
    where = array([site for _, site in sites]).reshape(-1, 2)
    cells = {}
    for space, place in places.items():
        if space in discs:
            cells[space] = _disc(space, place, discs[space])
            continue
        rings = [ring for shift in copies if (ring := _around(space, (place[0] + shift, place[1]), sites, where, size))]
        pieces = tuple(tuple(p for p, _ in ring) for ring in rings)
        edges = tuple(edge for ring in rings for edge in _edges(ring))
        middle = max((centroid(piece) for piece in pieces), default=(0.0, place))[1]
        reach = min((_far(middle, _foot(middle, e)) for e in edges), default=0.0)
        cells[space] = Cell(space, middle, pieces, edges, reach)
    lying = [cell for cell in cells.values() if cell.disc]
    return {space: _aside(cell, [disc for disc in lying if touches(disc, cell)]) for space, cell in cells.items()}


def touches(disc: Cell, cell: Cell) -> bool:
    """Whether a disc lies on a part of a cell, or of another disc."""
    if cell.disc:
        return _far(disc.centre, cell.centre) <= disc.reach + cell.reach
    return inside(disc.centre, cell) or any(_far(disc.centre, _foot(disc.centre, e)) < disc.reach for e in cell.edges)


def inside(at: Point, cell: Cell) -> bool:
    """Whether a point lies in a cell (all of whose pieces are convex and run the same way)."""
    return any(
        all((bx - ax) * (at[1] - ay) >= (by - ay) * (at[0] - ax) for (ax, ay), (bx, by) in zip(p, (*p[1:], p[0]), strict=True))
        for p in cell.pieces
    )


def _aside(cell: Cell, discs: Sequence[Cell]) -> Cell:
    """A cell on which discs lie, with its middle where there is most room beside them; words need twice as much across."""
    if cell.disc or not discs:
        return cell
    best, middle = 0.0, cell.centre
    for piece in cell.pieces:
        left, top = min(x for x, _ in piece), min(y for _, y in piece)
        wide, high = max(x for x, _ in piece) - left, max(y for _, y in piece) - top
        for at in ((left + wide * (i + 0.5) / GRAIN, top + high * (j + 0.5) / GRAIN) for i in range(GRAIN) for j in range(GRAIN)):
            if not inside(at, cell):
                continue
            free = min(_far(at, _foot(at, e), 0.5) for e in cell.edges)
            free = min([free, *(_far(at, d.centre, 0.7) - d.reach * 0.85 for d in discs)])
            best, middle = max((best, middle), (free, at))
    return replace(cell, centre=middle, reach=min(cell.reach, max(best, 1.0) * 1.3))


def _far(a: Point, b: Point, across: float = 1.0) -> float:
    return hypot((a[0] - b[0]) * across, a[1] - b[1])


def centroid(piece: Sequence[Point]) -> tuple[float, Point]:
    """The area of a shape and the point on which it would balance."""
    sums = [0.0, 0.0, 0.0]
    for (ax, ay), (bx, by) in zip(piece, (*piece[1:], piece[0]), strict=True):
        cross = ax * by - bx * ay
        sums = [sums[0] + cross, sums[1] + cross * (ax + bx), sums[2] + cross * (ay + by)]
    if not sums[0]:
        return 0.0, piece[0]
    return abs(sums[0]) / 2, (sums[1] / (3 * sums[0]), sums[2] / (3 * sums[0]))


def _disc(space: str, place: Point, radius: float) -> Cell:
    ring = tuple((place[0] + radius * cos(k * pi / 12), place[1] + radius * sin(k * pi / 12)) for k in range(24))
    return Cell(space, place, (ring,), (), radius, disc=True)


def _around(space: str, place: Point, sites: Sequence[tuple[str, Point]], where: NDArray[float64], size: Point) -> Ring:
    """The part of the board that is nearer to a place than to any other one; `where` are the points of the sites, a row each."""
    wide, high = size
    ring: Ring = [((0.0, 0.0), ""), ((wide, 0.0), ""), ((wide, high), ""), ((0.0, high), "")]
    far = ((where - place) ** 2).sum(axis=1)
    for index in far.argsort(kind="stable"):
        name, other = sites[index]
        if other == place:
            continue
        if not ring or far[index] > 4 * max((x - place[0]) ** 2 + (y - place[1]) ** 2 for (x, y), _ in ring):
            break
        across, down = other[0] - place[0], other[1] - place[1]
        limit = (other[0] ** 2 + other[1] ** 2 - place[0] ** 2 - place[1] ** 2) / 2
        ring = clipped(ring, across, down, limit, name if name != space else "")
    return ring


def clipped(ring: Ring, across: float, down: float, limit: float, name: str) -> Ring:
    """The part of a convex shape where `across * x + down * y <= limit`; the side that is cut has `name` beyond it."""
    result: Ring = []
    for (a, beyond), (b, _) in zip(ring, ring[1:] + ring[:1], strict=True):
        inside_a = across * a[0] + down * a[1] - limit
        inside_b = across * b[0] + down * b[1] - limit
        if inside_a <= 0:
            result.append((a, beyond))
        if (inside_a < 0 < inside_b) or (inside_b < 0 < inside_a):
            share = inside_a / (inside_a - inside_b)
            point = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            result.append((point, name if inside_a < 0 else beyond))
        elif inside_a == 0 < inside_b and result:
            result[-1] = (a, name)
    return result


def _inside(ring: Ring, wide: float, high: float) -> Ring:
    """The part of a shape within the frame of the picture."""
    for across, down, limit in ((1.0, 0.0, wide), (-1.0, 0.0, 0.0), (0.0, 1.0, high), (0.0, -1.0, 0.0)):
        ring = clipped(ring, across, down, limit, "")
    return ring


def _foot(place: Point, edge: Edge) -> Point:
    """The point of a side that is nearest to a place."""
    (ax, ay), (bx, by), _ = edge
    long = (bx - ax) ** 2 + (by - ay) ** 2
    share = max(0.0, min(1.0, ((place[0] - ax) * (bx - ax) + (place[1] - ay) * (by - ay)) / long)) if long else 0.0
    return ax + share * (bx - ax), ay + share * (by - ay)
