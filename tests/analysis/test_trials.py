"""Chances of trials against numbers worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from interpreter import load
from interpreter.analysis.odds.outcome import OddsError
from interpreter.analysis.odds.trials import chances
from interpreter.rules.build import build
from interpreter.rules.ruleset import Ruleset


@pytest.fixture(scope="module")
def battle() -> Ruleset:
    return load("miniatures")


def binomial(dice: int, chance: Fraction, numbers: range) -> Fraction:
    return sum((comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in numbers), Fraction(0))


def test_an_antitank_gun_from_behind_into_a_forest(battle: Ruleset) -> None:
    """11 dice, each a success at 4 or more, on a rear defence of 4; a Vehicle's cover is a 5, here with -1 for the gun's crew."""
    half = Fraction(1, 2)
    found = chances(battle, "attack", {"attacker": "PAK 38", "target": "M4A1 Sherman", "range": 1, "facing": "rear", "cover": "forest"})
    assert found.numbers == {
        0: binomial(11, half, range(4)), 1: binomial(11, half, range(4, 5)), 2: binomial(11, half, range(5, 8)), 3: binomial(11, half, range(8, 12)),
    }  # fmt: skip
    open_to_fire = Fraction(5, 6)
    assert found.outcomes["disrupted"] == 1 - found.numbers[0]
    assert found.outcomes["damaged"] == (found.numbers[2] + found.numbers[3]) * open_to_fire
    assert found.outcomes["destroyed"] == found.numbers[3] * open_to_fire


def test_a_disrupted_attacker_needs_a_five(battle: Ruleset) -> None:
    found = chances(battle, "attack", {"attacker": "mauser", "target": "m1 garand", "range": 1, "attacker_disrupted": "yes"})
    assert found.numbers[0] == binomial(8, Fraction(1, 3), range(4))


def test_three_sixes_of_a_flamethrower(battle: Ruleset) -> None:
    found = chances(battle, "attack", {"attacker": "crocodile", "target": "tiger", "range": 1})
    assert found.outcomes["destroyed"] == 1 - binomial(13, Fraction(1, 6), range(3))


def test_defensive_fire_only_disrupts(battle: Ruleset) -> None:
    found = chances(battle, "attack", {"attacker": "jagdpanther", "target": "jeep", "range": 0, "defensive": "yes"})
    assert found.outcomes["destroyed"] == found.outcomes["damaged"] == 0 and found.outcomes["disrupted"] == 1 - found.numbers[0]


def test_out_of_range(battle: Ruleset) -> None:
    found = chances(battle, "attack", {"attacker": "mauser", "target": "jeep", "range": 9})
    assert found.numbers == {0: 1} and found.outcomes["out_of_reach"] == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"attacker": "shermann", "target": "tiger"}, "There is no unit type `shermann`"),
        ({"attacker": "sherman", "target": "tiger"}, "`sherman` may be `m4a1_sherman` or `m4a3e8_sherman_easy_eight`"),
        ({"attacker": "jeep"}, "`target` is missing"),
        ({"attacker": "jeep", "target": "tiger", "rnage": 2}, "Did you mean `range`?"),
        ({"attacker": "jeep", "target": "tiger", "range": "two"}, "`range` is a number"),
    ],
)
def test_bad_questions(battle: Ruleset, given: dict[str, str], words: str) -> None:
    with pytest.raises(OddsError, match=words):
        chances(battle, "attack", given)


LITTLE = """
ruleset: little
title: A little trial
start: play
scenario: standard
attributes: {game: {first_die: {type: number}}}
powers: {red: }
spaces: {field: }
unit_types: {guard: }
procedures: {play: {do: finish}}
scenarios: {standard: {}}
trials:
  sums:
    of: {n: number}
    do: |
      roll n d6 as dice
      return total (it) of dice
  counts:
    do: |
      roll 3 d6 as dice
      let good = count dice where it >= 5
      return good
  looks_again:
    do: |
      roll 2 d6 as dice
      let good = count dice where it >= 5
      set first_die to highest (it) of dice
      return good * 10 + first_die
    outcomes: {six: {when: first_die = 6}}
"""


@pytest.fixture
def little(tmp_path: Path) -> Ruleset:
    (tmp_path / "ruleset.yaml").write_text(LITTLE)
    built, found = build(tmp_path)
    assert built is not None, found
    return Ruleset(built.program, compile(built.program.functions, "<little>", "exec"))


def test_sums_of_dice_keep_every_face(little: Ruleset) -> None:
    found = chances(little, "sums", {"n": 2})
    assert found.numbers[7] == Fraction(6, 36) and found.numbers[2] == Fraction(1, 36) and sum(found.numbers.values()) == 1


def test_what_counts_is_all_that_is_followed(little: Ruleset) -> None:
    found = chances(little, "counts", {})
    assert found.numbers == {k: comb(3, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (3 - k) for k in range(4)}
    assert found.positions == 1 + 4


def test_dice_that_are_looked_at_later_keep_their_faces(little: Ruleset) -> None:
    found = chances(little, "looks_again", {})
    assert found.numbers[26] == Fraction(3, 36) and found.numbers[16] == Fraction(8, 36) and found.outcomes["six"] == Fraction(11, 36)
