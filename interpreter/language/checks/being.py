"""`x is y` and `x is not y`: a kind, a tag, a condition of one, an element of a set, or the same thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.attributes import find, read, takes
from interpreter.language.checks.comparisons import equal, opposite, unless
from interpreter.language.checks.core import Core, Node, element, word_of
from interpreter.language.checks.names import candidates
from interpreter.language.checks.phrases import quantified
from interpreter.language.ir import Call, Const, Each, Expr, Local, Op, Span
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, NONE, TRUTH, UNIT, UNIT_TYPE, Type, fits


def _is(c: Core, tree: Any, expected: Type | None) -> Expr:
    left, right = tree.children
    word = word_of(right)

    def suits(type_: Type) -> bool:
        return word is None or type_ == ANY or _known(c, word, Local(type_, span_of(left), "x"), span_of(right)) is not None

    if right.data == "phrase":
        test = equal(c, tree, left, right, "=" if tree.data == "is_a" or left.data != "phrase" else "!=")
    else:
        test = quantified(c, [left], [None], lambda i: unless(tree, _tested(c, tree, right, i[0])), tree, suits)
    return opposite(tree, test) if tree.data == "is_not" else test


def _tested(c: Core, tree: Any, right: Any, subject: Expr) -> Expr:
    """Whether a subject is what the right side says; of a set, whether any of it is."""
    span = span_of(tree)
    if subject.type.is_set:
        if right.data == "none":
            return c.bad("wrong-type", tree, f"A {subject.type} is never none.", "Write `no …`, or `count … = 0`.")
        var = c.new_name("one")
        one = Local(element(subject.type), subject.span, var)
        return Each(TRUTH, span, "any", var, subject, _tested(c, tree, right, one))
    if right.data == "none":
        return Op(TRUTH, span, "=", (subject, Const(NONE, span_of(right), None)))
    if right.data == "set" and right.children[0] is not None:
        return Op(TRUTH, span, "or", tuple(_tested(c, tree, child, subject) for child in right.children[0].children))
    word = word_of(right)
    found = _named(c, right, word, subject) if word is not None and word not in c.scope else None
    return found or _same(c, tree, right, subject)


def _same(c: Core, tree: Any, right: Any, subject: Expr) -> Expr:
    """Whether a subject is the value of an expression, in it if that is a set, or of it if that is a type of unit."""
    span, other = span_of(tree), c.expr(right, subject.type)
    if other.type.is_set:
        return Op(TRUTH, span, "in", (subject, other))
    if fits(other.type, subject.type) or fits(subject.type, other.type):
        return Op(TRUTH, span, "=", (subject, other))
    if subject.type == UNIT and other.type == UNIT_TYPE:
        return Op(TRUTH, span, "is_type", (subject, other))
    return c.bad("wrong-type", right, f"A {subject.type} is never a {other.type}.")


def _named(c: Core, tree: Any, word: str, subject: Expr) -> Expr | None:
    """What `subject is word` means for the subject's type; a mistake where the word means nothing, None where it is a value."""
    type_, span = subject.type, span_of(tree)
    if type_ == ANY:
        return Const(TRUTH, span, True)
    found = _known(c, word, subject, span)
    if found is not None or type_.kind != "entity" or word in _kinds(c, type_) or candidates(c, word, span):
        return found
    v = c.vocabulary
    attributes = v.attributes.get(type_.name, {})
    names = [*v.tags, *_kinds(c, type_), *attributes, *(n for n, s in v.defines.items() if len(s.parameters) == 1)]
    return c.unknown(tree, word, f"tag, kind or condition of a {type_}", [*names, *c.scope, *v.attributes.get("game", {})])


def _known(c: Core, word: str, subject: Expr, span: Span) -> Expr | None:
    """The test that a word is for a type: of what it is, of a condition, or of a tag; None if it is none of them."""
    v, type_ = c.vocabulary, subject.type
    if type_ == UNIT and "unit_type" in v.entities.get(word, ()):
        return Op(TRUTH, span, "is_type", (subject, Const(UNIT_TYPE, span, word)))
    of_type = {"entity": v.entities, "enum": v.words}.get(type_.kind, {})
    if type_.name in of_type.get(word, ()):
        return Op(TRUTH, span, "=", (subject, Const(type_, span, word)))
    return _condition(c, word, subject, span) if type_.kind == "entity" else None


def _condition(c: Core, word: str, subject: Expr, span: Span) -> Expr | None:
    """A true attribute, a definition of one parameter, or a tag."""
    v, type_ = c.vocabulary, subject.type
    attribute = find(c, type_.name, word)
    if attribute is not None and attribute.type == TRUTH:
        return read(c, attribute, subject, span)
    if takes(v.defines.get(word), type_) and c.infer(word) == TRUTH:
        v.used.add(("define", word))
        return Call(TRUTH, span, word, (subject,))
    if word in v.tags:
        v.used.add(("tag", word))
        return Op(TRUTH, span, "is_tag", (subject,), word)
    return None


def _kinds(c: Core, type_: Type) -> list[str]:
    """The names of what things of a type can be: units are of types."""
    sort = "unit_type" if type_ == UNIT else type_.name
    return [name for name, sorts in c.vocabulary.entities.items() if sort in sorts]


NODES: Mapping[str, Node] = {"is_a": _is, "is_not": _is}
