"""What set-ups have to satisfy: the checks of a ruleset, asked of the first position of a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.machine.options import TOLD, told_value
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World


@dataclass(frozen=True, slots=True)
class Flaw:
    """A check that a set-up does not satisfy: its id, of what it was asked (None: of the whole), what is told."""

    check: str
    element: Any
    message: str
    warning: bool
    cites: tuple[str, ...]


class SetupError(Exception):
    """A set-up that cannot be played; `flaws` tells why."""

    def __init__(self, scenario: str, flaws: tuple[Flaw, ...]) -> None:
        self.scenario, self.flaws = scenario, flaws
        super().__init__(f"The set-up `{scenario}` cannot be played: " + " ".join(f.message for f in flaws))


def flaws(rules: Ruleset, world: World) -> tuple[Flaw, ...]:
    """Every check that a position does not satisfy, in the order of the ruleset. Raises Fault's causes where a check fails to run."""
    draft = world.fork()
    found: list[Flaw] = []
    for name, entry in rules.program.checks.items():
        elements = [(e,) for e in rules.f(f"k_{name}_each")(draft)] if "each" in entry.has else [()]
        for element in elements:
            if "when" in entry.has and not rules.f(f"k_{name}_when")(draft, *element):
                continue
            if not rules.f(f"k_{name}_demand")(draft, *element):
                message = _message(rules, draft, name, entry.because, element)
                found.append(Flaw(name, element[0] if element else None, message, entry.warning, rules.cites(f"checks.{name}")))
    return tuple(found)


def _message(rules: Ruleset, world: World, name: str, because: str, element: tuple[Any, ...]) -> str:
    return TOLD.sub(lambda m: told_value(rules, rules.f(f"k_{name}_TELLS_{m[1]}")(world, *element), m[2]), because)


def refuse_flawed(rules: Ruleset, scenario: str, world: World) -> None:
    """Raises SetupError where a scenario's first position is no set-up that can be played."""
    wrong = tuple(f for f in flaws(rules, world) if not f.warning) if rules.program.checks else ()
    if wrong:
        raise SetupError(scenario, wrong)
