"""IR to Python: expressions, and statements that ask nobody anything.

The generated text only ever contains names made here and literals of plain values; what it calls is the small
vocabulary of `rules.runtime`. `W` is the world that it reads and, in statements, changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from interpreter.language.ir import (
    Announce,
    Assign,
    Call,
    Const,
    Create,
    Each,
    Expr,
    ForEach,
    If,
    Let,
    Local,
    Move,
    Op,
    Read,
    Remove,
    Repeat,
    Return,
    Run,
    Stat,
    Statement,
    Value,
    While,
)
from interpreter.language.leads import Meaning, lead_of
from interpreter.language.types import NUMBER, UNIT

BINARY = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "+": "+", "-": "-"}
FUNCTION = {
    "*": "times", "/": "div", "min": "min", "max": "max", "floor": "floor", "ceiling": "ceiling", "first": "first", "first_some": "first_some",
    "border": "border_of", "direction": "direction", "ahead": "ahead", "angle": "angle", "row": "row", "column": "column", "crossed": "crossed", "touched": "touched", "distance": "distance", "some": "bool", "steps": "steps", "end_of": "end_of", "entered_from": "entered_from", "rollers": "rollers", "faces_of": "faces_of", "hits_left": "hits_left", "scored": "scored", "shared": "shared",
}  # fmt: skip
SIFTING = ("any", "no", "exactly", "at_least", "at_most", "count")
"""Loops in which only elements matter for which the body holds."""
GUESSES = {"chance": 0, "swing": 1}
"""Places in what a judge says (see `state.world`)."""
WORLDLY = {
    "reach": "reach",
    "reach_from": "reach_from",
    "path_cost": "path_cost",
    "union": "union",
    "without": "without",
    "sees": "sees",
    "knows": "knows",
    "linked": "linked",
    "linked_within": "linked_within",
}


def unknown(name: str) -> None:
    """The meaning of definitions where none is to be looked through."""


def local(name: str) -> str:
    return f"v_{name}"


def literal(value: Value) -> str:
    """Python text of a plain value."""
    if isinstance(value, Fraction):
        return f"Fraction({value.numerator}, {value.denominator})"
    if isinstance(value, tuple):
        inner = ", ".join(map(literal, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    return repr(value)


class Expressions:
    """Writes expressions; `modified` names the stats and definitions that modifiers change, `meaning` tells those of the others.

    `depth` tells in how many loops a text stands, those of its callers among them: loops in loops pay for their work.
    """

    def __init__(self, modified: frozenset[str] = frozenset(), meaning: Meaning = unknown) -> None:
        self.modified = modified
        self.meaning = meaning
        self.depth = 0
        self.present: set[str] = set()

    def expr(self, e: Expr) -> str:
        match e:
            case Const(value=value):
                return literal(value)
            case Local(name=name):
                return local(name)
            case Read():
                return self.read(e)
            case Stat(attribute=a, of=of):
                if f"unit_type.{a.name}" in self.modified:
                    return f"q_{a.name}(W, {self.expr(of)})"
                return f"S_unit_type_{a.name}[{self.unit_row(of)}[0]]"
            case Call(name=name, args=args):
                return f"d_{name}({', '.join(['W', *map(self.expr, args)])})"
            case Op():
                return self.op(e)
            case Each():
                return self.each(e)
        raise AssertionError(e)

    def unit_row(self, of: Expr) -> str:
        """The row of a unit, the default one for none; an element of a set of the board is never none."""
        if not isinstance(of, Local):
            return f"unit_row(W, {self.expr(of)})"
        name = local(of.name)
        return f"W.u[{name}]" if of.name in self.present else f"(W.u[{name}] if {name} else NO_UNIT)"

    def read(self, e: Read) -> str:
        a = e.attribute
        if e.of is None:
            return f"W.g[{a.index}]"
        if a.sort == "unit":
            return f"{self.unit_row(e.of)}[{a.index}]"
        of = self.expr(e.of)
        if f"{a.sort}.{a.name}" in self.modified and a.sort != "unit_type":  # modifiers change the stats of units, not of their types
            return f"q_{a.sort}_{a.name}(W, {of})"
        if a.formula:
            return f"formula(F_{a.sort}_{a.name}, W, {of}, {literal(a.default)})"
        if a.fixed:
            return f"S_{a.sort}_{a.name}[{of}]"
        return f"W.t[{a.sort!r}][{of}][{a.index}]"

    def op(self, e: Op) -> str:
        op = e.op
        if op == "set":
            return self.set_literal(e)
        if op == "first" and isinstance(e.args[0], Each) and e.args[0].kind == "filter":
            return self.first(e.args[0])
        args = [self.expr(a) for a in e.args]
        if op in ("and", "or"):
            return "(" + f" {op} ".join(args) + ")" if args else repr(op == "and")
        if op in ("=", "!=") and e.args[0].type.is_set:
            return f"({'not ' if op == '!=' else ''}alike({args[0]}, {args[1]}))"
        if op in BINARY:
            return f"({args[0]} {BINARY[op]} {args[1]})"
        if op in ("min", "max") and len(args) == 1:
            return args[0]
        if op in FUNCTION:
            return f"{FUNCTION[op]}({', '.join(args)})"
        if op in WORLDLY:
            return f"{WORLDLY[op]}(W, {', '.join(args)})"
        if op in GUESSES:
            return f"W.judge(W, {', '.join(args)})[{GUESSES[op]}]"
        match op:
            case "not":
                return f"(not {args[0]})"
            case "neg":
                return f"(-{args[0]})"
            case "if":
                return f"({args[1]} if {args[0]} else {args[2]})"
            case "is_type":
                return f"({self.unit_row(e.args[0])}[0] == {args[1]})"
            case "is_tag":
                subject = f"{self.unit_row(e.args[0])}[0]" if e.args[0].type == UNIT else args[0]
                return f"({subject} in G_{e.detail})"
            case "in":
                return f"({args[0]} in {self.paid(e.args[1], args[1]) if self.depth else args[1]})"
            case "all":
                return "tuple(W.u)" if e.detail == "unit" else f"ALL_{e.detail}"
            case "units_in":
                return f"W.at.get({args[0]}, ())"
            case "units_aboard":
                return f"W.aboard.get({args[0]}, ())"
            case "spaces_beside":
                return f"beside({args[0]})"
            case "adjacent":
                return f"({args[1]} in beside({args[0]}))"
            case "together":
                return f"together({args[0]}, {args[1]})"
            case "passed":
                return f"{args[0]}[1:-1]"
        raise AssertionError(op)

    def first(self, e: Each) -> str:
        """The first element that passes a filter, without making the rest."""
        return f"next(({local(e.var)} for {local(e.var)} in {self.source(e, e.body)} if {self.inside(e, e.body)}), None)"

    def set_literal(self, e: Op) -> str:
        if all(isinstance(a, Const) for a in e.args):
            return literal(tuple(dict.fromkeys(a.value for a in e.args if isinstance(a, Const))))
        parts = [self.expr(a) if a.type.is_set else f"({self.expr(a)},)" for a in e.args]
        return f"gather({', '.join(parts)})"

    def paid(self, e: Expr, text: str) -> str:
        """A set that a loop runs over; inside another loop its size counts as work."""
        small = (
            isinstance(e, Const)
            or (isinstance(e, Op) and (e.op == "set" or (e.op == "spaces_beside" and not e.args[0].type.is_set)))
            or (isinstance(e, Read) and e.attribute.fixed)
        )
        return text if small else f"pay(W, {text})"

    def source(self, e: Each, condition: Expr | None = None) -> str:
        """What a loop runs over; where only elements with a condition matter, those that an index finds for it."""
        lead = None if condition is None else lead_of(e.source, e.var, condition, self.meaning)
        if lead is None:
            text = self.expr(e.source)
            return self.paid(e.source, text) if self.depth else text
        key = f"G_{lead.key}" if isinstance(lead.key, str) else self.expr(lead.key)
        text = {
            "place": f"W.at.get({key}, ())", "beside": f"W.near(beside({key}))",
            "row": f"W.bearing({lead.row}, {key})", "tag": f"W.of_types({key})",
        }[lead.index]  # fmt: skip
        return f"pay(W, {text})" if self.depth else text

    def inside(self, e: Each, body: Expr) -> str:
        """A part that is evaluated for each element."""
        self.depth += 1
        if _of_the_board(e.source):
            self.present.add(e.var)
        text = self.expr(body)
        self.present.discard(e.var)
        self.depth -= 1
        return text

    def loop(self, e: Each) -> str:
        """`for v in …` with the condition of a filtered source folded in."""
        inner = e.source
        if isinstance(inner, Each) and inner.kind == "filter" and inner.var == e.var:
            return f"for {local(e.var)} in {self.source(inner, inner.body)} if {self.inside(inner, inner.body)}"
        return f"for {local(e.var)} in {self.source(e, e.body if e.kind in SIFTING else None)}"

    def each(self, e: Each) -> str:
        if e.kind in ("order", "order_down"):
            sign = "-" if e.kind == "order_down" else ""
            return f"tuple(sorted({self.source(e)}, key=lambda {local(e.var)}: {sign}({self.inside(e, e.body)})))"
        body = self.inside(e, e.body)
        if e.kind == "filter":
            return f"tuple([{local(e.var)} for {local(e.var)} in {self.source(e, e.body)} if {body}])"
        loop = self.loop(e)
        always = isinstance(e.body, Const) and e.body.value is True
        test = "" if always else f" if {body}"
        match e.kind:
            case "any":
                return f"any({body} {loop})"
            case "all":
                return f"all({body} {loop})"
            case "no":
                return f"(not any({body} {loop}))"
            case "exactly" | "at_least" | "at_most":
                assert e.number is not None
                sign = {"exactly": "==", "at_least": ">=", "at_most": "<="}[e.kind]
                return f"(sum(1 {loop}{test}) {sign} {self.expr(e.number)})"
            case "count":
                return f"sum(1 {loop}{test})"
            case "total":
                return f"sum({body} {loop})"
            case "highest" | "lowest":
                return f"{'max' if e.kind == 'highest' else 'min'}(({body} {loop}), default=0)"
            case "map":
                return f"unique({body} {loop})"
            case "map_sets":
                return f"unique(x_ {loop} for x_ in pay(W, {body}))"
        raise AssertionError(e.kind)


def _of_the_board(e: Expr) -> bool:
    """Whether a set holds things that are there, and never none."""
    if isinstance(e, Each):
        return e.kind in ("filter", "order", "order_down") and _of_the_board(e.source)
    return isinstance(e, Op) and e.op in ("all", "units_in", "units_aboard")


class Straight(Expressions):
    """Writes statements without questions as Python lines; `stops` tells which procedures may ask."""

    def __init__(
        self,
        modified: frozenset[str],
        stops: Callable[[Statement], bool],
        handlers: dict[str, tuple[str, ...]],
        meaning: Meaning = unknown,
    ) -> None:
        super().__init__(modified, meaning)
        self.stops = stops
        self.handlers = handlers
        self.temps = 0
        self.depth = 1

    def lines(self, statements: Iterable[Statement], cause: str, depth: int = 0) -> list[str]:
        out: list[str] = []
        pad = "    " * depth
        for s in statements:
            out += [pad + line for line in self.statement(s, cause)]
        return out or [pad + "pass"]

    def temp(self) -> str:
        self.temps += 1
        return f"t_{self.temps}"

    def statement(self, s: Statement, cause: str) -> list[str]:
        why = repr(cause)
        match s:
            case Let(name=name, value=value):
                return [f"{local(name)} = {self.bounded(value)}"]
            case Assign():
                return self.assign(s, why)
            case Create():
                made = f"W.create({self.expr(s.number)}, {self.expr(s.unit_type)}, {self.expr(s.place)}, {self.expr(s.owner)}, {why})"
                return [f"{local(s.name)} = {made}" if s.name else made]
            case Remove(units=units):
                return [f"W.remove({self.expr(units)}, {why})"]
            case Move(units=units, to=to, aboard=aboard):
                return [f"W.{'board' if aboard else 'move'}({self.expr(units)}, {self.expr(to)}, {why})"]
            case Announce(event=event, args=args):
                temps = [self.temp() for _ in args]
                out = [f"{t} = {self.expr(a)}" for t, a in zip(temps, args, strict=True)]
                inside = ", ".join(temps) + ("," if len(temps) == 1 else "")
                out.append(f"W.note({event!r}, ({inside}), {why})")
                return out + [f"p_{name}({', '.join(['W', *temps])})" for name in self.handlers.get(event, ())]
            case Run(procedure=procedure, args=args, name=name):
                call = f"p_{procedure}({', '.join(['W', *map(self.expr, args)])})"
                return [f"{local(name)} = {call}" if name else call]
            case Return(value=value):
                return [f"return {self.expr(value)}" if value is not None else "return None"]
            case If():
                return self.branches(s, cause)
            case ForEach(var=var, source=source, body=body):
                guard = [f"    if {local(var)} not in W.u: continue"] if source.type.of == UNIT else []
                return [f"for {local(var)} in {self.expr(source)}:", "    W.tick()", *guard, *self.lines(body, cause, 1)]
            case While(condition=condition, body=body):
                return [f"while {self.expr(condition)}:", "    W.tick()", *self.lines(body, cause, 1)]
            case Repeat(times=times, body=body):
                return [f"for _ in range(whole({self.expr(times)})):", "    W.tick()", *self.lines(body, cause, 1)]
        raise AssertionError(s)

    def branches(self, s: If, cause: str) -> list[str]:
        out: list[str] = []
        word = "if"
        while True:
            out += [f"{word} {self.expr(s.condition)}:", *self.lines(s.then, cause, 1)]
            match s.otherwise:
                case (If() as inner,):
                    s, word = inner, "elif"
                case ():
                    return out
                case otherwise:
                    return [*out, "else:", *self.lines(otherwise, cause, 1)]

    def bounded(self, value: Expr) -> str:
        """A value that is kept; a number that was computed is refused where it has grown without bounds."""
        text = self.expr(value)
        return f"limited({text})" if isinstance(value, Op) and value.op in ("+", "-", "neg", "if") and value.type == NUMBER else text

    def assign(self, s: Assign, why: str) -> list[str]:
        a, value = s.attribute, self.bounded(s.value)
        key = self.temp()
        out = [] if s.of is None else [f"{key} = {self.expr(s.of)}"]
        if s.add:
            old = (
                f"W.g[{a.index}]"
                if s.of is None
                else (f"W.u[{key}][{a.index}]" if a.sort == "unit" else f"W.t[{a.sort!r}][{key}][{a.index}]")
            )
            if a.type == NUMBER:
                value = f"limited({old} {'+' if s.add > 0 else '-'} {value})"
            else:
                value = f"{'union' if s.add > 0 else 'without'}(W, {old}, {value})"
        if a.least is not None:
            value = f"max({a.least}, {value})"
        if a.most is not None:
            value = f"min({a.most}, {value})"
        if s.of is None:
            return [f"W.set_game({a.index}, {value}, {why})"]
        if a.sort == "unit":
            return [*out, f"W.set_unit({key}, {a.index}, {value}, {why})"]
        return [*out, f"W.{'relate' if a.mutual else 'set'}({a.sort!r}, {key}, {a.index}, {value}, {why})"]
