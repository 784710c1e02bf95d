"""What of a roll counts: faces of a die that no text tells apart are one, when chances are followed.

A roll may be read so where the statements right behind it only count, add up or test its dice; elsewhere every face stands for
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.language.ir import Each, Expr, Fire, If, Let, Local, Procedure, Return, Roll, Statement, parts

TELLING = frozenset(("count", "any", "no", "all", "total", "highest", "lowest", "exactly", "at_least", "at_most"))
"""Questions about dice to which their order does not matter."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One question about the dice of a roll: the conditions that a die passes and what is asked of it, each with the die's name."""

    tests: tuple[tuple[str, Expr], ...]
    value: tuple[str, Expr]


@dataclass(frozen=True, slots=True)
class Counted:
    """All that is asked about the dice of one name, and the other names that the questions need."""

    readings: tuple[Reading, ...]
    needs: tuple[str, ...]


def counted(procedure: Procedure) -> dict[str, Counted]:
    """For each name of dice that are only counted right behind their roll: what is asked about them."""
    found: dict[str, list[Reading]] = {}
    seen: dict[str, int] = {}
    for roll, behind in _rolls(procedure.body):
        for expr in behind:
            readings = list(_readings(expr, roll.name))
            found.setdefault(roll.name, []).extend(readings)
            seen[roll.name] = seen.get(roll.name, 0) + len(readings)
    result = {}
    for name, readings in found.items():
        if seen[name] == _uses(procedure.body, name):
            needs = {n for r in readings for n in _needed(r)}
            result[name] = Counted(tuple(readings), tuple(sorted(needs)))
    return result


def _rolls(body: tuple[Statement, ...]) -> Iterator[tuple[Roll, list[Expr]]]:
    """Every roll with the values that are asked for right behind it."""
    for index, s in enumerate(body):
        if isinstance(s, Roll):
            yield s, list(_behind(body[index + 1 :]))
        for part in parts(s):
            if isinstance(part, tuple) and part and isinstance(part[0], Statement):
                yield from _rolls(part)


def _behind(body: tuple[Statement, ...]) -> Iterator[Expr]:
    for s in body:
        if isinstance(s, Let):
            yield s.value
            continue
        if isinstance(s, If):
            yield s.condition
        elif isinstance(s, Return) and s.value is not None:
            yield s.value
        return


def _readings(expr: object, name: str) -> Iterator[Reading]:
    if isinstance(expr, Each) and expr.kind in TELLING:
        tests: list[tuple[str, Expr]] = []
        source = expr.source
        while isinstance(source, Each) and source.kind == "filter":
            tests.append((source.var, source.body))
            source = source.source
        if isinstance(source, Local) and source.name == name:
            yield Reading(tuple(tests), (expr.var, expr.body))
            return
    for part in parts(expr):
        if isinstance(part, Expr | tuple):
            yield from _readings(part, name)


def _uses(node: object, name: str) -> int:
    own = 1 if isinstance(node, Local) and node.name == name else 0
    own += 1 if isinstance(node, Fire) and name in (node.hits, node.shares) else 0
    return own + sum(_uses(part, name) for part in parts(node) if isinstance(part, Expr | Statement | tuple))


def _needed(reading: Reading) -> set[str]:
    inner = {name for name, _ in (*reading.tests, reading.value)}
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, Local):
            found.add(node.name)
        if isinstance(node, Each):
            inner.add(node.var)
        for part in parts(node):
            if isinstance(part, Expr | tuple):
                walk(part)

    for _, expr in (*reading.tests, reading.value):
        walk(expr)
    return found - inner
