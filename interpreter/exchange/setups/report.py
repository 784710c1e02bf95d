"""What is wrong or odd about a set-up: its checks, spaces that nobody can reach, and how it differs from the one it starts from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.exchange.setups.chart import Chart, chart_of, power_data
from interpreter.exchange.setups.draft import Draft
from interpreter.machine.faults import FAULTS
from interpreter.machine.setups import Flaw, flaws
from interpreter.players.views import value_of
from interpreter.rules.ruleset import Ruleset
from interpreter.state.position import encode
from interpreter.state.world import World

Where = tuple[str | None, str | None, str]


@dataclass(frozen=True, slots=True)
class Closed:
    """A space that nobody can reach; `rule` is the one that bars the way from everywhere around (empty: no way leads there)."""

    space: str
    rule: str


@dataclass(frozen=True, slots=True)
class Change:
    """A value that is not as in the other set-up: of what (section and id, or space, power and unit type), before and after."""

    of: tuple[str | None, ...]
    what: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say about a set-up; `base` is the one that it is compared to (empty: none)."""

    chart: Chart
    flaws: tuple[Flaw, ...]
    closed: tuple[Closed, ...]
    base: str
    values: tuple[Change, ...] = ()
    units: tuple[Change, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong; what is odd does not count."""
        return all(f.warning for f in self.flaws)


def report_of(rules: Ruleset, scenario: str) -> Report:
    """The report about a scenario. Raises what a check that fails to run raises."""
    chart = chart_of(rules, scenario)
    base = rules.program.scenarios[scenario]["like"] or rules.program.scenario
    found, closed = flaws(rules, chart.world), tuple(closed_spaces(rules, chart.world))
    if base == scenario or base not in rules.program.scenarios:
        return Report(chart, found, closed, "")
    other = chart_of(rules, base)
    return Report(chart, found, closed, base, tuple(value_changes(other, chart)), tuple(unit_changes(other.draft, chart.draft)))


# --- ways ----------------------------------------------------------------------------------------------------------


def closed_spaces(rules: Ruleset, world: World) -> Iterator[Closed]:
    """Spaces to which no way leads, by steps of whatever units there are, from where units stand (from everywhere, if none is on the board)."""
    draft = world.fork()
    movers = list({row[:2]: unit for unit, row in draft.u.items() if _moves(rules, draft, unit)}.values())
    if not movers:
        return
    reached = dict.fromkeys(s for s in rules.board.spaces if draft.at.get(s)) or dict.fromkeys(rules.board.spaces)
    everywhere = len(reached) == len(rules.board.spaces)
    bars: dict[str, str] = {}
    waiting = list(reached)
    while waiting:
        space = waiting.pop()
        for near in rules.board.neighbours[space]:
            if near in reached and not (everywhere and near not in bars):
                continue
            bar = _bar(rules, draft, movers, space, near)
            bars[near] = bar if bars.get(near, bar) else ""
            if not bar and near not in reached:
                reached[near] = None
                waiting.append(near)
    for space in rules.board.spaces:
        if (everywhere and bars.get(space, "-")) or space not in reached:
            yield Closed(space, bars.get(space, ""))


def _moves(rules: Ruleset, world: World, unit: int) -> bool:
    try:
        return rules.paths.movement(world, unit) is not None
    except FAULTS:
        return False


def _bar(rules: Ruleset, world: World, movers: list[int], space: str, near: str) -> str:
    """The rule that bars a step to the last of all movers; empty where one may go."""
    found = ""
    for unit in movers:
        try:
            found = rules.paths.step(world, unit, space, near) or ""
        except FAULTS:
            continue
        if not found:
            return ""
    return found


# --- differences ---------------------------------------------------------------------------------------------------


def value_changes(before: Chart, after: Chart) -> Iterator[Change]:
    """Values that differ, as they are in both set-ups."""
    rules = after.rules
    told = {(v.sort, v.name, v.attribute): None for chart in (before, after) for v in chart.draft.values}
    for sort, name, attribute in told:
        a = rules.program.attributes[sort][attribute]
        old, new = (value_of(rules, chart.world, a, name) for chart in (before, after))
        if old != new:
            yield Change((rules.program.sorts.get(sort, sort), name), attribute, old, new)


def unit_changes(before: Draft, after: Draft) -> Iterator[Change]:
    """Numbers of units by space, power and type that differ."""
    old, new = counts(before), counts(after)
    for key in dict.fromkeys((*old, *new)):
        if old[key] != new[key]:
            yield Change(key[:2], key[2], old[key], new[key])


def counts(draft: Draft) -> Counter[Where]:
    """Units by space, power and type, those aboard others among them."""
    found: Counter[Where] = Counter()
    for group in draft.units:
        found[group.space, group.power, group.kind] += group.number
        for each in group.aboard:
            found[each.space, each.power, each.kind] += group.number * each.number
    return found


# --- JSON ----------------------------------------------------------------------------------------------------------


def report_data(report: Report) -> dict[str, Any]:
    """A report as JSON data."""
    rules = report.chart.rules
    difference = {
        "from": report.base,
        "values": [
            {"section": c.of[0], "id": c.of[1], "attribute": c.what, "before": encode(c.before), "after": encode(c.after)}
            for c in report.values
        ],
        "units": [{"space": c.of[0], "power": c.of[1], "unit": c.what, "before": c.before, "after": c.after} for c in report.units],
    }
    return {
        "ruleset": rules.id,
        "scenario": report.chart.scenario,
        "ok": report.ok,
        "findings": [
            {
                "check": f.check,
                "severity": "warning" if f.warning else "error",
                "of": encode(f.element),
                "message": f.message,
                "cites": list(f.cites),
            }
            for f in report.flaws
        ],
        "unreachable": [{"space": c.space, "title": rules.title_of("space", c.space), "rule": c.rule} for c in report.closed],
        "powers": {line.power: power_data(line) for line in report.chart.powers},
        "difference": difference if report.base else None,
    }
