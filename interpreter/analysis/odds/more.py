"""Questions made of many: several attacks in turn, the cheapest army for a wanted chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.analysis.odds.armies import read_army
from interpreter.analysis.odds.ask import ask
from interpreter.analysis.odds.outcome import Odds, OddsError, tidy, words
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import ATTACKER, entry_of, pose
from interpreter.rules.ruleset import Ruleset

NEGLIGIBLE = 1e-9
MOST_NUMBER = 40


@dataclass(frozen=True)
class Wave:
    """One of several attacks: how likely it comes to it, and how it then goes; chances are of the whole, not of this attack alone."""

    attacker: str
    reached: float
    attacker_wins: float
    takes: float | None
    draw: float
    loss: dict[str, float]

    def data(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


@dataclass(frozen=True)
class Waves:
    """Several attacks in turn on what is left, and perhaps an attack on who has won."""

    waves: tuple[Wave, ...]
    attacker_wins: float
    takes: float | None
    defender_wins: float
    loss: dict[str, float]
    held: float | None = None
    method: str = "exact"

    def data(self) -> dict[str, Any]:
        result = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {**result, "waves": [w.data() for w in self.waves]}


def waves(rules: Ruleset, attackers: Sequence[str], defender: str, counter: str = "", **options: Any) -> Waves:
    """The attacks of `attackers` in turn, each on what the ones before have left of the defender.

    With a `counter` army, whoever has taken the prize is attacked by it; `held` is the chance that the prize is taken
    and kept. Hits that destroyed nothing are repaired before the next attack.
    """
    if not attackers:
        raise OddsError("There is no attack.")
    standing: dict[str, float] = {defender: 1.0}
    found: list[Wave] = []
    won: dict[str, float] = {}
    method = "exact"
    for army in attackers:
        reached = sum(standing.values())
        figures: dict[str, Any] = {"wins": 0.0, "takes": None, "draw": 0.0, "attacker": 0.0, "defender": 0.0}
        following: dict[str, float] = {}
        for left, chance in standing.items():
            _, solved = ask(rules, army, left, **options)
            method = "sample" if solved.method == "sample" else method
            total = sum(solved.tally.ends.values())
            for end, weight in solved.tally.ends.items():
                some = chance * weight / total
                figures["wins"] += some * (end.verdict == "wins")
                figures["draw"] += some * (end.verdict == "draw")
                figures["attacker"] += some * float(end.lost[0][0])
                figures["defender"] += some * float(end.lost[1][0])
                if end.takes is not None:
                    figures["takes"] = (figures["takes"] or 0.0) + some * end.takes
                mine, theirs = (_whole(side) for side in end.left)
                if end.takes or (end.takes is None and end.verdict == "wins"):
                    won[mine] = won.get(mine, 0.0) + some
                elif some > NEGLIGIBLE:
                    following[theirs] = following.get(theirs, 0.0) + some
        takes = None if figures["takes"] is None else tidy(figures["takes"])
        loss = {side: tidy(figures[side]) for side in ("attacker", "defender")}
        found.append(Wave(army, tidy(reached), tidy(figures["wins"]), takes, tidy(figures["draw"]), loss))
        standing = following
        if not standing:
            break
    takes = None if all(w.takes is None for w in found) else tidy(sum(w.takes or 0.0 for w in found))
    whole = {side: tidy(sum(w.loss[side] for w in found)) for side in ("attacker", "defender")}
    held = _held(rules, counter, won, options) if counter else None
    return Waves(
        tuple(found),
        tidy(sum(w.attacker_wins for w in found)),
        takes,
        tidy(sum(c for left, c in standing.items() if left)),
        whole,
        held,
        method,
    )


def _whole(left: Any) -> str:
    """What is left, its hits repaired."""
    return words(tuple((kind, 0, number) for kind, _, number in left)) if left else ""


def _held(rules: Ruleset, counter: str, won: dict[str, float], options: dict[str, Any]) -> float:
    """The chance that those who have won are not driven out again."""
    held = 0.0
    for left, chance in won.items():
        if not left or chance < NEGLIGIBLE:
            continue
        _, solved = ask(
            rules, counter, left, **{k: v for k, v in options.items() if k in ("kind", "space", "low_luck", "method", "precision")}
        )
        total = sum(solved.tally.ends.values())
        lost = sum(w for e, w in solved.tally.ends.items() if e.takes or (e.takes is None and e.verdict == "wins"))
        held += chance * (1 - lost / total)
    return tidy(held)


# --- advice ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Advice:
    """An army, what it is worth, and its chance."""

    army: str
    worth: float
    chance: float
    odds: Odds | None = None


def advise(
    rules: Ruleset, defender: str, budget: int, chance: float = 0.75, kind: str | None = None, space: str | None = None, **options: Any
) -> tuple[Advice, ...]:
    """The cheapest armies of one or two unit types that reach the chance within the budget, cheapest first.

    The chance is that of holding the prize, where there is one, else that of winning. Empty where no such army does.
    """
    if budget <= 0:
        raise OddsError("A budget is more than nothing.")
    if not 0 < chance < 1:
        raise OddsError("A wanted chance is a number between 0 and 1.")
    entry = entry_of(rules, kind, space)
    prices = _prices(rules, entry.name, defender, space)
    known: dict[tuple[tuple[str, int], ...], float] = {}

    def reached(army: tuple[tuple[str, int], ...]) -> float:
        army = tuple((k, n) for k, n in army if n)
        if not army:
            return 0.0
        if army not in known:
            text = ", ".join(f"{n} {k}" for k, n in army)
            _, solved = ask(rules, text, defender, kind=entry.name, space=space, **options)
            total = sum(solved.tally.ends.values())
            good = sum(w for e, w in solved.tally.ends.items() if (e.verdict == "wins" if e.takes is None else e.takes))
            known[army] = good / total
        return known[army]

    best = float(budget)
    found: dict[tuple[tuple[str, int], ...], float] = {}
    kinds = sorted(prices, key=lambda k: prices[k])
    for i, first in enumerate(kinds):
        for second in kinds[i:]:
            most = min(int(best // prices[first]), MOST_NUMBER)
            for number in range(most + 1) if second != first else (0,):
                room = min(int((best - number * prices[first]) // prices[second]), MOST_NUMBER)
                least = _least(lambda n, f=first, s=second, m=number: reached(((f, m), (s, n))) >= chance, room)
                if least is None:
                    continue
                army = tuple((k, n) for k, n in ((first, number), (second, least)) if n)
                worth = sum(prices[k] * n for k, n in army)
                found[army] = worth
                best = min(best, worth)
    cheapest = sorted(found, key=lambda a: (found[a], -known[a], a))[:5]
    return tuple(Advice(", ".join(f"{n} {k}" for k, n in a), found[a], tidy(known[a])) for a in cheapest if found[a] <= budget)


def _least(enough: Any, most: int) -> int | None:
    """The lowest number that is enough, if the highest is."""
    if most < 0 or not enough(most):
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        if enough(middle):
            high = middle
        else:
            low = middle + 1
    return low


def _prices(rules: Ruleset, kind: str, defender: str, space: str | None) -> dict[str, float]:
    """What each unit type is worth that can attack here and fires, or helps those that do."""
    entry = rules.program.odds[kind]
    prices: dict[str, float] = {}
    for unit_type in rules.program.ids["unit_type"]:
        try:
            question = pose(rules, entry, (read_army(rules, f"1 {unit_type}"), read_army(rules, defender)), space)
        except OddsError:
            continue
        unit = question.units[ATTACKER][0]
        worth = float(question.worth[unit])
        if worth > 0 and Plan(question).strength(ATTACKER, unit_type) > 0:
            prices[unit_type] = worth
    if not prices:
        raise OddsError(f"No unit can attack in `{kind}`.")
    return prices
