"""Truths put together: `and`, `or`, `not`, and the choice between two values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node, narrower
from interpreter.language.ir import Expr, Op
from interpreter.language.syntax import span_of
from interpreter.language.types import TRUTH, Type, fits

CONNECTIVES = {"all_of": "and", "both": "and", "either": "or", "negated": "not"}


def _connect(c: Core, tree: Any, expected: Type | None) -> Expr:
    return Op(TRUTH, span_of(tree), CONNECTIVES[tree.data], tuple(c.expect(child, TRUTH) for child in tree.children))


def _choice(c: Core, tree: Any, expected: Type | None) -> Expr:
    value, condition, other = tree.children
    test = c.expect(condition, TRUTH)
    first = c.expr(value, expected)
    second = c.expr(other, expected or first.type)
    if fits(second.type, first.type):
        type_ = narrower(first.type, second.type)
    elif fits(first.type, second.type):
        type_ = second.type
    else:
        return c.wrong_type(second, first.type)
    return Op(type_, span_of(tree), "if", (test, first, second))


NODES: Mapping[str, Node] = {**dict.fromkeys(CONNECTIVES, _connect), "choice": _choice}
