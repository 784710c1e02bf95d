"""Play goes as it is kept; what has changed is told by its first line."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from interpreter import Game, answers
from interpreter.machine.questions import Answer
from tests.golden import KEPT, Playthrough, text


@pytest.mark.parametrize("kept", KEPT, ids=lambda each: each.ruleset)
def test_play_goes_as_it_is_kept(kept: Playthrough) -> None:
    lines, wanted = text(kept).splitlines(), kept.file.read_text(encoding="utf-8").splitlines()
    for number, (line, old) in enumerate(zip_longest(lines, wanted), 1):
        assert line == old, f"{kept.file.name}:{number}; if play is meant to change: python -m tests.golden, and read the difference"


def test_another_play_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(game: Game) -> Answer:
        assert game.ask is not None
        return next(iter(game.ask.options))

    monkeypatch.setattr(answers, "greedy", first)
    with pytest.raises(AssertionError, match="read the difference"):
        test_play_goes_as_it_is_kept(KEPT[-1])
