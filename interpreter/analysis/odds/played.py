"""Battles played by the machine's own procedure with dice of a seed: the sampler for what tables can't say."""

from __future__ import annotations

import random
from typing import Any

from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.walk import OTHER, Node, Walk


def played(walk: Walk, number: int, seed: int) -> Tally:
    """So many battles played with dice of a seed."""
    walk.work = 10**12
    draw = random.Random(seed)
    tally = Tally()
    start = walk.begin()
    for _ in range(number):
        node, rounds, highest = start, 0, walk.first
        while node.ask is not None:
            if walk.first <= node.index < OTHER and (rounds == 0 or node.index <= highest):
                rounds += 1
            highest = node.index
            given = _drawn(walk, node, draw)
            node = walk.given(node, given, rounds)
        tally.add(walk.q.end(node.world), 1.0)
        tally.rounds += rounds
    return tally


def _drawn(walk: Walk, node: Node, draw: random.Random) -> Any:
    assert node.ask is not None
    procedure, label, _ = node.frames[-1]
    pools = node.ask.pools
    if walk.rules.blocks[procedure][label].question != "fire":
        return tuple(draw.randint(1, p.sides) for p in pools for _ in range(p.dice))
    if walk.plan.low_luck:
        outcomes = list(walk.fired(pools))
        return draw.choices([o for o, _ in outcomes], [c for _, c in outcomes])[0]
    hits: dict[int | None, int] = {}
    for p in pools:
        some = sum(draw.randint(1, p.sides) <= p.value for _ in range(p.dice))
        if some:
            hits[p.firer] = hits.get(p.firer, 0) + some
    return tuple(hits.items())
