"""The course of play: procedures, actions, what forbids them, movement."""

from __future__ import annotations

from interpreter.language.blocks import write
from interpreter.language.compile import local
from interpreter.language.ir import Call, Expr, Procedure
from interpreter.language.registry import HOOKS
from interpreter.language.types import UNIT, set_of
from interpreter.rules.counted import counted
from interpreter.rules.definitions import Parameters
from interpreter.rules.demands import demanded, filtered
from interpreter.rules.emit.emitter import Emitter
from interpreter.rules.program import ActionEntry


def procedures(emitter: Emitter) -> None:
    """Procedures: those that may ask are cut into blocks, the others are plain functions."""
    for name, p in emitter.d.procedures.items():
        names = tuple(n for n, _ in p.parameters)
        emitter.p.procedures[name] = names
        if name in emitter.asking:
            lines, table = write(p, emitter.code)
            emitter.lines += lines
            emitter.p.blocks[name] = table
            emitter.causes |= dict.fromkeys((entry[0] for entry in table.values()), p.cause)
            _faces(emitter, p)
        else:
            emitter.causes[f"p_{name}"] = p.cause
            emitter.lines += [f"def p_{name}({', '.join(['W', *map(local, names)])}):", "    W.tick()"]
            emitter.lines += emitter.code.lines(p.body, p.cause, 1)


def _faces(emitter: Emitter, p: Procedure) -> None:
    """For dice that are only counted: what the rules see of a face, as a function of the face and of what they need besides."""
    for dice, counting in counted(p).items():
        seen = []
        for reading in counting.readings:
            tests = [f"(lambda {local(n)}: {emitter.pure.expr(e)})(face)" for n, e in reading.tests]
            name, value = reading.value
            shown = f"(lambda {local(name)}: {emitter.pure.expr(value)})(face)"
            seen.append(f"({' and '.join(tests)}) and ({shown},)" if tests else f"({shown},)")
        emitter.lines.append(
            f"def s_{p.name}_{dice}({', '.join(['W', 'face', *map(local, counting.needs)])}): return ({''.join(s + ', ' for s in seen)})"
        )
        emitter.p.faces[f"{p.name}.{dice}"] = counting.needs


def actions(emitter: Emitter) -> None:
    """Actions with their choices and conditions."""
    for name, a in emitter.d.actions.items():
        choices = []
        for index, c in enumerate(a.choices):
            before = a.parameters(index)
            if c.source is not None:
                emitter.function(f"a_{name}_{index}", before, c.source)
                _choice_bans(emitter, f"a_{name}_{index}", c.source, before)
                emitter.function(f"a_{name}_{index}_least", before, c.least, "1")
            choices.append((c.name, c.kind, c.mover, "unit" if c.type in (UNIT, set_of(UNIT)) else str(c.type)))
        conditions = []
        for number, condition in enumerate(a.when):
            emitter.function(f"a_{name}_WHEN_{number}", a.parameters(condition.level), condition.expr)
            conditions.append((f"a_{name}_WHEN_{number}", condition.text, condition.level))
            _condition_bans(emitter, f"a_{name}_WHEN_{number}", condition.expr, a.parameters(condition.level))
        sorts = {n: str(t) for n, t in a.parameters()}
        emitter.p.actions[name] = ActionEntry(
            name, tuple(n for n, _ in a.given), tuple(choices), tuple(conditions), a.says, a.closes, sorts
        )


def _condition_bans(emitter: Emitter, name: str, expr: Expr, parameters: Parameters) -> None:
    """For a condition that is a named one: a function that names the rule that forbids it, if one does, and its name."""
    if not isinstance(expr, Call) or expr.name in emitter.d.actions:
        return
    args = "".join(f", {emitter.pure.expr(arg)}" for arg in expr.args)
    tests = "".join(f" ({ban.rule!r} if r_{ban.rule}_ON_{expr.name}(W{args}) else '') or" for ban in emitter.d.bans.get(expr.name, ()))
    emitter.lines.append(f"def {name}_BAN({', '.join(['W', *(local(n) for n, _ in parameters)])}): return ({tests} '', {expr.name!r})")


def _choice_bans(emitter: Emitter, name: str, source: Expr, before: Parameters) -> None:
    """For a choice from a set with a condition: a function that names the rule that keeps an element out, if one does, and what it forbids."""
    element = filtered(source)
    found = [(call, ban) for call in demanded(source) for ban in emitter.d.bans.get(call.name, ())]
    if element is None or not found:
        return
    var = local(element[0])
    lines = [f"def {name}_BAN({', '.join(['W', *(local(n) for n, _ in before), var])}):"]
    lines.append(f"    if {var} not in {emitter.pure.expr(element[1])}: return ('', '')")
    for call, ban in found:
        args = "".join(f", {emitter.pure.expr(arg)}" for arg in call.args)
        lines.append(f"    if r_{ban.rule}_ON_{call.name}(W{args}): return ({ban.rule!r}, {call.name!r})")
    emitter.lines += [*lines, "    return ('', '')"]


def bans(emitter: Emitter) -> None:
    """What rules forbid, by action, condition or hook."""
    for hook, bans in emitter.d.bans.items():
        entries = emitter.p.bans.setdefault(hook, [])
        for ban in bans:
            function = f"r_{ban.rule}_ON_{hook}"
            action = emitter.d.actions.get(hook)
            if action is not None:
                parameters = action.parameters(ban.level)
            elif hook in HOOKS:
                parameters = HOOKS[hook].provides
            else:
                parameters = emitter.d.defines[hook][0]
            emitter.causes[function] = f"rules.{ban.rule}"
            emitter.function(function, parameters, ban.expr)
            for number, value in enumerate(ban.tells):
                emitter.function(f"{function}_TELLS_{number}", parameters, value)
            entries.append((ban.rule, function, ban.because, ban.level))
    for hook, provided in HOOKS.items():
        names = [n for n, _ in provided.provides]
        emitter.lines.append(f"def h_{hook}({', '.join(['W', *map(local, names)])}):")
        for ban in emitter.d.bans.get(hook, ()):
            emitter.lines.append(f"    if {emitter.pure.expr(ban.expr)}: return {ban.rule!r}")
        emitter.lines.append("    return None")


def movements(emitter: Emitter) -> None:
    """Who moves how far, and what steps cost."""
    for name, m in emitter.d.movements.items():
        emitter.function(f"m_{name}_of", ("unit",), m.of)
        emitter.function(f"m_{name}_allowance", ("unit",), m.allowance)
        has = set()
        if m.cost is not None:
            has.add("cost")
            emitter.function(f"m_{name}_cost", ("unit", "origin", "destination"), m.cost)
        if m.mark is not None:
            has.add("mark")
            emitter.function(f"m_{name}_mark", ("unit", "through"), m.mark)
        for number, (counts, most) in enumerate(m.limits):
            has.add("limits")
            emitter.function(f"m_{name}_counts_{number}", ("unit", "origin", "destination"), counts)
            emitter.function(f"m_{name}_most_{number}", ("unit", "start"), most)
        emitter.p.movements[name] = frozenset(has)
