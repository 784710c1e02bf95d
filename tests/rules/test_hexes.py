"""Geometry of hexes: what it says by itself, and against slow ways that share nothing with it."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.rules.board import FAR, Board
from interpreter.rules.hexes import Hexes, Point, angle, distance, line
from interpreter.source.grids import STEPS
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, values

COMPASS = ("east", "north_east", "north_west", "west", "south_west", "south_east")
SAMPLES = 1009
"""A prime beyond all slopes of the lines here: no sample falls on the place where a line goes from one hex to another."""


def disc(reach: int) -> list[Point]:
    return [p for p in product(range(-reach, reach + 1), repeat=2) if distance((0, 0), p) <= reach]


def board(reach: int = 4) -> Hexes:
    return Hexes({f"h{q}_{r}": (q, r) for q, r in disc(reach)}, COMPASS)


def name(p: Point) -> str:
    return f"h{p[0]}_{p[1]}"


POINTS = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
ON_BOARD = st.sampled_from([name(p) for p in disc(4)])
STEP = st.sampled_from(STEPS)
quick = settings(max_examples=60, deadline=None, derandomize=True, database=None)


# --- slow ways -----------------------------------------------------------------------------------------------------


def nearest(point: Point, scale: int) -> list[Point]:
    """The hexes whose centres are nearest to a point, given in parts of `scale`: |v|^2 = q^2 + qr + r^2."""
    around = [(point[0] // scale + i, point[1] // scale + j) for i, j in product(range(-1, 3), repeat=2)]
    far = {}
    for q, r in around:
        dq, dr = point[0] - q * scale, point[1] - r * scale
        far[q, r] = dq * dq + dq * dr + dr * dr
    return [p for p in around if far[p] == min(far.values())]


def sampled(way: Point) -> tuple[list[Point], set[Point]]:
    """The hexes that alone are nearest to points of a line, in its order, and those that share points with another; without the ends."""
    crossed: dict[Point, None] = {}
    shared: set[Point] = set()
    for k in range(1, SAMPLES):
        found = nearest((way[0] * k, way[1] * k), SAMPLES)
        if len(found) == 1:
            crossed[found[0]] = None
        else:
            shared |= set(found)
    ends = ((0, 0), way)
    return [p for p in crossed if p not in ends], shared - set(ends)


def measured(step: Point, way: Point) -> int:
    """The angle by floating point, to the multiple of 30 or the 15 between."""

    def bearing(p: Point) -> float:
        return math.degrees(math.atan2(p[1] * math.sqrt(3) / 2, p[0] + p[1] / 2))

    turn = abs(bearing(step) - bearing(way)) % 360
    turn = min(turn, 360 - turn)
    sharp = round(turn / 30) * 30
    return sharp if abs(turn - sharp) < 1e-6 else int(turn // 30) * 30 + 15


@pytest.mark.parametrize("reach", range(1, 6))
def test_lines_of_all_ways(reach: int) -> None:
    for way in disc(reach):
        if distance((0, 0), way) == reach:
            crossed, touched = line(way)
            assert (list(crossed), set(touched)) == sampled(way), way


@quick
@given(POINTS)
def test_long_lines(way: Point) -> None:
    crossed, touched = line(way)
    assert (list(crossed), set(touched)) == (sampled(way) if way != (0, 0) else ([], set()))


@given(STEP, POINTS)
def test_angles_are_those_that_are_measured(step: Point, way: Point) -> None:
    assert angle(step, way) == (measured(step, way) if way != (0, 0) else 0)


def test_distances_are_those_of_the_graph() -> None:
    graph: nx.Graph[Point] = nx.Graph()
    graph.add_edges_from((p, (p[0] + q, p[1] + r)) for p in disc(6) for q, r in STEPS)
    for a in disc(3):
        ways = nx.single_source_shortest_path_length(graph, a)
        assert all(distance(a, b) == ways[b] for b in disc(3))


# --- what has to hold ----------------------------------------------------------------------------------------------


@given(POINTS, POINTS, POINTS)
def test_distance_is_a_metric(a: Point, b: Point, c: Point) -> None:
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(b, a) >= 0
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@quick
@given(ON_BOARD, ON_BOARD)
def test_a_line_is_seen_alike_from_both_ends(a: str, b: str) -> None:
    grid = board()
    assert grid.crossed(a, b) == grid.crossed(b, a)[::-1]
    assert set(grid.touched(a, b)) == set(grid.touched(b, a))


@quick
@given(POINTS)
def test_crossed_and_touched_are_apart_and_between(way: Point) -> None:
    crossed, touched = line(way)
    assert not set(crossed) & set(touched)
    assert len(set(crossed)) == len(crossed) and len(set(touched)) == len(touched)
    reach = distance((0, 0), way)
    for p in (*crossed, *touched):
        assert p not in ((0, 0), way)
        assert 0 < distance((0, 0), p) < max(reach, 1) and 0 < distance(way, p) < max(reach, 1)


@quick
@given(POINTS)
def test_a_line_leaves_no_gap(way: Point) -> None:
    """Without the hexes on one of its sides there is still a way from end to end; it touches as many on one side as on the other."""
    crossed, touched = line(way)
    assert len(touched) % 2 == 0
    left = [p for p in touched if way[0] * p[1] - way[1] * p[0] > 0]
    assert 2 * len(left) == len(touched)
    chain = [(0, 0), *sorted((*crossed, *left), key=lambda p: (2 * way[0] + way[1]) * p[0] + (way[0] + 2 * way[1]) * p[1]), way]
    assert all(distance(a, b) <= 1 for a, b in pairwise(chain))


@pytest.mark.parametrize("step", STEPS)
def test_the_ring_around_a_hex_by_angles(step: Point) -> None:
    assert Counter(angle(step, other) for other in STEPS) == {0: 1, 60: 2, 120: 2, 180: 1}


@given(STEP, POINTS)
def test_an_angle_and_its_opposite(step: Point, way: Point) -> None:
    back = (-step[0], -step[1])
    assert way == (0, 0) or angle(step, way) + angle(back, way) == 180
    assert angle(step, way) == angle(back, (-way[0], -way[1])) and angle(step, way) % 15 == 0


@pytest.mark.parametrize(("one", "other"), [(STEPS[i], STEPS[i - 1]) for i in range(6)])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_line_along_sides_touches_both_neighbours_and_crosses_neither(one: Point, other: Point, times: int) -> None:
    way = (one[0] + other[0], one[1] + other[1])
    crossed, touched = line((way[0] * times, way[1] * times))
    beside = {(way[0] * i + s[0], way[1] * i + s[1]) for i in range(times) for s in (one, other)}
    assert set(touched) == beside
    assert list(crossed) == [(way[0] * i, way[1] * i) for i in range(1, times)]


@pytest.mark.parametrize("step", STEPS)
def test_a_straight_row_is_crossed_hex_by_hex(step: Point) -> None:
    assert line((step[0] * 4, step[1] * 4)) == (tuple((step[0] * i, step[1] * i) for i in (1, 2, 3)), ())


# --- on a board ----------------------------------------------------------------------------------------------------


@quick
@given(st.sets(st.sampled_from(disc(3)), min_size=2), st.data())
def test_hexes_off_the_board_are_left_out(there: set[Point], data: st.DataObject) -> None:
    a, b = data.draw(st.sampled_from(sorted(there))), data.draw(st.sampled_from(sorted(there)))
    whole, part = board(), Hexes({name(p): p for p in there}, COMPASS)
    for kind in ("crossed", "touched"):
        every = getattr(whole, kind)(name(a), name(b))
        assert getattr(part, kind)(name(a), name(b)) == tuple(s for s in every if s in part.at)


@given(ON_BOARD, st.sampled_from(COMPASS))
def test_ahead_and_direction(space: str, word: str) -> None:
    grid = board()
    beside = grid.ahead(space, word)
    if beside is None:
        assert distance((0, 0), grid.at[space]) == 4
        return
    assert grid.direction(space, beside) == word and grid.angle(space, word, beside) == 0
    assert grid.ahead(beside, COMPASS[(COMPASS.index(word) + 3) % 6]) == space


def test_what_is_asked_of_nothing() -> None:
    grid = board()
    centre, off = name((0, 0)), "harbour"
    assert grid.direction(centre, centre) is None and grid.direction(centre, name((2, 0))) is None
    for a, b in ((None, centre), (centre, None), (off, centre), (centre, off), (None, None)):
        assert grid.direction(a, b) is None
        assert grid.crossed(a, b) == grid.touched(a, b) == ()
        assert grid.angle(a, "east", b) == 0
    assert grid.ahead(None, "east") is grid.ahead(centre, None) is grid.ahead(off, "east") is None
    assert grid.row(off) == grid.column(None) == 0
    assert grid.angle(centre, None, name((2, 0))) == 0 == grid.angle(centre, "east", centre)


def test_the_board_measures_over_holes_on_the_grid_and_by_its_borders_elsewhere() -> None:
    made = Board(("a", "b", "c", "z", "y"), [("a", "z"), ("b", "y")], {"a": (0, 0), "b": (2, 0), "c": (0, 3)}, COMPASS)
    assert made.distance("a", "b") == 2 and made.distance("b", "a") == 2 and made.distance("b", "c") == 3
    assert made.distance("a", "z") == 1 and made.distance("a", "y") == FAR and made.distance(None, "a") == FAR


# --- in the language -----------------------------------------------------------------------------------------------

FIELD = """
enumerations: {compass: [east, north_east, north_west, west, south_west, south_east]}
grids: {field: {directions: compass, rows: {a: [1, 5, 0], b: [1, 5, 1], c: [1, 5, 0]}}}
attributes: {unit: {facing: {type: compass, default: west}}, power: {aim: {type: compass}}}
"""


def test_what_texts_ask(tmp_path: Path) -> None:
    asked = {
        "direction(a1, b1)": "south_east",
        "direction(b1, a1) is north_west": True,
        "direction(north, middle)": None,
        "direction(a1, a3) is none": True,
        "ahead(b2, facing of first units)": "b1",
        "ahead(b2, red's aim)": None,
        "ahead(ahead(b2, east), north_east)": "a4",
        "angle(b2, red's aim, c2)": 0,
        "angle(b2, west, b5)": 180,
        "distance(b2, ahead(a1, west))": FAR,
        "crossed(a1, north)": [],
        "row(b5) * 100 + column(b5)": 209,
        "touched(b1, c1 if turn = 3 else none)": [],
        "{east, west} = {direction(a1, a2), direction(a2, a1)}": True,
    }
    found = values(tmp_path, list(asked), BOARD, PLAY, FIELD)
    assert dict(zip(asked, found, strict=True)) == asked


def test_directions_are_words_of_the_grid_and_of_nothing_else(tmp_path: Path) -> None:
    text = """
    define:
      wrong_word: {is: "ahead(b2, fair)"} # E: wrong-type
      no_word: {is: "ahead(b2, eats)"} # E: unknown-name
      sky_is: {is: "direction(a1, a2) is fair"} # E: wrong-type
      a_number: {is: "angle(a1, 3, a2)"} # E: wrong-type
      too_few: {is: "angle(a1, a2)"} # E: wrong-count
    """
    _, found = check(tmp_path, BOARD, PLAY, FIELD, text)
    assert found_in(found) == asked_for("", "", "", text)


def test_questions_of_a_grid_without_one(tmp_path: Path) -> None:
    text = """
    define:
      d: {is: "direction(north, middle)"} # E: no-grid
      a: {is: "ahead(north, fair)"} # E: no-grid
      g: {is: "angle(north, fair, middle) > 60"} # E: no-grid
      c: {is: "crossed(north, bay)"} # E: no-grid
      t: {is: "count touched(north, bay)"} # E: no-grid
      r: {is: row(north) + 1} # E: no-grid
      o: {is: column(north) + 1} # E: no-grid
      m: {is: "distance(north, bay)"}
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert found_in(found) == asked_for("", "", text)
    first = next(d for d in found if d.code == "no-grid")
    assert first.message == "`direction` needs a grid with directions, and this board has none." and first.hint == "Declare one in `grids`."


def test_a_grid_without_directions_has_lines(tmp_path: Path) -> None:
    rows = "grids: {field: {rows: {a: [1, 5, 0]}}}\n"
    assert values(tmp_path, ["crossed(a1, a4)"], BOARD, PLAY, rows) == [["a2", "a3"]]
    text = 'define: {d: {is: "direction(a1, a2)"}} # E: no-grid\n'
    _, found = check(tmp_path, BOARD, PLAY, rows, text)
    assert found_in(found) == asked_for("", "", "", text)
