"""What a value says: rule text as a tree without layout, numbers in quotes as numbers, an empty list as nothing."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from interpreter.analysis.diff.shapes import RULE_TEXT, Shape, is_wording
from interpreter.language.problems import Problem
from interpreter.language.syntax import parse
from interpreter.source.tree import Node, texts

Names = Mapping[str, str]
TOGETHER = {"all_of": "both"}
LISTED = frozenset(("both", "either"))


def tree_of(kind: str, text: str, names: Names | None = None) -> Any:
    """A rule text as nested tuples (name, parts…); the text itself with single blanks where it can't be read.

    Conditions joined by `and` (or commas) or by `or` are sorted and without doubles: their order says nothing.
    `names` gives other ids for some.
    """
    found = parse(kind, text)
    if isinstance(found, Problem):
        return " ".join(text.split())
    return _plain(found, names or {})


def _plain(tree: Any, names: Names) -> Any:
    if not hasattr(tree, "children"):
        return None if tree is None else names.get(str(tree), str(tree))
    name = TOGETHER.get(str(tree.data), str(tree.data))
    parts = [_plain(each, names) for each in tree.children]
    if name == "expression" and len(parts) == 1:
        return parts[0]
    if name in LISTED:
        flat = [each for part in parts for each in (part[1:] if isinstance(part, tuple) and part[0] == name else (part,))]
        unique = sorted(dict.fromkeys(flat), key=repr)
        return unique[0] if len(unique) == 1 else (name, *unique)
    return (name, *parts)


def said(node: Node | None, shape: Shape, formulas: Set[str] = frozenset(), names: Names | None = None, wording: bool = False) -> Any:
    """What a value says, as data to be compared; None for nothing and for what holds nothing."""
    if node is None:
        return None
    if isinstance(node.value, dict):
        inner = {
            key: said(each, shape.inner(key, formulas), formulas, names, wording)
            for key, each in node.value.items()
            if wording or not is_wording(key, each, shape)
        }
        kept = [(key, value) for key, value in inner.items() if value is not None]
        return ("{}", *(kept if shape.ordered else sorted(kept))) if kept else None
    if shape.kind in RULE_TEXT and not isinstance(node.value, tuple):
        return tree_of(shape.kind, node.raw or str(node.value), names)
    if isinstance(node.value, tuple) or shape.kind == "ids":
        items = [said(each, Shape("value"), formulas, names, wording) for each in texts(node)]
        return ("[]", *(items if shape.ordered or any(isinstance(x, tuple) for x in items) else sorted(items, key=str))) if items else None
    return scalar(node, names)


def scalar(node: Node, names: Names | None = None) -> Any:
    """A single value: blanks of a text do not count, digits and truths in quotes are what they look like."""
    value = node.value
    if isinstance(value, str):
        text = " ".join(value.split())
        if text.isdigit():
            return int(text)
        return {"true": True, "false": False}.get(text, (names or {}).get(text, text))
    return value
