"""What is made of groups: their order, number, first elements, and what a measure of their elements comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.attributes import attribute_of
from interpreter.language.checks.core import Core, Node, element
from interpreter.language.checks.groups import element_name, filtered, filtered_parts, group
from interpreter.language.ir import Const, Each, Expr, Local, Op
from interpreter.language.syntax import span_of
from interpreter.language.types import NONE, NUMBER, TRUTH, Type, fits, set_of

RANKED = ("by", "by_descending")
ORDERS = {
    **dict.fromkeys(("where_by", "ordered", "by"), "order"),
    **dict.fromkeys(("where_by_descending", "ordered_descending", "by_descending"), "order_down"),
}


def _ordering(c: Core, tree: Any, expected: Type | None) -> Expr:
    restore = c.scoped()
    *what, key = tree.children
    if len(what) == 2:
        source, word, condition = filtered_parts(c, tree, expected)
        var, source = filtered(c, tree, word, source, condition)
    elif (named := element_name(what[0])) is not None:
        var, source = filtered(c, tree, named, c.expr(what[0].children[1], expected), None)
    else:
        var, source = group(c, what[0], expected)
    body = c.expect(key, NUMBER)
    restore()
    return Each(source.type, span_of(tree), ORDERS[tree.data], var, source, body)


def _count(c: Core, tree: Any, expected: Type | None) -> Expr:
    restore = c.scoped()
    var, source = group(c, tree.children[0])
    restore()
    return Each(NUMBER, span_of(tree), "count", var, source, Const(TRUTH, span_of(tree), True))


def _ranked(c: Core, tree: Any, wanted: Type | None) -> Expr:
    """A group, with an order or without."""
    restore = c.scoped()
    source = c.expr(tree, wanted) if tree.data in RANKED else group(c, tree, wanted)[1]
    restore()
    return source


def _first(c: Core, tree: Any, expected: Type | None) -> Expr:
    source = _ranked(c, tree.children[0], set_of(expected) if expected is not None and not expected.is_set else None)
    empty = isinstance(source, Op) and source.op == "set" and not source.args
    return Op(NONE if empty else element(source.type), span_of(tree), "first", (source,))


def _first_some(c: Core, tree: Any, expected: Type | None) -> Expr:
    number = c.expect(tree.children[0], NUMBER)
    source = _ranked(c, tree.children[1], expected)
    return Op(source.type, span_of(tree), "first_some", (number, source))


def _measured(c: Core, tree: Any) -> tuple[str, Expr, Expr]:
    """The local name of the elements of a group, the group, and what is measured of each."""
    restore = c.scoped()
    measure, what = tree.children
    var, source = group(c, what)
    c.scope["it"] = (var, element(source.type))
    if measure.data == "measure":
        body = attribute_of(c, measure, str(measure.children[0]), Local(element(source.type), span_of(what), var))
    else:
        body = c.expr(measure)
    restore()
    return var, source, body


def _aggregate(c: Core, tree: Any, expected: Type | None) -> Expr:
    """One number of a group: the total, the highest or the lowest of what is measured."""
    var, source, body = _measured(c, tree)
    if not fits(body.type, NUMBER):
        return c.wrong_type(body, NUMBER)
    return Each(NUMBER, span_of(tree), str(tree.data), var, source, body)


def _each(c: Core, tree: Any, expected: Type | None) -> Expr:
    """The set of what is measured; sets are joined."""
    var, source, body = _measured(c, tree)
    many = body.type.is_set
    return Each(body.type if many else set_of(body.type), span_of(tree), "map_sets" if many else "map", var, source, body)


NODES: Mapping[str, Node] = {
    **dict.fromkeys(ORDERS, _ordering),
    **dict.fromkeys(("total", "highest", "lowest"), _aggregate),
    "count": _count,
    "first": _first,
    "first_some": _first_some,
    "each": _each,
}
