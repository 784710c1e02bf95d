"""Modifiers: changes of a value while a condition holds."""

from __future__ import annotations

from interpreter.language.types import NUMBER, TRUTH, Type
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.targets import missing_target, sign_of, target_of
from interpreter.rules.declare import NO_WORDS, check_name, get
from interpreter.rules.definitions import Modifier
from interpreter.rules.permits import WIDENING, remake
from interpreter.source.tree import Node


def read_modifiers(c: Collector) -> None:
    """Adds modifiers of numbers; those of other values are written into what they change."""
    widened: list[Modifier] = []
    for name, node in c.d.section("modifiers").items():
        found = _modifier(c, name, node)
        if found is not None:
            made, kind = found
            (c.out.modifiers if kind == NUMBER else widened).append(made)
    remake(c.out, widened)


def _modifier(c: Collector, name: str, node: Node) -> tuple[Modifier, Type] | None:
    """A modifier and the type of what it changes; None where something is wrong with it, which is told."""
    field = get(node, "modifier")
    tree = c.texts.tree("modifier", field) if field is not None else None
    if field is None or tree is None:
        return None
    changed, written, amount, condition = (*tree.children, None)[:4]
    sign = sign_of(written)
    target, scope, kind = target_of(c, str(changed), {str(word) for word in tree.scan_values(lambda _: True)})
    if target is None or (kind != NUMBER and sign not in (WIDENING if kind.is_set else ("=",))):
        missing_target(c, field, changed)
        return None
    checker = c.texts.checker(scope)
    amount_ir = checker.expect(amount, kind) if sign == "=" else checker.added(amount, kind)
    when = checker.expect(condition, TRUTH) if condition is not None else None
    c.texts.report(field, checker.problems, checker.doubts)
    best = _best_of(c, node, sign, kind)
    return None if checker.problems else (Modifier(name, target, tuple(scope.items()), sign, amount_ir, when, best), kind)


def _best_of(c: Collector, node: Node, sign: str, kind: Type) -> str:
    """The name of which only the best counts, checked; empty where none is given."""
    best = get(node, "best_of")
    if best is None:
        return ""
    if sign not in ("+", "-") or kind != NUMBER:
        c.d.bad("idle-field", best.place, "Only what is added or taken away can be the best of a name.")
    check_name(c.d, str(best.value), best.place, NO_WORDS)
    return str(best.value)
