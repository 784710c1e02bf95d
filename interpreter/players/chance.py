"""Chance from a seed: the same game and question, the same dice, on every machine and in every process."""

from __future__ import annotations

import hashlib

from interpreter.machine.game import Game
from interpreter.machine.questions import Answer, Ask


class Stream:
    """Uniform integers from a seed and a number, by counter-mode hashing; no bias, no platform in it."""

    def __init__(self, seed: int, count: int, purpose: str = "dice") -> None:
        self.key = f"{seed}|{count}|{purpose}|".encode()
        self.block = 0
        self.bytes = b""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1; each as likely as the others (rejection sampling)."""
        width = 2 if n <= 1 << 12 else 8
        top = 1 << (8 * width)
        limit = top - top % n
        while True:
            if len(self.bytes) < width:
                self.bytes += hashlib.blake2b(self.key + str(self.block).encode(), digest_size=32).digest()
                self.block += 1
            value = int.from_bytes(self.bytes[:width], "big")
            self.bytes = self.bytes[width:]
            if value < limit:
                return value % n


def roll(game: Game, ask: Ask) -> Answer:
    """What the dice of a question show in a game with its seed."""
    stream = Stream(game.seed, game.count)
    return ("roll", *(stream.below(p.sides) + 1 for p in ask.pools for _ in range(p.dice)))


def low_luck(game: Game, ask: Ask) -> Answer:
    """Dice with little luck: of those that may hit the same targets, the sum of their values over the sides are hits
    for certain, and one die decides about the rest. Rolls that are not volleys are rolled as usual.
    """
    if not any(p.value for p in ask.pools):
        return roll(game, ask)
    stream = Stream(game.seed, game.count)
    faces: list[int] = []
    for firer in dict.fromkeys(p.firer for p in ask.pools):
        own = [p for p in ask.pools if p.firer == firer]
        sides = max(p.single[2] for p in own)
        hits, rest = divmod(sum(number * value * sides // each for number, value, each in (p.single for p in own)), sides)
        faces.append(hits + (1 if rest and stream.below(sides) < rest else 0))
    wanted = dict(zip(dict.fromkeys(p.firer for p in ask.pools), faces, strict=True))
    result: list[int] = []
    for p in ask.pools:
        number = p.dice // p.each
        hitting = min(number, wanted[p.firer])
        if p.value >= p.sides:
            hitting = number
        wanted[p.firer] -= hitting
        result += [1] * (hitting * p.each) + [p.sides] * ((number - hitting) * p.each)
    return ("roll", *result)
