"""What judges positions and set-ups: the worth of moves, checks, comparisons, measures."""

from __future__ import annotations

from interpreter.language.types import ANY, NUMBER, POWER, TRUTH, UNIT, Type
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.fields import is_on
from interpreter.rules.collect.reasons import reason_of
from interpreter.rules.contrasts import read_contrast
from interpreter.rules.declare import get
from interpreter.rules.definitions import Check, Measure, Parameters
from interpreter.source.nearest import did_you_mean

BESIDES: dict[str, dict[str, Type]] = {"position": {"power": POWER}, "loss": {"unit": UNIT}}
"""What is evaluated besides actions, and the names in its sight."""


def read_evaluation(c: Collector) -> None:
    """Adds what moves, positions and losses are worth."""
    for name, node in c.d.section("evaluation").items():
        action = c.out.actions.get(name)
        scope = dict(action.parameters()) if action is not None else BESIDES.get(name)
        if scope is None:
            hint = did_you_mean(name, [*c.out.actions, *BESIDES])
            c.d.bad("unknown-name", node.place, f"There is no action `{name}` to evaluate.", hint)
            continue
        expr = c.texts.expression(get(node, "worth"), scope, NUMBER)
        if expr is not None:
            c.out.evaluation[name] = (tuple(scope.items()), expr)


def read_checks(c: Collector) -> None:
    """Adds what every set-up has to satisfy."""
    for name, node in c.d.section("checks").items():
        each = c.set_field(node, "each")
        if each is None and get(node, "each") is not None:
            continue
        given: Parameters = (("it", each.type.of or ANY),) if each is not None else ()
        when = c.texts.expression(get(node, "when"), dict(given), TRUTH)
        demand = c.texts.expression(get(node, "demand"), dict(given), TRUTH)
        reason, tells = reason_of(c, get(node, "because"), dict(given))
        if demand is not None:
            c.out.checks[name] = Check(name, each, given, when, demand, reason, tells, is_on(node, "warning"))


def read_comparisons(c: Collector) -> None:
    """Adds what is told of each edition that is compared."""
    for name, node in c.d.section("comparisons").items():
        found = read_contrast(c.d, c.texts, name, node)
        if found is not None:
            c.out.comparisons[name] = found


def read_measures(c: Collector) -> None:
    """Adds the numbers that set-ups are compared by."""
    given: Parameters = (("power", POWER),)
    for name, node in c.d.section("measures").items():
        amount = c.texts.expression(get(node, "amount"), dict(given), NUMBER)
        if amount is not None:
            c.out.measures[name] = Measure(name, given, amount)
