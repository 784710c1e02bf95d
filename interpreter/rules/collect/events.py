"""What follows from events, and whom they are told to."""

from __future__ import annotations

from interpreter.language.types import POWER, set_of
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.fields import rank_of
from interpreter.rules.declare import get
from interpreter.rules.memories import endings, memories
from interpreter.source.tree import Node

FIRST, LAST = -(10**12), 10**12
"""What is remembered is up to date before any rule asks for it."""
Followers = dict[str, list[tuple[int, str]]]
"""The procedures that follow each event, with their ranks."""


def remembered(c: Collector) -> Followers:
    """What attributes that remember, or that last until an event, do at events."""
    found: Followers = {}
    for event, look in memories(c.d, c.texts):
        c.out.procedures[look.name] = look
        found.setdefault(event, []).append((FIRST, look.name))
    for event, end in endings(c.d):
        c.out.procedures[end.name] = end
        found.setdefault(event, []).append((LAST, end.name))
    return found


def follow(c: Collector, name: str, node: Node, found: Followers) -> None:
    """Adds what a rule does to those that follow its events."""
    events = c.names(get(node, "on"), c.v.events, "event")
    if not events:
        _only_syntax(c, node)
    for event in events:
        found.setdefault(event, []).append((rank_of(node), _handler(c, name, node, event)))


def _only_syntax(c: Collector, node: Node) -> None:
    """Reads the texts of a rule whose names cannot be known, so that their form at least is checked."""
    for kind, key in (("expression", "when"), ("effects", "do")):
        text = get(node, key)
        if text is not None:
            c.texts.tree(kind, text)


def _handler(c: Collector, name: str, node: Node, event: str) -> str:
    """The procedure that does what a rule says when an event happens."""
    scope = c.v.events[event].parameters
    c.v.used.add(("on", event))
    body = c.guarded(node, dict(scope), c.texts.effects(get(node, "do"), dict(scope)))
    procedure = f"on_{event}_{name}"
    c.claim(procedure, node, c.v.procedures, c.out.procedures)
    c.procedure(procedure, scope, body, f"rules.{name}")
    return procedure


def read_audiences(c: Collector) -> None:
    """The powers that events are told to, where not all are."""
    for name, node in c.d.section("events").items():
        given = c.v.events[name].parameters
        powers = c.texts.expression(get(node, "told_to"), dict(given), set_of(POWER))
        if powers is not None:
            c.out.audiences[name] = (given, powers)
