"""The machine run through all outcomes, the tables, the sampler and dice rolled at the machine give the same chances."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter import Ruleset
from interpreter.analysis.odds import ask as asking
from interpreter.analysis.odds.armies import read_army
from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.outcome import OddsError, Tally
from interpreter.analysis.odds.plan import Plan, Retreat
from interpreter.analysis.odds.question import Question, entry_of, pose
from interpreter.analysis.odds.walk import TooLarge, Walk
from interpreter.machine.game import advance, begin
from tests.analysis.odds.battles import GLOBAL, HOUSE, SPRING, STRANGE

PLANS: dict[str, dict[str, Any]] = {
    "plain": {}, "low luck": {"low_luck": True}, "kept": {"keep": 1}, "weakest": {"orders": ("weakest", "weakest")},
    "one round": {"retreat": Retreat(rounds=1)}, "few": {"retreat": Retreat(units=1)}, "bare": {"retreat": Retreat(bare=True)},
    "dive": {"actions": (frozenset({"submerge"}), frozenset({"submerge"}))},
    "dive and leave": {"actions": (frozenset({"submerge"}), frozenset()), "retreat": Retreat(rounds=2)},
}  # fmt: skip


def posed(rules: Ruleset, kind: str, attacker: str, defender: str) -> Question:
    return pose(rules, entry_of(rules, kind), (read_army(rules, attacker), read_army(rules, defender)))


def figures(tally: Tally) -> dict[str, Any]:
    return {k: v for k, v in tally.figures().items() if k not in ("error", "samples")}


def same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) < 1e-9
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def agree(question: Question, plan: Plan) -> str:
    """Compares tables with the machine; which solver the tables were: `machine` where they don't serve, `none` where no dice are rolled."""
    walked = figures(Walk(question, plan).run())
    try:
        solved = asking._by_tables(question, plan)
    except Unfit:
        return "machine"
    found = figures(solved.tally)
    for name in ("attacker_wins", "defender_wins", "draw", "takes", "rounds", "loss", "units_lost", "swing", "gain"):
        if name == "swing":
            one, other = dict(walked[name]), dict(found[name])
            assert all(abs(one.get(k, 0) - other.get(k, 0)) < 1e-9 for k in one | other), (name, question.units)
        else:
            assert same(walked[name], found[name]), (name, walked[name], found[name])
    return solved.solver if solved.tally.rounds else "none"


@pytest.mark.parametrize("battle", SPRING, ids=lambda b: " ".join(b))
def test_tables_and_machine(spring: Ruleset, battle: tuple[str, str, str]) -> None:
    question = posed(spring, *battle)
    agree(question, Plan(question))


def test_tables_do_most_of_it(spring: Ruleset) -> None:
    """The quicker solvers are not left out: dice are rolled in few of these battles that tables can't say."""
    solvers = []
    for battle in SPRING:
        question = posed(spring, *battle)
        solvers.append(asking.solve(question, Plan(question), "exact").solver)
    assert solvers.count("ladder") >= 12 and solvers.count("graph") >= 25


@pytest.mark.parametrize("battle", HOUSE, ids=lambda b: " ".join(b))
def test_house_rules(house: Ruleset, battle: tuple[str, str, str]) -> None:
    question = posed(house, *battle)
    agree(question, Plan(question))


@pytest.mark.parametrize("battle", STRANGE, ids=lambda b: " ".join(b))
def test_another_sequence(strange: Ruleset, battle: tuple[str, str, str]) -> None:
    question = posed(strange, *battle)
    assert agree(question, Plan(question)) == "graph"


@pytest.mark.parametrize("battle", GLOBAL, ids=lambda b: " ".join(b))
def test_world_war(world_war: Ruleset, battle: tuple[str, str, str]) -> None:
    question = posed(world_war, *battle)
    solver = agree(question, Plan(question))
    assert (solver == "machine") == (battle[0] == "raid")


@pytest.mark.parametrize("battle", GLOBAL[9:14:2], ids=lambda b: " ".join(b))
@pytest.mark.parametrize("plan", ["one round", "few", "dive and leave"])
def test_plans_of_world_war(world_war: Ruleset, battle: tuple[str, str, str], plan: str) -> None:
    question = posed(world_war, *battle)
    assert agree(question, Plan(question, **PLANS[plan])) == "graph"


@pytest.mark.parametrize("battle", [b for b in SPRING if b[0] == "sea"][::3], ids=lambda b: " ".join(b))
@pytest.mark.parametrize("plan", ["one round", "few", "bare", "dive", "dive and leave"])
def test_leaving_at_sea(spring: Ruleset, battle: tuple[str, str, str], plan: str) -> None:
    """Diving and retreating in the middle of a round are nothing that needs the machine."""
    question = posed(spring, *battle)
    assert agree(question, Plan(question, **PLANS[plan])) != "machine"


