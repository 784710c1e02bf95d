"""Grids: rows become spaces and borders; a row that cannot be laid is told where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.source.diagnostics import Diagnostics
from interpreter.source.grids import STEPS, Hex, expand, hexes
from interpreter.source.tree import Node, plain
from interpreter.source.yaml import parse_yaml
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little, values
from tests.source.conftest import expected, seen


def sections_of(text: str) -> dict[str, dict[str, Node]]:
    root, problems = parse_yaml(text, "f.yaml")
    assert root is not None and isinstance(root.value, dict), problems
    return {name: dict(each.value) for name, each in root.value.items() if isinstance(each.value, dict)}


def grid_of(rows: str) -> tuple[tuple[Hex, ...], Diagnostics]:
    return hexes(sections_of(f"grids: {{field: {{rows: {rows}}}}}")["grids"]["field"])


def test_hexes_lie_row_by_row() -> None:
    board, problems = grid_of("{a: [1, 2, 0], b: [7, 8, -1], c: [1, 1, 4]}")
    assert problems == ()
    assert board == (Hex("a1", 0, 0), Hex("a2", 1, 0), Hex("b7", -1, 1), Hex("b8", 0, 1), Hex("c1", 1, 2))


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6), st.integers(-4, 4)), min_size=1, max_size=5))
def test_a_hex_lies_where_its_row_says(rows: list[tuple[int, int, int]]) -> None:
    """Half hexes from the left are 2q + r; neighbours are two of them apart in a row, one in the next."""
    laid = [(first, first + more, 2 * shift + r) for r, (first, more, shift) in enumerate(rows)]
    text = ", ".join(f"r{'x' * r}: {list(row)}" for r, row in enumerate(laid))
    board, problems = grid_of("{" + text + "}")
    assert problems == ()
    wanted = [(f"r{'x' * r}{n}", begin + 2 * (n - first), r) for r, (first, last, begin) in enumerate(laid) for n in range(first, last + 1)]
    assert [(h.space, 2 * h.q + h.r, h.r) for h in board] == wanted


def test_bad_rows() -> None:
    text = """
grids:
  field:
    rows:
      a: [1, 5, 1] # E: bad-row
      b: [1, 5] # E: bad-row
      c: 7 # E: bad-row
      d: [1, x, 1] # E: bad-row
      e: [1, 5, yes] # E: bad-row
      f: [5, 4, 1] # E: bad-row
      g: [1, 201, 0] # E: bad-row
      H: [1, 2, 1] # E: bad-row
      i j: [1, 2, 0] # E: bad-row
      k: [-1, 2, 1] # E: bad-row
      l: [1, 200, 0]
      n1: [1, 1, 1]
      n: [11, 11, 0] # E: bad-row
