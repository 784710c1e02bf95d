"""The kernel: a game is a ruleset, a position and how it came about; `step` answers its question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from interpreter.machine.faults import FAULTS, Fault, fault
from interpreter.machine.options import Refusal, expand
from interpreter.machine.questions import DONE, Answer, Ask, forced, question
from interpreter.machine.rerolls import fired, relaid, result, taken
from interpreter.machine.setups import refuse_flawed
from interpreter.machine.volleys import allotted, completed, pools, slots, struck
from interpreter.rules.ruleset import Block, Ruleset
from interpreter.rules.runtime import RuleFault
from interpreter.state.opening import scenario_world
from interpreter.state.position import Frame, Position, digest
from interpreter.state.world import World

MOST_BLOCKS = 100_000
MOST_FRAMES = 300


class IllegalAnswer(Exception):
    """An answer that the rules refuse; nothing has changed. `refusal` holds the reason and the rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class Event(NamedTuple):
    """One announcement: its number in the game, the event's id, its values, the definition that made it."""

    number: int
    name: str
    values: tuple[Any, ...]
    rule: str


class Past(NamedTuple):
    """The way to a game: the answer that led here, what it announced, and the way before."""

    before: Past | None
    answer: Answer | None
    events: tuple[Event, ...]
    answered: int
    event_count: int


