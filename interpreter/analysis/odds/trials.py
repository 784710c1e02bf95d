"""Exact chances of a trial: the rules' own dice, one after the other, with equal positions merged.

A trial is a procedure that sets up a position, does something and returns a number. The machine runs it; where it rolls,
every combination of faces is followed with its chance (dice of one kind are told apart by how many show what, as the order
of faces does not count), and positions that have become equal are followed once. Choices are answered by the first option.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from interpreter.analysis.odds.outcome import OddsError
from interpreter.analysis.odds.question import opening
from interpreter.machine.game import Game, advance, begin
from interpreter.machine.questions import CHANCE, Ask
from interpreter.rules.program import TrialEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.spoken import Unmeant, meant
from interpreter.source.nearest import did_you_mean

MOST_BRANCHES = 2_000_000
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Chances:
    """What a trial may give: exact chances of its number, and of each of its outcomes; `positions` counts those followed."""

    trial: str
    given: dict[str, Any]
    gives: str
    numbers: dict[int, Fraction]
    outcomes: dict[str, Fraction]
    positions: int
    seconds: float
    titles: dict[str, str] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """JSON data: chances as decimal numbers, and exactly as `n/d` texts."""
        return {
            "trial": self.trial,
            "given": self.given,
            "gives": self.gives,
            "numbers": {str(n): float(c) for n, c in self.numbers.items()},
            "outcomes": {word: float(c) for word, c in self.outcomes.items()},
            "exact": {
                "numbers": {str(n): str(c) for n, c in self.numbers.items()},
                "outcomes": {word: str(c) for word, c in self.outcomes.items()},
            },
            "method": "exact",
            "states": self.positions,
            "seconds": self.seconds,
        }


def chances(rules: Ruleset, trial: str, given: Mapping[str, Any], scenario: str | None = None) -> Chances:
    """The exact chances of a trial; `given` are its parameters by name, as values or as people write them; the board is that of a scenario.

    Raises OddsError for a trial or a parameter that does not exist, a value that is none, or too many combinations.
    """
    entry = rules.program.trials.get(trial)
    if entry is None:
        raise OddsError(f"{rules.id} has no trial `{trial}`. {_hint(trial, rules.program.trials)}".strip())
    values = arguments(rules, entry, given)
    began = time.perf_counter()
    ends, seen = follow(begin(rules, opening(rules, scenario), f"trial_{trial}", tuple(values.values())))
    numbers: dict[int, Fraction] = {}
    outcomes = dict.fromkeys(entry.outcomes, Fraction(0))
    for game, chance in ends:
        numbers[game.winner] = numbers.get(game.winner, Fraction(0)) + chance
        for word in entry.outcomes:
            if rules.f(f"t_{trial}_{word}")(game.world, *values.values()):
                outcomes[word] += chance
    titles = {word: rules.program.titles.get(f"trials.{trial}.outcomes.{word}", word.replace("_", " ")) for word in entry.outcomes}
    spent = time.perf_counter() - began
    return Chances(trial, values, entry.gives, dict(sorted(numbers.items())), outcomes, seen, spent, titles)


# --- following the dice ----------------------------------------------------------------------------------------


def follow(game: Game) -> tuple[list[tuple[Game, Fraction]], int]:
    """The games at the end of a trial with their chances, and how many positions led there."""
    layer: dict[Key, tuple[Game, Fraction]] = {_key(game): (game, Fraction(1))}
    ends: list[tuple[Game, Fraction]] = []
    seen = 0
    while layer:
        following: dict[Key, tuple[Game, Fraction]] = {}
        for one, chance in layer.values():
            seen += 1
            ask = one.ask
            if ask is None:
                ends.append((one, chance))
                continue
            for answer, part in _answers(ask, one):
                after = advance(one, ask, answer)
                key = _key(after)
                before = following.get(key)
                following[key] = (after, chance * part) if before is None else (before[0], before[1] + chance * part)
        layer = following
    return ends, seen


def _key(game: Game) -> Key:
    """What makes positions of one trial equal: everything but the tables that they share."""
    w, p = game.world, game.position
    return (tuple(w.u.items()), w.g, tuple(map(id, w.t.values())), p.frames, p.finished, p.winner)


def _answers(ask: Ask, game: Game) -> Iterator[tuple[tuple[Any, ...], Fraction]]:
    if ask.actor != CHANCE:
        option = next(iter(ask.options), None)
        if option is None:
            raise OddsError(f"Nothing can be answered to {ask.reason}.")
        yield option, Fraction(1)
        return
    kinds = [_kinds(game, sides) for sides in (p.sides for p in ask.pools)]
    if prod(comb(p.dice + len(k) - 1, p.dice) for p, k in zip(ask.pools, kinds, strict=True)) > MOST_BRANCHES:
        raise OddsError(f"{ask.dice} dice have too many combinations to follow them all.")
    for faces, chance in _rolls([(p.dice, p.sides, k) for p, k in zip(ask.pools, kinds, strict=True)]):
        yield ("roll", *faces), chance


def _kinds(game: Game, sides: int) -> dict[int, int]:
    """Faces of a die that the rules tell apart here, one of each kind, with how many there are."""
    procedure, label, values = game.position.frames[-1]
    block = game.rules.blocks[procedure][label]
    needs = game.rules.program.faces.get(f"{procedure}.{block.gives[0]}") if block.gives else None
    known = dict(zip(block.live, values, strict=True))
    if needs is None or not set(needs) <= set(known):
        return dict.fromkeys(range(1, sides + 1), 1)
    sees = game.rules.f(f"s_{procedure}_{block.gives[0]}")
    kinds: dict[Any, list[int]] = {}
    for face in range(1, sides + 1):
        kinds.setdefault(sees(game.world, face, *(known[n] for n in needs)), []).append(face)
    return {faces[0]: len(faces) for faces in kinds.values()}


def _rolls(pools: list[tuple[int, int, dict[int, int]]]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every combination of faces of pools (dice, sides, kinds of faces with their numbers) with its chance."""
    if not pools:
        yield (), Fraction(1)
        return
    (dice, sides, kinds), rest = pools[0], pools[1:]
    for faces in combinations_with_replacement(kinds, dice):
        ways = factorial(dice)
        for face in set(faces):
            ways = ways // factorial(faces.count(face)) * kinds[face] ** faces.count(face)
        for others, chance in _rolls(rest):
            yield (*faces, *others), chance * Fraction(ways, sides**dice)


