"""Values bound and set: `let`, `set`, `clear`, `add … to` and `subtract … from`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.language.checks.attributes import attribute_of, has
from interpreter.language.checks.core import word_of
from interpreter.language.checks.names import pick_or_expr
from interpreter.language.effects.core import Do, Effects
from interpreter.language.effects.runs import run
from interpreter.language.ir import Assign, Attribute, Const, Expr, ForEach, Let, Local, Op, Read, Statement
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, NUMBER, TRUTH, Type

SIGNS = {1: ("+", "union"), -1: ("-", "without")}
"""How numbers and sets are added to and taken from."""


def _let(c: Effects, tree: Any) -> Statement:
    token, value = tree.children
    if value.data == "call" and str(value.children[0]) in c.vocabulary.procedures:
        return run(c, value, str(token))
    expr = c.expr(value)
    return Let(span_of(tree), c.named(token, expr.type), expr)


# --- set, add, subtract ----------------------------------------------------------------------------------------


def _set_to(c: Effects, tree: Any) -> Statement:
    target, value = tree.children
    return _for_each(c, tree, target, lambda: _assign(c, tree, target, value, 0))


def _add(c: Effects, tree: Any) -> Statement:
    value, target = tree.children
    return _for_each(c, tree, target, lambda: _assign(c, tree, target, value, 1 if tree.data == "add" else -1))


def _for_each(c: Effects, tree: Any, target: Any, make: Callable[[], Statement]) -> Statement:
    """A statement that sets an attribute, once for each where `target` is the attribute of a set."""
    before = c.outermost, c.everyone
    c.outermost, c.everyone = _attribute_name(target), None
    made = make()
    everyone = c.everyone
    c.outermost, c.everyone = before
    return made if everyone is None else ForEach(span_of(tree), *everyone, (made,))


def _attribute_name(target: Any) -> Any:
    """The word of a target that names what is set."""
    data = getattr(target, "data", None)
    if data == "attribute_of":
        return target.children[0]
    return target.children[1] if data == "possessive" else target


def _assign(c: Effects, tree: Any, target: Any, value: Any, add: int) -> Statement:
    """A value set, or with `add` 1 or -1 added or taken away."""
    word = word_of(target)
    if word is not None and word in c.scope:
        return _assign_local(c, tree, target, value, add)
    found = _target(c, target)
    if found is None:
        c.expr(value)
        return c.nothing(tree)
    attribute, of = found
    if _fixed(c, target, attribute):
        _added(c, value, attribute.type, add)
        return c.nothing(tree)
    if add:
        _check_sum(c, target, attribute.name, attribute.type)
    _check_place(c, target, attribute)
    c.vocabulary.used.add(("written", f"{attribute.sort}.{attribute.name}"))
    return Assign(span_of(tree), attribute, of, _added(c, value, attribute.type, add), add)


def _assign_local(c: Effects, tree: Any, target: Any, value: Any, add: int) -> Statement:
    word = str(word_of(target))
    name, type_ = c.scope[word]
    expr = _added(c, value, type_, add)
    if add and _check_sum(c, target, word, type_):
        old = Local(type_, span_of(target), name)
        expr = Op(type_, span_of(tree), SIGNS[add][type_.is_set], (old, expr))
    return Let(span_of(tree), name, expr)


def _target(c: Effects, tree: Any) -> tuple[Attribute, Expr | None] | None:
    """The attribute that is set and its bearer; a mistake and None where it cannot be set."""
    expr = c.expr(tree)
    if not isinstance(expr, Read):
        if expr.type != ANY or not c.problems:
            c.bad("not-settable", tree, "Only an attribute or a name bound by `let` can be set.")
        return None
    return expr.attribute, expr.of


def _fixed(c: Effects, tree: Any, attribute: Attribute) -> bool:
    """Whether effects cannot set an attribute, which is told then."""
    if not attribute.fixed and not attribute.formula:
        return False
    where = f"attributes.{attribute.sort}.{attribute.name}.fixed"
    hint = f"Declare it without `fixed: true`; an overlay changes that by `{{set: {where}, to: false}}`."
    if attribute.sort == "unit_type" or attribute.formula:
        hint = "A modifier changes it."
    c.bad("fixed-attribute", tree, f"`{attribute.name}` is fixed; effects cannot set it.", hint)
    return True


def _check_sum(c: Effects, target: Any, name: str, type_: Type) -> bool:
    """Whether something can be added to a value of the type; a mistake is told if not."""
    if type_ == NUMBER or type_.is_set:
        return True
    c.bad("wrong-type", target, f"Only numbers and sets can be added to; `{name}` is a {type_}.")
    return False


def _check_place(c: Effects, where: Any, attribute: Attribute) -> None:
    if attribute.sort == "unit" and attribute.name in ("place", "carrier"):
        c.bad("not-settable", where, f"`{attribute.name}` changes by `move`.")


def _added(c: Effects, value: Any, wanted: Type, add: int) -> Expr:
    """What is set, added or taken away."""
    return c.added(value, wanted) if add else c.expect(value, wanted)


# --- set and clear without a value -------------------------------------------------------------------------------


def _flag(c: Effects, tree: Any) -> Statement:
    return _for_each(c, tree, tree.children[-1], lambda: _flag_one(c, tree, tree.data == "set_flag"))


def _flag_one(c: Effects, tree: Any, value: bool) -> Statement:
    truth = Const(TRUTH, span_of(tree), value)
    if len(tree.children) == 2:
        subject, name = tree.children
        expr = attribute_of(c, name, str(name), pick_or_expr(c, subject, None, has(c, str(name))))
    else:
        expr = c.expr(tree.children[0])
        if isinstance(expr, Local) and expr.type == TRUTH:
            return Let(span_of(tree), expr.name, truth)
    if not isinstance(expr, Read):
        if expr.type != ANY:
            c.bad("not-settable", tree, "Only an attribute can be set or cleared.")
        return c.nothing(tree)
    if _fixed(c, tree, expr.attribute):
        return c.nothing(tree)
    _check_place(c, tree, expr.attribute)
    if expr.type != TRUTH:
        return _cleared(c, tree, expr, value)
    c.vocabulary.used.add(("written", f"{expr.attribute.sort}.{expr.attribute.name}"))
    return Assign(span_of(tree), expr.attribute, expr.of, truth)


def _cleared(c: Effects, tree: Any, expr: Read, value: bool) -> Statement:
    """An attribute that is no truth can be cleared to its default, but not set."""
    if value:
        c.wrong_type(expr, TRUTH)
    empty: object = True if value else expr.attribute.default
    return Assign(span_of(tree), expr.attribute, expr.of, Const(expr.type, span_of(tree), empty))  # type: ignore[arg-type]


STATEMENTS: Mapping[str, Do] = {
    "let": _let,
    "set_to": _set_to,
    **dict.fromkeys(("add", "subtract"), _add),
    **dict.fromkeys(("set_flag", "clear_flag"), _flag),
}
