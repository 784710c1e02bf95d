"""Definitions whose order among each other says something, in groups: what stands first, or last, counts there.

Of `movements` and `odds` the first that fits counts; of `allocations` that one pool serves, or of which one sets what they give, each
comes after the one above it; of `modifiers` that set one value the last is heard; `rules` on one event run as they stand,
unless their `order` says otherwise. Elsewhere the order of definitions is silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.analysis.definitions import fields
from interpreter.analysis.diff.said import tree_of
from interpreter.source.tree import Node, texts, word

GIVEN = {"modifiers": "modifier", "allocations": "gives"}
"""The field that tells what is changed, and how."""


def orders(section: str, definitions: Mapping[str, Node]) -> dict[str, list[str]]:
    """The ids of each group, in order; groups go by words that can be no id, the whole section by none."""
    found: dict[str, list[str]] = {}
    changed = {name: _changed(section, fields(node)) for name, node in definitions.items()}
    for name, node in definitions.items():
        for group in _groups(section, fields(node), changed[name], {target for target, sign in changed.values() if sign == "="}):
            found.setdefault(group, []).append(name)
    return found


def _groups(section: str, given: Mapping[str, Node], changed: tuple[str, str], set_ones: set[str]) -> Iterator[str]:
    target, sign = changed
    if section in ("movements", "odds"):
        yield ""
    elif section == "modifiers" and sign == "=":
        yield f"of {target}"
    elif section == "allocations":
        yield from [f"of {word(given['pool'])}"] if "pool" in given else []
        yield from [f"to {target}"] if target in set_ones else []
    elif section == "rules" and "on" in given:
        rank = f" at {word(given['order'])}" if "order" in given and word(given["order"]) != "0" else ""
        yield from (f"on {word(event)}{rank}" for event in texts(given["on"]))


def _changed(section: str, given: Mapping[str, Node]) -> tuple[str, str]:
    """What a modifier or an allocation changes, and by which sign."""
    node = given.get(GIVEN.get(section, ""))
    tree: Any = tree_of("modifier", node.raw or str(node.value)) if node is not None else None
    return (str(tree[1]), str(tree[2])) if isinstance(tree, tuple) and len(tree) > 2 else ("", "")
