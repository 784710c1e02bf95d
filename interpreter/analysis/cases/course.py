"""The course of a case: its position, the game that runs in it, and what is said on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreter.analysis.cases.failing import Failed, spoken, unknown
from interpreter.analysis.evaluate import Evaluator
from interpreter.analysis.explain import part_lines
from interpreter.language.types import TRUTH
from interpreter.machine.game import Event, Game, IllegalAnswer, advance, step
from interpreter.machine.knowledge import known
from interpreter.machine.questions import CHANCE, DONE
from interpreter.machine.units import army_words
from interpreter.machine.wording import STOP_WORDS, event_words, told, written
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.setup import read_units, read_values
from interpreter.source.tree import Node, plain
from interpreter.state.opening import empty_world, place_units, scenario_world, set_values
from interpreter.state.world import World

MOST_ANSWERS = 5_000
MOST_LINES = 25
BY_ITSELF = ". An offer ends by itself where nothing else is legal: no `done` is needed there"


def needless(node: Node) -> str:
    """What is said where `done` is answered and nobody is offered anything; nothing of any other step."""
    return BY_ITSELF if node.value in STOP_WORDS else ""


class Course:
    """One case while it is played; what does not hold raises Failed."""

    def __init__(self, rules: Ruleset, evaluator: Evaluator) -> None:
        self.rules, self.evaluator = rules, evaluator
        self.world: World = empty_world(rules)
        self.game: Game | None = None
        self.dice: list[int] = []
        self.lines: list[str] = []
        self.events: list[tuple[Event, str]] = []
        self.checked = False

    def story(self) -> str:
        """The last lines of what happened."""
        return "\n".join(f"    {line}" for line in self.lines[-MOST_LINES:])

    def given(self, node: Node | None) -> None:
        """Sets the position up."""
        record = node.value if node is not None and isinstance(node.value, dict) else {}
        for key in ("scenario", "like"):
            if key in record:
                name = str(record[key].value)
                if name not in self.rules.program.scenarios:
                    raise unknown(record[key], "scenario", name, self.rules.program.scenarios)
                self.world = scenario_world(self.rules, name, key == "scenario")
        declared = self.evaluator.declared
        declared.found.clear()
        values, units = read_values(declared, record.get("set")), read_units(declared, record.get("units"))
        if declared.found:
            first = declared.found[0]
            raise Failed(Node(None, first.place), spoken(first.message, first.hint))
        world = self.world.fork()
        set_values(self.rules, world, values)
        place_units(world, units)
        world.owned = set()
        self.world = world

    # --- the game ----------------------------------------------------------------------------------------------

    def take(self, game: Game) -> None:
        """Goes on from a later state of the game."""
        self.game, self.world = game, game.world
        logged = {id(event): event_words(self.rules, game.world, event) for event in told(self.rules, game.events)}
        self.events += [(event, logged.get(id(event), "")) for event in game.events]
        self.lines += ["  " + words for words in logged.values()]

    def settle(self, node: Node, waiting: bool = False) -> Game | None:
        """Rolls what is pending with the dice given; too few are a failure, unless the case is `waiting` for more."""
        while self.game is not None and self.game.ask is not None and self.game.ask.actor == CHANCE:
            ask = self.game.ask
            if len(self.dice) >= ask.dice:
                self.rolled(node, self.game)
            elif waiting:
                break
            else:
                pools = ", ".join(f"{p.dice} at {p.value}" if p.value else f"{p.dice}" for p in ask.pools)
                given = f"{len(self.dice)} are given" if self.dice else "none are given: `dice` stands before the step that rolls them"
                raise Failed(node, f"{ask.dice} dice are rolled for {ask.reason} ({pools}); {given}{needless(node)}")
        return self.game

    def rolled(self, node: Node, game: Game) -> None:
        """Rolls the first of the dice given for what is pending."""
        ask = game.ask
        assert ask is not None
        dice, self.dice = self.dice[: ask.dice], self.dice[ask.dice :]
        pools = ", ".join(f"{p.dice} at {p.value}" for p in ask.pools)
        self.lines.append(f"  {ask.reason}: {' '.join(map(str, dice))} [{pools}]")
        try:
            self.take(step(game, ("roll", *dice)))
        except IllegalAnswer as error:
            raise Failed(node, f"{error} (dice for {ask.reason})") from None

    def asked(self, node: Node) -> Game:
        """The game that waits for somebody's answer."""
        game = self.settle(node)
        if game is None or game.ask is None:
            ended = f": the run has ended{needless(node)}" if game is not None else "; `run` something first"
            raise Failed(node, f"nobody is asked anything here{ended}")
        return game

    def passing(self, node: Node, stop: Callable[[], bool]) -> None:
        """Everybody passes, or gives the first answer where nobody may, until `stop` holds or the run ends."""
        for _ in range(MOST_ANSWERS):
            game = self.settle(node)
            if game is None or game.ask is None or stop():
                return
            answer = DONE if game.ask.may_stop else next(game.ask.options)
            self.lines.append(f"{game.ask.actor}: {written(game, answer)}")
            self.take(advance(game, game.ask, answer))
        raise Failed(node, "this goes on and on")

    # --- conditions --------------------------------------------------------------------------------------------

    def holds(self, node: Node, world: World | None = None) -> bool:
        """Whether a condition holds in the position as it is, or in another."""
        expr, found = self.evaluator.ir(node, TRUTH)
        if expr is None:
            first = next(d for d in found if d.severity == "error")
            raise Failed(Node(None, first.place), spoken(first.message, first.hint))
        return bool(self.evaluator.value(expr, self.world if world is None else world))

    def check(self, node: Node, viewer: str | None = None) -> None:
        """Fails where a condition does not hold; of what a power knows, where there is a `viewer`."""
        self.checked = True
        self.settle(node, waiting=True)
        world = known(self.rules, self.world, viewer)
        try:
            good = self.holds(node, world)
        except (KeyError, TypeError, IndexError) as error:
            raise Failed(node, f"`{node.value}` cannot be read: {error!r}") from error
        if not good:
            told = f" for what {viewer} knows" if viewer is not None else ""
            raise Failed(node, f"`{_words(node)}` does not hold{told}{self._where(node, world)}{self._because(node, world)}")

    def _because(self, node: Node, world: World) -> str:
        """How the values that a condition compares come about, in lines of their own."""
        expr, _ = self.evaluator.ir(node, TRUTH)
        told = part_lines(self.evaluator.built, self.rules, world, expr) if expr is not None else ()
        return "".join(f"\n  {line}" for line in told)

    def _where(self, node: Node, world: World) -> str:
        """What stands in the spaces that a condition names."""
        spaces = [w for w in re.findall(r"[a-z][a-z0-9_]*", str(node.value)) if w in self.rules.board.spaces]
        parts = [f"{s}: {army_words(self.rules, world, world.at.get(s, ()))}" for s in dict.fromkeys(spaces)]
        return f" ({'; '.join(parts)})" if parts else ""


def _words(node: Node) -> str:
    return " ".join(str(plain(node)).split())
