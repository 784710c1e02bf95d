"""Every answer of every battle keeps what must hold; the checks themselves see what they are for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from interpreter import Ruleset, load
from interpreter.machine.game import Game, begin
from interpreter.state.world import World
from tests.honesty.battles import battle, crowd, melee
from tests.honesty.miniatures import Cards, countered, dealt, grounded, paced, riding, stacked


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("miniatures")


@pytest.fixture(scope="module")
def cards(rules: Ruleset) -> Cards:
    return Cards(rules)


@pytest.mark.parametrize(("fight", "seed"), [(battle, 2), (melee, 1), (melee, 3), (melee, 5)])
def test_nothing_is_wrong_with_a_battle(rules: Ruleset, cards: Cards, fight: Callable[..., Any], seed: int) -> None:
    for game, found in islice(fight(rules, cards, seed), 250):
        assert found == [], f"after {game.count} answers, {game.past.answer}"


@pytest.fixture
def world(rules: Ruleset, cards: Cards) -> World:
    return crowd(rules, cards, 7).fork()


def put(world: World, kind: str, space: str, side: str) -> int:
    (unit,) = world.create(1, kind, space, side, "test")
    return unit


def resting(rules: Ruleset, world: World) -> Game:
    """A game that waits for a move."""
    return begin(rules, begin(rules, world, "begin_phase", ("axis", "movement_phase")).world, "movement")


def test_a_crowd_is_as_it_should_be(rules: Ruleset, cards: Cards, world: World) -> None:
    for found in (stacked(cards, resting(rules, world)), grounded(cards, world), riding(cards, world), countered(cards, world)):
        assert list(found) == []


@pytest.mark.parametrize("kinds", [["mauser_kar_98k"] * 3, ["tiger_i", "sig_33"]])
def test_a_full_hex_is_seen(rules: Ruleset, cards: Cards, world: World, kinds: list[str]) -> None:
    for kind in kinds:
        put(world, kind, "a3", "axis")
    assert any("stand in a3" in text for text in stacked(cards, resting(rules, world)))


def test_closed_ground_is_seen(cards: Cards, world: World) -> None:
    bare = next(s for s in cards.sides if not any(any(world.t["border"][b]) for b in cards.sides[s]) and s not in cards.tagged["half_hex"])
    world.set("space", bare, cards.terrain, "marsh", "test")
    put(world, "mauser_kar_98k", bare, "axis")
    assert not any(bare in text for text in grounded(cards, world))
    put(world, "tiger_i", bare, "axis")
    put(world, "mauser_kar_98k", "b0", "axis")
    assert [bare in text or "b0" in text for text in grounded(cards, world)] == [True, True]


def test_wrong_riders_are_seen(cards: Cards, world: World) -> None:
    carrier, gun = put(world, "sd_kfz_251", "a3", "axis"), put(world, "pak_38_antitank_gun", "a3", "axis")
    world.board([gun], carrier, "test")
    assert any("pak_38_antitank_gun of axis rides" in text for text in riding(cards, world))
    world.board([put(world, "mauser_kar_98k", "a3", "axis")], carrier, "test")
    assert any("carries" in text for text in riding(cards, world))


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("mauser_kar_98k", "damaged", True), ("mauser_kar_98k", "facing", "east"), ("tiger_i", "facing", None),
        ("tiger_i", "hit_damaged", True), ("tiger_i", "hit_destroyed", True),
    ],
)  # fmt: skip
def test_wrong_counters_are_seen(cards: Cards, world: World, kind: str, name: str, value: object) -> None:
    unit = put(world, kind, "a3", "axis")
    if kind == "tiger_i":
        world.set_unit(unit, cards.unit["facing"], "east", "test")
    assert list(countered(cards, world)) == []
    world.set_unit(unit, cards.unit[name], value, "test")
    assert any(f"{kind} {unit}" in text for text in countered(cards, world))


def test_growth_and_turncoats_are_seen(rules: Ruleset, cards: Cards, world: World) -> None:
    before = resting(rules, world)
    grown = before.world.fork()
    put(grown, "tiger_i", "a3", "axis")
    mine = next(u for u, row in grown.u.items() if row[1] == "axis")
    grown.set_unit(mine, cards.unit["fired"], True, "test")
    found = list(dealt(cards, before, resting_as(before, grown)))
    assert any("the army of axis has grown" in text for text in found)
    assert any("in a phase of its own" in text for text in found)
    grown.set_unit(mine, 1, "allies", "test")
    assert any("changed sides" in text for text in dealt(cards, before, resting_as(before, grown)))


def resting_as(game: Game, world: World) -> Game:
    """The same question in another world."""
    return replace(game, position=replace(game.position, world=world))


def test_a_unit_that_runs_too_far_is_seen(cards: Cards, world: World) -> None:
    unit = put(world, "mauser_kar_98k", "a3", "axis")
    world.set_unit(unit, cards.unit["spent"], 2, "test")
    assert list(paced(cards, world)) == []
    world.set_unit(unit, cards.unit["spent"], 3, "test")
    assert any("has moved 3 of at most 2" in text for text in paced(cards, world))
