"""What the cutting of all statements shares: blocks and labels, straight code, and the way from a statement to its cutter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeAlias

from interpreter.language.compile import Straight
from interpreter.language.cutting.block import Block, liveness
from interpreter.language.cutting.labels import words
from interpreter.language.ir import Procedure, Return, Statement
from interpreter.language.reads import names_free

DONE = "(end)"
Stop: TypeAlias = "Callable[[Cut, Any, str, str], None]"
"""Makes the blocks of one kind of statement: the cut, the statement, the label of what follows, and its own."""


class Cut:
    """Turns one stopping procedure into blocks."""

    stops: ClassVar[Mapping[type[Statement], Stop]] = {}

    def __init__(self, procedure: Procedure, straight: Straight) -> None:
        self.procedure = procedure
        self.straight = straight
        self.cause = procedure.cause
        self.blocks: dict[str, Block] = {}
        self.counts: dict[str, int] = {}

    def run(self) -> dict[str, Block]:
        """All blocks by label; the first is `start`."""
        self.body(self.procedure.body, DONE, "start")
        liveness(self.blocks)
        return self.blocks

    def label(self, words: str) -> str:
        self.counts[words] = self.counts.get(words, 0) + 1
        return words if self.counts[words] == 1 else f"{words} #{self.counts[words]}"

    def block(self, label: str) -> Block:
        block = Block(label)
        self.blocks[label] = block
        return block

    def body(self, statements: tuple[Statement, ...], after: str, label: str) -> str:
        """Blocks for a list of statements that go on to `after`; returns the label of the first."""
        block = self.block(label)
        stops: list[tuple[Block, Statement]] = []
        for index, statement in enumerate(statements):
            if self.straight.stops(statement):
                stops.append((block, statement))
                if index + 1 == len(statements):
                    break
                block = self.block(self.label(f"after {words(statement)}"))
                continue
            self.code(block, statement)
            if isinstance(statement, Return):
                break
        else:
            self.goto(block, after)
        following = block.label if not stops or block is not stops[-1][0] else after
        for before, statement in reversed(stops):
            self.goto(before, self.stop(statement, following))
            following = before.label
        return label

    def code(self, block: Block, statement: Statement) -> None:
        block.uses |= names_free((statement,)) - block.binds
        name = getattr(statement, "name", None)
        if name is not None:
            block.binds.add(name)
        if isinstance(statement, Return):
            value = self.straight.expr(statement.value) if statement.value is not None else "None"
            block.lines.append(f'return ("return", {value})')
            return
        block.lines += _returns(self.straight.statement(statement, self.cause))

    def goto(self, block: Block, label: str) -> None:
        if label == DONE:
            block.lines.append('return ("return", None)')
        else:
            block.goes.append(label)
            block.lines.append(f"return @goto({label!r})")

    def stop(self, statement: Statement, after: str) -> str:
        """Blocks of a statement that may ask; returns the label of the first."""
        label = self.label(words(statement))
        self.stops[type(statement)](self, statement, after, label)
        return label

    def branch(self, block: Block, label: str) -> None:
        before = len(block.lines)
        self.goto(block, label)
        block.lines[before:] = ["    " + line for line in block.lines[before:]]


def _returns(lines: list[str]) -> list[str]:
    """Early returns of straight code become instructions."""
    out = []
    for line in lines:
        body = line.lstrip()
        if body.startswith("return "):
            pad = line[: len(line) - len(body)]
            line = f'{pad}return ("return", {body.removeprefix("return ")})'
        out.append(line)
    return out
