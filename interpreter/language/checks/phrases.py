"""Phrases such as `any of S` or `at least 2 of S`, turned into quantifiers around the sentence that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.language.checks.core import Core, Node, element
from interpreter.language.checks.groups import group
from interpreter.language.checks.names import Test, pick_or_expr
from interpreter.language.ir import Const, Each, Expr, Local
from interpreter.language.syntax import span_of
from interpreter.language.types import NUMBER, TRUTH, Type, fits, set_of

Build = Callable[[list[Expr]], Expr]


@dataclass(frozen=True, slots=True)
class Wrap:
    """A quantifier: its kind, the local name of the elements, their set, and a number where the kind has one."""

    kind: str
    var: str
    source: Expr
    number: Expr | None = None

    @property
    def item(self) -> Expr:
        return Local(element(self.source.type), self.source.span, self.var)


def quantified(c: Core, trees: Sequence[Any], wanted: Sequence[Type | None], build: Build, where: Any, prefer: Test | None = None) -> Expr:
    """A predicate over operands of which some may be phrases or sets: the left phrase is outermost, and any of a set is innermost.

    So `{red, blue} controls all spaces` holds where each space is controlled by one of the two, be it not the same one.
    """
    restore = c.scoped()
    phrases: list[Wrap] = []
    sets: list[Wrap] = []
    items: list[Expr] = []
    for tree, want in zip(trees, wanted, strict=True):
        item, wrap = _phrase_operand(c, tree, want) if tree.data == "phrase" else _operand(c, tree, want, prefer)
        if wrap is not None:
            (phrases if tree.data == "phrase" else sets).append(wrap)
        items.append(item if want is None or fits(item.type, want) else c.wrong_type(item, want))
    result = build(items)
    restore()
    for wrap in reversed((*phrases, *sets)):
        result = Each(TRUTH, span_of(where), wrap.kind, wrap.var, wrap.source, result, wrap.number)
    return result


def _phrase_operand(c: Core, tree: Any, want: Type | None) -> tuple[Expr, Wrap | None]:
    """An element of the group of a phrase, and its quantifier."""
    kind, what = tree.children
    number = c.expect(kind.children[0], NUMBER) if kind.children and kind.children[0] is not None else None
    var, source = group(c, what, set_of(want) if want is not None and not want.is_set else None)
    wrap = Wrap(str(kind.data), var, source, number)
    return wrap.item, wrap


def _operand(c: Core, tree: Any, want: Type | None, prefer: Test | None) -> tuple[Expr, Wrap | None]:
    """Any other operand; a set where one thing is wanted means any of it."""
    item = pick_or_expr(c, tree, want, prefer)
    if item.type.is_set and want is not None and not want.is_set:
        wrap = Wrap("any", c.new_name("one"), item)
        return wrap.item, wrap
    return item, None


def _phrase(c: Core, tree: Any, expected: Type | None) -> Expr:
    whole = quantified(c, [tree], [None], lambda items: Const(TRUTH, span_of(tree), True), tree)
    if isinstance(whole, Each) and whole.kind == "all":
        what = whole.source
        if isinstance(what, Each) and what.kind == "filter" and what.var == whole.var:  # `all x in S where C` asks C of each
            return Each(TRUTH, whole.span, "all", what.var, what.source, what.body)
    return whole


NODES: Mapping[str, Node] = {"phrase": _phrase}
