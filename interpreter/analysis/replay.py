"""A saved game played again from its start, to look at what is not in the save."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.machine.game import Game, advance, start, step
from interpreter.machine.questions import Answer

Progress = Callable[[int, int], None]


class Astray(Exception):
    """The answers of a save do not lead to what it says that happened."""


def positions(game: Game, progress: Progress | None = None, trace: bool = False) -> Iterator[tuple[Game, Answer | None]]:
    """Every position of a game, with what led to it if traces are wanted, and the answer that was given there (None at the end)."""
    given = game.answers()
    now = start(game.rules, game.scenario, game.seed, trace)
    for number, answer in enumerate(given, 1):
        if now.ask is None:
            raise Astray(f"the game is over before answer {number}")
        yield now, answer
        now = _after(now, answer, trace)
        if progress is not None:
            progress(number, len(given))
    yield now, None


def before_event(game: Game, number: int, progress: Progress | None = None) -> tuple[Game | None, Game]:
    """The position in which an event came about (None: the start), and the next one with its trace.

    Raises KeyError for an event that the game does not have, Astray where it does not come about again.
    """
    if not 1 <= number <= game.past.event_count:
        raise KeyError(number)
    first = next(game.history())
    if number <= first.event_count:
        return None, _checked(start(game.rules, game.scenario, game.seed, trace=True), game, number)
    steps = zip(positions(game, progress), list(game.history())[1:], strict=False)
    for (now, answer), past in steps:
        if number <= past.event_count:
            assert answer is not None
            return now, _checked(_after(now, answer, True), game, number)
    raise Astray(f"event {number} does not come about again")


def _after(game: Game, answer: Answer, trace: bool) -> Game:
    """The next position; answers of a save were legal once, and corrections by hand are checked as ever."""
    if game.ask is None or answer[:1] == ("edit",):
        return step(game, answer, trace)
    return advance(game, game.ask, answer, trace)


def _checked(after: Game, game: Game, number: int) -> Game:
    wanted = next(e for past in game.history() for e in past.events if e.number == number)
    if wanted not in after.events:
        raise Astray(f"event {number} does not come about again")
    return after
