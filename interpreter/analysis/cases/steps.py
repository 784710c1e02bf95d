"""The steps of `when`: each takes the course of a case and what its key says."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from interpreter.analysis.cases.course import Course
from interpreter.analysis.cases.failing import Failed, unknown
from interpreter.machine.game import Event, IllegalAnswer, begin, start, step
from interpreter.machine.options import Refusal
from interpreter.machine.wording import read
from interpreter.source.tree import Node, plain, texts

CALL = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\((.*)\))?\s*", re.DOTALL)


def take_step(course: Course, node: Node) -> None:
    """Does one step of `when`."""
    if not isinstance(node.value, dict) or len(node.value) != 1:
        raise Failed(node, "A step of `when` is one key with its value.")
    key, value = next(iter(node.value.items()))
    if key not in STEPS:
        raise unknown(node, "step", key, STEPS)
    STEPS[key](course, value)


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


def _run(course: Course, node: Node) -> None:
    """Begins a procedure, phase or engagement."""
    procedures = course.rules.program.procedures
    match = CALL.fullmatch(str(node.value))
    name = match[1] if match else str(node.value)
    if match is None or name not in procedures:
        raise unknown(node, "procedure", name, procedures)
    args = arguments(match[2] or "")
    if len(args) != len(procedures[name]):
        raise Failed(node, f"`{name}` takes {len(procedures[name])} arguments, not {len(args)}.")
    course.settle(node)
    course.lines.append(f"run {node.value}")
    values = tuple(_argument(course, node, name, i, a) for i, a in enumerate(args))
    course.take(begin(course.rules, course.world, name, values))


def _argument(course: Course, node: Node, procedure: str, index: int, text: str) -> Any:
    """What a procedure is given: an id, a number, or the value of an expression."""
    if text.isdigit():
        return int(text)
    _, type_ = course.evaluator.built.definitions.procedures[procedure].parameters[index]
    expr, found = course.evaluator.ir(Node(text, node.place), type_)
    if expr is None:
        raise Failed(node, f"`{text}` cannot be read: {found[0].message}")
    return course.evaluator.value(expr, course.world)


def _start(course: Course, node: Node) -> None:
    """Begins a game with a scenario."""
    scenarios = course.rules.program.scenarios
    if node.value not in scenarios:
        raise unknown(node, "scenario", str(plain(node)), scenarios)
    course.lines.append(f"start {node.value}")
    course.take(start(course.rules, str(node.value)))


def _answer(course: Course, node: Node) -> None:
    """Gives answers, one after the other."""
    for item in texts(node):
        game = course.asked(item)
        assert game.ask is not None
        try:
            after = step(game, str(item.value))
        except IllegalAnswer as error:
            told = f"`{item.value}` is refused: {error} [{error.refusal.rule}]; asked: {game.ask.actor}, {game.ask.reason}"
            raise Failed(item, told) from error
        course.lines.append(f"{game.ask.actor}: {item.value}")
        course.take(after)


def _verdict(course: Course, node: Node, text: str) -> Refusal | None:
    """Why an answer would be refused now; None if it is legal."""
    game = course.asked(node)
    assert game.ask is not None
    answer = read(game, text)
    return answer if isinstance(answer, Refusal) else game.ask.refusal(answer)


def _refuse(course: Course, node: Node) -> None:
    """Checks that answers are refused, and by which rule and words where these are named."""
    course.checked = True
    for item in [node] if isinstance(node.value, dict) else texts(node):
        record = item.value if isinstance(item.value, dict) else {"answer": item}
        text, by, because = (str(record[key].value) if key in record else "" for key in ("answer", "by", "because"))
        refusal = _verdict(course, item, text)
        if refusal is None:
            raise Failed(item, f"`{text}` is legal; it should be refused")
        if by and refusal.rule.rpartition(".")[2] != by:
            raise Failed(item, f"`{text}` is refused by {refusal.rule or 'nothing in particular'} ({refusal.message}), not by {by}")
        if because not in refusal.message:
            raise Failed(item, f"`{text}` is refused because: {refusal.message}")
        course.lines.append(f"refused: {text}: {refusal.message}")


def _legal(course: Course, node: Node) -> None:
    """Checks that answers are legal, without giving them."""
    course.checked = True
    for item in texts(node):
        refusal = _verdict(course, item, str(item.value))
        if refusal is not None:
            raise Failed(item, f"`{item.value}` is refused: {refusal.message} [{refusal.rule}]; it should be legal")


def _asked(course: Course, node: Node) -> None:
    """Checks whose answer it is."""
    course.checked = True
    game = course.asked(node)
    assert game.ask is not None
    if game.ask.actor != str(node.value):
        raise Failed(node, f"{game.ask.actor} is asked ({game.ask.reason}), not {node.value}")


def _dice(course: Course, node: Node) -> None:
    """Says what the next rolls show."""
    faces = [n.value for n in texts(node)]
    if not all(isinstance(f, int) for f in faces):
        raise Failed(node, "`dice` is a list of numbers")
    course.dice += [int(f) for f in faces if isinstance(f, int)]
    course.settle(node, waiting=True)


def _said(course: Course, node: Node) -> None:
    """Checks that announcements were made, in this order."""
    course.checked = True
    at = 0
    for item in texts(node):
        while at < len(course.events) and not _says(*course.events[at], str(item.value)):
            at += 1
        if at == len(course.events):
            shape = "write an event and its values, or its line in the log"
            raise Failed(item, f"`{item.value}` was not announced (in this order); {shape}")
        at += 1


def _says(event: Event, line: str, text: str) -> bool:
    """Whether a text tells of an event: its name and its first values, or its line in the log."""
    words = text.split()
    return [event.name, *map(str, _flat(event.values))][: len(words)] == words or text == line


def _check(course: Course, node: Node) -> None:
    """Checks conditions, or what one power knows."""
    if not isinstance(node.value, dict):
        for item in texts(node):
            course.check(item)
        return
    if set(node.value) != {"known_to", "that"}:
        raise Failed(node, "A `check` of what a power knows has two keys: `known_to` and `that`.")
    viewer, powers = str(node.value["known_to"].value), course.rules.program.ids["power"]
    if viewer not in powers:
        raise unknown(node.value["known_to"], "power", viewer, powers)
    for item in texts(node.value["that"]):
        course.check(item, viewer)


def _until(course: Course, node: Node) -> None:
    """Everybody passes until a condition holds."""
    course.passing(node, lambda: course.holds(node))


def _finish(course: Course, node: Node) -> None:
    """Everybody passes to the end; where somebody is named, the game has to be over then, and won by him."""
    course.passing(node, lambda: False)
    if node.value not in (True, None):
        course.checked = True
        game = course.game
        won = str(game.winner or "nobody") if game is not None and game.finished else "nobody yet: it is not over"
        if won != str(node.value):
            raise Failed(node, f"`{node.value}` should have won this game; the winner is {won}")


def _flat(values: tuple[Any, ...]) -> list[Any]:
    out: list[Any] = []
    for v in values:
        out += _flat(v) if isinstance(v, tuple) else [v]
    return out


STEPS: dict[str, Callable[[Course, Node], None]] = {
    "run": _run, "start": _start, "answer": _answer, "refuse": _refuse, "legal": _legal, "asked": _asked, "dice": _dice,
    "check": _check, "said": _said, "until": _until, "finish": _finish,
}  # fmt: skip
