"""Names: everything that a word may mean, and the one meaning that its place leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from interpreter.language.checks.core import NAMES, Core, Node, shape, word_of
from interpreter.language.ir import Call, Const, Expr, Local, Op, Read, Span
from interpreter.language.syntax import WORDS, span_of
from interpreter.language.types import Type, entity, enum, fits, set_of

Test = Callable[[Type], bool]


def candidates(c: Core, word: str, span: Span) -> list[Expr]:
    """Everything that a name may mean, locals first and alone."""
    if word in c.scope:
        name, type_ = c.scope[word]
        return [Local(type_, span, name)]
    if word in c.inline:
        return [c.inline[word]]
    v = c.vocabulary
    found: list[Expr] = []
    game = v.attribute("game", word)
    if game is not None:
        found.append(Read(game.type, span, game, None))
    if word in v.options:
        type_, value = v.options[word]
        found.append(Const(type_, span, value))  # type: ignore[arg-type]
    if word in v.defines and not v.defines[word].parameters:
        found.append(Call(c.infer(word), span, word, ()))
    found += [Const(entity(sort), span, word) for sort in v.entities.get(word, ())]
    found += [Const(enum(name), span, word) for name in v.words.get(word, ())]
    sort = v.plurals().get(word)
    if sort is not None:
        found.append(everything(sort, span))
    return found


def everything(sort: str, span: Span) -> Op:
    """The set of all of a sort."""
    return Op(set_of(entity(sort)), span, "all", (), sort)


def pick(c: Core, tree: Any, word: str, expected: Type | None, test: Test | None = None) -> Expr:
    """The one meaning of a name that passes the test or is of the type expected; a mistake is told where it is not one."""
    span = span_of(tree)
    found = candidates(c, word, span)
    if word == "it":
        c.doubt(span)
    if not found:
        return no_value(c, tree, word)
    if len(found) > 1 and test is not None:
        found = [f for f in found if test(f.type)] or found
    if len(found) > 1 and expected is not None:
        wanted = expected.of if expected.is_set and expected.of else expected
        found = [f for f in found if fits(f.type, expected) or fits(f.type, wanted)] or found
    if len({f.type for f in found}) > 1:
        return ambiguous(c, tree, word, found, None if test is not None else expected)
    c.vocabulary.used.add(("name", word))
    return found[0]


def no_value(c: Core, tree: Any, word: str) -> Expr:
    """Tells of a word that is no value, and what it is instead."""
    v = c.vocabulary
    if word in v.tags:
        return c.bad("lone-tag", tree, f"`{word}` is a tag; it stands after `is`.")
    if word in v.defines:
        return c.bad("missing-arguments", tree, f"`{word}` needs its arguments: {shape(v.defines[word])}.")
    if word in WORDS and word not in ("unit", "space"):
        return c.bad("keyword", tree, f"`{word}` is a word of the language; a value is needed here.")
    return c.unknown(tree, word, "name", [*c.scope, *v.everything()])


def ambiguous(c: Core, tree: Any, word: str, found: list[Expr], expected: Type | None) -> Expr:
    """Tells of a name that may be several things, be one expected or not."""
    kinds = [str(f.type) for f in found]
    if expected is not None:
        return c.bad("ambiguous-name", tree, f"`{word}` may be a {' or '.join(kinds)}; a {expected} is needed.")
    hint = " or ".join(f"`as_{f.type.name}({word})`" for f in found if f.type.kind == "entity")
    return c.bad("ambiguous-name", tree, f"`{word}` may be a {' or a '.join(kinds)}.", f"Write {hint}." if hint else "")


def pick_or_expr(c: Core, tree: Any, expected: Type | None, test: Test | None) -> Expr:
    """The IR of a node; of a name, the meaning that passes the test."""
    word = word_of(tree)
    return pick(c, tree, word, expected, test) if word is not None else c.expr(tree, expected)


def shared(c: Core, trees: list[Any]) -> Type | None:
    """The one type that all of some names may have, if they leave no choice."""
    words = [word for tree in trees if (word := word_of(tree)) is not None]
    types = [{f.type for f in candidates(c, word, Span())} for word in words]
    common = set.intersection(*types) if len(types) > 1 else set()
    return common.pop() if len(common) == 1 else None


def _name(c: Core, tree: Any, expected: Type | None) -> Expr:
    return pick(c, tree, str(tree.children[0]), expected)


def _name_word(c: Core, tree: Any, expected: Type | None) -> Expr:
    return pick(c, tree, NAMES[tree.data], expected)


NODES: Mapping[str, Node] = {"name": _name, **dict.fromkeys(NAMES, _name_word)}
