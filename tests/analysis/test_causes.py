"""Why something was announced: what it names, and the formula that a number comes from."""

from __future__ import annotations

from pathlib import Path

from interpreter import start, step
from interpreter.analysis.causes import cause_of
from interpreter.analysis.explain import lines
from tests.language.little import little

GOALS = """
sorts: {goal: {plural: goals}}
attributes:
  power: {gold: {type: number}}
  space: {holder: {type: power}}
  goal: {gain: {type: number, formula: true}}
powers: {red: {gold: 1}}
spaces: {here: {holder: red}, there: {holder: red}}
goals:
  land: {title: Land, gain: 2 * count spaces where its holder is red, cites: [X-1]}
statements: {X-1: Land pays two for each space.}
events: {paid: {of: {p: power, g: goal, n: number}, text: "{p} gets {n}: {g}"}}
actions:
  cash:
    do: |
      for each g in goals:
          add gain of g to actor's gold
          announce paid(actor, g, gain of g)
phases: {play: {by: red, actions: [cash]}}
scenarios: {standard: {}}
"""


def test_a_named_thing_and_its_formula_are_told(tmp_path: Path) -> None:
    made = little(tmp_path, GOALS)
    game = step(start(made.rules, seed=1), "cash")
    event = game.events[-1]
    cause = cause_of(made.built, game, event.number)
    assert cause.things == ("goals.land",)
    assert made.rules.cites("goals.land") == ("X-1",)
    told = "\n".join(line for tree in cause.values for line in lines(tree))
    assert "= 4" in told and "count spaces" in told
