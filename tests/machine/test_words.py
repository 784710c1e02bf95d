"""Answers in words: what is offered means what is offered."""

from __future__ import annotations

from interpreter import load, start, step
from interpreter.machine.wording import read
from interpreter.players.views import choices


def test_offered_words_mean_the_unit_that_is_offered() -> None:
    """A fighter that has flown already stands beside one that has not: the words without brackets mean the second."""
    game = start(load("spring-1942"), seed=1)
    for answer in ("done", "done", "move fighter in karelia_ssr to russia"):
        game = step(game, answer)
    offered = choices(game)
    assert {"move fighter in russia to anglo_egypt_sudan", "move fighter [spent 2] in russia to caucasus"} <= {c.words for c in offered}
    assert all(read(game, c.words) == c.answer for c in offered)
