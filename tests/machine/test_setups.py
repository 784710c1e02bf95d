"""Checks of set-ups: told by `check` with their place, and no game starts without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import check, load, start
from interpreter.machine.setups import SetupError

RULESET = """
ruleset: small
title: A small game
start: play
scenario: standard
attributes: {unit_type: {cost: {type: number}}}
powers: {red: {title: The Reds}, blue: }
spaces: {field: }
unit_types: {guard: {cost: 3}, giant: {cost: 9}}
procedures: {play: {do: finish for red}}
statements: {A-1: An army costs at most 10.}
"""
BUDGET = """
define: {spent: {of: {p: power}, is: total cost of (u in units where owner of u is p)}}
checks:
  budget:
    each: powers
    demand: spent(it) <= 10
    because: "{it} spends {spent(it)} of 10."
    cites: [A-1]
  giants:
    demand: no unit where it is giant
    because: Giants are odd.
    warning: true
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(RULESET + BUDGET)
    return tmp_path


def scenario(folder: Path, units: str) -> None:
    (folder / "standard.yaml").write_text(f"scenarios:\n  standard:\n    units:\n      field: {units}\n")


def test_a_set_up_that_satisfies_them_is_silent(folder: Path) -> None:
    scenario(folder, "{red: {guard: 3}, blue: {guard: 1}}")
    assert check(folder) == ()
    assert start(load(folder)).winner == "red"


def test_a_flaw_is_told_where_the_units_of_the_set_up_begin(folder: Path) -> None:
    scenario(folder, "{red: {guard: 4}, blue: {guard: 1}}")
    (found,) = check(folder)
    assert (found.code, found.severity, found.line, found.message) == ("set-up", "error", 3, "`standard`: The Reds spends 12 of 10. [A-1]")
    with pytest.raises(SetupError, match="The Reds spends 12 of 10"):
        start(load(folder))


def test_a_warning_does_not_stop_the_game(folder: Path) -> None:
    scenario(folder, "{red: {giant: 1}}")
    (found,) = check(folder)
    assert found.severity == "warning" and found.message == "`standard`: Giants are odd."
    assert start(load(folder)).finished


def test_each_needs_a_set(folder: Path) -> None:
    scenario(folder, "{red: {guard: 1}}")
    (folder / "more.yaml").write_text("checks:\n  wrong: {each: 3, demand: true, because: Never.}\n")
    assert [d.code for d in check(folder)] == ["wrong-type"]
