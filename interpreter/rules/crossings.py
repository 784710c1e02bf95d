"""Borders as documents write them: a mapping of a space to those beside it, or a list of ways."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.rules.runtime import border_key
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, describe, texts

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared

HOW = "Write `a|b`, a list of the spaces along a way, or a mapping of a space to those beside it."


def crossings(d: Declared, node: Node, what: str) -> list[str]:
    """The borders that a value names, in its order, each as often as it is named; those that are none are reported."""
    known = frozenset(d.ids.get("border", ()))
    result = []
    for a, b in _pairs(d, node, what):
        key = border_key(str(a.value), str(b.value))
        if key in known:
            result.append(key)
        else:
            _stranger(d, a, b, what)
    return result


def crossing(d: Declared, node: Node, what: str) -> str | None:
    """The one border that a value names; None, after a diagnostic, where it names none or several."""
    before = len(d.found)
    found = crossings(d, node if isinstance(node.value, dict) else Node((node,), node.place), what)
    if len(found) != 1 and len(d.found) == before:
        d.bad("wrong-type", node.place, f"{what} is one border, not {len(found)}.", HOW)
    return found[0] if len(found) == 1 else None


def _pairs(d: Declared, node: Node, what: str) -> Iterator[tuple[Node, Node]]:
    if isinstance(node.value, dict):
        for a, near in node.value.items():
            yield from ((Node(a, node.key_place(a)), b) for b in texts(near))
        return
    for way in texts(node):
        stops = texts(way)
        if isinstance(way.value, str):
            stops = tuple(replace(way, value=stop.strip()) for stop in way.value.split("|"))
        if len(stops) < 2:
            d.bad("wrong-type", way.place, f"{what} names borders; {describe(way)} is none.", HOW)
        yield from pairwise(stops)


def _stranger(d: Declared, a: Node, b: Node, what: str) -> None:
    spaces = d.ids.get("space", ())
    stranger = next((n for n in (a, b) if n.value not in spaces), None)
    if stranger is not None:
        d.bad("unknown-name", stranger.place, f"There is no space {describe(stranger)}.", did_you_mean(str(stranger.value), spaces))
    else:
        d.bad("unknown-name", b.place, f"{what} names the border of `{a.value}` and `{b.value}`, which are not adjacent.")
