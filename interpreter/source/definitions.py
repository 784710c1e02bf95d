"""The definitions of a ruleset while its layers are laid on each other, and where each came from."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.source.diagnostics import Place
from interpreter.source.tree import Node

NESTED = "attributes"
"""The one section whose definitions stand one level deeper: sort, then id."""

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Who gave a value: the layer, where it stands there, and what was done (`defined`, `set`, `added` …)."""

    layer: str
    place: Place
    action: str


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition and the place of its id."""

    node: Node
    key: Place


TAKING = ("removed", "removed from", "replaced", "set")
"""What changes do after which something may be there no more."""


def group_length(section: str) -> int:
    """How many words of a path name the mapping that holds the definitions of this section."""
    return 2 if section == NESTED else 1


@dataclass(slots=True)
class Definitions:
    """Groups of definitions in order, a group being a section, or `attributes` with a sort. Changed in place by the layers."""

    groups: dict[Words, dict[str, Definition]] = field(default_factory=dict)
    history: dict[Words, dict[str, list[Origin]]] = field(default_factory=dict)
    places: dict[Words, Place] = field(default_factory=dict)
    copied: int = field(default=0, compare=False)
    """How many values were copied to change others beside them: a measure of the work done."""

    def get(self, path: Words) -> Definition | None:
        """The definition with this path."""
        return self.groups.get(path[:-1], {}).get(path[-1])

    def put(self, path: Words, definition: Definition) -> None:
        """Adds a definition at the end of its group, or puts it in the place of the one with its id."""
        self.groups.setdefault(path[:-1], {})[path[-1]] = definition

    def put_at(self, path: Words, definition: Definition, index: int) -> None:
        """Adds a definition at an index of its group."""
        items = list(self.groups[path[:-1]].items())
        self.copied += len(items)
        items.insert(index, (path[-1], definition))
        self.groups[path[:-1]] = dict(items)

    def drop(self, path: Words) -> None:
        """Takes a definition away; its history stays."""
        del self.groups[path[:-1]][path[-1]]

    def rename(self, path: Words, name: str, key: Place) -> None:
        """Gives a definition another id and leaves it where it stands in its group; its history goes with it."""
        self.copied += len(self.groups[path[:-1]])
        group, old, new = self.groups[path[:-1]], path[-1], (*path[:-1], name)
        self.groups[path[:-1]] = {
            (name if each == old else each): (Definition(value.node, key) if each == old else value) for each, value in group.items()
        }
        before, after = ".".join(path), ".".join(new)
        self.history[new] = {after + inner.removeprefix(before): chain for inner, chain in self.history.pop(path, {}).items()}

    def note(self, path: Words, inner: str, origin: Origin, whole: bool = False) -> None:
        """Adds to the history of a path in a definition; `whole` forgets that of the paths below, which are overwritten."""
        text = ".".join(path)
        chains = self.history.setdefault(path, {})
        if whole:
            for each in [each for each in chains if each != text + inner and each.startswith((text + inner + ".", text + inner + "["))]:
                del chains[each]
        chains.setdefault(text + inner, []).append(origin)

    def last(self, path: Words, inner: str = "") -> Origin | None:
        """Who gave the value at a path in a definition last; the definition's own origin if nothing is known of the path."""
        chains = self.history.get(path, {})
        chain = chains.get(".".join(path) + inner) or chains.get(".".join(path))
        return chain[-1] if chain else None

    def loss(self, path: Words, text: str) -> Origin | None:
        """The change that took away, or wrote anew, what a text in a definition leads to; None where none has."""
        chains = self.history.get(path, {})
        if not chains:
            return self._renaming(path)
        while text:
            origin = chains[text][-1] if text in chains else None
            if origin is not None:
                return origin if origin.action in TAKING else None
            text = text[: max(text.rfind("."), text.rfind("["), 0)]
        return None

    def _renaming(self, path: Words) -> Origin | None:
        """The change that gave a definition another id."""
        action = f"renamed from {path[-1]}"
        groups = (chains for other, chains in self.history.items() if other[:-1] == path[:-1])
        return next((each for chains in groups for chain in chains.values() for each in chain if each.action == action), None)

    def sections(self) -> dict[str, dict[str, Node]]:
        """All definitions as nodes, by section and id; for `attributes` by sort, in mappings of attributes."""
        found: dict[str, dict[str, Node]] = {}
        for group, entries in self.groups.items():
            section = found.setdefault(group[0], {})
            if len(group) == 1:
                section.update((name, each.node) for name, each in entries.items())
            elif entries:
                values = {name: each.node for name, each in entries.items()}
                keys = {name: each.key for name, each in entries.items()}
                section[group[1]] = Node(values, self.places.get(group, next(iter(keys.values()))), keys)
        return found

    def key_places(self) -> dict[str, Place]:
        """Where the id of each definition stands, by path."""
        return {".".join((*group, name)): each.key for group, entries in self.groups.items() for name, each in entries.items()}

    def origins(self) -> dict[str, tuple[Origin, ...]]:
        """The history of every path that was defined or changed, oldest first."""
        return {text: tuple(chain) for chains in self.history.values() for text, chain in chains.items()}
