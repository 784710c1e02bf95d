"""What holds after every answer of every battle of the miniatures; each check returns what is wrong, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.machine.game import Game
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import Row, World
from tests.honesty.invariants import Tables, conserved, indexed, placed, positive, traced

MOST_OF_A_SIDE, MOST_VEHICLES = 2, 1
PLACE, CARRIER = 2, 3
STATS = ("cost", "defense", "speed", "relocate", "strike_and_fade", "high_gear", "vanguard")
PAUSES = ("phases.", "procedures.settle_initiative", "procedures.deploy_army")


class Cards(Tables):
    """Where the ruleset keeps what the checks speak of."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        p = rules.program
        self.stat = {name: p.statics[f"unit_type_{name}"] for name in STATS}
        self.tagged = {name: rules.tagged(name) for name in ("soldier", "vehicle", "artillery", "transport", "half_hex")}
        self.unit = {name: a.index for name, a in p.attributes["unit"].items()}
        self.game = {name: a.index for name, a in p.attributes["game"].items()}
        self.open = {kind: p.statics[f"terrain_{kind}_cost"] for kind in ("soldier", "vehicle")}
        self.terrain = p.attributes["space"]["terrain"].index
        self.crossings = {name: p.attributes["border"][name].index for name in ("road", "stream")}
        self.sides: dict[str, list[str]] = {s: [] for s in rules.board.spaces}
        for side in p.rows["border"]:
            for space in str(side).split("|") if side is not None else ():
                self.sides[space].append(side)

    def of(self, row: Row, name: str) -> object:
        return row[self.unit[name]]

    def stage(self, world: World) -> object:
        return world.g[self.game["stage"]]

    def active(self, world: World) -> object:
        """The power whose phase it is, or none."""
        return world.g[self.game["active"]]


def faults(cards: Cards, before: Game, after: Game) -> list[str]:
    """Everything that is wrong with a step taken with a trace."""
    world = after.world
    return [
        *placed(cards, world),
        *indexed(world),
        *positive(cards, world),
        *conserved(before.world, after),
        *traced(before.world, after),
        *stacked(cards, after),
        *grounded(cards, world),
        *riding(cards, world),
        *countered(cards, world),
        *dealt(cards, before, after),
        *paced(cards, world),
    ]


def stacked(cards: Cards, game: Game) -> Iterator[str]:
    """At rest no hex holds more than the limit; while a unit moves it alone may be too much."""
    world = game.world
    resting = game.ask is None or game.ask.rule.startswith(PAUSES)
    for space, units in world.at.items():
        if space is None or _fits(cards, world, units):
            continue
        movers = [u for u in units if cards.of(world.u[u], "moved")]
        if resting or not any(_fits(cards, world, [u for u in units if u is not m]) for m in movers):
            yield f"{[world.u[u][:2] for u in units]} stand in {space}"


def _fits(cards: Cards, world: World, units: tuple[int, ...] | list[int]) -> bool:
    rows = [world.u[u] for u in units if world.u[u][CARRIER] is None]
    sides = Counter(row[1] for row in rows)
    return max(sides.values(), default=0) <= MOST_OF_A_SIDE and sum(row[0] in cards.tagged["vehicle"] for row in rows) <= MOST_VEHICLES


def grounded(cards: Cards, world: World) -> Iterator[str]:
    """Nobody stands in half a hex, or in closed terrain unless a road (or a bridge that was there) leads into it."""
    for unit, row in world.u.items():
        space = row[PLACE]
        if space is None:
            continue
        kind = "soldier" if row[0] in cards.tagged["soldier"] else "vehicle"
        ground = world.t["space"][space][cards.terrain]
        ways = [side for side in cards.sides[space] if any(world.t["border"][side][i] for i in cards.crossings.values())]
        if space in cards.tagged["half_hex"] or (not cards.open[kind][ground] and not ways and row[CARRIER] is None):
            yield f"{row[0]} {unit} stands in {space}, {ground}"


def riding(cards: Cards, world: World) -> Iterator[str]:
    """One Soldier that is no Artillery rides on a transport of its side, and nobody on a rider."""
    for carrier, riders in world.aboard.items():
        if carrier is None or not riders:
            continue
        kind, owner = world.u[carrier][:2]
        if len(riders) > 1 or kind not in cards.tagged["transport"] or world.u[carrier][CARRIER] is not None:
            yield f"{kind} {carrier} carries {[world.u[u][0] for u in riders]}"
        for rider in riders:
            row = world.u[rider]
            if row[0] not in cards.tagged["soldier"] or row[0] in cards.tagged["artillery"] or row[1] != owner:
                yield f"{row[0]} of {row[1]} rides on {kind} of {owner}"


def countered(cards: Cards, world: World) -> Iterator[str]:
    """Soldiers have no facing and no Damaged counter; a Disrupted one is the first of the face-down counters."""
    for unit, row in world.u.items():
        damaged, down = (bool(cards.of(row, name)) for name in ("damaged", "hit_damaged"))
        disrupted, destroyed = (bool(cards.of(row, name)) for name in ("hit_disrupted", "hit_destroyed"))
        counters, facing = cards.of(row, "counters"), cards.of(row, "facing")
        who = f"{row[0]} {unit}"
        if row[0] in cards.tagged["soldier"] and (damaged or down or facing is not None):
            yield f"{who}, a Soldier, is damaged or faces {facing}"
        if row[0] in cards.tagged["vehicle"] and row[PLACE] is not None and facing is None:
            yield f"{who}, a Vehicle, faces nowhere"
        if damaged and down:
            yield f"{who} is damaged and has another Damaged counter"
        fresh = counters if cards.active(world) is not None else 0
        if (fresh or down or destroyed) and not disrupted:
            yield f"{who} has {counters} new counters: {disrupted=} {down=} {destroyed=}"


def dealt(cards: Cards, before: Game, after: Game) -> Iterator[str]:
    """After deployment no army grows, no unit changes sides, and nobody fires defensively in a phase of its own."""
    old, new = before.world, after.world
    for unit in old.u.keys() & new.u.keys():
        if old.u[unit][1] != new.u[unit][1]:
            yield f"unit {unit} has changed sides"
    if cards.stage(old) != "preparing":
        costs = [Counter[str]() for _ in (old, new)]
        for world, cost in zip((old, new), costs, strict=True):
            for row in world.u.values():
                cost[row[1]] += cards.stat["cost"][row[0]]
        yield from (f"the army of {p} has grown to {costs[1][p]} points" for p in costs[1] if costs[1][p] > costs[0][p])
    active = cards.active(new)
    for unit, row in new.u.items():
        if cards.of(row, "fired") and active is not None and row[1] == active:
            yield f"{row[0]} {unit} has fired defensively in a phase of its own"


def paced(cards: Cards, world: World) -> Iterator[str]:
    """No unit has spent more movement than any of its speeds allows."""
    for unit, row in world.u.items():
        kind, spent = row[0], cards.of(row, "spent")
        speeds = [cards.stat[name][kind] for name in ("speed", "relocate", "strike_and_fade", "vanguard")]
        most = max(speeds) + cards.stat["high_gear"][kind] + (kind in cards.tagged["soldier"])
        if isinstance(spent, int) and spent > most:
            yield f"{kind} {unit} has moved {spent} of at most {most}"
