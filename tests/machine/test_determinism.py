"""The same seed gives the same game, in every process and under every order of hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from interpreter import Game, IllegalAnswer, Ruleset, answers, start, step
from interpreter.state.position import canonical
from tests.machine.plays import digests, played

ROOT = Path(__file__).resolve().parents[2]


def elsewhere(*args: str, hashes: str = "random") -> str:
    """What `plays` prints in another process."""
    env = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.machine.plays", *args], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_same_seed_gives_the_same_game_in_other_processes() -> None:
    here = digests([5, 6], 120)
    for hashes in ("0", "1", "4711"):
        assert json.loads(elsewhere("digests", "5,6", "120", hashes=hashes)) == here


def test_other_seeds_give_other_games() -> None:
    assert digests([7], 60)[-1] != digests([8], 60)[-1]


def test_the_same_answers_give_the_same_game(rules: Ruleset) -> None:
    game = played(start(rules, seed=9), 150)
    again = start(rules, seed=1234)
    for answer in game.answers():
        again = step(again, answer)
    assert again.digest == game.digest
    assert again.world.u == game.world.u


def test_forks_do_not_influence_each_other(rules: Ruleset) -> None:
    """Two games that go on from one in turns end as they do alone, and the one stays as it was."""
    root = played(start(rules, seed=3), 40)
    before = canonical(root.position)
    other = Game(root.rules, root.position, root.scenario, 99, root.past, pending=root.pending)
    alone = [played(root, 60).digest, played(other, 60).digest]
    left, right = root, other
    for _ in range(60):
        left, right = played(left, 1), played(right, 1)
    assert [left.digest, right.digest] == alone
    assert canonical(root.position) == before


def test_looking_changes_nothing(rules: Ruleset) -> None:
    """Options, refusals and digests may be asked for at any time, in any order."""
    plain = played(start(rules, seed=21), 60)
    watched = start(rules, seed=21)
    for _ in range(60):
        assert watched.ask is not None
        if watched.ask.kind != "roll":
            list(zip(range(30), watched.ask.options, strict=False))
        assert watched.ask.refusal(("nonsense",)) is not None
        watched.digest  # noqa: B018
        watched = step(watched, answers.random(watched))
    assert watched.digest == plain.digest


@pytest.mark.parametrize(
    "answer",
    [
        (), ("nonsense",), ("roll",), ("roll", 7), ("roll", 0), ("roll", "1"), ("choose", 1), ("choose", None),
        ("lose", 10**9), ("lose", None), ("lose",), ("done", 1),
        ("buy", "infantry", 10**6), ("buy", "infantry", -1), ("buy", "infantry", True), ("buy", "infantry"), ("buy", None, 1),
        ("buy", ["infantry"], 1), ("combat_move", (1,), ("russia", "tokyo")), ("combat_move", 1, 1),
        ("combat_move", (10**9,), ("russia", "west_russia")), ("combat_move", (), ()),
        "", "no words that mean anything", "lose nothing", "move 3 tank in nowhere to somewhere", "buy -3 infantry", "roll 9 9 9",
        "edit", "edit set nothing to 1", "edit roll 1 d6 as x",
    ],
)  # fmt: skip
def test_a_refused_answer_changes_nothing(rules: Ruleset, battle: Game, answer: object) -> None:
    for game in (start(rules, seed=1), battle, played(start(rules, seed=1), 12)):
        before, count = canonical(game.position), game.count
        with pytest.raises(IllegalAnswer) as refused:
            step(game, answer)  # type: ignore[arg-type]
        assert refused.value.refusal.message
        assert (canonical(game.position), game.count) == (before, count)
