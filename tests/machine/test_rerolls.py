"""Dice of a volley that are rolled again: which, and what they come to."""

from __future__ import annotations

from pathlib import Path

from interpreter import restore, save
from interpreter.machine.game import start, step
from interpreter.machine.rerolls import lying, relaid, result, taken
from interpreter.machine.volleys import Pool
from tests.language.little import little

WEAK, STRONG, PAIRS = Pool(3, 6, 1, 10), Pool(2, 6, 3, 20), Pool(4, 6, 2, 20, 2)
LIE = lying((1, 6, 6, 2, 5, 3, 2, 6, 6), (WEAK, STRONG, PAIRS))


def test_dice_lie_in_rows_by_pool() -> None:
    assert [(throws, some) for throws, *_, some in LIE] == [(3, 1), (2, 1), (2, 1)]


def test_hits_of_one_firer_stand_together() -> None:
    hits, lie, misses, scored = result(LIE)
    assert (hits, lie, misses, scored) == (((10, 1), (20, 2)), LIE, 4, 3)


def test_of_the_misses_the_likeliest_to_hit_are_taken_first() -> None:
    assert [(row, hit, pool.dice) for row, hit, pool in taken(LIE, 3, 0)] == [(2, False, 2), (1, False, 1), (0, False, 1)]


def test_of_the_hits_the_unlikeliest_are_taken_first() -> None:
    assert [(row, hit, pool.dice) for row, hit, pool in taken(LIE, 0, 2)] == [(0, True, 1), (1, True, 1)]


def test_no_more_are_taken_than_lie_there() -> None:
    assert sum(pool.dice // pool.each for _, hit, pool in taken(LIE, 9, 9) if not hit) == 4
    assert sum(pool.dice // pool.each for _, hit, pool in taken(LIE, 9, 9) if hit) == 3
    assert taken(LIE, 0, 0) == () == taken((), 3, 3)


def test_new_faces_take_the_place_of_the_old() -> None:
    """The pair hits with its second die, the strong one hits, the weak hit is lost."""
    again = taken(LIE, 2, 1)
    hits, _, misses, scored = result(relaid(LIE, again, (6, 2, 3, 5)))
    assert (hits, misses, scored) == (((20, 4),), 3, 4)


def test_a_reroll_is_the_same_after_a_save(tmp_path: Path) -> None:
    """Dice that lie are part of the position: a game saved between two rolls goes on alike."""
    rules = little(tmp_path, WORLD).rules
    game = step(start(rules), "roll 5")
    assert game.ask is not None and game.ask.kind == "choose"
    save(game, tmp_path / "game.json")
    again = restore(tmp_path / "game.json", rules)
    ends = [step(step(each, "choose north"), "roll 1") for each in (game, again)]
    assert ends[0].digest == ends[1].digest and ends[0].finished
    assert len(ends[0].world.u) == 1


WORLD = """
attributes: {unit: {damage: {type: number}, doomed: {type: truth}}}
tags: {land: }
powers: {red: , blue: }
spaces: {north: {is: land}, south: {is: land}}
borders: {roads: {pairs: {north: [south]}}}
unit_types: {guard: }
scenarios: {standard: {units: {north: {red: {guard: 1}, blue: {guard: 1}}}}}
engagements:
  fight:
    of: {here: space}
    sides:
      ours: {power: red, units: units in here where its owner is red}
      theirs: {power: blue, units: units in here where its owner is blue}
    losses: {counter: damage, limit: 1, doomed: doomed}
    round:
      shots:
        volley: ours
        value: 2
        losses: at once
        reroll: |
          if misses > 0:
              choose where_to from spaces for red
              set misses_again to 1
    until: no theirs
procedures: {play: "fight(north)"}
"""
