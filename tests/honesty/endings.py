"""The ends of turns of a strategic ruleset: aircraft rest, battles are over, and a turn leaves nothing to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.machine.game import Game
from interpreter.state.world import World
from tests.honesty.invariants import Names

STAYING = ("type", "owner", "place", "carrier", "damage", "berth")
PASSING = {"space": ("struck", "fired"), "canal": ("permits",)}
SPENT = ("research_dice", "bonds", "bid")


def faults(names: Names, after: Game) -> Iterator[str]:
    for _, sort, event, _, _, world in after.trace:
        if sort == "event" and event == "turn_ends" and isinstance(world, World):
            yield from rested(names, world)
            yield from settled(names, world)
        if sort == "event" and event == "turn_begins" and isinstance(world, World):
            yield from forgotten(names, world)


def rested(names: Names, world: World) -> Iterator[str]:
    """Every aircraft at sea has a deck of its own or of a friend."""
    for zone in sorted(names.sea & {str(z) for z in world.at}):
        flyers = {u: world.u[u][1] for u in world.at[zone] if world.u[u][0] in names.tags["air"]}
        yield from (f"{world.u[u][0]} {u} is in {zone} at the end of a turn" for u in flyers if world.u[u][0] not in names.borne)
        sound = {u: world.u[u] for u in world.at[zone] if names.stat["deck"][world.u[u][0]] and not _hurt(world, u)}
        berths = [row[1] for row in sound.values() for _ in range(names.stat["deck"][row[0]])]
        free = [u for u in flyers if world.u[u][3] is None or not _hurt(world, world.u[u][3])]
        lost = len(free) - _seated(names, world, [flyers[u] for u in free], berths)
        if lost:
            yield f"{lost} aircraft have no deck in {zone} at the end of a turn: {Counter(flyers[u] for u in free)} on {Counter(berths)}"


def _hurt(world: World, unit: int) -> bool:
    """A carrier that takes up no aircraft, in editions where one hit does not sink it."""
    return bool(world.u[unit][4] > 0)


def _seated(names: Names, world: World, flyers: list[str], berths: list[str]) -> int:
    """How many aircraft find a deck at once, by augmenting paths."""
    taken: dict[int, int] = {}

    def seat(flyer: int, tried: set[int]) -> bool:
        for berth, owner in enumerate(berths):
            if berth in tried or not names.friends(world, flyers[flyer], owner):
                continue
            tried.add(berth)
            if berth not in taken or seat(taken[berth], tried):
                taken[berth] = flyer
                return True
        return False

    return sum(seat(flyer, set()) for flyer in range(len(flyers)))


def settled(names: Names, world: World) -> Iterator[str]:
    """No territory is shared by enemies, and nobody stands in enemy land alone."""
    for space in sorted(names.spaces - names.sea):
        there = {world.u[u][1] for u in world.at.get(space, ()) if world.u[u][0] not in names.tags["facility"]}
        holder = names.of(world, "space", space, "controller")
        for power in sorted(p for p in there if p is not None):
            for other in sorted(p for p in {*there, holder} - {power} if p is not None):
                if names.foes(world, power, other):
                    yield f"{power} is in {space} with its enemy {other} at the end of a turn"
        if None in there:
            yield f"units that belong to nobody are in {space} at the end of a turn"
        if "china" in there and names.original[space] != "china" and space not in names.tags["open_to_china"]:
            yield f"Chinese units are in {space}"


def forgotten(names: Names, world: World) -> Iterator[str]:
    """When a turn begins nothing is left of the one before."""
    indexes = {name: i for name, i in names.attributes["unit"].items() if i >= 0 and name not in STAYING}
    for unit, row in world.u.items():
        yield from (
            f"{name} of {row[0]} {unit} in {row[2]} is {row[i]!r} when a turn begins"
            for name, i in indexes.items()
            if row[i] != names.defaults[i]
        )
        if row[2] is None:
            yield f"{row[0]} {unit} of {row[1]} is in no place when a turn begins"
        if row[3] is not None and row[0] in names.borne and not _hurt(world, row[3]):
            yield f"{row[0]} {unit} is still cargo when a turn begins"
    for sort, attributes in PASSING.items():
        for name in attributes:
            yield from (f"{name} of {key} is left when a turn begins" for key in world.t.get(sort, {}) if names.of(world, sort, key, name))
    yield from (f"{name} of the game is left when a turn begins" for name in SPENT if names.of(world, "game", None, name))
