"""Third pass: checked definitions written out as one Python module and the tables of a `Program`."""

from __future__ import annotations

from collections.abc import Mapping, Set

from interpreter.language.blocks import write
from interpreter.language.compile import Expressions, Straight, literal, local
from interpreter.language.ir import (
    Again,
    Allot,
    Announce,
    Assignment,
    Attribute,
    Call,
    Cast,
    Choose,
    Draw,
    Expr,
    Finish,
    Fire,
    ForEach,
    If,
    Offer,
    Op,
    Procedure,
    Repeat,
    Roll,
    Run,
    Span,
    Statement,
    While,
    parts,
)
from interpreter.language.registry import HOOKS
from interpreter.language.types import TRUTH, UNIT, set_of
from interpreter.rules.counted import counted
from interpreter.rules.cycles import needs
from interpreter.rules.definitions import SIGNS, Definitions, Engagement, Parameters
from interpreter.rules.demands import demanded, filtered
from interpreter.rules.looks import Looks
from interpreter.rules.program import (
    ActionEntry,
    AllocationEntry,
    CheckEntry,
    ContrastEntry,
    EngagementEntry,
    OddsEntry,
    PictureEntry,
    Program,
    StepEntry,
    TrialEntry,
    VolleyEntry,
)

HERE = Span()
CHANGES = {
    "=": "value = {amount}",
    "*": "value = times(value, {amount})",
    "at least": "value = max(value, {amount})",
    "at most": "value = min(value, {amount})",
}
ASKING = (Roll, Draw, Choose, Offer, Fire, Again, Cast, Allot, Assignment, Finish)