@dataclass(frozen=True, eq=False)
class Game:
    """A game in progress, immutable: keeping one is a fork, going back is an undo."""

    rules: Ruleset
    position: Position
    scenario: str
    seed: int
    past: Past
    trace: tuple[Any, ...] = ()
    pending: Ask | None = None

    @cached_property
    def ask(self) -> Ask | None:
        """The pending question; None when the game is over."""
        if self.pending is not None or not self.position.frames:
            return self.pending
        procedure, label, values = self.position.frames[-1]
        found = question(self.rules, self.position.world, self.rules.blocks[procedure][label], values)
        assert isinstance(found, Ask)
        return found

    @property
    def world(self) -> World:
        return self.position.world

    @cached_property
    def digest(self) -> str:
        """Equal for equal positions of one ruleset, in any process."""
        return digest(self.rules, self.position)

    @property
    def finished(self) -> bool:
        return self.position.finished

    @property
    def winner(self) -> Any:
        return self.position.winner

    @property
    def count(self) -> int:
        """How many answers have been given."""
        return self.past.answered

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last answer announced."""
        return self.past.events

    def history(self) -> Iterator[Past]:
        """The steps from the beginning on."""
        steps = []
        past: Past | None = self.past
        while past is not None:
            steps.append(past)
            past = past.before
        return iter(reversed(steps))

    def answers(self) -> list[Answer]:
        return [p.answer for p in self.history() if p.answer is not None]

    def value(self, name: str) -> Any:
        """An attribute of the game by name."""
        return self.world.g[self.rules.program.attributes["game"][name].index]


class Machine:
    """One run of blocks on a world that may be written, from an answer to the next question."""

    def __init__(self, rules: Ruleset, world: World, frames: list[Frame]) -> None:
        self.rules, self.world, self.stack = rules, world, frames
        self.finished, self.winner = False, None
        self.pending: Ask | None = None

    def enter(self, procedure: str, args: tuple[Any, ...]) -> Any:
        """Starts a procedure: a frame for one that may ask; the result of one that may not."""
        if procedure not in self.rules.blocks:
            return self.rules.names[f"p_{procedure}"](self.world, *args)
        if len(self.stack) >= MOST_FRAMES:
            raise RuleFault(f"procedures call each other more than {MOST_FRAMES} deep")
        names = self.rules.program.procedures[procedure]
        given = dict(zip(names, args, strict=True))
        block = self.rules.blocks[procedure]["start"]
        self.stack.append((procedure, "start", tuple(given[n] for n in block.live)))
        return None

    def run(self, value: Any = None, returning: bool = False) -> None:
        """Runs until a question or the end; `value` is what has just been returned, if `returning`."""
        blocks = self.rules.blocks
        for _ in range(MOST_BLOCKS):
            if not self.stack:
                self.finished, self.winner = True, value if returning else None
                return
            procedure, label, values = self.stack[-1]
            block = blocks[procedure][label]
            if block.question:
                returning = False
                self.world.owned = set()
                found = question(self.rules, self.world, block, values)
                if isinstance(found, Ask):
                    answer = forced(found)
                    if answer is None:
                        self.pending = found
                        return
                    self.answer(found, answer)
                else:
                    self.stack[-1] = (procedure, block.next, block.onward(values, found if block.gives else ()))
                continue
            if block.gives and returning:
                result = block.function(self.world, values, value)
            else:
                result = block.function(self.world, values)
            returning = False
            match result[0]:
                case "goto":
                    self.stack[-1] = (procedure, result[1], result[2])
                case "call":
                    self.stack[-1] = (procedure, result[3], result[4])
                    depth = len(self.stack)
                    value = self.enter(result[1], result[2])
                    returning = len(self.stack) == depth
                case "return":
                    self.stack.pop()
                    value, returning = result[1], True
                case "finish":
                    self.stack.clear()
                    self.finished, self.winner = True, result[1]
                    return
        raise RuleFault("this never comes to a question; does it ever end?")

    def onward(self, given: tuple[Any, ...]) -> None:
        """The innermost frame goes on behind its question."""
        procedure, label, values = self.stack[-1]
        block = self.rules.blocks[procedure][label]
        self.stack[-1] = (procedure, block.next, block.onward(values, given))

    def shown(self, block: Block, values: tuple[Any, ...], ask: Ask, dice: tuple[int, ...]) -> tuple[Any, ...]:
        """What dice that show this give to the block that asks for them."""
        if block.question == "draw":
            return (block.function(self.world, values)[dice[0] - 1],)
        if block.question == "cast":
            name, args = block.function(self.world, values)
            return slots(self.rules, self.world, name, args, ask.pools), tuple(sorted(dice))
        if block.question in ("fire", "throw"):
            name, args = block.function(self.world, values)
            found = pools(self.rules, self.world, name, args) if self.rules.program.whole_hits else ask.pools
            return fired(self.rules, self.world, name, args, completed(self.rules, dice, found), found)
        if block.question == "again":
            _, lie, misses, hits = block.function(self.world, values)
            return result(relaid(lie, taken(lie, misses, hits), dice))
        return (dice,)

    def answer(self, ask: Ask, answer: Answer) -> None:
        """Takes a legal answer: the frame moves on, or the chosen action is entered."""
        procedure, label, values = self.stack[-1]
        block = self.rules.blocks[procedure][label]
        if ask.kind == "roll":
            self.onward(self.shown(block, values, ask, tuple(answer[1:])))
        elif ask.kind == "choose" and block.question == "allot":
            _, _, waiting, rest, placed = block.function(self.world, values)
            self.onward(allotted(waiting, rest, placed, answer[1]))
        elif ask.kind == "choose":
            self.onward((answer[1],))
        elif ask.kind == "lose":
            name, _, hits = block.function(self.world, values)
            left, lost = struck(self.rules, self.world, name, answer[1], hits, ask.detail.firer)
            self.onward((left, lost))
        elif answer == DONE:
            self.onward(())
        else:
            choosing = ask.given(answer)
            assert choosing is not None
            args = (ask.actor, *choosing.given, *expand(choosing.entry, tuple(answer[1:])))
            if ask.detail[1] != "loop" or choosing.entry.closes:
                self.onward(())
            self.enter(f"do_{choosing.entry.name}", args)


def _finish(machine: Machine) -> Position:
    machine.world.owned = set()
    return Position(machine.world, tuple(machine.stack), machine.finished, machine.winner)


def _where(machine: Machine, rules: Ruleset) -> str:
    if not machine.stack:
        return rules.id
    procedure, label, _ = machine.stack[-1]
    return f"{procedure} ({label})"


def _past(before: Past | None, answer: Answer | None, world: World) -> Past:
    count = before.answered + 1 if before is not None else 0
    first = before.event_count if before is not None else 0
    events = tuple(Event(first + i + 1, name, values, cause) for i, (name, values, cause) in enumerate(world.notes))
    return Past(before, answer, events, count, first + len(events))


def begin(
    rules: Ruleset, world: World, procedure: str, args: tuple[Any, ...] = (), scenario: str = "", seed: int = 0, trace: bool = False
) -> Game:
    """A game that runs one procedure on a world; `start` does this with the ruleset's own. What the procedure returns is its winner."""
    draft = world.fork(trace)
    machine = Machine(rules, draft, [])
    try:
        returned = machine.enter(procedure, args)
        machine.run(returned, not machine.stack)
    except (*FAULTS, Fault) as error:
        raise fault(_where(machine, rules), error) from error
    return Game(rules, _finish(machine), scenario, seed, _past(None, None, draft), tuple(draft.trace or ()), machine.pending)


