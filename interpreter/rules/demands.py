"""What the elements of a set have to satisfy, as far as named conditions say it: from these it is told why one is not among them."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir import Call, Each, Expr, Op


def filtered(source: Expr) -> tuple[str, Expr] | None:
    """The name of the element of a set with a condition, and the set without it; None for any other."""
    return (source.var, source.source) if isinstance(source, Each) and source.kind == "filter" else None


def demanded(source: Expr) -> Iterator[Call]:
    """The named conditions that all elements of such a set meet."""
    if isinstance(source, Each) and source.kind == "filter":
        yield from _conditions(source.body)


def _conditions(expr: Expr) -> Iterator[Call]:
    if isinstance(expr, Call):
        yield expr
    elif isinstance(expr, Op) and expr.op == "and":
        for part in expr.args:
            yield from _conditions(part)
