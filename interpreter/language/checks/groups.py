"""Groups: sets with a condition on their elements, and the name that the elements bear in what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.checks.core import Core, Node, element, word_of
from interpreter.language.checks.names import everything
from interpreter.language.checks.places import located
from interpreter.language.ir import Const, Each, Expr
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, NONE, NUMBER, SPACE, TRUTH, Type, set_of
from interpreter.source.nearest import slip

Parts = tuple[Expr, str, Any]
"""A set, the name of its elements, and the tree of a condition or None."""
TWICE = "A second `where` belongs to all that stands before it; write `units in (spaces where …) where …`."
SINGLE = {"some_unit": "unit", "some_space": "space"}
SOMEWHERE = {"some_unit_in": "units_in", "some_unit_aboard": "units_aboard", "some_space_beside": "spaces_beside"}


def group(c: Core, tree: Any, wanted: Type | None = None) -> tuple[str, Expr]:
    """The set that a group names, and the name that its elements bear in what follows."""
    source, word, condition = _parts(c, tree, wanted)
    if not source.type.is_set and source.type != ANY:
        source = _no_set(c, tree, source)
    return filtered(c, tree, word, source, condition)


def _no_set(c: Core, tree: Any, source: Expr) -> Expr:
    """Tells that what stands before `where`, or is asked as a group, is no set."""
    if tree.data != "where" or source.type != NUMBER:
        return c.wrong_type(source, set_of(source.type))
    return c.bad("wrong-type", source.span, "Here stands a number; `where` belongs to a set.", TWICE)


def _parts(c: Core, tree: Any, wanted: Type | None) -> Parts:
    data = str(tree.data)
    if data == "named":
        return _named(c, tree, wanted)
    if data == "where":
        return filtered_parts(c, tree, wanted)
    if data in SINGLE:
        return everything(SINGLE[data], span_of(tree)), "it", tree.children[0]
    if data in SOMEWHERE:
        return located(c, SOMEWHERE[data], tree.children[0], span_of(tree)), "it", tree.children[1]
    return _all_or_set(c, tree, wanted), "it", None


def _named(c: Core, tree: Any, wanted: Type | None) -> Parts:
    word = str(tree.children[0])
    source = _source_of(c, word, tree.children[1], wanted)
    if source.type in (SPACE, NONE) and (meant := slip(word, ("unit", "units", "space", "spaces"))):
        c.bad("syntax", tree, f"`{word}` cannot stand here.", f"Is it meant to be `{meant}`?")
        source = Const(ANY, source.span, None)
    return source, word, tree.children[2] if len(tree.children) > 2 else None


def filtered_parts(c: Core, tree: Any, wanted: Type | None) -> Parts:
    """Source, element name and condition of `S where C` or `x in S where C`."""
    subject, condition = tree.children[0], tree.children[1]
    word = element_name(subject)
    if word is not None:
        return _source_of(c, word, subject.children[1], wanted), word, condition
    return _all_or_set(c, subject, wanted), "it", condition


def element_name(tree: Any) -> str | None:
    """The name `x` of `x in S`, None for any other node."""
    return word_of(tree.children[0]) if tree.data == "member" else None


def _source_of(c: Core, word: str, tree: Any, wanted: Type | None) -> Expr:
    """The set whose elements bear a name; they do not yet in the set itself, even where its end looks like their condition."""
    absent = dict(c.absent)
    if word not in c.scope:
        c.absent[word] = f"`{word}` is in sight behind its set; a `where` belongs to the group next to it, so put the set in parentheses."
    source = c.expr(tree, wanted)
    c.absent = absent
    return source


def _all_or_set(c: Core, tree: Any, wanted: Type | None) -> Expr:
    """A set; the name of a sort means all of it, unless a name in sight is the same."""
    singular = word_of(tree)
    if singular is not None and singular in c.vocabulary.sorts and singular not in c.scope:
        return everything(singular, span_of(tree))
    return c.expr(tree, wanted)


def filtered(c: Core, tree: Any, word: str, source: Expr, condition: Any) -> tuple[str, Expr]:
    """The elements of a set that meet a condition, and their local name; `word` and `it` name them from here on."""
    c.check_word(tree, word)
    var = c.new_name(word)
    _enter(c, word, var, element(source.type), condition is not None)
    if condition is not None:
        body = c.expect(condition, TRUTH)
        source = Each(source.type, span_of(tree), "filter", var, source, body)
    return var, source


def _enter(c: Core, word: str, var: str, type_: Type, conditional: bool) -> None:
    """Brings an element into sight; the nameless `it` that a named one hides is remembered."""
    c.scope[word] = (var, type_)
    if word == "it":
        c.nameless.add(var)
        return
    if c.scope.get("it", ("", ANY))[0] in c.nameless and conditional and word != c.looping:
        c.shadows[var] = word
    c.looping = "" if word == c.looping else c.looping
    c.scope["it"] = (var, type_)


def _where(c: Core, tree: Any, expected: Type | None) -> Expr:
    restore = c.scoped()
    _, source = group(c, tree, expected)
    restore()
    return source


NODES: Mapping[str, Node] = {"where": _where}
