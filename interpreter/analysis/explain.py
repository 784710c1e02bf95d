"""How a value comes about: an expression evaluated part by part, as a tree of texts and values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import CodeType
from typing import Any

from interpreter.analysis.phrases import phrase
from interpreter.language.compile import Expressions, local
from interpreter.language.ir import Call, Const, Each, Expr, Local, Op, Read, Span, Stat
from interpreter.language.types import NUMBER, UNIT, Type
from interpreter.machine.faults import FAULTS
from interpreter.machine.units import army_words, unit_words
from interpreter.rules.build import Built
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

DEEPEST = 8
MOST_SHARES = 24
ARITHMETIC = frozenset(("+", "-", "*", "/", "min", "max", "floor", "ceiling", "neg", "union", "without"))
COMPARISONS = frozenset(("=", "!=", "<", "<=", ">", ">=", "in"))
FAILED = (*FAULTS, NameError, StopIteration)


@dataclass(frozen=True, slots=True)
class Tree:
    """A part of a value: its words, its value and that in words, the definition it enters, the shares of elements, its own parts."""

    text: str
    value: Any
    shown: str
    rule: str = ""
    cites: tuple[str, ...] = ()
    shares: tuple[tuple[str, str], ...] = ()
    parts: tuple[Tree, ...] = ()


class Unknown(Exception):
    """A value that cannot be computed here: a name without a value, or a rule that fails."""


def playable(built: Built) -> Ruleset:
    """The ruleset that was built, brought to life."""
    return Ruleset(built.program, compile(built.program.functions, f"<{built.program.id}>", "exec"))


def explain(built: Built, world: World, name: str, args: Sequence[Any], rules: Ruleset | None = None) -> Tree:
    """How a named definition gets its value for some arguments. Raises Unknown where it has none."""
    parameters, _ = built.definitions.defines[name]
    given = tuple(Const(type_, Span(), value) for (_, type_), value in zip(parameters, args, strict=True))
    call = Call(built.definitions.defines[name][1].type, Span(), name, given)
    return Explainer(built, rules or playable(built), world).tree(call, {})


def part_lines(built: Built, rules: Ruleset, world: World, e: Expr) -> tuple[str, ...]:
    """How the parts of an expression get their values, in lines; none where one has no value."""
    try:
        return tuple(line for part in Explainer(built, rules, world).tree(e, {}).parts for line in lines(part))
    except Unknown:
        return ()


class Explainer:
    """Explains expressions on one world; names have the values given in `env`."""

    def __init__(self, built: Built, rules: Ruleset, world: World) -> None:
        self.built, self.rules, self.world = built, rules, world.fork()
        self.code: dict[int, tuple[Expr, CodeType]] = {}
        self.told: set[str] = set()
        self.globals: dict[str, Any] = {**rules.names, "W": self.world}

    # --- values ------------------------------------------------------------------------------------------------

    def value(self, e: Expr, env: Mapping[str, Any]) -> Any:
        """The value of an expression. Raises Unknown where it has none."""
        kept = self.code.get(id(e))
        if kept is None:
            text = Expressions(self.rules.program.modified).expr(e)
            kept = self.code[id(e)] = (e, compile(text, "<expression>", "eval"))
        self.world.work = 0
        names = {**self.globals, **{local(name): value for name, value in env.items()}}
        try:
            return eval(kept[1], names)  # code that our own compiler made from checked IR
        except FAILED as error:
            raise Unknown(str(error)) from error

    def words(self, value: Any, type_: Type) -> str:
        """A value as people read it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is None:
            return "none"
        if isinstance(value, tuple):
            return self.set_words(value, type_)
        if type_ == UNIT and value in self.world.u:
            return unit_words(self.rules, self.world, value)
        return str(value)

    def set_words(self, value: tuple[Any, ...], type_: Type) -> str:
        if not value:
            return "nothing"
        if type_.of == UNIT and all(u in self.world.u for u in value):
            return army_words(self.rules, self.world, value)
        more = f", … ({len(value)} in all)" if len(value) > 12 else ""
        return ", ".join(map(str, value[:12])) + more

    def known(self, env: Mapping[str, Any], e: Expr) -> dict[str, str]:
        """Words for the names of an expression."""
        return {name: self.words(value, UNIT if name in _units(e) else e.type) for name, value in env.items()}

    # --- trees -------------------------------------------------------------------------------------------------

    def tree(self, e: Expr, env: Mapping[str, Any], depth: int = 0) -> Tree:
        value = self.value(e, env)
        base = Tree(phrase(e, self.known(env, e)), value, self.words(value, e.type))
        if depth >= DEEPEST:
            return base
        match e:
            case Call():
                return self.call(e, env, base, depth)
            case Stat():
                return replace(base, parts=self.changes(f"unit_type.{e.attribute.name}", e.of, env, depth))
            case Read(of=Expr() as of):
                path = f"{e.attribute.sort}.{e.attribute.name}"
                own = self.formula(e, of, env, depth) if e.attribute.formula else self.worth_telling((of,), env, depth)
                return replace(base, parts=(*own, *self.changes(path, of, env, depth)))
            case Op():
                return replace(base, parts=self.op(e, env, value, depth))
            case Each():
                return self.each(e, env, base, depth)
        return base

    def formula(self, e: Read, of: Expr, env: Mapping[str, Any], depth: int) -> tuple[Tree, ...]:
        """What the bearer of an attribute says that its value is."""
        bearer, a = self.value(of, env), e.attribute
        said = self.built.definitions.formulas.get(f"{a.sort}.{a.name}", {}).get(bearer)
        return () if said is None or isinstance(said, Const) else (self.tree(said, {a.sort: bearer, "it": bearer}, depth + 1),)

    def call(self, e: Call, env: Mapping[str, Any], base: Tree, depth: int) -> Tree:
        parameters, body = self.built.definitions.defines[e.name]
        rule = f"define.{e.name}"
        inner = {name: self.value(arg, env) for (name, _), arg in zip(parameters, e.args, strict=True)}
        shown = [self.words(v, t) for v, (_, t) in zip(inner.values(), parameters, strict=True)]
        text = f"{e.name}({', '.join(shown)})" if shown else e.name
        if text in self.told:
            return replace(base, text=text)
        self.told.add(text)
        below = () if isinstance(body, Local) else (self.tree(body, inner, depth + 1),)
        numbers = [arg for arg in e.args if arg.type == NUMBER]
        parts = (*below, *self.worth_telling(numbers, env, depth), *self.bans(e.name, inner), *self.changes(rule, None, inner, depth))
        listed = rule if rule in self.rules.program.texts or e.name in self.built.sections.get("define", {}) else ""
        return replace(base, text=text, rule=listed, cites=self.rules.cites(rule), parts=parts)

    def bans(self, name: str, env: Mapping[str, Any]) -> tuple[Tree, ...]:
        """The rules that forbid or allow a named condition here, and the modifiers of a value that is no number."""
        found = []
        for ban in self.built.definitions.forbids(name):
            if self.value(ban.expr, env):
                path = f"rules.{ban.rule}"
                text = self.rules.program.titles.get(path) or ban.because or ban.rule.replace("_", " ")
                found.append(Tree(text, False, "forbids it", path, self.rules.cites(path)))
        for one in self.built.definitions.permits.get(name, ()):
            if self.value(one.when, env):
                path = f"{one.section}.{one.name}"
                text = self.rules.program.titles.get(path) or one.name.replace("_", " ")
                found.append(Tree(text, True, "allows it" if one.section == "rules" else "changes it", path, self.rules.cites(path)))
        return tuple(found)

    def changes(self, target: str, of: Expr | None, env: Mapping[str, Any], depth: int) -> tuple[Tree, ...]:
        """The modifiers of a value that are in force."""
        if target not in self.rules.program.modified:
            return ()
        found: list[Tree] = []
        best: dict[tuple[str, str], Tree] = {}
        for m in self.built.definitions.modifiers:
            if m.target != target:
                continue
            inner = dict(env) if of is None else {m.parameters[0][0]: self.value(of, env)}
            if m.when is not None and not self.value(m.when, inner):
                continue
            amount = self.value(m.amount, inner)
            path = f"modifiers.{m.name}"
            text = self.rules.program.titles.get(path) or m.name.replace("_", " ")
            tree = Tree(
                text,
                amount,
                f"{m.sign} {amount}" if m.sign.isalpha() or " " in m.sign else f"{m.sign}{amount}",
                path,
                self.rules.cites(path),
            )
            group = (m.sign, m.best_of)
            if not m.best_of:
                found.append(tree)
            elif group not in best or amount > best[group].value:
                best[group] = tree
        return (*found, *best.values())

    def worth_telling(self, parts: Sequence[Expr], env: Mapping[str, Any], depth: int) -> tuple[Tree, ...]:
        """The trees of those parts that are more than a name or a number."""
        return tuple(self.tree(p, env, depth + 1) for p in parts if not _plain(p))

    def op(self, e: Op, env: Mapping[str, Any], value: Any, depth: int) -> tuple[Tree, ...]:
        if e.op == "and":
            parts = e.args if value else [a for a in e.args if not self.value(a, env)][:1]
            return tuple(self.tree(a, env, depth + 1) for a in parts)
        if e.op == "or":
            parts = [a for a in e.args if self.value(a, env)][:1] if value else e.args
            return tuple(self.tree(a, env, depth + 1) for a in parts)
        if e.op == "if":
            test, yes, otherwise = e.args
            return (self.tree(test, env, depth + 1), *self.worth_telling((yes if self.value(test, env) else otherwise,), env, depth))
        if e.op == "not":
            return self.tree(e.args[0], env, depth).parts
        settled = (e.op == "=" and value) or (e.op == "!=" and not value)
        if (e.op in ARITHMETIC or e.op in COMPARISONS) and not settled:
            return tuple(self.tree(a, env, depth + 1) for a in e.args if not isinstance(a, Const | Local))
        return self.worth_telling(e.args, env, depth)

    # --- comprehensions ----------------------------------------------------------------------------------------

    def each(self, e: Each, env: Mapping[str, Any], base: Tree, depth: int) -> Tree:
        elements = self.value(e.source, env)
        kind = e.source.type.of or e.source.type
        values = {x: self.value(e.body, {**env, e.var: x}) for x in elements}
        if e.kind in ("total", "highest", "lowest"):
            told = self.shares({x: v for x, v in values.items() if v}, kind)
            return replace(base, shares=told, parts=self.elements(e, values, env, depth))
        if e.kind in ("filter", "map", "map_sets", "order", "order_down"):
            return base
        wanted = e.kind != "all"
        found = [x for x, v in values.items() if bool(v) == wanted]
        names = tuple((name, number) for name, number in self.grouped(found, kind))
        return replace(base, shares=names[:MOST_SHARES])

    def elements(self, e: Each, values: Mapping[Any, Any], env: Mapping[str, Any], depth: int) -> tuple[Tree, ...]:
        """For a few elements with values that are computed: how."""
        telling = [x for x, v in values.items() if v]
        if _plain(e.body) or isinstance(e.body, Read) or not 0 < len(telling) <= 3:
            return ()
        return tuple(self.tree(e.body, {**env, e.var: x}, depth + 1) for x in telling)

    def shares(self, values: Mapping[Any, Any], kind: Type) -> tuple[tuple[str, str], ...]:
        """What each element adds, most first; alike ones together."""
        sums: dict[tuple[str, Any], int] = {}
        for x, v in values.items():
            key = (self.words(x, kind), v)
            sums[key] = sums.get(key, 0) + 1
        ordered = sorted(sums.items(), key=lambda item: -item[0][1] * item[1])
        return tuple((f"{number} {name}" if number > 1 else name, str(v * number)) for (name, v), number in ordered)

    def grouped(self, found: Sequence[Any], kind: Type) -> list[tuple[str, str]]:
        """Elements in words; alike ones once, with their number."""
        counts: dict[str, int] = {}
        for x in found:
            name = self.words(x, kind)
            counts[name] = counts.get(name, 0) + 1
        return [(name, "" if number == 1 else f"×{number}") for name, number in counts.items()]


