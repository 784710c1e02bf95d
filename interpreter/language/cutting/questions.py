"""Questions: blocks whose lines compute what is asked; `gives` are the names that the answer binds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interpreter.language.compile import local
from interpreter.language.cutting.block import Block
from interpreter.language.cutting.core import DONE, Cut, Stop
from interpreter.language.ir import Again, Allot, Assignment, Cast, Choose, Draw, Expr, Fire, Offer, Roll, Statement
from interpreter.language.reads import names_read
from interpreter.language.types import UNIT

Write = Callable[[Expr], str]
Ask = Callable[[Block, Any, Write], str]
"""Notes in the block what kind of question a statement is and what its answer binds; returns the Python of what is asked."""


def _roll(block: Block, s: Roll, e: Write) -> str:
    block.question, block.gives = "roll", (s.name,)
    return f"dice({e(s.number)}), die({e(s.sides)})"


def _draw(block: Block, s: Draw, e: Write) -> str:
    block.question, block.gives = "draw", (s.name,)
    return e(s.source)


def _choose(block: Block, s: Choose, e: Write) -> str:
    block.question, block.gives = "choose", (s.name,)
    return f"{e(s.actor)}, {e(s.source)}, {s.optional}, {s.source.type.of == UNIT}"


def _offer(block: Block, s: Offer, e: Write) -> str:
    block.question = "offer"
    inside = "".join(f"({name!r}, ({_each(args, e)})), " for name, args in s.actions)
    return f"{e(s.actor)}, ({inside}), {s.mode!r}"


def _fire(block: Block, s: Fire, e: Write) -> str:
    block.question = "throw" if s.shares or s.lying else "fire"
    block.gives = (s.hits, *((s.shares,) if s.shares else ()), *((s.lying, *s.counts) if s.lying else ()))
    return f"{s.volley!r}, ({_each(s.args, e)})"


def _again(block: Block, s: Again, e: Write) -> str:
    block.question, block.gives = "again", (s.hits, s.lying, *s.counts)
    block.uses |= {s.lying}
    return f"{s.volley!r}, {local(s.lying)}, {e(s.misses)}, {e(s.scored)}"


def _cast(block: Block, s: Cast, e: Write) -> str:
    block.question, block.gives = "cast", (s.slots, s.rest)
    return f"{s.volley!r}, ({_each(s.args, e)})"


def _allot(block: Block, s: Allot, e: Write) -> str:
    block.question, block.gives = "allot", (s.slots, s.rest, s.placed)
    block.uses |= {s.slots, s.rest, s.placed}
    return f"{s.volley!r}, ({_each(s.args, e)}), {local(s.slots)}, {local(s.rest)}, {local(s.placed)}"


def _assignment(block: Block, s: Assignment, e: Write) -> str:
    block.question, block.gives = "assign", (s.hits, s.lost)
    block.uses |= {s.hits}
    return f"{s.volley!r}, ({_each(s.args, e)}), {local(s.hits)}"


def _each(args: Iterable[Expr], e: Write) -> str:
    """Python of the elements of a tuple."""
    return "".join(e(a) + ", " for a in args)


ASKS: Mapping[type[Statement], Ask] = {
    Roll: _roll,
    Draw: _draw,
    Choose: _choose,
    Offer: _offer,
    Fire: _fire,
    Again: _again,
    Cast: _cast,
    Allot: _allot,
    Assignment: _assignment,
}


def _question(c: Cut, s: Statement, after: str, label: str) -> None:
    block = c.block(label)
    block.uses |= names_read(s)
    asked = ASKS[type(s)](block, s, c.straight.expr)
    block.lines.append(f"return {asked}" if block.question == "draw" else f"return ({asked})")
    block.binds |= set(block.gives)
    if after == DONE:
        after = c.block(c.label("end")).label
        c.blocks[after].lines.append('return ("return", None)')
    block.goes.append(after)


STOPS: Mapping[type[Statement], Stop] = dict.fromkeys(ASKS, _question)
