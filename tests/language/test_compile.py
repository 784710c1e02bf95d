"""Compiled: each operation of the language, evaluated; and what is read of none, of sets, of big numbers."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.language.compile import literal
from interpreter.language.registry import FUNCTIONS
from interpreter.rules.runtime import RuleFault, ceiling, dice, div, floor, limited, times, whole
from tests.language.little import BOARD, PLAY, little, values

MARCH = "movements: {march: {of: unit is soldier, allowance: speed of unit}}\n"
FIELD = """
enumerations: {compass: [east, north_east, north_west, west, south_west, south_east]}
grids: {field: {directions: compass, rows: {a: [1, 5, 0], b: [1, 5, 1], c: [1, 5, 0]}}}
rules:
  fog: {forbid: see, when: viewer is blue and unit's owner is red}
  face_down: {forbid: know, when: viewer is green and unit's owner is red}
"""
SPACES = ("a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5", "c1", "c2", "c3", "c4", "c5")

OPERATIONS: dict[str, object] = {
    "1 + 2": 3,
    "1 - 2": -1,
    "2 * 3": 6,
    "6 / 3": 2,
    "1 / 3 + 1 / 6": Fraction(1, 2),
    "-(1 / 2)": Fraction(-1, 2),
    "-turn": -3,
    "1 = 1 and 1 != 2 and 1 < 2 and 2 <= 2 and 2 > 1 and 2 >= 2": True,
    "true or false": True,
    "not true": False,
    "1 if turn = 3 else 2": 1,
    "none is none": True,
    "{red, blue} = {blue, red}": True,
    "{red, blue} != {blue}": True,
    "{} = {}": True,
    "{red} + {blue} + red": ["red", "blue"],
    "powers - {red, green}": ["blue"],
    "red in powers": True,
    "red not in {blue}": True,
    "turn in lucky": False,
    "north adjacent to middle": True,
    "north adjacent to north": False,
    "count units": 11,
    "count units in {north, bay}": 7,
    "count units in none": 0,
    "count units aboard units in bay": 2,
    "units aboard first units in north": [],
    "spaces adjacent to {north, bay}": ["middle", "coast", "ocean"],
    "total attack of units in north": 6,
    "total (it) of {1, 2, 3}": 6,
    "total attack of units in ocean": 0,
    "highest attack of units": 3,
    "lowest attack of units": 1,
    "highest attack of units in ocean": 0,
    "each owner of units": ["red", "blue", "green"],
    "each foes of powers": ["blue"],
    "each (it is rich) of powers": [True, False],
    "first powers": "red",
    "first powers where it is at_war": "blue",
    "first {}": None,
    "powers by its money": ["blue", "green", "red"],
    "spaces by its worth descending": ["novgorod", "coast", "south", "north", "middle", *SPACES, "bay", "ocean", "notable"],
    "spaces where it is sea by its worth": ["bay", "ocean"],
    "min(3, 1, 2)": 1,
    "max(3, 1, 2)": 3,
    "min(7)": 7,
    "floor(7 / 2)": 3,
    "floor(-7 / 2)": -4,
    "ceiling(7 / 2)": 4,
    "ceiling(-7 / 2)": -3,
    "floor(3)": 3,
    "border(south, coast) is bridge": True,
    "border(north, ocean) is bridge": False,
    "border(coast, south)": "coast|south",
    "border(north, ocean)": None,
    "count borders": 3 * 4 + 2 * 9 + 7,
    "distance(north, bay)": 3,
    "distance(north, north)": 0,
    "distance(north, novgorod)": 999,
    "distance(a1, c5)": 5,
    "distance(a1, north)": 999,
    "direction(a1, a2)": "east",
    "direction(b2, a2)": "north_west",
    "direction(a1, a3)": None,
    "ahead(a1, south_east)": "b1",
    "ahead(a1, west)": None,
    "angle(b2, west, b5)": 180,
    "angle(b2, east, a4)": 30,
    "angle(a1, east, b4)": 15,
    "angle(b2, east, b2)": 0,
    "row(a1)": 1,
    "row(c2)": 3,
    "row(north)": 0,
    "column(a1)": 0,
    "column(b2)": 3,
    "column(north)": 0,
    "crossed(a1, a4)": ["a2", "a3"],
    "crossed(a2, c2)": [],
    "touched(a2, c2)": ["b1", "b2"],
    "sees(blue, strongest(red))": False,
    "sees(green, strongest(red))": True,
    "knows(blue, strongest(red))": False,
    "knows(green, strongest(red))": False,
    "knows(red, strongest(red))": True,
    "knows(green, strongest(green))": True,
    "together(north, north)": True,
    "together(north, middle)": True,
    "together(north, coast)": False,
    "reach(first units in north)": ["middle"],
    "linked(north, spaces where it is land)": ["north", "middle", "south", "coast"],
    "linked_within(north, spaces, 2)": ["north", "middle", "south", "coast"],
    "reach_from(first units in north, south, 1)": ["south", "middle", "coast"],
    "steps({north, middle, south})": 2,
    "steps({})": 0,
    "passed({north, middle, south})": ["middle"],
    "passed({})": [],
    "end_of({north, middle})": "middle",
    "end_of({})": None,
    "entered_from({north, middle})": "north",
    "entered_from({north})": None,
    "as_space(north)": "north",
    "path_cost(first units in north, {north, middle, south})": 2,
}


def test_operations(tmp_path: Path) -> None:
    found = values(tmp_path, list(OPERATIONS), BOARD, PLAY, MARCH, FIELD)
    assert {text: value for text, value in zip(OPERATIONS, found, strict=True) if value != OPERATIONS[text]} == {}


def test_every_function_is_evaluated_here() -> None:
    guesses = {name for name, f in FUNCTIONS.items() if f.guess}
    assert {name for name in FUNCTIONS if not any(f"{name}(" in text for text in OPERATIONS)} == guesses


def test_guesses_are_what_the_judge_says(tmp_path: Path) -> None:
    """A judge is asked with both sides and the space; without one, a guess is a fault."""
    evaluation = "evaluation:\n  position: chance(units in north, units in bay, south) - swing(units in north, {}, south)\n"
    made = little(tmp_path, BOARD, PLAY, evaluation)
    world = made.world()
    asked = []

    def judge(_: object, us: tuple[int, ...], them: tuple[int, ...], here: str | None) -> tuple[int, int]:
        asked.append((us, them, here))
        return 70, 12

    function = made.rules.f(made.rules.program.evaluation["position"])
    assert function(world.judged(judge), "red") == 58
    assert asked == [(world.at["north"], world.at["bay"], "south"), (world.at["north"], (), "south")]
    with pytest.raises(RuleFault, match="could tell chances"):
        function(world, "red")


def test_what_is_read_of_none(tmp_path: Path) -> None:
    """The default of the attribute, whichever way none comes about."""
    asked = {
        "attack of first units in ocean": 0,
        "first units in ocean is tank": False,
        "first units in ocean is soldier": False,
        "owner of first units in ocean": None,
        "type of first units in ocean is none": True,
        "damage of carrier of first units in north": 0,
        "coast's holder's money": 0,
        "blue's ally's ally": None,
        "blue's ally is rich": False,
        "of_none(first units in ocean)": 0,
        "any u in {first units in ocean} where attack of u = 0": True,
        "any u in (each carrier of units in north) where u is tank": False,
        "units in coast's holder's home": [],
        "spaces adjacent to red's home": [],
        "distance(north, red's home)": 999,
        "distance(red's home, north)": 999,
        "red's home adjacent to north": False,
        "together(red's home, north)": False,
        "red's home is hilly": False,
        "defense of first units in ocean": 0,
    }
    extra = """
    attributes: {power: {home: {type: space}}}
    define: {of_none: {of: {u: unit}, is: attack of u + defense of u}}
    modifiers: {m: defense + 1 when unit's place is hilly}
    """
    found = values(tmp_path, list(asked), BOARD, PLAY, extra)
    assert dict(zip(asked, found, strict=True)) == asked


def test_modifiers_set_then_add_then_multiply_then_limit(tmp_path: Path) -> None:
    text = """
    define: {base: 10, twice: {of: {n: number}, is: n}, capped: {of: {n: number}, is: n}}
    modifiers:
      m1: base * 2
      m2: base + 3
      m3: base = 5 when turn = 3
      m4: base - 1 when turn = 4
      m5: twice + n when n > 1
      m6: attack + 10 when unit is tired
      m7: {modifier: "money + 1 when power is red"}
      m8: capped at most 7 when n > 1
      m9: capped at least 4
      m10: capped * 2
    """
    made = little(tmp_path, BOARD, PLAY, text, "define: {a: attack of strongest(red), m: red's money, n: blue's money, r: red is rich}")
    assert made.call("base") == (5 + 3) * 2
    assert [made.call("twice", n) for n in (1, 2, 5)] == [1, 4, 10]
    assert [made.call("capped", n) for n in (0, 1, 3, 5)] == [4, 4, 6, 7]
    assert [made.call(name) for name in "amnr"] == [3, 8, 3, True]


def test_a_modified_attribute_is_stored_as_it_is(tmp_path: Path) -> None:
    text = "modifiers: {m: money + 100 when power is red}\nprocedures: {go: {do: add 1 to red's money}}\ndefine: {is_now: red's money}\n"
    made = little(tmp_path, BOARD, PLAY, text)
    game = made.run("go")
    assert game.world.t["power"]["red"][0] == 8
    assert made.call("is_now", world=game.world) == 108


def test_formulas(tmp_path: Path) -> None:
    text = """
    sorts: {goal: {plural: goals}}
    attributes: {goal: {gain: {type: number, formula: true}, met: {type: truth, formula: true}, of_whom: {type: power, fixed: true}}}
    goals:
      one: {gain: money of its of_whom, met: true, of_whom: red}
      two: {gain: 2 * gain of one, of_whom: blue}
    """
    assert values(tmp_path, ["gain of one", "gain of two", "count goals where it is met"], BOARD, PLAY, text) == [7, 14, 1]


@pytest.mark.parametrize("value", [None, True, 3, -4, Fraction(1, 3), 'it\'s "quoted"\\', (), (1,), ("a", (2, None))])
def test_literals_mean_themselves(value: object) -> None:
    assert eval(literal(value), {"Fraction": Fraction}) == value  # type: ignore[arg-type]


def test_arithmetic_stays_exact_and_small() -> None:
    assert (div(6, 3), div(1, 3), type(div(4, 2))) == (2, Fraction(1, 3), int)
    assert (floor(Fraction(-1, 2)), ceiling(Fraction(-1, 2)), floor(3)) == (-1, 0, 3)
    assert (whole(-3), whole(3), dice(2)) == (0, 3, 2)
    for bad in (
        lambda: div(1, 0),
        lambda: whole(Fraction(1, 2)),
        lambda: dice(10**6),
        lambda: times(10**10, 10**10),
        lambda: limited(Fraction(1, 10**19)),
    ):
        with pytest.raises(RuleFault):
            bad()
