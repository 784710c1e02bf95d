"""What questions say of themselves, and the words of their answers."""

from __future__ import annotations

from pathlib import Path

from tests.language.little import BOARD, Little, little, options

GUESSES = """
events: {dusk: {of: {n: number}}}
rules:
  guess_the_wind:
    on: dusk
    do: |
      choose wind from {1, 2, n} for red
      set turn to wind
  rest:
    instead_of: sleep
    do: |
      choose bed from spaces for blue
      remove units in bed
procedures:
  play: announce dusk(5)
  sleep: {do: set turn to 1}
"""


def made(folder: Path) -> Little:
    return little(folder, BOARD, GUESSES)


def test_numbers_are_chosen_by_what_they_are(tmp_path: Path) -> None:
    assert options(made(tmp_path).run("play")) == ["choose 1", "choose 2", "choose 5"]


def test_the_rule_that_asks_is_told(tmp_path: Path) -> None:
    world = made(tmp_path)
    asks = [world.run(name).ask for name in ("play", "sleep")]
    assert [ask.rule for ask in asks if ask is not None] == ["rules.guess_the_wind", "rules.rest"]
