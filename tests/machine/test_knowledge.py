"""What one power knows: a world without what it does not see, and everything that shows a position to somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.exchange.legend import items
from interpreter.machine.game import Game, IllegalAnswer, step
from interpreter.machine.knowledge import known, known_game
from interpreter.machine.units import army_words
from interpreter.machine.wording import heard, written
from interpreter.players.human import Human
from interpreter.players.scenery import Scenery
from interpreter.players.views import armies, attributes_of, board_lines, drawn, game_value, resources, space_lines, unit_counts
from interpreter.state.world import World
from tests.language.little import BOARD, PLAY, Little, asked_for, check, found_in, little

SECRETS = """
attributes:
  game: {omen: {type: number, seen_by: viewer is red}}
  power:
    bid: {type: number, seen_by: viewer is it or it is at_war}
    plan: {type: space, seen_by: viewer is it}
  space: {trap: {type: number, seen_by: viewer is its holder}}
  unit:
    mines: {type: number, seen_by: viewer is its owner}
    escort: {type: unit}
rules:
  covered: {title: Face-down counter, forbid: know, shown_as: token, when: unit is tank and viewer is not unit's owner}
  dark: {forbid: know, when: unit is ship and viewer is blue}
  fog: {forbid: see, when: unit's place is south and viewer is green}
events:
  struck: {of: {kind: unit_type}, text: "{kind} is struck"}
  bids: {of: {by: power, sum: number}, text: "{by} bids {sum}", told_to: "{by}"}
actions:
  strike:
    says: strike {target} with {striker}
    choose:
      striker: {from: units where its owner is actor}
      target: {from: units where its owner is not actor}
    do: announce struck(target's type)
procedures:
  play: |
    for each p in powers:
        set p's bid to p's money + 1
        set p's plan to north
    set omen to 4
    set north's trap to 2
    set south's trap to 3
    let leader = first units in north
    set leader's mines to 5
    set leader's escort to first units in south
    announce bids(red, 8)
    offer once strike to red
    offer once strike to green
"""


@pytest.fixture
def made(tmp_path: Path) -> Little:
    return little(tmp_path, BOARD, SECRETS)


@pytest.fixture
def game(made: Little) -> Game:
    return made.start()


def kinds(world: World) -> dict[str | None, set[str]]:
    """The types of the units in each space."""
    return {place: {world.u[u][0] for u in units} for place, units in world.at.items()}


# --- the world ---------------------------------------------------------------------------------------------------


def test_nobody_in_particular_knows_all(game: Game) -> None:
    assert known(game.rules, game.world, None) is game.world and known(game.rules, game.world, "chance") is game.world
    assert known_game(game, None) is game


def test_where_nothing_is_hidden_the_world_is_its_own(tmp_path: Path) -> None:
    plain = little(tmp_path, BOARD, PLAY)
    world = plain.world()
    assert known(plain.rules, world, "red") is world


def test_units(game: Game) -> None:
    """Blue's tank and red's are tokens to others; a ship that blue does not know carries nobody for it."""
    worlds = {p: known(game.rules, game.world, p) for p in ("red", "blue", "green")}
    assert kinds(worlds["red"]) == {
        "north": {"infantry", "tank"},
        "middle": {"infantry", "token"},
        "south": {"infantry"},
        "bay": {"frigate", "infantry"},
    }
    assert kinds(worlds["blue"]) == {
        "north": {"infantry", "token"},
        "middle": {"infantry", "tank"},
        "south": {"infantry"},
        "bay": {"unknown"},
    }
    assert "south" not in kinds(worlds["green"]) and len(worlds["green"].u) == len(game.world.u) - 2
    assert len(worlds["blue"].u) == len(game.world.u) - 2 and not worlds["blue"].aboard and worlds["red"].aboard == game.world.aboard
    token = next(u for u in worlds["red"].at["middle"] if worlds["red"].u[u][0] == "token")
    assert worlds["red"].u[token][:5] == ("token", "blue", "middle", None, 0) and game.world.u[token][4] == 1


def test_what_is_said_of_a_token_has_the_values_of_no_type(made: Little, game: Game) -> None:
    world = known(game.rules, game.world, "red")
    assert made.call("strength", "middle", world=world) == 1 and made.call("strength", "middle", world=game.world) == 4


def test_attributes(game: Game) -> None:
    index = {(sort, a.name): a.index for sort, table in game.rules.program.attributes.items() for a in table.values()}

    def read(viewer: str) -> tuple[object, ...]:
        world = known(game.rules, game.world, viewer)
        powers, spaces = world.t["power"], world.t["space"]
        plans = tuple(powers[p][index["power", "plan"]] for p in ("red", "blue"))
        traps = tuple(spaces[s][index["space", "trap"]] for s in ("north", "south"))
        first = world.at["north"][0]
        return world.g[index["game", "omen"]], plans, traps, world.u[first][index["unit", "mines"]], powers["blue"][index["power", "bid"]]

    assert read("red") == (4, ("north", None), (2, 0), 5, 4)
    assert read("blue") == (0, (None, "north"), (0, 3), 0, 4)
    assert read("green") == (0, (None, None), (0, 0), 0, 4)
    assert game.world.veiled == frozenset() and ("power", "plan", "red") in known(game.rules, game.world, "blue").veiled


def test_units_that_are_not_there_are_named_by_nobody(game: Game) -> None:
    escort = game.rules.program.attributes["unit"]["escort"].index
    first = game.world.at["north"][0]
    assert game.world.u[first][escort] in game.world.at["south"]
    assert known(game.rules, game.world, "red").u[first][escort] == game.world.u[first][escort]
    assert known(game.rules, game.world, "green").u[first][escort] is None


def test_it_is_found_once_for_a_world_and_anew_when_that_changes(game: Game) -> None:
    before = known(game.rules, game.world, "blue")
    assert known(game.rules, game.world, "blue") is before and known(game.rules, game.world, "red") is not before
    draft = game.world.fork()
    draft.move(game.world.at["south"], "north", "test")
    assert known(game.rules, draft, "green").at["north"] == draft.at["north"]
    assert "south" not in kinds(known(game.rules, game.world, "green"))


def test_a_unit_may_pass_for_another(tmp_path: Path) -> None:
    rules = "rules: {lure: {forbid: know, shown_as: infantry, when: unit is tank and viewer is not unit's owner}}\n"
    made = little(tmp_path, BOARD, PLAY, rules)
    game = made.run("play")
    assert armies(game, "north", "blue") == {"red": "4 infantry"} and armies(game, "north", "red") == {"red": "3 infantry, 1 tank"}


# --- views -------------------------------------------------------------------------------------------------------


def test_boards_and_numbers(game: Game) -> None:
    blue = known_game(game, "blue")
    assert "north (red): red 3 infantry, 1 token" in list(board_lines(game, "blue"))
    assert not any("south" in line for line in board_lines(game, "green"))
    assert "  trap: 2" in list(space_lines(game, "north", "red")) and not any("trap" in x for x in space_lines(game, "north", "blue"))
    assert resources(blue, "red") == {"money": 7} and resources(blue, "blue") == {"money": 3, "bid": 4}
    assert resources(known_game(game, "red"), "blue") == {"money": 3, "bid": 4}, "who is at war has its bid open"
    assert "plan" not in attributes_of(blue, "red") and attributes_of(blue, "blue")["plan"] == "north"
    assert unit_counts(blue, "red") == {"infantry": 4, "token": 1} and unit_counts(blue, "green") == {"unknown": 1}
    assert game_value(blue, "omen") is None and game_value(known_game(game, "red"), "omen") == 4
    assert blue.ask is game.ask and blue.winner is game.winner


def test_pictures(game: Game) -> None:
    scene = Scenery(game.rules, game.world, "blue")
    assert {scene.short(scene.world.u[u][0]) for units in scene.standing("north").values() for u in units} == {
        "infantry",
        "Face-down counter",
    }
    assert {item.text for item in items(scene) if item.on == "space"} >= {"red", "green"}
    assert army_words(game.rules, scene.world, scene.world.at["north"]) == "3 infantry, 1 token"


# --- words -------------------------------------------------------------------------------------------------------


def test_answers_are_written_and_read_in_words_of_what_is_known(game: Game) -> None:
    assert game.ask is not None
    offered = {written(game, answer) for answer in game.ask.options}
    assert "strike token in middle with tank in north" in offered and not any("strike tank" in words for words in offered)
    with pytest.raises(IllegalAnswer, match="There is no tank in middle"):
        step(game, "strike tank in middle with tank in north")
    struck = step(game, "strike token in middle with tank in north")
    assert [e.values for e in struck.events] == [("tank",)]
    assert struck.ask is not None and struck.ask.actor == "green"
    assert "strike 2 infantry in south" not in {written(struck, a) for a in struck.ask.options}
    assert any(written(struck, a).startswith("strike infantry in south") for a in struck.ask.options), "what is offered is told"


def test_secret_values_stand_in_no_brackets(game: Game) -> None:
    assert game.ask is not None
    own = {written(game, answer) for answer in game.ask.options}
    assert any("infantry [mines 5] in north" in words or "with infantry [mines 5" in words for words in own)
    green = step(game, "strike token in middle with tank in north")
    assert green.ask is not None and not any("mines" in written(green, answer) for answer in green.ask.options)


def test_logs(game: Game) -> None:
    told = {viewer: [e.name for e in heard(game, game.events, viewer)] for viewer in ("red", "blue", None)}
    assert told == {"red": ["bids"], "blue": [], None: ["bids"]}


def test_a_person_reads_what_its_power_knows(game: Game) -> None:
    shown: list[str] = []
    lines = iter(("board", "board middle", "strike token in middle with tank in north"))
    Human(lambda prompt: next(lines), shown.append)(game)
    text = "\n".join(shown)
    assert "money 7, bid 8" in text and "1 token" in text
    assert not any(line.strip().startswith("blue") and "tank" in line for line in shown)


def test_what_is_drawn_is_no_roll(tmp_path: Path) -> None:
    made = little(
        tmp_path, BOARD, "procedures: {play: 'draw p from powers', other: 'roll d6 as die'}\nattributes: {game: {x: {type: number}}}"
    )
    assert drawn(made.run("play")) and not drawn(made.run("other"))


# --- mistakes ----------------------------------------------------------------------------------------------------


def test_mistakes(tmp_path: Path) -> None:
    text = """
    attributes:
      power:
        good: {type: number, seen_by: viewer is it}
        fixed_one: {type: number, fixed: true, seen_by: viewer is it} # E: fixed-attribute
        wrong: {type: number, seen_by: it} # E: wrong-type
      game:
        no_bearer: {type: number, seen_by: viewer is it} # E: unknown-name
    rules:
      no_veil: {forbid: see, shown_as: token, when: viewer is red} # E: idle-field
      bad_word: {forbid: know, shown_as: Some token, when: viewer is red} # E: bad-name
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert found_in(found) == asked_for("", "", text)


def test_no_secret_hangs_on_a_guess(tmp_path: Path) -> None:
    text = """
    attributes: {power: {plan: {type: number, seen_by: "chance(units, units, north) > 50"}}}
    events: {seen: {told_to: "powers where chance(units, units, north) > 50"}}
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert {(d.code, d.message.partition("`")[2].partition("`")[0]) for d in found if d.code == "guess"} == {
        ("guess", "power"),
        ("guess", "seen"),
    }
