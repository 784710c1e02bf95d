"""Engagements: sides, losses, rounds and ends become procedures."""

from __future__ import annotations

from interpreter.language.ir import Call, Const, Each, Expr, ForEach, Local, Op, Read, Remove, Run, Statement, While
from interpreter.language.types import NUMBER, POWER, TRUTH, UNIT, set_of
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.fields import records_of, word_of
from interpreter.rules.collect.frame import Frame
from interpreter.rules.collect.steps import steps
from interpreter.rules.declare import get
from interpreter.rules.definitions import Engagement, Parameters, Side
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node


def read_engagements(c: Collector) -> None:
    """Adds engagements with their volleys, and the procedures that fight them and take losses away."""
    for name, node in c.d.section("engagements").items():
        given = c.v.procedures[name].parameters
        sides, inline = _sides(c, name, node, given)
        marks = _marks(c, node)
        if marks is not None:
            limit = c.texts.expression(_loss(node, "limit"), {"it": UNIT}, NUMBER) or Const(NUMBER, HERE, 1)
            frame = Frame(name, given, sides, inline, f"{name}_lost", marks[1])
            _lost(c, frame, node)
            until = _fought(c, frame, node)
            volleys, recorded = tuple(frame.volleys), tuple(frame.recorded)
            c.out.engagements[name] = Engagement(name, given, sides, marks[0], limit, marks[1], frame.lost, volleys, recorded, until)


def _sides(c: Collector, name: str, node: Node, given: Parameters) -> tuple[tuple[Side, ...], dict[str, Expr]]:
    """The sides, and for each name of one its units; they are a definition of their own."""
    here = tuple(Local(type_, HERE, word) for word, type_ in given)
    sides: list[Side] = []
    inline: dict[str, Expr] = {}
    for side, record in records_of(node, "sides"):
        power = c.texts.expression(get(record, "power"), dict(given), POWER) or Const(POWER, HERE, None)
        units = c.texts.expression(get(record, "units"), dict(given), set_of(UNIT)) or Op(set_of(UNIT), HERE, "set", ())
        sides.append(Side(side, power, units))
        c.claim(f"{name}_{side}", record, c.v.defines, c.out.defines)
        inline[side] = Call(set_of(UNIT), HERE, f"{name}_{side}", here)
        c.out.defines[f"{name}_{side}"] = (given, units)
    return tuple(sides), inline


def _loss(node: Node, key: str) -> Node | None:
    losses = get(node, "losses")
    return get(losses, key) if losses is not None else None


def _marks(c: Collector, node: Node) -> tuple[str, str] | None:
    """The attributes of a unit that count its hits and mark it as lost; None, and the mistake told, where one is none such."""
    counter, doomed = (word_of(get(node, "losses"), key) for key in ("counter", "doomed"))
    for key, word, type_ in (("counter", counter, NUMBER), ("doomed", doomed, TRUTH)):
        attribute = c.v.attribute("unit", word)
        if attribute is None or attribute.type != type_:
            place = (_loss(node, key) or node).place
            c.d.bad("unknown-name", place, f"`{word}` is no {type_} of a unit.", did_you_mean(word, c.v.attributes["unit"]))
            return None
    return counter, doomed


def _lost(c: Collector, f: Frame, node: Node) -> None:
    """Adds the procedure of what happens to a destroyed unit."""
    then = c.texts.effects(_loss(node, "then"), f.sight(it=UNIT), None, f.inline)
    c.claim(f.lost, node, c.v.procedures, c.out.procedures)
    body = then or (Remove(HERE, Local(UNIT, HERE, "it")),)
    c.procedure(f.lost, (*f.given, ("it", UNIT)), body, f"engagements.{f.name}")


def _fought(c: Collector, f: Frame, node: Node) -> Expr:
    """Adds the procedure of the whole engagement; returns when it ends."""
    before, rounds = steps(c, f, node, "before"), steps(c, f, node, "round")
    until = c.texts.expression(get(node, "until"), f.sight(), TRUTH, f.inline) or Const(TRUTH, HERE, True)
    after = c.texts.effects(get(node, "after"), f.sight(), None, f.inline)
    clear = _clear(c, f)
    loop = While(HERE, Op(TRUTH, HERE, "not", (until,)), (*rounds, *clear))
    c.procedure(f.name, f.given, (*before, loop, *clear, *after), f"engagements.{f.name}")
    return until


def _clear(c: Collector, f: Frame) -> tuple[Statement, ...]:
    """Losses that still returned fire leave now."""
    everyone = Op(set_of(UNIT), HERE, "set", tuple(f.inline.values()))
    attribute = c.v.attributes["unit"][f.doomed]
    marked = Each(set_of(UNIT), HERE, "filter", "it", everyone, Read(TRUTH, HERE, attribute, Local(UNIT, HERE, "it")))
    run = Run(HERE, f.lost, (*f.here, Local(UNIT, HERE, "Casualty")), None)
    return (ForEach(HERE, "Casualty", marked, (run,)),)
