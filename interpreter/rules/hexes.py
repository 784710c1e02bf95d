"""Exact geometry of a board of hexes: distance, directions, angles, the hexes that a line crosses or touches.

A hex lies at axial coordinates (q, r). Around its centre it is the set of points with |2q + r| <= 1, |q + 2r| <= 1 and
|r - q| <= 1, so that a straight line meets it where three pairs of linear bounds hold together; all of it is done in whole
numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from interpreter.source.grids import STEPS

Point = tuple[int, int]


def distance(a: Point, b: Point) -> int:
    """The fewest steps from hex to hex: max(|dq|, |dr|, |dq + dr|)."""
    q, r = b[0] - a[0], b[1] - a[1]
    return max(abs(q), abs(r), abs(q + r))


def angle(step: Point, way: Point) -> int:
    """Degrees between a direction (one of `STEPS`) and an offset: exact for multiples of 30, else the 15 between two of them.

    With u.u = 1 and |v|^2 = q^2 + qr + r^2, cos^2 = (2 u.v)^2 / (4 |v|^2); at 30 degrees that is 3/4, at 60 it is 1/4.
    """
    (a, b), (q, r) = step, way
    twice, square = 2 * (a * q + b * r) + a * r + b * q, q * q + q * r + r * r
    if not square:
        return 0
    ratio = Fraction(twice * twice, square)
    bounds = ((4, 0), (3, 30), (1, 60), (0, 90))
    sharp = next((degrees if ratio == bound else degrees - 15) for bound, degrees in bounds if ratio >= bound)
    return sharp if twice >= 0 else 180 - sharp


def line(way: Point) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """The offsets of hexes between the ends that the line from centre to centre crosses, and of those that it only runs along.

    Both in the order of the line. A hex that the line meets in a corner alone is in neither.
    """
    crossed: list[tuple[Fraction, Point]] = []
    touched: list[tuple[Fraction, Point]] = []
    reach = distance((0, 0), way)
    for q in range(min(0, way[0]) - 1, max(0, way[0]) + 2):
        for r in range(min(0, way[1]) - 1, max(0, way[1]) + 2):
            if (q, r) in ((0, 0), way) or distance((0, 0), (q, r)) > reach:
                continue
            span = _stretch((q, r), way)
            if span is not None:
                (touched if span[2] else crossed).append((span[0] + span[1], (q, r)))
    return tuple(p for _, p in sorted(crossed)), tuple(p for _, p in sorted(touched))


def _stretch(centre: Point, way: Point) -> tuple[Fraction, Fraction, bool] | None:
    """The part (from, to) of a line that lies in a hex, and whether it runs along its edge; None without length."""
    low, high, edge = Fraction(0), Fraction(1), False
    for a, b in ((2, 1), (1, 2), (-1, 1)):
        start, slope = -(a * centre[0] + b * centre[1]), a * way[0] + b * way[1]
        if slope:
            ends = sorted((Fraction(-1 - start, slope), Fraction(1 - start, slope)))
            low, high = max(low, ends[0]), min(high, ends[1])
        elif abs(start) > 1:
            return None
        else:
            edge = edge or abs(start) == 1
    return (low, high, edge) if low < high else None


class Hexes:
    """The hexes of a board by their spaces. `directions` are the words for the six directions, in the order of `STEPS`."""

    def __init__(self, at: Mapping[str, Point], directions: tuple[str, ...]) -> None:
        self.at = at
        self.spaces = {point: space for space, point in at.items()}
        self.steps = dict(zip(directions, STEPS, strict=False))
        self.words = {step: word for word, step in self.steps.items()}
        self._lines: dict[Point, tuple[tuple[Point, ...], tuple[Point, ...]]] = {}

    def _way(self, a: str | None, b: str | None) -> Point | None:
        if a not in self.at or b not in self.at or a is None or b is None:
            return None
        (aq, ar), (bq, br) = self.at[a], self.at[b]
        return bq - aq, br - ar

    def direction(self, a: str | None, b: str | None) -> str | None:
        """The direction of an adjacent hex, none where it is not adjacent."""
        way = self._way(a, b)
        return self.words.get(way) if way is not None else None

    def ahead(self, a: str | None, direction: str | None) -> str | None:
        """The hex beside another one in a direction, none at the edge of the board."""
        if a not in self.at or direction not in self.steps or a is None or direction is None:
            return None
        (q, r), (dq, dr) = self.at[a], self.steps[direction]
        return self.spaces.get((q + dq, r + dr))

    def angle(self, a: str | None, direction: str | None, b: str | None) -> int:
        """See `angle`; 0 for the hex itself and where there is no direction."""
        way = self._way(a, b)
        return angle(self.steps[direction], way) if way is not None and direction in self.steps and direction is not None else 0

    def row(self, a: str | None) -> int:
        """The row of a hex, from 1; 0 for what is no hex."""
        return self.at[a][1] + 1 if a in self.at and a is not None else 0

    def column(self, a: str | None) -> int:
        """Half hexes from the left edge of the grid to a hex."""
        return 2 * self.at[a][0] + self.at[a][1] if a in self.at and a is not None else 0

    def crossed(self, a: str | None, b: str | None) -> tuple[str, ...]:
        """The hexes between two others through which the line between their centres passes."""
        return self._along(a, b, 0)

    def touched(self, a: str | None, b: str | None) -> tuple[str, ...]:
        """The hexes that the line between the centres of two others only runs along."""
        return self._along(a, b, 1)

    def _along(self, a: str | None, b: str | None, which: int) -> tuple[str, ...]:
        way = self._way(a, b)
        if way is None or a is None:
            return ()
        found = self._lines.get(way)
        if found is None:
            found = self._lines[way] = line(way)
        q, r = self.at[a]
        return tuple([space for dq, dr in found[which] if (space := self.spaces.get((q + dq, r + dr))) is not None])
