"""Guesses: built-ins that only players may ask; what a rule says never hangs on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from interpreter.language.ir import Call, Op
from interpreter.language.registry import FUNCTIONS
from interpreter.rules.definitions import Definitions
from interpreter.source.diagnostics import register

register("guess", "A rule that hangs on what players only guess.")

GUESSES = frozenset(name for name, f in FUNCTIONS.items() if f.guess)
OTHERS = frozenset(("defines", "evaluation", "formulas", "bans", "handlers", "shorts", "audiences", "secrets", "tokens"))
"""Tables of definitions without rules of their own, or that are looked through apart."""


def guessing(d: Definitions) -> Iterator[tuple[str, str]]:
    """The definitions that hang on guesses and are more than values for players: their section and name, once each."""
    unsure: set[str] = set()
    while more := {name for name, (_, expr) in d.defines.items() if name not in unsure and _holds(expr, unsure)}:
        unsure |= more
    found: dict[tuple[str, str], None] = {}
    for table in [f.name for f in fields(d) if f.name not in OTHERS]:
        entries = getattr(d, table)
        for entry in entries.values() if isinstance(entries, dict) else entries:
            if _holds(entry, unsure):
                cause = getattr(entry, "cause", "") or f"{table}.{entry.name}"
                cause = f"engagements.{entry.engagement}" if table == "volleys" else cause
                section, name = cause.split(".")[:2]
                found[section, name] = None
    for bans in d.bans.values():
        found.update({("rules", ban.rule): None for ban in bans if _holds(ban, unsure)})
    found.update({("events", event): None for event, audience in d.audiences.items() if _holds(audience, unsure)})
    found.update({("attributes", a.sort): None for a, seen_by in d.secrets if _holds(seen_by, unsure)})
    for formulas in d.formulas.values():
        found.update({("", bearer): None for bearer, expr in formulas.items() if _holds(expr, unsure)})
    yield from found


def _holds(node: object, unsure: set[str]) -> bool:
    """Whether a guess stands in it, or a definition that makes one."""
    stack = [node]
    while stack:
        one = stack.pop()
        if (isinstance(one, Op) and one.op in GUESSES) or (isinstance(one, Call) and one.name in unsure):
            return True
        if isinstance(one, tuple | list):
            stack += one
        elif isinstance(one, dict):
            stack += one.values()
        elif is_dataclass(one):
            stack += [getattr(one, f.name) for f in fields(one)]
    return False
