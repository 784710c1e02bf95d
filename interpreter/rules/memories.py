"""Attributes that events change by themselves: those that remember something, and those that last until an event.

Those that remember are looked at before the rules that follow the event, those that last end behind them.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir import Assign, Attribute, Const, Expr, ForEach, If, Local, Op, Procedure, Span, Statement
from interpreter.language.types import NUMBER, TRUTH, entity, set_of
from interpreter.rules.declare import Declared, get
from interpreter.rules.texts import Texts
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

HERE = Span()
BEARER = "Bearer"


def memories(d: Declared, known: Texts) -> Iterator[tuple[str, Procedure]]:
    """An event and the procedure that follows it, for each attribute that remembers and each of its events."""
    for sort, group in d.section("attributes").items():
        for name, node in group.value.items() if isinstance(group.value, dict) else ():
            attribute = d.vocabulary.attribute(sort, name)
            asked, on = get(node, "remembers"), get(node, "on")
            if attribute is None or not _sound(d, attribute, node):
                continue
            d.vocabulary.used.add(("written", f"{sort}.{name}"))
            for event in texts(on) if on is not None else ():
                if event.value not in d.vocabulary.events:
                    hint = did_you_mean(str(event.value), d.vocabulary.events)
                    d.bad("unknown-name", event.place, f"There is no event `{event.value}`.", hint)
                elif asked is not None:
                    yield str(event.value), _look(d, known, attribute, asked, str(event.value))


def endings(d: Declared) -> Iterator[tuple[str, Procedure]]:
    """An event and the procedure that follows it, for each attribute that lasts until an event and each of its events."""
    for attribute, until in changing(d, "until", "A fixed attribute does not end: nothing changes it in play."):
        for event in texts(until):
            if event.value in d.vocabulary.events:
                yield str(event.value), _end(d, attribute, str(event.value))
            else:
                hint = did_you_mean(str(event.value), d.vocabulary.events)
                d.bad("unknown-name", event.place, f"There is no event `{event.value}`.", hint)


def changing(d: Declared, field: str, fixed: str) -> Iterator[tuple[Attribute, Node]]:
    """The attributes that have a field, and what stands in it; of fixed ones it is a mistake, in these words."""
    for sort, group in d.section("attributes").items():
        for name, node in group.value.items() if isinstance(group.value, dict) else ():
            attribute, found = d.vocabulary.attribute(sort, name), get(node, field)
            if attribute is None or found is None:
                continue
            if attribute.fixed:
                d.bad("fixed-attribute", node.key_place(field), fixed)
            else:
                yield attribute, found


def _end(d: Declared, a: Attribute, event: str) -> Procedure:
    """Gives the attribute of every bearer its default again."""
    given = d.vocabulary.events[event].parameters
    d.vocabulary.used.add(("on", event))
    of = None if a.sort == "game" else Local(entity(a.sort), HERE, BEARER)
    body: Statement = Assign(HERE, a, of, Const(a.type, HERE, a.default))
    if of is not None:
        body = ForEach(HERE, BEARER, Op(set_of(of.type), HERE, "all", (), a.sort), (body,))
    return Procedure(f"end_{event}_{a.sort}_{a.name}", given, None, (body,), f"attributes.{a.sort}.{a.name}")


def _sound(d: Declared, a: Attribute, node: Node) -> bool:
    """Whether an attribute remembers something; what is wrong about how it does is told."""
    given = [key for key in ("remembers", "on") if get(node, key) is not None]
    if len(given) == 1:
        d.bad("idle-field", node.key_place(given[0]), "`remembers` and `on` need each other: what is looked at, and when.")
    if len(given) < 2:
        return False
    if a.fixed or a.type not in (NUMBER, TRUTH):
        place = node.key_place("remembers")
        d.bad("wrong-type", place, "Only a truth or a number that is not fixed remembers something.")
        return False
    return True


def _look(d: Declared, known: Texts, a: Attribute, asked: Node, event: str) -> Procedure:
    """Sets the attribute of every bearer by what holds now."""
    given = d.vocabulary.events[event].parameters
    scope = dict(given) if a.sort == "game" else {**dict(given), "it": entity(a.sort)}
    d.vocabulary.used.add(("on", event))
    holds = known.expression(asked, scope, TRUTH) or Const(TRUTH, HERE, False)
    of = None if a.sort == "game" else Local(entity(a.sort), HERE, "it")
    body: Statement = _changed(a, of, holds)
    if of is not None:
        body = ForEach(HERE, "it", Op(set_of(of.type), HERE, "all", (), a.sort), (body,))
    return Procedure(f"on_{event}_{a.sort}_{a.name}", given, None, (body,), f"attributes.{a.sort}.{a.name}")


def _changed(a: Attribute, of: Expr | None, holds: Expr) -> Statement:
    if a.type == TRUTH:
        return If(HERE, holds, (Assign(HERE, a, of, Const(TRUTH, HERE, True)),), ())
    more, none = Const(NUMBER, HERE, 1), Const(NUMBER, HERE, 0)
    return If(HERE, holds, (Assign(HERE, a, of, more, 1),), (Assign(HERE, a, of, none),))
