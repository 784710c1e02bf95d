"""Two rulesets compared by what they say: definitions by id, field by field; order and wording are silent.

A row is one change of one value: its path, what happened (`added`, `removed`, `changed`, `moved`), both values, where
each side sets it, and the statements that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.rules.build import WORDS_ONLY, RulesetError
from interpreter.source.diagnostics import Place, has_errors
from interpreter.source.keys import BY_NAME, Section
from interpreter.source.layers import Resolved, resolve
from interpreter.source.shape import normalise
from interpreter.source.tree import Node, plain, texts

SILENT_SECTIONS = frozenset(("statements", "evaluation", "pictures"))
SILENT_KEYS = WORDS_ONLY - {"because"} | {"cites"}
COMMENT = re.compile(r"(^|\s)#[^\n]*")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference; values are plain YAML data, places `file:line:column` or None where a side has nothing."""

    path: str
    action: str
    before: Any
    after: Any
    where_before: str | None
    where_after: str | None
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """All changes from one ruleset to another, in order of path, and what follows from them where that can be told."""

    before: str
    after: str
    changes: tuple[Change, ...]
    consequences: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Tree:
    resolved: Resolved
    sections: Mapping[str, Mapping[str, Node]]


def diff(a: str | Path, b: str | Path) -> Comparison:
    """What differs between two rulesets, each an id or path, with overlays as `id+overlay+overlay`.

    Raises RulesetError, with all diagnostics, where one of them cannot be read.
    """
    one, other = _tree(a), _tree(b)
    rows: list[Change] = []
    for section in sorted({*one.sections, *other.sections} - SILENT_SECTIONS):
        mine, theirs = one.sections.get(section, {}), other.sections.get(section, {})
        for name in sorted({*mine, *theirs}):
            rows += _nodes(one, other, (section, name), mine.get(name), theirs.get(name))
    return Comparison(str(a), str(b), tuple(rows))


def _tree(name: str | Path) -> _Tree:
    base, *overlays = str(name).split("+")
    resolved, found = resolve(base, overlays)
    if resolved is None or has_errors(found):
        raise RulesetError(found)
    sections, found = normalise(resolved.sections)
    if has_errors(found):
        raise RulesetError(found)
    return _Tree(resolved, sections)


def said(node: Node) -> Any:
    """A value as what it says: texts without comments and with single blanks, numbers in quotes as numbers."""
    value = node.value
    if isinstance(value, dict):
        return {key: said(child) for key, child in value.items() if key not in SILENT_KEYS or isinstance(child.value, dict)}
    if isinstance(value, tuple):
        return [said(child) for child in value]
    if isinstance(value, str):
        text = " ".join(COMMENT.sub(" ", value).split())
        return int(text) if text.isdigit() else {"true": True, "false": False}.get(text, text)
    return value


def _nodes(one: _Tree, other: _Tree, path: tuple[str, ...], a: Node | None, b: Node | None) -> Iterator[Change]:
    """The rows between two values at one path."""
    if a is not None and b is not None:
        if isinstance(a.value, dict) and isinstance(b.value, dict):
            yield from _mappings(one, other, path, a, b)
            return
        if isinstance(a.value, tuple) or isinstance(b.value, tuple):
            yield from _lists(one, other, path, a, b)
            return
        if said(a) == said(b):
            return
    action = "changed" if a is not None and b is not None else "added" if a is None else "removed"
    yield _row(one, other, path, action, a, b)


def _mappings(one: _Tree, other: _Tree, path: tuple[str, ...], a: Node, b: Node) -> Iterator[Change]:
    assert isinstance(a.value, dict) and isinstance(b.value, dict)
    keys = [
        k for k in dict.fromkeys([*a.value, *b.value]) if k not in SILENT_KEYS or _is_mapping(a.value.get(k)) or _is_mapping(b.value.get(k))
    ]
    for key in keys:
        yield from _nodes(one, other, (*path, key), a.value.get(key), b.value.get(key))
    if path[-1] in ("round", "before") and [k for k in a.value if k in b.value] != [k for k in b.value if k in a.value]:
        yield Change(
            ".".join(path), "moved", list(a.value), list(b.value), _where(one, path, a), _where(other, path, b), _cites(one, other, path)
        )


