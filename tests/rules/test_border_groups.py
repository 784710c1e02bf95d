"""Borders that stand in several groups: what the groups say counts together, and mistakes."""

from __future__ import annotations

from pathlib import Path

from tests.language.little import BOARD, PLAY, asked_for, check, found_in, values

TRACKS = """
tags: {rail: }
attributes: {border: {broken: {type: truth}, width: {type: number, fixed: true, default: 1}}}
borders:
  rails: {is: rail, broken: true, pairs: {south: [coast, middle]}}
  wide: {width: 3, pairs: {south: [middle], middle: [coast]}}
"""


def test_all_groups_count(tmp_path: Path) -> None:
    asked = [
        "border(south, coast) is rail and border(south, coast) is bridge",
        "width of border(south, middle)",
        "border(south, middle) is broken",
        "width of border(south, coast)",
        "count borders",
        "spaces adjacent to south",
    ]
    found = values(tmp_path, asked, BOARD, PLAY, TRACKS)
    assert found == [True, 3, True, 1, 7, ["middle", "coast"]]


def test_mistakes(tmp_path: Path) -> None:
    wrong = """
    borders:
      plain: {pairs: {south: [coast]}} # E: name-twice
      twice: {is: rail, pairs: {north: [middle, middle]}} # E: name-twice
      narrow:
        width: 2 # E: name-twice
        pairs: {middle: [coast]}
    """
    _, found = check(tmp_path, BOARD, PLAY, TRACKS, wrong)
    assert found_in(found) == asked_for("", "", "", wrong)
