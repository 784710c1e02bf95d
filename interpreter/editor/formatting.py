"""Tidies a document: indentation, blanks at the ends of lines, empty lines. What it says stays as it is, with its comments.

Lines are moved, never wrapped or joined: texts keep their line breaks and `{…}` stays where it is. Whoever formats gets
the text back unchanged, and the reason, where the result would not say the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol, cast

from ruamel.yaml import YAML

from interpreter.source.diagnostics import Diagnostic, has_errors
from interpreter.source.tree import Node
from interpreter.source.yaml import parse_yaml

STEP = 2
MOST_EMPTY = 1
DASHES = re.compile(r"(?:-(?: +|$))+")


@dataclass(frozen=True, slots=True)
class Formatted:
    """The text as it should be; `reason` tells why it was left alone, where it was."""

    text: str
    reason: str = ""
    found: tuple[Diagnostic, ...] = ()


def formatted(text: str, file: str) -> Formatted:
    """A document in the usual form. It is left as it is where it can't be read, or would then say something else."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    before, found = parse_yaml(plain, file)
    if before is None or has_errors(found):
        return Formatted(text, "it can't be read as it is", found)
    made = _tidy(plain)
    after, problems = parse_yaml(made, file)
    if after is None or has_errors(problems) or not says_the_same(before, after):
        return Formatted(text, "it would say something else")
    if _tidy(made) != made:
        return Formatted(text, "its form would not stay the same")
    return Formatted(made)


def says_the_same(one: Node, other: Node) -> bool:
    """Whether two trees hold the same values in the same order, and the same lines of each text; blanks at their ends say nothing."""
    stack = [(one, other)]
    while stack:
        a, b = stack.pop()
        if isinstance(a.value, dict) and isinstance(b.value, dict):
            if list(a.value) != list(b.value):
                return False
            stack += zip(a.value.values(), b.value.values(), strict=True)
        elif isinstance(a.value, tuple) and isinstance(b.value, tuple):
            if len(a.value) != len(b.value):
                return False
            stack += zip(a.value, b.value, strict=True)
        elif type(a.value) is not type(b.value) or str(a.value).split() != str(b.value).split() or _said(a.raw) != _said(b.raw):
            return False
    return True


def _said(text: str) -> list[str]:
    """The lines of a text without the blanks at their ends, and without empty lines at its end."""
    return [line.rstrip() for line in text.rstrip().split("\n")]


# --- lines ------------------------------------------------------------------------------------------------------


class _Mark(Protocol):
    line: int
    column: int


class _Event(Protocol):
    """What this module reads of an event of ruamel.yaml; `style` stands on scalars alone, `flow_style` on collections."""

    start_mark: _Mark
    end_mark: _Mark
    style: str | None
    flow_style: bool | None


@dataclass(slots=True)
class _Frame:
    """A collection that is open: at which column its keys or dashes go, whether a key comes next."""

    kind: str
    new: int
    first: int
    key: bool = True


@dataclass(slots=True)
class _Shape:
    """Where lines go: the new column of those that begin something; for those that go on, the line where that began, and the
    least column that they may have; the first and last line of block texts, and where they go."""

    column: dict[int, int] = field(default_factory=dict)
    follows: dict[int, tuple[int, int]] = field(default_factory=dict)
    blocks: list[tuple[int, int, int]] = field(default_factory=list)


def _tidy(text: str) -> str:
    lines = [line.rstrip() for line in text.split("\n")]
    shape = _shape(text, lines)
    inside = {n for first, last, _ in shape.blocks for n in range(first, last)}
    result: list[str] = []
    empty = 0
    for number, line in enumerate(_moved(lines, shape)):
        empty = 0 if line else empty + 1
        if line or number in inside or (empty <= MOST_EMPTY and result):
            result.append(line)
    while result and not result[-1]:
        result.pop()
    return "\n".join(result) + "\n" if result else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _moved(lines: list[str], shape: _Shape) -> Iterator[str]:
    """Each line at its new column."""
    target = dict(shape.column)
    for number, (first, least) in shape.follows.items():
        target[number] = max(_indent(lines[number]) + target.get(first, 0) - _indent(lines[first]), least)
    for first, last, column in shape.blocks:
        old = next((_indent(line) for line in lines[first:last] if line), 0)
        target.update({n: _indent(lines[n]) - old + column for n in range(first, last)})
    target |= _comments(lines, shape, target)
    for number, line in enumerate(lines):
        content = line.lstrip(" ")
        dashes = DASHES.match(content) if number in shape.column else None
        if dashes is not None and dashes[0] != content:
            content = "- " * dashes[0].count("-") + content[dashes.end() :]
        yield " " * max(target.get(number, _indent(line)), 0) + content if line else ""


