"""Values as they are written: numbers, texts, truths, none and sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node
from interpreter.language.checks.names import shared
from interpreter.language.ir import Const, Expr, Op
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, NONE, NUMBER, TEXT, TRUTH, Type, set_of

LONGEST_NUMBER = 12


def _number(c: Core, tree: Any, expected: Type | None) -> Expr:
    text = str(tree.children[0])
    if len(text) > LONGEST_NUMBER:
        return c.bad("number-too-large", tree, f"A number has at most {LONGEST_NUMBER} digits.")
    return Const(NUMBER, span_of(tree), int(text))


def _text(c: Core, tree: Any, expected: Type | None) -> Expr:
    return Const(TEXT, span_of(tree), str(tree.children[0])[1:-1])


def _truth(c: Core, tree: Any, expected: Type | None) -> Expr:
    return Const(TRUTH, span_of(tree), tree.data == "true")


def _none(c: Core, tree: Any, expected: Type | None) -> Expr:
    return Const(NONE, span_of(tree), None)


def _set(c: Core, tree: Any, expected: Type | None) -> Expr:
    children = tree.children[0].children if tree.children[0] is not None else []
    wanted = (expected.of if expected is not None and expected.is_set else expected) or shared(c, children)
    items = [c.expr(child, wanted) for child in children]
    flat = [i.type.of if i.type.is_set and i.type.of else i.type for i in items]
    kinds = {t for t in flat if t not in (ANY, NONE)}
    if len(kinds) > 1:
        these = ", ".join(sorted(map(str, kinds)))
        return c.bad("mixed-set", tree, f"The elements of a set are of one type; these are {these}.")
    one = kinds.pop() if kinds else (wanted or ANY)
    return Op(set_of(one), span_of(tree), "set", tuple(items))


NODES: Mapping[str, Node] = {"number": _number, "text": _text, "true": _truth, "false": _truth, "none": _none, "set": _set}
