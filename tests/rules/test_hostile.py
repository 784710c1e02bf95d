"""Hostile texts: each ends soon, in a diagnostic or in a Fault, and never in anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Fault, step
from interpreter.players.simple import random
from interpreter.rules.culprit import culprit
from tests.language.little import BOARD, PLAY, check, errors, little


def codes(folder: Path, text: str, *others: str) -> set[str]:
    """The codes of the errors of a text."""
    built, found = check(folder, BOARD, PLAY, text, *others)
    assert built is None or not errors(found)
    return {each.code for each in errors(found)}


def expression(folder: Path, text: str) -> set[str]:
    return codes(folder, f"define:\n  it_is: {{is: '{text}'}}\n")


def effects(*lines: str) -> str:
    return "procedures:\n  hostile:\n    do: |\n" + "".join(f"      {line}\n" for line in lines)


def fault(folder: Path, text: str) -> str:
    """What the Fault of running `hostile` says."""
    made = little(folder, BOARD, PLAY, text)
    with pytest.raises(Fault) as caught:
        made.run("hostile")
    return str(caught.value)


# --- texts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "(" * 1000 + "1" + ")" * 1000,
        "{" * 200 + "1" + "}" * 200,
        "not " * 190 + "true",
        "not " * 4000 + "true",
        "-" * 3000 + "1",
        " + ".join(["1"] * 4000),
        "1 if true else " * 1000 + "1",
        "ally of " * 2000 + "red",
        "red" + "''s ally" * 2000,
        "any u in units where " * 500 + "true",
        "count {" * 300 + "1" + "}" * 300,
    ],
    ids=lambda text: text[:12],
)
def test_deep_expressions_are_refused(tmp_path: Path, text: str) -> None:
    assert expression(tmp_path, text) == {"too-deep"}


def test_what_is_just_allowed_also_compiles(tmp_path: Path) -> None:
    for number, text in enumerate(
        [
            "(" * 58 + "1" + ")" * 58,
            "not " * 56 + "true",
            "-" * 56 + "1",
            " + ".join(["1"] * 56),
            " * ".join(["1"] * 56),
            " - ".join(["lucky"] * 56),
            "1 if true else " * 56 + "1",
            "ally of " * 56 + "red",
            "red" + "''s ally" * 56,
            "min(" * 50 + "1" + ", 2)" * 50,
            "count (units where " * 18 + "true" + ")" * 18,
            "any u in units where " * 18 + "true",
            "(first u in units where " * 18 + "u is tank" + ") is tank" * 17 + ")",
        ]
    ):
        made, found = check(tmp_path / str(number), BOARD, PLAY, f"define:\n  it_is: {{is: '{text}'}}\n")
        assert {each.code for each in errors(found)} <= {"too-deep", "wrong-type"}, (text[:20], errors(found))
        if made is not None:
            compile(made.program.functions, "text", "exec")


def test_wide_expressions_are_fine(tmp_path: Path) -> None:
    """Long is not deep: hundreds of parts beside each other."""
    text = " or ".join(["turn = 2"] * 900)
    made = little(tmp_path, BOARD, PLAY, f"define:\n  it_is: {text}\n  many: {{is: '{{{', '.join(map(str, range(3000)))}}}'}}\n")
    assert made.call("it_is") is False
    assert len(made.call("many")) == 3000


def test_long_texts_are_refused(tmp_path: Path) -> None:
    assert expression(tmp_path, "1 + " * 6000 + "1") == {"too-long"}


def test_giant_numbers(tmp_path: Path) -> None:
    assert expression(tmp_path, "9" * 4000) == {"number-too-large"}
    assert expression(tmp_path, "9" * 13) == {"number-too-large"}


def test_deep_blocks(tmp_path: Path) -> None:
    lines = [" " * (4 * n) + f"for each u{n} in units:" for n in range(30)]
    assert codes(tmp_path, effects(*lines, " " * 120 + "stop")) == {"too-deep"}


def test_the_deepest_blocks_run(tmp_path: Path) -> None:
    lines = [" " * (4 * n) + f"for each u{n} in units in north where it is tank:" for n in range(12)]
    asking = [" " * (4 * n) + f"for each u{n} in units in north where it is tank:" for n in range(12)]
    text = effects(*lines, " " * 48 + "add 1 to turn") + "  asks:\n    do: |\n"
    text += "".join(f"      {line}\n" for line in [*asking, " " * 48 + "roll 1 d6 as dice"])
    made = little(tmp_path, BOARD, PLAY, text)
    assert made.run("hostile").value("turn") == 4
    assert made.run("asks").ask is not None


def test_long_chains_of_else_if(tmp_path: Path) -> None:
    chain = ["if turn = 0:", "    stop"]
    for number in range(400):
        chain += [f"else if turn = {number}:", "    stop"]
    assert codes(tmp_path / "a", effects(*chain)) == {"too-deep"}
    short = effects(*chain[:60], "else:", "    set turn to 99")
    asking = effects(*[line.replace("stop", "roll 1 d6 as dice") for line in chain[:60]])
    assert little(tmp_path / "b", BOARD, PLAY, short.replace("turn = 3", "turn = 333")).run("hostile").value("turn") == 99
    assert little(tmp_path / "c", BOARD, PLAY, asking).run("hostile").ask is not None


def test_thousands_of_questions_in_a_row(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, effects(*["roll 1 d6 as d"] * 900))
    game = made.run("hostile")
    for _ in range(5):
        game = step(game, ("roll", 1))
    assert game.ask is not None


def test_a_text_cannot_write_code(tmp_path: Path) -> None:
    """Texts of rules are literals in what is generated, whatever they hold."""
    strange = ["return @goto('start')", "'); import os; ('", "\\", "\\n", "# no", "{}", "%s", "@call"]
    lines = [f'let t{n} = "{text}"' for n, text in enumerate(strange)]
    made = little(
        tmp_path,
        BOARD,
        PLAY,
        effects(*lines, "roll 1 d6 as dice", *(f'if t{n} = "{text}":\n          add 1 to turn' for n, text in enumerate(strange))),
    )
    assert step(made.run("hostile"), ("roll", 1)).value("turn") == 3 + len(strange)


@pytest.mark.parametrize("name", ["a-b", "X", "9x", "a.b", "__import__", "lambda x"])
def test_names_cannot_write_code(tmp_path: Path, name: str) -> None:
    for text in (
        f"define:\n  '{name}': {{is: 1}}\n",
        f"define:\n  d: {{of: {{'{name}': number}}, is: 1}}\n",
        f"procedures:\n  '{name}': stop\n",
        f"events:\n  '{name}': text\n",
        f"rules:\n  '{name}': {{forbid: step, when: 1 = 1}}\n",
        f"modifiers:\n  '{name}': {{modifier: attack + 1}}\n",
        f"movements:\n  '{name}': {{of: 1 = 1, allowance: 1}}\n",
        f"actions:\n  a: {{choose: {{'{name}': {{from: powers}}}}, do: stop}}\n",
        f"attributes:\n  power:\n    '{name}': {{type: number}}\n",
        f"sorts:\n  '{name}': {{plural: things}}\n",
        f"sorts:\n  thing: {{plural: '{name}'}}\n",
    ):
        assert codes(tmp_path, text) & {"bad-name", "bad-id", "unknown-type"}, text


# --- definitions ---------------------------------------------------------------------------------------------------


def test_definitions_that_need_themselves(tmp_path: Path) -> None:
    for text in (
        "define: {a: b, b: a}",
        "define: {a: a + 1}",
        "define: {f: {of: {n: number}, type: number, is: f(n - 1) + f(n - 1) if n > 0 else 1}}",
        "modifiers: {m: attack + attack of unit when true}",
        "define: {a: 1, b: a + 1}\nmodifiers: {m: a + b}",
        "define: {far: {of: {u: unit}, is: count reach(u)}}\nmovements: {walk: {of: unit is tank, allowance: far(unit)}}",
        "define: {far: {of: {u: unit}, is: count reach(u)}}\nmovements: {walk: {of: unit is tank, allowance: 1}}\nrules: {r: {forbid: step, when: far(unit) > 3}}",
    ):
        assert codes(tmp_path, text) == {"endless-definition"}, text


def test_a_chain_of_definitions_that_doubles(tmp_path: Path) -> None:
    chain = "define:\n  d0: {is: turn}\n" + "".join(f"  d{n}: {{is: d{n - 1} + d{n - 1}}}\n" for n in range(1, 60))
    said = fault(tmp_path, chain + effects("set turn to d59"))
    assert "hostile" in said or "steps" in said


def test_a_long_chain_of_definitions(tmp_path: Path) -> None:
    forward = "define:\n" + "".join(f"  d{n}: {{is: d{n + 1} + 1}}\n" for n in range(3000)) + "  d3000: {is: 1}\n"
    assert codes(tmp_path / "a", forward) == {"too-deep"}
    back = "define:\n  d0: {is: turn}\n" + "".join(f"  d{n}: {{is: d{n - 1} + 1}}\n" for n in range(1, 3000))
    assert "too deep" in fault(tmp_path / "b", back + effects("set turn to d2999"))


def test_modifiers_of_modifiers(tmp_path: Path) -> None:
    text = "define:\n  d: {of: {n: number}, is: n}\nmodifiers:\n  m: {modifier: d + d(n - 1) + d(n - 1) when n > 0}\n"
    assert codes(tmp_path, text) == {"endless-definition"}


# --- loops ---------------------------------------------------------------------------------------------------------

LOOPS: dict[str, str] = {
    "while": effects("while true:", "    set turn to 1"),
    "while nothing": effects("while turn = 3:", "    let x = 1"),
    "repeat": effects("repeat 999999999999 times:", "    let x = 1"),
    "repeat that could ask": effects("repeat 999999999999 times:", "    let x = 1", "    if turn = 0:", "        roll 1 d6 as d"),
    "while that could ask": effects("while true:", "    if turn = 0:", "        roll 1 d6 as d"),
    "wide loops": effects("while true:", "    let n = count u in units where any v in units where v is tank"),
    "procedures": "procedures:\n  hostile: other()\n  other: hostile()\n",
    "procedures that could ask": "procedures:\n  hostile:\n    do: |\n      if turn = 0:\n          roll 1 d6 as d\n      other()\n  other: hostile()\n",
    "procedures that double": "procedures:\n  hostile: p30()\n  p0: let x = 1\n"
    + "".join(f"  p{n}:\n    do: |\n      p{n - 1}()\n      p{n - 1}()\n" for n in range(1, 31)),
    "an event that sets itself off": "events: {e: {of: {n: number}}}\nrules: {r: {on: e, do: announce e(n + 1)}}\n"
    + effects("announce e(1)"),
    "a phase without moves": "actions: {a: {when: turn = 0, do: stop}}\nphases: {p: {by: red, actions: a}}\n"
    + effects("while true:", "    p()"),
    "numbers that grow": effects("set turn to 2", "while true:", "    set turn to turn * turn"),
    "numbers that double": effects("let n = 1", "while true:", "    set n to n + n"),
    "numbers that add": effects("while true:", "    add turn to turn"),
    "fractions": effects("let n = 1", "let x = 0", "while true:", "    add 1 to n", "    set x to x + 1 / n"),
    "sets that grow": effects("let n = 1", "while true:", "    add n to lucky", "    add 1 to n"),
    "sets that stay": effects(
        "let n = 1", "repeat 2000 times:", "    add n to lucky", "    add 1 to n", "while true:", "    set lucky to lucky - {1} + {1}"
    ),
    "a million units": effects("create 1000000 infantry in north for red"),
    "units one by one": effects("while true:", "    create infantry in north for red"),
    "dice": effects("roll 1000000000 d6 as d"),
    "nothing is divided": effects("set turn to 1 / (turn - turn)"),
    "half a unit": effects("create (1 / 2) infantry in north for red"),
    "less than no units": effects("create (0 - 5) infantry in north for red"),
    "an attribute of none": effects("let u = first units in ocean", "set u's tired"),
    "a unit that has gone": effects("let u = first units in north", "remove u", "set u's tired"),
    "a carrier that has gone": effects("let u = first units in north", "remove u", "move first units in south aboard u"),
    "aboard itself": effects("let u = first units in north", "move u aboard u"),
    "repeat a half": effects("repeat 1 / 2 times:", "    let x = 1"),
}


@pytest.mark.parametrize("name", LOOPS)
def test_what_never_ends_is_a_fault(tmp_path: Path, name: str) -> None:
    assert fault(tmp_path, LOOPS[name])


def test_a_fault_changes_nothing(tmp_path: Path) -> None:
    text = effects("roll 1 d6 as d", "set turn to 77", "while true:", "    set turn to turn + 1")
    game = little(tmp_path, BOARD, PLAY, text).run("hostile")
    before = game.digest
    with pytest.raises(Fault) as caught:
        step(game, ("roll", 1))
    assert "hostile" in str(caught.value)
    assert (game.digest, game.value("turn")) == (before, 3)


def test_loops_in_loops_in_definitions(tmp_path: Path) -> None:
    """Every definition looks at all units, and asks the next for each of them."""
    text = "define:\n  d0: {of: {u: unit}, is: u is tank}\n"
    text += "".join(f"  d{n}: {{of: {{u: unit}}, is: (count v in units where d{n - 1}(v) and v is not u) = 1000}}\n" for n in range(1, 7))
    text += effects("create 3000 infantry in south for blue", "if d6(first units):", "    stop")
    assert "steps" in fault(tmp_path, text)


def test_an_endless_movement_search(tmp_path: Path) -> None:
    """Free steps and marks on every space: paths are many, and the search stops."""
    sides = 7
    spaces = "spaces:\n" + "".join(f"  s{x}_{y}: {{is: land}}\n" for x in range(sides) for y in range(sides))
    pairs = "".join(
        f"      s{x}_{y}: [{', '.join(f's{a}_{b}' for a, b in ((x + 1, y), (x, y + 1)) if a < sides and b < sides)}]\n"
        for x in range(sides)
        for y in range(sides)
        if (x, y) != (sides - 1, sides - 1)
    )
    text = spaces + f"borders:\n  grid:\n    pairs:\n{pairs}"
    text += "movements:\n  walk: {of: unit is tank, allowance: 100, cost: 0, mark: true}\n"
    text += effects("create tank in s0_0 for red as t", "set turn to count reach(first t)")
    assert little(tmp_path, BOARD, PLAY, text).run("hostile").value("turn") > 10


def test_random_players_of_a_hostile_phase(tmp_path: Path) -> None:
    """A power may take an action that does nothing for as long as it likes; each answer is one step."""
    text = "actions: {nothing: {do: stop}}\nphases: {p: {by: red, actions: nothing}}\n" + effects("while true:", "    p()")
    game = little(tmp_path, BOARD, PLAY, text).run("hostile")
    for _ in range(200):
        game = step(game, random(game))
    assert game.count == 200


def test_many_options(tmp_path: Path) -> None:
    text = "actions: {pick: {choose: {n: {number: 1000000}}, do: set turn to n}}\n" + effects("offer once pick to red")
    game = little(tmp_path, BOARD, PLAY, text).run("hostile")
    assert step(game, ("pick", 999_999)).value("turn") == 999_999


def test_a_fault_knows_the_definition(tmp_path: Path) -> None:
    """Also where a procedure that asks nothing runs, of which the machine keeps no frame."""
    made = little(tmp_path, BOARD, PLAY, "define: {bad: turn / (turn - 3)}\n" + effects("set turn to bad"))
    with pytest.raises(Fault) as caught:
        made.run("hostile")
    assert caught.value.__cause__ is not None
    assert culprit(caught.value.__cause__) == "define.bad"
