"""Cases: given a position, when something is tried, then what holds. Written in YAML by people who know the game.

Steps of `when`, one key each: `run` (a procedure, phase or engagement, arguments in parentheses), `answer`, `refuse`
(an answer, or a record with `answer`, `by`, the rule that says no, and `because`, what it has to tell), `legal` (an
answer that would be accepted), `asked` (the power whose answer it is now), `dice` (what the next rolls show), `check`
(conditions; or a record with conditions in `that`, which hold of what the power in `known_to` knows), `said` (announcements, in this order), `until` (a condition; everybody passes until it holds), `finish`
(everybody passes to the end).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.analysis.evaluate import Evaluator
from interpreter.analysis.explain import part_lines
from interpreter.language.types import TRUTH
from interpreter.machine.faults import Fault
from interpreter.machine.game import Game, IllegalAnswer, advance, begin, start, step
from interpreter.machine.knowledge import known
from interpreter.machine.options import Refusal
from interpreter.machine.questions import CHANCE, DONE
from interpreter.machine.units import army_words
from interpreter.machine.wording import event_words, read, told, written
from interpreter.rules.build import Built, build
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.setup import read_units, read_values
from interpreter.source.diagnostics import Diagnostic, has_errors
from interpreter.source.layers import Resolved, case_files, default_roots, resolve
from interpreter.source.nearest import did_you_mean
from interpreter.source.places import collection
from interpreter.source.shape import cases as case_nodes
from interpreter.source.tree import Node, plain, texts
from interpreter.source.yaml import load_yaml
from interpreter.state.opening import empty_world, place_units, scenario_world, set_values
from interpreter.state.world import World

MOST_ANSWERS = 5_000
CALL = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Case:
    """One case as written."""

    id: str
    file: str
    line: int
    cites: tuple[str, ...]
    node: Node


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a case went; `message` says what failed, where, and what led there."""

    id: str
    file: str
    line: int
    cites: tuple[str, ...]
    passed: bool
    message: str = ""
    column: int = 1


