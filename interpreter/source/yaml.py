"""YAML files in, trees with positions out; never an exception, whatever the file holds."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place, error
from interpreter.source.scalars import DIGITS, FLOAT, INTEGER, block_source, flow_source, resolve_plain
from interpreter.source.tree import Node

LARGEST_FILE = 4_000_000
DEEPEST = 40
MOST_NODES = 400_000
MOST_ERRORS = 100
ODD = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")

PLAIN_WORDS = (
    (
        "mapping values are not allowed",
        "a `:` stands where no key can be",
        "put the text in quotes, or behind `|` or `>`; or check the indentation",
    ),
    (
        "found unexpected ':'",
        "a `:` stands in a text inside `{…}` or `[…]`",
        "put the text in quotes, as an address needs them there",
    ),
    ("found character", "a character stands here that can't begin a value", "put the text in quotes"),
    ("did not find expected ',' or ']'", "the list that begins with `[` does not end properly", "look for a missing `,` or `]`"),
    (
        "did not find expected ',' or '}'",
        "the mapping that begins with `{` does not end properly",
        "look for a missing `,` or `}`, or a text that needs quotes",
    ),
    ("found unexpected ':'", "a `:` stands in a text inside `{…}` or `[…]`", "put the text in quotes"),
    ("quoted scalar", "the text in quotes does not end", "look for the missing quote; a `'` inside '…' is written twice"),
    (
        "did not find expected key",
        "this line does not fit the mapping it stands in",
        "check the indentation and that the key ends with `:`",
    ),
    ("block end", "this line does not fit the block it stands in", "check the indentation"),
    (
        "did not find expected '-'",
        "this line does not fit the list it stands in",
        "check the indentation, and that each element begins with `- `",
    ),
    ("could not find expected ':'", "this line has no `:` after its key", "write `key: value`, and indent the lines that go on"),
    ("block sequence entries", "a `- ` can't stand here", "begin the list on the next line"),
    ("unknown escape", "the text in double quotes has a `\\` that means nothing", "use single quotes, or write `\\\\`"),
    ("undefined alias", "aliases are not part of documents", "write the value out"),
)


Reader = Callable[[Path], tuple[str | None, Node | None, Diagnostics]]
"""How a file becomes text and tree: `read_document`, or what knows of texts that are not saved yet."""


class _Mark(Protocol):
    line: int
    column: int


class _Event(Protocol):
    """What this module reads of an event of ruamel.yaml; `value`, `style` and `implicit` stand on scalars alone."""

    start_mark: _Mark
    end_mark: _Mark
    value: str
    style: str | None
    anchor: str | None
    tag: str | None
    implicit: tuple[bool, bool]


def load_yaml(path: Path | str) -> tuple[Node | None, Diagnostics]:
    """The tree of a file. None if the file can't be read as YAML at all; other errors leave a tree without the bad parts."""
    text, problems = read_text(path)
    if text is None:
        return None, problems
    return parse_yaml(text, str(path))


