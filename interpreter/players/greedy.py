"""Greedy: takes the answer that the ruleset's own `evaluation` holds to be worth most, one step ahead."""

from __future__ import annotations

from interpreter.machine.game import Game
from interpreter.machine.options import expand
from interpreter.machine.questions import CHANCE, DONE, Answer, Ask
from interpreter.players.chance import roll


def greedy(game: Game) -> Answer:
    """The answer worth most by the evaluation (the first of equals); `done` where none is worth anything."""
    ask = game.ask
    assert ask is not None
    if ask.actor == CHANCE:
        return roll(game, ask)
    if ask.kind == "act":
        return _act(game, ask)
    options = list(ask.options)
    worth = game.rules.program.evaluation.get("loss")
    if ask.kind == "lose" and worth is not None:
        value = game.rules.f(worth)
        return min(options, key=lambda o: value(game.world, o[1]))
    return options[0]


def _act(game: Game, ask: Ask) -> Answer:
    best: Answer | None = None
    most = 0
    for choosing in ask.actions:
        name = choosing.entry.name
        function = game.rules.program.evaluation.get(name)
        if function is None:
            continue
        worth = game.rules.f(function)
        for args in choosing.options():
            value = worth(game.world, ask.actor, *choosing.given, *expand(choosing.entry, args))
            if value > most:
                best, most = (name, *args), value
    if best is not None:
        return best
    return DONE if ask.may_stop else next(ask.options)
