"""Many games, watched: `python -m tests.honesty.games --games 200 --rounds 3` plays them and reports what is wrong."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from typing import Any

from interpreter import Game, Ruleset, answers, load, start
from interpreter.machine.game import step
from tests.honesty.invariants import Names, Watch, faults

MOST_ANSWERS = 5_000


def watched(
    rules: Ruleset, seed: int, rounds: int, answerer: Callable[[Game], Any], most: int = MOST_ANSWERS
) -> Iterator[tuple[Game, list[str]]]:
    """The games after each step of one game, each with what is wrong with it."""
    names, watch = Names(rules), Watch()
    game = start(rules, seed=seed, trace=True)
    watch.keep(game)
    while game.ask is not None and game.value("round") <= rounds and game.count < most:
        after = step(game, answerer(game), trace=True)
        found = [*faults(names, game, after), *watch.changed()]
        if after.events and after.events[-1].number != after.past.event_count:
            found.append("events are not numbered one after the other")
        yield after, found
        watch.keep(after)
        game = after


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="spring-1942")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--player", choices=("random", "greedy", "both"), default="both")
    chosen = parser.parse_args()
    rules, began, asks, wrong = load(chosen.ruleset), time.perf_counter(), 0, 0
    for number in range(chosen.games):
        kind = chosen.player if chosen.player != "both" else ("random", "greedy")[number % 2]
        seed, game = chosen.first + number, None
        try:
            for game, found in watched(rules, seed, chosen.rounds, getattr(answers, kind)):
                asks += 1
                for message in found:
                    wrong += 1
                    print(f"{kind} game {seed}, answer {game.count} {game.past.answer}: {message}", flush=True)
        except Exception as error:
            wrong += 1
            print(f"{kind} game {seed}, after answer {game.count if game else 0}: {type(error).__name__}: {error}", flush=True)
        print(f"{kind} game {seed}: {game.count if game else 0} answers, {wrong} faults so far", flush=True)
    print(f"{chosen.games} games, {asks} answers, {wrong} faults, {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
