"""The rows of a comparison: one for each value that says something else, with both values, their places and statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from interpreter.analysis.diff.editions import Edition, read_edition
from interpreter.analysis.diff.orders import orders
from interpreter.analysis.diff.said import said, scalar
from interpreter.analysis.diff.shapes import LIMITS, RULE_TEXT, TRUE_IF_LEFT_OUT, VALUE, Shape, is_wording, shape_of
from interpreter.analysis.diff.within import within
from interpreter.rules.ruleset import Ruleset
from interpreter.source.tree import Node, plain, texts, word

ACTIONS = ("added", "removed", "changed", "moved", "renamed", "narrowed", "widened")
SILENT_SECTIONS = frozenset(("statements", "evaluation", "odds", "trials", "comparisons", "pictures"))
TRUE: tuple[str, ...] = ("true",)
Path_ = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One difference. `path` is `section.id.field…`; values are plain YAML data; places `file:line:column`, None where a side has nothing."""

    path: str
    action: str
    before: Any
    after: Any
    where_before: str | None
    where_after: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True)
class Comparison:
    """All changes from one edition to another, in order of path; `statements` tells those that the changes cite."""

    before: str
    after: str
    changes: tuple[Change, ...]
    statements: Mapping[str, str]
    editions: tuple[Edition, Edition] = field(repr=False, compare=False)

    @cached_property
    def consequences(self) -> tuple[Any, ...]:
        """What follows from the changes: rows of `consequences`, reckoned when first asked for."""
        from interpreter.analysis.diff.consequences import consequences

        return consequences((self.before, self.after))


def diff(a: str | Path | Ruleset, b: str | Path | Ruleset) -> Comparison:
    """What differs between two rulesets, each loaded, or an id or path with overlays as `id+overlay+overlay`.

    Definitions are compared, not the options that were chosen. Raises RulesetError, with all diagnostics, where one of them cannot be read.
    """
    return compare(read_edition(a), read_edition(b))


def compare(one: Edition, other: Edition) -> Comparison:
    """What differs between two editions that have been read."""
    changes = tuple(Walk(one, other).all())
    cited = dict.fromkeys(each for change in changes for each in change.cites)
    statements = {each: other.statement(each) or one.statement(each) for each in cited}
    return Comparison(one.name, other.name, changes, statements, (one, other))


def renames(one: Edition, other: Edition) -> dict[tuple[str, str], str]:
    """Definitions of the first edition (section, id) that a layer of either declares to be another id of the second."""
    found: dict[tuple[str, str], str] = {}
    for (section, new), old in other.renamed.items():
        if one.node(section, old) is not None and one.node(section, new) is None:
            found[section, old] = new
    for (section, new), old in one.renamed.items():
        if other.node(section, old) is not None and other.node(section, new) is None:
            found[section, new] = old
    return found


