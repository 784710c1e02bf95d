"""Statements that ask: dice, draws, choices and offers of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.effects.core import Do, Effects
from interpreter.language.ir import Choose, Const, Draw, Each, Expr, Let, Local, Offer, Roll, Statement
from interpreter.language.registry import LEAST_SIDES, MOST_SIDES
from interpreter.language.syntax import span_of
from interpreter.language.types import NUMBER, POWER, set_of

OFFERS = {"offer": "loop", "offer_once": "once", "demand": "must"}


def _roll(c: Effects, tree: Any) -> Statement:
    number, *die, name = tree.children
    expr, sides = c.expect(number, NUMBER), _sides(c, *die)
    return Roll(span_of(tree), expr, sides, c.named(name, set_of(NUMBER)))


def _roll_one(c: Effects, tree: Any) -> tuple[Statement, ...]:
    """One die, and its face as a number."""
    *die, name = tree.children
    span, word = span_of(tree), f"{name}_NUMBERS"
    roll = Roll(span, Const(NUMBER, span, 1), _sides(c, *die), word)
    face = Local(NUMBER, span, c.new_name("face"))
    shown = Each(NUMBER, span, "total", face.name, Local(set_of(NUMBER), span, word), face)
    return roll, Let(span, c.named(name, NUMBER), shown)


def _sides(c: Effects, die: Any, sides: Any = None) -> Expr:
    """The sides of a die as written, or as an expression gives them."""
    if sides is not None:
        return c.expect(sides, NUMBER)
    number = int(str(die)[1:])
    if not LEAST_SIDES <= number <= MOST_SIDES:
        c.bad("die", die, f"A die has between {LEAST_SIDES} and {MOST_SIDES} sides.")
    return Const(NUMBER, span_of(die), number)


def _draw(c: Effects, tree: Any) -> Statement:
    name, source = tree.children
    expr, one = c.elements(c.naming(name, source))
    return Draw(span_of(tree), c.named(name, one), expr)


def _choose(c: Effects, tree: Any) -> Statement:
    name, source, actor = tree.children
    expr, one = c.elements(c.naming(name, source))
    power = c.expect(actor, POWER)
    return Choose(span_of(tree), c.named(name, one), expr, power, tree.data == "choose_or_none")


def _offer(c: Effects, tree: Any) -> Statement:
    *offered, actor = tree.children
    actions: list[tuple[str, tuple[Expr, ...]]] = []
    for item in offered:
        word = str(item.children[0])
        trees = list(item.children[1].children) if len(item.children) > 1 else []
        signature = c.vocabulary.actions.get(word)
        if signature is None:
            c.unknown(item, word, "action", c.vocabulary.actions)
            continue
        c.vocabulary.used.add(("action", word))
        actions.append((word, c.arguments(item, trees, signature)))
    return Offer(span_of(tree), c.vocabulary.company(actions), c.expect(actor, POWER), OFFERS[tree.data])


STATEMENTS: Mapping[str, Do] = {
    "roll": _roll,
    "roll_one": _roll_one,
    "draw": _draw,
    **dict.fromkeys(("choose", "choose_or_none"), _choose),
    **dict.fromkeys(OFFERS, _offer),
}
