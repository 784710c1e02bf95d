"""The loop of a game: who answers, when it stops, what a person sees of the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from interpreter.cli.faults import Mistake
from interpreter.cli.screen import Progress, write
from interpreter.cli.scripts import Line

if TYPE_CHECKING:
    from interpreter.cli.seats import Seat
    from interpreter.machine.game import Game
    from interpreter.machine.questions import Answer, Ask

ROUNDS = 20
ASKS = 100_000
STEP = 20


@dataclass(frozen=True, slots=True)
class Limits:
    """When play stops before the game is over: behind a round, after so many answers, when a script has ended."""

    last_round: int | None = None
    asks: int | None = None
    script_only: bool = False


def limits(game: Game, rounds: int | None, asks: int | None, person: bool, script_only: bool) -> Limits:
    """The limits that options ask for; rounds count from the one that the game is in."""
    from interpreter.players.views import round_of

    now = round_of(game)
    if now is None and rounds is not None:
        raise Mistake(f"{game.rules.id} counts no rounds; say --asks N instead of --rounds.", 2)
    if rounds is None and not person:
        rounds = ROUNDS
    last = max(now, 1) + rounds - 1 if now is not None and rounds is not None else None
    if last is None and asks is None and not person:
        asks = ASKS
    return Limits(last, asks, script_only)


@dataclass
class Table:
    """A game being played. `game` is always the last position that is whole."""

    game: Game
    seats: Mapping[str, Seat]
    script: Sequence[Line]
    limits: Limits
    dice: Callable[[Game, Ask], Answer]
    watched: bool = False
    players: Mapping[str, str] = field(default_factory=dict)
    given: int = 0
    used: int = 0
    progress: Progress = field(default=lambda done, of: None)

    def play(self) -> None:
        """Plays until the game is over or a limit is reached. Raises Quit where a person leaves."""
        while not self.over():
            ask = self.game.ask
            assert ask is not None
            self.turn(ask)
            if self.given % STEP == 0:
                self.report()

    def reader(self) -> str | None:
        """The person who reads what is printed: the one that is asked, or the first; None where only programs play."""
        asked = self.game.ask.actor if self.game.ask is not None else None
        persons = [power for power, kind in self.players.items() if kind == "human"]
        return asked if asked in persons else next(iter(persons), None)

    def over(self) -> bool:
        from interpreter.players.views import round_of

        if self.game.ask is None:
            return True
        limit = self.limits
        if limit.script_only and self.used >= len(self.script):
            return True
        if limit.asks is not None and self.given >= limit.asks:
            return True
        now = round_of(self.game)
        return limit.last_round is not None and now is not None and now > limit.last_round

    def report(self) -> None:
        """How far play is, for the bar."""
        from interpreter.players.views import round_of

        if self.limits.last_round is not None:
            self.progress(min(round_of(self.game) or 0, self.limits.last_round), self.limits.last_round)
        else:
            self.progress(self.given, self.limits.asks or 0)

    def turn(self, ask: Ask) -> None:
        """Gets one answer and takes it."""
        from interpreter.machine.game import advance, step
        from interpreter.machine.questions import CHANCE
        from interpreter.players.human import Back
        from interpreter.players.views import drawn

        line = self.script[self.used] if self.used < len(self.script) else None
        if line is not None and (ask.actor != CHANCE or line.is_roll):
            self.scripted(line)
            return
        answer: Any = self.dice(self.game, ask) if ask.actor == CHANCE else self.seats[ask.actor](self.game)
        if isinstance(answer, Back):
            self.given -= self.game.count - answer.game.count
            self.game = answer.game
            return
        if self.watched and ask.actor == CHANCE and not drawn(self.game):
            write(f"  {ask.reason}: {' '.join(map(str, answer[1:]))}")
        self.taken(step(self.game, answer) if answer[:1] == ("edit",) else advance(self.game, ask, answer))

    def scripted(self, line: Line) -> None:
        """Takes an answer of the script. Raises Mistake, with the rule, where it is refused."""
        from interpreter.machine.game import IllegalAnswer, step
        from interpreter.players.views import refusal_lines

        try:
            after = step(self.game, line.answer)
        except IllegalAnswer as error:
            who = self.game.ask.actor if self.game.ask is not None else "nobody"
            reason = "\n  ".join(refusal_lines(self.game.rules, error.refusal))
            raise Mistake(f"{line.place}: `{spoken(line.answer)}` is not legal; {who} is asked.\n  {reason}") from None
        self.used += 1
        self.taken(after)

    def taken(self, after: Game) -> None:
        from interpreter.machine.wording import event_words, told

        self.given += 1
        self.game = after
        if self.watched:
            persons = frozenset(power for power, kind in self.players.items() if kind == "human")
            for event in told(after.rules, after.events, after.world, persons):
                write(f"  {event_words(after.rules, after.world, event)}")


def spoken(answer: str | tuple[Any, ...]) -> str:
    """An answer of a script as it was given."""
    return answer if isinstance(answer, str) else " ".join(map(str, answer))
