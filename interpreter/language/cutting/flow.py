"""Branches and loops in which somebody may be asked, cut into blocks."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.language.compile import local
from interpreter.language.cutting.block import Block
from interpreter.language.cutting.core import Cut, Stop
from interpreter.language.ir import Expr, ForEach, If, Repeat, Statement, While
from interpreter.language.reads import names_read
from interpreter.language.types import UNIT


def _if(c: Cut, s: If, after: str, label: str) -> None:
    block = c.block(label)
    block.uses |= names_read(s.condition)
    then = c.body(s.then, after, c.label(f"{label} then"))
    other = c.body(s.otherwise, after, c.label(f"{label} else")) if s.otherwise else after
    block.lines.append(f"if {c.straight.expr(s.condition)}:")
    c.branch(block, then)
    c.goto(block, other)


def _while(c: Cut, s: While, after: str, label: str) -> None:
    block = c.block(label)
    block.uses |= names_read(s.condition)
    block.lines += ["W.tick()", f"if {c.straight.expr(s.condition)}:"]
    c.branch(block, c.body(s.body, label, c.label(f"{label} body")))
    c.goto(block, after)


def _for_each(c: Cut, s: ForEach, after: str, label: str) -> None:
    """The elements that are left are kept in a local; units that are gone are left out each time."""
    left = f"Left_{s.var}"
    block = _counted(c, label, left, s.source, f"tuple({c.straight.expr(s.source)})")
    block.binds |= {left, s.var}
    if s.source.type.of == UNIT:
        block.lines.append(f"{local(left)} = tuple(x_ for x_ in {local(left)} if x_ in W.u)")
    _next(c, block, left, after)
    block.lines.append(f"{local(s.var)}, {local(left)} = {local(left)}[0], {local(left)}[1:]")
    c.goto(block, c.body(s.body, block.label, c.label(f"{label} body")))


def _repeat(c: Cut, s: Repeat, after: str, label: str) -> None:
    """The number of times that are left is kept in a local."""
    left = f"Times_{label.replace(' ', '_').replace('#', '')}"
    block = _counted(c, label, left, s.times, f"whole({c.straight.expr(s.times)})")
    block.binds |= {left}
    _next(c, block, left, after)
    block.lines.append(f"{local(left)} -= 1")
    c.goto(block, c.body(s.body, block.label, c.label(f"{label} body")))


def _counted(c: Cut, label: str, left: str, source: Expr, text: str) -> Block:
    """The block that binds what is left of a loop, and behind it the head of the loop, which is returned."""
    head = c.label(f"{label} next")
    first = c.block(label)
    first.uses |= names_read(source)
    first.binds |= {left}
    first.lines.append(f"{local(left)} = {text}")
    c.goto(first, head)
    block = c.block(head)
    block.uses |= {left}
    block.lines.append("W.tick()")
    return block


def _next(c: Cut, block: Block, left: str, after: str) -> None:
    """Goes on behind a loop if nothing of it is left."""
    block.lines.append(f"if not {local(left)}:")
    c.branch(block, after)


STOPS: Mapping[type[Statement], Stop] = {If: _if, While: _while, ForEach: _for_each, Repeat: _repeat}
