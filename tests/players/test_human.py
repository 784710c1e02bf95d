"""A person at a terminal, driven by what a test types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import load, restore, start
from interpreter.machine.game import Game, advance
from interpreter.machine.questions import CHANCE
from interpreter.players.chance import roll
from interpreter.players.human import Back, Group, Human, Quit, grouped, heading
from interpreter.players.views import Choice
from tests.language.little import BOARD, little

PONDS = Path(__file__).parents[1] / "cli" / "games" / "ponds"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBOOK_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


class Terminal:
    """What is typed, line by line, and what is shown."""

    def __init__(self, *typed: str) -> None:
        self.typed: Iterator[str] = iter(typed)
        self.shown: list[str] = []
        self.person = Human(self.read, self.shown.append)

    def read(self, prompt: str) -> str:
        try:
            return next(self.typed)
        except StopIteration:
            raise EOFError from None

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


def asked(seed: int = 4) -> Game:
    """A game at its first question to a power."""
    game = start(load(PONDS), seed=seed)
    return rolled(game)


def rolled(game: Game) -> Game:
    while game.ask is not None and game.ask.actor == CHANCE:
        game = advance(game, game.ask, roll(game, game.ask))
    return game


def test_the_question_tells_who_when_what_and_with_what() -> None:
    terminal = Terminal("done")
    assert terminal.person(asked()) == ("done",)
    assert "Green Gardener · round 1 · Gardening" in terminal.text and "seeds 3" in terminal.text


def test_an_answer_by_number_and_in_words() -> None:
    game = asked()
    terminal = Terminal("1")
    first = terminal.person(game)
    listed = next(line for line in terminal.shown if line.startswith("   1  ")).split("  ", 2)[-1].strip()
    assert Terminal(listed).person(game) == first


def test_a_number_that_is_not_there_asks_again() -> None:
    terminal = Terminal("77", "done")
    assert terminal.person(asked()) == ("done",)
    assert "no number 77" in terminal.text


def test_an_illegal_answer_is_refused_with_the_rule() -> None:
    terminal = Terminal("buy 9 toad in mill", "why-not buy 9 toad in mill", "why-not done", "done")
    assert terminal.person(asked()) == ("done",)
    assert terminal.text.count("rule: actions.buy") == 2 and "P-2 (Buying)" in terminal.text and "It is legal." in terminal.text


def test_a_part_of_a_name_lists_what_contains_it() -> None:
    terminal = Terminal("weir", "done")
    terminal.person(asked())
    after = terminal.shown[terminal.shown.index("seeds 3") :]
    assert any("hop" in line and "weir" in line for line in after)


def test_looking_around_changes_nothing() -> None:
    terminal = Terminal("help", "board", "board mill", "board mil", "log", "log 1", "all", "back", "more", "", "done")
    game = asked()
    before = game.digest
    assert terminal.person(game) == ("done",)
    assert game.digest == before
    for part in ("NUMBER", "mill (green): green 2 frog", "Mill Pond", "did you mean `mill`?", "Round 1"):
        assert part in terminal.text


def test_undo_takes_back_the_own_last_answer() -> None:
    game = asked()
    terminal = Terminal("buy 1 frog in mill", "undo")
    answer = terminal.person(game)
    assert isinstance(answer, tuple) and game.ask is not None
    back = terminal.person(advance(game, game.ask, answer))
    assert isinstance(back, Back) and back.game is game


def test_undo_goes_back_step_by_step_to_the_first_answer() -> None:
    game = asked()
    terminal = Terminal("hop frog in mill to weir", "hop frog in mill to weir", "undo", "undo", "undo", "done")
    now = game
    for _ in range(2):
        answer = terminal.person(now)
        assert isinstance(answer, tuple) and now.ask is not None
        now = advance(now, now.ask, answer)
    for _ in range(2):
        back = terminal.person(now)
        assert isinstance(back, Back)
        now = back.game
    assert now is game
    assert terminal.person(now) == ("done",)
    assert "Nothing can be taken back" in terminal.text


def test_undo_is_refused_after_dice_and_others() -> None:
    game = asked()
    terminal = Terminal("done", "undo", "done")
    answer = terminal.person(game)
    assert isinstance(answer, tuple) and game.ask is not None
    later = rolled(advance(game, game.ask, answer))
    assert later.ask is not None and later.ask.actor != game.ask.actor
    assert terminal.person(later) == ("done",)
    assert "Nothing can be taken back" in terminal.text


def test_save_and_quit(tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    terminal = Terminal("save", f"save {file}", f"save {tmp_path}/no/g.json", "quit")
    game = asked()
    with pytest.raises(Quit):
        terminal.person(game)
    assert restore(file).digest == game.digest
    assert "Write the name of a file" in terminal.text and "can't be written" in terminal.text


def test_the_end_of_the_input_is_quitting() -> None:
    with pytest.raises(Quit):
        Terminal().person(asked())


def test_dice_may_be_told_or_rolled() -> None:
    game = start(load(PONDS), seed=4)
    assert game.ask is not None and game.ask.actor == CHANCE
    assert Terminal("roll 5").person(game) == ("roll", 5)
    assert Terminal("7", "roll").person(game) == roll(game, game.ask)


def choice(words: str) -> Choice:
    return Choice((words,), words)


def test_groups_stand_under_the_first_words_that_tell_them_apart() -> None:
    found = [choice(w) for w in ("buy 1 cow", "buy 2 cow", "buy 1 hen", "sell 1 hen", "done")]
    groups = grouped(found)
    assert [g.words for g in groups] == ["buy", "sell 1 hen", "done"]
    assert isinstance(groups[0], Group)
    assert [g.words for g in grouped(groups[0].inside)] == ["buy cow", "buy 1 hen"]


def test_answers_that_differ_only_in_a_number_are_listed() -> None:
    found = [choice(f"buy {n} cow") for n in range(1, 30)]
    assert grouped(found) == found
    assert heading("buy 3 cow", 2) == ("buy", "cow")


def test_a_command_gives_way_to_an_answer_of_that_name() -> None:
    terminal = Terminal(":board mill", "done")
    terminal.person(asked())
    assert "Mill Pond" in terminal.text
    terminal.person.all = [choice("board the ferry")]
    assert terminal.person._begins(asked(), "board") and not terminal.person._begins(asked(), "log")


def test_a_correction_by_hand() -> None:
    terminal = Terminal("edit set green's seds to 9", "edit set green's seeds to 9")
    assert terminal.person(asked()) == ("edit", "set green's seeds to 9")
    assert "did you mean `seeds`" in terminal.text.lower()


SECRET = """
rules: {secret: {forbid: see, when: unit's place is none and unit's owner is not viewer}}
actions: {wait: {do: stop}}
procedures:
  play:
    do: |
      create 2 frigate in none for red
      create tank in none for blue
      offer once wait to red
      offer once wait to blue
