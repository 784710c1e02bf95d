"""A board of hexes in `show`, `check`, `diff`, `test` and `why`: its hexes are spaces as others are, its rows are what the document says."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run, fits

MAP = """
ruleset: marsh
title: The Marsh
start: go
scenario: usual
enumerations: {compass: [e, ne, nw, w, sw, se]}
attributes:
  border: {stream: {type: truth}}
  space: {wet: {type: truth}, worth: {type: number, fixed: true, default: 1}}
  unit: {facing: {type: compass, default: e}}
powers: {green: , blue: }
unit_types: {frog: , toad: }
grids:
  field:
    title: The field
    directions: compass
    rows:
      a: [1, 3, 0]
      b: [1, 3, 1]
spaces:
  b2: {wet: true, worth: 5}
borders:
  brook: {stream: true, pairs: {a1: [b1]}}
define:
  quick: {of: {p: power}, is: any unit where its owner is p}
rules:
  cold: {forbid: quick, when: p is blue, because: It is too cold.}
actions:
  jump: {choose: {who: {from: units where its owner is actor and actor is quick}}, do: set wet of (who's place)}
procedures:
  go: |
    offer jump to green
scenarios: {usual: {units: {a1: {green: {frog: 1}, blue: {toad: 1}}}}}
"""


def line_of(words: str) -> int:
    return next(n for n, line in enumerate(MAP.splitlines(), 1) if words in line)


def marsh(folder: Path, *changes: tuple[str, str]) -> Path:
    text = MAP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(text)
    return folder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return marsh(tmp_path / "marsh")


def test_show_the_grid_and_its_hexes(run: Run, home: Path) -> None:
    assert run("check", home).status == 0
    out = run("show", home, "grids").out
    assert "field" in out and "a: 1, 3, 0, b: 1, 3, 1" in out and "compass" in out
    assert {"grids": 1, "spaces": 6, "borders": 2}.items() <= run("show", home, "--json").data["sections"].items()
    spaces = run("show", home, "spaces", "--json").data["spaces"]
    assert list(spaces) == ["a1", "a2", "a3", "b1", "b2", "b3"] and spaces["b2"] == {"wet": True, "worth": 5}
    borders = run("show", home, "borders", "--json").data["borders"]
    assert borders["field"]["pairs"] == {"a1": ["a2"], "a2": ["a3", "b1", "b2"], "a3": ["b2", "b3"], "b1": ["b2"], "b2": ["b3"]}


def test_show_one_hex_tells_where_it_comes_from(run: Run, home: Path) -> None:
    out = run("show", home, "space", "a2").out
    assert "spaces.a2" in out and f"ruleset.yaml:{line_of('title: The field')}" in out and "default of attributes.space.worth" in out
    out = run("show", home, "b2").out
    assert f"ruleset.yaml:{line_of('b2:')}" in out and "5" in out
    data = run("show", home, "space", "a2", "--json").data
    fits(data, "show")
    assert data["path"] == "spaces.a2" and data["value"] == {}
    missing = run("show", home, "space", "a4")
    assert missing.status != 0 and "a4" in missing.err


def test_a_bad_row_is_told_by_check_also_of_a_library(run: Run, tmp_path: Path) -> None:
    for name, changes in {"game": (), "library": (("start: go\nscenario: usual", "library: true\n"),)}.items():
        folder = marsh(tmp_path / name / "marsh", ("b: [1, 3, 1]", "b: [1, 3, 2]"), *changes)
        result = run("check", folder)
        assert result.status == 1 and "error[bad-row]" in result.out and f":{line_of('b: [1')}:17:" in result.out, name


def test_diff_of_a_row_and_of_a_hex(run: Run, home: Path, tmp_path: Path) -> None:
    other = marsh(
        tmp_path / "other" / "marsh",
        ("a: [1, 3, 0]", "a: [0, 3, 0]"),
        ("b2: {wet: true, worth: 5}", "b2: {wet: true, worth: 4}\n  a3: {wet: true}"),
        ("stream: true, pairs", "stream: false, pairs"),
    )
    rows = {c["path"]: (c["action"], c["before"], c["after"]) for c in run("diff", home, other, "--json").data["changes"]}
    assert rows == {
        "grids.field.rows.a": ("changed", [1, 3, 0], [0, 3, 0]),
        "spaces.b2.worth": ("changed", 5, 4),
        "spaces.a3": ("added", None, {"wet": True}),
        "borders.brook.stream": ("changed", True, False),
    }
    assert "grids.field.rows.a" in run("diff", home, other).out


def test_the_order_of_a_row_is_told(run: Run, home: Path, tmp_path: Path) -> None:
    """[1, 3, 1] and [1, 3, 3] hold the same numbers; so do [1, 3, 1] and [3, 3, 1]."""
    other = marsh(tmp_path / "other" / "marsh", ("b: [1, 3, 1]", "b: [1, 3, 3]"))
    (change,) = run("diff", home, other, "--json").data["changes"]
    assert (change["path"], change["before"], change["after"]) == ("grids.field.rows.b", [1, 3, 1], [1, 3, 3])


def test_overlays_change_rows_and_hexes(run: Run, home: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "wide.yaml"
    overlay.write_text(
        "overlay: wide\ntitle: Wide\nchanges:\n"
        "  - {set: 'grids.field.rows.a', to: [1, 4, 0]}\n"
        "  - {add: spaces.a4, value: {worth: 9}}\n"
        "  - {set: spaces.b2.worth, to: 6, expects: 5}\n"
    )
    assert run("check", home, "--with", overlay).status == 0
    spaces = run("show", home, "spaces", "--with", overlay, "--json").data["spaces"]
    assert spaces["a4"] == {"worth": 9} and spaces["b2"]["worth"] == 6 and len(spaces) == 7
    assert "set:" in run("show", home, "spaces.b2", "--with", overlay).out


def test_an_overlay_made_of_a_difference_makes_it(run: Run, home: Path, tmp_path: Path) -> None:
    other = marsh(tmp_path / "other" / "marsh", ("b: [1, 3, 1]", "b: [1, 4, -1]"), ("worth: 5}", "worth: 4}\n  b4: {wet: true}"))
    made = tmp_path / "made.yaml"
    from interpreter.analysis.diff import as_overlay, diff

    made.write_text(as_overlay(diff(home, other), "made"))
    assert run("show", home, "spaces", "--with", made, "--json").data == run("show", other, "spaces", "--json").data
    assert diff(f"{home}+{made}", other).changes == ()


def test_why_tells_what_forbids_a_condition(run: Run, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert run("play", home, "--player", "random", "--seed", 1, "--save", file, "--asks", 1).status == 0
    out = run("why", file, "blue is quick").out
    assert "quick(blue) = no" in out and "It is too cold. = forbids it" in out
    assert "forbids it" not in run("why", file, "green is quick").out
    assert run("why", file, "direction(a1, b1) is se and crossed(a1, a3) = {a2}").out.count("= yes") >= 1
    data = run("why", file, "blue is quick", "--json").data
    fits(data, "why-expression")
    assert "It is too cold." in str(data)
