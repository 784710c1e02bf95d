"""Tables kept for further questions of their sort, and the positions in which first rounds begin."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.graph import Start
from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import Question
from interpreter.analysis.odds.tables import Tables
from interpreter.analysis.odds.walk import Walk
from interpreter.state.world import World

MOST_SORTS, MOST_BOARDS = 32, 4
Prepared = tuple[Tables, list[Start], Tally]


class OtherBoard(Unfit):
    """Tables that were made for another board than the one on which the first round begins."""


def prepared(question: Question, plan: Plan) -> Prepared:
    """Tables for a question, the positions in which its first round begins, and what ended before.

    Tables of an earlier question of its sort serve again where its first round began on the same board: what is done
    before it may depend on who fights. Raises Unfit where tables cannot say the engagement.
    """
    family = kept_for(_Sort(question, plan))
    for tables in family:
        try:
            return _begun(tables, question, plan)
        except OtherBoard:
            continue
    found = _begun(Tables(question, plan), question, plan)
    family.insert(0, found[0])
    del family[MOST_BOARDS:]
    return found


def _begun(tables: Tables, question: Question, plan: Plan) -> Prepared:
    tables.ask(question, plan)
    before = Tally()
    return tables, _starts(tables, Walk(question, plan), before), before


def _starts(tables: Tables, walk: Walk, tally: Tally) -> list[Start]:
    """The positions in which the first round begins, as numbers of units; ends before it go into the tally."""
    found: dict[tuple[int, int, int], float] = {}
    order = {step.volley: number for number, stage in enumerate(tables.stages) for step in stage.volleys}
    volleys = [s.volley for s in tables.e.steps]
    for node, _, chance in walk.round(walk.begin(), 0, tally, 1.0):
        if node.world.g != tables.base.g or (node.world.t is not tables.base.t and not _same_board(node.world, tables.base)):
            if found:
                raise Unfit("the board differs from start to start")
            if tables.known:
                raise OtherBoard("the board differs from question to question")
            tables.base = tables.base.on_board_of(node.world)
        a, b = tables.read(node.world)
        key = (order[volleys[node.index]], a, b)
        found[key] = found.get(key, 0.0) + chance
    return [(stage, a, b, chance) for (stage, a, b), chance in found.items()]


def _same_board(one: World, other: World) -> bool:
    return all(rows is other.t[sort] or rows == other.t[sort] for sort, rows in one.t.items())


def board_of(question: Question) -> Any:
    """What else than the armies makes a position: values that were set, other units."""
    mine = {u for side in question.units for u in side}
    world = question.world
    rows = question.rules.program.rows
    changed = tuple(
        (sort, frozenset((k, row) for k, row in table.items() if rows[sort].get(k) != row))
        for sort, table in world.t.items()
        if table is not rows[sort]
    )
    return (world.g, changed, frozenset((u, row) for u, row in world.u.items() if u not in mine))


class _Sort:
    """What tables are made for; questions of equal sorts may share them."""

    def __init__(self, question: Question, plan: Plan) -> None:
        self.question, self.plan = question, plan
        r = plan.retreat
        self.key = (
            id(question.rules),
            question.entry.name,
            question.here,
            question.powers,
            plan.orders,
            plan.actions,
            plan.low_luck,
            r,
            board_of(question),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Sort) and self.key == other.key and self.question.rules is other.question.rules


@lru_cache(maxsize=MOST_SORTS)
def kept_for(sort: _Sort) -> list[Tables]:
    """The tables that were made for a sort of questions, the latest first."""
    return []
