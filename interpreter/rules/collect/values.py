"""Named values, and values that bearers give as expressions."""

from __future__ import annotations

from interpreter.language.types import entity
from interpreter.rules.collect.collector import Collector


def read_defines(c: Collector) -> None:
    """Adds named values, each after those that it needs."""
    for name in c.d.section("define"):
        c.texts.result_of(name)
    for name, expr in c.texts.defines.items():
        c.out.defines[name] = (c.v.defines[name].parameters, expr)


def read_formulas(c: Collector) -> None:
    """Adds the expressions that bearers give for an attribute, by bearer."""
    for path, given in c.d.formulas.items():
        sort, _, name = path.partition(".")
        attribute = c.v.attributes[sort][name]
        scope = {sort: entity(sort), "it": entity(sort)}
        table = c.out.formulas.setdefault(path, {})
        for bearer, node in given.items():
            expr = c.texts.expression(node, scope, attribute.type)
            if expr is not None:
                table[bearer] = expr
