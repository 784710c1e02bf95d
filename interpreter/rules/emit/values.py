"""Values: definitions, attributes with what modifies them, formulas, the worth of answers."""

from __future__ import annotations

from interpreter.language.compile import literal, local
from interpreter.language.ir import Attribute, Expr, Op, Span, parts
from interpreter.language.types import TRUTH
from interpreter.rules.cycles import needs
from interpreter.rules.definitions import SIGNS
from interpreter.rules.emit.emitter import Emitter

HERE = Span()
CHANGES = {
    "=": "value = {amount}",
    "*": "value = times(value, {amount})",
    "at least": "value = max(value, {amount})",
    "at most": "value = min(value, {amount})",
}


def wide(node: object) -> bool:
    """Whether an expression looks at all units or searches paths: its results are worth remembering for a world."""
    if isinstance(node, Op) and (
        node.op in ("reach", "reach_from", "linked", "linked_within") or (node.op == "all" and node.detail in ("unit", "space"))
    ):
        return True
    return any(wide(part) for part in parts(node) if isinstance(part, Expr | tuple))


def _changes(emitter: Emitter, target: str) -> list[str]:
    """Lines that apply the modifiers of a target to `value`: set first, then add, then multiply, then limit."""
    out: list[str] = []
    for sign in SIGNS:
        found = [m for m in emitter.d.modifiers if m.target == target and m.sign == sign]
        bests = dict.fromkeys(m.best_of for m in found if m.best_of)
        out += [f"best_{word} = None" for word in bests]
        for m in found:
            amount = emitter.code.expr(m.amount)
            change = CHANGES.get(sign, "value = value {sign} {amount}").format(sign=sign, amount=amount)
            if m.best_of:
                best = f"best_{m.best_of}"
                change = f"{best} = {amount} if {best} is None else max({best}, {amount})"
            out.append(f"if {emitter.code.expr(m.when)}: {change}" if m.when is not None else change)
        out += [f"if best_{word} is not None: value = value {sign} best_{word}" for word in bests]
    return out


def stats(emitter: Emitter) -> None:
    """Attributes that modifiers change."""
    for target in sorted(emitter.p.modified):
        kind, _, name = target.partition(".")
        if kind == "define":
            continue
        if kind == "unit_type":
            head, base = f"def q_{name}(W, v_unit):", f"S_unit_type_{name}[W.u[v_unit][0]]"
            head += f"\n    if v_unit is None: return S_unit_type_{name}[None]"
        else:
            head, base = f"def q_{kind}_{name}(W, v_{kind}):", _unmodified(emitter, emitter.p.attributes[kind][name])
        emitter.lines += [
            head,
            "    W.tick()",
            f"    value = {base}",
            *("    " + line for line in _changes(emitter, target)),
            "    return value",
        ]


def _unmodified(emitter: Emitter, a: Attribute) -> str:
    """What an attribute of a thing is before modifiers change it."""
    if a.formula:
        return f"formula(F_{a.sort}_{a.name}, W, v_{a.sort}, {literal(a.default)})"
    return f"S_{a.sort}_{a.name}[v_{a.sort}]" if a.fixed else f"W.t[{a.sort!r}][v_{a.sort}][{a.index}]"


def defines(emitter: Emitter) -> None:
    """Definitions; results of costly ones are remembered for a world."""
    for name, (parameters, expr) in emitter.d.defines.items():
        emitter.p.defines[name] = tuple(n for n, _ in parameters)
        emitter.causes[f"d_{name}"] = f"define.{name}"
        target = f"define.{name}"
        costly = wide(expr)
        bans = emitter.d.forbids(name)
        if bans:
            forbidden = Op(TRUTH, HERE, "or", tuple(ban.expr for ban in bans))
            expr = Op(TRUTH, HERE, "and", (expr, Op(TRUTH, HERE, "not", (forbidden,))))
        busy = target in emitter.p.modified or sum(1 for n in needs(expr) if n.startswith("define.") or n in emitter.p.modified) > 1
        if not busy and not costly:
            emitter.function(f"d_{name}", parameters, expr, inner=1)
            continue
        names = [local(n) for n, _ in parameters]
        emitter.lines.append(f"def d_{name}({', '.join(['W', *names])}):")
        emitter.lines += ["    W.tick()"] if busy else []
        if costly:
            emitter.lines += [f"    key = ({', '.join([repr(name), *names])},)", "    if key in W.memo: return W.memo[key]"]
        emitter.lines += [f"    value = {emitter.code.expr(expr)}", *("    " + line for line in _changes(emitter, target))]
        emitter.lines += ["    W.memo[key] = value"] if costly else []
        emitter.lines.append("    return value")


def formulas(emitter: Emitter) -> None:
    """Attributes that are formulas, by bearer."""
    for path, table in emitter.d.formulas.items():
        sort, _, name = path.partition(".")
        entries = emitter.p.formulas.setdefault(f"{sort}_{name}", {})
        for bearer, expr in table.items():
            function = f"f_{sort}_{name}_{bearer.replace('|', '_AND_')}"
            emitter.lines.append(f"def {function}(W, v_{sort}):")
            emitter.lines += [f"    v_it = v_{sort}", f"    return {emitter.pure.expr(expr)}"]
            entries[bearer] = function


def measures(emitter: Emitter) -> None:
    """What set-ups are measured by."""
    for name, m in emitter.d.measures.items():
        emitter.p.measures[name] = emitter.function(f"measure_{name}", m.given, m.amount)


def evaluation(emitter: Emitter) -> None:
    """What answers are worth to greedy players."""
    for name, (parameters, expr) in emitter.d.evaluation.items():
        emitter.p.evaluation[name] = emitter.function(f"e_{name}", parameters, expr)
