"""Answerers that need no thought: random, and a script of answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.machine.game import Game
from interpreter.machine.options import Choosing
from interpreter.machine.questions import CHANCE, DONE, Answer, Ask
from interpreter.players.chance import Stream, roll

MOST_VALUES = 10_000  # of a choice, so many are looked at
REST = 8  # one answer in so many is `done`, where that is legal


def random(game: Game) -> Answer:
    """A legal answer drawn from the game's seed; chance is rolled."""
    ask = game.ask
    assert ask is not None
    if ask.actor == CHANCE:
        return roll(game, ask)
    stream = Stream(game.seed, game.count, "random")
    if ask.kind != "act":
        options = list(ask.options)
        return options[stream.below(len(options))]
    if ask.may_stop and stream.below(REST) == 0:
        return DONE
    return _some_action(ask, stream)


def _some_action(ask: Ask, stream: Stream) -> Answer:
    """Draws choice by choice, so that only the branches that are tried are computed."""
    actions = list(ask.actions)
    while actions:
        choosing = actions.pop(stream.below(len(actions)))
        args = _draw(choosing, (), stream)
        if args is not None:
            return (choosing.entry.name, *args)
    assert ask.may_stop
    return DONE


def _draw(choosing: Choosing, args: tuple[Any, ...], stream: Stream) -> tuple[Any, ...] | None:
    if not args and not choosing.good(()):
        return None
    if len(args) == len(choosing.entry.choices):
        return args
    values = list(choosing.candidates(args)[:MOST_VALUES])
    while values:
        value = values.pop(stream.below(len(values)))
        longer = (*args, value)
        if choosing.good(longer):
            found = _draw(choosing, longer, stream)
            if found is not None:
                return found
    return None


class Script:
    """Gives a list of answers (data or text) in order; afterwards it has none."""

    def __init__(self, answers: Sequence[Answer | str]) -> None:
        self.answers = list(answers)
        self.next = 0

    def __call__(self, game: Game) -> Answer | str | None:
        if self.next >= len(self.answers):
            return None
        self.next += 1
        return self.answers[self.next - 1]
