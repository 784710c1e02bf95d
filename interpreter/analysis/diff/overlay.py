"""A comparison as an overlay: laid on the first edition it gives the second, wording and statements included.

What an overlay has no operation for is named in its first lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.analysis.diff.document import entry, flow, mapping
from interpreter.analysis.diff.editions import Edition
from interpreter.analysis.diff.orders import orders
from interpreter.analysis.diff.rows import Comparison, renames
from interpreter.analysis.diff.said import said, scalar
from interpreter.analysis.diff.shapes import Shape, shape_of
from interpreter.source.tree import Node, texts, word

STEP = re.compile(r"[^.\[\]\n]+")
HEAD = ("start", "scenario")
NOT_OURS = {
    "title": "the title of the ruleset",
    "text": "its text",
    "note": "its note",
    "extends": "what it builds on",
    "library": "that it is a library",
}
ORDERED_SECTIONS = ("movements", "allocations", "modifiers", "odds", "rules")


def as_overlay(comparison: Comparison, name: str = "") -> str:
    """The text of an overlay file, under this id or one made of both names."""
    return _Writer(*comparison.editions).text(name or overlay_id(comparison))


def overlay_id(comparison: Comparison) -> str:
    """An id for the overlay, made of the names of both sides."""
    parts = [re.sub(r"[^A-Za-z0-9_]+", "-", side.split("/")[-1]).strip("-") for side in (comparison.before, comparison.after)]
    return "-to-".join(parts)


@dataclass
class _Writer:
    one: Edition
    other: Edition
    changes: list[str] = field(default_factory=list)
    added: dict[str, dict[str, Node]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """The whole file."""
        self._compare()
        base, *overlays = self.one.resolved.layers[self._rulesets() - 1 :]
        lines = [f"# Not in here: {each}." for each in self._left_out()]
        lines += [f"overlay: {name}", f"title: {flow(f'From {self.one.name} to {self.other.name}')}", f"for: [{base}]"]
        if overlays:
            lines.append(f"needs: [{', '.join(overlays)}]")
        for key in HEAD:
            mine, theirs = self.one.resolved.meta.get(key), self.other.resolved.meta.get(key)
            if theirs is not None and (mine is None or word(mine) != word(theirs)):
                lines.append(f"{key}: {word(theirs)}")
        if self.changes:
            lines += ["", "changes:", *self.changes]
        for section, definitions in self.added.items():
            lines += ["", f"{section}:", *mapping(definitions, 1)]
        return "\n".join(lines) + "\n"

    def _rulesets(self) -> int:
        """How many of the layers of the first edition are rulesets; overlays follow behind."""
        return list(self.one.resolved.layers).index(self.one.resolved.id) + 1

    def _left_out(self) -> Iterator[str]:
        mine, theirs = self.one.resolved.meta, self.other.resolved.meta
        for key, what in NOT_OURS.items():
            if (key in mine or key in theirs) and (
                key not in mine or key not in theirs or said(mine[key], Shape("value")) != said(theirs[key], Shape("value"))
            ):
                yield f"{what} ({self.other.resolved.id})"
        for _, name in self._kept_sorts():
            yield f"that there is no sort `{name}`"
        for section in ORDERED_SECTIONS:
            before, after = (orders(section, side.sections.get(section, {})) for side in (self.one, self.other))
            for group, new in after.items():
                old = before.get(group, [])
                if [x for x in old if x in new] != [x for x in new if x in old]:
                    yield f"the order of {' '.join(f'`{section}` {group}'.split())}: {', '.join(new)}"

    def _kept_sorts(self) -> list[tuple[str, str]]:
        """Sorts of the first edition whose sections cannot be taken away with them."""
        gone = [(name, node) for name, node in self.one.sections.get("sorts", {}).items() if self.other.node("sorts", name) is None]
        return [("sorts", name) for name, node in gone if isinstance(node.value, dict) and word(node.value["plural"]) in self.one.sections]

    def _compare(self) -> None:
        renamed = renames(self.one, self.other)
        for section in sorted({*self.one.sections, *self.other.sections}):
            mine = {renamed.get((section, name), name): node for name, node in self.one.sections.get(section, {}).items()}
            theirs = self.other.sections.get(section, {})
            for (of, old), new in renamed.items():
                if of == section:
                    self.changes.append(f"  - {{rename: {section}.{old}, to: {new}}}")
            if section == "attributes":
                self._attributes(mine, theirs)
                continue
            for name in [name for name in mine if name not in theirs and (section, name) not in self._kept_sorts()]:
                self._change("remove", f"{section}.{name}")
            for name, node in theirs.items():
                if name in mine:
                    self._values((section, name), mine[name], node, shape_of(section))
                else:
                    self.added.setdefault(section, {})[name] = node

    def _attributes(self, mine: dict[str, Node], theirs: object) -> None:
        shape = shape_of("attributes").inner("", frozenset())
        for sort in dict.fromkeys([*mine, *(theirs if isinstance(theirs, dict) else {})]):
            old, new = (group[sort].value if sort in group else {} for group in (mine, theirs if isinstance(theirs, dict) else {}))
            assert isinstance(old, dict) and isinstance(new, dict)
            for name in [name for name in old if name not in new]:
                self._change("remove", f"attributes.{sort}.{name}")
            fresh = {name: node for name, node in new.items() if name not in old}
            if fresh:
                at = new[next(iter(fresh))].place
                self.added.setdefault("attributes", {})[sort] = Node(fresh, at)
            for name, node in new.items():
                if name in old:
                    self._values(("attributes", sort, name), old[name], node, shape)

    def _said(self, node: Node, shape: Shape, side: Edition) -> object:
        return said(node, shape, side.formulas, wording=True)

    def _values(self, path: tuple[str, ...], a: Node, b: Node, shape: Shape) -> None:
        if self._said(a, shape, self.one) == self._said(b, shape, self.other):
            return
        if isinstance(a.value, dict) and isinstance(b.value, dict) and self._steps(a, b, shape):
            self._mapping(path, a, b, shape)
        elif isinstance(a.value, tuple) and isinstance(b.value, tuple) and not shape.ordered and _plain_words(a) and _plain_words(b):
            self._list(path, a, b)
        else:
            self._set(path, a, b)

    def _steps(self, a: Node, b: Node, shape: Shape) -> bool:
        """Whether a mapping can be changed key by key."""
        assert isinstance(a.value, dict) and isinstance(b.value, dict)
        common = [k for k in a.value if k in b.value]
        in_order = not shape.ordered or (
            common == [k for k in b.value if k in a.value] and (bool(common) or not a.value.keys() ^ b.value.keys())
        )
        return in_order and all(STEP.fullmatch(k) for k in (*a.value, *b.value)) and all(n.value is not None for n in b.value.values())

    def _mapping(self, path: tuple[str, ...], a: Node, b: Node, shape: Shape) -> None:
        assert isinstance(a.value, dict) and isinstance(b.value, dict)
        formulas = self.one.formulas | self.other.formulas
        before: str | None = None
        for key in [key for key in a.value if key not in b.value]:
            self._change("remove", ".".join((*path, key)))
        for key, node in b.value.items():
            if key in a.value:
                self._values((*path, key), a.value[key], node, shape.inner(key, formulas))
            elif shape.ordered:
                anchor = ("behind", before) if before is not None else ("before", next(k for k in b.value if k in a.value))
                self.changes += entry({"insert": ".".join(path), "id": key, anchor[0]: anchor[1], "value": node})
            else:
                self._change("add", ".".join((*path, key)), value=node)
            before = key

    def _list(self, path: tuple[str, ...], a: Node, b: Node) -> None:
        old, new = {scalar(n) for n in texts(a)}, {scalar(n) for n in texts(b)}
        for node in texts(a):
            if scalar(node) not in new:
                self._change("remove", ".".join((*path, word(node))))
        fresh = tuple(node for node in texts(b) if scalar(node) not in old)
        if fresh:
            self._change("add", ".".join(path), value=Node(fresh, b.place))

    def _set(self, path: tuple[str, ...], a: Node, b: Node) -> None:
        plain = not isinstance(a.value, (dict, tuple)) and "\n" not in str(a.value) and a.value is not None and not str(a.value).isdigit()
        self._change("set", ".".join(path), to=b, **({"expects": a} if plain else {}))

    def _change(self, kind: str, path: str, **fields: Node) -> None:
        self.changes += entry({kind: path, **fields})


def _plain_words(node: Node) -> bool:
    """Whether each element of a list can be named in a path."""
    items = [word(each) for each in texts(node)]
    return all(items) and all(STEP.fullmatch(each) for each in items) and len(set(items)) == len(items)
