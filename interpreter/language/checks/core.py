"""What all checking of expressions shares: names in sight, mistakes found, and the way from a node to its checker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from interpreter.language.ir import Const, Expr, Op, Span
from interpreter.language.problems import Problem
from interpreter.language.syntax import WORDS, keywords_near, span_of
from interpreter.language.types import ANY, TRUTH, Type, fits, set_of
from interpreter.language.vocabulary import Signature, Vocabulary
from interpreter.source.nearest import nearest

if TYPE_CHECKING:
    from lark import Tree

Infer = Callable[[str], Type]
Node: TypeAlias = "Callable[[Core, Any, Type | None], Expr]"
"""Checks one kind of node: the checker, the tree, and the type that is expected if one is; returns the IR."""
NAMES = {"name_unit": "unit", "name_space": "space"}


class Core:
    """Checks the texts of one definition: `scope` maps the names in sight to their types.

    `problems` are the mistakes found, `doubts` what is only odd; `inline` are names that stand for expressions,
    `absent` what to say of names that are known elsewhere and not in sight here.
    """

    nodes: ClassVar[Mapping[str, Node]] = {}

    def __init__(self, vocabulary: Vocabulary, scope: dict[str, Type], infer: Infer | None = None) -> None:
        self.vocabulary = vocabulary
        self.scope: dict[str, tuple[str, Type]] = {name: (name, type_) for name, type_ in scope.items()}
        self.problems: list[Problem] = []
        self.doubts: list[Problem] = []
        self.infer = infer or (lambda name: vocabulary.defines[name].result or ANY)
        self.fresh = 0
        self.inline: dict[str, Expr] = {}
        self.absent: dict[str, str] = {}
        self.shadows: dict[str, str] = {}
        self.nameless: set[str] = set()
        self.looping = ""

    # --- reporting ---------------------------------------------------------------------------------------------

    def bad(self, code: str, where: object, message: str, hint: str = "") -> Expr:
        """Tells of a mistake; returns an expression of any type, so that nothing that follows from it is told."""
        span = where if isinstance(where, Span) else span_of(where)
        self.problems.append(Problem(code, span, message, hint))
        return Const(ANY, span, None)

    def doubt(self, span: Span) -> None:
        """Warns once of an `it` that is a named element while one without a name is outside."""
        word = self.shadows.pop(self.scope["it"][0], None) if "it" in self.scope else None
        if word is not None:
            message = f"`it` is `{word}` here, not what `it` is outside of this condition."
            self.doubts.append(Problem("shadowed", span, message, f"Write `{word}`, and give the one outside a name, too.", "warning"))

    def unknown(self, where: object, word: str, what: str, names: Iterable[str]) -> Expr:
        """Tells that there is no such name, and which of `names` may be meant, or why it is not in sight."""
        if word in self.absent:
            return self.bad("unknown-name", where, f"There is no {what} `{word}` here.", self.absent[word])
        close = nearest(word, [*names, *self.inline])
        meant = (close,) if close else keywords_near(word)
        hint = f"Did you mean {' or '.join(f'`{m}`' for m in meant)}?" if meant else ""
        return self.bad("unknown-name", where, f"There is no {what} `{word}`.", hint)

    def wrong_type(self, expr: Expr, wanted: Type) -> Expr:
        hint = ""
        if expr.type == set_of(wanted):
            hint = "Take the `first` of them, or do it in a loop: `for each … in …:`."
        elif wanted == set_of(expr.type):
            hint = "Write it in braces, `{…}`: a set of this one."
        return self.bad("wrong-type", expr.span, f"Here stands a {expr.type}; a {wanted} is needed.", hint)

    # --- nodes -------------------------------------------------------------------------------------------------

    def whole(self, tree: Tree[Any], expected: Type) -> Expr:
        """The IR of a parsed `expression`, of the type expected."""
        return self.expect(tree.children[0], expected)

    def expect(self, tree: Any, expected: Type) -> Expr:
        """The IR of a node, of the type expected; where a truth is, a set is true if it has elements."""
        expr = self.expr(tree, None if expected == ANY else expected)
        if expected == TRUTH and expr.type.is_set:
            return Op(TRUTH, expr.span, "some", (expr,))
        if not fits(expr.type, expected):
            return self.wrong_type(expr, expected)
        return expr

    def added(self, tree: Any, wanted: Type) -> Expr:
        """The IR of what is added to or taken from a value; of a set that may be a single element."""
        if not wanted.is_set:
            return self.expect(tree, wanted)
        expr = self.expr(tree, wanted)
        if wanted.of is not None and fits(expr.type, wanted.of):
            return Op(wanted, expr.span, "set", (expr,))
        return expr if fits(expr.type, wanted) else self.wrong_type(expr, wanted)

    def expr(self, tree: Any, expected: Type | None = None) -> Expr:
        """The IR of a node of any type; `expected` only helps to choose among the meanings of a name."""
        return self.nodes[str(tree.data)](self, tree, expected)

    def arguments(self, where: Any, trees: list[Any], signature: Signature) -> tuple[Expr, ...]:
        """The arguments of a call, of the types of the parameters; none where their number is wrong."""
        wanted = signature.parameters
        if len(trees) != len(wanted):
            message = f"`{signature.name}` takes {len(wanted)} arguments ({shape(signature)}), not {len(trees)}."
            self.bad("wrong-count", where, message)
            return ()
        return tuple(self.expect(tree, type_) for tree, (_, type_) in zip(trees, wanted, strict=True))

    def bearer(self, where: Any, name: str, subject: Expr) -> Expr:
        """Whose attribute `name of subject` is, if `name` stands at `where`."""
        return subject

    # --- scope -------------------------------------------------------------------------------------------------

    def new_name(self, word: str) -> str:
        """A local name that no text can write."""
        self.fresh += 1
        return f"{word}_N{self.fresh}"

    def scoped(self) -> Callable[[], None]:
        """Remembers the scope; the function returned restores it."""
        saved = dict(self.scope)

        def restore() -> None:
            self.scope = saved

        return restore

    def check_word(self, where: object, word: str) -> None:
        """A name that a text gives may be no word of the language."""
        if word in WORDS and word not in ("unit", "space"):
            self.bad("keyword", where, f"`{word}` is a word of the language and cannot be a name.")


def word_of(tree: Any) -> str | None:
    """The name that a node is, None for any other node."""
    if tree.data in NAMES:
        return NAMES[tree.data]
    return str(tree.children[0]) if tree.data == "name" else None


def narrower(one: Type, other: Type) -> Type:
    """Of two types that fit each other the one that says more: an empty set is of any type."""
    return other if one == ANY or (one.is_set and one.of == ANY) else one


def element(type_: Type) -> Type:
    """The type of the elements of a set."""
    return type_.of if type_.is_set and type_.of is not None else ANY


def shape(signature: Signature) -> str:
    """How a call of a definition is written, with the types of its parameters."""
    return f"{signature.name}({', '.join(f'{n}: {t}' for n, t in signature.parameters)})"
