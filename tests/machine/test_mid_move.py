"""A battle saved in the middle of a move, where the foe may fire: it goes on from its save as if it had never been away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter import Game, Ruleset, answers, load, restore, save, step
from interpreter.machine.game import begin
from interpreter.machine.save import game_data, game_from
from interpreter.state.opening import scenario_world
from tests.machine.plays import played
from tests.machine.test_determinism import elsewhere

FIRING = ("windows.fire_as_it_leaves", "windows.fire_as_it_arrives")
UNITS = {
    "f7": [("smle_no_4_rifle", "allies"), ("m4a1_sherman", "allies")],
    "f8": [("mauser_kar_98k", "axis"), ("pak_38_antitank_gun", "axis")],
    "g8": [("mg_42_machine_gun_team", "axis"), ("bazooka", "allies")],
}


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("miniatures")


def reacting(rules: Ruleset, window: str, shots: int = 0) -> Game:
    """A turn in the middle of a step of the rifle that three units may fire at, in one of the two hexes, after so many shots that missed."""
    world = scenario_world(rules, "standard").fork()
    terrain = rules.program.attributes["space"]["terrain"].index
    facing = rules.program.attributes["unit"]["facing"].index
    for space in ("f7", "e8"):
        world.set("space", space, terrain, "town", "test")
    for space, units in UNITS.items():
        for kind, side in units:
            (unit,) = world.create(1, kind, space, side, "test")
            if kind == "m4a1_sherman":
                world.set_unit(unit, facing, "east", "test")
    game = begin(rules, world, "play_turn", (), "standard", seed=11)
    game = step(step(step(game, ("roll", 6, 6)), ("roll", 1, 1)), "go second")
    while game.ask is not None and game.ask.actor != "allies":
        game = step(game, ("done",))
    game = step(step(game, "move smle_no_4_rifle"), "to f8")
    if window.endswith("arrives"):
        game = step(game, ("done",))
    for firer in ("mauser_kar_98k", "pak_38_antitank_gun")[:shots]:
        game = step(game, f"fire {firer}")
        assert game.ask is not None and game.ask.kind == "roll"
        game = step(game, ("roll", *[1] * game.ask.dice))
    assert game.ask is not None and game.ask.rule == window and game.ask.actor == "axis"
    return game


def to_the_end(game: Game) -> Game:
    return played(game, 2_000)


@pytest.mark.parametrize("window", FIRING)
@pytest.mark.parametrize("shots", [0, 1, 2])
def test_a_reaction_goes_on_from_its_save(rules: Ruleset, tmp_path: Path, window: str, shots: int) -> None:
    game = reacting(rules, window, shots)
    save(game, tmp_path / "battle.json")
    other = restore(tmp_path / "battle.json")
    assert other.digest == game.digest
    assert game.ask is not None and other.ask is not None
    assert list(other.ask.options) == list(game.ask.options)
    for answer in list(game.ask.options):
        assert step(other, answer).digest == step(game, answer).digest
    ends = to_the_end(game), to_the_end(other)
    assert ends[0].ask is None and ends[0].count > game.count
    assert (ends[1].digest, ends[1].count, ends[1].answers()) == (ends[0].digest, ends[0].count, ends[0].answers())


@pytest.mark.parametrize("window", FIRING)
def test_a_reaction_goes_on_in_other_processes(rules: Ruleset, tmp_path: Path, window: str) -> None:
    """Out of the window, into the dice of a shot and the roll for cover, to the end of the turn; a process for each stretch."""
    file = str(tmp_path / "battle.json")
    game = reacting(rules, window)
    save(game, file)
    for most in (1, 1, 2, 2_000):
        digest, count = json.loads(elsewhere("play", file, str(most)))
        game = played(game, most)
        assert (digest, count) == (game.digest, game.count)
    assert game.ask is None


@pytest.mark.parametrize("seed", [3, 4])
def test_saved_at_every_answer_after_it(rules: Ruleset, seed: int) -> None:
    """Through memory at each question of the rest of the turn: the dice of shots, cover, the steps of moves."""
    plain = reacting(rules, FIRING[seed % 2])
    plain = saved = Game(plain.rules, plain.position, plain.scenario, seed, plain.past, pending=plain.pending)
    kinds = set()
    while plain.ask is not None:
        kinds.add(plain.ask.rule)
        saved = game_from(json.loads(json.dumps(game_data(saved))), "memory", rules)
        answer = answers.random(plain)
        assert answers.random(saved) == answer
        plain, saved = step(plain, answer), step(saved, answer)
        assert saved.digest == plain.digest
    assert kinds & set(FIRING) and saved.ask is None
