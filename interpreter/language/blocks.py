"""Procedures that ask: cut into blocks at each question, with only the locals that are still needed carried over.

A block is either straight code that ends in an instruction, or a question. Instructions are tuples that the
machine reads: `("goto", label, values)`, `("call", procedure, arguments, label, values)`, `("return", value)`,
`("finish", winner)`. Labels are made of what stands there (`roll dice`, `for each zone`, `after run fight`), with
a number only where the same words occur twice, so that editing elsewhere does not break a save.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from interpreter.language.compile import Straight, local
from interpreter.language.cutting import flow, questions, runs
from interpreter.language.cutting.block import Block
from interpreter.language.cutting.core import Cut, Stop
from interpreter.language.ir import Procedure, Statement


class Lowering(Cut):
    """Turns one stopping procedure, of statements of every kind, into blocks."""

    stops: ClassVar[Mapping[type[Statement], Stop]] = {**questions.STOPS, **runs.STOPS, **flow.STOPS}


def write(procedure: Procedure, straight: Straight) -> tuple[list[str], dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...], str]]]:
    """Python lines of all blocks of a procedure, and per label: function, question, live names, names given, next label."""
    blocks = Lowering(procedure, straight).run()
    lines: list[str] = []
    table: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...], str]] = {}
    for number, (label, block) in enumerate(blocks.items()):
        function = f"b_{procedure.name}_{number}"
        back = label.startswith("back from")
        given = block.gives if back else ()
        lines.append(f"def {function}(W, F{''.join(', ' + local(n) for n in given)}):  # {label}")
        if block.live:
            lines.append(f"    {', '.join(local(n) for n in block.live)}, = F")
        for line in block.lines:
            lines.append("    " + _instruction(line, blocks))
        table[label] = (function, block.question, block.live, block.gives, block.goes[0] if block.goes else "")
        lines.append("")
    return lines, table


def _instruction(line: str, blocks: dict[str, Block]) -> str:
    """`@goto` and `@call` with the live values of the label that they go to."""
    if not line.lstrip().startswith("return @"):
        return line
    head, _, rest = line.partition("return @")
    kind, _, inside = rest.partition("(")
    inside = inside[:-1]
    label = inside.rpartition(", ")[2] if kind == "call" else inside
    target = blocks[eval_literal(label)]
    values = "".join(local(n) + ", " for n in target.live)
    return f'{head}return ("{kind}", {inside}, ({values}))'


def eval_literal(text: str) -> str:
    """The label that a repr stands for."""
    import ast

    value = ast.literal_eval(text)
    assert isinstance(value, str)
    return value
