"""The moments of a course of play: before and behind each step of a sequence there is an event that rules may follow.

Of a step `x` they are `begins_x` and `ends_x`, silent and without parameters. They are made where something follows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from interpreter.source.diagnostics import Place
from interpreter.source.tree import Node, texts

FOLLOWING = {"rules": ("on",), "actions": ("again_on",)}
"""Fields that name events, by section; those of attributes stand one level deeper."""
OF_ATTRIBUTES = ("on", "until")


def begins(step: str) -> str:
    """The event before a step of a sequence."""
    return f"begins_{step}"


def ends(step: str) -> str:
    """The event behind a step of a sequence."""
    return f"ends_{step}"


def expand_moments(sections: Mapping[str, Mapping[str, Node]]) -> dict[str, dict[str, Node]]:
    """The sections with the events of those moments that something follows, as far as they do not stand there already."""
    result = {name: dict(entries) for name, entries in sections.items()}
    steps = {str(step.value) for node in sections.get("sequences", {}).values() for step in _names(node, "steps")}
    moments = {moment for step in steps for moment in (begins(step), ends(step))}
    for named in _followed(sections):
        events = result.setdefault("events", {})
        if str(named.value) in moments and str(named.value) not in events:
            events[str(named.value)] = _silent(named.place)
    return result


def _followed(sections: Mapping[str, Mapping[str, Node]]) -> Iterator[Node]:
    for section, keys in FOLLOWING.items():
        for node in sections.get(section, {}).values():
            for key in keys:
                yield from _names(node, key)
    for group in sections.get("attributes", {}).values():
        for node in group.value.values() if isinstance(group.value, dict) else ():
            for key in OF_ATTRIBUTES:
                yield from _names(node, key)


def _names(node: Node, key: str) -> tuple[Node, ...]:
    named = node.value.get(key) if isinstance(node.value, dict) else None
    return texts(named) if named is not None else ()


def _silent(place: Place) -> Node:
    return Node({"silent": Node(True, place, raw="true")}, place, {"silent": place})
