"""What a player is told who names something that an action does not offer."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import IllegalAnswer, begin, step
from interpreter.state.opening import empty_world
from tests.language.little import BOARD, PLAY, little

ACTIONS = """\
actions:
  settle:
    says: settle {place}
    choose: {place: {from: spaces where it is hilly, text: "Settlers want hills."}}
    do: stop
  roam:
    says: roam {place}
    choose: {place: {from: spaces where it is hilly}}
    do: stop
procedures: {evening: "offer settle, roam to red"}
"""


def refused(folder: Path, answer: str) -> str:
    rules = little(folder, BOARD, PLAY, ACTIONS).rules
    game = begin(rules, empty_world(rules), "evening")
    with pytest.raises(IllegalAnswer) as told:
        step(game, answer)
    return told.value.refusal.message


def test_the_text_of_a_choice_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path, "settle south") == "Settlers want hills."


def test_without_a_text_the_name_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path, "roam south") == "south cannot be chosen here as `place`."
