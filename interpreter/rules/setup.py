"""Scenarios: set-ups read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.language.types import NUMBER
from interpreter.rules.crossings import crossings
from interpreter.rules.declare import get
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared
    from interpreter.rules.program import Program


def read_scenarios(d: Declared, p: Program) -> None:
    """Every scenario as plain data: values by sort, units as (space, power, type, number, attributes, aboard)."""
    for name, node in d.section("scenarios").items():
        like = get(node, "like")
        if like is not None and like.value not in d.section("scenarios"):
            d.bad(
                "unknown-name", like.place, f"There is no scenario `{like.value}`.", did_you_mean(str(like.value), d.section("scenarios"))
            )
        p.scenarios[name] = {
            "like": str(like.value) if like is not None else "",
            "bare": (bare := get(node, "bare")) is not None and bare.value is True,
            "without": _spaces(d, get(node, "without")),
            "set": read_values(d, get(node, "set")),
            "units": read_units(d, get(node, "units")),
        }


def _spaces(d: Declared, node: Node | None) -> frozenset[str]:
    """The spaces of a list of ids."""
    listed = texts(node) if node is not None else ()
    known = d.ids.get("space", ())
    for space in listed:
        if space.value not in known:
            d.bad("unknown-name", space.place, f"There is no space `{space.value}`.", did_you_mean(str(space.value), known))
    return frozenset(str(space.value) for space in listed)


def read_values(d: Declared, node: Node | None) -> list[tuple[str, Any, int, Any]]:
    """Attribute values of a `set` tree, as (sort, id, index, value); `game` has no ids."""
    result: list[tuple[str, Any, int, Any]] = []
    if node is None or not isinstance(node.value, dict):
        return result
    plurals = d.vocabulary.plurals()
    for section, group in node.value.items():
        if not isinstance(group.value, dict):
            d.bad("wrong-type", group.place, "Here stand attribute values by name.")
            continue
        if section == "game":
            _attributes(d, "game", None, group, result)
            continue
        sort = plurals.get(section)
        if sort == "border":
            _crossings(d, group, result)
            continue
        if sort is None or sort in ("unit", "unit_type"):
            d.bad(
                "unknown-name",
                node.key_place(section),
                f"Values are set for `game` or for a sort, not for `{section}`.",
                did_you_mean(section, [*plurals, "game"]),
            )
            continue
        for name, values in group.value.items():
            if name not in d.ids[sort]:
                d.bad("unknown-name", group.key_place(name), f"There is no {sort} `{name}`.", did_you_mean(name, d.ids[sort]))
            else:
                _attributes(d, sort, name, values, result)
    return result


def _crossings(d: Declared, group: Node, out: list[tuple[str, Any, int, Any]]) -> None:
    for name, values in group.value.items() if isinstance(group.value, dict) else ():
        for key in crossings(d, Node((Node(name, group.key_place(name)),), group.place), "This"):
            _attributes(d, "border", key, values, out)


def _attributes(d: Declared, sort: str, name: str | None, node: Node, out: list[tuple[str, Any, int, Any]]) -> None:
    table = d.vocabulary.attributes.get(sort, {})
    for key, value in node.value.items() if isinstance(node.value, dict) else ():
        attribute = table.get(key)
        if attribute is None or attribute.fixed:
            kept = [n for n, a in table.items() if not a.fixed]
            d.bad("unknown-name", node.key_place(key), f"A {sort} keeps no attribute `{key}`.", did_you_mean(key, kept))
            continue
        out.append((sort, name, attribute.index, d.value(value, attribute.type, f"`{key}`")))


def read_units(d: Declared, node: Node | None) -> list[Any]:
    """Units of a `units` tree: space (or none), power, type, number (or a record with `count`, attributes and `aboard`; those aboard may have another `owner`)."""
    result: list[Any] = []
    spaces, powers = d.ids.get("space", ()), d.ids.get("power", ())
    for space, owners in node.value.items() if node is not None and isinstance(node.value, dict) else ():
        assert node is not None
        if space not in spaces and space != "none":
            d.bad("unknown-name", node.key_place(space), f"There is no space `{space}`.", did_you_mean(space, spaces))
            continue
        place = None if space == "none" else space
        if not isinstance(owners.value, dict):
            hint = "A scenario that takes over no units of a space says so in `without`."
            d.bad("wrong-type", owners.place, f"Here stand the powers that have units in `{space}`.", hint)
            continue
        for power, types in owners.value.items():
            if power not in powers and power != "none":
                d.bad("unknown-name", owners.key_place(power), f"There is no power `{power}`.", did_you_mean(power, powers))
                continue
            result += [(place, None if power == "none" else power, *entry) for entry in _types(d, types)]
    return result


def _types(d: Declared, node: Node, aboard: bool = False) -> list[tuple[str, int, dict[int, Any], list[Any]]]:
    result: list[tuple[str, int, dict[int, Any], list[Any]]] = []
    known = d.ids.get("unit_type", ())
    if not isinstance(node.value, dict):
        d.bad("wrong-type", node.place, "Here stand unit types with their numbers.")
        return result
    for name, value in node.value.items():
        if name not in known:
            d.bad("unknown-name", node.key_place(name), f"There is no unit type `{name}`.", did_you_mean(name, known))
            continue
        for record in value.value if isinstance(value.value, tuple) else (value,):
            result.append(_entry(d, name, record, aboard))
    return result


def _entry(d: Declared, name: str, node: Node, inside: bool) -> tuple[str, int, dict[int, Any], list[Any]]:
    if not isinstance(node.value, dict):
        number = d.value(node, NUMBER, f"The number of `{name}`")
        if isinstance(number, int) and number < 0:
            d.bad("wrong-type", node.place, f"The number of `{name}` is negative.")
        return name, max(number, 0) if isinstance(number, int) else 0, {}, []
    attributes: dict[int, Any] = {}
    number, aboard = 1, []
    table = d.vocabulary.attributes["unit"]
    for key, value in node.value.items():
        if key == "count":
            number = d.value(value, NUMBER, f"The number of `{name}`")
        elif key == "aboard":
            aboard = _types(d, value, aboard=True)
        elif key in table and (key not in ("type", "owner", "place", "carrier") or (inside and key == "owner")):
            attributes[table[key].index] = d.value(value, table[key].type, f"`{key}`")
        else:
            d.bad(
                "unknown-name", node.key_place(key), f"A unit keeps no attribute `{key}`.", did_you_mean(key, [*table, "count", "aboard"])
            )
    return name, number, attributes, aboard
