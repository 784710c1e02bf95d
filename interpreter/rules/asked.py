"""The section `odds`: engagements whose chances can be asked for, read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language.ir import Call, Const, Expr, Local, Procedure, Span
from interpreter.language.types import NUMBER, POWER, SPACE, TRUTH, UNIT, Type, set_of
from interpreter.rules.declare import get
from interpreter.rules.definitions import Definitions, Odds, Parameters
from interpreter.source.diagnostics import register
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared
    from interpreter.rules.texts import Texts

register("odds-of-what", "Odds of an engagement that is not fought in one space.")

HERE = Span()
POWERS: Parameters = (("attacker", POWER), ("defender", POWER))
ARMIES: Parameters = (("attacking", set_of(UNIT)), ("defending", set_of(UNIT)))


def short_forms(d: Declared) -> dict[str, tuple[str, ...]]:
    """The short forms of powers and unit types by `sort.id`, in small letters; several stand with commas."""
    found = {}
    for sort, section in (("power", "powers"), ("unit_type", "unit_types")):
        for name, node in d.section(section).items():
            short = get(node, "short")
            if short is not None:
                found[f"{sort}.{name}"] = tuple(word.strip().lower() for word in str(short.value).split(",") if word.strip())
    return found


def read_odds(d: Declared, t: Texts, definitions: Definitions, name: str, node: Node) -> tuple[Odds, Procedure] | None:
    """An entry and the procedure that prepares its position; None where the engagement is not known."""
    named = get(node, "engagement")
    engagement = definitions.engagements.get(str(named.value)) if named is not None else None
    if named is None or engagement is None:
        if named is not None:
            hint = did_you_mean(str(named.value), definitions.engagements)
            d.bad("unknown-name", named.place, f"There is no engagement `{named.value}`.", hint)
        return None
    if [type_ for _, type_ in engagement.given] != [SPACE]:
        d.bad("odds-of-what", named.place, f"`{engagement.name}` is not fought in one space; its odds can't be asked for.")
        return None
    d.vocabulary.used.add(("procedure", engagement.name))
    where = (("here", SPACE),)
    here = (Local(SPACE, HERE, "here"),)
    inline: dict[str, Expr] = {s.name: Call(set_of(UNIT), HERE, f"{engagement.name}_{s.name}", here) for s in engagement.sides}
    unit = (*where, ("it", UNIT))
    wanted: list[tuple[str, Node | None, Parameters, Type]] = [
        ("where", get(node, "where"), where, TRUTH),
        ("foes", get(node, "foes"), POWERS, TRUTH),
        ("wins", get(node, "wins"), where, TRUTH),
        ("loses", get(node, "loses"), where, TRUTH),
        ("takes", get(node, "takes"), where, TRUTH),
        ("gain", get(node, "gain"), where, NUMBER),
        ("worth", get(node, "worth"), unit, NUMBER),
        ("keeps", get(node, "keeps"), unit, TRUTH),
    ]
    for army in ("attacker", "defender"):
        record = get(node, army)
        for key, type_ in (("may", TRUTH), ("order", NUMBER)):
            wanted.append((f"{army}_{key}", get(record, key) if record is not None else None, unit, type_))
    expressions: dict[str, tuple[Parameters, Expr]] = {}
    for key, field, parameters, type_ in wanted:
        expr = t.expression(field, dict(parameters), type_, inline if key in ("wins", "loses", "takes", "gain") else None)
        if expr is not None:
            expressions[key] = (parameters, expr)
    for key in ("where", "foes", "wins", "loses", "attacker_may", "defender_may"):
        expressions.setdefault(key, (next(p for k, _, p, _ in wanted if k == key), Const(TRUTH, HERE, True)))
    expressions.setdefault("worth", (unit, Const(NUMBER, HERE, 0)))
    retreats = []
    for item in texts(listed) if (listed := get(node, "retreats")) is not None else ():
        if item.value in d.vocabulary.actions:
            retreats.append(str(item.value))
        else:
            d.bad("unknown-name", item.place, f"There is no action `{item.value}`.", did_you_mean(str(item.value), d.vocabulary.actions))
    roles = tuple(str(item.value) for item in texts(listed)) if (listed := get(node, "roles")) is not None else ()
    given: Parameters = (*where, *POWERS, *ARMIES, *((role, set_of(UNIT)) for role in roles))
    body = t.effects(get(node, "prepare"), dict(given))
    return Odds(name, engagement.name, expressions, tuple(retreats), roles), Procedure(f"odds_{name}", given, None, body, f"odds.{name}")
