"""Moments of a course of play: events around steps, attributes that last until one, joint sequences, hits used up, answers of two actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Game, step
from interpreter.rules.moments import expand_moments
from interpreter.rules.runtime import hits_left
from interpreter.source.tree import plain
from interpreter.source.yaml import parse_yaml
from tests.language.little import BOARD, PLAY, check, little

DAY = """\
procedures: {work: add 1 to red's money, rest: stop}
sequences: {day: {steps: [work, rest], each: "powers where it is {red, blue}", begin: set active to it}}
"""
TWO_WAYS = """\
actions:
  walk: {says: "go {guard} to {goal}", choose: {guard: {from: units where it is tank}, goal: {from: spaces where it is sea}}, do: stop}
  ride: {says: "go {guard} to {goal}", choose: {guard: {from: units where it is tank}, goal: {from: spaces where it is land}}, do: set turn to 9}
procedures: {outing: "offer once walk, ride to red"}
"""
VOLLEY = """\
engagements:
  ambush:
    of: {here: space}
    sides: {hiders: {power: blue, units: units in here}, walkers: {power: red, units: units in here where it is tank}}
    losses: {counter: damage, limit: 1, doomed: doomed}
    round: {shots: {volley: hiders, value: attack of it, losses: later, rolled: set hits_used to 1, reroll: set misses_again to 0}}
    until: turn > 0
"""


def made(text: str) -> list[str]:
    """The events that the moments of a document add."""
    root, _ = parse_yaml(text, "f.yaml")
    assert root is not None and isinstance(root.value, dict)
    sections = {name: node.value for name, node in root.value.items()}
    before = set(sections.get("events", {}))  # type: ignore[call-overload]
    found = expand_moments(sections)["events"] if "rules" in sections or "attributes" in sections else {}  # type: ignore[arg-type]
    assert all(plain(node) == {"silent": True} for name, node in found.items() if name not in before)
    return [name for name in found if name not in before]


@pytest.mark.parametrize(
    ("more", "events"),
    [
        ("rules: {a: {on: ends_work, do: stop}}\n", ["ends_work"]),
        ("rules: {a: {on: [begins_work, begins_rest], do: stop}}\n", ["begins_work", "begins_rest"]),
        ("attributes: {power: {x: {type: number, until: ends_rest}}}\n", ["ends_rest"]),
        ("rules: {a: {on: ends_play, do: stop}}\nevents: {dusk: }\n", []),
        ("rules: {a: {on: ends_work, do: stop}}\nevents: {ends_work: }\n", []),
    ],
)
def test_moments_are_made_where_something_follows_them(more: str, events: list[str]) -> None:
    assert made(DAY + more) == events


def run(folder: Path, procedure: str, *documents: str) -> Game:
    return little(folder, BOARD, PLAY, *documents).run(procedure)


def test_a_moment_comes_with_each_step_of_each_power(tmp_path: Path) -> None:
    rules = 'rules: {a: {on: begins_work, do: "add 10 to active\'s money"}, b: {on: ends_rest, do: add 1 to turn}}\n'
    world = run(tmp_path, "day", DAY, rules).world
    red, blue = (world.t["power"][name] for name in ("red", "blue"))
    assert 7 + 2 + 10 in red and 3 + 10 in blue and 3 + 2 in world.g


def test_what_ends_ends_behind_all_rules(tmp_path: Path) -> None:
    text = """
    events: {dusk: }
    attributes: {game: {share: {type: number, default: 4, until: dusk}}}
    rules: {late: {on: dusk, order: 900, do: set turn to share}}
    procedures:
      evening: |
        set share to 6
        announce dusk()
        add share to turn
    """
    assert 6 + 4 in run(tmp_path, "evening", text).world.g


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("attributes: {power: {x: {type: number, until: dsuk}}}\n", "unknown-name"),
        ("attributes: {power: {x: {type: number, fixed: true, until: dusk}}}\n", "fixed-attribute"),
        ("sequences: {day: {steps: [play], each: red}}\n", "wrong-type"),
        (VOLLEY, "idle-field"),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, code: str) -> None:
    assert code in {d.code for d in check(tmp_path, BOARD, PLAY, "events: {dusk: }\n", text)[1]}


def test_a_unit_uses_up_no_more_hits_than_there_are() -> None:
    hits, shares = ((4, 2), (7, 1)), ((4, 4, 1), (5, 4, 2), (7, 7, 3))
    assert hits_left(hits, shares, 5, 1) == ((4, 1), (7, 1))
    assert hits_left(hits, shares, 5, 9) == ((7, 1),)
    assert hits_left(hits, shares, 7, -3) == hits


def test_of_two_actions_that_are_written_alike_the_legal_one_is_meant(tmp_path: Path) -> None:
    game = step(run(tmp_path, "outing", TWO_WAYS), "go tank in north to south")
    assert game.finished or game.ask is None
    assert 9 in game.world.g


def test_a_loop_names_the_element_in_its_condition_unless_the_name_is_in_sight(tmp_path: Path) -> None:
    text = """
    procedures:
      count_them: |
        set turn to 0
        for each u in units where u is tank by u's damage:
            add 1 to turn
        let p = red
        for each p in powers where it is p:
            add 100 to turn
    """
    assert 2 + 100 in run(tmp_path, "count_them", text).world.g