def read_text(path: Path | str) -> tuple[str | None, Diagnostics]:
    """The text of a file, with line ends as `\\n` and without a byte order mark; None and an error if it can't be had."""
    place = Place(str(path), 1, 1)
    try:
        if not stat.S_ISREG(Path(path).stat().st_mode):
            return None, (error("file-not-read", place, "this is not a file", "name a YAML file"),)
        with open(path, "rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except FileNotFoundError:
        return None, (error("file-not-read", place, "there is no such file"),)
    except (OSError, ValueError) as problem:
        reason = (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
        return None, (error("file-not-read", place, f"this file can't be read: {reason}"),)
    if len(content) > LARGEST_FILE:
        return None, (error("too-large", place, f"this file has more than {LARGEST_FILE:,} bytes", "split it"),)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = content[: problem.start].decode("utf-8-sig", errors="replace")
        where = _place_of_offset(before, len(before), str(path))
        return None, (error("not-utf-8", where, f"the byte 0x{content[problem.start]:02x} is not UTF-8", "save the file as UTF-8"),)
    return text.replace("\r\n", "\n").replace("\r", "\n"), ()


def parse_yaml(text: str, file: str) -> tuple[Node | None, Diagnostics]:
    """The tree of a YAML text; `file` is the name that places give. An empty text is a node without value."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > LARGEST_FILE:
        return None, (error("too-large", Place(file, 1, 1), f"this text has more than {LARGEST_FILE:,} characters", "split it"),)
    odd = ODD.search(text)
    if odd:
        where = _place_of_offset(text, odd.start(), file)
        return None, (error("odd-character", where, f"the character U+{ord(odd[0]):04X} can't stand in a document", "take it out"),)
    tab = text.find("\t")
    if tab >= 0:
        count = text.count("\t")
        more = f" (the first of {count})" if count > 1 else ""
        return None, (error("tab", _place_of_offset(text, tab, file), f"a tab stands here{more}", "write spaces"),)
    return _Reader(text, file).read()


def _place_of_offset(text: str, offset: int, file: str) -> Place:
    return Place(file, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


class _StopReading(Exception):
    """Ends the reading of a document; its error has been noted."""


@dataclass(slots=True)
class _Open:
    """A mapping or list whose end has not come; `key` is the key that waits for its value, or None."""

    place: Place
    mapping: bool
    items: list[Node] = field(default_factory=list)
    pairs: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Place] = field(default_factory=dict)
    key: str | None = None
    drops: bool = False

    def node(self) -> Node:
        return Node(self.pairs, self.place, self.keys) if self.mapping else Node(tuple(self.items), self.place)


class _Reader:
    """Builds the tree from parser events with an own stack, so that depth costs no recursion."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text if text.endswith("\n") else text + "\n"
        self.lines = self.text.split("\n")
        self.file = file
        self.found: list[Diagnostic] = []
        self.open: list[_Open] = []
        self.root: Node | None = None

    def read(self) -> tuple[Node | None, Diagnostics]:
        try:
            self._build()
        except _StopReading:
            return None, tuple(self.found)
        except (YAMLError, RecursionError, ValueError) as problem:
            self.found.append(self._syntax_error(problem))
            return None, tuple(self.found)
        return self.root or Node(None, Place(self.file, 1, 1)), tuple(self.found)

    def _build(self) -> None:
        documents = nodes = 0
        for event in cast("Iterator[_Event]", YAML(typ="safe", pure=False).parse(self.text)):
            kind = type(event).__name__
            if kind == "ScalarEvent":
                self._note_extras(event)
                self._scalar(event)
            elif kind in ("MappingStartEvent", "SequenceStartEvent"):
                self._note_extras(event)
                self.open.append(_Open(self._place(event.start_mark), kind == "MappingStartEvent"))
                if len(self.open) > DEEPEST:
                    self._stop("too-deep", event, f"this is nested deeper than {DEEPEST} levels")
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                self._close()
            elif kind == "AliasEvent":
                self._note("yaml-alias", event, "an alias (`*…`) stands here", "write the value out, or put the text in quotes")
                self._put(Node(None, self._place(event.start_mark)), None)
            elif kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    self._stop("multiple-documents", event, "a second document begins here", "put it into a file of its own")
            nodes += kind in ("ScalarEvent", "MappingStartEvent", "SequenceStartEvent", "AliasEvent")
            if nodes > MOST_NODES:
                self._stop("too-large", event, f"this document has more than {MOST_NODES:,} values", "split it")

    def _scalar(self, event: _Event) -> None:
        place = self._place(event.start_mark)
        start, end = (event.start_mark.line, event.start_mark.column), (event.end_mark.line, event.end_mark.column)
        style = event.style or ""
        if style in ("|", ">"):
            raw, pieces = block_source(self.lines, start[0], end[0])
        else:
            raw, pieces = flow_source(self.lines, start, end, style)
        is_plain = style == "" and event.tag is None
        value = resolve_plain(event.value) if is_plain else event.value
        if is_plain and isinstance(value, str) and not self._is_key():
            self._check_number(event, value)
        self._put(Node(value, place, {}, raw, pieces), event)

    def _check_number(self, event: _Event, value: str) -> None:
        if FLOAT.fullmatch(value):
            self._note("float", event, f"`{value[:40]}` is not a whole number", "write a whole number; quote it if it is a text")
        elif len(value) > DIGITS and INTEGER.fullmatch(value):
            self._note("number-too-large", event, f"this number has more than {DIGITS} digits", "quote it if it is a text")

    def _is_key(self) -> bool:
        return bool(self.open) and self.open[-1].mapping and self.open[-1].key is None and not self.open[-1].drops

    def _close(self) -> None:
        closed = self.open.pop()
        self._put(closed.node(), None)

    def _put(self, node: Node, event: _Event | None) -> None:
        """Puts a finished value where it belongs; `event` is its scalar event, or None."""
        if not self.open:
            self.root = node
        elif not self.open[-1].mapping:
            self.open[-1].items.append(node)
        elif self._is_key():
            self._put_key(self.open[-1], node, event)
        else:
            top = self.open[-1]
            if top.key is not None:
                top.pairs[top.key] = node
            top.key, top.drops = None, False

    def _put_key(self, top: _Open, node: Node, event: _Event | None) -> None:
        key = None
        if event is None:
            self._note_at("non-text-key", node.place, "a key must be one text", "put quotes round a text that begins with `[`, `{` or `*`")
        elif event.style in (None, "") and event.value == "<<":
            self._note_at(
                "merge-key",
                node.place,
                "the merge key `<<` is not part of documents",
                "write the fields out; rulesets build on others by `extends`",
            )
        elif not isinstance(node.value, str) or (event.style in (None, "") and FLOAT.fullmatch(node.value)):
            self._note_at(
                "non-text-key",
                node.place,
                f"the key `{node.raw}` is not a text",
                f"write '{node.raw}'" if node.raw else "write a key before the `:`",
            )
        elif not node.value.strip():
            self._note_at("empty-key", node.place, "this key is empty")
        elif node.value in top.pairs:
            first = top.keys[node.value]
            self._note_at(
                "duplicate-key", node.place, f"the key `{node.value}` stands here twice", "take one out", ((first, "the first one"),)
            )
        else:
            key = node.value
            top.keys[key] = node.place
        top.key, top.drops = key, key is None

    def _note_extras(self, event: _Event) -> None:
        if event.anchor is not None:
            self._note("yaml-alias", event, "an anchor (`&…`) stands here", "take it out, or put the text in quotes")
        if event.tag is not None:
            self._note("yaml-tag", event, "a tag (`!…`) stands here", "take it out, or put the text in quotes")

    def _note(self, code: str, event: _Event, message: str, hint: str = "") -> None:
        self._note_at(code, self._place(event.start_mark), message, hint)

    def _note_at(self, code: str, place: Place, message: str, hint: str = "", related: tuple[tuple[Place, str], ...] = ()) -> None:
        self.found.append(error(code, place, message, hint, related))
        if len(self.found) >= MOST_ERRORS:
            self.found.append(error("too-many-errors", place, f"there are {MOST_ERRORS} errors up to here; the rest was not read"))
            raise _StopReading

    def _stop(self, code: str, event: _Event, message: str, hint: str = "") -> None:
        self._note(code, event, message, hint)
        raise _StopReading

    def _place(self, mark: _Mark) -> Place:
        return Place(self.file, mark.line + 1, mark.column + 1)

    def _syntax_error(self, problem: Exception) -> Diagnostic:
        mark: _Mark | None = getattr(problem, "problem_mark", None)
        began: _Mark | None = getattr(problem, "context_mark", None)
        ends = mark is None or not "".join(self.lines[mark.line :]).strip()
        mark = began or mark if ends else mark
        place = self._place(mark) if mark else Place(self.file, 1, 1)
        said = " ".join(str(getattr(problem, name, None) or "") for name in ("context", "problem"))
        message, hint = next(((words, hint) for key, words, hint in PLAIN_WORDS if key in said), ("this is not well-formed YAML", ""))
        if "did not find expected ','" in said and mark is not None and not ends:
            bracket = self.lines[mark.line][mark.column : mark.column + 1]
            hint = f"put a text that holds `{bracket}` in quotes" if bracket in ("{", "[") else hint
        related = ((self._place(began), "what was being read begins here"),) if began and self._place(began) != place else ()
        return error("yaml-syntax", place, message, hint, related)
