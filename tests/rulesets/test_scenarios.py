"""The scenarios of our own making: nothing is wrong with them, each tells its situation, and players by program play them."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter import Ruleset, answers, load, start, step
from interpreter.exchange.setups.report import report_of
from interpreter.machine.setups import flaws
from interpreter.state.opening import place_units, scenario_world, set_values
from tests.rulesets.scenarios import OVERLAYS, OWN, played


@cache
def rules_of(name: str) -> Ruleset:
    return load(name, OVERLAYS[name])


@pytest.mark.parametrize("scenario", OWN)
def test_nothing_is_wrong_with_our_scenarios(scenario: str) -> None:
    rules = rules_of(OWN[scenario][0])
    report = report_of(rules, scenario)
    assert report.ok and not report.flaws, report.flaws
    assert len(report.chart.text) > 60 and report.units


@pytest.mark.parametrize("scenario", OWN)
def test_random_players_play_them(scenario: str) -> None:
    rules = rules_of(OWN[scenario][0])
    first = start(rules, scenario=scenario, seed=5)
    game = played(first, 250, 2, "random")
    assert game.count > 20 and (game.finished or game.ask is not None)
    assert game.digest != first.digest


def test_a_part_of_the_war_ends_when_it_says() -> None:
    rules = rules_of("spring-1942")
    game = played(start(rules, scenario="mediterranean_1942", seed=3), 10_000, 20)
    held = [rules.program.attributes["space"]["controller"].index, *game.value("goals")]
    axis = sum(game.world.t["space"][s][held[0]] == "germany" for s in held[1:])
    assert game.finished and game.value("round") == 6 and game.winner == ("axis" if axis >= 4 else "allies")


def test_nobody_leaves_the_theatre() -> None:
    rules = rules_of("spring-1942")
    game = start(rules, scenario="eastern_front_1942", seed=2)
    theatre = set(game.value("theatre"))
    for _ in range(300):
        game = step(game, answers.random(game))
        assert {row[2] for row in game.world.u.values()} <= theatre | {None}
    ipc = rules.program.attributes["power"]["ipc"].index
    assert game.value("round") > 1 and [game.world.t["power"][p][ipc] for p in ("uk", "japan", "usa")] == [0, 0, 0]


BROKEN = {
    "soldiers_ashore": [("sea_zone_5", "germany", "infantry", 1, {}, [])],
    "ships_at_sea": [("germany", "germany", "cruiser", 1, {}, [])],
    "rooms_aboard": [("sea_zone_5", "germany", "transport", 1, {}, [("infantry", 3, {}, [])])],
    "aboard_what_carries": [("sea_zone_5", "germany", "cruiser", 1, {}, [("infantry", 1, {}, [])])],
    "decks_for_aircraft": [("sea_zone_37", "japan", "fighter", 1, {}, [])],
    "aircraft_at_sea": [("sea_zone_5", "germany", "bomber", 1, {}, [])],
    "nobody_in_closed_land": [("turkey", "germany", "infantry", 1, {}, [])],
    "no_strangers_ashore": [("russia", "germany", "infantry", 1, {}, [])],
    "somebodys_units": [("russia", None, "infantry", 1, {}, [])],
    "one_facility_of_a_kind": [("germany", "germany", "industrial_complex", 1, {}, [])],
    "one_complex": [("germany", "germany", "industrial_complex", 1, {}, [])],
    "worthless_complex": [("gibraltar", "uk", "industrial_complex", 1, {}, [])],
}
AWRY = {
    "held_land": ("space", "kenya", "controller", None),
    "closed_land_is_nobodys": ("space", "turkey", "controller", "germany"),
    "capitals_are_there": ("space", "russia", "controller", "uk"),
    "cities_are_held": ("space", "india", "controller", None),
    "before_the_first_turn": ("game", None, "active", "uk"),
}


@pytest.mark.parametrize("check", BROKEN)
def test_units_where_they_may_not_be_are_found(check: str) -> None:
    rules = rules_of("spring-1942")
    world = scenario_world(rules, "standard").fork()
    assert check not in {f.check for f in flaws(rules, world)}
    place_units(world, BROKEN[check])
    assert check in {f.check for f in flaws(rules, world)}


@pytest.mark.parametrize("check", AWRY)
def test_values_that_may_not_be_are_found(check: str) -> None:
    rules = rules_of("spring-1942")
    world = scenario_world(rules, "standard").fork()
    assert check not in {f.check for f in flaws(rules, world)}
    sort, name, attribute, value = AWRY[check]
    set_values(rules, world, [(sort, name, rules.program.attributes[sort][attribute].index, value)])
    assert check in {f.check for f in flaws(rules, world)}


def test_an_empty_board_is_found() -> None:
    rules = rules_of("spring-1942")
    world = scenario_world(rules, "standard", with_units=False).fork()
    index = rules.program.attributes["space"]["controller"].index
    set_values(rules, world, [("space", s, index, None) for s in rules.board.spaces])
    assert {"nobody_plays", "idle_power"} <= {f.check for f in flaws(rules, world)}


GLOBAL = {
    "war_between_sides": ([("power", "germany", "enemies", ("italy",))], []),
    "neutral_land_is_free": ([("space", "greece", "controller", "italy")], []),
    "chinese_at_home": ([], [("kwangtung", "china", "infantry", 1, {}, []), ("india", "china", "infantry", 1, {}, [])]),
    "held_land": ([("space", "kenya", "controller", None)], []),
    "one_facility_of_a_kind": ([], [("egypt", "uk", "naval_base", 1, {}, [])]),
}


@pytest.mark.parametrize("check", GLOBAL)
def test_what_the_larger_game_asks_besides(check: str) -> None:
    rules = rules_of("global-1940")
    world = scenario_world(rules, "standard").fork()
    assert check not in {f.check for f in flaws(rules, world)}
    values, units = GLOBAL[check]
    set_values(rules, world, [(s, n, rules.program.attributes[s][a].index, v) for s, n, a, v in values])
    place_units(world, units)
    assert check in {f.check for f in flaws(rules, world)}