"""


def test_what_a_power_does_not_see_is_not_on_its_board(tmp_path: Path) -> None:
    """Units that wait beside the board are their owner's secret."""
    game = start(little(tmp_path, BOARD, SECRET).rules)
    for own in ("red 2 frigate", "blue 1 tank"):
        terminal = Terminal("board", "board bay", "wait")
        answer = terminal.person(game)
        off = [line.strip() for line in terminal.shown if "(off the board)" in line]
        assert off == [f"(off the board): {own}"] and "green: 2 infantry, 1 frigate" in terminal.text
        assert game.ask is not None and not isinstance(answer, Back)
        game = advance(game, game.ask, answer)


TOLD = """
events:
  hired: {of: {by: power}, text: "{by} hires somebody", told_to: "powers where it is by or its ally is by"}
  gone: {of: {who: unit, by: power}, text: "Somebody leaves {by}", told_to: "{who's owner}"}
procedures:
  play:
    do: |
      announce hired(red)
      announce gone(first units in south, blue)
      remove units in south
      offer once wait to red
      offer once wait to green
      offer once wait to blue
actions: {wait: {do: stop}}
"""


def test_a_log_shows_what_is_told_to_its_reader(tmp_path: Path) -> None:
    """An ally hears of it, an enemy does not; of what is gone nobody can say whose it was."""
    game = start(little(tmp_path, BOARD, TOLD).rules)
    for heard in (True, True, False):
        terminal = Terminal("log", "wait")
        answer = terminal.person(game)
        assert ("hires somebody" in terminal.text) == heard and "leaves" not in terminal.text
        assert game.ask is not None and not isinstance(answer, Back)
        game = advance(game, game.ask, answer)
