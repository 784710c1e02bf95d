"""What a condition demands of each unit that passes it, where the world has an index for that.

A loop over all units whose condition is `its owner is p and …` runs over the units of `p` alone. Definitions that the
condition names are looked through; what a rule forbids beside them only makes fewer pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from interpreter.language.ir import Attribute, Call, Const, Each, Expr, Local, Op, Read
from interpreter.language.types import UNIT

Meaning: TypeAlias = "Callable[[str], tuple[tuple[str, ...], Expr] | None]"
"""The parameters and the expression of a definition that no modifier changes, by its name."""

DEPTH = 4
"""Through how many definitions a condition is looked."""
BEST = ("place", "beside", "row", "tag")
"""The indexes, the narrowest first."""


@dataclass(frozen=True, slots=True)
class Lead:
    """An index of units and what is looked up in it: an expression, or the name of a tag; `row` is a place of units' rows."""

    index: str
    key: Expr | str
    row: int = -1


@dataclass(frozen=True, slots=True)
class Scope:
    """What names stand for: the element of the loop, or expressions of the loop's surroundings."""

    elements: frozenset[str]
    stands: dict[str, Expr] = field(default_factory=dict)
    outer: bool = True

    def element(self, e: Expr) -> bool:
        return isinstance(e, Local) and e.name in self.elements

    def plain(self, e: Expr) -> Expr | None:
        """The expression in names of the surroundings, if it has a value whatever happens and costs little; else None."""
        if isinstance(e, Const):
            return None if e.type.is_set else e
        if isinstance(e, Local):
            return e if self.outer and e.name not in self.elements else self.stands.get(e.name)
        if isinstance(e, Read) and not e.attribute.formula and (e.of is None or e.attribute.sort == "unit"):
            of = None if e.of is None else self.plain(e.of)
            return e if e.of is None else of and replace(e, of=of)
        if isinstance(e, Op) and e.op == "first" and not isinstance(e.args[0], Each):
            of = self.plain(e.args[0])
            return of and replace(e, args=(of,))
        return None


def lead_of(source: Expr, var: str, condition: Expr, meaning: Meaning) -> Lead | None:
    """The narrowest index for a loop over `source` in which only elements with the condition matter; None for no index."""
    if not (isinstance(source, Op) and source.op == "all" and source.detail == "unit"):
        return None
    found = _leads(condition, Scope(frozenset({var})), meaning, DEPTH)
    return min(found, key=lambda lead: (BEST.index(lead.index), -lead.row), default=None)


def _leads(e: Expr, scope: Scope, meaning: Meaning, depth: int) -> Iterator[Lead]:
    if isinstance(e, Call) and depth:
        yield from _through(e, scope, meaning, depth)
    elif isinstance(e, Op) and e.op == "and":
        for part in e.args:
            yield from _leads(part, scope, meaning, depth)
    elif isinstance(e, Op) and e.op in ("=", "adjacent"):
        for mine, other in (e.args, e.args[::-1]):
            yield from _lookup(e.op, mine, scope.plain(other), scope)
    elif isinstance(e, Op) and e.op == "is_tag" and e.args[0].type == UNIT and scope.element(e.args[0]):
        yield Lead("tag", str(e.detail))
    elif isinstance(e, Op) and e.op == "is_type" and scope.element(e.args[0]) and (key := scope.plain(e.args[1])) is not None:
        yield Lead("row", key, 0)


def _through(e: Call, scope: Scope, meaning: Meaning, depth: int) -> Iterator[Lead]:
    """Leads of what a named definition demands."""
    found = meaning(e.name)
    if found is None:
        return
    names, body = found
    given = dict(zip(names, e.args, strict=True))
    stands = {name: plain for name, arg in given.items() if (plain := scope.plain(arg)) is not None}
    inside = Scope(frozenset(name for name, arg in given.items() if scope.element(arg)), stands, outer=False)
    yield from _leads(body, inside, meaning, depth - 1)


def _lookup(op: str, mine: Expr, key: Expr | None, scope: Scope) -> Iterator[Lead]:
    """The lead of `attribute of the element = key`, or of an element beside it."""
    if key is None or not isinstance(mine, Read) or mine.of is None or mine.attribute.sort != "unit" or not scope.element(mine.of):
        return
    attribute = mine.attribute
    if attribute.name == "place":
        yield Lead("beside" if op == "adjacent" else "place", key)
    elif op == "=" and attribute.name != "carrier" and attribute.index >= 0 and not attribute.type.is_set and not _usual(key, attribute):
        yield Lead("row", key, attribute.index)


def _usual(key: Expr, attribute: Attribute) -> bool:
    """Whether a value is the one that most units have."""
    return isinstance(key, Const) and key.value == attribute.default
