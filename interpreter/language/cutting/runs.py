"""Procedures run, events announced and the game finished: blocks that leave a procedure, and where it goes on."""

from __future__ import annotations

from collections.abc import Mapping

from interpreter.language.compile import local
from interpreter.language.cutting.core import Cut, Stop
from interpreter.language.ir import Announce, Finish, Local, Return, Run, Statement
from interpreter.language.reads import names_read


def _run(c: Cut, s: Run, after: str, label: str) -> None:
    block = c.block(label)
    block.uses |= names_read(s.args)
    back = c.block(c.label(f"back from {label}"))
    result = s.name or "Result"
    back.gives = (result,)
    back.binds |= {result}
    c.goto(back, after)
    block.goes.append(back.label)
    block.lines.append(f"return @call({s.procedure!r}, {_tuple([c.straight.expr(a) for a in s.args])}, {back.label!r})")


def _announce(c: Cut, s: Announce, after: str, label: str) -> None:
    block = c.block(label)
    names = [f"Said_{label.replace(' ', '_').replace('#', '')}_{i}" for i in range(len(s.args))]
    block.uses |= names_read(s.args)
    block.binds |= set(names)
    block.lines += [f"{local(n)} = {c.straight.expr(a)}" for n, a in zip(names, s.args, strict=True)]
    block.lines.append(f"W.note({s.event!r}, {_tuple([local(n) for n in names])}, {c.cause!r})")
    args = tuple(Local(a.type, a.span, n) for n, a in zip(names, s.args, strict=True))
    runs = tuple(Run(s.span, handler, args, None) for handler in c.straight.handlers.get(s.event, ()))
    c.goto(block, c.body(runs, after, c.label(f"rules on {s.event}")))


def _tuple(items: list[str]) -> str:
    """Python text of a tuple."""
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _finish(c: Cut, s: Finish, after: str, label: str) -> None:
    block = c.block(label)
    block.uses |= names_read(s)
    block.lines.append(f'return ("finish", {c.straight.expr(s.winner) if s.winner is not None else "None"})')


def _return(c: Cut, s: Return, after: str, label: str) -> None:
    c.code(c.block(label), s)


STOPS: Mapping[type[Statement], Stop] = {Run: _run, Announce: _announce, Finish: _finish, Return: _return}
