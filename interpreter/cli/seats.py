"""Who plays which power."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.cli.faults import USAGE, Mistake, missing

if TYPE_CHECKING:
    from interpreter.machine.game import Game
    from interpreter.machine.questions import Answer
    from interpreter.players.human import Back
    from interpreter.rules.ruleset import Ruleset

    Seat = Callable[[Game], "Answer | Back"]

KINDS = ("greedy", "human", "random")
DEFAULT = "greedy"


def kinds(rules: Ruleset, given: list[str] | None, before: Mapping[str, str] | None = None) -> dict[str, str]:
    """The kind of player of each power, from `POWER=KIND` and `KIND` texts; else as `before`. Raises Mistake for unknown ones."""
    powers = rules.program.ids["power"]
    known = {power: kind for power, kind in (before or {}).items() if kind in KINDS}
    result = {power: known.get(power, DEFAULT) for power in powers}
    for text in given or ():
        power, sign, kind = text.partition("=")
        if not sign:
            power, kind = "", text
        if kind not in KINDS:
            raise missing("kind of player", kind, KINDS, USAGE)
        result.update(dict.fromkeys((named(rules, power),) if sign else powers, kind))
    return result


def named(rules: Ruleset, power: str) -> str:
    """The id of a power that is called by any of its names. Raises Mistake for a word that means none."""
    from interpreter.rules.spoken import Unmeant, meant

    try:
        return meant(rules, "power", power)
    except Unmeant as error:
        raise Mistake(str(error)) from None


def seats(chosen: Mapping[str, str]) -> dict[str, Seat]:
    """An answerer for each power; all persons sit at one terminal."""
    from interpreter.api import answers
    from interpreter.cli.screen import write
    from interpreter.players.human import Human
    from interpreter.players.simple import random

    person = Human(input, write, chosen)
    makers: dict[str, Seat] = {"greedy": answers.greedy, "random": random, "human": person}
    return {power: makers[kind] for power, kind in chosen.items()}
