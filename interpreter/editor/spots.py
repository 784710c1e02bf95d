"""What stands at a cursor: the path of keys there, and the word; read line by line, so that broken YAML does not matter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

KEY = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s\-#'"{}\[\],&*!|>%@`][^#{}\[\],'"]*?|-[^\s#{}\[\],'"][^#{}\[\],'"]*?)\s*:(?=\s|$)"""
)
TOP = re.compile(r"[^\s#\-\]}]")
WORD = re.compile(r"[A-Za-z0-9_]+")
ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
BLOCK = re.compile(r"[|>][0-9+-]*\s*(#.*)?")


@dataclass(frozen=True, slots=True)
class Spot:
    """A cursor in a text. `path` are the keys above it, from the top; `in_key` tells whether a key (or the beginning of
    one) stands there, else it stands in the value of the last key. `line` is the text of the line, `column` counts from 0."""

    path: tuple[str, ...]
    in_key: bool
    line: str
    column: int

    def word(self, hyphens: bool = False) -> str:
        """The whole word at the cursor, or an empty text; with hyphens where ids may have them."""
        return self.line[slice(*self.bounds(hyphens))]

    def bounds(self, hyphens: bool = False) -> tuple[int, int]:
        """Where the word begins and ends in its line, in columns from 0."""
        for match in (ID if hyphens else WORD).finditer(self.line):
            if match.start() <= self.column <= match.end():
                return match.start(), match.end()
        return self.column, self.column

    def typed(self, hyphens: bool = False) -> str:
        """The part of the word before the cursor."""
        return self.line[self.bounds(hyphens)[0] : self.column]

    def before(self, hyphens: bool = False) -> str:
        """The line up to the word."""
        return self.line[: self.bounds(hyphens)[0]]


def spot(lines: Sequence[str], line: int, column: int) -> Spot:
    """The spot at a line and column, both from 0; places outside the text are taken as its end."""
    if not lines:
        return Spot((), True, "", 0)
    line = min(max(line, 0), len(lines) - 1)
    column = min(max(column, 0), len(lines[line]))
    first = next((n for n in range(line, -1, -1) if TOP.match(lines[n])), 0)
    walk = _Walk()
    for number in range(first, line):
        walk.read(lines[number], None)
    path, in_key = walk.read(lines[line], column)
    return Spot(path, in_key, lines[line], column)


@dataclass(slots=True)
class _Flow:
    """An open `{` or `[`; `key` is the key whose value is being read, None where a key may stand."""

    mapping: bool
    key: str | None = None
    text: str = ""


@dataclass(slots=True)
class _Walk:
    """Where reading stands: the keys with their indentation, a block text, open brackets, an open quote."""

    keys: list[tuple[int, str | None]] = field(default_factory=list)
    block: int | None = None
    flow: list[_Flow] = field(default_factory=list)
    quote: str = ""

    def path(self) -> tuple[str, ...]:
        block = [key for _, key in self.keys if key is not None]
        return (*block, *(each.key for each in self.flow if each.key is not None))

    def read(self, text: str, cursor: int | None) -> tuple[tuple[str, ...], bool]:
        """Reads a line; up to the cursor where there is one, and then tells the path and whether a key stands there."""
        indent = len(text) - len(text.lstrip(" "))
        empty = not text.strip()
        if self.block is not None:
            if empty or indent > self.block:
                return self.path(), False
            self.block = None
        if self.flow or self.quote:
            return self._flow(text, 0, cursor)
        if empty:
            return self._blank(cursor if cursor is not None else 0)
        if text.lstrip().startswith("#"):
            return self.path(), False
        return self._block_line(text, indent, cursor)

    def _blank(self, column: int) -> tuple[tuple[str, ...], bool]:
        """An empty line: a key may stand here, below the keys that are less indented."""
        return tuple(key for at, key in self.keys if key is not None and at < column), True

    def _block_line(self, text: str, indent: int, cursor: int | None) -> tuple[tuple[str, ...], bool]:
        before = list(self.keys)
        while self.keys and self.keys[-1][0] >= indent:
            self.keys.pop()
        at = indent
        while text[at : at + 2] in ("- ", "-"):
            self.keys.append((at, None))
            at += 1
            while at < len(text) and text[at] == " ":
                at += 1
        match = KEY.match(text, at)
        if match is None:
            return self._without_key(text, at, before, cursor)
        if cursor is not None and cursor <= match.end(1):
            return self.path(), True
        self.keys.append((at, match[1].strip("'\"")))
        rest = match.end()
        while rest < len(text) and text[rest] == " ":
            rest += 1
        return self._value(text, rest, at, cursor)

    def _without_key(self, text: str, at: int, before: list[tuple[int, str | None]], cursor: int | None) -> tuple[tuple[str, ...], bool]:
        """A line that goes on with a text, an element of a list, or the beginning of a key."""
        deeper = before and before[-1][1] is not None and at > before[-1][0] and self.keys == before
        if self.keys and self.keys[-1][1] is None:
            return self._value(text, at, self.keys[-1][0], cursor)
        begun = bool(WORD.fullmatch(text[at:].strip()))
        if not deeper:
            return self.path(), begun
        if text[at : at + 1] in "{['\"":
            return self._flow(text, at, cursor)
        return self.path(), begun and cursor is not None

    def _value(self, text: str, at: int, indent: int, cursor: int | None) -> tuple[tuple[str, ...], bool]:
        if BLOCK.fullmatch(text[at:].strip()) and text[at:].strip():
            self.block = indent
            return self.path(), False
        if text[at : at + 1] in ("{", "[", '"', "'") and (cursor is None or cursor > at):
            return self._flow(text, at, cursor)
        return self.path(), False

    def _flow(self, text: str, at: int, cursor: int | None) -> tuple[tuple[str, ...], bool]:
        end = len(text) if cursor is None else cursor
        while at < end:
            sign = text[at]
            if self.quote:
                at += self._quoted(text, at)
            elif sign in "'\"" and not (self.flow and self.flow[-1].text.strip()):
                self.quote = sign
            elif sign in "{[":
                self.flow.append(_Flow(sign == "{"))
            elif sign in "}]" and self.flow:
                self.flow.pop()
                if self.flow:
                    self.flow[-1].text = "x"
            elif not self.flow:
                break
            elif sign == "," and self.flow:
                self.flow[-1].key, self.flow[-1].text = None, ""
            elif sign == ":" and self.flow[-1].mapping and self.flow[-1].key is None and text[at + 1 : at + 2] in ("", " "):
                self.flow[-1].key, self.flow[-1].text = self.flow[-1].text.strip().strip("'\""), ""
            elif sign == "#" and text[at - 1 : at] in ("", " "):
                break
            else:
                self.flow[-1].text += sign
            at += 1
        in_key = bool(self.flow) and self.flow[-1].mapping and self.flow[-1].key is None
        return self.path(), in_key

    def _quoted(self, text: str, at: int) -> int:
        """Reads a sign inside quotes; how many more signs belong to it."""
        sign = text[at]
        if sign == "\\" and self.quote == '"':
            return 1
        if sign == self.quote:
            if sign == "'" and text[at + 1 : at + 2] == "'":
                return 1
            self.quote = ""
        if self.flow:
            self.flow[-1].text += sign if sign not in "'\"" else ""
        return 0
