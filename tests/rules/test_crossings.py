"""Borders that have attributes: how documents write them, what effects change, what a save keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.analysis.cases import run_cases
from interpreter.machine.game import Fault, Game
from interpreter.machine.options import Refusal
from interpreter.machine.save import game_data, game_from, restore, save
from interpreter.machine.wording import event_words
from interpreter.state.opening import scenario_world
from tests.language.little import BOARD, PLAY, Little, asked_for, check, found_in, little, options, play, read, values, write

STREAMS = """
attributes:
  border:
    stream: {type: truth}
    depth: {type: number, least: 0, most: 5}
    width: {type: number, fixed: true, default: 1}
    toll: {type: number, formula: true}
  power:
    route: {type: set of border}
    gate: {type: border}
borders:
  ford: {stream: true, depth: 2, width: 3, toll: width of it + turn, pairs: {north: [coast, south]}}
"""


def keys(folder: Path, written: str) -> Any:
    """What a set of borders written so becomes."""
    return values(folder, ["grey's route"], BOARD, PLAY, STREAMS, f"powers: {{grey: {{route: {written}}}}}\n")[0]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{north: [middle, coast], bay: ocean}", ["middle|north", "coast|north", "bay|ocean"]),
        ("[[north, middle, coast], [ocean, bay]]", ["middle|north", "coast|middle", "bay|ocean"]),
        ("[north|middle, bay | ocean]", ["middle|north", "bay|ocean"]),
        ("north|middle|coast", ["middle|north", "coast|middle"]),
        ("[[north, middle], {x: y}]", None),
        ("[north|middle, middle|north, [north, middle]]", ["middle|north"]),
        ("{}", []),
        ("[]", []),
    ],
)
def test_sets_of_borders(tmp_path: Path, written: str, meant: list[str] | None) -> None:
    if meant is None:
        _, found = check(tmp_path, BOARD, PLAY, STREAMS, f"powers: {{grey: {{route: {written}}}}}\n")
        assert [d.code for d in found if d.severity == "error"] == ["wrong-type"]
    else:
        assert keys(tmp_path, written) == meant


def test_values_by_group_and_of_no_border(tmp_path: Path) -> None:
    asked = {
        "border(coast, north) is stream": True,
        "border(north, south)'s depth": 2,
        "border(bay, ocean)'s depth": 0,
        "width of border(north, coast)": 3,
        "width of border(bay, ocean)": 1,
        "toll of border(north, coast)": 6,
        "toll of border(bay, ocean)": 0,
        "border(north, ocean) is none": True,
        "border(north, north) is none": True,
        "border(north, ocean) is stream": False,
        "width of border(north, ocean)": 1,
        "toll of border(north, ocean)": 0,
        "border(north, ocean) is bridge": False,
        "border(north, red's gate_space) is none": True,
        "total depth of borders": 4,
        "count borders": 9,
        "borders where it is stream": ["coast|north", "north|south"],
        "first b in borders by b's depth descending": "coast|north",
    }
    home = "attributes: {power: {gate_space: {type: space}}}\n"
    found = values(tmp_path, list(asked), BOARD, PLAY, STREAMS, home)
    assert dict(zip(asked, found, strict=True)) == asked


def test_modifiers_of_a_value_of_borders(tmp_path: Path) -> None:
    text = "modifiers: {deep: depth + 2 when border is stream and sky is fair, wide: width * 2 when border is stream}\n"
    asked = {"depth of border(north, coast)": 4, "depth of border(bay, ocean)": 0, "width of border(coast, north)": 6}
    found = values(tmp_path, list(asked), BOARD, PLAY, STREAMS, text)
    assert dict(zip(asked, found, strict=True)) == asked


def test_borders_as_values_of_things(tmp_path: Path) -> None:
    text = """
    attributes: {space: {exit: {type: border, default: bay|ocean}, walls: {type: set of border, default: {south: coast}}}}
    powers: {grey: {gate: [coast, south]}, white: {gate: {north: middle}}, black: {gate: none}}
    """
    asked = ["grey's gate", "white's gate", "black's gate", "grey's gate is bridge", "north's exit", "north's walls"]
    found = values(tmp_path, asked, BOARD, PLAY, STREAMS, text)
    assert found == ["coast|south", "middle|north", None, True, "bay|ocean", ["coast|south"]]


def test_mistakes(tmp_path: Path) -> None:
    text = """
    powers:
      grey: {route: [north, middle]} # E: wrong-type
      white:
        route:
          north: [midle] # E: unknown-name
          nort: [middle] # E: unknown-name
          middle: [ocean] # E: unknown-name
      black: {gate: north} # E: wrong-type
      brown: {gate: north|middle|coast} # E: wrong-type
      pink: {gate: 3} # E: wrong-type
      gold: {gate: north|ocean} # E: unknown-name
      rose: {gate: []} # E: wrong-type
    scenarios:
      flood:
        set:
          borders:
            north|coast: {stream: true, depth: 3}
            north|ocean: {stream: true} # E: unknown-name
            north|cost: {stream: true} # E: unknown-name
            north: {stream: true} # E: wrong-type
            bay|ocean:
              strem: true # E: unknown-name
              stream: 3 # E: wrong-type
              width: 2 # E: unknown-name
      dry:
        set: {borders: [north]} # E: wrong-type
    """
    _, found = check(tmp_path, BOARD, PLAY, STREAMS, text)
    assert found_in(found) == asked_for("", "", "", text)
    apart = next(d for d in found if "not adjacent" in d.message and "ocean" in d.message)
    assert "`middle` and `ocean`" in apart.message


def test_a_group_of_borders_with_strange_fields(tmp_path: Path) -> None:
    text = """
    borders:
      wet: {strem: true, pairs: {north: [bay]}} # E: unknown-key
      deep: {depth: yes, pairs: {north: [ocean]}} # E: wrong-type
    """
    _, found = check(tmp_path, BOARD, PLAY, STREAMS, text)
    assert found_in(found) == asked_for("", "", "", text)


FLOOD = """
scenarios:
  flood:
    like: standard
    set: {borders: {"coast|south": {stream: true, depth: 4}, "north|coast": {depth: 1}}, powers: {red: {route: [[south, coast, bay]]}}}
