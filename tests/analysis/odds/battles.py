"""Battles that all solvers have to agree on, and a solver for land battles that shares no code with them."""

from __future__ import annotations

from functools import cache
from math import comb

SPRING = [
    *[("land", a, d) for a, d in (
        ("1 tank", "1 infantry"), ("3 infantry", "2 infantry"), ("3 infantry, 1 artillery", "2 infantry, 1 tank"),
        ("2 infantry, 2 artillery, 1 fighter", "3 infantry"), ("1 infantry, 3 artillery", "2 infantry, 1 artillery"),
        ("4 infantry, 1 bomber", "3 infantry, 1 aa_gun"), ("2 infantry, 2 fighter", "2 infantry, 1 aa_gun"),
        ("2 fighter, 1 bomber", "1 infantry, 1 fighter, 2 aa_gun"), ("2 tank", "1 bomber"), ("2 tank, 1 bomber", "2 fighter, 1 infantry"),
        ("1 artillery", "1 artillery"), ("3 tank", "1 infantry, 1 tank, 1 fighter"), ("1 infantry", "4 infantry"),
        ("5 infantry, 2 artillery", "4 infantry, 1 artillery"), ("2 bomber", "3 infantry"), ("1 infantry, 1 tank", "1 industrial_complex, 1 infantry"),
        ("2 infantry", "1 aa_gun"), ("1 fighter", "1 aa_gun"), ("4 tank, 1 artillery, 1 infantry", "5 infantry"), ("1 infantry, 1 fighter", "1 fighter"),
    )],
    *[("sea", a, d) for a, d in (
        ("1 submarine", "1 submarine"), ("2 submarine", "1 destroyer"), ("2 submarine", "1 cruiser, 1 transport"), ("1 fighter", "1 submarine"),
        ("1 fighter, 1 destroyer", "2 submarine"), ("1 submarine", "1 fighter, 1 aircraft_carrier"), ("2 submarine, 1 fighter", "1 battleship, 1 destroyer, 1 transport"),
        ("1 battleship", "1 battleship"), ("1 battleship:1, 1 cruiser", "1 battleship, 1 submarine"), ("2 destroyer", "3 transport"),
        ("1 transport", "1 transport"), ("1 transport", "1 destroyer"), ("1 submarine, 1 destroyer, 1 fighter", "2 submarine, 1 transport"),
        ("1 bomber, 1 submarine", "1 submarine, 1 destroyer"), ("2 fighter, 1 aircraft_carrier", "1 aircraft_carrier, 1 fighter"),
        ("2 submarine, 2 fighter", "1 battleship, 1 aircraft_carrier, 1 fighter, 1 transport"), ("1 cruiser, 1 submarine", "2 submarine"),
        ("2 submarine, 1 transport", "1 submarine, 1 transport"), ("1 fighter", "2 transport"), ("1 submarine", "1 fighter"),
        ("1 destroyer, 1 transport", "1 submarine, 1 fighter"), ("3 fighter", "1 submarine, 1 cruiser"),
        ("2 destroyer, 1 battleship", "1 submarine, 1 destroyer, 1 cruiser"), ("1 submarine, 2 fighter", "1 destroyer, 1 submarine, 2 transport"),
    )],
    *[("amphibious", a, d) for a, d in (
        ("2 infantry", "1 infantry"), ("2 infantry, 1 battleship", "2 infantry"), ("3 infantry, 1 artillery, 1 battleship, 1 fighter", "2 infantry, 1 tank, 1 aa_gun"),
        ("1 infantry, 2 cruiser", "1 infantry, 1 artillery"), ("2 tank, 1 cruiser, 1 battleship", "3 infantry"), ("1 infantry, 1 bomber", "2 infantry, 1 aa_gun"),
        ("1 tank, 1 battleship", "1 infantry"), ("3 infantry, 3 cruiser", "1 fighter, 2 infantry"), ("2 infantry, 1 artillery, 2 battleship", "4 infantry"),
        ("1 infantry, 1 cruiser", "1 industrial_complex"),
    )],
    *[("raid", a, d) for a, d in (("1 bomber", "1 aa_gun"), ("2 bomber", ""), ("3 bomber", "1 aa_gun, 1 industrial_complex"), ("4 bomber", "2 aa_gun"), ("6 bomber", "1 aa_gun"))],
]  # fmt: skip
HOUSE = [
    ("land", "2 marine, 1 artillery", "2 marine, 1 infantry"), ("land", "1 colossus, 1 infantry", "4 marine"), ("land", "3 marine", "1 colossus"),
    ("land", "1 colossus:1, 2 artillery, 2 marine", "1 colossus, 2 infantry"), ("land", "2 marine, 2 infantry, 2 artillery, 1 fighter", "3 marine, 1 aa_gun"),
    ("sea", "2 ram", "1 destroyer, 1 transport"), ("sea", "1 hunter, 1 ram", "2 submarine, 1 battleship"), ("sea", "2 hunter", "1 ram, 1 submarine"),
    ("sea", "1 submarine, 1 ram, 1 fighter", "1 hunter, 1 cruiser"), ("amphibious", "2 marine, 1 battleship", "1 colossus"),
    ("amphibious", "1 colossus, 1 cruiser, 1 hunter", "3 marine, 1 aa_gun"),
]  # fmt: skip
STRANGE = [
    ("land", a, d) for a, d in (
        ("2 sniper, 1 infantry", "2 infantry"), ("1 golem, 1 sniper", "1 infantry, 1 golem"), ("3 sniper", "1 tank, 1 fighter"),
        ("1 golem, 2 infantry, 1 sniper", "1 golem, 1 sniper"), ("1 golem:1, 1 artillery", "2 sniper"), ("1 fighter, 1 sniper", "1 sniper, 1 aa_gun"),
    )
]  # fmt: skip
GLOBAL = [
    *[("land", a, d) for a, d in (
        ("2 infantry, 1 artillery", "2 infantry"), ("1 mechanized_infantry, 1 tank, 1 tactical_bomber", "2 infantry, 1 aa_gun"),
        ("1 fighter, 1 tactical_bomber, 1 infantry", "1 fighter, 1 aa_gun, 1 infantry"), ("2 strategic_bomber", "1 infantry, 2 aa_gun"),
        ("2 mechanized_infantry, 1 artillery, 1 infantry", "1 tank, 1 tactical_bomber"), ("1 tank", "1 strategic_bomber"),
        ("1 infantry, 2 fighter", "1 minor_industrial_complex, 2 infantry"), ("2 tank, 2 tactical_bomber", "3 infantry"),
    )],
    *[("sea", a, d) for a, d in (
        ("2 submarine", "1 destroyer, 1 transport"), ("1 aircraft_carrier, 2 tactical_bomber", "1 battleship"), ("1 submarine, 1 fighter", "1 aircraft_carrier, 1 submarine"),
        ("1 cruiser, 1 strategic_bomber", "1 submarine, 1 destroyer"), ("1 battleship:1, 1 destroyer", "1 cruiser, 1 tactical_bomber"),
        ("1 aircraft_carrier:1, 1 fighter", "1 destroyer"), ("2 transport", "1 submarine"), ("1 fighter, 1 tactical_bomber", "2 transport, 1 destroyer"),
    )],
    *[("amphibious", a, d) for a, d in (
        ("2 infantry, 1 cruiser", "1 infantry, 1 aa_gun"), ("1 tank, 1 battleship, 1 fighter", "2 infantry"), ("1 infantry, 1 mechanized_infantry", "1 artillery"),
    )],
    *[("raid", a, d) for a, d in (
        ("1 strategic_bomber", ""), ("1 strategic_bomber, 1 fighter", "1 fighter, 1 minor_industrial_complex"), ("2 tactical_bomber", "1 air_base"),
        ("1 strategic_bomber, 1 tactical_bomber", "1 fighter, 1 naval_base, 1 major_industrial_complex"),
    )],
]  # fmt: skip

