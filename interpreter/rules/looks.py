"""What a definition looks at, found in its IR: what may be left out where results are remembered.

A look is a word: `count` where it matters how many units there are (and not only of which kinds), `one` where one of
alike units is told from the others, `unit.x` (`power.x`, …) where an attribute of units (powers, …) is read, `sets.x`
where one of units is set, `world` where something else than units is changed, `asks` where somebody is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from interpreter.language.ir import (
    Again,
    Allot,
    Announce,
    Assign,
    Assignment,
    Call,
    Cast,
    Choose,
    Const,
    Create,
    Draw,
    Each,
    Expr,
    Finish,
    Fire,
    ForEach,
    If,
    Let,
    Move,
    Offer,
    Op,
    Read,
    Remove,
    Repeat,
    Return,
    Roll,
    Run,
    Stat,
    Statement,
    While,
)  # fmt: skip
from interpreter.language.types import NUMBER, UNIT
from interpreter.rules.definitions import Definitions, Engagement, Step, Volley

NUMBERS = ("count", "total", "exactly", "at_least", "at_most")
ORDERS = ("order", "order_down")
Found = frozenset[str]
NOTHING: Found = frozenset()


class Looks:
    """The looks of the definitions of one ruleset, each found once."""

    def __init__(self, definitions: Definitions) -> None:
        self.d = definitions
        self.defines: dict[str, Found] = {}
        self.procedures: dict[str, Found] = {}
        self.stats: dict[str, Found] = {}

    # --- expressions -------------------------------------------------------------------------------------------

    def expr(self, e: object) -> Found:
        if isinstance(e, tuple):
            return NOTHING.union(*map(self.expr, e))
        if not isinstance(e, Expr):
            return NOTHING
        if isinstance(e, Op) and (whether := _whether(e)) is not None:
            return self.expr(whether)
        found = NOTHING.union(*(self.expr(getattr(e, f.name)) for f in fields(e) if f.name not in ("type", "span")))
        match e:
            case Read(attribute=a):
                if a.sort != "unit" or a.index >= 4:
                    found |= {f"{a.sort}.{a.name}"}
                return found | self.modified(f"{a.sort}.{a.name}")
            case Stat(attribute=a):
                return found | self.modified(f"unit_type.{a.name}")
            case Call(name=name):
                return found | self.define(name)
            case Each(kind=kind) if kind in NUMBERS or (kind in ("map", "map_sets") and e.type.of == NUMBER):
                return found | {"count"}
            case Each(kind=kind) if kind in ORDERS and e.type.of == UNIT:
                return found | {"one"}
            case Op(op="first") if e.type == UNIT:
                return found | {"one"}
            case Op(op="all", detail="unit"):
                return found | {"everywhere"}
            case Op(op="sees"):
                return found | self.seeing("see")
            case Op(op="knows"):
                return found | self.seeing("see") | self.seeing("know")
        return found

    def seeing(self, hook: str) -> Found:
        """What the rules look at that forbid to see, or to know."""
        if hook not in self.stats:
            self.stats[hook] = NOTHING
            self.stats[hook] = self.expr(tuple(ban.expr for ban in self.d.bans.get(hook, ())))
        return self.stats[hook]

    def modified(self, target: str) -> Found:
        if target not in self.stats:
            self.stats[target] = NOTHING
            self.stats[target] = NOTHING.union(*(self.expr((m.amount, m.when)) for m in self.d.modifiers if m.target == target))
        return self.stats[target]

    def define(self, name: str) -> Found:
        if name not in self.defines:
            self.defines[name] = NOTHING
            if name in self.d.defines:
                self.defines[name] = self.expr((self.d.defines[name][1], *(ban.expr for ban in self.d.forbids(name))))
                self.defines[name] |= self.modified(f"define.{name}")
        return self.defines[name]

    # --- statements --------------------------------------------------------------------------------------------

    def statements(self, body: Iterable[Statement]) -> Found:
        return NOTHING.union(*map(self.statement, body))

    def statement(self, s: Statement) -> Found:
        match s:
            case Announce(event=event):
                return NOTHING.union(*map(self.procedure, self.d.handlers.get(event, ())))
            case Assign(attribute=a, of=of, value=value, add=add):
                written = {f"sets.{a.name}"} if of is not None and a.sort == "unit" else {"world"}
                if add and a.sort == "unit":
                    written.add(f"unit.{a.name}")
                return self.expr((of, value)) | written
            case Create() | Move():
                return frozenset(("world", "count"))
            case Remove(units=units):
                return self.expr(units)
            case Let(value=value) | Return(value=value):
                return self.expr(value)
            case Run(procedure=name, args=args):
                return self.expr(args) | self.procedure(name)
            case If(condition=condition, then=then, otherwise=otherwise):
                return self.expr(condition) | self.statements(then) | self.statements(otherwise)
            case While(condition=condition, body=body):
                return self.expr(condition) | self.statements(body)
            case ForEach(source=source, body=body):
                return self.expr(source) | self.statements(body)
            case Repeat(times=times, body=body):
                return self.expr(times) | self.statements(body) | {"count"}
            case Roll() | Draw() | Choose() | Offer() | Fire() | Again() | Cast() | Allot() | Assignment() | Finish():
                return frozenset(("asks",))
        return frozenset(("world", "count"))

    def procedure(self, name: str) -> Found:
        if name not in self.procedures:
            self.procedures[name] = NOTHING
            if name in self.d.procedures:
                self.procedures[name] = self.statements(self.d.procedures[name].body)
        return self.procedures[name]

    # --- engagements -------------------------------------------------------------------------------------------

    def volley(self, v: Volley) -> Found:
        found = self.expr((v.of, v.dice, v.best, v.pool, v.value, v.may_hit, v.tier, v.picks))
        found |= self.expr(tuple(s.units for s in self.d.engagements[v.engagement].sides if s.name in (v.by, v.at)))
        for a in self.d.allocations:
            if a.target == v.stat:
                found |= self.expr((a.amount, a.giver, a.taker, a.each, a.when))
        return found

    def step(self, s: Step) -> Found:
        return self.expr(s.when) | (self.statements(s.body) if s.kind == "do" else NOTHING)

    def engagement(self, e: Engagement) -> Found:
        return self.expr((e.limit, e.until))


def _whether(e: Op) -> Expr | None:
    """The set of which a comparison only asks whether something is in it, or whether its numbers (none negative) are all 0."""
    if len(e.args) != 2 or not isinstance(e.args[0], Each) or not isinstance(e.args[1], Const):
        return None
    each, asked = e.args[0], (e.op, e.args[1].value)
    none = (("=", 0), (">", 0), ("!=", 0), (">=", 1), ("<", 1), ("<=", 0))
    if (each.kind == "count" and asked in none) or (each.kind == "total" and asked in none[:3]):
        return Each(each.type, e.span, "any", each.var, each.source, each.body)
    return None
