"""`python -m tests.reference --games 20 --answers 400 --programs 2000`: the long comparison of machine and walker."""

from __future__ import annotations

import argparse
import time

from interpreter import answers
from tests.reference.compare import play, same_fate
from tests.reference.rulesets import little, playable


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="spring-1942")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--answers", type=int, default=300)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    chosen = parser.parse_args()
    began, faults, asks = time.perf_counter(), 0, 0
    seeds = range(chosen.first, chosen.first + chosen.games)
    whole = playable(chosen.ruleset)
    for kind, seed in [(kind, seed) for seed in seeds for kind in ("random", "greedy")]:
        try:
            asks += play(whole.built, whole.rules, seed, getattr(answers, kind), chosen.answers).game.count
        except Exception as error:
            faults += 1
            print(f"{chosen.ruleset} {kind} {seed}: {type(error).__name__} {error}", flush=True)
    for seed in range(chosen.first, chosen.first + chosen.programs):
        try:
            game = little(seed)
            asks += same_fate(game.built, game.rules, seed, answers.random, 40)
        except Exception as error:
            faults += 1
            print(f"program {seed}: {type(error).__name__} {error}", flush=True)
    seconds = time.perf_counter() - began
    print(f"{2 * chosen.games} games, {chosen.programs} programs, {asks} answers compared, {faults} faults, {seconds:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
