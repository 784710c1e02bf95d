"""What modifiers and allocations change, and how."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace

from interpreter.language.ir import Call, Const, Local
from interpreter.language.types import ANY, NUMBER, TRUTH, UNIT, Type, entity
from interpreter.rules.collect.collector import HERE, STEP, Collector
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node


def sign_of(node: object) -> str:
    """How a modifier changes its value, as it is written: one of `SIGNS`."""
    return {"not_below": "at least", "not_above": "at most"}.get(getattr(node, "data", ""), str(node))


def target_of(c: Collector, word: str, said: Set[str] = frozenset()) -> tuple[str | None, dict[str, Type], Type]:
    """What a modifier changes, the names in its sight, and the type of the value: of several called so the one whose names are `said`."""
    found = list(_called(c, word))
    return next((one for one in found if said & one[1].keys()), found[0] if found else (None, {}, NUMBER))


def _called(c: Collector, word: str) -> Iterator[tuple[str, dict[str, Type], Type]]:
    """All values of a name that a modifier could change."""
    if c.v.attribute("unit_type", word) is not None:
        yield f"unit_type.{word}", {"unit": UNIT}, NUMBER
    for sort in c.v.sorts:
        attribute = c.v.attribute(sort, word)
        if attribute is not None and attribute.type == NUMBER and sort not in ("unit", "unit_type"):
            yield f"{sort}.{word}", {sort: entity(sort)}, NUMBER
    if word in c.out.movements:
        yield f"define.{_step_cost(c, word)}", dict(STEP), NUMBER
    signature = c.v.defines.get(word)
    if signature is not None and c.texts.result_of(word) not in (TRUTH, ANY):
        yield f"define.{word}", dict(signature.parameters), c.texts.result_of(word)


def _step_cost(c: Collector, movement: str) -> str:
    """The definition of what a step of a movement costs, which modifiers change."""
    name = f"{movement}_COST"
    if name not in c.out.defines:
        m = c.out.movements[movement]
        c.out.defines[name] = (STEP, m.cost if m.cost is not None else Const(NUMBER, HERE, 1))
        asked = Call(NUMBER, HERE, name, tuple(Local(type_, HERE, word) for word, type_ in STEP))
        c.out.movements[movement] = replace(m, cost=asked)
    return name


def missing_target(c: Collector, node: Node, word: object) -> None:
    """Tells that a modifier cannot change this so, and what it could."""
    names = [*c.v.attributes.get("unit_type", {}), *c.v.defines, *c.out.movements]
    place = node.at(getattr(word, "line", 1), getattr(word, "column", 1))
    hint = did_you_mean(str(word), names)
    if word in c.v.defines:
        hint = (
            "Conditions are changed by rules that `allow` or `forbid` them."
            if c.texts.result_of(str(word)) == TRUTH
            else "`=` sets a value, `+` and `-` add to a number or a set and take away, `*` multiplies numbers."
        )
    c.d.bad("no-target", place, f"`{word}` is no value that a modifier can change so.", hint)
