"""Unit types that are `like` another: what they do not say of themselves is that of the other, as all layers leave it."""

from __future__ import annotations

from dataclasses import replace

from interpreter.source.definitions import Definition, Definitions, Origin
from interpreter.source.diagnostics import Diagnostic, error
from interpreter.source.tree import Node

SECTION = ("unit_types",)
LIKE = "like"
OWN = (LIKE, "title", "short", "text", "note", "cites")
"""Fields that name or explain a unit type itself; they are not taken over."""


def take_over(definitions: Definitions, found: list[Diagnostic]) -> None:
    """Fills the fields of unit types that are like others; what is wrong with that goes into `found`."""
    for name in list(definitions.groups.get(SECTION, {})):
        _fill(definitions, name, (), found)


def _fill(definitions: Definitions, name: str, ring: tuple[str, ...], found: list[Diagnostic]) -> dict[str, Node]:
    """The fields of a unit type with those that it takes over."""
    group = definitions.groups[SECTION]
    node = group[name].node
    fields = node.value if isinstance(node.value, dict) else {}
    other = fields.get(LIKE)
    if other is None or not isinstance(other.value, str):
        return fields
    if other.value not in group:  # told with all other names that lead nowhere
        return fields
    if other.value in (*ring, name):
        found.append(error("endless-likeness", other.place, f"`{name}` is like itself: {' → '.join((*ring, name, other.value))}."))
        return fields
    source = _fill(definitions, other.value, (*ring, name), found)
    taken = {key: each for key, each in source.items() if key not in fields and key not in OWN}
    for key in taken:
        _note(definitions, name, other.value, key)
    filled = {**fields, **taken}
    group[name] = Definition(replace(node, value=filled, keys={**node.keys, **dict.fromkeys(taken, other.place)}), group[name].key)
    return filled


def _note(definitions: Definitions, name: str, other: str, key: str) -> None:
    """The history of a field that is taken over: it has that of the other."""
    last = definitions.last((*SECTION, other), f".{key}")
    if last is not None:
        definitions.note((*SECTION, name), f".{key}", Origin(last.layer, last.place, f"like {other}"))
