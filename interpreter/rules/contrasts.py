"""Comparisons of a ruleset: values and battles that are told of each edition beside others."""

from __future__ import annotations

from interpreter.language.types import ANY
from interpreter.rules.declare import Declared, get
from interpreter.rules.definitions import Contrast, Parameters
from interpreter.rules.texts import Texts
from interpreter.source.diagnostics import register
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, word

ARMIES = ("attacker", "defender")
register("comparison-of-what", "A comparison that gives neither a value nor a battle, or both.")


def read_contrast(d: Declared, texts: Texts, name: str, node: Node) -> Contrast | None:
    """One comparison, checked; None, and the mistake added, where it cannot be used."""
    battle = get(node, "battle")
    if (battle is None) == (get(node, "is") is None):
        d.bad("comparison-of-what", node.place, f"`{name}` needs `is` or `battle`, one of them.")
        return None
    if battle is not None:
        return _battle(d, name, node, battle)
    each, source = texts.expression(get(node, "each"), {}, ANY), get(node, "each")
    if source is not None and each is None:
        return None
    if each is not None and source is not None and not each.type.is_set:
        d.bad("wrong-type", source.place, f"A set is needed here; this is a {each.type}.")
        return None
    given: Parameters = (("it", each.type.of or ANY),) if each is not None else ()
    value = texts.expression(get(node, "is"), dict(given), ANY)
    return None if value is None else Contrast(name, each, given, value)


def _battle(d: Declared, name: str, node: Node, battle: Node) -> Contrast | None:
    known = d.section("odds")
    if word(battle) not in known:
        d.bad("unknown-name", battle.place, f"There is no `odds` of `{word(battle)}`.", did_you_mean(word(battle), known))
        return None
    armies = [get(node, key) for key in ARMIES]
    for key, army in zip(ARMIES, armies, strict=True):
        if army is None:
            d.bad("missing-field", node.place, f"`{name}` has no `{key}`.", f"A battle needs both armies: {', '.join(ARMIES)}.")
    if None in armies:
        return None
    return Contrast(name, None, (), None, word(battle), *(word(army) for army in armies if army is not None))
