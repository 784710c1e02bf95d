"""The six battle maps are whole, playable and fair; and each check finds what it is for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter import load, start
from interpreter.machine.setups import SetupError
from interpreter.rules.runtime import border_key
from tests.rulesets.layouts import KINDS, Ground, Layout, wrong

NAMES = ("crossroads", "river_crossing", "ridge", "old_town", "forest_road", "marshland")


@cache
def board() -> tuple[Ground, dict[str, Layout]]:
    rules = load("miniatures")
    p = rules.program
    half = frozenset(p.tags["half_hex"])
    ground = Ground({s: near for s, near in rules.board.neighbours.items() if s}, half, p.grid, p.statics["face_section"])

    def value(name: str, of: str) -> object:
        return p.statics[f"layout_{of}"][name]

    return ground, {
        name: Layout(
            value(name, "number"),
            value(name, "faces"),
            value(name, "objective"),
            {kind: value(name, kind) for kind in KINDS},
            frozenset(value(name, "streams")),
            frozenset(value(name, "roads")),
        )
        for name in p.ids["layout"]
    }


def test_there_are_six_one_for_each_face_of_a_die() -> None:
    assert tuple(board()[1]) == NAMES
    assert sorted(x.number for x in board()[1].values()) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("name", NAMES)
def test_a_layout_has_all_that_a_battle_needs(name: str) -> None:
    ground, layouts = board()
    assert wrong(ground, layouts[name]) == []


def test_no_two_are_alike() -> None:
    """They differ in what there is most of: open ground, town, hill, forest, marsh; and in their waters."""
    layouts = board()[1]
    most = {name: max(KINDS, key=lambda kind: len(x.terrain[kind])) for name, x in layouts.items()}
    assert (most["ridge"], most["old_town"], most["forest_road"], most["marshland"]) == ("hill", "town", "forest", "marsh")
    laid = {name: sum(map(len, x.terrain.values())) for name, x in layouts.items()}
    assert min(laid, key=lambda name: laid[name]) == "crossroads" and laid["forest_road"] > 2 * laid["crossroads"]
    assert len({x.streams for x in layouts.values()}) == len({x.roads for x in layouts.values()}) == 6


def laid(x: Layout, **terrain: tuple[str, ...]) -> Layout:
    return replace(x, terrain={**x.terrain, **terrain})


def sides(*pairs: str) -> frozenset[str]:
    return frozenset(border_key(*pair.split()) for pair in pairs)


def broken(x: Layout, ground: Ground) -> dict[str, Layout]:
    """For each check a layout that only it should find, or that it should find too."""
    west = tuple(h for h in ground.zone(False) if not x.kind(h))
    return {
        "faces": replace(x, faces=("face_1a", "face_1b", "face_2a", "face_3a")),
        "kinds": laid(x, pond=()),
        "one_kind": laid(x, hill=(*x.terrain["hill"], x.terrain["town"][0])),
        "whole": laid(x, forest=(*x.terrain["forest"], "d0")),
        "middle": replace(x, objective="f3"),
        "bridges": replace(x, streams=x.streams - x.roads),
        "flowing": replace(x, streams=x.streams | sides("k14 k15")),
        "road_net": replace(x, roads=frozenset(k for k in x.roads if "f12" not in k and "f13" not in k)),
        "open_zones": laid(x, marsh=(*x.terrain["marsh"], *west[:6])),
        "alike": laid(x, forest=(*x.terrain["forest"], *west[:8])),
    }


@pytest.mark.parametrize("check", broken(board()[1]["crossroads"], board()[0]))
def test_a_broken_layout_is_found(check: str) -> None:
    ground, layouts = board()
    found = wrong(ground, broken(layouts["crossroads"], ground)[check])
    assert check in found


@pytest.mark.parametrize("check", ["faces", "kinds", "one_kind", "whole", "flowing"])
def test_a_break_is_found_by_its_own_check_alone(check: str) -> None:
    ground, layouts = board()
    assert wrong(ground, broken(layouts["crossroads"], ground)[check]) == [check]


def test_a_pond_in_a_zone_and_a_hex_that_is_cut_off_are_found() -> None:
    ground, layouts = board()
    x = layouts["ridge"]
    assert "open_zones" in wrong(ground, laid(x, pond=(*x.terrain["pond"], "a1")))
    ring = tuple(n for n in ground.beside["k1"] if n not in ground.half)
    assert "open_zones" in wrong(ground, laid(x, marsh=(*x.terrain["marsh"], *ring)))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("{set: layouts.ridge.faces, to: [face_1a, face_1b, face_2a, face_3a]}", "The Long Ridge is not made of one face of each"),
        ("{set: layouts.ridge.faces, to: [face_1a, face_2a, face_3a]}", "The Long Ridge is not made of one face of each"),
        ("{add: layouts.ridge.forest, value: d0}", "Half hexes stay empty; The Long Ridge"),
        ("{set: layouts.old_town.objective, to: f16}", "Half hexes stay empty; The Old Town"),
        ("{add: layouts.ridge.hill, value: e8}", "The Long Ridge gives a hex two kinds of terrain"),
    ],
)
def test_the_rules_refuse_a_map_that_is_none(tmp_path: Path, change: str, words: str) -> None:
    """Who draws a map of their own is told before play."""
    overlay = tmp_path / "own_map.yaml"
    overlay.write_text(f"overlay: own_map\ntitle: A map\nfor: [miniatures]\nchanges:\n  - {change}\n", encoding="utf-8")
    with pytest.raises(SetupError, match=words):
        start(load("miniatures", [overlay]))
