"""Games to test with; as a command, plays on from a save in a process of its own."""

from __future__ import annotations

import json
import sys

from interpreter import Game, Ruleset, answers, load, restore, save, start, step


def played(game: Game, most: int) -> Game:
    """The game after `most` more random answers, or at its end."""
    for _ in range(most):
        if game.ask is None:
            break
        game = step(game, answers.random(game))
    return game


def mid_battle(rules: Ruleset, seed: int = 2, after: int = 0) -> Game:
    """A random game where losses are being picked or dice of a battle are rolled; beyond `after` answers."""
    game = played(start(rules, seed=seed), after)
    while game.ask is not None and "engagements." not in game.ask.rule:
        game = step(game, answers.random(game))
    assert game.ask is not None
    return game


def digests(seeds: list[int], most: int) -> list[str]:
    """Digests along random games, every tenth answer."""
    rules, found = load("spring-1942"), []
    for seed in seeds:
        game = start(rules, seed=seed)
        for _ in range(most // 10):
            game = played(game, 10)
            found.append(game.digest)
    return found


def main() -> None:
    """`digests SEEDS MOST` prints digests as JSON; `play FILE MOST` plays on from a save and writes it back."""
    match sys.argv[1:]:
        case ["digests", seeds, most]:
            print(json.dumps(digests([int(s) for s in seeds.split(",")], int(most))))
        case ["play", file, most]:
            game = played(restore(file), int(most))
            save(game, file)
            print(json.dumps([game.digest, game.count]))


if __name__ == "__main__":
    main()
