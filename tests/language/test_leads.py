"""Leads: a loop over all units goes over those of an index where its condition allows, and finds the same in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.little import BOARD, little

WORDS = """
define:
  of_red: {of: {u: unit}, is: u's owner is red and speed of u > 0}
  either: {of: {u: unit, p: power}, is: u's owner is p or u is ship}
  changed: {of: {u: unit}, is: u's owner is blue}
  the_found: {of: {p: power, s: space, u: unit}, is: "units where CONDITION"}
  the_same: {of: {p: power, s: space, u: unit}, is: "units where (CONDITION) or false"}
  counted: {of: {p: power, s: space, u: unit}, is: "count units where CONDITION"}
rules:
  all_are: {allow: changed, when: turn > 0}
procedures:
  play: "set turn to turn"
  stir:
    do: |
      move first u in units where u is tank to ocean
      set owner of (first u in units where u is infantry) to green
      remove first u in units where u is tank and owner of u is blue
      set damage of (first units in bay) to 1
      create 1 tank in north for red
"""
CONDITIONS = {
    "its owner is p": "W.bearing(1, v_p)",
    "attack of it > 0 and p is its owner and damage of it = 0": "W.bearing(1, v_p)",
    "its place is s and its owner is p": "W.at.get(v_s, ())",
    "its place adjacent to s": "W.near(beside(v_s))",
    "its place adjacent to u's place and it is soldier": "W.near(beside(",
    "it is ship": "W.of_types(G_ship)",
    "it is tank": "W.bearing(0, 'tank')",
    "damage of it = 1": "W.bearing(4, 1)",
    "its owner is p and not tired of it and doomed of it = (p is red)": "W.bearing(1, v_p)",
    "of_red(it)": "W.bearing(1, 'red')",
    "its owner is u's owner": "W.bearing(1, ",
    "its owner is p or it is ship": "tuple(W.u)",
    "not its owner is p": "tuple(W.u)",
    "its owner is not p": "tuple(W.u)",
    "either(it, p)": "tuple(W.u)",
    "of_red(u) and damage of it = 0": "tuple(W.u)",
    "any v in units in s where v's owner is p": "tuple(W.u)",
    "its owner is ally of p": "tuple(W.u)",
}
ARGUMENTS = [("red", "north", 1), ("blue", "middle", 7), ("green", "bay", 9), (None, None, None), ("green", "coast", 2)]


@pytest.mark.parametrize(("condition", "source"), CONDITIONS.items())
def test_an_index_finds_what_a_loop_over_all_would(tmp_path: Path, condition: str, source: str) -> None:
    made = little(tmp_path, BOARD, WORDS.replace("CONDITION", condition))
    line = next(text for text in made.rules.program.functions.split("def ") if text.startswith("d_the_found("))
    assert source in line
    world = made.world()
    for _ in range(2):
        for args in ARGUMENTS:
            found = made.call("the_found", *args, world=world)
            assert found == made.call("the_same", *args, world=world)
            assert made.call("counted", *args, world=world) == len(found)
        world = made.run("stir", world=world).world


def test_a_definition_that_a_modifier_changes_is_not_looked_through(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, WORDS.replace("CONDITION", "changed(it)"))
    assert len(made.call("the_found", "red", "north", 1)) == len(made.world().u)
