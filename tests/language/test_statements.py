"""Statements: what they may say, what they bind, and every mistake with its code on its line."""

from __future__ import annotations

from pathlib import Path

from tests.language.little import BOARD, PLAY, Little, asked_for, check, found_in, little, options, play, read, units


def mistakes(folder: Path, *documents: str) -> None:
    _, found = check(folder, BOARD, PLAY, *documents)
    assert found_in(found) == asked_for("", "", *documents)


def effects(folder: Path, text: str, *others: str) -> Little:
    lines = "".join(f"      {line}\n" for line in text.strip("\n").split("\n"))
    return little(folder, BOARD, PLAY, f"procedures:\n  go:\n    do: |\n{lines}", *others)


def test_mistakes(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        define: {five: 5}
        enumerations: {flag: [sun, star]}
        sorts: {song: {plural: songs}}
        songs: {sun: }
        attributes: {power: {flag: {type: flag, fixed: true}}}
        powers: {mint: {flag: star}}
        events: {seen: {of: {by: power}}}
        actions: {act: {of: {n: number}, do: stop}}
        procedures:
          gives: {returns: number, do: return 3}
          takes: {of: {p: power, n: number}, do: stop}
          wrong:
            do: |
              set red to 3 # E: not-settable
              set five to 3 # E: not-settable
              set red's ally to blue # E: fixed-attribute
              clear red's ally # E: fixed-attribute
              set mint's flag to sun # E: fixed-attribute
              set nobody's flag to nothing # E: unknown-name
              set north's worth to 3 # E: fixed-attribute
              set cost of tank to 3 # E: fixed-attribute
              set red's money to blue # E: wrong-type
              set red's money # E: wrong-type
              set red's mony to 3 # E: unknown-name
              set turn's money # E: unknown-name
              add 1 to sky # E: wrong-type
              add red to lucky # E: wrong-type
              add 1 to red # E: not-settable
              let u = first units
              set u's place to north # E: not-settable
              clear u's carrier # E: not-settable
              clear u's place # E: not-settable
              let n = 3
              set n to red # E: wrong-type
              add 1 to u # E: wrong-type
              create north in north for red # E: wrong-type
              create tank in red for red # E: wrong-type
              create tank in north for north # E: wrong-type
              create red tank in north for blue # E: syntax
        """.replace("              create red tank in north for blue # E: syntax\n", ""),
    )


def test_mistakes_of_units_questions_and_calls(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        define: {five: {is: 5}, rather: {of: {p: power}, is: p is rich}}
        events: {seen: {of: {by: power}}}
        actions: {act: {of: {n: number}, do: stop}}
        procedures:
          gives: {returns: number, do: return 3}
          takes: {of: {p: power, n: number}, do: stop}
          wrong:
            do: |
              remove north # E: wrong-type
              move red to north # E: wrong-type
              move units to red # E: wrong-type
              move (units) aboard north # E: wrong-type
              roll red d6 as dice # E: wrong-type
              roll 1 d1 as dice # E: die
              roll 1 d1001 as dice # E: die
              choose x from turn for red # E: wrong-type
              choose y from powers for north # E: wrong-type
              offer ack(1) to red # E: unknown-name
              offer act to red # E: wrong-count
              offer act(red) to red # E: wrong-type
              offer act(1) to north # E: wrong-type
              announce sen(red) # E: unknown-name
              announce seen() # E: wrong-count
              announce seen(3) # E: wrong-type
              tkes(red, 1) # E: unknown-name
              takes(red) # E: wrong-count
              takes(1, red) # E: wrong-type
              rather(red) # E: no-effect
              let v = takes(red, 1) # E: no-result
              let w = gives() + 1 # E: impure
              return 3 # E: no-result
              if turn: # E: wrong-type
                  stop
              for each s in turn: # E: wrong-type
                  stop
              while red: # E: wrong-type
                  stop
              repeat red times: # E: wrong-type
                  stop
              let where = 3 # E: keyword
              for each any in powers: # E: keyword
                  stop
              finish for fve # E: unknown-name
          no_number: {returns: number, do: return red} # E: wrong-type
        """,
    )


