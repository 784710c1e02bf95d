"""Rules that stand in for a procedure: while a condition holds their effects are done, and what the procedure says is not.

Each is a procedure of its own. The procedure asks them one after the other before it does its own effects; within the effects of such a
rule its name means what is left of it behind that rule, a procedure `NAME_BELOW_n` that is made where a rule wants it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from interpreter.language.ir import Expr, If, Local, Procedure, Return, Run, Span, Statement

HERE = Span()
BELOW = "_BELOW_"
"""Stands between the name of a procedure and the number of rules that are passed over."""
RESULT = "Result"


@dataclass(frozen=True, slots=True)
class Instead:
    """A rule that stands in for a procedure: its condition (None: always), and its effects as a procedure of the same parameters."""

    when: Expr | None
    effects: Procedure


def stand_in(procedure: Procedure, rules: Sequence[Instead], always: int = 0) -> Iterator[Procedure]:
    """The procedure with its rules before it, their own procedures, and what is left of it behind those that run it themselves.

    So many statements at its beginning are done `always`, and once, whatever stands in for the rest.
    """
    asks = [_ask(procedure, rule) for rule in rules]
    first, own = procedure.body[:always], procedure.body[always:]
    yield replace(procedure, body=(*first, *(s for ask in asks for s in ask), *own))
    for number, rule in enumerate(rules, 1):
        below = f"{procedure.name}{BELOW}{number}"
        effects = replace(rule.effects, body=_renamed(rule.effects.body, procedure.name, below))
        yield effects
        if effects.body != rule.effects.body:
            rest = tuple(s for ask in asks[number:] for s in ask)
            yield replace(procedure, name=below, body=(*rest, *own))


def _ask(procedure: Procedure, rule: Instead) -> tuple[Statement, ...]:
    args = tuple(Local(type_, HERE, name) for name, type_ in procedure.parameters)
    gives = procedure.returns
    ends = Return(HERE, None if gives is None else Local(gives, HERE, RESULT))
    done = (Run(HERE, rule.effects.name, args, None if gives is None else RESULT), ends)
    return done if rule.when is None else (If(HERE, rule.when, done, ()),)


def _renamed(body: tuple[Statement, ...], old: str, new: str) -> tuple[Statement, ...]:
    return tuple(_one(s, old, new) for s in body)


def _one(s: Statement, old: str, new: str) -> Statement:
    if isinstance(s, Run):
        return replace(s, procedure=new) if s.procedure == old else s
    blocks: dict[str, Any] = {}
    for field in fields(s):
        value = getattr(s, field.name)
        if isinstance(value, tuple) and value and isinstance(value[0], Statement):
            blocks[field.name] = _renamed(value, old, new)
    return replace(s, **blocks) if blocks else s
