"""Procedures that ask: questions in every kind of block, calls, announcements; labels and locals of what is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.machine.game import Game, step
from interpreter.machine.save import restore, save
from tests.language.little import BOARD, PLAY, Little, little, play

LABEL = re.compile(r"[a-zA-Z0-9_ #()]+")


def asking(folder: Path, text: str, *others: str) -> Little:
    lines = "".join(f"      {line}\n" for line in text.strip("\n").split("\n"))
    return little(folder, BOARD, PLAY, f"procedures:\n  go:\n    do: |\n{lines}", *others)


def rolled(game: Game, *faces: int) -> Game:
    return play(game, [("roll", face) for face in faces])


def digits(folder: Path, text: str, faces: list[int], *others: str) -> Any:
    """`turn` at the end of a procedure that rolls dice of one face each; every question is asked, and no more."""
    game = rolled(asking(folder, text, *others).run("go"), *faces)
    assert game.ask is None
    return game.value("turn")


def test_questions_one_after_the_other(tmp_path: Path) -> None:
    text = "set turn to 0\nroll 1 d6 as a\nroll 1 d6 as b\nset turn to total (it) of a * 10 + total (it) of b"
    assert digits(tmp_path, text, [3, 5]) == 35


def test_questions_in_branches(tmp_path: Path) -> None:
    text = """
let n = 0
roll 1 d6 as a
if total (it) of a > 3:
    roll 1 d6 as b
    set n to total (it) of b
else if total (it) of a = 3:
    set n to 100
else:
    roll 1 d6 as c
    roll 1 d6 as b
    set n to total (it) of c + total (it) of b + 10
add total (it) of a to n
set turn to n
"""
    assert digits(tmp_path / "a", text, [4, 6]) == 10
    assert digits(tmp_path / "b", text, [3]) == 103
    assert digits(tmp_path / "c", text, [1, 2, 3]) == 16


def test_questions_in_loops(tmp_path: Path) -> None:
    text = """
let sum = 0
for each p in powers by its money:
    roll 1 d6 as a
    set sum to sum * 10 + total (it) of a
let n = 2
while n > 0:
    subtract 1 from n
    roll 1 d6 as a
    set sum to sum * 10 + total (it) of a
repeat 2 times:
    roll 1 d6 as a
    set sum to sum * 10 + total (it) of a
set turn to sum
"""
    assert digits(tmp_path, text, [1, 2, 3, 4, 5, 6, 1]) == 1234561


def test_loops_in_loops_and_early_ends(tmp_path: Path) -> None:
    text = """
set turn to 0
for each p in powers:
    repeat 2 times:
        while turn < 100:
            roll 1 d6 as a
            add total (it) of a to turn
            if total (it) of a = 6:
                add 100 to turn
            if total (it) of a = 5:
                stop
    subtract 100 from turn
    if turn >= 100:
        set turn to 7
        stop
"""
    assert digits(tmp_path / "a", text, [1, 6, 2, 6, 3, 6]) == 24
    assert digits(tmp_path / "b", text, [1, 5]) == 6


def test_a_loop_of_no_rounds_asks_nothing(tmp_path: Path) -> None:
    text = "for each u in units in ocean:\n    roll 1 d6 as a\nrepeat 0 times:\n    roll 1 d6 as a\nrepeat turn - 4 times:\n    roll 1 d6 as a\nset turn to 9"
    assert digits(tmp_path, text, []) == 9


def test_calls_with_results(tmp_path: Path) -> None:
    others = """
    procedures:
      one_of:
        of: {p: power, n: number}
        returns: number
        do: |
          roll 1 d6 as a
          if total (it) of a = 6:
              return 0
          let more = twice(n)
          return total (it) of a + more
      twice: {of: {n: number}, returns: number, do: return n * 2}
      nothing: {do: set sky to storm}
      wait: {do: roll 1 d6 as a}
    """
    text = """
