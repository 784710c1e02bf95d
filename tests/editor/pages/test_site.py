"""The pages of a rulebook: nothing is missing, every link leads somewhere, nothing is fetched."""

from __future__ import annotations

import html
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import pytest

from interpreter.analysis.definitions import paths
from interpreter.editor.pages.book import Book, book
from interpreter.editor.pages.examples import example
from interpreter.editor.pages.site import board, chapters, deployed, site, write
from interpreter.machine.game import start
from interpreter.rules.build import RulesetError, load
from tests.editor.ponds import PONDS

CASE = """a_frog_jumps_once:
  cites: [P-3]
  text: A frog that has jumped is tired.
  options: {bonus: 2}
  given:
    like: usual
    set: {game: {active: green}, powers: {green: {seeds: 3}}}
    units: {mill: {green: {frog: {count: 1, tired: true}}}, none: {none: {toad: 2}}}
  when:
    - run: garden
    - refuse: {answer: hop frog in mill to weir, by: tired_frogs}
    - answer: [buy 1 frog in mill, done]
    - said: [bought green frog 1]
    - dice: [3]
  then:
    - count units in mill = 2
"""


class Balanced(HTMLParser):
    """Fails at an end tag without its beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, (tag, self.getpos())


@pytest.fixture(scope="module")
def ponds(tmp_path_factory: pytest.TempPathFactory) -> Book:
    folder = Path(shutil.copytree(PONDS, tmp_path_factory.mktemp("docs") / "ponds"))
    (folder / "cases").mkdir()
    (folder / "cases" / "jumps.yaml").write_text(CASE)
    return book(folder)


@pytest.fixture(scope="module")
def spring() -> Book:
    return book("spring-1942")


def problems(files: dict[str, str]) -> list[str]:
    """Links that lead nowhere, places that stand twice, things that would be fetched."""
    places = {name: re.findall(r'\bid="([^"]*)"', text) for name, text in files.items()}
    found = [f"{name}: {each} twice" for name, ids in places.items() for each in set(ids) if ids.count(each) > 1 and name.endswith(".html")]
    for name, text in files.items():
        if name.endswith(".html"):
            for each in re.findall(r'(?:href|src)="([^"]*)"', text):
                file, _, place = html.unescape(each).partition("#")
                if file not in files or (place and place not in places[file]):
                    found.append(f"{name}: {each}")
            found += [f"{name} fetches {each}" for each in re.findall(r"<script|@import|url\(", text)]
    return found


@pytest.mark.parametrize("which", ["ponds", "spring"])
def test_every_link_leads_somewhere(which: str, request: pytest.FixtureRequest) -> None:
    files = site(request.getfixturevalue(which), "<svg/>")
    assert problems(files) == []
    for name, text in files.items():
        if name.endswith(".html"):
            parser = Balanced()
            parser.feed(text)
            assert parser.open == []


def test_a_lost_link_is_found(ponds: Book) -> None:
    files = site(ponds)
    del files["rules.html"]
    assert any("rules.html#tired_frogs" in each for each in problems(files))


@pytest.mark.parametrize("which", ["ponds", "spring"])
def test_everything_is_told(which: str, request: pytest.FixtureRequest) -> None:
    made: Book = request.getfixturevalue(which)
    files = site(made)
    for name, node in made.sections["statements"].items():
        assert f'id="{name}"' in files["rulebook.html"] and isinstance(node.value, dict)
    for section in made.pages:
        for path, _ in paths(section, made.sections[section]):
            assert f'id="{path.partition(".")[2]}"' in files[f"{section}.html"]
            assert made.target(path).partition("#")[2] in files["words.html"]
    for case in made.cases:
        assert f'id="case-{Path(case.file).stem}-{case.id}"' in files["examples.html"]
    assert set(chapters(made)) and files == site(made)


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())


def test_a_statement_with_what_puts_it_into_effect_and_what_shows_it(ponds: Book) -> None:
    told = words(site(ponds)["rulebook.html"])
    assert "P-3 A frog jumps to a neighbouring pond once a turn." in told
    assert "in effect by Hop (action), Tired frogs (rule) shown by A frog jumps once" in told


def test_an_example_in_words(ponds: Book) -> None:
    told = words(example(ponds, ponds.cases[0]))
    for sentence in (
        "A frog that has jumped is tired.",
        "Agreed: bonus: 2.",
        "The board of Usual, without its units.",
        "active green.",
        "Green Gardener: seeds 3.",
        "In Mill Pond: Green Gardener 1 Frog (tired yes).",
        "Nowhere on the board: nobody's 2 Toad.",
        "Played: garden.",
        "Not allowed: hop frog in mill to weir, by Tired frogs: A frog jumps once a turn.",
        "Answered: buy 1 frog in mill; done.",
        "Announced: green buys 1 frog.",
        "The dice show 3.",
        "Then count units in mill = 2.",
    ):
        assert sentence in told


def test_tables_and_definitions(ponds: Book) -> None:
    files = site(ponds)
    assert "Frog frog 2 1" in words(files["unit_types.html"]) and "Toad toad 3 0" in words(files["unit_types.html"])
    assert '<a href="attributes.html#space.yield">yield</a>' in files["define.html"]
    assert "growth_of(p: power)" in words(files["define.html"]) and "ponds, ruleset.yaml" in files["define.html"]
    course = words(files["course.html"])
    assert "A game begins with Play game" in course and "Gardening phase by: active Buy Hop" in course


def test_an_overlay_is_told_too() -> None:
    made = book(PONDS, ("dear-frogs",))
    assert "Frog frog 3 1" in words(site(made)["unit_types.html"])


def test_the_board_is_drawn_where_it_can_be(tmp_path: Path) -> None:
    rules, _ = load("spring-1942")
    assert rules is not None
    drawn = board(rules)
    assert drawn is not None and drawn.startswith("<svg")
    bare, _ = load(PONDS)
    assert bare is not None and board(bare) is None
    write({"a.html": "x", "map.svg": drawn}, tmp_path / "pages")
    assert (tmp_path / "pages" / "map.svg").read_text() == drawn


def test_armies_that_players_place_stand_on_the_board() -> None:
    rules, found = load("miniatures")
    assert rules is not None, found
    game = start(rules)
    placed = deployed(game)
    assert not any(map(game.rules.board.spaces.__contains__, game.world.at)) and game.value("round") == 0
    assert placed.value("round") == 1 and sum(space in rules.board.spaces for space in placed.world.at) > 5
    assert deployed(placed) is placed
    quiet, _ = load(PONDS)
    assert quiet is not None and deployed(begun := start(quiet)) is begun


def test_what_is_not_there() -> None:
    with pytest.raises(RulesetError):
        book("no_such_game")


def test_cases_of_two_files_may_bear_one_id(ponds: Book) -> None:
    home = ponds.reading.resolved.homes[-1]
    (home / "cases" / "more.yaml").write_text(CASE)
    two = book(home)
    (home / "cases" / "more.yaml").unlink()
    files = site(two)
    assert problems(files) == []
    assert {f"examples.html#case-{each}-a_frog_jumps_once" for each in ("jumps", "more")} <= set(
        re.findall(r'href="([^"]*)"', files["rulebook.html"])
    )
