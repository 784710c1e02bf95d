"""Set-ups: what stands where at the start."""

from __future__ import annotations

from pathlib import Path

from interpreter.state.opening import scenario_world
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little

RESERVES = """
scenarios:
  reserves:
    like: standard
    units:
      none: {red: {tank: 2, frigate: {damage: 1, aboard: {infantry: 1}}}}
      ocean: {none: {frigate: 1}}
define: {waiting: units in none, strays: units in ocean where its owner is none}
"""


def test_units_that_are_nowhere_on_the_board(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, RESERVES)
    world = scenario_world(made.rules, "reserves")
    waiting = [world.u[u] for u in made.call("waiting", world=world)]
    assert sorted((row[0], row[1], row[2]) for row in waiting) == [
        ("frigate", "red", None), ("infantry", "red", None), ("tank", "red", None), ("tank", "red", None)
    ]  # fmt: skip
    assert [world.u[row[3]][0] for row in waiting if row[3] is not None] == ["frigate"]
    assert len(made.call("strays", world=world)) == 1 and len(world.u) == 16


def test_reserves_are_checked_like_all_units(tmp_path: Path) -> None:
    wrong = """
    scenarios:
      bad:
        units:
          none:
            red: {tanks: 1} # E: unknown-name
            purple: {tank: 1} # E: unknown-name
          nowhere: {red: {tank: 1}} # E: unknown-name
    """
    _, found = check(tmp_path, BOARD, PLAY, wrong)
    assert found_in(found) == asked_for("", "", wrong)
