"""Scalars of YAML as documents mean them: what a plain word is, and the source text with its positions."""

from __future__ import annotations

import re
from collections.abc import Sequence

INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)")
FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+|[-+]?\.(inf|nan)", re.IGNORECASE)
DIGITS = 18
WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
ESCAPES = {"'": re.compile("'(')"), '"': re.compile(r"\\(.)")}

Piece = tuple[int, int, int]


def resolve_plain(text: str) -> str | int | bool | None:
    """What a plain scalar is: `true` and `false`, a decimal whole number, nothing (empty, `~`, `null`), else a text.

    Numbers of more than 18 digits stay texts; the reader reports them.
    """
    if text in WORDS:
        return WORDS[text]
    if len(text) <= DIGITS + 1 and INTEGER.fullmatch(text):
        return int(text)
    return text


def flow_source(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int], quote: str) -> tuple[str, tuple[Piece, ...]]:
    """The source of a plain or quoted scalar between two 0-based positions, and its pieces. Quotes are left out."""
    (first, left), (last, right) = start, end
    if quote:
        left, right = left + 1, right - 1
    if first == last:
        text = lines[first][left:right]
        if not quote or ("\\" not in text and "'" not in text):
            return text, ((0, first + 1, left + 1),)
    parts: list[str] = []
    pieces: list[Piece] = []
    offset = 0
    for number in range(first, last + 1):
        begin = left if number == first else _indentation(lines[number])
        text = lines[number][begin : right if number == last else None]
        text = text if number == last else text.rstrip(" ")
        for at, part in _unescaped(text, quote):
            pieces.append((offset, number + 1, begin + at + 1))
            parts.append(part)
            offset += len(part)
        parts.append("\n")
        offset += 1
    return "".join(parts[:-1]), tuple(pieces)


def _unescaped(text: str, quote: str) -> list[tuple[int, str]]:
    """Parts of a line with their offsets in it, so that an escaped quote or backslash reads as itself."""
    if not quote:
        return [(0, text)]
    parts: list[tuple[int, str]] = []
    start = 0
    for match in ESCAPES[quote].finditer(text):
        if match[1] in "'\"\\/":
            parts.append((start, text[start : match.start()]))
            start = match.start(1)
    parts.append((start, text[start:]))
    return [parts[0], *(part for part in parts[1:] if part[1])]


def block_source(lines: Sequence[str], header: int, end: int) -> tuple[str, tuple[Piece, ...]]:
    """The source of a block scalar whose header stands in one line and whose text ends before another (0-based).

    Common indentation and blank lines at the end are taken away.
    """
    body = list(lines[header + 1 : end])
    while body and not body[-1].strip(" "):
        body.pop()
    if not body:
        return "", ((0, header + 1, len(lines[header]) + 1),)
    indentation = min(_indentation(line) for line in body if line.strip(" "))
    pieces: list[Piece] = []
    offset = 0
    for number, line in enumerate(body, header + 2):
        pieces.append((offset, number, min(indentation, len(line)) + 1))
        offset += max(len(line) - indentation, 0) + 1
    return "\n".join(line[indentation:] for line in body), tuple(pieces)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