@dataclass(frozen=True)
class Walk:
    """Two editions walked side by side."""

    one: Edition
    other: Edition

    @cached_property
    def renamed(self) -> dict[tuple[str, str], str]:
        return renames(self.one, self.other)

    @cached_property
    def names(self) -> dict[str, str]:
        """The new names of what was renamed: a text that speaks of it says the same under either."""
        return {old: new for (_, old), new in self.renamed.items()}

    @cached_property
    def old_names(self) -> dict[tuple[str, str], str]:
        return {(section, new): old for (section, old), new in self.renamed.items()}

    def all(self) -> Iterator[Change]:
        """The rows of all sections that hold rules."""
        for section in sorted({*self.one.sections, *self.other.sections} - SILENT_SECTIONS):
            old = [self.renamed.get((section, name), name) for name in self.one.sections.get(section, {})]
            for name in sorted({*old, *self.other.sections.get(section, {})}):
                before = self.old_names.get((section, name), name)
                if before != name:
                    yield self._renamed(section, before, name)
                yield from self.values((section, name), self.one.node(section, before), self.other.node(section, name), shape_of(section))
            yield from self._sequences(section)

    def _sequences(self, section: str) -> Iterator[Change]:
        """A row for each group of definitions whose order counts, where it is another one."""
        mine, theirs = (orders(section, side.sections.get(section, {})) for side in (self.one, self.other))
        for group in sorted({*mine, *theirs}):
            old, new = mine.get(group, []), theirs.get(group, [])
            named = [self.renamed.get((section, name), name) for name in old]
            if [k for k in named if k in new] != [k for k in new if k in named]:
                places = self._place(self.one, section, old[0]), self._place(self.other, section, new[0])
                yield Change(f"{section}.{group}" if group else section, "moved", named, new, *places, ())

    def _place(self, side: Edition, section: str, name: str) -> str | None:
        place = side.resolved.key_places.get(f"{section}.{name}")
        return None if place is None else side.where(place)

    def values(self, path: Path_, a: Node | None, b: Node | None, shape: Shape) -> Iterator[Change]:
        """The rows between two values at one path."""
        if not self.renamed and _written_alike(a, b):
            return
        if self._said(a, shape, self.one) == self._said(b, shape, self.other) or self._default(path, a, b, shape):
            return
        if _is_dict(a) and _is_dict(b):
            yield from self._mappings(path, a, b, shape)
        elif _listed(a, b, shape):
            yield from self._lists(path, a, b, shape)
        else:
            yield self.row(path, self._action(a, b, shape), a, b)

    def _default(self, path: Path_, a: Node | None, b: Node | None, shape: Shape) -> bool:
        """Whether one side gives an attribute the value that the other has without giving one."""
        if shape.kind != VALUE or len(path) != 3 or (a is None) == (b is None):
            return False
        node, silent = (b, self.one) if a is None else (a, self.other)
        return node is not None and not isinstance(node.value, (dict, tuple)) and scalar(node) == silent.default(path[0], path[2])

    def _said(self, node: Node | None, shape: Shape, side: Edition) -> Any:
        return said(node, shape, side.formulas, self.names if side is self.one else None)

    def _mappings(self, path: Path_, a: Any, b: Any, shape: Shape) -> Iterator[Change]:
        formulas = self.one.formulas | self.other.formulas
        for key in dict.fromkeys([*a.value, *b.value]):
            mine, theirs = a.value.get(key), b.value.get(key)
            if not is_wording(key, mine, shape) or not is_wording(key, theirs, shape):
                yield from self.values((*path, key), mine, theirs, shape.inner(key, formulas))
        if shape.ordered:
            yield from self._order(path, a, b, list(a.value), list(b.value))

    def _lists(self, path: Path_, a: Node | None, b: Node | None, shape: Shape) -> Iterator[Change]:
        """Each element that came or went is a row; in ordered lists the order of those that stayed is one more."""
        mine = {scalar(each, self.names): each for each in (texts(a) if a is not None else ())}
        theirs = {scalar(each): each for each in (texts(b) if b is not None else ())}
        for item, node in mine.items():
            if item not in theirs:
                yield self.row((*path, str(item)), "removed", node, None)
        for item, node in theirs.items():
            if item not in mine:
                yield self.row((*path, str(item)), "added", None, node)
        if shape.ordered and a is not None and b is not None:
            yield from self._order(path, a, b, list(mine), list(theirs))

    def _order(self, path: Path_, a: Node, b: Node, mine: Sequence[Any], theirs: Sequence[Any]) -> Iterator[Change]:
        if [k for k in mine if k in theirs] != [k for k in theirs if k in mine]:
            yield Change(
                ".".join(path), "moved", list(mine), list(theirs), self.one.where(a.place), self.other.where(b.place), self._cites(path)
            )

    def _action(self, a: Node | None, b: Node | None, shape: Shape) -> str:
        """What has happened to a single value."""
        left_out = TRUE if shape.name in TRUE_IF_LEFT_OUT and shape.kind == "expression" else None
        before = self._said(a, shape, self.one) if a is not None else left_out
        after = self._said(b, shape, self.other) if b is not None else left_out
        if before is None or after is None:
            return "added" if before is None else "removed"
        if shape.name in LIMITS and shape.kind in ("expression", "number"):
            return _limit(before, after, LIMITS[shape.name])
        if shape.kind not in RULE_TEXT:
            return "changed"
        if TRUE in (before, after):
            return "narrowed" if before == TRUE else "widened"
        less, more = within(after, before), within(before, after)
        return "moved" if less and more else "narrowed" if less else "widened" if more else "changed"

    def row(self, path: Path_, action: str, a: Node | None, b: Node | None) -> Change:
        """A row with both values, their places and the statements that both sides cite."""
        where = (None if a is None else self.one.where(a.place), None if b is None else self.other.where(b.place))
        return Change(".".join(path), action, _told(a), _told(b), *where, self._cites(path))

    def _renamed(self, section: str, old: str, new: str) -> Change:
        places = self._place(self.one, section, old), self._place(self.other, section, new)
        return Change(f"{section}.{new}", "renamed", old, new, *places, self._cites((section, new)))

    def _cites(self, path: Path_) -> tuple[str, ...]:
        old = self.old_names.get((path[0], path[1]), path[1])
        return tuple(dict.fromkeys((*self.one.cites((path[0], old, *path[2:])), *self.other.cites(path))))


def _limit(before: Any, after: Any, direction: int) -> str:
    """Whether a limit lets more or less through, where both are numbers."""
    numbers = [n if isinstance(n, int) else int(n[1]) if isinstance(n, tuple) and n[0] == "number" else None for n in (before, after)]
    if numbers[0] is None or numbers[1] is None:
        return "narrowed" if within(after, before) else "widened" if within(before, after) else "changed"
    return "widened" if (numbers[1] - numbers[0]) * direction > 0 else "narrowed"


def _told(node: Node | None) -> Any:
    """A value as plain data; rule text of one line with single blanks, longer text as it is written."""
    if node is None:
        return None
    if isinstance(node.value, (dict, tuple)):
        return plain(node)
    return (
        node.value.rstrip("\n")
        if isinstance(node.value, str) and "\n" in node.value.rstrip("\n")
        else scalar(node)
        if word(node)
        else node.value
    )


def _written_alike(a: Node | None, b: Node | None) -> bool:
    """Whether two values are written the same, sign by sign: then they say the same, and need not be read."""
    if a is b or a is None or b is None:
        return a is b
    if isinstance(a.value, dict) and isinstance(b.value, dict):
        return list(a.value) == list(b.value) and all(map(_written_alike, a.value.values(), b.value.values()))
    if isinstance(a.value, tuple) and isinstance(b.value, tuple):
        return len(a.value) == len(b.value) and all(map(_written_alike, a.value, b.value))
    return type(a.value) is type(b.value) and a.value == b.value and a.raw == b.raw


def _is_dict(node: Node | None) -> bool:
    return node is not None and isinstance(node.value, dict)


def _listed(a: Node | None, b: Node | None, shape: Shape) -> bool:
    """Whether two values are lists of plain words, of which each can come and go."""
    sides = [each for each in (a, b) if each is not None]
    if any(isinstance(each.value, dict) for each in sides) or (shape.kind == VALUE and shape.ordered):
        return False
    if shape.kind != "ids" and not any(isinstance(each.value, tuple) for each in sides):
        return False
    items = [scalar(x) for x in texts(sides[0])], [scalar(x) for x in texts(sides[-1])]
    return all(not isinstance(x.value, (dict, tuple)) for each in sides for x in texts(each)) and all(len(set(i)) == len(i) for i in items)
