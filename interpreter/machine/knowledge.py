"""A position as one power knows it: a world of its own, read like any other, in which what the power does not know is not there.

Units that it does not see are gone; a unit that it does not know is a token, with owner and place, of a type that is only a
word; attributes that it does not see have their defaults, and `veiled` names them. Whoever shows a position to
somebody reads this world, so that nothing has to be hidden anywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.language.ir import Attribute
from interpreter.language.types import UNIT, set_of
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import Row, World

if TYPE_CHECKING:
    from interpreter.machine.game import Game

Units = dict[int, Row]
Index = Mapping[Any, tuple[int, ...]]


def known(rules: Ruleset, world: World, viewer: str | None, unseen: bool = False) -> World:
    """The world as a power knows it, not to be written; the world itself for nobody in particular, or where nothing is hidden.

    With `unseen`, units that it does not see stay: what is said of them has been told to it.
    """
    if not rules.secretive or viewer not in rules.program.ids["power"]:
        return world
    key = ("", viewer, unseen)
    if key not in world.memo:
        world.memo[key] = _known(rules, world, viewer, unseen)
    return world.memo[key]  # type: ignore[no-any-return]


def known_game(game: Game, viewer: str | None) -> Game:
    """The game as a power knows it, to be shown and not to be played."""
    world = known(game.rules, game.world, viewer)
    return game if world is game.world else replace(game, position=replace(game.position, world=world), pending=game.ask)


def _known(rules: Ruleset, world: World, viewer: str, unseen: bool) -> World:
    seen = world.fork()
    asked = world.judged(world.judge)
    veiled: set[tuple[str, str, Any]] = set()
    seen.u = _units(rules, asked, viewer, unseen, veiled)
    seen.at, seen.aboard = _kept(world.at, seen.u), _kept(world.aboard, seen.u)
    seen.t = {sort: _rows(rules, asked, viewer, sort, veiled) for sort in world.t}
    seen.g = _row(rules, asked, viewer, "game", None, world.g, veiled)
    if len(seen.u) < len(world.u):
        _forget(rules, seen)
    seen.found, seen.veiled = {}, frozenset(veiled)
    return seen


def _units(rules: Ruleset, world: World, viewer: str, unseen: bool, veiled: set[tuple[str, str, Any]]) -> Units:
    """The rows of units as they are known; what is aboard something unseen or unknown is not seen either."""
    names, tokens = rules.names, rules.program.tokens
    found: Units = {}
    closed: set[int] = set()
    for unit, row in world.u.items():
        if not names["sees"](world, viewer, unit):
            closed.add(unit)
            if unseen:
                found[unit] = row
        elif (rule := names["h_know"](world, viewer, unit)) is not None:
            closed.add(unit)
            found[unit] = (tokens[rule], *row[1:4], *rules.unit_defaults[4:])
        else:
            found[unit] = _row(rules, world, viewer, "unit", unit, row, veiled)
    if unseen or not closed:
        return found
    return {unit: row for unit, row in found.items() if closed.isdisjoint(_around(world, unit))}


def _around(world: World, unit: int) -> Iterator[int]:
    """What a unit is aboard of, from the inside out."""
    carrier = world.u[unit][3]
    while carrier is not None:
        yield carrier
        carrier = world.u[carrier][3]


def _row(rules: Ruleset, world: World, viewer: str, sort: str, key: Any, row: Row, veiled: set[tuple[str, str, Any]]) -> Row:
    """A row with the defaults of what the viewer does not see of it."""
    if key is None and sort != "game":
        return row
    for a in rules.secrets.get(sort, ()):
        args = (viewer,) if sort == "game" else (viewer, key)
        if not rules.names[f"w_{sort}_{a.name}"](world, *args):
            veiled.add((sort, a.name, key))
            row = (*row[: a.index], a.default, *row[a.index + 1 :])
    return row


def _rows(rules: Ruleset, world: World, viewer: str, sort: str, veiled: set[tuple[str, str, Any]]) -> dict[Any, Row]:
    if sort not in rules.secrets:
        return world.t[sort]
    return {key: _row(rules, world, viewer, sort, key, row, veiled) for key, row in world.t[sort].items()}


def _kept(index: Index, units: Units) -> dict[Any, tuple[int, ...]]:
    """The entries of an index that are left."""
    left = {key: tuple(unit for unit in found if unit in units) for key, found in index.items()}
    return {key: found for key, found in left.items() if found}


def _forget(rules: Ruleset, seen: World) -> None:
    """Takes units that are not there out of the attributes that name units."""
    for sort, table in rules.program.attributes.items():
        naming = [a for a in table.values() if not a.fixed and a.index >= 0 and a.name != "carrier" and a.type in (UNIT, set_of(UNIT))]
        for a in naming:
            if sort == "unit":
                seen.u = {unit: _without(seen.u, a, row) for unit, row in seen.u.items()}
            elif sort == "game":
                seen.g = _without(seen.u, a, seen.g)
            else:
                seen.t[sort] = {key: _without(seen.u, a, row) for key, row in seen.t[sort].items()}


def _without(units: Units, a: Attribute, row: Row) -> Row:
    value = row[a.index]
    left = tuple(u for u in value if u in units) if a.type.is_set else value if value in units else None
    return (*row[: a.index], left, *row[a.index + 1 :])
