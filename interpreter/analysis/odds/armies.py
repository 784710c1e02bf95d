"""Armies as people write them: `10 infantry, 2 germany fighter, battleship:1`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.analysis.odds.outcome import OddsError
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.spoken import Unmeant, meant

ENTRY = re.compile(r"(?P<number>[+-]?\d+)?\s*[x×*]?\s*(?P<words>[^\d:+×*-][^:]*?)\s*(?::\s*(?P<hits>-?\d+))?", re.IGNORECASE)
MOST = 1000


@dataclass(frozen=True, slots=True)
class Group:
    """Alike units of an army: how many, their type, the hits that each has taken, their power (None: the army's own), their role."""

    number: int
    kind: str
    hits: int = 0
    power: str | None = None
    role: str = ""


Army = tuple[Group, ...]


def read_army(rules: Ruleset, text: str) -> Army:
    """The army that a text names. Raises OddsError with plain words for what it can't be."""
    groups = []
    for part in re.split(r"[,;+]|\band\b", text):
        if part.strip():
            groups.append(_group(rules, part.strip()))
    if sum(g.number for g in groups) > MOST:
        raise OddsError(f"More than {MOST} units are too many for one side.")
    return tuple(g for g in groups if g.number)


def _group(rules: Ruleset, part: str) -> Group:
    match = ENTRY.fullmatch(part)
    if match is None:
        raise OddsError(f"`{part}` is no number of units; write it like `3 {_some_type(rules)}`.")
    number = int(match["number"]) if match["number"] is not None else 1
    if number < 0:
        raise OddsError(f"`{part}`: there can't be fewer than no units.")
    hits = int(match["hits"] or 0)
    if hits < 0:
        raise OddsError(f"`{part}`: a unit can't have taken fewer than no hits.")
    words = match["words"].lower().split()
    power, role = None, ""
    roles = {r for entry in rules.program.odds.values() for r in entry.roles}
    while len(words) > 1 and (words[0] in roles or words[0] in rules.program.ids["power"]):
        if words[0] in roles:
            role = words.pop(0)
        else:
            power = words.pop(0)
    return Group(number, unit_type(rules, " ".join(words)), hits, power, role)


def _some_type(rules: Ruleset) -> str:
    return next(iter(rules.program.ids["unit_type"]), "unit")


def unit_type(rules: Ruleset, text: str) -> str:
    """The unit type that a word means; see `rules.spoken`. Raises OddsError for a word that means none, or several."""
    try:
        return meant(rules, "unit_type", text)
    except Unmeant as error:
        raise OddsError(str(error)) from error


def army_text(army: Army) -> str:
    """An army in words that `read_army` reads back."""
    parts = []
    for g in army:
        before = (f"{g.power} " if g.power else "") + (f"{g.role} " if g.role else "")
        parts.append(f"{g.number} {before}{g.kind}" + (f":{g.hits}" if g.hits else ""))
    return ", ".join(parts) or "nothing"
