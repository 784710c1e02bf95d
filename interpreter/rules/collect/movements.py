"""Movements: how units travel over the board."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir import Expr
from interpreter.language.types import NUMBER, SPACE, TRUTH, UNIT
from interpreter.rules.collect.collector import STEP, Collector
from interpreter.rules.collect.fields import records_of
from interpreter.rules.declare import get
from interpreter.rules.definitions import Movement
from interpreter.source.tree import Node


def read_movements(c: Collector) -> None:
    """Adds movements, in the order in which units ask for theirs."""
    for name, node in c.d.section("movements").items():
        of = c.texts.expression(get(node, "of"), {"unit": UNIT}, TRUTH)
        allowance = c.texts.expression(get(node, "allowance"), {"unit": UNIT}, NUMBER)
        cost = c.texts.expression(get(node, "cost"), dict(STEP), NUMBER)
        mark = c.texts.expression(get(node, "mark"), {"unit": UNIT, "through": SPACE}, TRUTH)
        if of is not None and allowance is not None:
            c.out.movements[name] = Movement(name, of, allowance, cost, mark, tuple(_limits(c, node)))


def _limits(c: Collector, node: Node) -> Iterator[tuple[Expr, Expr]]:
    """Which steps of a movement count, and how many of them a path takes at most."""
    for _, record in records_of(node, "limits"):
        counts = c.texts.expression(get(record, "counts"), dict(STEP), TRUTH)
        most = c.texts.expression(get(record, "most"), {"unit": UNIT, "start": SPACE}, NUMBER)
        if counts is not None and most is not None:
            yield counts, most
