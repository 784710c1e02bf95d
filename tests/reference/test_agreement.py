"""The compiled machine and the walker agree after every answer: on the world, on the question, on what is legal."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import answers
from tests.reference.compare import Disagreement, Pair, play, same_fate
from tests.reference.rulesets import Playable, little


@pytest.mark.parametrize(("kind", "seed", "most"), [("random", 11, 90), ("random", 12, 60), ("greedy", 11, 60)])
def test_a_game_is_walked_alike(spring: Playable, kind: str, seed: int, most: int) -> None:
    play(spring.built, spring.rules, seed, getattr(answers, kind), most)


@settings(max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**6))
def test_random_programs_are_walked_alike(seed: int) -> None:
    game = little(seed)
    same_fate(game.built, game.rules, seed, answers.random, 25)


def test_a_difference_is_seen(spring: Playable) -> None:
    """The comparison itself: a walker whose world is changed behind its back is found out."""
    pair: Pair = play(spring.built, spring.rules, 1, answers.random, 2)
    pair.walker.world = pair.walker.world.fork()
    pair.walker.world.set_game(spring.rules.program.attributes["game"]["round"].index, 77, "test")
    with pytest.raises(Disagreement, match="the world differs in game"):
        pair.answer(answers.random(pair.game))
