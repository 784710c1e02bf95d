"""What rules forbid, and what they allow: actions, steps of movement, named conditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.language.ir import Const, Expr, Op
from interpreter.language.registry import HOOKS
from interpreter.language.types import TRUTH, Type
from interpreter.rules.collect.actions import level_of
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.fields import words_of
from interpreter.rules.collect.reasons import reason_of
from interpreter.rules.declare import get
from interpreter.rules.definitions import Ban
from interpreter.rules.permits import permit
from interpreter.source.tree import Node


def hooks_of(c: Collector, node: Node, key: str) -> list[str]:
    """What a rule forbids or allows, of what there is: actions, hooks of the machine, and named conditions."""
    conditions = [name for name in c.v.defines if c.texts.result_of(name) == TRUTH]
    known = {**dict.fromkeys(conditions), **HOOKS, **c.out.actions}
    return c.names(get(node, key), known, "action, step of movement or condition")


def _scope(c: Collector, hook: str) -> dict[str, Type]:
    """The names in sight of a rule that forbids this."""
    if hook in HOOKS:
        return dict(HOOKS[hook].provides)
    action = c.out.actions.get(hook)
    return dict(action.parameters() if action is not None else c.v.defines[hook].parameters)


def allow(c: Collector, name: str, node: Node) -> None:
    """Makes named conditions hold besides while a rule holds that is an exception of none."""
    for hook in hooks_of(c, node, "allow"):
        if hook in HOOKS or hook in c.out.actions:
            what = "An `allow` rule on an action or a step of movement is an exception of other rules."
            c.d.bad("lost-exception", node.place, what, "Name them in `despite`.")
            continue
        when = get(node, "when")
        expr = c.texts.expression(when, _scope(c, hook), TRUTH) if when is not None else Const(TRUTH, HERE, True)
        if expr is not None:
            permit(c.out, name, hook, expr)


def forbid(c: Collector, name: str, node: Node, exceptions: Iterable[Node]) -> None:
    """Bans all that a rule forbids, but for what its exceptions allow."""
    because = get(node, "because")
    hooks = hooks_of(c, node, "forbid")
    for hook in hooks:
        scope = _scope(c, hook)
        expr = _but_for(c, hook, node, exceptions, _names_elsewhere(c, hook, hooks))
        action = c.out.actions.get(hook)
        reason, tells = reason_of(c, because, scope)
        if tells and action is None and because is not None:
            c.d.bad("unknown-name", because.place, "Only the reason of a rule on an action tells values in braces.")
            tells = ()
        level = max(level_of(action, e) for e in (expr, *tells)) if action is not None else 0
        c.out.bans.setdefault(hook, []).append(Ban(name, hook, expr, reason, level, tells))


def _names_elsewhere(c: Collector, hook: str, hooks: Iterable[str]) -> dict[str, str]:
    """For names that only others of what one rule forbids have in sight: what to do about it."""
    known = ", ".join(f"`{name}`" for name in _scope(c, hook)) or "none"
    hint = "`{}` is a name of `{}`; those of `{}` are: {}. Make it two rules."
    return {name: hint.format(name, other, hook, known) for other in hooks if other != hook for name in _scope(c, other)}


def _but_for(c: Collector, hook: str, node: Node, exceptions: Iterable[Node], elsewhere: Mapping[str, str]) -> Expr:
    """When a rule forbids this: while its own `when` holds, and that of none of its exceptions."""
    scope = _scope(c, hook)
    expr: Expr = c.texts.expression(get(node, "when"), scope, TRUTH, absent=elsewhere) or Const(TRUTH, HERE, get(node, "when") is None)
    for other in exceptions:
        if hook in words_of(other, "allow"):
            excused = c.texts.expression(get(other, "when"), scope, TRUTH) or Const(TRUTH, HERE, True)
            expr = Op(TRUTH, HERE, "and", (expr, Op(TRUTH, HERE, "not", (excused,))))
    return expr
