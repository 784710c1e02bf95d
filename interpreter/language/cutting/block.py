"""One block of a procedure that asks, and the names that blocks need on entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Block:
    """One block while it is made: lines of code or a question, what it reads and binds, where it goes."""

    label: str
    lines: list[str] = field(default_factory=list)
    question: str = ""  # roll, choose, offer, fire, assign; empty for code
    uses: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    goes: list[str] = field(default_factory=list)
    gives: tuple[str, ...] = ()  # names bound by the answer
    live: tuple[str, ...] = ()


def liveness(blocks: Mapping[str, Block]) -> None:
    """Notes the locals that each block needs on entry, by the usual backward fixpoint."""
    live: dict[str, set[str]] = {label: set() for label in blocks}
    before: dict[str, list[str]] = {label: [] for label in blocks}
    for label, block in blocks.items():
        for following in block.goes:
            before[following].append(label)
    waiting = dict.fromkeys(blocks)
    while waiting:
        label, _ = waiting.popitem()
        block = blocks[label]
        out = set().union(*(live[g] for g in block.goes)) if block.goes else set()
        binds = block.binds if not block.question else set(block.gives)
        now = block.uses | (out if block.question == "offer" else out - binds)
        if now != live[label]:
            live[label] = now
            waiting.update(dict.fromkeys(before[label]))
    for label, block in blocks.items():
        block.live = tuple(sorted(live[label] - set(block.gives if block.label.startswith("back from") else ())))
