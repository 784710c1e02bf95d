"""Playthroughs that are kept: what happens in a game of each ruleset, so that a change of play is seen and read in review.

`python -m tests.golden` writes them anew. Nothing but play stands in them: no digests, no numbers of units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game, answers, load, start, step
from interpreter.machine.wording import event_words, written
from interpreter.players.views import reason, round_of

FOLDER = Path(__file__).parent
MOST = 2_000


@dataclass(frozen=True)
class Playthrough:
    """A game of programs: which ruleset, from which seed, for how many rounds, with how many answers of the greedy player first."""

    ruleset: str
    seed: int
    rounds: int
    greedy: int

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.ruleset}.txt"


KEPT = (Playthrough("spring-1942", 11, 1, 30), Playthrough("global-1940", 12, 1, 20), Playthrough("miniatures", 13, 3, 20))


def told(kept: Playthrough) -> Iterator[str]:
    """The lines of a playthrough: who is asked what, the answer, and what follows of it with its rule."""
    game = start(load(kept.ruleset), seed=kept.seed)
    yield from _events(game)
    while game.ask is not None and (round_of(game) or 0) <= kept.rounds and game.count < MOST:
        ask = game.ask
        answer = answers.greedy(game) if game.count < kept.greedy else answers.random(game)
        yield f"{ask.actor} ({reason(game, ask)}): {written(game, answer)}"
        game = step(game, answer)
        yield from _events(game)


def _events(game: Game) -> Iterator[str]:
    yield from (f"    {event_words(game.rules, game.world, event)}  [{event.rule}]" for event in game.events)


def text(kept: Playthrough) -> str:
    """The whole playthrough as its file has it."""
    return "\n".join(told(kept)) + "\n"
