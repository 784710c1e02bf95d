"""Every scenario of the miniatures is played to its end by random players; what is ready-made stands on the map as it was made."""

from __future__ import annotations

from collections import Counter

import pytest

from interpreter import Game, Ruleset, answers, load, start, step
from interpreter.state.opening import scenario_world

MOST = 4_000
RULES = load("miniatures")


def played(rules: Ruleset, scenario: str, seed: int) -> tuple[Game, Counter[tuple[str, str]]]:
    """The end of a game, and how many units of each power and type were deployed."""
    game = start(rules, scenario, seed)
    deployed: Counter[tuple[str, str]] = Counter()
    while game.ask is not None and game.count < MOST:
        game = step(game, answers.random(game))
        deployed.update((e.values[1], e.values[0]) for e in game.events if e.name == "deployed")
    return game, deployed


@pytest.mark.parametrize("scenario", sorted(RULES.program.scenarios))
def test_a_scenario_is_played_to_its_end(scenario: str) -> None:
    game, deployed = played(RULES, scenario, seed=7)
    assert game.finished and game.winner in ("axis", "allies"), f"{scenario} goes on after {game.count} answers"
    ready = Counter((row[1], row[0]) for row in scenario_world(RULES, scenario).u.values())
    assert {power for power, _ in deployed} == {"axis", "allies"}
    assert not ready or deployed == ready
