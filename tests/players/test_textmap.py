"""A board of hexes in text."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Game
from interpreter.players.human import Human, Quit
from interpreter.players.scenery import Scenery, last, readable
from interpreter.players.textmap import standing, text_map
from tests.exchange.boards import HEXES, MORE, WORLD
from tests.language.little import little


@pytest.fixture
def hexes(tmp_path: Path) -> Game:
    return little(tmp_path, HEXES, MORE).start()


def test_the_map_line_by_line(hexes: Game) -> None:
    """Letters, the goal, units (one power and its number, or two powers), brooks, paths and bridges in their places."""
    assert text_map(hexes)[:6] == (
        "a1    .R3 *   .   a3",
        "       = ~",
        "b0  #   .  -wRB #   b3",
        "",
        "c1    .   .RB .B+ c3",
        "",
    )


def test_the_legend_tells_each_letter_once(hexes: Game) -> None:
    words = "   ".join(text_map(hexes)[7:])
    for each in (". Meadow", "w Wood", "* Goal", "~ Brook", "- Path", "R1 Red & Co, 1 unit", "B1 Blue, 1 unit"):
        assert words.count(each) == 1
    assert all(len(line) <= 80 for line in text_map(hexes))


def test_passengers_are_with_their_carrier(tmp_path: Path) -> None:
    game = little(tmp_path, HEXES, MORE).start()
    scene = Scenery(game.rules, game.world)
    assert standing(scene, "c3") == "B+" and standing(scene, "c1") == ""
    assert {owner: len(units) for owner, units in scene.standing("c2").items()} == {"red": 5, "blue": 1}


def test_a_board_without_a_grid_has_no_text_map(tmp_path: Path) -> None:
    assert text_map(little(tmp_path, WORLD).start()) == ()


def told(game: Game, *typed: str) -> str:
    """What a person sees who types these lines and leaves."""
    shown: list[str] = []
    lines = iter((*typed, "quit"))
    with pytest.raises(Quit):
        Human(lambda prompt: next(lines), shown.append)(game)
    return "\n".join(shown)


def test_a_person_sees_the_map(hexes: Game) -> None:
    assert "b0  #   .  -wRB #   b3" in told(hexes, "map")
    assert "b0  #   .  -wRB #   b3" in told(hexes, "board") and "b2: red 1 foot" in told(hexes, "board")
    assert "b0  #" not in told(hexes, "board b2")
    assert "map  " in told(hexes, "help")


def test_a_person_is_told_where_there_is_no_map(tmp_path: Path) -> None:
    assert "This board has no hexes" in told(little(tmp_path, WORLD).start(), "map")


def test_what_a_power_does_not_see_is_not_shown(tmp_path: Path) -> None:
    game = little(tmp_path, HEXES, MORE, "rules: {fog: {forbid: see, when: unit's owner is not viewer}}\n").start()
    assert text_map(game, "red")[2] == "b0  #   .  -wR1 #   b3" and text_map(game, "blue")[0] == "a1    .   *   .   a3"
    assert text_map(game)[2] == "b0  #   .  -wRB #   b3"


def test_the_last_colour_counts_and_words_can_be_read(hexes: Game) -> None:
    scene = Scenery(hexes.rules, hexes.world)
    assert scene.color("b0") == "#999999" and scene.color("b2") == "#88aa66"
    assert last(["a", "", "b", ""]) == "b" and last(["", ""], "x") == "x"
    assert readable("#ffffff") != readable("#000000") == "#ffffff"
