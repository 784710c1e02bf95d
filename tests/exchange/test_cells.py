"""Cells: hexes and nearest points cover the board, and know what lies beyond their sides."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest

from interpreter.exchange.cells import SIDE, Cell, centroid, clipped, hexes, inside, nearest, touches

GRID = {"a": (0, 0), "b": (1, 0), "c": (0, 1), "left": (-1, 1), "right": (1, 1)}
PLACES = {"north": (20.0, 10.0), "middle": (50.0, 50.0), "south": (80.0, 95.0), "far": (118.0, 30.0)}


def area(cell: Cell) -> float:
    return sum(centroid(piece)[0] for piece in cell.pieces)


def test_hexes_lie_side_by_side() -> None:
    cells, _ = hexes(GRID)
    a, b = cells["a"], cells["b"]
    assert hypot(b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]) == pytest.approx(SIDE * 3**0.5)
    assert {name for _, _, name in a.edges} == {"b", "c", "left", ""}
    shared = next((p, q) for p, q, name in a.edges if name == "b")
    other = next((q, p) for p, q, name in b.edges if name == "a")
    assert [round(x, 6) for p in shared for x in p] == [round(x, 6) for p in other for x in p]


def test_half_hexes_are_cut_at_the_edge_of_the_whole_ones() -> None:
    cells, size = hexes(GRID, ("left", "right"))
    assert area(cells["left"]) == pytest.approx(area(cells["a"]) / 2)
    assert size[0] == pytest.approx(2 * SIDE * 3**0.5)
    assert all(-0.001 <= x <= size[0] + 0.001 for cell in cells.values() for piece in cell.pieces for x, _ in piece)


def next_to(at: tuple[float, float], closes: bool) -> str:
    """The place that is nearest to a point, found by trying all."""
    shifts = (0, 120, -120) if closes else (0,)
    return min(PLACES, key=lambda s: min(hypot(PLACES[s][0] + d - at[0], PLACES[s][1] - at[1]) for d in shifts))


@pytest.mark.parametrize("closes", [False, True])
def test_nearest_cells_cover_the_board_once(closes: bool) -> None:
    cells = nearest(PLACES, (120.0, 100.0), closes, {})
    assert sum(map(area, cells.values())) == pytest.approx(120 * 100)
    for x in range(5, 120, 10):
        for y in range(5, 100, 10):
            at = (x + 0.13, y + 0.27)
            assert [s for s, cell in cells.items() if inside(at, cell)] == [next_to(at, closes)]


def test_a_board_that_closes_goes_on_at_the_other_edge() -> None:
    closed = nearest(PLACES, (120.0, 100.0), True, {})
    assert len(closed["far"].pieces) == 2
    assert "far" in {name for _, _, name in closed["north"].edges}
    assert len(nearest(PLACES, (120.0, 100.0), False, {})["far"].pieces) == 1


def test_discs_lie_on_top_and_words_keep_clear_of_them() -> None:
    cells = nearest(PLACES | {"isle": (52.0, 50.0)}, (120.0, 100.0), False, {"isle": 12.0})
    disc, below = cells["isle"], cells["middle"]
    assert disc.disc and touches(disc, below) and not touches(disc, cells["far"])
    assert sum(area(c) for c in cells.values() if not c.disc) == pytest.approx(120 * 100)
    assert hypot(below.centre[0] - 52, below.centre[1] - 50) > 12


def test_clipping_names_the_new_side() -> None:
    square = [((0.0, 0.0), "top"), ((4.0, 0.0), "right"), ((4.0, 4.0), "bottom"), ((0.0, 4.0), "left")]
    cut = clipped(square, 1.0, 0.0, 1.0, "wall")
    assert cut == [((0.0, 0.0), "top"), ((1.0, 0.0), "wall"), ((1.0, 4.0), "bottom"), ((0.0, 4.0), "left")]
    assert clipped(square, 1.0, 0.0, -1.0, "wall") == []
    assert clipped(square, 1.0, 0.0, 9.0, "wall") == square
    corner = clipped(square, 1.0, 1.0, 4.0, "wall")
    assert [name for (a, name), (b, _) in pairwise([*corner, corner[0]]) if a != b] == ["top", "wall", "left"]
