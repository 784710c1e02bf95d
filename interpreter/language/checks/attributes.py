"""Attributes: `name of x`, `x's name` and `its name`, stored ones and definitions of one parameter alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node, element
from interpreter.language.checks.names import Test, pick_or_expr
from interpreter.language.ir import Attribute, Call, Expr, Local, Read, Span, Stat
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, UNIT, Type, fits
from interpreter.language.vocabulary import Signature


def find(c: Core, sort: str, name: str) -> Attribute | None:
    """The attribute of a sort; units have those of their types, too."""
    found = c.vocabulary.attribute(sort, name)
    if found is None and sort == "unit":
        found = c.vocabulary.attribute("unit_type", name)
    return found


def read(c: Core, attribute: Attribute, subject: Expr, span: Span) -> Expr:
    """The value of an attribute of a subject that bears it."""
    c.vocabulary.used.add((attribute.sort, attribute.name))
    if attribute.sort == "unit_type" and subject.type == UNIT:
        return Stat(attribute.type, span, attribute, subject)
    return Read(attribute.type, span, attribute, subject)


def takes(signature: Signature | None, type_: Type) -> bool:
    """Whether a definition has one parameter, which may be of a type."""
    return signature is not None and len(signature.parameters) == 1 and fits(type_, signature.parameters[0][1])


def has(c: Core, name: str) -> Test:
    """The test whether things of a type have an attribute, or a definition of that name takes them."""

    def test(type_: Type) -> bool:
        if type_.kind == "entity" and find(c, type_.name, name) is not None:
            return True
        return takes(c.vocabulary.defines.get(name), type_)

    return test


def attribute_of(c: Core, where: Any, name: str, subject: Expr) -> Expr:
    """`name of subject`: an attribute, or a named value of one parameter."""
    subject = c.bearer(where, name, subject)
    type_, span = subject.type, span_of(where)
    if type_ == ANY:
        return subject
    if type_.kind == "entity":
        found = find(c, type_.name, name)
        if found is not None:
            return read(c, found, subject, span)
    if takes(c.vocabulary.defines.get(name), type_):
        c.vocabulary.used.add(("define", name))
        return Call(c.infer(name), span, name, (subject,))
    return _none_such(c, where, name, type_)


def _none_such(c: Core, where: Any, name: str, type_: Type) -> Expr:
    """Tells that things of a type have no such attribute."""
    one = element(type_)
    if type_.is_set and has(c, name)(one):
        message = f"`{name}` belongs to one {one}; here stands a set."
        return c.bad("set-attribute", where, message, f"Write `each {name} of …`, or `total {name} of …`.")
    v = c.vocabulary
    names = [*v.attributes.get(type_.name, {}), *(n for n, s in v.defines.items() if len(s.parameters) == 1)]
    if type_ == UNIT:
        names += v.attributes.get("unit_type", {})
    return c.unknown(where, name, f"attribute of a {type_}", names)


def _of(c: Core, tree: Any, expected: Type | None) -> Expr:
    name, subject = tree.children if tree.data == "attribute_of" else reversed(tree.children)
    return attribute_of(c, name, str(name), pick_or_expr(c, subject, None, has(c, str(name))))


def _own(c: Core, tree: Any, expected: Type | None) -> Expr:
    if "it" not in c.scope:
        return c.bad("no-element", tree, "`its` speaks of an element, and there is none here.")
    name, type_ = c.scope["it"]
    c.doubt(span_of(tree))
    return attribute_of(c, tree.children[0], str(tree.children[0]), Local(type_, span_of(tree), name))


NODES: Mapping[str, Node] = {"attribute_of": _of, "possessive": _of, "own": _own}
