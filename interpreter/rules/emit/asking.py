"""Which statements and procedures may ask somebody something."""

from __future__ import annotations

from collections.abc import Mapping, Set

from interpreter.language.ir import (
    Again,
    Allot,
    Announce,
    Assignment,
    Cast,
    Choose,
    Draw,
    Finish,
    Fire,
    ForEach,
    If,
    Offer,
    Repeat,
    Roll,
    Run,
    Statement,
    While,
)
from interpreter.rules.definitions import Definitions

ASKING = (Roll, Draw, Choose, Offer, Fire, Again, Cast, Allot, Assignment, Finish)


def asks(s: Statement, asking: Set[str], handlers: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a statement may ask somebody something, if the procedures `asking` do."""
    if isinstance(s, ASKING):
        return True
    if isinstance(s, Run):
        return s.procedure in asking
    if isinstance(s, Announce):
        return any(h in asking for h in handlers.get(s.event, ()))
    if isinstance(s, If):
        return any(asks(each, asking, handlers) for each in (*s.then, *s.otherwise))
    return isinstance(s, ForEach | While | Repeat) and any(asks(each, asking, handlers) for each in s.body)


def stopping(definitions: Definitions) -> frozenset[str]:
    """The procedures that may ask somebody something, directly or through what they run."""
    found: set[str] = set()
    grew = True
    while grew:
        grew = False
        for name, p in definitions.procedures.items():
            if name not in found and any(asks(s, found, definitions.handlers) for s in p.body):
                found.add(name)
                grew = True
    return frozenset(found)
