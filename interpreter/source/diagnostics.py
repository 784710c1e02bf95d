"""What is wrong with a text, where, and what to do about it; and the one registry of codes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
WIDTH = 160


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `related` are other places that belong to it, each with a few words."""

    code: str
    severity: Severity
    file: str
    line: int
    column: int
    message: str
    hint: str = ""
    related: tuple[tuple[Place, str], ...] = ()

    @property
    def place(self) -> Place:
        """Where it was found."""
        return Place(self.file, self.line, self.column)

    def __lt__(self, other: Diagnostic) -> bool:
        return (self.file, self.line, self.column, self.code) < (other.file, other.line, other.column, other.code)


Diagnostics = tuple[Diagnostic, ...]

CODES: dict[str, str] = {
    "already-defined": "An id is defined although it, or the same id of a layer below, stands already.",
    "bad-change": "An entry of `changes` does not say one operation with what it needs.",
    "bad-grid": "A grid beside another one, or a group of borders of its name.",
    "bad-id": "An id holds something other than letters, digits, `_` and `-`.",
    "bad-path": "A path of a change can't be read, or leads to something that this operation is not for.",
    "bad-row": "A row of a grid that cannot be laid beside the others.",
    "change-order": "Two files of one layer change the same thing, and files have no order.",
    "cyclic-extends": "A ruleset builds, over others, on itself.",
    "cyclic-order": "Overlays each want to come after the other.",
    "duplicate-key": "A mapping has the same key twice.",
    "empty-key": "A key of a mapping is empty.",
    "excluded-overlay": "An overlay excludes another one that is used beside it.",
    "file-not-read": "A file or folder is missing, is not what it should be, or can't be read.",
    "file-passed-over": "A file lies in the folder of a ruleset but is not read.",
    "float": "A plain number has a decimal point or exponent; documents hold whole numbers.",
    "merge-key": "The YAML merge key `<<` is not part of documents.",
    "misplaced-key": "A key stands in a document that it does not belong to.",
    "missing-field": "A definition lacks a field that it must have.",
    "missing-overlay": "An overlay needs another one that is not used.",
    "multiple-documents": "A file holds more than one YAML document.",
    "non-text-key": "A key of a mapping is not a text.",
    "not-utf-8": "A file is not encoded in UTF-8.",
    "number-too-large": "A number has more digits than a document may hold.",
    "odd-character": "A file holds a control character or an unusual line break.",
    "other-value": "A change expects another value than the one that stands there.",
    "overlay-conflict": "Two overlays change the same thing differently, and neither comes after the other.",
    "overlay-not-for": "An overlay is not made for this ruleset.",
    "endless-likeness": "Unit types that are like each other in a ring.",
    "overlay-twice": "An overlay is asked for more than once.",
    "path-not-there": "A change names something that does not exist.",
    "tab": "A file holds a tab character.",
    "too-deep": "A document is nested too deeply.",
    "too-large": "A file, a document or a ruleset is larger than the limits allow.",
    "too-many-errors": "So many errors were found that the rest of the document was not read.",
    "unknown-choice": "A field that takes one of a few words has another word.",
    "unknown-key": "A definition has a field that does not exist.",
    "unknown-overlay": "No overlay has this name.",
    "unknown-ruleset": "No ruleset has this name.",
    "unknown-section": "A document has a top-level key that is no section, or not of its kind of document.",
    "wrong-id": "A document gives itself another id than its file or folder name.",
    "wrong-shape": "A value has another YAML shape than its key takes.",
    "yaml-alias": "Anchors and aliases of YAML are not part of documents.",
    "yaml-syntax": "A file is not well-formed YAML.",
    "yaml-tag": "Tags of YAML are not part of documents.",
}


def register(code: str, sentence: str) -> str:
    """Adds a code to the registry and returns it; a code that stands with another sentence is a bug, and raises."""
    if CODES.setdefault(code, sentence) != sentence:
        raise ValueError(f"the code {code} is registered already: {CODES[code]}")
    return code


def error(code: str, place: Place, message: str, hint: str = "", related: tuple[tuple[Place, str], ...] = ()) -> Diagnostic:
    """An error at a place."""
    return Diagnostic(code, "error", place.file, place.line, place.column, message, hint, related)


def warning(code: str, place: Place, message: str, hint: str = "", related: tuple[tuple[Place, str], ...] = ()) -> Diagnostic:
    """A warning at a place."""
    return Diagnostic(code, "warning", place.file, place.line, place.column, message, hint, related)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them is an error."""
    return any(each.severity == "error" for each in diagnostics)


def source_line(file: str, line: int) -> str:
    """A line of a file on disk, without its end; empty where there is none. A `read_line` for `render`."""
    try:
        with open(file, encoding="utf-8-sig", errors="replace") as stream:
            for number, text in enumerate(stream, 1):
                if number == line:
                    return text.rstrip("\n")
    except (OSError, ValueError):
        pass
    return ""


def render(diagnostics: Iterable[Diagnostic], read_line: Callable[[str, int], str] = source_line) -> str:
    """All of them in order of place, each with its source line, a caret, the hint, and related places.

    `read_line(file, line)` returns a source line, or an empty text. Nothing unprintable is passed on.
    """
    return "\n".join(line for each in sorted(diagnostics) for line in _lines(each, read_line)) + "\n"


def _lines(found: Diagnostic, read_line: Callable[[str, int], str]) -> Iterable[str]:
    yield _printable(f"{found.place}: {found.severity}[{found.code}] {found.message}")
    yield from _excerpt(found.place, read_line)
    if found.hint:
        yield _printable(f"  hint: {found.hint}")
    for place, words in found.related:
        yield _printable(f"  {place}: {words}")
        yield from _excerpt(place, read_line)


def _excerpt(place: Place, read_line: Callable[[str, int], str]) -> Iterable[str]:
    text = read_line(place.file, place.line)
    if not text.strip():
        return
    skipped = max(0, place.column - 1 - WIDTH // 2) if len(text) > WIDTH else 0
    before, after = text[skipped : place.column - 1], text[place.column - 1 : skipped + WIDTH]
    yield f"    {_printable(before)}{_printable(after)}"
    yield f"    {' ' * len(_printable(before))}^"


def _printable(text: str) -> str:
    return "".join(
        sign if sign.isprintable() else " " if sign in "\t\n" else sign.encode("unicode_escape").decode("ascii") for sign in text
    )
