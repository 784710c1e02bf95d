"""The steps of an engagement: each fires a volley, offers actions, or does something."""

from __future__ import annotations

from interpreter.language.ir import Const, Statement
from interpreter.language.types import POWER, TRUTH
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.fields import records_of
from interpreter.rules.collect.frame import Frame
from interpreter.rules.collect.offers import offer
from interpreter.rules.collect.volleys import volley
from interpreter.rules.declare import get
from interpreter.source.tree import Node

VOLLEY = ("volley", "of", "at", "dice", "best", "pool", "sides", "value", "may_hit", "losses", "tier", "picks", "rolled", "reroll")
FIELDS = {"volley": VOLLEY, "offer": ("offer", "to"), "do": ("do",)}
"""The fields of each kind of step, by the one that says its kind."""
OWN = frozenset((*VOLLEY, "offer", "to", "do"))


def steps(c: Collector, f: Frame, node: Node, key: str) -> tuple[Statement, ...]:
    """The steps of a phase (`before` or `round`) as statements; each is recorded in the frame as well."""
    result: list[Statement] = []
    for name, record in records_of(node, key):
        _check_fields(c, name, record)
        body = _body(c, f, name, record)
        f.record(name, key, record, body, c.texts.expression(get(record, "when"), f.sight(), TRUTH, f.inline))
        result += c.guarded(record, f.sight(), body, f.inline)
    return tuple(result)


def _body(c: Collector, f: Frame, name: str, record: Node) -> tuple[Statement, ...]:
    if get(record, "volley") is not None:
        return volley(c, f, name, record)
    if get(record, "offer") is not None:
        actor = c.texts.expression(get(record, "to"), f.sight(), POWER, f.inline) or Const(POWER, HERE, None)
        return offer(c, record, f.given, actor, "loop")
    if get(record, "do") is None:
        c.d.bad("no-definition", record.place, f"Step `{name}` fires no volley, offers nothing and does nothing.")
    return c.texts.effects(get(record, "do"), f.sight(), None, f.inline)


def _check_fields(c: Collector, name: str, record: Node) -> None:
    """A step does one thing, and has no field of another."""
    kind = next((k for k in FIELDS if get(record, k) is not None), None)
    if kind is None:
        return
    if kind == "offer" and get(record, "to") is None:
        c.d.bad("missing-field", record.place, f"Step `{name}` offers to nobody.", "`to`: the power that the actions are offered to.")
    for key in record.value if isinstance(record.value, dict) else ():
        if key in OWN and key not in FIELDS[kind]:
            c.d.bad("idle-field", record.key_place(key), f"`{key}` does nothing beside `{kind}`.")
