"""The actions that phases, windows and steps of engagements offer."""

from __future__ import annotations

from interpreter.language.ir import Expr, Local, Offer, Statement
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.declare import get
from interpreter.rules.definitions import Parameters
from interpreter.source.tree import Node


def offer(c: Collector, node: Node, given: Parameters, actor: Expr, mode: str) -> tuple[Statement, ...]:
    """The actions that a definition lists, offered with the parameters that it shares with them."""
    offered = []
    scope = dict(given)
    for name in c.names(get(node, "actions") or get(node, "offer"), c.v.actions, "action"):
        c.v.used.add(("action", name))
        args: list[Expr] = []
        for word, type_ in c.v.actions[name].parameters:
            if scope.get(word) != type_:
                c.d.bad("missing-arguments", node.place, f"`{name}` needs `{word}: {type_}`, which is not known here.")
            args.append(Local(type_, HERE, word))
        offered.append((name, tuple(args)))
    return (Offer(HERE, c.v.company(offered), actor, mode),) if offered else ()
