"""The scenarios of our own making; as a command, plays them to their end: `python -m tests.rulesets.scenarios [SCENARIO] [SEEDS] [ROUNDS]`."""

from __future__ import annotations

import sys
import time

from interpreter import Game, answers, load, start, step

OVERLAYS: dict[str, tuple[str, ...]] = {
    "spring-1942": ("mediterranean-1942", "eastern-front-1942"),
    "global-1940": (),
    "miniatures": ("stalingrad-1942", "saipan-1944"),
}
"""The shipped rulesets, each with the overlays that bring scenarios along."""
OWN = {
    "turning_tide_1943": ("spring-1942", ()),
    "mediterranean_1942": ("spring-1942", ("mediterranean-1942",)),
    "eastern_front_1942": ("spring-1942", ("eastern-front-1942",)),
    "day_of_infamy_1941": ("global-1940", ()),
    "stalingrad_1942": ("miniatures", ("stalingrad-1942",)),
    "saipan_1944": ("miniatures", ("saipan-1944",)),
}  # fmt: skip
"""Our scenarios: the ruleset, and the overlays that they need."""


def played(game: Game, most: int, rounds: int, player: str = "greedy") -> Game:
    """The game at its end, after so many answers, or after so many rounds where rounds are counted."""
    counted = "round" in game.rules.program.attributes["game"]
    last = game.value("round") + rounds if counted else 0
    while game.ask is not None and game.count < most and (not counted or game.value("round") < last):
        game = step(game, getattr(answers, player)(game))
    return game


def main(scenario: str = "", seeds: str = "3", rounds: str = "20") -> None:
    """Prints who wins with greedy players, seed after seed."""
    for name in [scenario] if scenario else OWN:
        ruleset, overlays = OWN[name]
        rules = load(ruleset, overlays)
        won: dict[str, int] = {}
        for seed in range(1, int(seeds) + 1):
            began = time.perf_counter()
            game = played(start(rules, scenario=name, seed=seed), 100_000, int(rounds))
            winner = str(game.winner) if game.finished else "nobody yet"
            won[winner] = won.get(winner, 0) + 1
            print(f"{name} seed {seed}: {winner} after {game.count} answers, {time.perf_counter() - began:.1f} s", flush=True)
        print(f"{name}: {won}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
