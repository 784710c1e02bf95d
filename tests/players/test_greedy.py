"""The greedy player takes what its ruleset's evaluation says, and asks its judge for chances."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.players.greedy import Greedy
from interpreter.rules.runtime import RuleFault
from tests.language.little import BOARD, little

RULES = """
actions: {hold: {choose: {n: {number: 3}}, do: set turn to n}}
evaluation: {hold: "n if chance(units in north, units in bay, middle) > 50 else 10 - n"}
procedures: {play: offer hold to red}
"""


@pytest.mark.parametrize(("chance", "held"), [(80, 3), (20, 1)])
def test_the_judge_decides(tmp_path: Path, chance: int, held: int) -> None:
    game = little(tmp_path, BOARD, RULES).start()
    assert Greedy(lambda rules, world, us, them, here: (chance, 0))(game) == ("hold", held)


def test_without_a_judge_guesses_are_a_fault(tmp_path: Path) -> None:
    game = little(tmp_path, BOARD, RULES).start()
    with pytest.raises(RuleFault):
        Greedy()(game)
