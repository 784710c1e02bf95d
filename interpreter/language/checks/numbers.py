"""Arithmetic: of numbers, and of sets that are joined or taken from each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node, element, narrower
from interpreter.language.ir import Expr, Op
from interpreter.language.syntax import span_of
from interpreter.language.types import NUMBER, Type, fits, set_of

SIGNS = {"plus": "+", "minus": "-", "times": "*", "divided": "/"}


def _arithmetic(c: Core, tree: Any, expected: Type | None) -> Expr:
    op = SIGNS[tree.data]
    left = c.expr(tree.children[0])
    if left.type.is_set and op in ("+", "-"):
        return _joined(c, tree, left, "union" if op == "+" else "without")
    if not fits(left.type, NUMBER):
        return _one_before(c, tree, left, op)
    return Op(NUMBER, span_of(tree), op, (left, c.expect(tree.children[1], NUMBER)))


def _joined(c: Core, tree: Any, left: Expr, op: str) -> Expr:
    """A set and what is put into it or taken from it: another, or a single element."""
    right = c.expr(tree.children[1], left.type)
    if not fits(right.type, left.type) and fits(right.type, element(left.type)):
        right = Op(left.type, right.span, "set", (right,))
    if not fits(right.type, left.type):
        return c.wrong_type(right, left.type)
    return Op(narrower(left.type, right.type), span_of(tree), op, (left, right))


def _one_before(c: Core, tree: Any, left: Expr, op: str) -> Expr:
    """A single element and, behind it, a set that it is put into."""
    right = c.expr(tree.children[1]) if op == "+" else left
    if not right.type.is_set or not fits(left.type, element(right.type)):
        return c.wrong_type(left, NUMBER)
    one = Op(set_of(left.type), left.span, "set", (left,))
    return Op(narrower(right.type, one.type), span_of(tree), "union", (one, right))


def _negative(c: Core, tree: Any, expected: Type | None) -> Expr:
    return Op(NUMBER, span_of(tree), "neg", (c.expect(tree.children[0], NUMBER),))


NODES: Mapping[str, Node] = {**dict.fromkeys(SIGNS, _arithmetic), "negative": _negative}
