"""Expressions evaluated by walking the IR."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from interpreter.language.ir import Attribute, Call, Const, Each, Expr, Local, Op, Read, Stat
from interpreter.rules.board import FAR, Board
from interpreter.rules.build import Built
from interpreter.rules.definitions import Modifier
from interpreter.rules.paths import Paths
from interpreter.rules.runtime import RuleFault
from interpreter.state.world import World

Env = Mapping[str, Any]


def plain_number(value: Any) -> Any:
    """Numbers have one form: a whole one is an int."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def whole(value: Any) -> int:
    if not isinstance(plain_number(value), int):
        raise RuleFault(f"a whole number is needed, not {value}")
    return max(plain_number(value), 0)


def distinct(items: Iterator[Any] | tuple[Any, ...]) -> tuple[Any, ...]:
    kept: list[Any] = []
    seen = set()
    for item in items:
        if item not in seen:
            seen.add(item)
            kept.append(item)
    return tuple(kept)


class Expressions:
    """Values of expressions on a world, under the definitions of one built ruleset."""

    def __init__(self, built: Built) -> None:
        self.definitions, self.program = built.definitions, built.program
        self.board = Board(self.program.ids.get("space", ()), self.program.borders, self.program.grid, self.program.directions)
        self.unit_defaults = self.program.defaults["unit"]
        self.changes: dict[str, list[Modifier]] = {}
        for modifier in self.definitions.modifiers:
            self.changes.setdefault(modifier.target, []).append(modifier)
        self.paths = Paths(self._movement_rules())  # type: ignore[arg-type]

    def _movement_rules(self) -> SimpleNamespace:
        """What the path search of the machine asks of a ruleset, answered by walking."""
        names: dict[str, Callable[..., Any]] = {}

        def function(expr: Expr, *parameters: str) -> Callable[..., Any]:
            return lambda world, *args: self.value(expr, world, dict(zip(parameters, args, strict=True)))

        def first_ban(hook: str, *parameters: str) -> Callable[..., Any]:
            def ask(world: World, *args: Any) -> str | None:
                env = dict(zip(parameters, args, strict=True))
                return next((b.rule for b in self.definitions.bans.get(hook, ()) if self.value(b.expr, world, env)), None)

            return ask

        names["h_step"] = first_ban("step", "unit", "origin", "destination")
        self.sees = first_ban("see", "viewer", "unit")
        self.knows = first_ban("know", "viewer", "unit")
        names["h_pass"] = first_ban("pass", "unit", "through")
        for name, m in self.definitions.movements.items():
            names[f"m_{name}_of"] = function(m.of, "unit")
            names[f"m_{name}_allowance"] = function(m.allowance, "unit")
            if m.cost is not None:
                names[f"m_{name}_cost"] = function(m.cost, "unit", "origin", "destination")
            if m.mark is not None:
                names[f"m_{name}_mark"] = function(m.mark, "unit", "through")
        return SimpleNamespace(board=self.board, names=names, program=SimpleNamespace(movements=dict.fromkeys(self.definitions.movements)))

    # --- values ------------------------------------------------------------------------------------------------

    def value(self, e: Expr, world: World, env: Env) -> Any:
        """What an expression is worth."""
        return plain_number(self._value(e, world, env))

    def _value(self, e: Expr, world: World, env: Env) -> Any:
        match e:
            case Const(value=value):
                return value
            case Local(name=name):
                return env[name]
            case Read(attribute=attribute, of=None):
                return world.g[attribute.index]
            case Read(attribute=attribute, of=of):
                assert of is not None
                return self.read(attribute, self.value(of, world, env), world)
            case Stat(attribute=attribute, of=of):
                return self.stat(attribute, self.value(of, world, env), world)
            case Call(name=name, args=args):
                return self.call(name, [self.value(a, world, env) for a in args], world)
            case Op():
                return self.op(e, world, env)
            case Each():
                return self.each(e, world, env)
        raise AssertionError(e)

    def unit(self, unit: int | None, world: World) -> tuple[Any, ...]:
        """The row of a unit; that of no unit holds the defaults."""
        return self.unit_defaults if unit is None else world.u[unit]

    def read(self, a: Attribute, key: Any, world: World) -> Any:
        if a.sort == "unit":
            return self.unit(key, world)[a.index]
        if a.formula:
            expr = self.definitions.formulas.get(f"{a.sort}.{a.name}", {}).get(key)
            base = a.default if expr is None else self.value(expr, world, {a.sort: key, "it": key})
        elif a.fixed:
            base = self.program.statics[f"{a.sort}_{a.name}"][key]
        else:
            base = world.t[a.sort][key][a.index]
        return base if a.sort == "unit_type" else self.modified(f"{a.sort}.{a.name}", base, world, {a.sort: key})

    def stat(self, a: Attribute, unit: int | None, world: World) -> Any:
        if unit is None:
            return a.default
        base = self.program.statics[f"unit_type_{a.name}"][self.unit(unit, world)[0]]
        return self.modified(f"unit_type.{a.name}", base, world, {"unit": unit})

    def call(self, name: str, args: list[Any], world: World) -> Any:
        parameters, expr = self.definitions.defines[name]
        env = {n: v for (n, _), v in zip(parameters, args, strict=True)}
        value = self.value(expr, world, env)
        if any(self.value(b.expr, world, env) for b in self.definitions.forbids(name)):
            value = False
        return self.modified(f"define.{name}", value, world, env)

    def modified(self, target: str, base: Any, world: World, env: Env) -> Any:
        """A value with the modifiers in force: first what sets it, then what adds, takes away, multiplies, limits."""
        for sign in ("=", "+", "-", "*", "at least", "at most"):
            bests: dict[str, Any] = {}
            for m in self.changes.get(target, ()):
                if m.sign == sign and (m.when is None or self.value(m.when, world, env)):
                    amount = self.value(m.amount, world, env)
                    if m.best_of:
                        bests[m.best_of] = max(bests.get(m.best_of, amount), amount)
                    else:
                        base = self.arithmetic(sign, base, amount)
            for best in bests.values():
                base = self.arithmetic(sign, base, best)
        return base

    @staticmethod
    def arithmetic(sign: str, a: Any, b: Any) -> Any:
        match sign:
            case "=":
                result = b
            case "at least":
                result = b if a < b else a
            case "at most":
                result = b if a > b else a
            case "+":
                result = Fraction(a) + Fraction(b)
            case "-":
                result = Fraction(a) - Fraction(b)
            case "*":
                result = Fraction(a) * Fraction(b)
            case _:
                if b == 0:
                    raise RuleFault("a number is divided by zero")
                result = Fraction(a) / Fraction(b)
        return plain_number(result)

    # --- built-ins ---------------------------------------------------------------------------------------------

    def op(self, e: Op, world: World, env: Env) -> Any:
        op, args = e.op, e.args
        if op == "and":
            return all(self.value(a, world, env) for a in args)
        if op == "or":
            return any(self.value(a, world, env) for a in args)
        if op == "if":
            return self.value(args[1] if self.value(args[0], world, env) else args[2], world, env)
        if op == "set":
            parts = [(a.type.is_set, self.value(a, world, env)) for a in args]
            return distinct(tuple(x for many, v in parts for x in (v if many else (v,))))
        if op == "all":
            return tuple(world.u) if e.detail == "unit" else self.program.ids.get(str(e.detail), ())
        if op == "first" and isinstance(args[0], Each) and args[0].kind == "filter":
            each = args[0]
            found = (x for x in self.value(each.source, world, env) if self.value(each.body, world, {**env, each.var: x}))
            return next(found, None)
        values = [self.value(a, world, env) for a in args]
        if op in ("=", "!="):
            same = set(values[0]) == set(values[1]) if args[0].type.is_set else values[0] == values[1]
            return same is (op == "=")
        if op in ("is_type", "is_tag") and e.args[0].type.kind == "entity" and e.args[0].type.name == "unit":
            kind = self.unit(values[0], world)[0]
            return kind == values[1] if op == "is_type" else kind in self.program.tags[str(e.detail)]
        return self._simple(op, values, e, world)

    def _simple(self, op: str, v: list[Any], e: Op, world: World) -> Any:
        match op:
            case "+" | "-" | "*" | "/":
                return self.arithmetic(op, v[0], v[1])
            case "<":
                return v[0] < v[1]
            case "<=":
                return v[0] <= v[1]
            case ">":
                return v[0] > v[1]
            case ">=":
                return v[0] >= v[1]
            case "not":
                return not v[0]
            case "neg":
                return -v[0]
            case "min":
                return min(v)
            case "max":
                return max(v)
            case "floor":
                return v[0] // 1
            case "ceiling":
                return -(-v[0] // 1)
            case "some":
                return len(v[0]) > 0
            case "in":
                return v[0] in v[1]
            case "union":
                return distinct((*v[0], *v[1]))
            case "without":
                return tuple(x for x in v[0] if x not in v[1])
            case "first_some":
                return v[1][: whole(v[0])]
            case "first":
                return v[0][0] if v[0] else None
            case "is_tag":
                return v[0] in self.program.tags[str(e.detail)]
            case "units_in":
                return tuple(sorted(u for u, row in world.u.items() if row[2] == v[0]))
            case "units_aboard":
                return tuple(sorted(u for u, row in world.u.items() if row[3] == v[0])) if v[0] is not None else ()
            case "spaces_beside":
                return self.board.neighbours.get(v[0], ())
            case "adjacent":
                return v[1] in self.board.neighbours.get(v[0], ())
            case "together":
                return v[0] == v[1] or v[1] in self.board.neighbours.get(v[0], ())
            case "border":
                key = "|".join(sorted(map(str, v)))
                return key if key in self.board.borders else None
            case "row" | "column" | "direction" | "ahead" | "angle" | "crossed" | "touched":
                return getattr(self.board.grid, e.op)(*v)
            case "sees":
                return self.sees(world, *v) is None
            case "knows":
                return self.sees(world, *v) is None and self.knows(world, *v) is None
            case "distance":
                return self.distance(v[0], v[1])
            case "reach":
                return self.paths.reach(world, v[0])
            case "path_cost":
                return self.paths.cost(world, *v)
            case "reach_from":
                return self.paths.reach_from(world, *v)
            case "linked":
                return self.linked(v[0], v[1], None)
            case "linked_within":
                return self.linked(v[0], v[1], v[2])
            case "steps":
                return len(v[0]) - 1
            case "end_of":
                return v[0][-1]
            case "scored":
                hits: dict[Any, int] = {}
                for number, (unit, firer, value, best, face) in enumerate(v[0]):
                    again = best and any(u == unit and f <= x for u, _, x, _, f in v[0][:number])
                    hits[firer] = hits.get(firer, 0) + (face <= value and not again)
                return tuple((firer, n) for firer, n in hits.items() if n)
            case "shared":
                owners = list(dict.fromkeys(p[0] for p in v[0] if p[0] is not None))
                alike = {p[0]: p[1] for p in v[0]}
                return tuple((u, alike[u], *(p[4] for p in v[0] if p[0] == u)) for u in owners)
            case "rollers":
                return tuple(share[0] for share in v[0])
            case "faces_of":
                return {share[0]: tuple(share[2:]) for share in v[0]}.get(v[1], ())
            case "hits_left":
                like_it = {share[0]: share[1] for share in v[1]}[v[2]]
                rest = {f: n - (max(v[3], 0) if f == like_it else 0) for f, n in v[0]}
                return tuple((f, n) for f, n in rest.items() if n > 0)
            case "entered_from":
                return v[0][-2]
            case "passed":
                return v[0][1:-1]
        raise AssertionError(op)

    def linked(self, start: str | None, inside: tuple[str, ...], most: Any) -> tuple[str, ...]:
        """One space after the other from a queue, each with the number of its steps."""
        away = {} if start is None else {start: 0}
        queue = list(away)
        while queue:
            here = queue.pop(0)
            for near in self.board.neighbours.get(here, ()):
                if near in inside and near not in away and (most is None or away[here] + 1 <= most):
                    away[near] = away[here] + 1
                    queue.append(near)
        return tuple(away)

    def distance(self, a: str | None, b: str | None) -> int:
        """Breadth first over the networkx graph, which the machine does not use; between hexes half the taxi way over rows and half columns."""
        import networkx as nx

        grid = self.program.grid
        if a in grid and b in grid:
            rows = abs(grid[a][1] - grid[b][1])
            halves = abs(2 * grid[a][0] + grid[a][1] - 2 * grid[b][0] - grid[b][1])
            return rows + max(halves - rows, 0) // 2

        if a is None or b is None or not nx.has_path(self.board.graph, a, b):
            return FAR
        return int(nx.shortest_path_length(self.board.graph, a, b))

    def each(self, e: Each, world: World, env: Env) -> Any:
        pairs = [(x, {**env, e.var: x}) for x in self.value(e.source, world, env)]
        body = [(x, self.value(e.body, world, inner)) for x, inner in pairs] if e.kind not in ("any", "all", "no") else []
        match e.kind:
            case "filter":
                return tuple(x for x, good in body if good)
            case "any":
                return any(self.value(e.body, world, inner) for _, inner in pairs)
            case "no":
                return not any(self.value(e.body, world, inner) for _, inner in pairs)
            case "all":
                return all(self.value(e.body, world, inner) for _, inner in pairs)
            case "exactly" | "at_least" | "at_most":
                assert e.number is not None
                number, wanted = sum(1 for _, good in body if good), self.value(e.number, world, env)
                return {"exactly": number == wanted, "at_least": number >= wanted, "at_most": number <= wanted}[e.kind]
            case "count":
                return sum(1 for _, good in body if good)
            case "total":
                return plain_number(sum((Fraction(n) for _, n in body), Fraction(0)))
            case "highest":
                return max((n for _, n in body), default=0)
            case "lowest":
                return min((n for _, n in body), default=0)
            case "map":
                return distinct(tuple(v for _, v in body))
            case "map_sets":
                return distinct(tuple(x for _, v in body for x in v))
            case "order":
                return tuple(x for x, _ in sorted(body, key=lambda pair: pair[1]))
            case "order_down":
                return tuple(x for x, _ in sorted(body, key=lambda pair: -pair[1]))
        raise AssertionError(e.kind)
