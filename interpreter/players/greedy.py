"""Greedy: takes the answer that the ruleset's own `evaluation` holds to be worth most, one step ahead.

A judge, where the player is given one, tells it the chances of fights that the evaluation asks for.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.machine.game import Game
from interpreter.machine.options import expand
from interpreter.machine.questions import CHANCE, DONE, Answer, Ask
from interpreter.players.chance import roll
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World, nobody

Units = tuple[int, ...]
Verdict = tuple[int, int]


class Greedy:
    """A greedy player with a judge: a function of the ruleset, a world, attackers, defenders and a space."""

    def __init__(self, judge: Callable[[Ruleset, World, Units, Units, str | None], Verdict] | None = None) -> None:
        self.judge = judge

    def __call__(self, game: Game) -> Answer:
        """The answer worth most by the evaluation (the first of equals); `done` where none is worth anything."""
        ask = game.ask
        assert ask is not None
        if ask.actor == CHANCE:
            return roll(game, ask)
        judge, rules = self.judge, game.rules
        world = game.world.judged(nobody if judge is None else lambda w, us, them, here: judge(rules, w, us, them, here))
        if ask.kind == "act":
            return _act(game, ask, world)
        options = list(ask.options)
        worth = rules.program.evaluation.get("loss")
        if ask.kind == "lose" and worth is not None:
            value = rules.f(worth)
            return min(options, key=lambda o: value(world, o[1]))
        return options[0]


def _act(game: Game, ask: Ask, world: World) -> Answer:
    best: Answer | None = None
    most = 0
    for choosing in ask.actions:
        name = choosing.entry.name
        function = game.rules.program.evaluation.get(name)
        if function is None:
            continue
        worth = game.rules.f(function)
        for args in choosing.options():
            value = worth(world, ask.actor, *choosing.given, *expand(choosing.entry, args))
            if value > most:
                best, most = (name, *args), value
    if best is not None:
        return best
    return DONE if ask.may_stop else next(ask.options)
