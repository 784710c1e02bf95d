"""Procedures that ask: cut into blocks at each question, with only the locals that are still needed carried over.

A block is either straight code that ends in an instruction, or a question. Instructions are tuples that the
machine reads: `("goto", label, values)`, `("call", procedure, arguments, label, values)`, `("return", value)`,
`("finish", winner)`. Labels are made of what stands there (`roll dice`, `for each zone`, `after run fight`), with
a number only where the same words occur twice, so that editing elsewhere does not break a save.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.language.compile import Straight, local
from interpreter.language.ir import (
    Again,
    Allot,
    Announce,
    Assignment,
    Cast,
    Choose,
    Draw,
    Each,
    Expr,
    Finish,
    Fire,
    ForEach,
    If,
    Local,
    Offer,
    Procedure,
    Repeat,
    Return,
    Roll,
    Run,
    Statement,
    While,
    parts,
)
from interpreter.language.types import UNIT

DONE = "(end)"


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


def names_read(node: object) -> set[str]:
    """The local names that an expression or statement reads (element names of comprehensions aside)."""
    if isinstance(node, Local):
        return {node.name}
    if isinstance(node, Each):
        inner = names_read(node.source) | names_read(node.body) | (names_read(node.number) if node.number else set())
        return inner - {node.var}
    if isinstance(node, ForEach):
        return names_read(node.source) | names_read(node.body)
    found: set[str] = set()
    for part in parts(node):
        if isinstance(part, Expr | Statement | tuple):
            found |= names_read(part)
    return found


def names_free(statements: tuple[Statement, ...], bound: frozenset[str] = frozenset()) -> set[str]:
    """The names that statements read and do not bind before; a name bound in a branch is local to it."""
    free: set[str] = set()
    known = set(bound)
    for s in statements:
        match s:
            case If(condition=condition, then=then, otherwise=otherwise):
                free |= (names_read(condition) - known) | names_free(then, frozenset(known)) | names_free(otherwise, frozenset(known))
            case ForEach(var=var, source=source, body=body):
                free |= (names_read(source) - known) | names_free(body, frozenset(known | {var}))
            case While(condition=condition, body=body):
                free |= (names_read(condition) - known) | names_free(body, frozenset(known))
            case Repeat(times=times, body=body):
                free |= (names_read(times) - known) | names_free(body, frozenset(known))
            case _:
                free |= names_read(s) - known
                name = getattr(s, "name", None)
                if name is not None:
                    known.add(name)
    return free


class Lowering:
    """Turns one stopping procedure into blocks."""

    def __init__(self, procedure: Procedure, straight: Straight) -> None:
        self.procedure = procedure
        self.straight = straight
        self.cause = procedure.cause
        self.blocks: dict[str, Block] = {}
        self.counts: dict[str, int] = {}

    def run(self) -> dict[str, Block]:
        """All blocks by label; the first is `start`."""
        self.body(self.procedure.body, DONE, "start")
        self.liveness()
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
                block = self.block(self.label(f"after {self.words(statement)}"))
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

    def words(self, s: Statement) -> str:
        match s:
            case Roll(name=name) | Draw(name=name) | Choose(name=name):
                return f"{type(s).__name__.lower()} {written(name)}"
            case Offer(actions=actions):
                return "offer " + " ".join(a for a, _ in actions)
            case Fire(volley=volley):
                return f"fire {volley}"
            case Again(volley=volley):
                return f"fire again {volley}"
            case Cast(volley=volley):
                return f"cast {volley}"
            case Allot(volley=volley):
                return f"dice of {volley}"
            case Assignment(volley=volley):
                return f"losses {volley}"
            case Run(procedure=name):
                return f"run {name}"
            case Announce(event=event):
                return f"announce {event}"
            case ForEach(var=var):
                return f"for each {written(var)}"
        return type(s).__name__.lower()

    def stop(self, s: Statement, after: str) -> str:
        """Blocks of a statement that may ask; returns the label of the first."""
        if isinstance(s, Roll | Draw | Choose | Offer | Fire | Again | Cast | Allot | Assignment):
            return self.question(s, after)
        label = self.label(self.words(s))
        match s:
            case Run():
                self.call(self.block(label), s.procedure, s.args, s.name, after, label)
            case Announce():
                return self.announce(s, after, label)
            case Finish(winner=winner):
                block = self.block(label)
                block.uses |= names_read(s)
                block.lines.append(f'return ("finish", {self.straight.expr(winner) if winner is not None else "None"})')
            case Return():
                self.code(self.block(label), s)
            case If():
                block = self.block(label)
                block.uses |= names_read(s.condition)
                then = self.body(s.then, after, self.label(f"{label} then"))
                other = self.body(s.otherwise, after, self.label(f"{label} else")) if s.otherwise else after
                block.lines.append(f"if {self.straight.expr(s.condition)}:")
                self.branch(block, then)
                self.goto(block, other)
            case While(condition=condition, body=body):
                block = self.block(label)
                block.uses |= names_read(condition)
                block.lines += ["W.tick()", f"if {self.straight.expr(condition)}:"]
                self.branch(block, self.body(body, label, self.label(f"{label} body")))
                self.goto(block, after)
            case ForEach(var=var, source=source, body=body):
                self.loop(label, var, self.straight.expr(source), names_read(source), body, after, source.type.of == UNIT)
            case Repeat(times=times, body=body):
                self.repeat(label, times, body, after)
            case _:
                raise AssertionError(s)
        return label

    def branch(self, block: Block, label: str) -> None:
        before = len(block.lines)
        self.goto(block, label)
        block.lines[before:] = ["    " + line for line in block.lines[before:]]

    def loop(self, label: str, var: str, source: str, reads: set[str], body: tuple[Statement, ...], after: str, units: bool) -> None:
        left = f"Left_{var}"
        head = self.label(f"{label} next")
        first = self.block(label)
        first.uses |= reads
        first.binds |= {left}
        first.lines.append(f"{local(left)} = tuple({source})")
        self.goto(first, head)
        block = self.block(head)
        block.uses |= {left}
        block.binds |= {left, var}
        block.lines.append("W.tick()")
        if units:
            block.lines.append(f"{local(left)} = tuple(x_ for x_ in {local(left)} if x_ in W.u)")
        block.lines.append(f"if not {local(left)}:")
        self.branch(block, after)
        block.lines.append(f"{local(var)}, {local(left)} = {local(left)}[0], {local(left)}[1:]")
        self.goto(block, self.body(body, head, self.label(f"{label} body")))

    def repeat(self, label: str, times: Expr, body: tuple[Statement, ...], after: str) -> None:
        left = f"Times_{label.replace(' ', '_').replace('#', '')}"
        head = self.label(f"{label} next")
        first = self.block(label)
        first.uses |= names_read(times)
        first.binds |= {left}
        first.lines.append(f"{local(left)} = whole({self.straight.expr(times)})")
        self.goto(first, head)
        block = self.block(head)
        block.uses |= {left}
        block.binds |= {left}
        block.lines += ["W.tick()", f"if not {local(left)}:"]
        self.branch(block, after)
        block.lines.append(f"{local(left)} -= 1")
        self.goto(block, self.body(body, head, self.label(f"{label} body")))

    def call(self, block: Block, procedure: str, args: tuple[Expr, ...], name: str | None, after: str, label: str) -> None:
        block.uses |= names_read(args)
        inside = ", ".join(self.straight.expr(a) for a in args) + ("," if len(args) == 1 else "")
        back = self.block(self.label(f"back from {label}"))
        result = name or "Result"
        back.gives = (result,)
        back.binds |= {result}
        self.goto(back, after)
        block.goes.append(back.label)
        block.lines.append(f"return @call({procedure!r}, ({inside}), {back.label!r})")

    def announce(self, s: Announce, after: str, label: str) -> str:
        block = self.block(label)
        names = [f"Said_{label.replace(' ', '_').replace('#', '')}_{i}" for i in range(len(s.args))]
        block.uses |= names_read(s.args)
        block.binds |= set(names)
        block.lines += [f"{local(n)} = {self.straight.expr(a)}" for n, a in zip(names, s.args, strict=True)]
        inside = ", ".join(local(n) for n in names) + ("," if len(names) == 1 else "")
        block.lines.append(f"W.note({s.event!r}, ({inside}), {self.cause!r})")
        args = tuple(Local(a.type, a.span, n) for n, a in zip(names, s.args, strict=True))
        runs = tuple(Run(s.span, handler, args, None) for handler in self.straight.handlers.get(s.event, ()))
        self.goto(block, self.body(runs, after, self.label(f"rules on {s.event}")))
        return label

    def question(self, s: Statement, after: str) -> str:
        """A question block: its lines compute the question, `gives` is bound by the answer."""
        label = self.label(self.words(s))
        block = self.block(label)
        block.uses |= names_read(s)
        e = self.straight.expr
        match s:
            case Roll(number=number, sides=sides, name=name):
                block.question, block.gives = "roll", (name,)
                block.lines.append(f"return (dice({e(number)}), die({e(sides)}))")
            case Draw(name=name, source=source):
                block.question, block.gives = "draw", (name,)
                block.lines.append(f"return {e(source)}")
            case Choose(name=name, source=source, actor=actor, optional=optional):
                block.question, block.gives = "choose", (name,)
                block.lines.append(f"return ({e(actor)}, {e(source)}, {optional}, {source.type.of == UNIT})")
            case Offer(actions=actions, actor=actor, mode=mode):
                block.question = "offer"
                inside = "".join(f"({name!r}, ({''.join(e(a) + ', ' for a in args)})), " for name, args in actions)
                block.lines.append(f"return ({e(actor)}, ({inside}), {mode!r})")
            case Fire(volley=volley, args=args, hits=hits, shares=shares, lying=lying, counts=counts):
                block.question = "throw" if shares or lying else "fire"
                block.gives = (hits, *((shares,) if shares else ()), *((lying, *counts) if lying else ()))
                block.lines.append(f"return ({volley!r}, ({''.join(e(a) + ', ' for a in args)}))")
            case Again(volley=volley, hits=hits, lying=lying, counts=counts, misses=misses, scored=scored):
                block.question, block.gives = "again", (hits, lying, *counts)
                block.uses |= {lying}
                block.lines.append(f"return ({volley!r}, {local(lying)}, {e(misses)}, {e(scored)})")
            case Cast(volley=volley, args=args, slots=slots, rest=rest):
                block.question, block.gives = "cast", (slots, rest)
                block.lines.append(f"return ({volley!r}, ({''.join(e(a) + ', ' for a in args)}))")
            case Allot(volley=volley, args=args, slots=slots, rest=rest, placed=placed):
                block.question, block.gives = "allot", (slots, rest, placed)
                block.uses |= {slots, rest, placed}
                block.lines.append(
                    f"return ({volley!r}, ({''.join(e(a) + ', ' for a in args)}), {local(slots)}, {local(rest)}, {local(placed)})"
                )
            case Assignment(volley=volley, args=args, hits=hits, lost=lost):
                block.question, block.gives = "assign", (hits, lost)
                block.uses |= {hits}
                block.lines.append(f"return ({volley!r}, ({''.join(e(a) + ', ' for a in args)}), {local(hits)})")
        block.binds |= set(block.gives)
        if after == DONE:
            after = self.block(self.label("end")).label
            self.blocks[after].lines.append('return ("return", None)')
        block.goes.append(after)
        return label

    def liveness(self) -> None:
        """The locals that each block needs on entry, by the usual backward fixpoint."""
        live: dict[str, set[str]] = {label: set() for label in self.blocks}
        before: dict[str, list[str]] = {label: [] for label in self.blocks}
        for label, block in self.blocks.items():
            for following in block.goes:
                before[following].append(label)
        waiting = dict.fromkeys(self.blocks)
        while waiting:
            label, _ = waiting.popitem()
            block = self.blocks[label]
            out = set().union(*(live[g] for g in block.goes)) if block.goes else set()
            binds = block.binds if not block.question else set(block.gives)
            now = block.uses | (out if block.question == "offer" else out - binds)
            if now != live[label]:
                live[label] = now
                waiting.update(dict.fromkeys(before[label]))
        for label, block in self.blocks.items():
            block.live = tuple(sorted(live[label] - set(block.gives if block.label.startswith("back from") else ())))


def written(name: str) -> str:
    """A local name as it stands in the text, without what the checker puts behind it."""
    return name.partition("_N")[0]


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