def _lists(one: _Tree, other: _Tree, path: tuple[str, ...], a: Node, b: Node) -> Iterator[Change]:
    """Lists of names are sets, except in ordered sections; each name that came or went is a row."""
    mine, theirs = [said(n) for n in texts(a)], [said(n) for n in texts(b)]
    section: Section | None = BY_NAME.get(path[0])
    ordered = (section is not None and section.ordered) or any(isinstance(x, dict | list) for x in (*mine, *theirs))
    if ordered:
        if mine != theirs:
            action = "moved" if sorted(map(str, mine)) == sorted(map(str, theirs)) else "changed"
            yield _row(one, other, path, action, a, b)
        return
    for item in texts(a):
        if said(item) not in theirs:
            yield _row(one, other, (*path, str(said(item))), "removed", item, None)
    for item in texts(b):
        if said(item) not in mine:
            yield _row(one, other, (*path, str(said(item))), "added", None, item)


def _row(one: _Tree, other: _Tree, path: tuple[str, ...], action: str, a: Node | None, b: Node | None) -> Change:
    before, after = (None if n is None else said(n) for n in (a, b))
    where = (None if a is None else _where(one, path, a), None if b is None else _where(other, path, b))
    return Change(".".join(path), action, before, after, *where, _cites(one, other, path))


def _is_mapping(node: Node | None) -> bool:
    return node is not None and isinstance(node.value, dict)


def _where(tree: _Tree, path: Sequence[str], node: Node) -> str:
    place: Place = node.place
    file = Path(place.file)
    for home in tree.resolved.homes:
        if file.is_relative_to(home):
            return f"{home.name}/{file.relative_to(home)}:{place.line}:{place.column}"
    del path
    return f"{file.name}:{place.line}:{place.column}"


def _cites(one: _Tree, other: _Tree, path: Sequence[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for tree in (one, other):
        node = tree.sections.get(path[0], {}).get(path[1])
        cites = node.value.get("cites") if node is not None and isinstance(node.value, dict) else None
        for item in texts(cites) if cites is not None else ():
            found[str(item.value)] = None
    return tuple(found)


def as_data(comparison: Comparison) -> dict[str, Any]:
    """The comparison as JSON data."""
    rows = [
        {name: getattr(c, name) for name in ("path", "action", "before", "after", "where_before", "where_after")} | {"cites": list(c.cites)}
        for c in comparison.changes
    ]
    return {"before": comparison.before, "after": comparison.after, "changes": rows, "consequences": list(comparison.consequences)}


def as_overlay(comparison: Comparison, name: str) -> str:
    """An overlay that makes the first ruleset say what the second does."""
    import json

    lines = [f"overlay: {name}", f"title: From {comparison.before} to {comparison.after}", "changes:"]
    for c in comparison.changes:
        value = json.dumps(c.after, ensure_ascii=False)
        parent, _, last = c.path.rpartition(".")
        if c.action == "removed":
            lines.append(f"  - {{remove: {json.dumps(c.path)}}}")
        elif c.action == "added" and c.after == last:
            lines.append(f"  - {{add: {json.dumps(parent)}, value: {value}}}")
        elif c.action == "added":
            lines.append(f"  - {{add: {json.dumps(c.path)}, value: {value}}}")
        else:
            lines.append(f"  - {{set: {json.dumps(c.path)}, to: {value}, expects: {json.dumps(c.before, ensure_ascii=False)}}}")
    return "\n".join(lines) + "\n"


def as_text(comparison: Comparison) -> str:
    """The comparison for a terminal: a line a change."""
    out = []
    for c in comparison.changes:
        sides = (
            f"{_short(c.before)} -> {_short(c.after)}"
            if c.action in ("changed", "moved")
            else _short(c.before if c.action == "removed" else c.after)
        )
        cites = f"  [{', '.join(c.cites)}]" if c.cites else ""
        out.append(f"{c.action:8} {c.path}: {sides}{cites}")
    out.append(f"{len(comparison.changes)} changes from {comparison.before} to {comparison.after}")
    return "\n".join(out)


def _short(value: Any) -> str:
    text = str(plain(value)) if isinstance(value, Node) else str(value)
    return text if len(text) <= 100 else text[:97] + "..."
