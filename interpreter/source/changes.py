"""Changes as they are written: operations on paths. `operations` carries them out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.source.definitions import group_length
from interpreter.source.diagnostics import Diagnostic, Place, error
from interpreter.source.keys import CHANGE
from interpreter.source.nearest import key_hint
from interpreter.source.tree import Node, describe, same, word

MOST_CHANGES = 5_000
LONGEST_PATH = 20
STEP = re.compile(r"\[([0-9]{1,9})\]|([^.\[\]]+)")
OPERATIONS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "set": (("to",), ("expects",)),
    "add": (("value",), ("expects",)),
    "remove": ((), ("expects",)),
    "replace": (("with",), ("expects",)),
    "rename": (("to",), ("expects",)),
    "insert": (("value",), ("before", "behind", "id", "expects")),
}
"""What each operation needs, and what else it may have."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path: a word, or the index of a list element; and where it is written."""

    word: str | int
    place: Place


@dataclass(frozen=True, slots=True)
class Change:
    """One operation on a path, with its further fields (`to`, `expects`, …)."""

    kind: str
    path: tuple[Step, ...]
    place: Place
    fields: Mapping[str, Node]

    def text(self) -> str:
        """The path as text."""
        return path_text(self.path)


def path_text(steps: tuple[Step, ...]) -> str:
    """A path as it is written: words with dots, indices in brackets."""
    return "".join(f"[{each.word}]" if isinstance(each.word, int) else f".{each.word}" for each in steps).removeprefix(".")


def read_changes(node: Node, found: list[Diagnostic]) -> list[Change]:
    """The changes of a document, in order; those that can't be read are reported and left out."""
    if node.value is None:
        return []
    if not isinstance(node.value, tuple):
        found.append(
            error("bad-change", node.place, f"`changes` must be a list of operations, not {describe(node)}", "begin each with `- `")
        )
        return []
    if len(node.value) > MOST_CHANGES:
        found.append(error("too-large", node.place, f"these are more than {MOST_CHANGES:,} changes"))
        return []
    return [change for each in node.value if (change := _read_change(each, found)) is not None]


def _read_change(node: Node, found: list[Diagnostic]) -> Change | None:
    if not isinstance(node.value, dict):
        found.append(
            error(
                "bad-change", node.place, f"a change must be a mapping, not {describe(node)}", "write `{set: section.id.field, to: value}`"
            )
        )
        return None
    before = len(found)
    known = [each.name for each in CHANGE]
    for key, value in node.value.items():
        if key not in known:
            hint = key_hint(key, value.value is None, known)
            found.append(error("unknown-key", node.key_place(key), f"a change has no field `{key}`", hint))
    kinds = [key for key in node.value if key in OPERATIONS]
    if len(kinds) != 1:
        said = "says two operations: " + ", ".join(kinds) if kinds else "does not say what to do"
        found.append(error("bad-change", node.place, f"this change {said}", "write one of: " + ", ".join(OPERATIONS)))
        return None
    kind = kinds[0]
    needed, further = OPERATIONS[kind]
    fields = {key: each for key, each in node.value.items() if key != kind and key in known}
    for key in needed:
        if key not in fields or (key == "to" and fields[key].value is None):
            found.append(error("bad-change", node.place, f"`{kind}` needs `{key}`"))
    for key in fields:
        if key not in needed and key not in further:
            hint = "it takes: " + ", ".join((*needed, *further))
            if kind == "remove" and key == "value":
                hint = f"a word of a list is named at the end of the path: `{member_path(node)}`"
            found.append(error("bad-change", node.key_place(key), f"`{key}` does not belong to `{kind}`", hint))
    if kind == "insert" and ("before" in fields) == ("behind" in fields):
        found.append(error("bad-change", node.place, "`insert` needs `before` or `behind`, one of them"))
    path = read_path(node.value[kind], found)
    return Change(kind, path, node.value[kind].place, fields) if path and len(found) == before else None


def member_path(node: Node) -> str:
    """The path of the word that a change with `remove` and `value` means."""
    record = node.value if isinstance(node.value, dict) else {}
    return ".".join(word(record[key]) or key.upper() for key in ("remove", "value"))


def read_path(node: Node, found: list[Diagnostic]) -> tuple[Step, ...]:
    """The steps of a path; none, and an error, if it can't be read."""
    text = node.value
    if not isinstance(text, str) or not text.strip() or "\n" in node.raw:
        found.append(error("bad-path", node.place, f"a path must be a text such as `section.id.field`, not {describe(node)}"))
        return ()
    steps: list[Step] = []
    offset = 0
    while offset < len(text):
        if steps and text[offset] == ".":
            offset += 1
        match = STEP.match(text, offset)
        if match is None or (match[1] and not steps) or (match[2] and offset and text[offset - 1] != "."):
            found.append(
                error(
                    "bad-path",
                    node.at(1, offset + 1),
                    f"the path `{text[:80]}` can't be read from here",
                    "write `section.id.field`, and `[2]` for a list element",
                )
            )
            return ()
        steps.append(Step(int(match[1]) if match[1] else match[2].strip(), node.at(1, offset + 1)))
        offset = match.end()
    if len(steps) > LONGEST_PATH or text.endswith("."):
        found.append(error("bad-path", node.place, "this path is too long" if len(steps) > LONGEST_PATH else "this path ends with a dot"))
        return ()
    return tuple(steps)


def touched(change: Change) -> list[tuple[str | int, ...]]:
    """The paths that a change depends on being left alone by others."""
    path = tuple(each.word for each in change.path)
    if change.kind == "rename":
        return [path, (*path[:-1], word(change.fields["to"]))]
    if change.kind == "insert":
        anchor = change.fields.get("before") or change.fields["behind"]
        return [(*path, word(anchor))]
    if change.kind == "add" and len(path) > group_length(str(path[0])):
        value = change.fields["value"].value
        if isinstance(value, dict):
            return [(*path, key) for key in value]
        if isinstance(value, tuple):
            return [(*path, word(each)) for each in value]
        return [(*path, word(change.fields["value"]))]
    if change.kind == "add" and isinstance(change.fields["value"].value, dict):
        return [(*path, key) for key in change.fields["value"].value]
    return [path]


def alike(one: Change, other: Change) -> bool:
    """Whether two changes do the same, so that their order does not matter."""
    return (
        one.kind == other.kind
        and one.text() == other.text()
        and one.fields.keys() == other.fields.keys()
        and all(same(each, other.fields[key]) for key, each in one.fields.items())
    )
