"""Volleys: who fires at whom, with how many dice, and the losses that fall."""

from __future__ import annotations

from interpreter.language.ir import Assignment, Call, Const, Expr, If, Local, Op, Run, Stat, Statement, While
from interpreter.language.types import NONE, NUMBER, POWER, TRUTH, UNIT
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.dice import ANY_HITS, fire
from interpreter.rules.collect.fields import word_of
from interpreter.rules.collect.frame import Frame
from interpreter.rules.declare import get
from interpreter.rules.definitions import Volley
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node

SIDES = 6
"""Sides of a die where none are given."""


def volley(c: Collector, f: Frame, step: str, record: Node) -> tuple[Statement, ...]:
    """Adds a volley; returns its fire and the losses that fall. Nothing where it names no side."""
    between = _between(c, f, record)
    if between is None:
        return ()
    name = f"{f.name}_{step}"
    c.claim(name, record, c.out.volleys)
    c.out.volleys[name] = _volley(c, f, step, record, between)
    f.volleys.append(name)
    hits, lost = f"Hits_{step}", f"Lost_{step}"
    unit = Local(UNIT, HERE, lost)
    run = If(HERE, Op(TRUTH, HERE, "!=", (unit, Const(NONE, HERE, None))), (Run(HERE, f.lost, (*f.here, unit), None),), ())
    left = Op(TRUTH, HERE, "some", (Local(ANY_HITS, HERE, hits),))
    losses_fall = While(HERE, left, (Assignment(HERE, name, f.here, hits, lost), run))
    return (*fire(c, f, step, record, hits), losses_fall)


def _between(c: Collector, f: Frame, record: Node) -> tuple[str, str] | None:
    """The side that fires and the one that is fired at; None, and the mistake told, where one is no side."""
    by_node, at_node = get(record, "volley"), get(record, "at")
    names = [s.name for s in f.sides]
    by = word_of(record, "volley")
    others = [n for n in names if n != by]
    at = word_of(record, "at", others[0] if others else "")
    for word, where in ((by, by_node), (at, at_node or by_node)):
        if word not in names:
            c.d.bad("unknown-name", (where or record).place, f"There is no side `{word}`.", did_you_mean(word, names))
            return None
    return by, at


def _volley(c: Collector, f: Frame, step: str, record: Node, between: tuple[str, str]) -> Volley:
    scope, it, hit = f.sight(), f.sight(it=UNIT), f.sight(it=UNIT, firer=UNIT)
    e = c.texts.expression
    value = e(get(record, "value"), it, NUMBER, f.inline) or Const(NUMBER, HERE, 0)
    sides = get(record, "sides")
    return Volley(
        name=f"{f.name}_{step}", engagement=f.name, given=f.given, by=between[0], at=between[1],
        of=e(get(record, "of"), it, TRUTH, f.inline),
        dice=e(get(record, "dice"), it, NUMBER, f.inline),
        pool=e(get(record, "pool"), scope, NUMBER, f.inline),
        sides=sides.value if sides is not None and isinstance(sides.value, int) else SIDES,
        value=value, stat=_stat(value),
        may_hit=e(get(record, "may_hit"), hit, TRUTH, f.inline),
        later=word_of(record, "losses") == "later",
        tier=e(get(record, "tier"), it, NUMBER, f.inline),
        picks=e(get(record, "picks"), scope, POWER, f.inline),
        title=word_of(record, "title", step.replace("_", " ")),
        best=e(get(record, "best"), it, TRUTH, f.inline),
        follows=get(record, "rolled") is not None, reroll=get(record, "reroll") is not None,
    )  # fmt: skip


def _stat(value: Expr) -> str:
    """The stat that a volley's value reads of its firing unit, so that allocations of it count."""
    if isinstance(value, Stat):
        return f"unit_type.{value.attribute.name}"
    return f"define.{value.name}" if isinstance(value, Call) else ""