@pytest.mark.parametrize("plan", ["one round", "few", "dive and leave"])
def test_sampled_leaving(spring: Ruleset, plan: str) -> None:
    question = posed(spring, "sea", "2 submarine, 1 destroyer, 1 fighter", "1 submarine, 1 cruiser, 1 fighter")
    made = Plan(question, **PLANS[plan])
    exact, sampled = asking.solve(question, made, "exact"), asking.solve(question, made, "sample", samples=20_000, seed=2)
    assert sampled.solver == "graph"
    one, other = exact.tally.figures(), sampled.tally.figures(sampled.samples)
    assert all(close(one[n], other[n], 20_000) for n in ("attacker_wins", "defender_wins", "draw"))
    assert abs(one["loss"]["attacker"] - other["loss"]["attacker"]) < 0.3


@pytest.mark.parametrize("battle", SPRING[2:52:5], ids=lambda b: " ".join(b))
@pytest.mark.parametrize("plan", list(PLANS)[1:])
def test_plans(spring: Ruleset, battle: tuple[str, str, str], plan: str) -> None:
    question = posed(spring, *battle)
    agree(question, Plan(question, **PLANS[plan]))


def close(chance: float, found: float, number: int) -> bool:
    return abs(chance - found) <= 5 * (max(chance * (1 - chance), 1 / number) / number) ** 0.5


@pytest.mark.parametrize("battle", SPRING, ids=lambda b: " ".join(b))
def test_sampler(spring: Ruleset, battle: tuple[str, str, str]) -> None:
    question = posed(spring, *battle)
    plan = Plan(question)
    exact = asking.solve(question, plan, "exact")
    sampled = asking.solve(question, plan, "sample", samples=400 if battle[0] == "raid" else 20_000, seed=11)
    assert exact.method == "exact"
    assert sampled.method == "sample" or exact.tally.rounds == 0  # where no dice can be rolled, nothing is sampled
    one, other = exact.tally.figures(), sampled.tally.figures(sampled.samples)
    for name in ("attacker_wins", "defender_wins", "draw", "takes"):
        assert one[name] is None or close(one[name], other[name], sampled.samples or 1), name
    assert sampled.solver == "machine" or abs(one["rounds"] - other["rounds"]) < 0.1


@pytest.mark.parametrize(
    "battle", [*SPRING[::6], ("land", "3 infantry, 1 artillery, 1 fighter", "2 infantry, 1 tank, 1 aa_gun")], ids=lambda b: " ".join(b)
)
def test_dice_at_the_machine(spring: Ruleset, battle: tuple[str, str, str]) -> None:
    """Real dice, one by one, through the same `step` as any game."""
    question = posed(spring, *battle)
    plan = Plan(question)
    exact = asking.solve(question, plan, "exact").tally.figures()
    draw = random.Random(5)
    number, won, lost = 400, 0, 0
    for _ in range(number):
        game = begin(spring, question.world, question.entry.engagement, question.args)
        while game.ask is not None:
            ask = game.ask
            faces = tuple(draw.randint(1, p.sides) for p in ask.pools for _ in range(p.dice))
            game = advance(game, ask, ("roll", *faces) if ask.kind == "roll" else plan.answer(game.world, ask, 0))
        verdict = question.end(game.world).verdict
        won, lost = won + (verdict == "wins"), lost + (verdict == "loses")
    assert close(exact["attacker_wins"], won / number, number)
    assert close(exact["defender_wins"], lost / number, number)


LAND = ["infantry", "artillery", "tank", "fighter", "bomber", "marine", "colossus", "hunter"]
SEA = ["submarine", "destroyer", "cruiser", "battleship", "aircraft_carrier", "fighter", "transport", "bomber", "ram", "hunter"]


def armies(kinds: list[str], most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(kinds), min_size=1, max_size=most).map(lambda units: ", ".join(f"1 {u}" for u in units))


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(data=st.data())
def test_made_up_battles(house: Ruleset, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["land", "sea", "amphibious"]))
    attackers = {"land": LAND, "sea": SEA, "amphibious": [*LAND, "battleship", "cruiser"]}[kind]
    defenders = SEA if kind == "sea" else [*LAND, "aa_gun"]
    attacker, defender = data.draw(armies(attackers, 4)), data.draw(armies(defenders, 4))
    plan = data.draw(st.sampled_from(list(PLANS)))
    try:
        question = posed(house, kind, attacker, defender)
    except OddsError:
        return
    try:
        agree(question, Plan(question, **PLANS[plan]))
    except TooLarge:
        return
