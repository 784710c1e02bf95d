"""What exact chances can be asked for: odds of engagements, and trials."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.language.ir import Expr
from interpreter.language.types import NUMBER, TRUTH, Type
from interpreter.rules.asked import read_odds, short_forms
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.fields import records_of, word_of
from interpreter.rules.declare import get
from interpreter.rules.definitions import Trial
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node


def read_all_odds(c: Collector) -> None:
    """Adds the engagements whose chances can be asked for, and the short names of what fights in them."""
    c.out.shorts = short_forms(c.d)
    for name, node in c.d.section("odds").items():
        found = read_odds(c.d, c.texts, c.out, name, node)
        if found is not None:
            c.out.odds[name], prepare = found
            c.procedure(prepare.name, prepare.parameters, prepare.body, prepare.cause)


def read_trials(c: Collector) -> None:
    """Adds trials, and the procedure `trial_NAME` of what each does."""
    for name, node in c.d.section("trials").items():
        given = c.d.parameters(get(node, "of"))
        scope = dict(given)
        body = c.texts.effects(get(node, "do"), scope, NUMBER)
        c.claim(f"trial_{name}", node, c.v.procedures)
        c.procedure(f"trial_{name}", given, body, f"trials.{name}", NUMBER)
        outcomes: dict[str, Expr] = {}
        for word, record in records_of(node, "outcomes"):
            when = c.texts.expression(get(record, "when"), scope, TRUTH)
            if when is not None:
                outcomes[word] = when
        c.out.trials[name] = Trial(name, given, _usual(c, node, scope), word_of(node, "gives", "result"), outcomes)


def _usual(c: Collector, node: Node, scope: Mapping[str, Type]) -> dict[str, str]:
    """The values of parameters that nobody names."""
    usual: dict[str, str] = {}
    for word, value in records_of(node, "defaults"):
        if word not in scope:
            c.d.bad("unknown-name", value.place, f"`{word}` is no parameter of this trial.", did_you_mean(word, scope))
        else:
            usual[word] = c.d.value(value, scope[word], f"`{word}`")
    return usual
