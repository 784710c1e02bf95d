"""The question as it is asked, and the choice of the solver: by counted positions, and said in the answer."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.analysis.odds.armies import read_army
from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.graph import Graph, TooMany
from interpreter.analysis.odds.kept import prepared
from interpreter.analysis.odds.ladder import Ladder, NoLadder
from interpreter.analysis.odds.outcome import Odds, OddsError, Tally, unknown, words
from interpreter.analysis.odds.plan import Plan, Retreat, read_order
from interpreter.analysis.odds.played import played
from interpreter.analysis.odds.question import Question, armies_in, entry_of, opening, pose, posed_in, suits
from interpreter.analysis.odds.sample import Sampler, on_ladder
from interpreter.analysis.odds.walk import TooLarge, Walk
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

METHODS = ("auto", "exact", "sample")
MOST_WALKED, MOST_SOLVED, MOST_RUNGS, MOST_PLAYED = 3_000, 60_000, 4_000_000, 10_000
MOST_MOVED = 1_000_000  # units in the positions that the machine may make
Order = str | Sequence[str] | None


@dataclass(frozen=True)
class Solved:
    """What a solver has found."""

    tally: Tally
    method: str
    solver: str
    states: int
    samples: int | None = None
    note: str = ""


def ask(
    rules: Ruleset,
    attacker: str = "",
    defender: str = "",
    kind: str | None = None,
    space: str | None = None,
    attacker_losses: Order = None,
    defender_losses: Order = None,
    keep: int = 0,
    retreat_after: int | None = None,
    retreat_at: int | None = None,
    retreat_bare: bool = False,
    retreat_below: float | None = None,
    attacker_actions: Sequence[str] = (),
    defender_actions: Sequence[str] = (),
    low_luck: bool = False,
    method: str = "auto",
    precision: float = 0.001,
    samples: int | None = None,
    seed: int = 0,
    attacker_power: str | None = None,
    defender_power: str | None = None,
    values: Sequence[str] = (),
    world: World | None = None,
    scenario: str | None = None,
) -> tuple[Question, Solved]:
    """The position that a question makes and all its ends; see `odds`."""
    if method not in METHODS:
        raise unknown("method", method, METHODS, else_all=True)
    if not 0 < precision < 1:
        raise OddsError("A precision is a number between 0 and 1.")
    for what, number in (("keep", keep), ("retreat_after", retreat_after), ("retreat_at", retreat_at), ("samples", samples)):
        if number is not None and number < 0:
            raise OddsError(f"`{what}` can't be negative.")
    entry = entry_of(rules, kind, space)
    if world is not None and space is None:
        raise OddsError("Name the space in which the fight is.")
    if world is not None and space is not None and not attacker:
        question = posed_in(rules, entry, world, space)
    elif world is not None and space is not None and attacker_power is not None and not defender:
        armies = (read_army(rules, attacker), armies_in(rules, entry, world, space, attacker_power))
        question = pose(rules, entry, armies, space, (attacker_power, defender_power), values, world)
    else:
        armies = (read_army(rules, attacker), read_army(rules, defender))
        if not armies[0]:
            raise OddsError("The attacker has no units.")
        board = opening(rules, scenario) if world is None else world
        if kind is None:
            entry = next((each for each in rules.program.odds.values() if suits(rules, each, armies, space)), entry)
        question = pose(rules, entry, armies, space, (attacker_power, defender_power), values, board)
    retreat = Retreat(retreat_after or None, retreat_at, retreat_bare, retreat_below)
    if retreat.ever and not entry.retreats:
        raise OddsError(f"Nobody can leave `{entry.name}`.")
    actions = (_known_actions(rules, attacker_actions), _known_actions(rules, defender_actions))
    plan = Plan(question, (None, None), keep, retreat, actions, low_luck or rules.program.whole_hits)
    plan = replace(plan, orders=(read_order(question, _order(attacker_losses)), read_order(question, _order(defender_losses))))
    return question, solve(question, plan, method, precision, samples, seed)


def odds(rules: Ruleset, attacker: str = "", defender: str = "", **options: Any) -> Odds:
    """The chances of an engagement between two armies, as the ruleset defines it.

    Armies are texts such as `10 infantry, 2 fighter`; `kind` is one of the ruleset's `odds`, `space` where it is fought.
    Orders of losses (`attacker_losses`, `defender_losses`) are `cheapest`, `weakest` or unit types, first lost first.
    `keep` units that can hold the prize are lost last. The attacker leaves after so many rounds (`retreat_after`), at so
    few units (`retreat_at`), without units to keep (`retreat_bare`), or as soon as its chance falls under
    `retreat_below`. `attacker_actions` and `defender_actions` are taken whenever they are offered. `method` is auto,
    exact or sample; the board is that of a `scenario`; a sample has `samples` battles, or as many as `precision` (a standard error) needs. With a `world`,
    the units that stand in `space` fight (with `attacker`,
    those attack them). `values` set attributes first (`attacker.attribute=value`). Raises OddsError for what can't be asked.
    """
    began = time.perf_counter()
    question, solved = ask(rules, attacker, defender, **options)
    figures = solved.tally.figures(solved.samples)
    names = [army_of(question, side) for side in (0, 1)]
    return Odds(
        kind=question.entry.name, engagement=question.entry.engagement, method=solved.method, solver=solved.solver, states=solved.states,
        seconds=round(time.perf_counter() - began, 6), attacker=names[0], defender=names[1], space=question.here,
        powers={"attacker": question.powers[0], "defender": question.powers[1]}, note=solved.note, rules=rules_used(question), **figures,
    )  # fmt: skip


def _order(order: Order) -> str | tuple[str, ...] | None:
    return order if order is None or isinstance(order, str) else tuple(order)


def _known_actions(rules: Ruleset, names: Sequence[str]) -> frozenset[str]:
    for name in names:
        if name not in rules.program.actions:
            raise unknown("action", name, rules.program.actions)
    return frozenset(names)


def army_of(question: Question, side: int) -> str:
    """An army as it stands in the position."""
    return words(question.left(question.world.u[u] for u in question.units[side]))


def rules_used(question: Question) -> tuple[Mapping[str, Any], ...]:
    """The definitions that decide the engagement, with the statements that they cite."""
    rules, e = question.rules, question.engagement
    paths = [f"engagements.{e.name}", *(f"engagements.{e.name}.{s.phase}.{s.name}" for s in e.steps)]
    paths += [f"allocations.{a.name}" for a in rules.program.allocations]
    kinds = dict.fromkeys(question.world.u[u][0] for side in question.units for u in side)
    paths += [f"unit_types.{k}" for k in kinds]
    found = []
    for path in paths:
        cites = rules.program.cites.get(path, ())
        title = rules.program.titles.get(path, "")
        if cites or path.count(".") == 1:
            found.append({"rule": path, "title": title, "cites": list(cites)})
    return tuple(found)


# --- solvers ---------------------------------------------------------------------------------------------------


def solve(
    question: Question, plan: Plan, method: str = "auto", precision: float = 0.001, samples: int | None = None, seed: int = 0
) -> Solved:
    """The ends of a question: exactly where the positions are few enough, else sampled."""
    notes: list[str] = []
    if method != "sample":
        for name, attempt in (("tables", _by_tables), ("machine", _by_walking)):
            try:
                return attempt(question, plan)
            except (Unfit, TooLarge, TooMany) as error:
                notes.append(f"{name}: {str(error) or 'more positions than are solved exactly'}")
                if isinstance(error, TooMany):  # the machine would meet more of them, not fewer
                    break
    note = ""
    if method == "exact":
        note = "This can't be solved exactly in bounds, so it was sampled. (" + "; ".join(notes) + ")"
    elif notes:
        note = "Sampled: " + "; ".join(notes) + "."
    return _sampled(question, plan, precision, samples, seed, note)


def _by_tables(question: Question, plan: Plan) -> Solved:
    tables, starts, before = prepared(question, plan)
    if not starts:
        return Solved(before, "exact", "machine", 1)
    try:
        ladder = Ladder(tables, starts, MOST_RUNGS)
        tally, solver, states = ladder.run(), "ladder", ladder.states
    except NoLadder:
        graph = Graph(tables, MOST_SOLVED)
        tally, solver, states = graph.run(starts), "graph", graph.states
    for end, chance in before.ends.items():
        tally.add(end, chance)
    return Solved(tally, "exact", solver, states)


def _by_walking(question: Question, plan: Plan) -> Solved:
    if plan.retreat.chance is not None:
        raise Unfit("the chance of going on is not known during this fight")
    walk = Walk(question, plan, MOST_WALKED, MOST_MOVED)
    return Solved(walk.run(), "exact", "machine", max(walk.states, 1))


def _sampled(question: Question, plan: Plan, precision: float, samples: int | None, seed: int, note: str) -> Solved:
    """As many battles as the precision asks for, by tables where they fit, else by the machine, which is slower."""
    wanted = samples or max(int(0.25 / precision**2), 1)
    try:
        tables, starts, before = prepared(question, plan)
        if not starts:
            return Solved(before, "exact", "machine", 1)
        try:
            tally, solver = on_ladder(Ladder(tables, starts, MOST_RUNGS), wanted, seed), "ladder"
        except NoLadder:
            tally, solver = Sampler(tables, seed).run(starts, wanted), "graph"
        over = sum(before.ends.values())
        for end, chance in before.ends.items():
            tally.add(end, wanted * chance if over else 0.0)
        return Solved(tally, "sample", solver, 0, wanted, note)
    except (Unfit, TooLarge, TooMany) as error:
        if plan.retreat.chance is not None:
            raise OddsError(f"A retreat by chances can't be reckoned here: {str(error) or 'there are too many positions'}.") from None
        number = samples or min(wanted, MOST_PLAYED)
        return Solved(played(Walk(question, plan), number, seed), "sample", "machine", 0, number, note)