def _plain(e: Expr) -> bool:
    """Whether an expression says nothing beyond its value."""
    if isinstance(e, Read):
        return (e.of is None or isinstance(e.of, Const | Local)) and not e.attribute.formula
    return isinstance(e, Const | Local)


def _units(e: Expr) -> frozenset[str]:
    """The names in an expression that stand for units."""
    match e:
        case Local(name=name):
            return frozenset((name,)) if e.type == UNIT else frozenset()
        case Read(of=Expr() as of) | Stat(of=of):
            return _units(of)
        case Call(args=args) | Op(args=args):
            return frozenset().union(*map(_units, args))
        case Each(source=source, body=body):
            return _units(source) | _units(body)
    return frozenset()


def lines(tree: Tree, indent: int = 0) -> list[str]:
    """A tree as indented lines of text."""
    pad = "  " * indent
    sign = " " if tree.rule.startswith("modifiers.") else " = "
    out = [f"{pad}{tree.text}{sign}{tree.shown}"]
    if tree.shares:
        numbers = all(share.lstrip("-").isdigit() for _, share in tree.shares)
        kept = tree.shares[:MOST_SHARES]
        listed = [f"{name} {share}".strip() for name, share in kept]
        left = len(tree.shares) - len(kept)
        out.append(f"{pad}  = {' + '.join(listed)}" if numbers else f"{pad}  {', '.join(listed)}")
        if left:
            out[-1] += f", and {left} more"
    for part in tree.parts:
        out += lines(part, indent + 1)
    return out


def data(tree: Tree) -> dict[str, Any]:
    """A tree as JSON data."""
    return {
        "text": tree.text,
        "value": tree.shown,
        "rule": tree.rule or None,
        "cites": list(tree.cites),
        "shares": [{"element": name, "share": share} for name, share in tree.shares],
        "parts": [data(part) for part in tree.parts],
    }
