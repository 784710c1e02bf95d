"""The few names that users need: check, load, start, step, save, restore, answers, diff, odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from interpreter.analysis.diff import Change, Comparison, diff
from interpreter.analysis.odds.outcome import Odds, OddsError
from interpreter.machine.faults import Fault
from interpreter.machine.game import Game, IllegalAnswer, start, step
from interpreter.machine.questions import Answer
from interpreter.machine.save import SaveError, restore, save
from interpreter.players.greedy import Greedy
from interpreter.players.simple import random
from interpreter.rules.build import RulesetError
from interpreter.rules.build import load as _load
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Diagnostic


@cache
def _judging() -> Greedy:
    """The greedy player, with odds to judge fights by; one for all, so that it remembers what it has solved."""
    from interpreter.analysis.odds.judge import Judge

    return Greedy(Judge())


def _greedy(game: Game) -> Answer:
    """The answer that the ruleset's own evaluation holds to be worth most; chance is rolled from the seed."""
    return _judging()(game)


answers = SimpleNamespace(random=random, greedy=_greedy)


def check(ruleset: str | Path, overlays: Sequence[str | Path] = (), options: Mapping[str, Any] | None = None) -> tuple[Diagnostic, ...]:
    """Everything that is wrong or odd about a ruleset (an id or a path), in order of place; empty if nothing is."""
    rules, found = _load(ruleset, overlays, options)
    if rules is None or not rules.program.checks:
        return found
    from interpreter.analysis.setups import setup_diagnostics

    return tuple(sorted((*found, *setup_diagnostics(rules, ruleset, overlays, options))))


def load(ruleset: str | Path, overlays: Sequence[str | Path] = (), options: Mapping[str, Any] | None = None) -> Ruleset:
    """A ruleset ready to play. Raises RulesetError, which holds all diagnostics, where it has errors."""
    rules, diagnostics = _load(ruleset, overlays, options)
    if rules is None:
        raise RulesetError(diagnostics)
    return rules


def odds(rules: Ruleset, attacker: str = "", defender: str = "", **options: Any) -> Odds:
    """The chances of an engagement between two armies; `interpreter.analysis.odds.ask.odds` tells what may be asked.

    Raises OddsError, with words for people, for what can't be.
    """
    from interpreter.analysis.odds.ask import odds as solve

    return solve(rules, attacker, defender, **options)


__all__ = [
    "Change", "Comparison", "Diagnostic", "Fault", "Game", "IllegalAnswer", "Odds", "OddsError", "Ruleset", "RulesetError", "SaveError", "answers", "check",
    "diff", "load", "odds", "restore", "save", "start", "step",
]  # fmt: skip
