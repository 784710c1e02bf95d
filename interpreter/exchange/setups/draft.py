"""A set-up as plain data, taken from a world: what differs from the documents, and the units in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.language.ir import Attribute
from interpreter.rules.ruleset import Ruleset
from interpreter.state.opening import empty_world
from interpreter.state.world import World


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an attribute of a thing; `name` is None for the game."""

    sort: str
    name: str | None
    attribute: str
    value: Any


@dataclass(frozen=True, slots=True)
class Group:
    """Alike units: where (None: nowhere), whose (None: nobody's), what, how many, attributes that are not as usual, what is aboard each."""

    space: str | None
    power: str | None
    kind: str
    number: int
    given: tuple[tuple[str, Any], ...] = ()
    aboard: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A set-up: values that are not as in the documents, and units in order."""

    values: tuple[Value, ...]
    units: tuple[Group, ...]


def draft_of(rules: Ruleset, world: World) -> Draft:
    """The set-up that gives this world."""
    return Draft(tuple(values_of(rules, world)), tuple(groups_of(rules, world)))


def kept(rules: Ruleset, sort: str) -> list[Attribute]:
    """The attributes of a sort that a set-up may give."""
    return [a for a in rules.program.attributes.get(sort, {}).values() if a.index >= 0 and not a.fixed and not a.formula]


def values_of(rules: Ruleset, world: World) -> Iterator[Value]:
    """What differs from the documents: of the game, then by sort in the order of the ruleset."""
    bare = empty_world(rules)
    for a in kept(rules, "game"):
        if world.g[a.index] != bare.g[a.index]:
            yield Value("game", None, a.name, world.g[a.index])
    for sort in rules.program.sorts:
        if sort in ("unit", "unit_type"):
            continue
        table, usual = world.t.get(sort, {}), bare.t.get(sort, {})
        for name, row in table.items():
            if name is not None and row != usual.get(name):
                changed = (a for a in kept(rules, sort) if row[a.index] != usual[name][a.index])
                yield from (Value(sort, name, a.name, row[a.index]) for a in changed)


def groups_of(rules: Ruleset, world: World) -> Iterator[Group]:
    """The units that are aboard no other, alike ones that follow each other together, in the order of their numbers."""
    last, number, before = None, 0, 0
    for unit, row in world.u.items():
        if row[3] is not None:
            continue
        found = _group(rules, world, unit)
        if last is not None and found == last and unit == before + 1:
            number += 1
        else:
            if last is not None:
                yield _times(last, number)
            last, number = found, 1
        before = unit
    if last is not None:
        yield _times(last, number)


def _times(group: Group, number: int) -> Group:
    return Group(group.space, group.power, group.kind, number, group.given, group.aboard)


def _group(rules: Ruleset, world: World, unit: int) -> Group:
    row = world.u[unit]
    usual = rules.unit_defaults
    given = tuple((a.name, row[a.index]) for a in kept(rules, "unit") if a.index >= 4 and row[a.index] != usual[a.index])
    aboard: list[Group] = []
    for passenger in world.aboard.get(unit, ()):
        found = _group(rules, world, passenger)
        if aboard and _times(aboard[-1], 1) == found:
            aboard[-1] = _times(found, aboard[-1].number + 1)
        else:
            aboard.append(found)
    return Group(row[2], row[1], row[0], 1, given, tuple(aboard))
