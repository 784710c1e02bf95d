"""Comparisons of two things: signs, `in`, `adjacent to`, and conditions that stand between what they compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node, element, word_of
from interpreter.language.checks.names import candidates
from interpreter.language.checks.phrases import quantified
from interpreter.language.ir import Call, Expr, Op
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, NUMBER, SPACE, TRUTH, Type, fits, set_of


def _compare(c: Core, tree: Any, expected: Type | None) -> Expr:
    left, op, right = tree.children
    if str(op) in ("=", "!="):
        return equal(c, tree, left, right, str(op))
    return quantified(c, [left, right], [NUMBER, NUMBER], lambda i: Op(TRUTH, span_of(tree), str(op), tuple(i)), tree)


def equal(c: Core, tree: Any, left: Any, right: Any, op: str) -> Expr:
    """Whether two things are the same, or with `!=` not the same."""

    def build(items: list[Expr]) -> Expr:
        a, b = items
        if not (fits(a.type, b.type) or fits(b.type, a.type)):
            return c.bad("wrong-type", tree, f"A {a.type} never equals a {b.type}.")
        return Op(TRUTH, span_of(tree), op, (a, b))

    if left.data == "phrase" or right.data == "phrase":
        return quantified(c, [left, right], [None, None], build, tree)
    a = c.expr(left)
    return build([a, c.expr(right, a.type)])


def _member(c: Core, tree: Any, expected: Type | None) -> Expr:
    left, right = tree.children
    source = c.expr(right, _expected_set(c, left))
    if not source.type.is_set and source.type != ANY:
        source = c.wrong_type(source, set_of(source.type))
    test = quantified(c, [left], [element(source.type)], lambda i: unless(tree, Op(TRUTH, span_of(tree), "in", (i[0], source))), tree)
    return opposite(tree, test) if tree.data == "not_member" else test


def _expected_set(c: Core, left: Any) -> Type | None:
    """The type of set that a member of this kind can be in, where the left side alone tells it."""
    word = word_of(left)
    if left.data == "phrase" or (word is not None and len({f.type for f in candidates(c, word, span_of(left))}) != 1):
        return None
    known = len(c.problems)
    type_ = c.expr(left).type
    del c.problems[known:]
    return None if type_ == ANY or type_.is_set else set_of(type_)


def unless(tree: Any, test: Expr) -> Expr:
    """A test of each element of a phrase: `at least 2 of S is not x` counts those that are not."""
    negated = tree.data in ("is_not", "not_member") and tree.children[0].data == "phrase"
    return Op(TRUTH, test.span, "not", (test,)) if negated else test


def opposite(tree: Any, test: Expr) -> Expr:
    """`not` of a whole sentence, where no phrase has taken it in."""
    return test if tree.children[0].data == "phrase" else Op(TRUTH, span_of(tree), "not", (test,))


def _beside(c: Core, tree: Any, expected: Type | None) -> Expr:
    return quantified(c, tree.children, [SPACE, SPACE], lambda i: Op(TRUTH, span_of(tree), "adjacent", tuple(i)), tree)


def _infix(c: Core, tree: Any, expected: Type | None) -> Expr:
    left, token, right = tree.children
    name = str(token)
    signature = c.vocabulary.defines.get(name)
    if signature is None or len(signature.parameters) != 2:
        two = [n for n, s in c.vocabulary.defines.items() if len(s.parameters) == 2]
        return c.unknown(token, name, "condition of two", two)
    c.vocabulary.used.add(("define", name))
    result = c.infer(name)
    wanted = [type_ for _, type_ in signature.parameters]
    return quantified(c, [left, right], wanted, lambda i: Call(result, span_of(tree), name, tuple(i)), tree)


NODES: Mapping[str, Node] = {
    "compare": _compare,
    "member": _member,
    "not_member": _member,
    "beside": _beside,
    "infix": _infix,
}