set turn to 0
for each p in {red, blue}:
    let got = one_of(p, p's money)
    nothing()
    wait()
    set turn to turn * 100 + got
"""
    assert digits(tmp_path, text, [1, 1, 6, 1], others) == 15 * 100


def test_calls_in_calls(tmp_path: Path) -> None:
    others = """
    procedures:
      down:
        of: {n: number}
        returns: number
        do: |
          if n = 0:
              return 0
          roll 1 d6 as a
          let rest = down(n - 1)
          return total (it) of a + 10 * rest
    """
    assert digits(tmp_path, "let x = down(4)\nset turn to x", [1, 2, 3, 4], others) == 4321


def test_rules_that_ask_when_something_is_announced(tmp_path: Path) -> None:
    others = """
    events: {seen: {of: {by: power, n: number}}, quiet: {of: {n: number}}}
    rules:
      third: {on: seen, order: 3, do: set turn to turn * 10 + n}
      first: {on: seen, order: 1, when: by is red, do: "roll 1 d6 as a"}
      second:
        on: [seen, quiet]
        order: 2
        do: |
          roll n d6 as b
          set turn to turn * 10 + total (it) of b
      later: {on: quiet, order: 9, do: set turn to turn + 1}
    """
    text = "set turn to 0\nlet m = 1\nannounce seen(red, m)\nannounce seen(blue, m + 1)\nannounce quiet(0)\nset turn to turn * 10 + m"
    game = asking(tmp_path, text, others).run("go")
    game = play(game, [("roll", 6), ("roll", 5), ("roll", 1, 2)])
    assert game.ask is None
    assert game.value("turn") == ((5 * 10 + 1) * 100 + 3 * 10 + 2) * 10 * 10 + 10 + 1
    events = [(e.name, e.values) for past in game.history() for e in past.events]
    assert events == [("seen", ("red", 1)), ("seen", ("blue", 2)), ("quiet", (0,))]


def test_the_game_can_finish_anywhere(tmp_path: Path) -> None:
    text = "for each p in powers:\n    roll 1 d6 as a\n    if total (it) of a = 6:\n        finish for p"
    game = rolled(asking(tmp_path, text).run("go"), 1, 6)
    assert (game.finished, game.winner, game.ask) == (True, "blue", None)


def test_units_lost_meanwhile_are_passed_over(tmp_path: Path) -> None:
    text = (
        "set turn to 0\nfor each u in units in north:\n    roll 1 d6 as a\n    add 1 to turn\n    remove units in north where it is not u"
    )
    assert digits(tmp_path, text, [1]) == 1


# --- what is kept --------------------------------------------------------------------------------------------------


def frames(game: Game) -> tuple[Any, ...]:
    return game.position.frames


def test_locals_that_nobody_reads_any_more_are_not_kept(tmp_path: Path) -> None:
    text = """
roll 1 d6 as a
let n = total (it) of a
let waste = n * 1000
set turn to n // 1
roll 1 d6 as b
set turn to total (it) of b
""".replace(" // 1", "")
    game = rolled(asking(tmp_path, text).run("go"), 3)
    assert frames(game) == (("go", "roll b", ()),)


def test_equal_positions_are_equal(tmp_path: Path) -> None:
    """Different dice, then the same position: what was rolled leaves no trace."""
    text = "roll 1 d6 as a\nif total (it) of a > 3:\n    set sky to rain\nelse:\n    set sky to rain\nroll 1 d6 as b"
    start = asking(tmp_path, text).run("go")
    first, second = rolled(start, 1), rolled(start, 6)
    assert first.digest == second.digest
    assert first.position.frames == second.position.frames


def test_locals_that_are_needed_later_are_kept_across_questions(tmp_path: Path) -> None:
    text = "roll 1 d6 as a\nroll 1 d6 as b\nroll 1 d6 as c\nset turn to total (it) of a"
    game = rolled(asking(tmp_path, text).run("go"), 3, 1)
    assert frames(game) == (("go", "roll c", ((3,),)),)
    assert rolled(game, 1).value("turn") == 3


def test_a_loop_keeps_what_its_next_round_needs(tmp_path: Path) -> None:
    text = "let sum = 0\nlet unused = 5\nwhile sum < 10:\n    let here = sum\n    roll 1 d6 as a\n    set sum to here + total (it) of a\nset turn to sum"
    game = rolled(asking(tmp_path, text).run("go"), 4)
    assert frames(game) == (("go", "roll a", (4,)),)
    assert rolled(game, 4, 4).value("turn") == 12


def test_labels_are_made_of_words(tmp_path: Path) -> None:
    text = """
roll 1 d6 as a
for each p in powers:
    choose s from spaces for p
    if s is hilly:
        roll 1 d6 as a
        announce seen(p)
    repeat 2 times:
        helper()
"""
    others = "events: {seen: {of: {by: power}}}\nrules: {r: {on: seen, do: roll 1 d6 as x}}\nprocedures: {helper: {do: roll 1 d8 as y}}\n"
    made = asking(tmp_path, text, others)
    labels = set(made.rules.program.blocks["go"])
    assert {"start", "roll a", "roll a #2", "for each p", "choose s", "if", "announce seen", "repeat", "run helper"} <= labels
    assert all(LABEL.fullmatch(label) for label in labels)


def test_labels_do_not_change_with_remarks_or_with_other_rules(tmp_path: Path) -> None:
    """A game saved in the middle of a procedure goes on after such an edit."""
    text = "roll 1 d6 as a\nfor each p in powers:\n    let n = count u in units where u's owner is p\n    roll 1 d6 as b\n    add n to turn\nset turn to turn * 10"
    more = "# a remark\n" + text.replace("\n    roll", "  # another\n\n    # and one more\n    roll")
    others = "define: {other: count u in units where u is tank}\nevents: {e: {}}\nrules: {s: {on: e, do: roll 1 d6 as q}}\nprocedures: {a_first: {do: roll 1 d6 as r}}\n"
    one, two = asking(tmp_path / "a", text), asking(tmp_path / "b", more, others)
    assert list(one.rules.program.blocks["go"]) == list(two.rules.program.blocks["go"])
    assert {k: v[1:] for k, v in one.rules.program.blocks["go"].items()} == {k: v[1:] for k, v in two.rules.program.blocks["go"].items()}
    faces = [1, 2, 3]
    a, b = rolled(one.run("go"), *faces), rolled(two.run("go"), *faces)
    assert a.position.frames == b.position.frames


@pytest.mark.parametrize("upto", range(5))
def test_a_saved_game_goes_on_the_same(tmp_path: Path, upto: int) -> None:
    text = "set turn to 0\nfor each p in powers:\n    roll 1 d6 as a\n    if total (it) of a > 2:\n        roll 1 d6 as b\n        add total (it) of b to turn\n    add total (it) of a to turn"
    made = asking(tmp_path, text)
    faces = [3, 1, 2, 5, 4]
    game = rolled(made.run("go"), *faces[:upto])
    save(game, tmp_path / "game.json")
    again = restore(tmp_path / "game.json", made.rules)
    assert again.digest == game.digest
    for face in faces[upto:]:
        game, again = step(game, ("roll", face)), step(again, ("roll", face))
        assert again.digest == game.digest
    assert again.value("turn") == sum(faces)


def test_steps_leave_the_old_game_as_it_was(tmp_path: Path) -> None:
    game = asking(tmp_path, "let n = turn\nroll 1 d6 as a\nset turn to n + total (it) of a\nremove units in north\nroll 1 d6 as b").run(
        "go"
    )
    before = game.digest
    later = {face: rolled(game, face) for face in (1, 2, 3)}
    assert [later[face].value("turn") for face in (1, 2, 3)] == [4, 5, 6]
    assert (game.digest, game.value("turn"), len(game.world.at["north"])) == (before, 3, 4)