# attack, defence of units in battles on land, as the rulebook has them
VALUES = {"infantry": (1, 2), "artillery": (2, 2), "tank": (3, 3), "fighter": (3, 4), "bomber": (4, 1)}


def plain(attacker: tuple[str, ...], defender: tuple[str, ...], support: str = "recomputed") -> tuple[float, float, float]:
    """Win, draw and loss of a battle on land without guns and ships, by plain recursion; armies stand in the order in which they are lost.

    `support` may be got wrong on purpose: `frozen` counts helpers at the start only, `both` helps defenders too.
    """
    helpers = min(attacker.count("infantry"), attacker.count("artillery"))

    def values(army: tuple[str, ...], column: int) -> list[int]:
        out = [VALUES[u][column] for u in army]
        some = min(army.count("infantry"), army.count("artillery")) if column == 0 or support == "both" else 0
        if support == "frozen" and column == 0:
            some = min(helpers, army.count("infantry"))
        for i, unit in enumerate(army):
            if unit == "infantry" and some:
                out[i] += 1
                some -= 1
        return out

    def hits(dice: list[int]) -> list[float]:
        out = [1.0]
        for value in set(dice):
            n, p = dice.count(value), value / 6
            one = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
            out = [sum(out[j] * one[i - j] for j in range(len(out)) if 0 <= i - j <= n) for i in range(len(out) + n)]
        return out

    @cache
    def solve(a: int, b: int) -> tuple[float, float, float]:
        if a == len(attacker) or b == len(defender):
            return (float(a < len(attacker)), float(a == len(attacker) and b == len(defender)), float(b < len(defender)))
        found = [0.0, 0.0, 0.0]
        ours, theirs = hits(values(attacker[a:], 0)), hits(values(defender[b:], 1))
        for i, x in enumerate(ours):
            for j, y in enumerate(theirs):
                if i or j:
                    after = solve(min(a + j, len(attacker)), min(b + i, len(defender)))
                    found = [f + x * y * s for f, s in zip(found, after, strict=True)]
        rest = 1 - ours[0] * theirs[0]
        return (found[0] / rest, found[1] / rest, found[2] / rest)

    return solve(0, 0)
