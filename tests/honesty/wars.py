"""War and peace of a strategic ruleset: enmity is mutual and lasts, and what is spent once does not come back."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.state.world import World
from tests.honesty.invariants import Names

GROWING = (("power", "enemies"), ("power", "technologies"), ("space", "attacked_by"))
LASTING = (("power", "unprovoked"), ("game", "london_has_fallen"), ("game", "america_may_fight"), ("game", "pact_called"))


def faults(names: Names, before: World, after: World) -> Iterator[str]:
    yield from mutual(names, after)
    yield from lasting(names, before, after)


def mutual(names: Names, world: World) -> Iterator[str]:
    """Whoever is at war with a power has that power as an enemy; nobody fights friends."""
    for power in world.t["power"]:
        for other in names.of(world, "power", power, "enemies", ()):
            if power not in names.of(world, "power", other, "enemies"):
                yield f"{power} is at war with {other}, and {other} is not with {power}"
            if names.side[power] == names.side[other]:
                yield f"{power} is at war with {other} of its own side"


def lasting(names: Names, before: World, after: World) -> Iterator[str]:
    """Wars, memories and discoveries do not end; kamikaze strikes do not grow."""
    for sort, name in GROWING:
        for key in after.t[sort]:
            if not set(names.of(before, sort, key, name, ())) <= set(names.of(after, sort, key, name, ())):
                yield f"{name} of {key} has lost something"
    for sort, name in LASTING:
        for key in after.t[sort] if sort != "game" else (None,):
            if names.of(before, sort, key, name) and not names.of(after, sort, key, name):
                yield f"{name} of {key or sort} is forgotten"
    for power in after.t["power"]:
        if names.of(after, "power", power, "kamikaze", 0) > names.of(before, "power", power, "kamikaze", 0):
            yield f"{power} has more kamikaze strikes than before"
    if names.of(after, "game", None, "round") < names.of(before, "game", None, "round"):
        yield "the round goes back"
