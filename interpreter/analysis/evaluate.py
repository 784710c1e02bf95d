"""Expressions of the rule language evaluated on a position, for cases and for people who ask."""

from __future__ import annotations

from typing import Any

from interpreter.language.compile import Expressions
from interpreter.language.ir import Expr
from interpreter.language.types import ANY, Type
from interpreter.rules.build import Built
from interpreter.rules.declare import declare
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.texts import Texts
from interpreter.source.diagnostics import Diagnostic, has_errors
from interpreter.source.tree import Node
from interpreter.state.world import World


class Evaluator:
    """Checks and evaluates expressions against one built ruleset."""

    def __init__(self, built: Built, rules: Ruleset) -> None:
        self.built, self.rules = built, rules
        self.declared = declare(built.sections, built.program.options)
        self.texts = Texts(self.declared)
        self.kept: dict[tuple[str, str], Expr | None] = {}

    def ir(self, node: Node, type_: Type = ANY) -> tuple[Expr | None, list[Diagnostic]]:
        """The checked expression of a field, or what is wrong with it."""
        self.declared.found.clear()
        expr = self.texts.expression(node, {}, type_)
        found = list(self.declared.found)
        return (None if has_errors(found) else expr), found

    def value(self, expr: Expr, world: World) -> Any:
        code = Expressions(self.rules.program.modified).expr(expr)
        return eval(code, {**self.rules.names, "W": world})  # code made by our own compiler from checked IR
