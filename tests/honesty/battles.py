"""Many battles, watched: `python -m tests.honesty.battles --battles 300` fights them and reports what is wrong.

Half of them are whole battles by a player who is now random, now greedy; half are two turns of a crowd in the middle of a map.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from typing import Any

from interpreter import Game, Ruleset, answers, load, start
from interpreter.machine.game import begin, step
from interpreter.state.opening import scenario_world
from interpreter.state.world import World
from tests.honesty.invariants import Watch
from tests.honesty.miniatures import Cards, faults

MOST_ANSWERS = 3_000
MIDDLE = [f"{row}{number}" for row in "defgh" for number in range(6, 11)]
HEADINGS = ("east", "northeast", "northwest", "west", "southwest", "southeast")


def mixed(game: Game) -> Any:
    """A greedy answer, or a random one; which, hangs on the seed and the number of the answer alone."""
    greedy = random.Random(f"{game.seed} {game.count}").random() < 0.4
    return answers.greedy(game) if greedy else answers.random(game)


def watched(cards: Cards, game: Game, most: int = MOST_ANSWERS) -> Iterator[tuple[Game, list[str]]]:
    """The games after each answer, each with what is wrong with it."""
    watch = Watch()
    while game.ask is not None and game.count < most:
        if game.count % 10 == 0:
            watch.keep(game)
        after = step(game, mixed(game), trace=True)
        found = faults(cards, game, after)
        if after.count % 10 == 0:
            found += watch.changed()
        yield after, found
        game = after


def battle(rules: Ruleset, cards: Cards, seed: int) -> Iterator[tuple[Game, list[str]]]:
    """A whole battle."""
    yield from watched(cards, start(rules, seed=seed, trace=True))


def melee(rules: Ruleset, cards: Cards, seed: int, turns: int = 2) -> Iterator[tuple[Game, list[str]]]:
    """Turns of a crowd that stands close together in the middle of a map."""
    world = crowd(rules, cards, seed)
    for turn in range(turns):
        game = begin(rules, world, "play_turn", (), seed=1000 * seed + turn, trace=True)
        for game, found in watched(cards, game):  # noqa: B020
            yield game, found
        world = game.world


def crowd(rules: Ruleset, cards: Cards, seed: int) -> World:
    """A map with units of both sides in its middle, some of them disrupted, damaged or aboard; the same for the same seed."""
    r = random.Random(seed)
    layout = r.choice(sorted(str(k) for k in rules.program.rows["layout"] if k is not None))
    world = begin(rules, scenario_world(rules, "standard"), "lay", (layout,)).world.fork()
    sides = {"axis": ("germany", "italy", "japan"), "allies": ("uk", "usa", "ussr", "france")}
    nation = rules.program.statics["unit_type_nation"]
    for side, nations in sides.items():
        kinds = sorted(str(k) for k, n in nation.items() if n in nations and cards.stat["defense"][k])
        for kind in r.choices(kinds, k=10):
            _put(cards, world, r, kind, side)
    return world


def _put(cards: Cards, world: World, r: random.Random, kind: str, side: str) -> None:
    """Puts a unit where it has room and may stand, or nowhere after some tries."""
    for space in r.sample(MIDDLE, 8):
        there = [u for u in world.at.get(space, ()) if world.u[u][3] is None]
        own = [u for u in there if world.u[u][1] == side]
        ground = world.t["space"][space][cards.terrain]
        vehicle = kind in cards.tagged["vehicle"]
        crowded = vehicle and any(world.u[u][0] in cards.tagged["vehicle"] for u in there)
        if len(own) > 1 or crowded or not cards.open["vehicle" if vehicle else "soldier"][ground]:
            continue
        (unit,) = world.create(1, kind, space, side, "setup")
        if vehicle:
            world.set_unit(unit, cards.unit["facing"], r.choice(HEADINGS), "setup")
            world.set_unit(unit, cards.unit["damaged"], r.random() < 0.2, "setup")
        world.set_unit(unit, cards.unit["disruptions"], int(r.random() < 0.1), "setup")
        carriers = [u for u in own if world.u[u][0] in cards.tagged["transport"] and not world.aboard.get(u)]
        if carriers and kind in cards.tagged["soldier"] - cards.tagged["artillery"] and r.random() < 0.7:
            world.board([unit], carriers[0], "setup")
        return


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=300)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    chosen = parser.parse_args()
    rules = load("miniatures")
    cards, began, asks, wrong = Cards(rules), time.perf_counter(), 0, 0
    for seed in range(chosen.first, chosen.first + chosen.battles):
        fight, game = (battle, melee)[seed % 2], None
        try:
            for game, found in fight(rules, cards, seed):
                asks += 1
                wrong += len(found)
                for message in found:
                    print(f"{fight.__name__} {seed}, answer {game.count} {game.past.answer}: {message}", flush=True)
                if found:
                    break
        except Exception as error:
            wrong += 1
            print(f"{fight.__name__} {seed}, after answer {game.count if game else 0}: {type(error).__name__}: {error}", flush=True)
    print(f"{chosen.battles} battles, {asks} answers, {wrong} faults, {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
