"""Units as people see them: alike ones together, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World


def alike_key(rules: Ruleset, world: World, unit: int) -> tuple[Any, ...]:
    """What makes units alike: their row without hidden attributes, and what is aboard them."""
    row = world.u[unit]
    key: tuple[Any, ...] = rules.telling(row)
    carried = world.aboard.get(unit)
    if row[3] is not None:
        key = (*key, world.u[row[3]][:2])
    return key if carried is None else (*key, tuple(sorted(str(world.u[x][:1] + world.u[x][4:]) for x in carried)))


def groups(rules: Ruleset, world: World, units: Iterable[int]) -> list[tuple[int, ...]]:
    """Units in groups of alike ones, in order of first appearance."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for unit in units:
        found.setdefault(alike_key(rules, world, unit), []).append(unit)
    return [tuple(group) for group in found.values()]


def unit_words(rules: Ruleset, world: World, units: tuple[int, ...] | int, place: bool = True) -> str:
    """Alike units in words: `2 infantry in poland`; attributes that are not as usual stand in brackets."""
    first = units if isinstance(units, int) else units[0]
    row = world.u[first]
    number = "" if isinstance(units, int) or len(units) == 1 else f"{len(units)} "
    table = [a for a in rules.program.attributes["unit"].values() if a.index in rules.shown]
    odd = [f"{a.name} {_value(row[a.index])}" for a in table if row[a.index] != a.default]
    carried = world.aboard.get(first, ())
    if carried:
        names: dict[str, int] = {}
        for x in carried:
            names[world.u[x][0]] = names.get(world.u[x][0], 0) + 1
        odd.append("with " + " and ".join(f"{n} {name}" for name, n in names.items()))
    if row[3] is not None:
        odd.append(f"aboard {world.u[row[3]][0]}")
    tail = f" [{', '.join(odd)}]" if odd else ""
    return f"{number}{row[0]}{tail}" + (f" in {row[2]}" if place and row[2] is not None else "")


def _value(value: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, tuple):
        return "{" + ", ".join(map(str, value)) + "}"
    return str(value)


def army_words(rules: Ruleset, world: World, units: Iterable[int]) -> str:
    """Units by type in words: `3 infantry, 1 artillery`; `nothing` for none."""
    counts: dict[str, int] = {}
    for unit in units:
        kind = world.u[unit][0]
        counts[kind] = counts.get(kind, 0) + 1
    return ", ".join(f"{counts[kind]} {kind}" for kind in kinds(rules) if kind in counts) or "nothing"


def kinds(rules: Ruleset) -> tuple[str, ...]:
    """The unit types in the order of the ruleset, and behind them the words for units that are not known."""
    return tuple(dict.fromkeys((*rules.program.ids["unit_type"], *rules.program.tokens.values())))
