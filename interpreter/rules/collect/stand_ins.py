"""Rules that are done instead of what is run by a name, or of what an action does."""

from __future__ import annotations

from interpreter.language.effects.core import Deed
from interpreter.language.ir import Procedure
from interpreter.language.registry import ACTOR
from interpreter.language.types import TRUTH
from interpreter.language.vocabulary import Signature
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.fields import rank_of
from interpreter.rules.declare import get
from interpreter.rules.instead import Instead, stand_in
from interpreter.source.tree import Node


def read_stand_ins(c: Collector) -> None:
    """Puts each such rule before the procedure that it stands in for, in the order of their ranks."""
    found: dict[str, list[tuple[int, Instead]]] = {}
    for name, node in c.d.section("rules").items():
        known = {**c.v.procedures, **c.out.actions}
        for word in c.names(get(node, "instead_of"), known, "procedure, phase, window, engagement or action"):
            target = word if word in c.v.procedures else f"do_{word}"
            if target in c.out.procedures:
                found.setdefault(target, []).append((rank_of(node), _instead(c, name, node, word, c.out.procedures[target])))
    counted = {f"do_{name}" for name, node in c.d.section("actions").items() if get(node, "most") is not None}
    for target, ranked in found.items():
        rules = [r for _, r in sorted(ranked, key=lambda r: r[0])]
        made = stand_in(c.out.procedures[target], rules, int(target in counted))
        c.out.procedures.update((p.name, p) for p in made)


def _deed(c: Collector, word: str, target: Procedure) -> Deed | None:
    """What the word runs in the effects, if it is an action; who acts and the way that was chosen go without saying."""
    if word in c.v.procedures:
        return None
    hidden = (ACTOR[0], "path")
    return Deed(Signature(word, tuple(p for p in target.parameters if p[0] not in hidden)), target.name, target.parameters)


def _instead(c: Collector, name: str, node: Node, word: str, target: Procedure) -> Instead:
    scope = dict(target.parameters)
    when = c.texts.expression(get(node, "when"), scope, TRUTH)
    body = c.texts.effects(get(node, "do"), scope, target.returns, deed=_deed(c, word, target))
    procedure = f"instead_of_{target.name}_{name}"
    c.claim(procedure, node, c.v.procedures, c.out.procedures)
    return Instead(when, Procedure(procedure, target.parameters, target.returns, body, f"rules.{name}"))
