"""The rule-language texts of definitions, parsed and checked: one field in, typed IR out, mistakes as diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from interpreter.language.check import Checker
from interpreter.language.effects.core import Deed
from interpreter.language.ir import Const, Expr, Span, Statement
from interpreter.language.problems import Problem
from interpreter.language.statements import EffectChecker
from interpreter.language.syntax import parse
from interpreter.language.types import ANY, NUMBER, TRUTH, Type
from interpreter.rules.declare import Declared
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.tree import Node

Scope = Mapping[str, Type]
SIMPLE = (bool, int)
LONGEST_KEPT = 2_000


@lru_cache(maxsize=8_192)
def kept(kind: str, text: str) -> Any:
    """What `parse` makes of a text, kept: rulesets that are built one after the other share most of their texts."""
    return parse(kind, text)


def text_of(node: Node) -> str:
    """The rule-language text of a scalar: the source for texts, the value for plain numbers and truths."""
    return node.raw if node.raw else str(node.value)


class Texts:
    """Checks texts against one vocabulary; results of named definitions are found on demand."""

    def __init__(self, declared: Declared) -> None:
        self.declared = declared
        self.results: dict[str, Type] = {}
        self.open: list[str] = []
        self.defines: dict[str, Expr] = {}
        self.trees: dict[tuple[str, str], Any] = {}

    # --- one field ---------------------------------------------------------------------------------------------

    def report(self, node: Node, problems: list[Problem], doubts: Iterable[Problem] = ()) -> None:
        """Tells of mistakes in a text, and of what is odd in it."""
        for p in (*problems, *doubts):
            place = node.at(p.span.line, p.span.column)
            self.declared.found.append(Diagnostic(p.code, p.severity, place.file, place.line, place.column, p.message, p.hint))

    def tree(self, kind: str, node: Node) -> Any:
        text = text_of(node)
        key = (kind, text)
        if key not in self.trees:
            self.trees[key] = kept(kind, text) if len(text) < LONGEST_KEPT else parse(kind, text)
        result = self.trees[key]
        if isinstance(result, Problem):
            self.report(node, [result])
            return None
        return result

    def checker(self, scope: Scope, inline: Mapping[str, Expr] | None = None, absent: Mapping[str, str] | None = None) -> Checker:
        checker = Checker(self.declared.vocabulary, dict(scope), self.result_of)
        checker.absent = dict(absent or {})
        checker.inline = dict(inline or {})
        return checker

    def expression(
        self,
        node: Node | None,
        scope: Scope,
        type_: Type,
        inline: Mapping[str, Expr] | None = None,
        absent: Mapping[str, str] | None = None,
    ) -> Expr | None:
        """The IR of an expression field of the type expected; None where there is no field or it is wrong.

        `absent` is what to say of names that are not in sight here, and that an author may take to be.
        """
        if node is None:
            return None
        if isinstance(node.value, bool) and type_ in (TRUTH, ANY):
            return Const(TRUTH, Span(), node.value)
        if isinstance(node.value, int) and not isinstance(node.value, bool) and type_ in (NUMBER, ANY):
            return Const(NUMBER, Span(), node.value)
        tree = self.tree("expression", node)
        if tree is None:
            return None
        checker = self.checker(scope, inline, absent)
        try:
            result = checker.whole(tree, type_)
        except RecursionError:
            self.declared.bad(
                "too-deep", node.place, "Definitions need each other too deep.", "Put those that others need first, or make fewer of them."
            )
            return None
        self.report(node, checker.problems, checker.doubts)
        return None if checker.problems else result

    def conjuncts(self, node: Node | None, scope: Scope, inline: Mapping[str, Expr] | None = None) -> list[tuple[Expr, str]]:
        """The parts of a condition that all have to hold, each with its own text (for `why-not`)."""
        from lark import Tree

        if node is None:
            return []
        if isinstance(node.value, bool):
            return [(Const(TRUTH, Span(), node.value), str(node.value).lower())]
        tree = self.tree("expression", node)
        if tree is None:
            return []
        whole = tree.children[0]
        parts = whole.children if whole.data in ("all_of", "both") else [whole]
        flat: list[Tree[Any]] = []
        for part in parts:
            flat += part.children if part.data == "both" else [part]
        text = text_of(node)
        result = []
        for part in flat:
            checker = self.checker(scope, inline)
            expr = checker.expect(part, TRUTH)
            self.report(node, checker.problems, checker.doubts)
            meta = part.meta
            words = text[meta.start_pos : meta.end_pos] if getattr(meta, "end_pos", None) else text
            result.append((expr, " ".join(words.split())))
        return result

    def effects(
        self,
        node: Node | None,
        scope: Scope,
        returns: Type | None = None,
        inline: Mapping[str, Expr] | None = None,
        deed: Deed | None = None,
    ) -> tuple[Statement, ...]:
        """The IR of statements; in those that stand in for what an action does, the action's name runs that `deed`."""
        if node is None:
            return ()
        tree = self.tree("effects", node)
        if tree is None:
            return ()
        checker = EffectChecker(self.declared.vocabulary, dict(scope), self.result_of)
        checker.inline = dict(inline or {})
        checker.returns = returns
        checker.deed = deed
        result = checker.effects(tree)
        self.report(node, checker.problems, checker.doubts)
        return () if checker.problems else result

    # --- named definitions -------------------------------------------------------------------------------------

    def result_of(self, name: str) -> Type:
        """The type of a named definition, checking it first if need be; a definition may not need itself."""
        signature = self.declared.vocabulary.defines[name]
        node = self.declared.section("define")[name]
        if name in self.open:
            ring = " → ".join([*self.open[self.open.index(name) :], name])
            self.declared.bad("endless-definition", node.place, f"`{name}` needs itself: {ring}.")
            return signature.result or ANY
        if name in self.results:
            return self.results[name]
        if signature.result is not None:
            self.results[name] = signature.result
        self.open.append(name)
        body = node.value["is"] if isinstance(node.value, dict) and "is" in node.value else None
        expr = self.expression(body, dict(signature.parameters), signature.result or ANY)
        self.open.pop()
        if expr is not None:
            self.defines[name] = expr
        self.results.setdefault(name, ANY if expr is None else expr.type)
        return self.results[name]
