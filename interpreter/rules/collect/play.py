"""The course of play: procedures, sequences, phases and windows become procedures."""

from __future__ import annotations

from interpreter.language.ir import Announce, Const, ForEach, Local, Op, Run, Statement
from interpreter.language.types import ANY, POWER, set_of
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.fields import is_on
from interpreter.rules.collect.offers import offer
from interpreter.rules.declare import get
from interpreter.rules.moments import begins, ends


def read_procedures(c: Collector) -> None:
    """Adds the procedures that the ruleset names itself."""
    for name, node in c.d.section("procedures").items():
        signature = c.v.procedures[name]
        body = c.texts.effects(get(node, "do"), dict(signature.parameters), signature.result)
        c.procedure(name, signature.parameters, body, f"procedures.{name}", signature.result)


def read_sequences(c: Collector) -> None:
    """Adds a procedure for each sequence: its steps, with the events before and behind them."""
    for name, node in c.d.section("sequences").items():
        runs: list[Statement] = []
        each = c.set_field(node, "each")
        scope = {} if each is None else {"it": each.type.of or ANY}
        begin = c.texts.effects(get(node, "begin"), scope)
        for step in c.names(get(node, "steps"), c.v.procedures, "procedure, phase or window"):
            if c.v.procedures[step].parameters:
                c.d.bad("wrong-count", node.place, f"`{step}` needs arguments; a sequence gives none.")
            else:
                c.v.used.add(("procedure", step))
                run = (*begin, *_moment(c, begins(step)), Run(HERE, step, (), None), *_moment(c, ends(step)))
                runs += run if each is None else (ForEach(HERE, "it", each, run),)
        c.procedure(name, (), c.guarded(node, {}, tuple(runs)), f"sequences.{name}")


def _moment(c: Collector, event: str) -> tuple[Statement, ...]:
    """Tells the event before or behind a step of a sequence, where there is one."""
    if event not in c.v.events or c.v.events[event].parameters:
        return ()
    c.v.used.add(("announced", event))
    return (Announce(HERE, event, ()),)


def read_phases(c: Collector) -> None:
    """Adds a procedure for each phase: what happens first, the offer to its power, what happens last."""
    for name, node in c.d.section("phases").items():
        actor = c.texts.expression(get(node, "by"), {}, POWER) or Const(POWER, HERE, None)
        begin, end = c.texts.effects(get(node, "begin"), {}), c.texts.effects(get(node, "end"), {})
        body = (*begin, *offer(c, node, (), actor, "loop"), *end)
        c.procedure(name, (), c.guarded(node, {}, body), f"phases.{name}")


def read_windows(c: Collector) -> None:
    """Adds a procedure for each window: the offer to each of its powers in turn."""
    for name, node in c.d.section("windows").items():
        given = c.v.procedures[name].parameters
        order = c.texts.expression(get(node, "order"), dict(given), set_of(POWER)) or Op(set_of(POWER), HERE, "set", ())
        actor = Local(POWER, HERE, "actor")
        offered = offer(c, node, given, actor, "once" if is_on(node, "once") else "loop")
        body = c.guarded(node, {**dict(given), "actor": POWER}, offered)
        c.procedure(name, given, (ForEach(HERE, "actor", order, body),), f"windows.{name}")
