"""What things are: their values and tags, the borders between spaces, the grid."""

from __future__ import annotations

from typing import Any

from interpreter.language.ir import Attribute
from interpreter.language.types import enum
from interpreter.rules.declare.core import Declared, get
from interpreter.rules.runtime import border_key
from interpreter.source.diagnostics import Place
from interpreter.source.grids import hexes
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts


def values(d: Declared) -> None:
    """Fixed tables, first rows and tags of all entities; borders have the values of their groups."""
    beside = _said_of_borders(d)
    for sort, plural in d.vocabulary.sorts.items():
        attributes = d.vocabulary.attributes.get(sort, {})
        stored = sorted((a for a in attributes.values() if not a.fixed), key=lambda a: a.index)
        d.defaults[sort] = tuple(a.default for a in stored)
        if sort == "unit" or (sort == "border" and not attributes):
            continue
        for a in attributes.values():
            if a.fixed and not a.formula:
                d.statics[f"{sort}_{a.name}"] = {None: a.default}
            if a.formula:
                d.formulas[f"{sort}.{a.name}"] = {}
        d.rows[sort] = {None: d.defaults[sort]}
        for name, node in (beside if sort == "border" else d.section(plural)).items():
            _entity(d, sort, name, node, stored)
        for a in stored:
            if a.mutual:
                _both_ways(d.rows[sort], a.index)
    game = d.vocabulary.attributes.get("game", {})
    d.defaults["game"] = tuple(a.default for a in sorted(game.values(), key=lambda a: a.index) if not a.fixed)


def _said_of_borders(d: Declared) -> dict[str, Node]:
    """Each border with what its groups say together; two that say an attribute differently are a mistake."""
    result: dict[str, Node] = {}
    for group, node in d.section("borders").items():
        for key in d.border_groups[group]:
            before = result.get(key)
            result[key] = node if before is None else _joined(d, key, before, node)
    return result


def _joined(d: Declared, key: str, before: Node, node: Node) -> Node:
    """What two groups say of a border."""
    for name in d.vocabulary.attributes.get("border", {}):
        one, other = get(before, name), get(node, name)
        if one is not None and other is not None and one.value != other.value:
            d.bad(
                "name-twice", node.key_place(name), f"`{name}` of the border `{key}` stands already, in line {before.key_place(name).line}."
            )
    assert isinstance(before.value, dict) and isinstance(node.value, dict)
    return Node({**before.value, **node.value}, node.place, {**before.keys, **node.keys})


def _entity(d: Declared, sort: str, name: str, node: Node, stored: list[Attribute]) -> None:
    """The values and tags of one thing."""
    attributes = d.vocabulary.attributes.get(sort, {})
    for a in attributes.values():
        given = get(node, a.name)
        if a.formula:
            if given is not None:
                d.formulas[f"{sort}.{a.name}"][name] = given
        elif a.fixed:
            d.statics[f"{sort}_{a.name}"][name] = a.default if given is None else d.value(given, a.type, f"`{a.name}`")
    first = []
    for a in stored:
        given = get(node, a.name)
        first.append(a.default if given is None else d.value(given, a.type, f"`{a.name}`"))
    d.rows[sort][name] = tuple(first)
    if sort != "border":
        add_tags(d, node, name)


def _both_ways(rows: dict[Any, tuple[Any, ...]], index: int) -> None:
    """Completes a mutual attribute of which the document gives one side alone."""
    for name, row in [(n, r) for n, r in rows.items() if n is not None]:
        for other in row[index]:
            there = rows[other]
            if name not in there[index]:
                rows[other] = (*there[:index], (*there[index], name), *there[index + 1 :])


def add_tags(d: Declared, node: Node, bearer: str) -> None:
    """Takes down who bears the tags that a node names."""
    borne = get(node, "is")
    for tag in texts(borne) if borne is not None else ():
        word = str(tag.value)
        if word not in d.tags:
            d.bad("unknown-name", tag.place, f"There is no tag `{word}`.", did_you_mean(word, d.tags))
        else:
            d.tags[word].append(bearer)


def borders(d: Declared) -> None:
    """The borders between spaces, and which of them each group names."""
    spaces = set(d.ids.get("space", ()))
    seen: dict[str, Place] = {}
    for group, node in d.section("borders").items():
        pairs = get(node, "pairs")
        keys: list[str] = []
        for a, near in pairs.value.items() if pairs is not None and isinstance(pairs.value, dict) else ():
            assert pairs is not None
            ends = [Node(a, pairs.keys.get(a, pairs.place)), *texts(near)]
            for end in ends:
                if end.value not in spaces:
                    d.bad("unknown-name", end.place, f"There is no space `{end.value}`.", did_you_mean(str(end.value), spaces))
            for b in ends[1:]:
                if a in spaces and b.value in spaces:
                    _border(d, node, a, b, keys, seen)
        d.border_groups[group] = tuple(keys)
    d.ids["border"] = tuple(seen)


def _border(d: Declared, group: Node, a: str, b: Node, keys: list[str], seen: dict[str, Place]) -> None:
    """One border of a group: a new one, or one of another group of which this one says more."""
    other = str(b.value)
    key = border_key(a, other)
    again = key in seen and key not in keys and _adds(d, group)
    if (key in seen and not again) or a == other:
        line = seen.get(key, b.place).line
        d.bad("name-twice", b.place, f"The border of `{a}` and `{other}` stands already, in line {line}.")
        return
    if not again:
        seen[key] = b.place
        d.borders.append((a, other))
    keys.append(key)
    add_tags(d, group, key)


def _adds(d: Declared, group: Node) -> bool:
    """Whether a group says something of its borders, so that one of another group may stand in it as well."""
    declared = d.section("attributes").get("border")
    names = declared.value if declared is not None and isinstance(declared.value, dict) else {}
    return any(get(group, key) is not None for key in ("is", *names))


def grid(d: Declared) -> None:
    """Where the hexes of the grid lie, and the words for its directions."""
    for node in d.section("grids").values():
        d.vocabulary.grid = True
        d.grid = {h.space: (h.q, h.r) for h in hexes(node)[0]}
        named = get(node, "directions")
        enumeration = d.section("enumerations").get(str(named.value)) if named is not None else None
        values = get(enumeration, "values") if enumeration is not None else None
        words = tuple(str(n.value) for n in texts(values)) if values is not None else ()
        if named is not None and (len(words) != 6 or len(set(words)) != 6):
            names = d.section("enumerations")
            message = f"`{named.value}` is no enumeration of six words: the directions, counter-clockwise from the right."
            d.bad("unknown-type", named.place, message, did_you_mean(str(named.value), names))
        elif named is not None:
            d.directions = words
            d.vocabulary.directions = enum(str(named.value))
