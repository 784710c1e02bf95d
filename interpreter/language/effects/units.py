"""Units created, removed and moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.effects.core import Do, Effects
from interpreter.language.ir import Const, Create, Expr, Move, Remove, Statement
from interpreter.language.syntax import span_of
from interpreter.language.types import NUMBER, POWER, SPACE, UNIT, UNIT_TYPE, fits, set_of


def _create(c: Effects, tree: Any) -> Statement:
    *many, unit_type, place, owner, name = tree.children
    number = c.expect(many[0], NUMBER) if many else Const(NUMBER, span_of(tree), 1)
    parts = (c.expect(unit_type, UNIT_TYPE), c.expect(place, SPACE), c.expect(owner, POWER))
    bound = c.named(name, set_of(UNIT)) if name is not None else None
    return Create(span_of(tree), number, *parts, bound)


def _units(c: Effects, tree: Any) -> Expr:
    """One unit or a set of units."""
    expr = c.expr(tree)
    if not fits(expr.type, UNIT) and not fits(expr.type, set_of(UNIT)):
        return c.wrong_type(expr, set_of(UNIT))
    return expr


def _remove(c: Effects, tree: Any) -> Statement:
    return Remove(span_of(tree), _units(c, tree.children[0]))


def _move(c: Effects, tree: Any) -> Statement:
    return Move(span_of(tree), _units(c, tree.children[0]), c.expect(tree.children[1], SPACE))


def _board(c: Effects, tree: Any) -> Statement:
    return Move(span_of(tree), _units(c, tree.children[0]), c.expect(tree.children[1], UNIT), True)


STATEMENTS: Mapping[str, Do] = {"create": _create, "create_many": _create, "remove": _remove, "move": _move, "board": _board}
