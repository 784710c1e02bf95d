"""Calls of definitions and of the functions of the language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node
from interpreter.language.checks.phrases import quantified
from interpreter.language.ir import Call, Expr, Op
from interpreter.language.registry import FUNCTIONS
from interpreter.language.syntax import span_of
from interpreter.language.types import DIRECTION, TRUTH, Type, entity


def _call(c: Core, tree: Any, expected: Type | None) -> Expr:
    name, arguments = tree.children
    trees = list(arguments.children) if arguments is not None else []
    word, v = str(name), c.vocabulary
    if word.startswith("as_") and word[3:] in v.sorts and len(trees) == 1:
        return c.expect(trees[0], entity(word[3:]))
    signature = v.defines.get(word)
    if signature is not None:
        v.used.add(("define", word))
        return Call(c.infer(word), span_of(tree), word, c.arguments(name, trees, signature))
    if word in FUNCTIONS:
        return _function(c, tree, word, trees)
    if word in v.procedures:
        message = f"`{word}` is a procedure; a condition or value cannot run it."
        return c.bad("impure", name, message, f"Write `let x = {word}(…)` in effects.")
    return c.unknown(name, word, "function or definition", [*v.defines, *FUNCTIONS])


def _function(c: Core, tree: Any, word: str, trees: list[Any]) -> Expr:
    """A function of the language, where the board has what it needs."""
    function, grid = FUNCTIONS[word], c.vocabulary.directions
    lacks = "a grid with directions" if grid is None and DIRECTION in (*function.parameters, function.result) else ""
    lacks = lacks or ("a grid" if function.grid and not c.vocabulary.grid else "")
    if lacks:
        return c.bad("no-grid", tree, f"`{word}` needs {lacks}, and this board has none.", "Declare one in `grids`.")
    wanted = [_on(grid, p) for p in function.parameters] * (max(len(trees), 1) if function.many else 1)
    if len(trees) != len(wanted):
        return c.bad("wrong-count", tree, f"`{word}` takes {len(wanted)} arguments, not {len(trees)}.")
    if function.guess:
        c.vocabulary.used.add(("guess", word))
    if function.result == TRUTH:
        return quantified(c, trees, wanted, lambda i: Op(TRUTH, span_of(tree), word, tuple(i)), tree)
    given = tuple(c.expect(t, w) for t, w in zip(trees, wanted, strict=True))
    return Op(_on(grid, function.result), span_of(tree), word, given)


def _on(grid: Type | None, type_: Type) -> Type:
    """A type of the registry on a board: directions are words of the enumeration that its grid names."""
    return grid if type_ == DIRECTION and grid is not None else type_


NODES: Mapping[str, Node] = {"call": _call}