"""
    board, problems = hexes(sections_of(text)["grids"]["field"])
    assert seen(problems) == expected("f.yaml", text)
    assert len(problems) == text.count("# E:")
    assert {h.space for h in board} == {*(f"l{n}" for n in range(1, 201)), "n11"}


@pytest.mark.parametrize(
    ("rows", "place", "words"),
    [
        ("{a: [1, 5, 3]}", "begins at 3", "4 or 2"),
        ("{a: [5, 1, 0]}", "from 5 to 1", "1 to 200"),
        ("{a1: [1, 1, 0], a: [11, 12, 1]}", "`a11`", "row above"),
        ("{A: [1, 5, 0]}", "`A`", "small letters"),
    ],
)
def test_what_a_bad_row_is_told(rows: str, place: str, words: str) -> None:
    (problem,) = grid_of(rows)[1]
    assert place in problem.message and words in problem.message


def test_the_place_is_the_number_that_is_wrong() -> None:
    columns = {rows: grid_of(rows)[1][0].column for rows in ("{a: [1, 5, 3]}", "{a: [1, 0, 0]}", "{a: [-1, 5, 0]}", "{A: [1, 5, 0]}")}
    shift = len("grids: {field: {rows: ") + 1
    assert columns == {rows: rows.index(mark) + shift for rows, mark in zip(columns, ("3", "0", "-1", "A"), strict=True)}


def test_expanded_spaces_and_borders() -> None:
    made, problems = expand(
        sections_of("grids: {field: {rows: {a: [1, 2, 0], b: [1, 1, 1]}}}\nspaces: {harbour: {is: sea}, b1: {worth: 3}}\n")
    )
    assert problems == ()
    assert [(name, plain(node)) for name, node in made["spaces"].items()] == [
        ("a1", {}),
        ("a2", {}),
        ("b1", {"worth": 3}),
        ("harbour", {"is": "sea"}),
    ]
    assert {name: plain(node) for name, node in made["borders"].items()} == {"field": {"pairs": {"a1": ["a2", "b1"], "a2": ["b1"]}}}


def test_a_group_takes_borders_over() -> None:
    made, problems = expand(
        sections_of("grids: {field: {rows: {a: [1, 2, 0], b: [1, 1, 1]}}}\nborders: {brook: {pairs: {b1: [a1], a2: b1}}}\n")
    )
    assert problems == ()
    assert plain(made["borders"]["field"]) == {"pairs": {"a1": ["a2"]}}


def test_nothing_without_a_grid() -> None:
    sections = sections_of(BOARD)
    assert expand(sections) == (sections, ())


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(-3, 3)), min_size=1, max_size=5))
def test_each_side_between_two_hexes_is_one_border(rows: list[tuple[int, int]]) -> None:
    text = ", ".join(f"r{'x' * r}: [1, {last}, {2 * shift + r}]" for r, (last, shift) in enumerate(rows))
    sections = sections_of(f"grids: {{field: {{rows: {{{text}}}}}}}")
    board, _ = hexes(sections["grids"]["field"])
    made, problems = expand(sections)
    assert problems == ()
    at = {(h.q, h.r): h.space for h in board}
    wanted = {frozenset((h.space, at[h.q + q, h.r + r])) for h in board for q, r in STEPS if (h.q + q, h.r + r) in at}
    pairs = plain(made["borders"]["field"])["pairs"]  # type: ignore[index, call-overload]
    listed = [frozenset((a, b)) for a, near in pairs.items() for b in near]  # type: ignore[union-attr]
    assert len(listed) == len(set(listed)) and set(listed) == wanted


def test_mistakes_in_a_ruleset(tmp_path: Path) -> None:
    text = """
    enumerations: {compass: [e, ne, nw, w, sw, se], five: [a5, b5, c5, d5, e5], twins: [t1, t1, t2, t3, t4, t5]}
    grids:
      field: {rows: {a: [1, 2, 0]}, directions: five} # E: unknown-type
      second: {rows: {z: [1, 2, 0]}} # E: bad-grid
      third: {directions: compas, rows: {}} # E: unknown-type
      fourth: {directions: twins, rows: {}} # E: unknown-type
      fifth: {} # E: missing-field
      sixth: {rows: [1, 2]} # E: wrong-shape
    borders:
      field: {pairs: {a1: [north]}} # E: bad-grid
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert found_in(found) == asked_for("", "", text)


def test_what_is_said_of_a_hex_is_checked(tmp_path: Path) -> None:
    """As of any space; a border that two groups list is told in the second."""
    text = """
    grids: {field: {rows: {a: [1, 3, 0]}}}
    spaces:
      a1: {is: nothing_known} # E: unknown-name
      a2: {wrong: 1} # E: unknown-key
    borders:
      one: {pairs: {a1: [a2]}}
      two: {pairs: {a2: [a1]}} # E: name-twice
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert found_in(found) == asked_for("", "", text)


def test_hexes_among_other_spaces(tmp_path: Path) -> None:
    text = "grids: {field: {rows: {a: [1, 3, 0], b: [1, 3, 1]}}}\nborders: {gate: {pairs: {a1: [north]}}}\n"
    asked = {
        "count spaces": 14,
        "distance(a1, b3)": 3,
        "distance(b3, middle)": 5,
        "spaces adjacent to a1": ["a2", "b1", "north"],
        "a1 adjacent to b1": True,
        "a3 adjacent to b1": False,
    }
    found = values(tmp_path, list(asked), BOARD, PLAY, text)
    assert dict(zip(asked, found, strict=True)) == asked


def test_a_changed_row_changes_what_a_ruleset_means(tmp_path: Path) -> None:
    one = little(tmp_path / "one", BOARD, PLAY, "grids: {field: {rows: {a: [1, 3, 0]}}}\n")
    other = little(tmp_path / "other", BOARD, PLAY, "grids: {field: {rows: {a: [1, 3, 2]}}}\n")
    assert one.rules.digest != other.rules.digest
