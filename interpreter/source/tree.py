"""The tree that a YAML file is read into: values that know where they stand."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field, replace

from interpreter.source.diagnostics import Place

Scalar = str | int | bool | None
Plain = Scalar | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document and its place.

    `keys` tells where the keys of a mapping stand. `raw` is the text of a scalar from which rule language is parsed:
    the lines of the file without their indentation, never folded, an escaped quote as the quote itself, and no line
    end after the last line. `pieces` ascend; each is an offset in `raw` with the line and column where the text from
    there on stands in the file.
    """

    value: dict[str, Node] | tuple[Node, ...] | Scalar
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)
    raw: str = ""
    pieces: tuple[tuple[int, int, int], ...] = ()

    def at(self, line: int, column: int) -> Place:
        """The place in the file of a 1-based line and column of `raw`; one past the end of a line is the end of that line."""
        if not self.pieces:
            return self.place
        start = 0
        for _ in range(line - 1):
            end = self.raw.find("\n", start)
            if end < 0:
                return self._at_offset(len(self.raw))
            start = end + 1
        end = self.raw.find("\n", start)
        return self._at_offset(min(start + max(column - 1, 0), len(self.raw) if end < 0 else end))

    def _at_offset(self, offset: int) -> Place:
        start, line, column = self.pieces[bisect_right(self.pieces, offset, key=lambda piece: piece[0]) - 1]
        return Place(self.place.file, line, column + offset - start)

    def key_place(self, key: str) -> Place:
        """Where a key of this mapping stands; the mapping's own place if it is not known."""
        return self.keys.get(key, self.place)


def plain(node: Node) -> Plain:
    """The value alone, as lists, dicts and scalars."""
    if isinstance(node.value, dict):
        return {key: plain(each) for key, each in node.value.items()}
    if isinstance(node.value, tuple):
        return [plain(each) for each in node.value]
    return node.value


def same(one: Node, other: Node) -> bool:
    """Whether two nodes say the same: places, the order of keys, and how blanks are set in texts do not count."""
    if isinstance(one.value, dict) and isinstance(other.value, dict):
        theirs = other.value
        return one.value.keys() == theirs.keys() and all(same(each, theirs[key]) for key, each in one.value.items())
    if isinstance(one.value, tuple) and isinstance(other.value, tuple):
        return len(one.value) == len(other.value) and all(map(same, one.value, other.value))
    if isinstance(one.value, str) and isinstance(other.value, str):
        return one.value.split() == other.value.split()
    return type(one.value) is type(other.value) and one.value == other.value


def describe(node: Node) -> str:
    """A value in a few words, for messages."""
    if isinstance(node.value, dict):
        return "a mapping" if node.value else "an empty mapping"
    if isinstance(node.value, tuple):
        words = ", ".join(shown(each) for each in node.value[:6])
        return f"`[{words}{', …' if len(node.value) > 6 else ''}]`"
    return "nothing" if node.value is None else f"`{shown(node)}`"


def shown(node: Node) -> str:
    """A scalar as it is written, shortened; `…` for anything else."""
    if isinstance(node.value, (dict, tuple)):
        return "…"
    text = word(node)
    return text if len(text) <= 60 else text[:59] + "…"


def word(node: Node) -> str:
    """A scalar as one line of text; empty for a mapping or list."""
    if isinstance(node.value, str):
        return " ".join(node.value.split())
    if isinstance(node.value, (dict, tuple)):
        return ""
    return node.raw


def texts(node: Node) -> tuple[Node, ...]:
    """The elements of a list, or the scalar alone: for keys that take one name or several."""
    if isinstance(node.value, tuple):
        return node.value
    return () if node.value is None else (node,)


def child(node: Node, step: str | int) -> tuple[str | int, Node] | None:
    """The key (or index) and value that a step of a path leads to; list elements are named by their text too."""
    value = node.value
    if isinstance(value, dict):
        return (step, value[step]) if isinstance(step, str) and step in value else None
    if isinstance(value, tuple):
        if isinstance(step, int):
            return (step, value[step]) if step < len(value) else None
        return next(((index, each) for index, each in enumerate(value) if each.value is not None and word(each) == step), None)
    return None


def with_child(node: Node, key: str | int, new: Node, key_place: Place | None = None) -> Node:
    """The same container with another value at a key or index; a key that is not there is added at the end."""
    if isinstance(node.value, dict) and isinstance(key, str):
        keys = node.keys if key_place is None else {**node.keys, key: key_place}
        return replace(node, value={**node.value, key: new}, keys=keys)
    if isinstance(node.value, tuple) and isinstance(key, int):
        return replace(node, value=(*node.value[:key], new, *node.value[key + 1 :]))
    raise TypeError("a mapping has keys, a list has indices")


def without_child(node: Node, key: str | int) -> Node:
    """The same container without the value at a key or index."""
    if isinstance(node.value, dict):
        return replace(node, value={each: value for each, value in node.value.items() if each != key})
    if isinstance(node.value, tuple) and isinstance(key, int):
        return replace(node, value=(*node.value[:key], *node.value[key + 1 :]))
    raise TypeError("a mapping has keys, a list has indices")


def with_inserted(node: Node, index: int, new: Node, key: str = "", key_place: Place | None = None) -> Node:
    """The same container with one more value at an index; in a mapping under `key`."""
    if isinstance(node.value, tuple):
        return replace(node, value=(*node.value[:index], new, *node.value[index:]))
    if isinstance(node.value, dict):
        items = list(node.value.items())
        items.insert(index, (key, new))
        return replace(node, value=dict(items), keys={**node.keys, key: key_place or new.place})
    raise TypeError("only mappings and lists hold values")
