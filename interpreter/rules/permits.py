"""Definitions that hold or are more than they say themselves: by rules that allow a condition, by modifiers of values that are no numbers.

Both are written into the expression of the definition, so that whoever asks for it is told.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.language.ir import Const, Expr, Op, Span
from interpreter.language.types import TRUTH
from interpreter.rules.definitions import Definitions, Modifier, Permit

HERE = Span()
WIDENING = ("=", "+", "-")
"""The signs of modifiers of a set, in the order in which they are applied."""


def permit(d: Definitions, rule: str, condition: str, when: Expr) -> None:
    """Makes a condition hold besides while `when` does; a condition that could not be read is left alone."""
    if condition in d.defines:
        given, expr = d.defines[condition]
        d.defines[condition] = (given, Op(TRUTH, HERE, "or", (expr, when)))
        d.permits.setdefault(condition, []).append(Permit("rules", rule, when))


def remake(d: Definitions, modifiers: Iterable[Modifier]) -> None:
    """Writes modifiers of values that are no numbers into their definitions: what sets them first, then what adds and takes away."""
    for m in sorted(modifiers, key=lambda m: WIDENING.index(m.sign)):
        name = m.target.removeprefix("define.")
        if name not in d.defines:
            continue
        given, expr = d.defines[name]
        when = m.when if m.when is not None else Const(TRUTH, HERE, True)
        if m.sign == "=":
            made = Op(expr.type, HERE, "if", (when, m.amount, expr))
        else:
            some = Op(expr.type, HERE, "if", (when, m.amount, Op(expr.type, HERE, "set", ())))
            made = Op(expr.type, HERE, "union" if m.sign == "+" else "without", (expr, some))
        d.defines[name] = (given, made)
        d.permits.setdefault(name, []).append(Permit("modifiers", m.name, when))