def asks(s: Statement, asking: Set[str], handlers: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether a statement may ask somebody something, if the procedures `asking` do."""
    if isinstance(s, ASKING):
        return True
    if isinstance(s, Run):
        return s.procedure in asking
    if isinstance(s, Announce):
        return any(h in asking for h in handlers.get(s.event, ()))
    if isinstance(s, If):
        return any(asks(each, asking, handlers) for each in (*s.then, *s.otherwise))
    return isinstance(s, ForEach | While | Repeat) and any(asks(each, asking, handlers) for each in s.body)


def stopping(definitions: Definitions) -> frozenset[str]:
    """The procedures that may ask somebody something, directly or through what they run."""
    found: set[str] = set()
    grew = True
    while grew:
        grew = False
        for name, p in definitions.procedures.items():
            if name not in found and any(asks(s, found, definitions.handlers) for s in p.body):
                found.add(name)
                grew = True
    return frozenset(found)


def wide(node: object) -> bool:
    """Whether an expression looks at all units or searches paths: its results are worth remembering for a world."""
    if isinstance(node, Op) and (
        node.op in ("reach", "reach_from", "linked", "linked_within") or (node.op == "all" and node.detail in ("unit", "space"))
    ):
        return True
    return any(wide(part) for part in parts(node) if isinstance(part, Expr | tuple))


class Emitter:
    """Writes one ruleset's functions into `program`."""

    def __init__(self, definitions: Definitions, program: Program) -> None:
        self.d = definitions
        self.p = program
        self.lines: list[str] = []
        self.causes: dict[str, str] = {}
        program.modified = frozenset(m.target for m in definitions.modifiers)
        asking = stopping(definitions)
        handlers = definitions.handlers

        def stops(s: Statement) -> bool:
            return asks(s, asking, handlers)

        self.asking = asking
        self.code = Straight(program.modified, stops, handlers, self.meaning)
        self.pure = Expressions(program.modified, self.meaning)
        self.looks = Looks(definitions)

    def meaning(self, name: str) -> tuple[tuple[str, ...], Expr] | None:
        """The parameters and the expression of a definition, if no modifier changes it."""
        if f"define.{name}" in self.p.modified or name not in self.d.defines:
            return None
        parameters, expr = self.d.defines[name]
        return tuple(parameter for parameter, _ in parameters), expr

    def run(self) -> None:
        for one_pass in (
            self.stats, self.defines, self.formulas, self.procedures, self.actions, self.bans, self.movements,
            self.allocations, self.volleys, self.engagements, self.evaluation, self.odds, self.pictures, self.trials, self.checks,
            self.comparisons, self.audiences, self.secrets, self.measures,
        ):  # fmt: skip
            one_pass()
        self.p.functions = "\n".join([*self.lines, f"CAUSES = {self.causes!r}"]) + "\n"

    def function(
        self, name: str, parameters: Parameters | tuple[str, ...], expr: Expr | None, default: str = "None", inner: int = 0
    ) -> str:
        """One function of one expression; `inner` is 1 where it may be called in a loop."""
        names = [p if isinstance(p, str) else p[0] for p in parameters]
        writer = self.code if inner else self.pure
        value = writer.expr(expr) if expr is not None else default
        self.lines.append(f"def {name}({', '.join(['W', *map(local, names)])}): return {value}")
        return name

    # --- values ------------------------------------------------------------------------------------------------

    def changes(self, target: str) -> list[str]:
        """Lines that apply the modifiers of a target to `value`: set first, then add, then multiply, then limit."""
        out: list[str] = []
        for sign in SIGNS:
            found = [m for m in self.d.modifiers if m.target == target and m.sign == sign]
            bests = dict.fromkeys(m.best_of for m in found if m.best_of)
            out += [f"best_{word} = None" for word in bests]
            for m in found:
                amount = self.code.expr(m.amount)
                change = CHANGES.get(sign, "value = value {sign} {amount}").format(sign=sign, amount=amount)
                if m.best_of:
                    best = f"best_{m.best_of}"
                    change = f"{best} = {amount} if {best} is None else max({best}, {amount})"
                out.append(f"if {self.code.expr(m.when)}: {change}" if m.when is not None else change)
            out += [f"if best_{word} is not None: value = value {sign} best_{word}" for word in bests]
        return out

    def stats(self) -> None:
        for target in sorted(self.p.modified):
            kind, _, name = target.partition(".")
            if kind == "define":
                continue
            if kind == "unit_type":
                head, base = f"def q_{name}(W, v_unit):", f"S_unit_type_{name}[W.u[v_unit][0]]"
                head += f"\n    if v_unit is None: return S_unit_type_{name}[None]"
            else:
                head, base = f"def q_{kind}_{name}(W, v_{kind}):", self.unmodified(self.p.attributes[kind][name])
            self.lines += [
                head,
                "    W.tick()",
                f"    value = {base}",
                *("    " + line for line in self.changes(target)),
                "    return value",
            ]

    def unmodified(self, a: Attribute) -> str:
        """What an attribute of a thing is before modifiers change it."""
        if a.formula:
            return f"formula(F_{a.sort}_{a.name}, W, v_{a.sort}, {literal(a.default)})"
        return f"S_{a.sort}_{a.name}[v_{a.sort}]" if a.fixed else f"W.t[{a.sort!r}][v_{a.sort}][{a.index}]"

    def defines(self) -> None:
        for name, (parameters, expr) in self.d.defines.items():
            self.p.defines[name] = tuple(n for n, _ in parameters)
            self.causes[f"d_{name}"] = f"define.{name}"
            target = f"define.{name}"
            costly = wide(expr)
            bans = self.d.forbids(name)
            if bans:
                forbidden = Op(TRUTH, HERE, "or", tuple(ban.expr for ban in bans))
                expr = Op(TRUTH, HERE, "and", (expr, Op(TRUTH, HERE, "not", (forbidden,))))
            busy = target in self.p.modified or sum(1 for n in needs(expr) if n.startswith("define.") or n in self.p.modified) > 1
            if not busy and not costly:
                self.function(f"d_{name}", parameters, expr, inner=1)
                continue
            names = [local(n) for n, _ in parameters]
            self.lines.append(f"def d_{name}({', '.join(['W', *names])}):")
            self.lines += ["    W.tick()"] if busy else []
            if costly:
                self.lines += [f"    key = ({', '.join([repr(name), *names])},)", "    if key in W.memo: return W.memo[key]"]
            self.lines += [f"    value = {self.code.expr(expr)}", *("    " + line for line in self.changes(target))]
            self.lines += ["    W.memo[key] = value"] if costly else []
            self.lines.append("    return value")

    def formulas(self) -> None:
        for path, table in self.d.formulas.items():
            sort, _, name = path.partition(".")
            entries = self.p.formulas.setdefault(f"{sort}_{name}", {})
            for bearer, expr in table.items():
                function = f"f_{sort}_{name}_{bearer.replace('|', '_AND_')}"
                self.lines.append(f"def {function}(W, v_{sort}):")
                self.lines += [f"    v_it = v_{sort}", f"    return {self.pure.expr(expr)}"]
                entries[bearer] = function

    # --- procedures --------------------------------------------------------------------------------------------

    def procedures(self) -> None:
        for name, p in self.d.procedures.items():
            names = tuple(n for n, _ in p.parameters)
            self.p.procedures[name] = names
            if name in self.asking:
                lines, table = write(p, self.code)
                self.lines += lines
                self.p.blocks[name] = table
                self.causes |= dict.fromkeys((entry[0] for entry in table.values()), p.cause)
                self.faces(p)
            else:
                self.causes[f"p_{name}"] = p.cause
                self.lines += [f"def p_{name}({', '.join(['W', *map(local, names)])}):", "    W.tick()"]
                self.lines += self.code.lines(p.body, p.cause, 1)

    def faces(self, p: Procedure) -> None:
        """For dice that are only counted: what the rules see of a face, as a function of the face and of what they need besides."""
        for dice, counting in counted(p).items():
            seen = []
            for reading in counting.readings:
                tests = [f"(lambda {local(n)}: {self.pure.expr(e)})(face)" for n, e in reading.tests]
                name, value = reading.value
                shown = f"(lambda {local(name)}: {self.pure.expr(value)})(face)"
                seen.append(f"({' and '.join(tests)}) and ({shown},)" if tests else f"({shown},)")
            self.lines.append(
                f"def s_{p.name}_{dice}({', '.join(['W', 'face', *map(local, counting.needs)])}): return ({''.join(s + ', ' for s in seen)})"
            )
            self.p.faces[f"{p.name}.{dice}"] = counting.needs

    # --- actions, bans, movement -------------------------------------------------------------------------------

    def actions(self) -> None:
        for name, a in self.d.actions.items():
            choices = []
            for index, c in enumerate(a.choices):
                before = a.parameters(index)
                if c.source is not None:
                    self.function(f"a_{name}_{index}", before, c.source)
                    self.choice_bans(f"a_{name}_{index}", c.source, before)
                    self.function(f"a_{name}_{index}_least", before, c.least, "1")
                choices.append((c.name, c.kind, c.mover, "unit" if c.type in (UNIT, set_of(UNIT)) else str(c.type)))
            conditions = []
            for number, condition in enumerate(a.when):
                self.function(f"a_{name}_WHEN_{number}", a.parameters(condition.level), condition.expr)
                conditions.append((f"a_{name}_WHEN_{number}", condition.text, condition.level))
                self.condition_bans(f"a_{name}_WHEN_{number}", condition.expr, a.parameters(condition.level))
            sorts = {n: str(t) for n, t in a.parameters()}
            self.p.actions[name] = ActionEntry(
                name, tuple(n for n, _ in a.given), tuple(choices), tuple(conditions), a.says, a.closes, sorts
            )

    def condition_bans(self, name: str, expr: Expr, parameters: Parameters) -> None:
        """For a condition that is a named one: a function that names the rule that forbids it, if one does, and its name."""
        if not isinstance(expr, Call) or expr.name in self.d.actions:
            return
        args = "".join(f", {self.pure.expr(arg)}" for arg in expr.args)
        tests = "".join(f" ({ban.rule!r} if r_{ban.rule}_ON_{expr.name}(W{args}) else '') or" for ban in self.d.bans.get(expr.name, ()))
        self.lines.append(f"def {name}_BAN({', '.join(['W', *(local(n) for n, _ in parameters)])}): return ({tests} '', {expr.name!r})")

    def choice_bans(self, name: str, source: Expr, before: Parameters) -> None:
        """For a choice from a set with a condition: a function that names the rule that keeps an element out, if one does, and what it forbids."""
        element = filtered(source)
        found = [(call, ban) for call in demanded(source) for ban in self.d.bans.get(call.name, ())]
        if element is None or not found:
            return
        var = local(element[0])
        lines = [f"def {name}_BAN({', '.join(['W', *(local(n) for n, _ in before), var])}):"]
        lines.append(f"    if {var} not in {self.pure.expr(element[1])}: return ('', '')")
        for call, ban in found:
            args = "".join(f", {self.pure.expr(arg)}" for arg in call.args)
            lines.append(f"    if r_{ban.rule}_ON_{call.name}(W{args}): return ({ban.rule!r}, {call.name!r})")
        self.lines += [*lines, "    return ('', '')"]

    def bans(self) -> None:
        for hook, bans in self.d.bans.items():
            entries = self.p.bans.setdefault(hook, [])
            for ban in bans:
                function = f"r_{ban.rule}_ON_{hook}"
                action = self.d.actions.get(hook)
                if action is not None:
                    parameters = action.parameters(ban.level)
                elif hook in HOOKS:
                    parameters = HOOKS[hook].provides
                else:
                    parameters = self.d.defines[hook][0]
                self.causes[function] = f"rules.{ban.rule}"
                self.function(function, parameters, ban.expr)
                for number, value in enumerate(ban.tells):
                    self.function(f"{function}_TELLS_{number}", parameters, value)
                entries.append((ban.rule, function, ban.because, ban.level))
        for hook, provided in HOOKS.items():
            names = [n for n, _ in provided.provides]
            self.lines.append(f"def h_{hook}({', '.join(['W', *map(local, names)])}):")
            for ban in self.d.bans.get(hook, ()):
                self.lines.append(f"    if {self.pure.expr(ban.expr)}: return {ban.rule!r}")
            self.lines.append("    return None")

    def movements(self) -> None:
        for name, m in self.d.movements.items():
            self.function(f"m_{name}_of", ("unit",), m.of)
            self.function(f"m_{name}_allowance", ("unit",), m.allowance)
            has = set()
            if m.cost is not None:
                has.add("cost")
                self.function(f"m_{name}_cost", ("unit", "origin", "destination"), m.cost)
            if m.mark is not None:
                has.add("mark")
                self.function(f"m_{name}_mark", ("unit", "through"), m.mark)
            for number, (counts, most) in enumerate(m.limits):
                has.add("limits")
                self.function(f"m_{name}_counts_{number}", ("unit", "origin", "destination"), counts)
                self.function(f"m_{name}_most_{number}", ("unit", "start"), most)
            self.p.movements[name] = frozenset(has)

    # --- engagements -------------------------------------------------------------------------------------------

    def allocations(self) -> None:
        for a in self.d.allocations:
            parts = {"amount": a.amount, "giver": a.giver, "taker": a.taker, "each": a.each}
            for key, expr in parts.items():
                if expr is not None:
                    self.function(f"l_{a.name}_{key}", ("it",), expr)
            if a.when is not None:
                self.function(f"l_{a.name}_when", (), a.when)
            has = {key for key, expr in (*parts.items(), ("when", a.when)) if expr is not None}
            self.p.allocations.append(AllocationEntry(a.name, a.target, a.sign, a.pool, frozenset(has)))

    def volleys(self) -> None:
        for name, v in self.d.volleys.items():
            it: Parameters = (*v.given, ("it", UNIT))
            fields: dict[str, tuple[Expr | None, Parameters]] = {
                "of": (v.of, it), "dice": (v.dice, it), "value": (v.value, it), "tier": (v.tier, it), "best": (v.best, it),
                "may_hit": (v.may_hit, (*it, ("firer", UNIT))), "pool": (v.pool, v.given), "picks": (v.picks, v.given),
            }  # fmt: skip
            has = {"rolled"} if v.follows else set()
            for key, (expr, parameters) in fields.items():
                if expr is not None:
                    has.add(key)
                    self.function(f"v_{name}_{key}", parameters, expr)
            self.p.volleys[name] = VolleyEntry(
                name, v.engagement, v.by, v.at, v.sides, v.stat, v.later, v.title, frozenset(has), self.looks.volley(v), v.reroll
            )

    def engagements(self) -> None:
        for name, e in self.d.engagements.items():
            for side in e.sides:
                self.function(f"n_{name}_{side.name}_power", e.given, side.power)
                self.function(f"n_{name}_{side.name}_units", e.given, side.units)
            self.function(f"n_{name}_limit", ("it",), e.limit)
            unit = self.p.attributes["unit"]
            self.p.engagements[name] = EngagementEntry(
                name,
                tuple(s.name for s in e.sides),
                unit[e.counter].index,
                unit[e.doomed].index,
                e.lost,
                self.steps(e),
                self.looks.engagement(e),
            )

    def steps(self, e: Engagement) -> tuple[StepEntry, ...]:
        """The steps as data, with functions for their conditions and for what needs no answer."""
        found = []
        if e.until is not None:
            self.function(f"n_{e.name}_until", e.given, e.until)
        for step in e.steps:
            has = set()
            if step.when is not None:
                has.add("when")
                self.function(f"n_{e.name}_{step.name}_when", e.given, step.when)
            if step.kind == "do" and not any(map(self.code.stops, step.body)):
                has.add("do")
                self.lines.append(f"def n_{e.name}_{step.name}_do({', '.join(['W', *(local(n) for n, _ in e.given)])}):")
                self.lines += self.code.lines(step.body, f"engagements.{e.name}", 1)
            found.append(StepEntry(step.name, step.phase, step.kind, step.volley, step.actions, frozenset(has), self.looks.step(step)))
        return tuple(found)

    def odds(self) -> None:
        self.p.shorts = self.d.shorts
        for name, o in self.d.odds.items():
            for key, (parameters, expr) in o.expressions.items():
                self.function(f"o_{name}_{key}", parameters, expr)
            self.p.odds[name] = OddsEntry(name, o.engagement, o.retreats, frozenset(o.expressions), o.roles)

    def checks(self) -> None:
        for name, c in self.d.checks.items():
            has = {"demand"}
            if c.each is not None:
                has.add("each")
                self.function(f"k_{name}_each", (), c.each)
            if c.when is not None:
                has.add("when")
                self.function(f"k_{name}_when", c.given, c.when)
            self.function(f"k_{name}_demand", c.given, c.demand)
            for number, value in enumerate(c.tells):
                self.function(f"k_{name}_TELLS_{number}", c.given, value)
            self.p.checks[name] = CheckEntry(name, c.because, c.warning, frozenset(has))

    def comparisons(self) -> None:
        for name, c in self.d.comparisons.items():
            parts = {"each": ((), c.each), "is": (c.given, c.value)}
            for key, (given, expr) in parts.items():
                if expr is not None:
                    self.function(f"told_{name}_{key}", given, expr)
            has = frozenset(key for key, (_, expr) in parts.items() if expr is not None)
            of = "" if c.value is None else str(c.value.type.of or c.value.type)
            self.p.comparisons[name] = ContrastEntry(name, has, of, c.battle, c.attacker, c.defender)

    def audiences(self) -> None:
        for name, (parameters, expr) in self.d.audiences.items():
            self.function(f"u_{name}", parameters, expr)
        self.p.audiences = frozenset(self.d.audiences)

    def secrets(self) -> None:
        for a, expr in self.d.secrets:
            self.function(f"w_{a.sort}_{a.name}", ("viewer",) if a.sort == "game" else ("viewer", "it"), expr)
        self.p.secrets = tuple((a.sort, a.name) for a, _ in self.d.secrets)
        self.p.tokens = self.d.tokens
        for rule, word in self.d.tokens.items():
            if f"rules.{rule}" in self.p.titles:
                self.p.titles.setdefault(f"unit_types.{word}", self.p.titles[f"rules.{rule}"])

    def measures(self) -> None:
        for name, m in self.d.measures.items():
            self.p.measures[name] = self.function(f"measure_{name}", m.given, m.amount)

    def trials(self) -> None:
        for name, t in self.d.trials.items():
            for word, expr in t.outcomes.items():
                self.function(f"t_{name}_{word}", t.given, expr)
            given = tuple((word, str(type_)) for word, type_ in t.given)
            self.p.trials[name] = TrialEntry(name, given, t.defaults, t.gives, tuple(t.outcomes))

    def evaluation(self) -> None:
        for name, (parameters, expr) in self.d.evaluation.items():
            self.p.evaluation[name] = self.function(f"e_{name}", parameters, expr)

    def pictures(self) -> None:
        self.p.looks, self.p.at = self.d.looks, self.d.at
        for picture in self.d.pictures:
            for key, expr in picture.expressions.items():
                self.function(f"pic_{picture.name}_{key}", () if picture.on == "board" else ("it",), expr)
            thing = picture.expressions["as"].type.name if "as" in picture.expressions else ""
            self.p.pictures.append(PictureEntry(picture.name, picture.on, picture.given, frozenset(picture.expressions), thing))


def emit(definitions: Definitions, program: Program) -> None:
    """Fills `program` with the functions and tables of the definitions."""
    Emitter(definitions, program).run()
