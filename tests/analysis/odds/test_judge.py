"""What players by program are told of fights: the same as people are, whatever else stands on the board."""

from __future__ import annotations

import pytest

from interpreter import Ruleset, answers, odds, start, step
from interpreter.analysis.odds import judge as judging
from interpreter.analysis.odds.judge import Judge
from interpreter.state.opening import empty_world
from interpreter.state.world import World

BATTLES = [
    ("land", "germany", "3 infantry, 1 tank, 1 fighter", "2 infantry, 1 artillery"), ("land", "germany", "2 infantry", "3 infantry, 1 tank"),
    ("sea", "sea_zone_2", "2 submarine, 1 destroyer", "1 cruiser, 1 transport"), ("sea", "sea_zone_2", "1 battleship:1", "1 submarine, 1 destroyer"),
]  # fmt: skip


def placed(rules: Ruleset, kind: str, space: str, attacker: str, defender: str) -> tuple[World, tuple[int, ...], tuple[int, ...]]:
    """A board on which two armies stand in one space, with other units elsewhere."""
    from interpreter.analysis.odds.armies import read_army
    from interpreter.analysis.odds.question import entry_of, pose

    question = pose(rules, entry_of(rules, kind), (read_army(rules, attacker), read_army(rules, defender)), space)
    world = question.world.fork()
    world.create(3, "tank", "brazil", question.powers[0], "test")
    return world, *question.units


@pytest.mark.parametrize("battle", BATTLES, ids=lambda b: " ".join(b))
def test_the_judge_and_the_command_agree(spring: Ruleset, battle: tuple[str, str, str, str]) -> None:
    kind, space, attacker, defender = battle
    world, us, them = placed(spring, *battle)
    found = odds(spring, attacker, defender, kind=kind)
    chance, swing = Judge()(spring, world, us, them, space)
    good = found.attacker_wins if found.takes is None else found.takes
    assert abs(chance - 100 * good) <= 1 and abs(swing - (found.loss["defender"] - found.loss["attacker"])) <= 1


def test_equal_fights_are_solved_once(spring: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    judge, solved = Judge(), []
    fresh = judging.solve
    monkeypatch.setattr(judging, "solve", lambda *args: solved.append(1) or fresh(*args))
    for space in ("ukraine_ssr", "caucasus", "ukraine_ssr"):
        world, us, them = placed(spring, "land", space, "2 infantry", "1 infantry")
        judge(spring, world, us, them, space)
    assert len(solved) == 1


def test_nobody_fights(spring: Ruleset) -> None:
    world, us, them = placed(spring, "land", "germany", "2 infantry", "1 infantry")
    assert Judge()(spring, world, (), them, "germany") == Judge()(spring, world, us, them, None) == (0, 0)
    assert Judge()(spring, world, us, them, "sea_zone_2") == (0, 0)
    assert Judge()(spring, empty_world(spring), (), (), "germany") == (0, 0)


def test_many_positions_are_sampled(spring: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ("sea", "sea_zone_2", "3 submarine, 2 destroyer, 2 fighter", "2 submarine, 2 destroyer, 1 cruiser, 2 fighter")
    world, us, them = placed(spring, *battle)
    exact = Judge()(spring, world, us, them, "sea_zone_2")
    monkeypatch.setattr(judging, "MOST_POSITIONS", 3)
    sampled, again = (Judge()(spring, world.fork(), us, them, "sea_zone_2") for _ in range(2))
    assert sampled == again and abs(sampled[0] - exact[0]) <= 12 and abs(sampled[1] - exact[1]) <= 3


def test_greedy_attacks_by_odds(spring: Ruleset) -> None:
    """The same game again gives the same answers, though the judge remembers fights by then."""

    def first_turn() -> str:
        game = start(spring, seed=5)
        active = game.value("active")
        while game.ask is not None and game.value("active") == active:
            game = step(game, answers.greedy(game))
        return game.digest

    assert first_turn() == first_turn()


def test_attributes_that_a_fight_looks_at_count(world_war: Ruleset) -> None:
    """Technologies are attributes of powers; a power's money changes nothing, and is not asked for."""
    battle = ("land", "germany", "4 infantry, 2 artillery", "4 infantry")
    world, us, them = placed(world_war, *battle)
    owner, attributes = world.u[us[0]][1], world_war.program.attributes["power"]
    judge = Judge()
    before = judge(world_war, world, us, them, "germany")
    better = world.fork()
    better.set("power", owner, attributes["technologies"].index, ("advanced_artillery",), "test")
    assert judge(world_war, better, us, them, "germany")[0] > before[0]
    assert len(judge.known[world_war]) == 2
    richer = world.fork()
    richer.set("power", owner, attributes["ipc"].index, 99, "test")
    assert judge(world_war, richer, us, them, "germany") == before and len(judge.known[world_war]) == 2
