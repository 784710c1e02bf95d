"""The set-ups of a ruleset against its checks, as diagnostics with their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from interpreter.machine.faults import FAULTS
from interpreter.machine.setups import flaws
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Diagnostic, Place, error, register, warning
from interpreter.source.layers import resolve
from interpreter.source.tree import Node
from interpreter.state.opening import scenario_world

register("set-up", "A set-up that does not satisfy a check of its ruleset.")


def setup_diagnostics(
    rules: Ruleset, name: str | Path, overlays: Sequence[str | Path] = (), options: Mapping[str, Any] | None = None
) -> tuple[Diagnostic, ...]:
    """What is wrong or odd about the scenarios of a ruleset, each at the units (or the values) that the scenario gives."""
    if not rules.program.checks:
        return ()
    resolved, _ = resolve(name, overlays)
    return flawed(rules, resolved.sections.get("scenarios", {}) if resolved is not None else {})


def flawed(rules: Ruleset, nodes: Mapping[str, Node]) -> tuple[Diagnostic, ...]:
    """What is wrong or odd about the scenarios of a ruleset; `nodes` are their definitions."""
    found: list[Diagnostic] = []
    for scenario in rules.program.scenarios:
        place = _place(nodes, scenario)
        try:
            wrong = flaws(rules, scenario_world(rules, scenario))
        except FAULTS as problem:
            found.append(error("set-up", place, f"The checks of `{scenario}` fail to run: {problem}"))
            continue
        for flaw in wrong:
            make = warning if flaw.warning else error
            cited = f" [{', '.join(flaw.cites)}]" if flaw.cites else ""
            found.append(make("set-up", place, f"`{scenario}`: {flaw.message}{cited}"))
    return tuple(sorted(found))


def _place(nodes: Mapping[str, Node], scenario: str) -> Place:
    node = nodes.get(scenario)
    if node is None:
        return Place("(scenarios)", 1, 1)
    given = node.value if isinstance(node.value, dict) else {}
    return next((node.keys.get(key, given[key].place) for key in ("units", "set") if key in given), node.place)