def _comments(lines: list[str], shape: _Shape, target: dict[int, int]) -> dict[int, int]:
    """The columns of comments that stand alone: with the next line where they stood as it does, else with the last that did."""
    found: dict[int, int] = {}
    for number, line in enumerate(lines):
        if number in target or not line.lstrip().startswith("#"):
            continue
        below = next((n for n in range(number + 1, len(lines)) if n in shape.column), None)
        above = [n for n in range(number - 1, -1, -1) if n in shape.column]
        alike = next((n for n in above if _indent(lines[n]) <= _indent(line)), None)
        if below is not None and (_indent(lines[below]) >= _indent(line) or alike is None):
            found[number] = shape.column[below]
        elif alike is not None:
            found[number] = shape.column[alike]
    return found


def _shape(text: str, lines: list[str]) -> _Shape:
    """Reads the events of a document: what begins on which line, and where that line goes."""
    walk = _Walk(_Shape(), lines)
    for event in cast("Iterator[_Event]", YAML(typ="safe", pure=False).parse(text if text.endswith("\n") else text + "\n")):
        kind = type(event).__name__
        if kind in ("MappingStartEvent", "SequenceStartEvent"):
            walk.opens(event, "list" if kind == "SequenceStartEvent" else "map")
        elif kind in ("MappingEndEvent", "SequenceEndEvent"):
            walk.closes(event)
        elif kind == "ScalarEvent":
            walk.scalar(event)
    return walk.shape


@dataclass(slots=True)
class _Walk:
    """The events of a document, one after the other."""

    shape: _Shape
    lines: list[str]
    open: list[_Frame] = field(default_factory=list)

    def inner(self) -> int:
        """The column of what stands inside the innermost collection."""
        return self.open[-1].new + STEP if self.open else 0

    def opens(self, event: _Event, kind: str) -> None:
        inner = self.inner()
        flow = bool(event.flow_style)
        self._begins(event.start_mark, whole=flow)
        self.open.append(_Frame("flow" if flow else kind, inner - STEP if flow else inner, event.start_mark.line))

    def closes(self, event: _Event) -> None:
        closed = self.open.pop()
        if closed.kind == "flow" and not self._in_flow():
            self._follow(closed.first, event.end_mark.line + 1)
        self._done()

    def scalar(self, event: _Event) -> None:
        self._begins(event.start_mark, whole=True)
        line, last = event.start_mark.line, event.end_mark.line
        if event.style in ("|", ">"):
            self._block(line)
        elif last > line and not self._in_flow():
            self._follow(line, last + 1)
        self._done()

    def _in_flow(self) -> bool:
        return bool(self.open) and self.open[-1].kind == "flow"

    def _done(self) -> None:
        if self.open and self.open[-1].kind == "map":
            self.open[-1].key = not self.open[-1].key

    def _begins(self, mark: _Mark, whole: bool) -> None:
        """Notes where a line goes that begins with a key, a dash, or a value that stands alone (`whole`)."""
        line, top = mark.line, self.open[-1] if self.open else None
        if top is None or top.kind == "flow" or line in self.shape.column or line in self.shape.follows:
            return
        first = _indent(self.lines[line])
        if top.kind == "map":
            if mark.column == first and (top.key or whole):
                self.shape.column[line] = top.new if top.key else top.new + STEP
        elif DASHES.match(self.lines[line], first):
            self.shape.column[line] = top.new
        else:
            self._below_dash(line, top, mark.column == first and whole)

    def _below_dash(self, line: int, top: _Frame, alone: bool) -> None:
        """An element that stands on a line below its dash."""
        dash = next((n for n in range(line - 1, -1, -1) if self.lines[n].strip() and not self.lines[n].lstrip().startswith("#")), None)
        if dash is not None and self.lines[dash].strip() == "-":
            self.shape.column[dash] = top.new
        if alone:
            self.shape.column[line] = top.new + STEP

    def _follow(self, first: int, end: int) -> None:
        least = self.inner()
        for number in range(first + 1, end):
            if self.lines[number]:
                self.shape.follows.setdefault(number, (first, least))

    def _block(self, line: int) -> None:
        """A text behind `|` or `>`: its lines, to the first that is less indented."""
        old = next((_indent(each) for each in self.lines[line + 1 :] if each), 0)
        end = line + 1
        while end < len(self.lines) and (not self.lines[end] or _indent(self.lines[end]) >= old):
            end += 1
        while end > line + 1 and not self.lines[end - 1]:
            end -= 1
        explicit = any(sign.isdigit() for sign in re.search(r"[|>]([0-9+-]*)\s*(#.*)?$", self.lines[line])[1])  # type: ignore[index]
        shift = self.shape.column.get(line, _indent(self.lines[line])) - _indent(self.lines[line])
        if end > line + 1:
            self.shape.blocks.append((line + 1, end, old + shift if explicit else self.inner()))
