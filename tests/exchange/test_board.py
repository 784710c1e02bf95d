"""Pictures of small boards, read back as XML."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from interpreter import load, start
from interpreter.exchange.board import ROOM, NoPicture, drawing, frame, picture
from interpreter.machine.game import Game, step
from interpreter.players.scenery import Scenery
from tests.exchange.boards import HEXES, MORE, WORLD
from tests.language.little import BOARD, PLAY, little, write

SVG = "{http://www.w3.org/2000/svg}"


class Picture:
    """A drawn game by the classes of its groups."""

    def __init__(self, game: Game) -> None:
        self.root = ElementTree.fromstring(picture(game))
        self.words = ["".join(t.itertext()) for t in self.root.iter(f"{SVG}text")]

    def group(self, name: str) -> list[ElementTree.Element]:
        return [e for g in self.root.iter(f"{SVG}g") if g.get("class") == name for e in g]

    def fill(self, space: str) -> str | None:
        """The colour of a cell, by its tooltip."""
        cells = [*self.group("spaces"), *self.group("discs")]
        return next(c.get("fill") for c in cells if c.findtext(f"{SVG}title") == space)


@pytest.fixture
def hexes(tmp_path: Path) -> Game:
    return little(tmp_path, HEXES, MORE, head=HEAD).start()


@pytest.fixture
def world(tmp_path: Path) -> Game:
    return little(tmp_path, WORLD, head=HEAD).start()


HEAD = "ruleset: small\ntitle: Small & Simple\nstart: play\nscenario: standard\n"


def test_a_picture_is_the_same_every_time(hexes: Game) -> None:
    assert picture(hexes) == picture(hexes)


def test_hexes_have_the_colour_of_their_last_mark(hexes: Game) -> None:
    p = Picture(hexes)
    assert p.fill("a1") == "#ddeebb" and p.fill("b2") == "#88aa66" and p.fill("b0") == "#999999"
    assert len(p.group("spaces")) == 10


def test_what_the_position_changes_the_picture_shows(tmp_path: Path) -> None:
    game = start(load(write(tmp_path, HEXES, MORE, head=HEAD)))
    assert Picture(step(game, ("edit", "set a1's ground to wood"))).fill("a1") == "#88aa66"


def test_ids_stand_on_whole_hexes_alone(hexes: Game) -> None:
    words = Picture(hexes).words
    assert "a1" in words and "b1" in words and "b0" not in words


def test_symbols_stand_in_the_middle_of_their_hexes(hexes: Game) -> None:
    p = Picture(hexes)
    (wood,) = p.group("space lie")
    assert wood.get("d") == "M-20 20L0 -20L20 20Z" and wood.get("fill") == "#224422"
    (goal,) = p.group("space goal")
    assert goal.get("fill") == "#cc0000"


def test_streams_lie_along_and_paths_across(hexes: Game) -> None:
    p = Picture(hexes)
    assert [e.get("stroke") for e in p.group("border brook")] == ["#3366cc"] * 2
    assert len(p.group("border path")) == 2 and len(p.group("border plank")) == 1
    assert p.group("border span") == []

    def length(e: ElementTree.Element) -> float:
        (ax, ay), (bx, by) = (map(float, point.split()) for point in e.get("d", "")[1:].split("L"))
        return float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)

    assert length(p.group("border brook")[0]) == pytest.approx(50, abs=0.2)
    assert length(p.group("border path")[0]) == pytest.approx(50 * 3**0.5, abs=0.2)
    assert length(p.group("border plank")[0]) == pytest.approx(10 * 3**0.5, abs=0.2)


def test_counters_tell_short_name_number_owner_heading_and_marks(hexes: Game) -> None:
    p = Picture(hexes)
    counters = p.group("units")
    assert len(counters) == 2 + 2 + 1 + 4
    cart = counters[0]
    assert {e.get("fill") for e in cart if e.tag == f"{SVG}rect"} == {"#aa2222"}
    assert len([e for e in cart if e.tag == f"{SVG}path" and e.get("stroke") == "#ffffff"]) == 1
    assert " ".join("".join(t.itertext()) for t in cart.iter(f"{SVG}text")) == "Very Long Cart Name"
    assert "2 ft" in p.words and "12 ft" in p.words
    hurt = [c for c in counters if any(e.tag == f"{SVG}circle" and e.get("fill") == "#ffee00" for e in c)]
    assert len(hurt) == 3
    assert "+2" in p.words, "what is aboard is told on its carrier"


def test_what_a_power_does_not_see_is_not_drawn(tmp_path: Path) -> None:
    game = little(tmp_path, HEXES, MORE, "rules: {fog: {forbid: see, when: unit's owner is not viewer}}\n", head=HEAD).start()
    assert "12 ft" in picture(game) and "12 ft" in picture(game, "blue") and "12 ft" not in picture(game, "red")
    assert ">Blue<" in picture(game) and ">Blue<" not in picture(game, "red"), "the legend tells nothing of them either"


def test_the_head_and_the_legend(hexes: Game, tmp_path: Path) -> None:
    words = Picture(hexes).words
    assert words[0] == "Small & Simple · 7"
    assert [w for w in ("Meadow", "Wood", "Brook", "Path", "Plank", "Goal", "Hurt", "Red & Co", "Blue") if w not in words] == []
    nobody = Picture(little(tmp_path / "bare", HEXES, MORE.partition("    units:")[0], head=HEAD).start()).words
    assert "Blue" not in nobody and "Hurt" not in nobody and "Meadow" in nobody


def test_a_world_has_cells_discs_titles_and_numbers(world: Game) -> None:
    p = Picture(world)
    assert p.fill("West Land") == "#aa2222" and p.fill("The Sea") == "#99bbdd" and p.fill("Rock & <Reef>") == "#00ff00"
    assert "West Land" in p.words and "3" in p.words and "2" not in p.words
    assert "3\u00a0Guard" in p.words and "1\u00a0Guard" in p.words
    assert "1\u00a0shp" in " ".join(p.words) and "2\u00a0Guard" in " ".join(p.words)


def test_short_names_stand_in_the_legend_where_they_are_short(world: Game) -> None:
    words = Picture(world).words
    assert words[words.index("Ship") - 1] == "shp" and "Guard" not in words, "what is called by its whole name needs no word"


def test_what_is_aside_is_cut_away(world: Game, tmp_path: Path) -> None:
    aside = WORLD.replace(
        "  dam: {title", '  far: {title: Far, on: space, when: it is wet or it is isle, aside: true, color: "#eeeeee"}\n  dam: {title'
    )
    whole, part = Picture(world), Picture(little(tmp_path / "part", aside, head=HEAD).start())
    assert part.fill("The Sea") == "#eeeeee" and part.fill("West Land") == "#aa2222"
    assert "Far" in part.words and "Far" not in whole.words


@pytest.mark.parametrize(("shown", "top", "high"), [("it is south", 50, 50), ("it is east_land", 0, 100), ("false", 0, 100)])
def test_the_part_that_is_shown(tmp_path: Path, shown: str, top: int, high: int) -> None:
    """The cell of the south is the lower half of this world; that of the east land goes on behind its edge; where all is aside, all is shown."""
    far = WORLD.replace("  dam: {title", f"  far: {{on: space, when: not ({shown}), aside: true}}\n  dam: {{title")
    game = little(tmp_path, far, head=HEAD).start()
    d = drawing(Scenery(game.rules, game.world))
    room = ROOM * d.scale if top else 0
    assert frame(d) == (pytest.approx((0, top - room)), pytest.approx((100, high + room)))


def test_walls_and_ways_tell_what_is_adjacent(world: Game) -> None:
    """West and south touch but are not adjacent: a wall; the rock is adjacent to the south, far from it: a dashed line."""
    walls = [e for e in Picture(world).group("divides") if e.get("stroke-dasharray") is None]
    ways = [e for e in Picture(world).group("divides") if e.get("stroke-dasharray")]
    assert len(walls) == 1 and len(ways) == 1
    assert len(Picture(world).group("border dam")) == 1


def test_the_border_of_cells_that_do_not_touch_is_the_line_between_them(tmp_path: Path) -> None:
    apart = WORLD.replace("south: [east_land, rock]", "south: [east_land]").replace("{sea: [south]}", "{sea: [south], south: [rock]}")
    dams = Picture(little(tmp_path, apart, head=HEAD).start()).group("border dam")
    assert len(dams) == 2 and len({e.get("stroke-width") for e in dams}) == 2


def test_a_board_without_places_has_no_picture(tmp_path: Path) -> None:
    with pytest.raises(NoPicture, match="no space has `at`"):
        picture(little(tmp_path, BOARD, PLAY.replace("set turn to turn", "roll 1 d6 as die")).start())