def start(rules: Ruleset, scenario: str | None = None, seed: int = 0, trace: bool = False) -> Game:
    """A new game of a scenario (the ruleset's default one if None), at its first question.

    Raises KeyError, with the nearest name, for a scenario that does not exist, SetupError for one that does not
    satisfy the checks of the ruleset, and Fault where a rule fails.
    """
    name = scenario or rules.program.scenario
    if name not in rules.program.scenarios:
        from interpreter.source.nearest import did_you_mean

        raise KeyError(f"There is no scenario `{name}` in {rules.id}. {did_you_mean(name, rules.program.scenarios)}".strip())
    world = scenario_world(rules, name)
    refuse_flawed(rules, name, world)
    return begin(rules, world, rules.program.start, (), name, seed, trace)


def step(game: Game, answer: Answer | str, trace: bool = False) -> Game:
    """The game after an answer (data or text); the old game is untouched.

    Raises IllegalAnswer where the rules refuse it, and Fault where a rule fails.
    """
    ask = game.ask
    if ask is None:
        raise IllegalAnswer(Refusal("The game is over."))
    if isinstance(answer, str):
        from interpreter.machine.wording import read

        understood = read(game, answer)
        if isinstance(understood, Refusal):
            raise IllegalAnswer(understood)
        answer = understood
    if answer[:1] == ("edit",):
        return _edited(game, answer, trace)
    refusal = ask.refusal(answer)
    if refusal is not None:
        raise IllegalAnswer(refusal)
    return advance(game, ask, answer, trace)


def _edited(game: Game, answer: Answer, trace: bool) -> Game:
    """The game after a correction by hand: the position as corrected, the pending question asked anew."""
    from interpreter.machine.edit import apply

    draft = game.world.fork(trace)
    machine = Machine(game.rules, draft, list(game.position.frames))
    try:
        refusal = apply(game.rules, draft, str(answer[1])) if len(answer) == 2 else Refusal("An edit is one text.")
        if refusal is not None:
            raise IllegalAnswer(refusal)
        machine.run()
    except (*FAULTS, Fault) as error:
        raise fault("edit", error) from error
    return Game(
        game.rules, _finish(machine), game.scenario, game.seed, _past(game.past, answer, draft), tuple(draft.trace or ()), machine.pending
    )


def advance(game: Game, ask: Ask, answer: Answer, trace: bool = False) -> Game:
    """`step` for an answer that is known to be legal, such as one of the options themselves."""
    draft = game.world.fork(trace)
    machine = Machine(game.rules, draft, list(game.position.frames))
    try:
        machine.answer(ask, answer)
        machine.run()
    except (*FAULTS, Fault) as error:
        raise fault(_where(machine, game.rules), error) from error
    return Game(
        game.rules, _finish(machine), game.scenario, game.seed, _past(game.past, answer, draft), tuple(draft.trace or ()), machine.pending
    )
