"""A set-up that is written as a sheet, read again and laid on the ruleset as an overlay is the same position."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Ruleset, check, load
from interpreter.exchange.setups.draft import Group, Value, draft_of
from interpreter.exchange.setups.overlay import overlay_text, record
from interpreter.exchange.setups.reading import Problems
from interpreter.exchange.setups.sheet import read_sheet, sheet
from interpreter.state.opening import scenario_world
from interpreter.state.position import Position, digest
from tests.language.little import write
from tests.rulesets.scenarios import OVERLAYS

SHIPPED = [(name, OVERLAYS[name]) for name in OVERLAYS]
SMALL = """
enumerations: {mood: [calm, wild]}
sorts: {camp: {plural: camps}}
attributes:
  game: {turn: {type: number}, weather: {type: mood}}
  power: {gold: {type: number}, foes: {type: set of power, mutual: true}, name_day: {type: text}}
  space: {controller: {type: power}, worth: {type: number, fixed: true}}
  border: {mud: {type: truth}}
  camp: {fires: {type: number}}
  unit: {damage: {type: number}, tired: {type: truth}}
  unit_type: {price: {type: number}}
powers: {red: {title: The Reds}, blue: , on: }
camps: {north_camp: {title: North Camp}}
spaces: {meadow: {title: Meadow, worth: 2, controller: red}, hill: {worth: 3}, pond: }
borders: {ways: {pairs: {meadow: [hill], hill: [pond]}}}
unit_types: {foot: {price: 2}, cart: {price: 5}}
procedures: {play: {do: finish for red}}
measures: {army: {title: Army, amount: total price of (u in units where owner of u is power)}}
scenarios:
  standard:
    text: A small war.
    set:
      game: {turn: 3, weather: wild}
      powers: {red: {gold: 7, foes: [blue, on], name_day: "First, of May"}}
      spaces: {meadow: {controller: none}, hill: {controller: blue}}
      borders: {"meadow|hill": {mud: true}}
      camps: {north_camp: {fires: 4}}
    units:
      hill: {blue: {foot: [2, {count: 2, damage: 1, tired: true}], cart: {count: 2, aboard: {foot: 1}}}, on: {cart: 1}}
      none: {red: {foot: 3}, none: {cart: 1}}
  more: {like: standard, units: {pond: {red: {cart: [{aboard: {foot: [1, {damage: 1}]}}, 1]}}}}
"""


@pytest.mark.parametrize(("name", "overlays"), SHIPPED, ids=[name for name, _ in SHIPPED])
def test_all_shipped_scenarios_come_back(tmp_path: Path, name: str, overlays: tuple[str, ...]) -> None:
    rules = load(name, overlays)
    files, wanted = [], {}
    for scenario in rules.program.scenarios:
        world = scenario_world(rules, scenario)
        back = read_sheet(rules, sheet(rules, world, draft_of(rules, world)))
        files.append(tmp_path / f"again_{scenario}.yaml")
        files[-1].write_text(overlay_text(rules, back, f"again_{scenario}", "Again"), encoding="utf-8")
        wanted[f"again_{scenario}"] = digest(rules, Position(world, ()))
    again = load(name, (*overlays, *files))
    assert {s: digest(rules, Position(scenario_world(again, s), ())) for s in wanted} == wanted


@pytest.fixture
def small(tmp_path: Path) -> Ruleset:
    return load(write(tmp_path, SMALL))


@pytest.mark.parametrize("scenario", ["standard", "more"])
def test_everything_that_a_set_up_can_say_comes_back(tmp_path: Path, small: Ruleset, scenario: str) -> None:
    world = scenario_world(small, scenario)
    draft = draft_of(small, world)
    back = read_sheet(small, sheet(small, world, draft))
    assert set(back.values) - set(draft.values) == set()  # what the sheet tells of holders beyond the draft is as in the documents
    assert back.units == draft.units
    file = tmp_path / "again.yaml"
    file.write_text(overlay_text(small, back, "again", 'A "new" one', "With a text: yes"), encoding="utf-8")
    assert {each.code for each in check(small.source[0], (file,))} <= {"never-read"}
    again = load(small.source[0], (file,))
    assert digest(small, Position(scenario_world(again, "again"), ())) == digest(small, Position(world, ()))
    assert again.program.titles["scenarios.again"] == 'A "new" one' and again.program.texts["scenarios.again"] == "With a text: yes"


def test_a_draft_has_what_differs(small: Ruleset) -> None:
    draft = draft_of(small, scenario_world(small, "standard"))
    assert Value("game", None, "turn", 3) in draft.values
    assert Value("power", "blue", "foes", ("red",)) in draft.values  # holds both ways
    assert Value("border", "hill|meadow", "mud", True) in draft.values
    cart = Group("hill", "blue", "cart", 2, (), (Group("hill", "blue", "foot", 1),))
    assert draft.units[:3] == (Group("hill", "blue", "foot", 2), Group("hill", "blue", "foot", 2, (("damage", 1), ("tired", True))), cart)
    assert record(cart) == {"count": 2, "aboard": {"foot": 1}}


def test_a_sheet_of_units_alone_is_enough(small: Ruleset) -> None:
    draft = read_sheet(small, "Space;Owner;Type;Count\nHill;Blue;Foot;2\nmeadow;the reds;carts;\n")
    assert draft.units == (Group("hill", "blue", "foot", 2), Group("meadow", "red", "cart", 1)) and draft.values == ()


def test_what_a_sheet_cannot_say_is_told_with_its_line(small: Ruleset) -> None:
    rows = [
        "section,id,power,unit,number,attribute,value",
        "units,hil,blue,foot,1,,",
        "units,hill,blu,foots,many,,",
        "units,hill,blue,foot,1,,tird=yes",
        "camps,north camp,,,,fires,some",
        "campss,north camp,,,,fires,1",
        "game,,,,,trun,4",
        "powers,red,,,,foes,blue green",
    ]
    with pytest.raises(Problems) as raised:
        read_sheet(small, "\n".join(rows))
    told = {p.line: p.message for p in raised.value.found}
    assert list(told) == [3, 4, 5, 6, 7, 8]  # `hil` is a beginning of `hill`
    assert "`many` is no number" in told[3] and "Did you mean `tired`?" in told[4] and "`fires` is a number" in told[5]
    assert "there are: units, aboard, game, powers" in told[6] and "Did you mean `turn`?" in told[7] and "no power `green`" in told[8]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The sheet is empty"),
        ("a,b\n1,2\n", "The first line names the columns"),
        ("section,id,power,unit\naboard,hill,blue,foot\n", "Nothing stands above"),
        ("section,id,power,unit\nunits,hill,blue,cart\naboard,pond,blue,foot\n", "is where that is"),
    ],
)
def test_odd_sheets(small: Ruleset, text: str, message: str) -> None:
    with pytest.raises(Problems, match=message):
        read_sheet(small, text)
