"""A set-up chart as data: each space with its units, each power with what it has, and what that sums up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from interpreter.exchange.setups.draft import Draft, Group, draft_of, kept
from interpreter.language.types import NUMBER
from interpreter.players.views import holder, value_of
from interpreter.rules.ruleset import Ruleset
from interpreter.state.opening import scenario_world
from interpreter.state.position import encode
from interpreter.state.world import World

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SpaceLine:
    """A space (None: off the board): who holds it, values that are not as in the documents, its units in order."""

    space: str | None
    title: str
    holder: str | None
    values: Values
    units: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class PowerLine:
    """A power: its values that are not as usual, how many spaces it holds and what they sum up to, its units by type, its measures."""

    power: str
    title: str
    values: Values
    spaces: int
    totals: dict[str, int]
    units: dict[str, int]
    measures: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chart:
    """A set-up; `other` has values of the game and of things that are neither powers nor spaces, by section and id."""

    rules: Ruleset
    world: World
    scenario: str
    title: str
    text: str
    draft: Draft
    spaces: tuple[SpaceLine, ...]
    powers: tuple[PowerLine, ...]
    other: dict[str, dict[str, Values]] = field(default_factory=dict)


def chart_of(rules: Ruleset, scenario: str) -> Chart:
    """The chart of a scenario, as it is before anybody has done anything."""
    world = scenario_world(rules, scenario)
    draft = draft_of(rules, world)
    p = rules.program
    path = f"scenarios.{scenario}"
    other: dict[str, dict[str, Values]] = {}
    for v in draft.values:
        if v.sort not in ("power", "space"):
            other.setdefault(p.sorts.get(v.sort, v.sort), {}).setdefault(v.name or "", {})[v.attribute] = v.value
    powers = tuple(power_line(rules, world, draft, power) for power in p.ids["power"])
    title, text = p.titles.get(path, scenario), " ".join(p.texts.get(path, "").split())
    return Chart(rules, world, scenario, title, text, draft, space_lines(rules, world, draft), powers, other)


def space_lines(rules: Ruleset, world: World, draft: Draft) -> tuple[SpaceLine, ...]:
    """Every space of the board, then what is off the board, if anything is."""
    owner = holder(rules)
    units: dict[str | None, list[Group]] = {}
    for group in draft.units:
        units.setdefault(group.space, []).append(group)
    values: dict[str | None, Values] = {}
    for v in draft.values:
        if v.sort == "space" and (owner is None or v.attribute != owner.name):
            values.setdefault(v.name, {})[v.attribute] = v.value
    lines = []
    for space in (*rules.board.spaces, *([None] if None in units else [])):
        whose = value_of(rules, world, owner, space) if owner is not None and space is not None else None
        title = rules.title_of("space", space) if space is not None else "(off the board)"
        lines.append(SpaceLine(space, title, whose, values.get(space, {}), tuple(units.get(space, ()))))
    return tuple(lines)


def power_line(rules: Ruleset, world: World, draft: Draft, power: str) -> PowerLine:
    """What a power has."""
    owner = holder(rules)
    mine = [s for s in rules.board.spaces if owner is not None and value_of(rules, world, owner, s) == power]
    fixed = [a for a in rules.program.attributes.get("space", {}).values() if a.fixed and a.type == NUMBER and not a.formula]
    counts = unit_counts(draft, power)
    return PowerLine(
        power,
        rules.title_of("power", power),
        {a.name: world.t["power"][power][a.index] for a in kept(rules, "power") if world.t["power"][power][a.index] != a.default},
        len(mine),
        {a.name: sum(value_of(rules, world, a, s) for s in mine) for a in fixed},
        {kind: counts[kind] for kind in rules.program.ids["unit_type"] if counts[kind]},
        {name: rules.f(function)(world, power) for name, function in rules.program.measures.items()},
    )


def unit_counts(draft: Draft, power: str | None) -> Counter[str]:
    """A power's units by type, those aboard others among them."""
    found: Counter[str] = Counter()
    for group in draft.units:
        if group.power == power:
            found[group.kind] += group.number
            for each in group.aboard:
                found[each.kind] += group.number * each.number
    return found


# --- JSON ----------------------------------------------------------------------------------------------------------


def chart_data(chart: Chart) -> dict[str, Any]:
    """A chart as JSON data."""
    return {
        "ruleset": chart.rules.id,
        "scenario": chart.scenario,
        "title": chart.title,
        "text": chart.text,
        "game": plain(chart.other.get("game", {}).get("", {})),
        "powers": {line.power: power_data(line) for line in chart.powers},
        "spaces": [space_data(line) for line in chart.spaces],
        "other": {section: {name: plain(v) for name, v in group.items()} for section, group in chart.other.items() if section != "game"},
    }


def power_data(line: PowerLine) -> dict[str, Any]:
    """What a power has, as JSON data."""
    measures = {name: encode(value) for name, value in line.measures.items()}
    return {
        "title": line.title,
        "values": plain(line.values),
        "spaces": line.spaces,
        "totals": line.totals,
        "units": line.units,
        "measures": measures,
    }


def space_data(line: SpaceLine) -> dict[str, Any]:
    """A space with its units, as JSON data."""
    return {
        "space": line.space,
        "title": line.title,
        "holder": line.holder,
        "values": plain(line.values),
        "units": [group_data(g) for g in line.units],
    }


def group_data(group: Group) -> dict[str, Any]:
    """Alike units as JSON data; `aboard` is what is aboard each."""
    data: dict[str, Any] = {"power": group.power, "unit": group.kind, "number": group.number}
    if group.given:
        data["values"] = plain(dict(group.given))
    if group.aboard:
        data["aboard"] = [group_data(g) for g in group.aboard]
    return data


def plain(values: Values) -> dict[str, Any]:
    """Values as JSON data."""
    return {name: encode(value) for name, value in values.items()}
