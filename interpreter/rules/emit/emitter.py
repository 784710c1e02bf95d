"""Where generated functions are collected."""

from __future__ import annotations

from interpreter.language.compile import Expressions, Straight, local
from interpreter.language.ir import Expr, Statement
from interpreter.rules.definitions import Definitions, Parameters
from interpreter.rules.emit.asking import asks, stopping
from interpreter.rules.looks import Looks
from interpreter.rules.program import Program


class Emitter:
    """What all passes write into: the functions of one ruleset, and its `program`."""

    def __init__(self, definitions: Definitions, program: Program) -> None:
        self.d = definitions
        self.p = program
        self.lines: list[str] = []
        self.causes: dict[str, str] = {}
        program.modified = frozenset(m.target for m in definitions.modifiers)
        asking = stopping(definitions)
        handlers = definitions.handlers

        def stops(s: Statement) -> bool:
            return asks(s, asking, handlers)

        self.asking = asking
        self.code = Straight(program.modified, stops, handlers, self.meaning)
        self.pure = Expressions(program.modified, self.meaning)
        self.looks = Looks(definitions)

    def meaning(self, name: str) -> tuple[tuple[str, ...], Expr] | None:
        """The parameters and the expression of a definition, if no modifier changes it."""
        if f"define.{name}" in self.p.modified or name not in self.d.defines:
            return None
        parameters, expr = self.d.defines[name]
        return tuple(parameter for parameter, _ in parameters), expr

    def function(
        self, name: str, parameters: Parameters | tuple[str, ...], expr: Expr | None, default: str = "None", inner: int = 0
    ) -> str:
        """One function of one expression; `inner` is 1 where it may be called in a loop."""
        names = [p if isinstance(p, str) else p[0] for p in parameters]
        writer = self.code if inner else self.pure
        value = writer.expr(expr) if expr is not None else default
        self.lines.append(f"def {name}({', '.join(['W', *map(local, names)])}): return {value}")
        return name
