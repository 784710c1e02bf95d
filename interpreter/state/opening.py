"""The first world of a game: documents and set-up put onto the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World


def empty_world(rules: Ruleset) -> World:
    """The world with no units and every attribute as the documents give it."""
    p = rules.program
    world = World(rules.unit_defaults)
    world.t = {sort: dict(rows) for sort, rows in p.rows.items() if sort != "unit_type" or p.defaults[sort]}
    world.g = p.defaults["game"]
    return world


def place_units(world: World, units: list[Any]) -> None:
    """Puts the units of a set-up into a world that may be written."""
    for space, power, *entry in units:
        _place(world, space, power, entry, None)


def _place(world: World, space: str | None, power: str | None, entry: Sequence[Any], carrier: int | None) -> None:
    """Puts alike units into a space, or aboard a carrier there, and their passengers aboard each of them."""
    name, number, attributes, aboard = entry
    for unit in world.create(number, name, space, power, "setup"):
        for index, value in attributes.items():
            world.set_unit(unit, index, value, "setup")
        if carrier is not None:
            world.board(unit, carrier, "setup")
        for passengers in aboard:
            _place(world, space, power, passengers, unit)


def set_values(rules: Ruleset, world: World, values: list[tuple[str, Any, int, Any]]) -> None:
    """Sets attribute values of a set-up."""
    mutual = {(sort, a.index) for sort, table in rules.program.attributes.items() for a in table.values() if a.mutual}
    for sort, name, index, value in values:
        if sort == "game":
            world.set_game(index, value, "setup")
        elif (sort, index) in mutual:
            world.relate(sort, name, index, value, "setup")
        else:
            world.set(sort, name, index, value, "setup")


def scenario_world(rules: Ruleset, name: str, with_units: bool = True, without: frozenset[str] = frozenset()) -> World:
    """The first world of a scenario, `without` its units in some spaces; one that is `like` another starts from it."""
    scenario = rules.program.scenarios[name]
    world = empty_world(rules)
    if scenario["like"]:
        world = scenario_world(rules, scenario["like"], with_units and not scenario["bare"], without | scenario["without"])
    world = world.fork()
    set_values(rules, world, scenario["set"])
    if with_units:
        place_units(world, [entry for entry in scenario["units"] if entry[0] not in without])
    world.owned = set()
    return world