@dataclass(frozen=True, slots=True)
class Report:
    passed: int
    failed: int
    cases: tuple[CaseResult, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


class Failed(Exception):
    """A case that does not hold."""

    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node = node


@dataclass
class Workshop:
    """Rulesets built for cases: one per combination of overlays and options, made from one resolved base with its `below`.

    `overlays` are the homes of overlays that cases name by id, besides those that the ruleset knows; `options` are chosen
    where a case does not choose; `along` are the overlays that each overlay needs, itself behind them.
    """

    resolved: Resolved
    below: tuple[str, ...] = ()
    overlays: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    along: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    made: dict[Any, tuple[Built, Ruleset, Evaluator]] = field(default_factory=dict)

    def rules(self, overlays: tuple[str, ...], options: dict[str, Any]) -> tuple[Built, Ruleset, Evaluator] | tuple[Diagnostic, ...]:
        options = {**self.options, **options}
        key = (overlays, tuple(sorted((k, str(v)) for k, v in options.items())))
        if key not in self.made:
            if overlays:
                home = self.resolved.homes[len([h for h in self.resolved.homes if h.is_dir()]) - 1]
                used = dict.fromkeys(one for each in overlays for one in self.along.get(each, (each,)))
                built, found = build(home, (*self.below, *(self.overlays.get(each, each) for each in used)), options)
            else:
                built, found = build(self.resolved.id, (), options, self.resolved)
            if built is None:
                return found
            code = compile(built.program.functions, f"<{built.program.id}>", "exec")
            rules = Ruleset(built.program, code, (self.resolved.id, overlays, options))
            self.made[key] = (built, rules, Evaluator(built, rules))
        return self.made[key]


def read_cases(resolved: Resolved, files: Sequence[Path] = ()) -> tuple[list[Case], list[Diagnostic]]:
    """All cases of some files, or of a ruleset and what it builds on where none are named; and what is wrong with the files."""
    return cases_in(files or case_files(resolved))


def cases_in(files: Iterable[Path]) -> tuple[list[Case], list[Diagnostic]]:
    """The cases of some files, and what is wrong with them."""
    result: list[Case] = []
    found: list[Diagnostic] = []
    for file in files:
        root, problems = load_yaml(file)
        found += problems
        if root is None:
            continue
        nodes, problems = case_nodes(root)
        found += problems
        for name, node in nodes.items():
            cites = node.value.get("cites") if isinstance(node.value, dict) else None
            place = root.key_place(name)
            result.append(Case(name, place.file, place.line, tuple(str(n.value) for n in texts(cites)) if cites else (), node))
    return result, found


def run_cases(
    names: Sequence[str],
    word: str = "",
    overlays: tuple[str, ...] = (),
    files: Sequence[Path] = (),
    options: Mapping[str, Any] | None = None,
) -> Report:
    """Runs the cases of rulesets and of collections of overlays (ids or paths), those whose id or citations hold `word`.

    Where `files` are named, their cases alone are run. `options` are chosen where a case does not choose; those of a
    collection's cases choose themselves.
    """
    results: list[CaseResult] = []
    diagnostics: list[Diagnostic] = []
    for name in names:
        folder = collection(name, default_roots())
        if folder is not None:
            from interpreter.analysis.collections import collection_cases

            done, wrong = collection_cases(folder, word)
            results += done
            diagnostics += wrong
            continue
        resolved, found = resolve(name, overlays)
        diagnostics += found
        if resolved is None or has_errors(found):
            continue
        cases, found_cases = read_cases(resolved, files)
        diagnostics += found_cases
        workshop = Workshop(resolved, overlays, options=options or {})
        for case in cases:
            if asked_for(case, word):
                results.append(run_case(workshop, case))
    passed = sum(r.passed for r in results)
    return Report(passed, len(results) - passed, tuple(results), tuple(dict.fromkeys(sorted(diagnostics))))


def arguments(text: str) -> list[str]:
    """The arguments of a call: its text cut at the commas that stand in no parentheses or braces."""
    found, deep = [""], 0
    for char in text:
        deep += (char in "({") - (char in ")}")
        if char == "," and not deep:
            found.append("")
        else:
            found[-1] += char
    return [a.strip() for a in found] if text.strip() else []


def with_overlays(case: Case) -> tuple[str, ...]:
    """The overlays that a case is played with."""
    record = case.node.value if isinstance(case.node.value, dict) else {}
    return tuple(str(n.value) for n in texts(record["with"])) if "with" in record else ()


def asked_for(case: Case, word: str) -> bool:
    """Whether a case is among those that somebody named by a word of its id, or by a statement."""
    return word in case.id or word in case.cites


def run_case(workshop: Workshop, case: Case) -> CaseResult:
    """Runs one case; a fault of the rules is a failure, never an exception."""

    def failed(message: str, line: int = case.line, column: int = 1) -> CaseResult:
        return CaseResult(case.id, case.file, line, case.cites, False, message, column)

    record = case.node.value if isinstance(case.node.value, dict) else {}
    options = (
        {str(k): v.value for k, v in record["options"].value.items()}
        if "options" in record and isinstance(record["options"].value, dict)
        else {}
    )
    overlays = with_overlays(case)
    made = workshop.rules(overlays, options)
    if not isinstance(made[0], Built):
        first = next(d for d in made if isinstance(d, Diagnostic) and d.severity == "error")
        return failed(f"the ruleset does not load: {first.file}:{first.line}: {first.message}")
    run = _Run(made[1], made[2])
    try:
        cited(made[0], record.get("cites"))
        run.given(record.get("given"))
        for node in _steps(record.get("when")):
            run.step(node)
        for node in texts(record["then"]) if "then" in record else ():
            run.check(node)
        if run.dice:
            raise Failed(case.node, f"dice were given that nobody rolled: {run.dice}")
        if not run.checked:
            raise Failed(case.node, "the case checks nothing: it needs `then`, `check`, `refuse`, `legal` or `said`")
    except Failed as error:
        return failed(f"{error}\n{run.story()}".rstrip(), error.node.place.line, error.node.place.column)
    except Fault as error:
        return failed(f"a rule failed: {error}\n{run.story()}".rstrip())
    return CaseResult(case.id, case.file, case.line, case.cites, True)


def cited(built: Built, cites: Node | None) -> None:
    """Raises Failed where a case cites what no rulebook of its ruleset and overlays says."""
    known = built.sections.get("statements", {})
    for each in texts(cites) if cites is not None else ():
        if str(each.value) not in known:
            raise Failed(each, spoken(f"There is no statement `{each.value}`.", did_you_mean(str(each.value), known)))


def spoken(message: str, hint: str) -> str:
    """A message and its hint as sentences."""
    return f"{message} {hint[:1].upper()}{hint[1:]}".strip()


def _steps(node: Node | None) -> tuple[Node, ...]:
    return node.value if node is not None and isinstance(node.value, tuple) else ()


class _Run:
    """The course of one case."""

    def __init__(self, rules: Ruleset, evaluator: Evaluator) -> None:
        self.rules, self.evaluator = rules, evaluator
        self.world: World = empty_world(rules)
        self.game: Game | None = None
        self.dice: list[int] = []
        self.lines: list[str] = []
        self.events: list[Any] = []
        self.checked = False

    def story(self) -> str:
        return "\n".join(f"    {line}" for line in self.lines[-25:])

    # --- given -------------------------------------------------------------------------------------------------

    def given(self, node: Node | None) -> None:
        record = node.value if node is not None and isinstance(node.value, dict) else {}
        for key in ("scenario", "like"):
            if key in record:
                name = str(record[key].value)
                if name not in self.rules.program.scenarios:
                    raise Failed(record[key], spoken(f"There is no scenario `{name}`.", did_you_mean(name, self.rules.program.scenarios)))
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

    # --- when --------------------------------------------------------------------------------------------------

    def step(self, node: Node) -> None:
        if not isinstance(node.value, dict) or len(node.value) != 1:
            raise Failed(node, "A step of `when` is one key with its value.")
        key, value = next(iter(node.value.items()))
        steps: dict[str, Callable[[Node], None]] = {
            "run": self.run, "start": self.start, "answer": self.answer, "refuse": self.refuse, "legal": self.legal, "asked": self.asks, "dice": self.roll,
            "check": self.check_all, "said": self.said, "until": self.until, "finish": self.finish,
        }  # fmt: skip
        if key not in steps:
            raise Failed(node, spoken(f"There is no step `{key}`.", did_you_mean(key, steps)))
        steps[key](value)

    def run(self, node: Node) -> None:
        match = CALL.fullmatch(str(node.value))
        name = match[1] if match else str(node.value)
        if match is None or name not in self.rules.program.procedures:
            raise Failed(node, spoken(f"There is no procedure `{name}`.", did_you_mean(name, self.rules.program.procedures)))
        args = arguments(match[2] or "")
        if len(args) != len(self.rules.program.procedures[name]):
            raise Failed(node, f"`{name}` takes {len(self.rules.program.procedures[name])} arguments, not {len(args)}.")
        self.settle(node)
        self.lines.append(f"run {node.value}")
        self.take(begin(self.rules, self.world, name, tuple(self.argument(node, name, i, a) for i, a in enumerate(args))))

    def argument(self, node: Node, procedure: str, index: int, text: str) -> Any:
        """What a procedure is given: an id, a number, or the value of an expression."""
        if re.fullmatch(r"\w+", text):
            return int(text) if text.isdigit() else text
        _, type_ = self.evaluator.built.definitions.procedures[procedure].parameters[index]
        expr, found = self.evaluator.ir(Node(text, node.place), type_)
        if expr is None:
            raise Failed(node, f"`{text}` cannot be read: {found[0].message}")
        return self.evaluator.value(expr, self.world)

    def start(self, node: Node) -> None:
        scenarios = self.rules.program.scenarios
        if node.value not in scenarios:
            raise Failed(node, spoken(f"There is no scenario `{plain(node)}`.", did_you_mean(str(node.value), scenarios)))
        self.lines.append(f"start {node.value}")
        self.take(start(self.rules, str(node.value)))

    def take(self, game: Game) -> None:
        self.game, self.world = game, game.world
        self.events += game.events
        self.lines += ["  " + event_words(self.rules, game.world, event) for event in told(self.rules, game.events)]

    def settle(self, node: Node, waiting: bool = False) -> Game | None:
        """Rolls what is pending with the dice given; too few are a failure, unless the case is `waiting` for more."""
        while self.game is not None and self.game.ask is not None and self.game.ask.actor == CHANCE:
            ask = self.game.ask
            if len(self.dice) < ask.dice:
                if waiting:
                    break
                pools = ", ".join(f"{p.dice} at {p.value}" if p.value else f"{p.dice}" for p in ask.pools)
                raise Failed(node, f"{ask.dice} dice are rolled for {ask.reason} ({pools}); {len(self.dice)} are given")
            dice, self.dice = self.dice[: ask.dice], self.dice[ask.dice :]
            self.lines.append(
                f"  {ask.reason}: " + " ".join(map(str, dice)) + " [" + ", ".join(f"{p.dice} at {p.value}" for p in ask.pools) + "]"
            )
            try:
                self.take(step(self.game, ("roll", *dice)))
            except IllegalAnswer as error:
                raise Failed(node, f"{error} (dice for {ask.reason})") from None
        return self.game

    def asked(self, node: Node) -> Game:
        game = self.settle(node)
        if game is None or game.ask is None:
            raise Failed(node, "nobody is asked anything here" + (": the run has ended" if game is not None else "; `run` something first"))
        return game

    def answer(self, node: Node) -> None:
        for item in texts(node):
            game = self.asked(item)
            assert game.ask is not None
            try:
                after = step(game, str(item.value))
            except IllegalAnswer as error:
                raise Failed(
                    item, f"`{item.value}` is refused: {error} [{error.refusal.rule}]; asked: {game.ask.actor}, {game.ask.reason}"
                ) from error
            self.lines.append(f"{game.ask.actor}: {item.value}")
            self.take(after)

    def verdict(self, node: Node, text: str) -> Refusal | None:
        game = self.asked(node)
        assert game.ask is not None
        answer = read(game, text)
        return answer if isinstance(answer, Refusal) else game.ask.refusal(answer)

    def refuse(self, node: Node) -> None:
        self.checked = True
        items = [node] if isinstance(node.value, dict) else list(texts(node))
        for item in items:
            record = item.value if isinstance(item.value, dict) else {"answer": item}
            text = str(record["answer"].value)
            refusal = self.verdict(item, text)
            if refusal is None:
                raise Failed(item, f"`{text}` is legal; it should be refused")
            by = str(record["by"].value) if "by" in record else ""
            if by and refusal.rule.rpartition(".")[2] != by:
                raise Failed(item, f"`{text}` is refused by {refusal.rule or 'nothing in particular'} ({refusal.message}), not by {by}")
            told = str(record["because"].value) if "because" in record else ""
            if told not in refusal.message:
                raise Failed(item, f"`{text}` is refused because: {refusal.message}")
            self.lines.append(f"refused: {text}: {refusal.message}")

    def legal(self, node: Node) -> None:
        self.checked = True
        for item in texts(node):
            refusal = self.verdict(item, str(item.value))
            if refusal is not None:
                raise Failed(item, f"`{item.value}` is refused: {refusal.message} [{refusal.rule}]; it should be legal")

    def asks(self, node: Node) -> None:
        self.checked = True
        game = self.asked(node)
        assert game.ask is not None
        if game.ask.actor != str(node.value):
            raise Failed(node, f"{game.ask.actor} is asked ({game.ask.reason}), not {node.value}")

    def roll(self, node: Node) -> None:
        faces = [n.value for n in texts(node)]
        if not all(isinstance(f, int) for f in faces):
            raise Failed(node, "`dice` is a list of numbers")
        self.dice += [int(f) for f in faces if isinstance(f, int)]
        self.settle(node, waiting=True)

    def said(self, node: Node) -> None:
        self.checked = True
        wanted = [str(n.value).split() for n in texts(node)]
        events = [[e.name, *map(str, _flat(e.values))] for e in self.events]
        at = 0
        for words in wanted:
            while at < len(events) and events[at][: len(words)] != words:
                at += 1
            if at == len(events):
                raise Failed(node, f"`{' '.join(words)}` was not announced (in this order)")
            at += 1

    def until(self, node: Node) -> None:
        self._pass(node, lambda: self.holds(node))

    def finish(self, node: Node) -> None:
        self._pass(node, lambda: False)

    def _pass(self, node: Node, stop: Callable[[], bool]) -> None:
        for _ in range(MOST_ANSWERS):
            game = self.settle(node)
            if game is None or game.ask is None or stop():
                return
            answer = DONE if game.ask.may_stop else next(game.ask.options)
            self.lines.append(f"{game.ask.actor}: {written(game, answer)}")
            self.take(advance(game, game.ask, answer))
        raise Failed(node, "this goes on and on")

    # --- then --------------------------------------------------------------------------------------------------

    def holds(self, node: Node, world: World | None = None) -> bool:
        expr, found = self.evaluator.ir(node, TRUTH)
        if expr is None:
            first = next(d for d in found if d.severity == "error")
            raise Failed(Node(None, first.place), spoken(first.message, first.hint))
        return bool(self.evaluator.value(expr, self.world if world is None else world))

    def check_all(self, node: Node) -> None:
        if not isinstance(node.value, dict):
            for item in texts(node):
                self.check(item)
            return
        if set(node.value) != {"known_to", "that"}:
            raise Failed(node, "A `check` of what a power knows has two keys: `known_to` and `that`.")
        viewer, powers = str(node.value["known_to"].value), self.rules.program.ids["power"]
        if viewer not in powers:
            raise Failed(node.value["known_to"], spoken(f"There is no power `{viewer}`.", did_you_mean(viewer, powers)))
        for item in texts(node.value["that"]):
            self.check(item, viewer)

    def check(self, node: Node, viewer: str | None = None) -> None:
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


def _flat(values: tuple[Any, ...]) -> list[Any]:
    out: list[Any] = []
    for v in values:
        out += _flat(v) if isinstance(v, tuple) else [v]
    return out
