"""Whether odds help the greedy player: `python tests/benchmarks/greedy.py [RULESET [SEEDS [ROUNDS]]]`.

Each seed is played twice, with the judging player on either side; the other side judges by `crude.yaml`. A side's
standing is the worth of its units and twice its income; printed is by how much the judging side's share of both sides'
standing grows, from the beginning to the end, and what a round costs.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path

from interpreter import Ruleset, answers, load, start, step
from interpreter.machine.game import Game

HERE = Path(__file__).parent


def standing(game: Game, powers: frozenset[str]) -> float:
    """What some powers have: their units by cost, and twice the value of the spaces that they hold."""
    rules, world = game.rules, game.world
    cost = rules.program.statics["unit_type_cost"]
    value, held = rules.program.statics["space_value"], rules.program.attributes["space"]["controller"].index
    units = sum(cost[row[0]] for row in world.u.values() if row[1] in powers)
    return float(units + 2 * sum(value[s] for s, row in world.t["space"].items() if row[held] in powers))


def share(game: Game, powers: frozenset[str]) -> float:
    mine, theirs = standing(game, powers), standing(game, frozenset(game.rules.program.ids["power"]) - powers)
    return mine / (mine + theirs)


def play(judging: Ruleset, crude: Ruleset, powers: frozenset[str], seed: int, rounds: int) -> tuple[float, float, int]:
    """Plays a game in which some powers judge by odds; the growth of their share, seconds of the processor, rounds."""
    game = start(judging, seed=seed)
    before, began = share(game, powers), time.process_time()
    while game.ask is not None and game.value("round") <= rounds:
        seen = game if game.ask.actor in powers else replace(game, rules=crude)
        game = step(game, answers.greedy(seen))
    return share(game, powers) - before, time.process_time() - began, rounds


def main(name: str = "spring-1942", seeds: str = "3", rounds: str = "4") -> None:
    judging, crude = load(name), load(name, overlays=(HERE / "crude.yaml",))
    axis = frozenset(p for p, side in judging.program.statics["power_side"].items() if side == "axis")
    allies = frozenset(judging.program.ids["power"]) - axis
    grown, seconds, played = [], 0.0, 0
    for seed in range(1, int(seeds) + 1):
        for side, powers in (("axis", axis), ("allies", allies)):
            more, cpu, some = play(judging, crude, powers, seed, int(rounds))
            grown.append(more)
            seconds, played = seconds + cpu, played + some
            print(f"seed {seed}, {side} with odds: their share grows by {100 * more:+.1f} points", flush=True)
    print(f"on average {100 * sum(grown) / len(grown):+.2f} points in {len(grown)} games; {seconds / played:.1f} s a round")


if __name__ == "__main__":
    main(*sys.argv[1:])
