"""Every step of every game keeps what must hold; the checks themselves see what they are for."""

from __future__ import annotations

from itertools import islice

import pytest

from interpreter import Ruleset, answers, load, start
from interpreter.machine.game import step
from tests.honesty.games import watched
from tests.honesty.invariants import Names, Watch, faults, indexed, loaded, placed, positive


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("spring-1942")


@pytest.mark.parametrize(("kind", "seed", "most"), [("random", 1, 250), ("random", 2, 250), ("random", 3, 250), ("greedy", 4, 120)])
def test_nothing_is_wrong_with_a_game(rules: Ruleset, kind: str, seed: int, most: int) -> None:
    for game, found in islice(watched(rules, seed, 4, getattr(answers, kind)), most):
        assert found == [], f"after {game.count} answers, {game.past.answer}"


def test_the_checks_see_faults(rules: Ruleset) -> None:
    game = start(rules, seed=1)
    names, world = Names(rules), game.world.fork()
    fighter = next(u for u, row in world.u.items() if row[0] in names.borne)
    ship = next(u for u, row in world.u.items() if row[0] == "transport")
    world.set_unit(fighter, 2, "nowhere", "test")
    assert any("no space" in text for text in placed(names, world))
    assert any("`at`" in text for text in indexed(world))
    world.board([u for u, row in world.u.items() if row[0] == "infantry"][:9], ship, "test")
    assert any("carries" in text for text in loaded(names, world))
    world.set("power", "ussr", names.treasury, -1, "test")
    assert any("is -1" in text for text in positive(names, world))


def test_a_silent_change_is_seen(rules: Ruleset) -> None:
    """A step whose world was changed behind the back of its trace."""
    game = start(rules, seed=1, trace=True)
    after = step(game, answers.random(game), trace=True)
    names, watch = Names(rules), Watch()
    watch.keep(after)
    world = after.world
    world.t = {
        **world.t,
        "power": {**world.t["power"], "usa": tuple(999 if i == names.treasury else v for i, v in enumerate(world.t["power"]["usa"]))},
    }
    found = faults(names, game, after)
    assert any("the treasury of usa changes" in text for text in found)
    assert any("without a trace" in text for text in found)
    assert watch.changed()
