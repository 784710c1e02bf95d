"""What all checking of statements shares: blocks, names that they bind, and the way from a statement to its checker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from interpreter.language.check import Checker
from interpreter.language.checks.attributes import find
from interpreter.language.checks.core import Infer, element
from interpreter.language.ir import Expr, Local, Return, Span, Statement
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, Type, set_of
from interpreter.language.vocabulary import Signature, Vocabulary

if TYPE_CHECKING:
    from lark import Tree

Do: TypeAlias = "Callable[[Effects, Any], Statement | tuple[Statement, ...]]"
"""Checks one kind of statement: the checker and the tree; returns the IR, of some kinds several statements."""
GROUPS = frozenset(("where", "where_by", "where_by_descending", "ordered", "ordered_descending"))


@dataclass(frozen=True, slots=True)
class Deed:
    """What an action does, where a rule stands in for it: its name and choices as a text gives them, and the procedure behind it.

    `parameters` are those of the procedure; the ones that the signature leaves out are taken from the names in sight.
    """

    signature: Signature
    procedure: str
    parameters: tuple[tuple[str, Type], ...]

    def arguments(self, given: tuple[Expr, ...], span: Span) -> tuple[Expr, ...]:
        """Arguments of the procedure, in its order."""
        said = dict(zip((name for name, _ in self.signature.parameters), given, strict=True))
        return tuple(said.get(name) or Local(type_, span, name) for name, type_ in self.parameters)


class Effects(Checker):
    """Checks the statements of one procedure; `returns` is the type that it has to return, None where it returns nothing.

    `deed` is what an action does for which the statements stand in, by its name, `outermost` is the word of the attribute that is just set, `everyone` the name and the set of those of whom it is.
    """

    statements: ClassVar[Mapping[str, Do]] = {}
    returns: Type | None = None
    deed: Deed | None = None
    outermost: Any = None
    everyone: tuple[str, Expr] | None = None

    def __init__(self, vocabulary: Vocabulary, scope: dict[str, Type], infer: Infer | None = None) -> None:
        super().__init__(vocabulary, scope, infer)
        self.bound: dict[str, Type] = dict(self.scope.values())

    def effects(self, tree: Tree[Any]) -> tuple[Statement, ...]:
        """The IR of parsed `effects`."""
        return self.block(tree.children)

    def block(self, trees: list[Any]) -> tuple[Statement, ...]:
        """The IR of statements; what they bind is out of sight behind them."""
        restore = self.scoped()
        result: list[Statement] = []
        for tree in trees:
            made = self.statements[str(tree.data)](self, tree)
            result += made if isinstance(made, tuple) else (made,)
        restore()
        return tuple(result)

    def nothing(self, tree: Any) -> Statement:
        """What stands for a statement with a mistake."""
        return Return(span_of(tree), None)

    # --- names that statements bind ----------------------------------------------------------------------------

    def named(self, token: Any, type_: Type) -> str:
        """The local name that a word of the text binds."""
        self.check_word(token, str(token))
        return self.declare(str(token), type_)

    def declare(self, word: str, type_: Type) -> str:
        """A local name; each binding gets a name of its own unless the same word with the same type is bound again."""
        known = self.scope.get(word)
        if known is not None and known[1] == type_ and known[0] in self.bound:
            return known[0]
        return self.declare_new(word, type_)

    def declare_new(self, word: str, type_: Type) -> str:
        """A local name that leaves any of the same word in sight as it is; one that is out of sight is taken again."""
        free = word not in self.scope and self.bound.get(word, type_) == type_
        name = word if free else self.new_name(word)
        self.bound[name] = type_
        self.scope[word] = (name, type_)
        return name

    def bearer(self, where: Any, name: str, subject: Expr) -> Expr:
        """The attribute that is set may be that of a set: it is set for each of its elements."""
        of = subject.type.of
        if where is not self.outermost or of is None or of.kind != "entity" or find(self, of.name, name) is None:
            return subject
        var = self.new_name("each")
        self.bound[var] = of
        self.everyone = var, subject
        return Local(of, subject.span, var)

    # --- sets from which statements take ------------------------------------------------------------------------

    def elements(self, source: Any) -> tuple[Expr, Type]:
        """A set of which elements are taken, and their type."""
        expr = self.expr(source)
        if not expr.type.is_set and expr.type != ANY:
            self.wrong_type(expr, set_of(expr.type))
        return expr, element(expr.type)

    def naming(self, name: Any, source: Any) -> Any:
        """A group whose elements bear the name that a statement gives them, too, if nothing in sight has it."""
        if str(source.data) not in GROUPS or str(name) in self.scope:
            return source
        subject, *more = source.children
        if str(subject.data) in GROUPS:
            subject = self.naming(name, subject)
        elif subject.data != "member":
            self.looping = str(name)
            subject = type(subject)("member", [type(subject)("name", [name], subject.meta), subject], subject.meta)
        return type(source)(source.data, [subject, *more], source.meta)
