"""Money of a strategic ruleset: treasuries change by what is announced, and income is what the land yields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.machine.game import Event, Game
from interpreter.state.world import World
from tests.honesty.invariants import Names

RESEARCH = 5


def faults(names: Names, before: World, after: Game) -> Iterator[str]:
    yield from paid(names, before, after)
    yield from collected(names, after)


def funds(names: Names, world: World, power: str) -> int:
    """All money of a power: its treasury, those of its economies, what it still has to share among them."""
    shared = names.of(world, "game", None, "bonds", 0) if names.of(world, "game", None, "active") == power else 0
    economies = sum(names.of(world, "economy", e, "ipc") for e, owner in names.economies.items() if owner == power)
    return int(names.of(world, "power", power, "ipc") + economies + shared)


def announced(names: Names, world: World, event: Event) -> Iterator[tuple[str, int]]:
    """What an announcement says of treasuries: power and change."""
    v = event.values
    match event.name:
        case "bought":
            yield v[0], -v[2] * names.price(world, v[0], v[1])
        case "repaired":
            quick = "increased_factory_production" in names.of(world, "power", v[0], "technologies", ())
            yield v[0], -(-(-v[2] // 2) if quick else v[2])
        case "plundered":
            yield from ((v[0], v[2]), (v[1], -v[2]))
        case "refunded" | "income" | "bonds_sold" | "bid_kept":
            yield v[0], v[1]
        case "economy_collects":
            yield names.economies[v[0]], v[1]
        case "bonus":
            yield v[0], v[2]
        case "research_bought":
            yield v[0], -v[1] * RESEARCH


def paid(names: Names, before: World, after: Game) -> Iterator[str]:
    """Treasuries change by what is announced, and by nothing else."""
    said: Counter[str] = Counter()
    for event in after.events:
        for power, amount in announced(names, before, event):
            said[power] += amount
    for power in after.world.t["power"]:
        change = funds(names, after.world, power) - funds(names, before, power)
        if change != said[power]:
            causes = sorted(
                {c for c, sort, _, index, *_ in after.trace if sort in ("power", "economy", "game") and index == names.treasury}
            )
            yield f"the treasury of {power} changes by {change}; {said[power]} was announced ({', '.join(causes)})"


def collected(names: Names, after: Game) -> Iterator[str]:
    """Income is the value of what a power holds, less what raiders have sunk; one whose seat is lost gets nothing of it."""
    income: Counter[str] = Counter()
    for event in after.events:
        if event.name in ("income", "economy_collects"):
            income[names.economies.get(event.values[0], event.values[0])] += event.values[1]
    for power, amount in income.items():
        held = [s for s in names.spaces if names.of(after.world, "space", s, "controller") == power]
        yields = sum(names.value[s] or 0 for s in held)
        sunk = sum(names.of(after.world, "space", s, "disrupted", 0) for s in held)
        if amount > yields - sunk or (power not in names.economies.values() and amount != yields - sunk):
            yield f"{power} collects {amount}; its land yields {yields}, and raiders take {sunk}"