def test_a_name_is_in_sight_in_its_block_only(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        procedures:
          wrong:
            do: |
              if turn = 3:
                  let inner = 1
                  add inner to turn
              add inner to turn # E: unknown-name
              for each p in powers:
                  roll 1 d6 as dice
                  set turn to total (it) of dice
              set turn to count dice # E: unknown-name
              set turn to p's money # E: unknown-name
              set turn to its money # E: no-element
        """,
    )


def test_a_name_bound_again_changes(tmp_path: Path) -> None:
    made = effects(tmp_path, "let n = 1\nif turn = 3:\n    let n = 2\nadd 1 to n\nset turn to n")
    assert made.run("go").value("turn") == 3


def test_loops_of_one_name_in_each_other(tmp_path: Path) -> None:
    """The inner name hides the outer one, which is as it was afterwards."""
    text = """
let n = 0
for each p in powers:
    for each p in {north, south}:
        add 1 to n
    add p's money to n
set turn to n
"""
    assert effects(tmp_path, text).run("go").value("turn") == 15 + 6


def test_loops_of_one_name_in_each_other_that_ask(tmp_path: Path) -> None:
    text = """
for each u in units in north:
    for each u in units in south:
        roll 1 d6 as dice
        add total (it) of dice to u's damage
    set u's tired
"""
    made = effects(tmp_path, text)
    game = play(made.run("go"), [("roll", 1)] * 8)
    assert game.ask is None
    assert [read(game, "unit", u, "tired") for u in game.world.at["north"]] == [True] * 4
    assert [read(game, "unit", u, "damage") for u in game.world.at["south"]] == [3, 3]  # `most` is 3


def test_names_of_the_builder_are_nobodys(tmp_path: Path) -> None:
    """Locals that look like those of the machinery are left alone."""
    text = """
let result = 5
let left_u = 7
let n_repeat = 9
let hits = 11
other()
for each u in {red, blue}:
    roll 1 d6 as dice
repeat 2 times:
    roll 1 d6 as dice
announce seen(red)
set turn to result + left_u * 10 + n_repeat * 100 + hits * 1000
"""
    others = "events: {seen: {of: {by: power}}}\nrules: {r: {on: seen, do: roll 1 d6 as said_0}}\nprocedures: {other: {do: roll 1 d6 as result}}\n"
    game = play(effects(tmp_path, text, others).run("go"), [("roll", 3)] * 6)
    assert (game.ask, game.value("turn")) == (None, 5 + 70 + 900 + 11000)


def test_a_comprehension_does_not_touch_names_that_look_like_its_own(tmp_path: Path) -> None:
    text = "define: {f: {of: {u_1: unit, u_n1: unit}, is: count u in units where u is u_1}}\n"
    made = effects(tmp_path, "let a = first units in north\nset turn to f(a, a)", text)
    assert made.run("go").value("turn") == 1


def test_sets_take_single_elements(tmp_path: Path) -> None:
    text = "add green to red's foes\nadd {green, red} to red's foes\nsubtract blue from red's foes\nlet s = {1}\nadd 2 to s\nsubtract 1 from s\nset lucky to s"
    game = effects(tmp_path, text).run("go")
    assert read(game, "power", "red", "foes") == ("green", "red")
    assert game.value("lucky") == (2,)


def test_bounds_of_attributes(tmp_path: Path) -> None:
    game = effects(
        tmp_path, "subtract 100 from red's money\nlet u = first units in north\nadd 9 to u's damage\nset turn to u's damage"
    ).run("go")
    assert (read(game, "power", "red", "money"), game.value("turn")) == (0, 3)


def test_units_are_made_moved_carried_and_lost(tmp_path: Path) -> None:
    text = """
create 2 infantry in ocean for red as marines
create frigate in ocean for red as ships
move marines aboard first ships
move ships to bay
remove first units in bay where it is frigate and its owner is green
move first marines to coast
"""
    game = effects(tmp_path, text).run("go")
    assert units(game, "bay") == {("red", "frigate"): 1, ("red", "infantry"): 1}
    assert units(game, "coast") == {("red", "infantry"): 1}
    assert units(game, "ocean") == {}


def test_those_removed_meanwhile_are_passed_over(tmp_path: Path) -> None:
    text = "let n = 0\nfor each u in units in north:\n    remove units in north where it is not u\n    add 1 to n\nset turn to n"
    assert effects(tmp_path, text).run("go").value("turn") == 1


def test_there_is_no_question_where_there_is_no_choice(tmp_path: Path) -> None:
    text = """
choose a from {north} for red
choose b from spaces where it is none for red
choose c from units in south for blue
roll 0 d6 as dice
if b is none and c is infantry and count dice = 0:
    set turn to worth of a
"""
    game = effects(tmp_path, text).run("go")
    assert (game.ask, game.value("turn")) == (None, 2)


def test_a_choice_offers_alike_units_once(tmp_path: Path) -> None:
    made = effects(tmp_path, "choose a from units in north for red\nchoose b from powers for blue or none\nset turn to attack of a")
    game = made.run("go")
    assert options(game) == ["choose infantry in north", "choose tank in north"]
    game = play(game, ["choose tank"])
    assert options(game) == ["choose red", "choose blue", "choose green", "choose none"]
    assert play(game, ["choose none"]).value("turn") == 3
