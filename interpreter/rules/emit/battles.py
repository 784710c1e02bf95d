"""Battles: dice and modifiers that are given out, engagements, their odds, trials."""

from __future__ import annotations

from interpreter.language.compile import local
from interpreter.language.ir import Expr
from interpreter.language.types import UNIT
from interpreter.rules.definitions import Engagement, Parameters
from interpreter.rules.emit.emitter import Emitter
from interpreter.rules.program import AllocationEntry, EngagementEntry, OddsEntry, StepEntry, TrialEntry, VolleyEntry


def allocations(emitter: Emitter) -> None:
    """Modifiers that some units give to others, in pairs."""
    for a in emitter.d.allocations:
        parts = {"amount": a.amount, "giver": a.giver, "taker": a.taker, "each": a.each}
        for key, expr in parts.items():
            if expr is not None:
                emitter.function(f"l_{a.name}_{key}", ("it",), expr)
        if a.when is not None:
            emitter.function(f"l_{a.name}_when", (), a.when)
        has = {key for key, expr in (*parts.items(), ("when", a.when)) if expr is not None}
        emitter.p.allocations.append(AllocationEntry(a.name, a.target, a.sign, a.pool, frozenset(has)))


def volleys(emitter: Emitter) -> None:
    """Who rolls, how many dice, at what, against whom."""
    for name, v in emitter.d.volleys.items():
        it: Parameters = (*v.given, ("it", UNIT))
        fields: dict[str, tuple[Expr | None, Parameters]] = {
            "of": (v.of, it), "dice": (v.dice, it), "value": (v.value, it), "tier": (v.tier, it), "best": (v.best, it),
            "may_hit": (v.may_hit, (*it, ("firer", UNIT))), "pool": (v.pool, v.given), "picks": (v.picks, v.given),
        }  # fmt: skip
        has = {"rolled"} if v.follows else set()
        for key, (expr, parameters) in fields.items():
            if expr is not None:
                has.add(key)
                emitter.function(f"v_{name}_{key}", parameters, expr)
        emitter.p.volleys[name] = VolleyEntry(
            name, v.engagement, v.by, v.at, v.sides, v.stat, v.later, v.title, frozenset(has), emitter.looks.volley(v), v.reroll
        )


def engagements(emitter: Emitter) -> None:
    """Battles as data: sides, steps, and when they end."""
    for name, e in emitter.d.engagements.items():
        for side in e.sides:
            emitter.function(f"n_{name}_{side.name}_power", e.given, side.power)
            emitter.function(f"n_{name}_{side.name}_units", e.given, side.units)
        emitter.function(f"n_{name}_limit", ("it",), e.limit)
        unit = emitter.p.attributes["unit"]
        emitter.p.engagements[name] = EngagementEntry(
            name,
            tuple(s.name for s in e.sides),
            unit[e.counter].index,
            unit[e.doomed].index,
            e.lost,
            _steps(emitter, e),
            emitter.looks.engagement(e),
        )


def _steps(emitter: Emitter, e: Engagement) -> tuple[StepEntry, ...]:
    """The steps as data, with functions for their conditions and for what needs no answer."""
    found = []
    if e.until is not None:
        emitter.function(f"n_{e.name}_until", e.given, e.until)
    for step in e.steps:
        has = set()
        if step.when is not None:
            has.add("when")
            emitter.function(f"n_{e.name}_{step.name}_when", e.given, step.when)
        if step.kind == "do" and not any(map(emitter.code.stops, step.body)):
            has.add("do")
            emitter.lines.append(f"def n_{e.name}_{step.name}_do({', '.join(['W', *(local(n) for n, _ in e.given)])}):")
            emitter.lines += emitter.code.lines(step.body, f"engagements.{e.name}", 1)
        found.append(StepEntry(step.name, step.phase, step.kind, step.volley, step.actions, frozenset(has), emitter.looks.step(step)))
    return tuple(found)


def odds(emitter: Emitter) -> None:
    """How odds are asked for in each kind of battle."""
    emitter.p.shorts = emitter.d.shorts
    for name, o in emitter.d.odds.items():
        for key, (parameters, expr) in o.expressions.items():
            emitter.function(f"o_{name}_{key}", parameters, expr)
        emitter.p.odds[name] = OddsEntry(name, o.engagement, o.retreats, frozenset(o.expressions), o.roles)


def trials(emitter: Emitter) -> None:
    """Questions of chance that rulesets offer."""
    for name, t in emitter.d.trials.items():
        for word, expr in t.outcomes.items():
            emitter.function(f"t_{name}_{word}", t.given, expr)
        given = tuple((word, str(type_)) for word, type_ in t.given)
        emitter.p.trials[name] = TrialEntry(name, given, t.defaults, t.gives, tuple(t.outcomes))