"""


def test_a_scenario_sets_values_of_single_borders(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, STREAMS, FLOOD, "define: {wet: borders where it is stream, far: red's route}\n")
    world = scenario_world(made.rules, "flood")
    assert made.call("wet", world=world) == ("coast|south", "coast|north", "north|south")
    assert world.t["border"]["coast|north"] == (True, 1) and world.t["border"]["coast|south"] == (True, 4)
    assert made.call("far", world=world) == ("coast|south", "bay|coast")
    assert made.call("wet") == ("coast|north", "north|south")


EFFECTS = """
events: {flooded: {of: {way: border}, text: "{way} is under water"}}
actions:
  dam: {choose: {way: {from: borders where it is stream}}, do: clear way's stream}
procedures:
  rain:
    do: |
      set border(south, coast)'s stream
      set border(coast, south)'s depth to 9
      subtract 1 from depth of border(north, coast)
      add border(bay, ocean) to red's route
      set red's gate to border(coast, bay)
      announce flooded(border(coast, south))
      offer once dam to red
  nowhere: {do: "set border(north, ocean)'s stream"}
  widen: {do: stop}
"""


def rained(folder: Path) -> tuple[Little, Game]:
    made = little(folder, BOARD, PLAY, STREAMS, EFFECTS)
    return made, made.run("rain")


def test_effects(tmp_path: Path) -> None:
    _, game = rained(tmp_path)
    assert read(game, "border", "coast|south", "stream") is True and read(game, "border", "coast|south", "depth") == 5
    assert read(game, "border", "coast|north", "depth") == 1 and read(game, "border", "north|south", "depth") == 2
    assert read(game, "power", "red", "route") == ("bay|ocean",) and read(game, "power", "red", "gate") == "bay|coast"


def test_borders_are_chosen_and_told(tmp_path: Path) -> None:
    made, game = rained(tmp_path)
    assert [event_words(made.rules, game.world, e) for e in game.events] == ["coast–south is under water"]
    assert [o for o in options(game) if o != "done"] == ["dam coast|south", "dam coast|north", "dam north|south"]
    assert game.ask is not None and isinstance(game.ask.refusal(("dam", "bay|ocean")), Refusal)
    assert read(play(game, ["dam coast|south"]), "border", "coast|south", "stream") is False


def test_an_attribute_of_no_border_is_a_fault(tmp_path: Path) -> None:
    made, _ = rained(tmp_path)
    with pytest.raises(Fault, match="an attribute of no border is set"):
        made.run("nowhere")


def test_what_is_fixed_is_not_set(tmp_path: Path) -> None:
    text = 'procedures: {widen: {do: "set border(north, coast)\'s width to 2"}} # E: fixed-attribute\n'
    _, found = check(tmp_path, BOARD, PLAY, STREAMS, text)
    assert found_in(found) == asked_for("", "", "", text)


def test_a_save_keeps_them(tmp_path: Path) -> None:
    made, game = rained(tmp_path)
    other = game_from(json.loads(json.dumps(game_data(game))), "memory", made.rules)
    assert other.world.t["border"] == game.world.t["border"] != made.world().t["border"]
    assert other.world.t["power"] == game.world.t["power"] and other.digest == game.digest
    save(game, tmp_path / "game.json")
    again = play(restore(tmp_path / "game.json", made.rules), ["dam north|south"])
    assert again.digest == play(game, ["dam north|south"]).digest != game.digest


def test_a_fork_does_not_change_what_it_came_from(tmp_path: Path) -> None:
    made, game = rained(tmp_path)
    before = dict(game.world.t["border"])
    play(game, ["dam coast|south"])
    assert game.world.t["border"] == before and made.world().t["border"]["coast|south"] == (False, 0)


def test_without_attributes_nothing_is_kept(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY)
    assert "border" not in made.world().t
    assert values(tmp_path, ["count borders", "borders where it is bridge"]) == [7, ["coast|south"]]


def test_cases_set_them(tmp_path: Path) -> None:
    home = write(tmp_path, BOARD, PLAY, STREAMS)
    (home / "cases").mkdir()
    (home / "cases" / "streams.yaml").write_text(
        """
dry:
  given: {scenario: standard, set: {borders: {"north|coast": {stream: false}, "bay|ocean": {depth: 3}}}}
  then: ["not border(coast, north) is stream", "border(bay, ocean)'s depth = 3", "border(north, south) is stream"]
wrong:
  given: {scenario: standard, set: {borders: {"north|ocean": {stream: false}}}}
  then: ["true"]
""",
        encoding="utf-8",
    )
    report = run_cases([str(home)])
    assert {c.id: c.passed for c in report.cases} == {"dry": True, "wrong": False}
    assert "not adjacent" in report.cases[1].message
