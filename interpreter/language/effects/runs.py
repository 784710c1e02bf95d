"""Procedures run and left, events announced, the game finished."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.effects.core import Deed, Do, Effects
from interpreter.language.ir import Announce, Finish, Return, Run, Statement
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY


def _arguments(tree: Any) -> list[Any]:
    return list(tree.children[1].children) if tree.children[1] is not None else []


def _announce(c: Effects, tree: Any) -> Statement:
    token = tree.children[0]
    name = str(token)
    signature = c.vocabulary.events.get(name)
    if signature is None:
        c.unknown(token, name, "event", c.vocabulary.events)
        return c.nothing(tree)
    c.vocabulary.used.add(("announced", name))
    return Announce(span_of(tree), name, c.arguments(token, _arguments(tree), signature))


def _run(c: Effects, tree: Any) -> Statement:
    return run(c, tree, None)


def run(c: Effects, tree: Any, word: str | None) -> Statement:
    """A call of a procedure; what it returns is bound to a word, if one is given."""
    token = tree.children[0]
    name = str(token)
    signature = c.vocabulary.procedures.get(name)
    if c.deed is not None and name == c.deed.signature.name:
        return _run_deed(c, tree, c.deed)
    if signature is None:
        return _no_procedure(c, tree, word)
    c.vocabulary.used.add(("procedure", name))
    args = c.arguments(token, _arguments(tree), signature)
    if word is not None and signature.result is None:
        c.bad("no-result", token, f"`{name}` returns nothing.", "Give it `returns:`.")
    bound = c.declare(word, signature.result or ANY) if word is not None else None
    return Run(span_of(tree), name, args, bound)


def _run_deed(c: Effects, tree: Any, deed: Deed) -> Statement:
    """What an action does, run by its name in a rule that stands in for it."""
    token = tree.children[0]
    args = c.arguments(token, _arguments(tree), deed.signature)
    complete = len(args) == len(deed.signature.parameters)
    return Run(span_of(tree), deed.procedure, deed.arguments(args, span_of(tree)), None) if complete else c.nothing(tree)


def _no_procedure(c: Effects, tree: Any, word: str | None) -> Statement:
    """Tells that a name is no procedure."""
    name = tree.children[0]
    if str(name) in c.vocabulary.defines:
        c.bad("no-effect", name, f"`{name}` is a condition or value; as a statement it does nothing.")
    else:
        c.unknown(name, str(name), "procedure", c.vocabulary.procedures)
    if word is not None:
        c.declare(word, ANY)
    return c.nothing(tree)


def _return_value(c: Effects, tree: Any) -> Statement:
    if c.returns is None:
        c.bad("no-result", tree, "This place returns nothing.", "Write `stop`, or give the procedure `returns:`.")
        return c.nothing(tree)
    return Return(span_of(tree), c.expect(tree.children[0], c.returns))


def _stop(c: Effects, tree: Any) -> Statement:
    return Return(span_of(tree), None)


def _finish(c: Effects, tree: Any) -> Statement:
    return Finish(span_of(tree), c.expr(tree.children[0]) if tree.children else None)


STATEMENTS: Mapping[str, Do] = {
    "announce": _announce,
    "run": _run,
    "return_value": _return_value,
    "stop": _stop,
    "finish": _finish,
}
