"""Allocations: each of some units helps a number of others, one to one."""

from __future__ import annotations

from interpreter.language.ir import Expr
from interpreter.language.types import NUMBER, TRUTH, UNIT
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.fields import word_of
from interpreter.rules.collect.targets import missing_target, sign_of, target_of
from interpreter.rules.declare import get
from interpreter.rules.definitions import Allocation
from interpreter.source.diagnostics import warning
from interpreter.source.tree import Node

SCOPE = {"it": UNIT}


def read_allocations(c: Collector) -> None:
    """Adds allocations, those without a mistake."""
    for name, node in c.d.section("allocations").items():
        field = get(node, "gives")
        gift = _gift(c, field) if field is not None else None
        if gift is None:
            continue
        target, sign, amount = gift
        giver = c.texts.expression(get(node, "giver"), SCOPE, TRUTH)
        taker = c.texts.expression(get(node, "taker"), SCOPE, TRUTH)
        each = c.texts.expression(get(node, "each"), SCOPE, NUMBER)
        when = c.texts.expression(get(node, "when"), {}, TRUTH)
        if giver is not None and taker is not None and amount is not None:
            pool = word_of(node, "pool", name)
            c.out.allocations.append(Allocation(name, target, sign, amount, giver, taker, each, pool, when))


def _gift(c: Collector, field: Node) -> tuple[str, str, Expr | None] | None:
    """What is changed, how, and by how much (None after a mistake in it); None where it is no value of a unit type."""
    tree = c.texts.tree("modifier", field)
    if tree is None:
        return None
    word, written, amount, condition = (*tree.children, None)[:4]
    sign = sign_of(written)
    target, _, _ = target_of(c, str(word))
    if target is None or not target.startswith("unit_type."):
        missing_target(c, field, word)
        return None
    if condition is not None or sign not in ("=", "+", "-"):
        what = "has its condition in `when`" if condition is not None else "adds, takes away or sets"
        c.d.bad("idle-field", field.place, f"An allocation {what}.", "Write `gives: attack + 1`, and `when: …` beside it.")
    checker = c.texts.checker(SCOPE)
    amount_ir = checker.expect(amount, NUMBER)
    c.texts.report(field, checker.problems, checker.doubts)
    return target, sign, None if checker.problems else amount_ir


def check_allocations(c: Collector) -> None:
    """Allocations that no volley takes account of."""
    stats = {volley.stat for volley in c.out.volleys.values()}
    for a in c.out.allocations:
        if a.target not in stats:
            place, value = c.d.section("allocations")[a.name].place, a.target.partition(".")[2]
            c.d.found.append(warning("unused", place, f"No volley has `{value}` itself as its `value`; this helps nobody."))
