"""Statements with blocks: branches and loops."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.effects.core import Do, Effects
from interpreter.language.ir import ForEach, If, Repeat, Statement, While
from interpreter.language.syntax import span_of
from interpreter.language.types import NUMBER, TRUTH


def _if(c: Effects, tree: Any) -> Statement:
    condition, then, *rest = tree.children
    test = c.expect(condition, TRUTH)
    return If(span_of(tree), test, c.block(then.children), _otherwise(c, rest))


def _otherwise(c: Effects, rest: list[Any]) -> tuple[Statement, ...]:
    if not rest or rest[0] is None:
        return ()
    if rest[0].data == "otherwise_if":
        return (_if(c, rest[0]),)
    return c.block(rest[0].children[0].children)


def _for_each(c: Effects, tree: Any) -> Statement:
    name, source, block = tree.children
    expr, one = c.elements(c.naming(name, source))
    restore = c.scoped()
    c.check_word(name, str(name))
    var = c.declare_new(str(name), one)
    c.scope["it"] = (var, one)
    body = c.block(block.children)
    restore()
    return ForEach(span_of(tree), var, expr, body)


def _while(c: Effects, tree: Any) -> Statement:
    return While(span_of(tree), c.expect(tree.children[0], TRUTH), c.block(tree.children[1].children))


def _repeat(c: Effects, tree: Any) -> Statement:
    return Repeat(span_of(tree), c.expect(tree.children[0], NUMBER), c.block(tree.children[1].children))


STATEMENTS: Mapping[str, Do] = {"if": _if, "for_each": _for_each, "while": _while, "repeat": _repeat}
