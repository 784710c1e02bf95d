"""Dice of a volley that lie on the table, and what becomes of them when some are rolled again.

Dice are kept as rows of alike throws: (throws, sides, value, firer, dice of a throw, throws that hit). A throw is one die,
or the dice of one unit of which the best alone counts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from interpreter.machine.volleys import Hits, Pool, counted, shares
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

Row: TypeAlias = "tuple[int, int, int, int | None, int, int]"
Lying: TypeAlias = "tuple[Row, ...]"
Result: TypeAlias = "tuple[Hits, Lying, int, int]"


def fired(
    rules: Ruleset, world: World, name: str, args: tuple[Any, ...], dice: tuple[int, ...], pools: tuple[Pool, ...]
) -> tuple[Any, ...]:
    """What the dice of a volley give to the block that rolls them: hits; what each unit rolled; the dice as they lie, misses, hits."""
    v = rules.program.volleys[name]
    own = (shares(rules, world, name, args, dice) if dice else (),) if "rolled" in v.has else ()
    return (counted(dice, pools), *own, *(result(lying(dice, pools))[1:] if v.reroll else ()))


def lying(dice: tuple[int, ...], pools: tuple[Pool, ...]) -> Lying:
    """The dice as they lie; they stand in the order of the pools."""
    rows: list[Row] = []
    start = 0
    for p in pools:
        rows.append((p.dice // p.each, p.sides, p.value, p.firer, p.each, _hits(dice[start : start + p.dice], p)))
        start += p.dice
    return tuple(rows)


def result(lie: Lying) -> Result:
    """What the dice come to: hits by firer, the dice themselves, how many throws miss, how many hit."""
    hits: dict[int | None, int] = {}
    for _, _, _, firer, _, some in lie:
        if some:
            hits[firer] = hits.get(firer, 0) + some
    scored = sum(hits.values())
    return tuple(hits.items()), lie, sum(row[0] for row in lie) - scored, scored


def taken(lie: Lying, misses: int, hits: int) -> tuple[tuple[int, bool, Pool], ...]:
    """The throws that are rolled again: of those that miss the likeliest to hit, of those that hit the unlikeliest.

    Each with the number of its row and whether it had hit.
    """
    order = sorted(range(len(lie)), key=lambda i: -_chance(lie[i]))
    found: list[tuple[int, bool, Pool]] = []
    for rows, had_hit, most in ((order, False, misses), (list(reversed(order)), True, hits)):
        for i in rows:
            throws, sides, value, firer, each, some = lie[i]
            number = min(most, some if had_hit else throws - some)
            if number > 0:
                most -= number
                found.append((i, had_hit, Pool(number * each, sides, value, firer, each)))
    return tuple(found)


def relaid(lie: Lying, again: tuple[tuple[int, bool, Pool], ...], dice: tuple[int, ...]) -> Lying:
    """The dice as they lie when some have been rolled again."""
    rows = list(lie)
    start = 0
    for i, had_hit, pool in again:
        some = _hits(dice[start : start + pool.dice], pool)
        start += pool.dice
        throws, sides, value, firer, each, before = rows[i]
        rows[i] = (throws, sides, value, firer, each, before + some - (pool.dice // each if had_hit else 0))
    return tuple(rows)


def _hits(dice: tuple[int, ...], pool: Pool) -> int:
    return sum(1 for i in range(0, pool.dice, pool.each) if min(dice[i : i + pool.each]) <= pool.value)


def _chance(row: Row) -> Fraction:
    _, sides, value, firer, each, _ = row
    _, hits, ways = Pool(each, sides, value, firer, each).single
    return Fraction(hits, ways)
