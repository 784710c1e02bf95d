"""Sets of the board: units, spaces, and those in, aboard or beside something."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node
from interpreter.language.checks.names import everything
from interpreter.language.ir import Each, Expr, Local, Op, Span
from interpreter.language.syntax import span_of
from interpreter.language.types import SPACE, UNIT, Type, fits, set_of

LOCATED = ("units_in", "units_aboard", "spaces_beside")


def located(c: Core, op: str, where: Any, span: Span) -> Expr:
    """The units or spaces that have their place by something, or by any of a set."""
    wanted = UNIT if op == "units_aboard" else SPACE
    place = c.expr(where, wanted)
    result = set_of(SPACE if op == "spaces_beside" else UNIT)
    if place.type.is_set:
        if not fits(place.type, set_of(wanted)):
            return c.wrong_type(place, set_of(wanted))
        var = c.new_name("one")
        return Each(result, span, "map_sets", var, place, Op(result, span, op, (Local(wanted, span, var),)))
    if not fits(place.type, wanted):
        return c.wrong_type(place, wanted)
    return Op(result, span, op, (place,))


def _all(c: Core, tree: Any, expected: Type | None) -> Expr:
    return everything(str(tree.data).removesuffix("s"), span_of(tree))


def _located(c: Core, tree: Any, expected: Type | None) -> Expr:
    return located(c, str(tree.data), tree.children[0], span_of(tree))


NODES: Mapping[str, Node] = {"units": _all, "spaces": _all, **dict.fromkeys(LOCATED, _located)}
