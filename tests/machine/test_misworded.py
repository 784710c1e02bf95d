"""Answers that are said in other words than the action's: the refusal tells how it is said."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.machine.game import begin
from interpreter.machine.options import Refusal
from interpreter.machine.wording import read
from interpreter.state.opening import scenario_world


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("demolish royal_engineers f8", "`demolish royal_engineers f8` is not how it is said: demolish with {unit} the bridge to {other}."),
        ("attack royal_engineers", "`firer` is missing: attack {target} with {firer}"),
        ("blow up f8", "`blow` is no answer here; answers begin with move, attack, charge, demolish, done."),
    ],
)
def test_the_refusal_tells_how_it_is_said(text: str, told: str) -> None:
    rules = load("miniatures")
    world = scenario_world(rules, "standard").fork()
    world.set_game(rules.program.attributes["game"]["active"].index, "allies", "test")
    world.create(1, "royal_engineers", "f7", "allies", "test")
    answer = read(begin(rules, world, "assault", (), "standard", seed=1), text)
    assert isinstance(answer, Refusal) and answer.message == told
