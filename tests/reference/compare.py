"""The compiled machine and the walker, side by side, through one game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from interpreter.machine.faults import FAULTS, Fault
from interpreter.machine.game import Game, advance, start
from interpreter.machine.questions import Ask
from interpreter.rules.build import Built
from interpreter.rules.ruleset import Ruleset
from interpreter.state.opening import scenario_world
from interpreter.state.position import world_data
from interpreter.state.world import World
from tests.reference.walker import Course, Finished, Question, Walker

FEW = 10
Answerer = Callable[[Game], Any]


class Disagreement(AssertionError):
    """Machine and walker differ; the message tells where and in what."""


class Pair:
    """A game of the machine and the same game walked; `answer` gives both the same answer and compares."""

    def __init__(self, built: Built, game: Game, world: World, procedure: str, args: tuple[Any, ...] = ()) -> None:
        self.game = game
        self.walker = Walker(built, world.fork())
        self.course: Course = self._whole(procedure, list(args))
        self.asked: Question | None = next(self.course, None)
        self.finished = False
        self.winner: Any = None
        self.compare(FEW)

    def _whole(self, procedure: str, args: list[Any]) -> Course:
        try:
            yield from self.walker.run(procedure, args)
        except Finished as end:
            self.winner = end.winner

    def answer(self, answer: Any, few: int = FEW) -> None:
        assert self.asked is not None and self.game.ask is not None
        if not self.asked.legal(answer):
            raise Disagreement(f"{self.where()}: the walker refuses {answer}")
        self.game = advance(self.game, self.game.ask, answer)
        try:
            self.asked = self.course.send(answer)
        except StopIteration:
            self.asked = None
        self.compare(few)

    def where(self) -> str:
        ask = self.game.ask
        return f"after {self.game.count} answers" + (f" ({ask.actor}: {ask.kind} {ask.reason})" if ask is not None else "")

    def compare(self, few: int) -> None:
        """Raises Disagreement where worlds, questions, or the first `few` options of an action differ."""
        self.same("the world", world_data(self.game.world), world_data(self.walker.world))
        ask = self.game.ask
        if ask is None or self.asked is None:
            self.same("the end", ask is None, self.asked is None)
            self.same("the winner", self.game.winner, self.winner)
            return
        self.same("the question", (ask.actor, ask.kind), (self.asked.actor, self.asked.kind))
        self.same("the dice", tuple((p.dice, p.sides, p.value) for p in ask.pools), self.asked.pools)
        if ask.kind != "roll":
            self.same("the options", list(self.some(ask, few)), list(islice(self.asked.options(), few if ask.kind == "act" else None)))

    @staticmethod
    def some(ask: Ask, few: int) -> Any:
        return islice(ask.options, few if ask.kind == "act" else None)

    def same(self, what: str, machine: Any, walked: Any) -> None:
        if machine == walked:
            return
        if isinstance(machine, dict):
            for key in machine:
                if machine[key] != walked[key]:
                    a, b = machine[key], walked[key]
                    if isinstance(a, list):
                        a, b = [x for x in a if x not in b], [x for x in b if x not in a]
                    raise Disagreement(f"{self.where()}: {what} differs in {key}: {a} and {b}"[:2000])
        raise Disagreement(f"{self.where()}: {what} differs:\n  machine {machine}\n  walker  {walked}"[:3000])


def play(built: Built, rules: Ruleset, seed: int, answerer: Answerer, most: int) -> Pair:
    """A game from its start through `most` answers, or to its end, compared after each."""
    world = scenario_world(rules, rules.program.scenario)
    pair = Pair(built, start(rules, seed=seed), world, rules.program.start)
    while pair.game.ask is not None and pair.game.count < most:
        pair.answer(answerer(pair.game))
    return pair


def same_fate(built: Built, rules: Ruleset, seed: int, answerer: Answerer, most: int) -> int:
    """Like `play`, for rules that may fail: machine and walker have to fail at the same step. Returns the answers given."""
    world = scenario_world(rules, rules.program.scenario)
    try:
        game = start(rules, seed=seed)
    except Fault as fault:
        _fails_too(Walker(built, world.fork()).run(rules.program.start, []), None, fault)
        return 0
    pair = Pair(built, game, world, rules.program.start)
    while pair.game.ask is not None and pair.game.count < most:
        answer = answerer(pair.game)
        try:
            pair.answer(answer)
        except Fault as fault:
            _fails_too(pair.course, answer, fault)
            break
    return pair.game.count


def _fails_too(course: Course, answer: Any, fault: Fault) -> None:
    if "18 digits" in str(fault):
        return  # the walker's numbers have no bounds
    try:
        course.send(answer)
    except FAULTS:
        return
    except (StopIteration, Finished):
        pass
    raise Disagreement(f"the machine fails, the walker does not: {fault}")
