"""The typed IR: what a checked text means. Everything below it is generated from these classes, never from text.

Expressions carry their type; statements that came from text carry their span. The reference evaluator of the
tests walks the same classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias, cast

from interpreter.language.types import Type

Value: TypeAlias = "bool | int | str | Fraction | tuple[Value, ...] | None"


@dataclass(frozen=True, slots=True)
class Span:
    """A place in the text of one definition field: 1-based line and column."""

    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True)
class Attribute:
    """A declared attribute of a sort (or of `game`); `index` is its place in a stored row, -1 where it is fixed.

    A `mutual` set holds both ways: whoever is in the set of another has that one in its own.
    """

    sort: str
    name: str
    type: Type
    default: Value = None
    fixed: bool = False
    formula: bool = False
    hidden: bool = False
    least: int | None = None
    most: int | None = None
    index: int = -1
    mutual: bool = False


@dataclass(frozen=True, slots=True)
class Expr:
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: Value


@dataclass(frozen=True, slots=True)
class Local(Expr):
    name: str


@dataclass(frozen=True, slots=True)
class Read(Expr):
    """An attribute of an entity, or of the game where `of` is None."""

    attribute: Attribute
    of: Expr | None


@dataclass(frozen=True, slots=True)
class Stat(Expr):
    """An attribute of a unit's type (or another entity's) with the modifiers in force."""

    attribute: Attribute
    of: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A named definition with its arguments."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Op(Expr):
    """A built-in of the language; `op` is its name in `registry.OPERATIONS`."""

    op: str
    args: tuple[Expr, ...]
    detail: Value = None


@dataclass(frozen=True, slots=True)
class Each(Expr):
    """A comprehension over `source` with element `var`: filter, quantifier, count, total, order, …"""

    kind: str
    var: str
    source: Expr
    body: Expr
    number: Expr | None = None


# --- statements ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Statement:
    span: Span


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """Sets an attribute: `of` is None for the game; `add` is +1 or -1 where the value is added or taken away."""

    attribute: Attribute
    of: Expr | None
    value: Expr
    add: int = 0


@dataclass(frozen=True, slots=True)
class Create(Statement):
    number: Expr
    unit_type: Expr
    place: Expr
    owner: Expr
    name: str | None


@dataclass(frozen=True, slots=True)
class Remove(Statement):
    units: Expr


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """Moves units to a space, or aboard a unit."""

    units: Expr
    to: Expr
    aboard: bool = False


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    number: Expr
    sides: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Draw(Statement):
    """Chance takes one element of a set, each with the same chance; none of nothing."""

    name: str
    source: Expr


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    name: str
    source: Expr
    actor: Expr
    optional: bool


@dataclass(frozen=True, slots=True)
class Offer(Statement):
    """Actions offered to a power: `loop` until it is done, `once`, or `must` (one has to be taken if any is legal)."""

    actions: tuple[tuple[str, tuple[Expr, ...]], ...]
    actor: Expr
    mode: str


@dataclass(frozen=True, slots=True)
class Fire(Statement):
    """Rolls the dice of a volley; `hits` receives pairs of a firer and the hits of those like it.

    `shares`, if given, receives for each unit that rolled the unit and what its dice show. Where the dice may be rolled
    again, `lying` receives them, and `counts` how many miss and how many hit.
    """

    volley: str
    args: tuple[Expr, ...]
    hits: str
    shares: str = ""
    lying: str = ""
    counts: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Again(Statement):
    """Rolls some of the dice again that a `Fire` has left lying: so many that miss, so many that hit."""

    volley: str
    args: tuple[Expr, ...]
    hits: str
    lying: str
    counts: tuple[str, str]
    misses: Expr
    scored: Expr


@dataclass(frozen=True, slots=True)
class Cast(Statement):
    """Rolls the dice of a volley for whoever rolls to give out: `slots` receives what waits for a die, `rest` the faces."""

    volley: str
    args: tuple[Expr, ...]
    slots: str
    rest: str


@dataclass(frozen=True, slots=True)
class Allot(Statement):
    """The first face of `rest` is given to one of the `slots`, and goes into `placed` with it."""

    volley: str
    args: tuple[Expr, ...]
    slots: str
    rest: str
    placed: str


@dataclass(frozen=True, slots=True)
class Assignment(Statement):
    """One loss of a volley is picked and marked; `lost` receives the unit if it is destroyed at once."""

    volley: str
    args: tuple[Expr, ...]
    hits: str
    lost: str


@dataclass(frozen=True, slots=True)
class Announce(Statement):
    event: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Run(Statement):
    procedure: str
    args: tuple[Expr, ...]
    name: str | None


@dataclass(frozen=True, slots=True)
class Return(Statement):
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    winner: Expr | None


@dataclass(frozen=True, slots=True)
class If(Statement):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    var: str
    source: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    times: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Procedure:
    """A checked procedure; `stops` is filled in when all are known: whether it may ask somebody something."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    returns: Type | None
    body: tuple[Statement, ...]
    cause: str
    locals: dict[str, Type] = field(default_factory=dict, compare=False)


@cache
def _inner(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if f.name not in ("type", "span", "attribute"))


def parts(node: object) -> tuple[object, ...]:
    """What an expression, a statement or a tuple of them is made of, plain values among it."""
    if isinstance(node, tuple):
        return node
    return tuple([getattr(node, name) for name in _inner(cast(Any, type(node)))]) if isinstance(node, Expr | Statement) else ()