def _hint(word: str, names: Iterable[str]) -> str:
    hint = did_you_mean(word, names)
    return hint[:1].upper() + hint[1:]


# --- what people write -----------------------------------------------------------------------------------------


def arguments(rules: Ruleset, entry: TrialEntry, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a trial's parameters, in order. Raises OddsError."""
    names = [name for name, _ in entry.given]
    for name in given:
        if name not in names:
            raise OddsError(f"`{name}` is nothing that this is asked with. {_hint(name, names)}".strip())
    result: dict[str, Any] = {}
    for name, type_ in entry.given:
        if name in given:
            result[name] = understood(rules, name, type_, given[name])
        elif name in entry.defaults:
            result[name] = entry.defaults[name]
        else:
            raise OddsError(f"`{name}` is missing: a {type_.replace('_', ' ')}.")
    return result


def understood(rules: Ruleset, name: str, type_: str, given: Any) -> Any:
    """A value as people write it: a number, yes or no, or a name (see `rules.spoken`)."""
    text = " ".join(str(given).lower().replace("_", " ").replace("-", " ").split())
    if type_ == "number":
        if text.isdigit():
            return int(text)
        raise OddsError(f"`{name}` is a number, not `{given}`.")
    if type_ == "truth":
        if text in ("yes", "true", "no", "false"):
            return text in ("yes", "true")
        raise OddsError(f"`{name}` is yes or no, not `{given}`.")
    try:
        return meant(rules, type_, str(given))
    except Unmeant as error:
        raise OddsError(str(error)) from error
