"""Actions that a power may take so often only: the count that each power keeps, the rule that forbids more, the rule that begins anew.

Of an action `x` with `most` the count is the attribute `times_x` of a power, and the rules are `most_x` and `again_x`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place, error
from interpreter.source.tree import Node

FIRST = -(10**9)
"""Counts begin anew before other rules follow the event."""


def count_of(action: str) -> str:
    """The attribute of a power that counts how often it took an action."""
    return f"times_{action}"


def expand_quotas(sections: Mapping[str, Mapping[str, Node]]) -> tuple[dict[str, dict[str, Node]], Diagnostics]:
    """The sections with what the quotas of actions stand for written out, and fields that are idle."""
    result = {name: dict(entries) for name, entries in sections.items()}
    found: list[Diagnostic] = []
    for name, action in sections.get("actions", {}).items():
        fields = action.value if isinstance(action.value, dict) else {}
        most, again = fields.get("most"), fields.get("again_on")
        if most is None:
            if again is not None:
                found.append(error("idle-field", action.key_place("again_on"), "`again_on` does nothing without `most`."))
            continue
        made = {f"most_{name}": _bar(name, most, fields), **({f"again_{name}": _anew(name, again)} if again is not None else {})}
        rules = result.setdefault("rules", {})
        for rule, node in made.items():
            if rule in rules:
                found.append(error("name-twice", action.place, f"This action makes a rule `{rule}`, which stands already."))
            rules[rule] = node
        _declare(result, name, most.place)
    return result, tuple(found)


def _text(text: str, place: Place) -> Node:
    return Node(text, place, raw=text)


def _record(place: Place, cited: Mapping[str, Node], **fields: Node) -> Node:
    entries = {**fields, **({"cites": cited["cites"]} if "cites" in cited else {})}
    return Node(entries, place, dict.fromkeys(entries, place))


def _bar(name: str, most: Node, action: Mapping[str, Node]) -> Node:
    """The rule that forbids an action that was taken often enough."""
    place = most.place
    words = most.raw if isinstance(most.value, str) else str(most.value)
    before = Place(place.file, place.line, max(1, place.column - 1))
    return _record(
        place,
        action,
        forbid=_text(name, place),
        when=_text(f"({words}) <= {count_of(name)} of actor", before),
        because=_text(f"This has been done as often as it may be: {{{words}}}.", place),
    )


def _anew(name: str, again: Node) -> Node:
    """The rule that lets the counts of all powers begin anew."""
    do = _text(f"for each p in powers:\n    set p's {count_of(name)} to 0", again.place)
    return _record(again.place, {}, on=again, do=do, order=Node(FIRST, again.place))


def _declare(sections: dict[str, dict[str, Node]], name: str, place: Place) -> None:
    attributes = sections.setdefault("attributes", {})
    group = attributes.get("power", Node({}, place))
    assert isinstance(group.value, dict)
    count = Node({"type": _text("number", place)}, place)
    attributes["power"] = replace(group, value={**group.value, count_of(name): count}, keys={**group.keys, count_of(name): place})
