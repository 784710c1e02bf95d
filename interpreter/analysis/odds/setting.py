"""Attributes that a question sets first: `attacker.x=value`, `game.x=value`, `powers.y.x=value`."""

from __future__ import annotations

from typing import Any

from interpreter.analysis.odds.outcome import OddsError, unknown
from interpreter.language.types import Type
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

SIDES = ("attacker", "defender")
CAUSE = "odds"


def set_value(rules: Ruleset, world: World, text: str, powers: tuple[str, str]) -> None:
    """Sets an attribute: `game.x=value`, `powers.germany.x=value`; `attacker` and `defender` stand for their powers."""
    path, sign, value = text.partition("=")
    words = [w.strip() for w in path.split(".")]
    if words[0] in SIDES and len(words) == 2:
        words = ["powers", powers[SIDES.index(words[0])], words[1]]
    plurals = {plural: sort for sort, plural in rules.program.sorts.items()}
    sort = words[0] if words[0] == "game" else plurals.get(words[0], "")
    if not sign or len(words) != (2 if sort == "game" else 3) or not sort or sort in ("unit", "unit_type"):
        raise OddsError(f"`{text}` sets nothing; write it like `attacker.attribute=value` or `game.attribute=value`.")
    if sort != "game" and words[1] not in rules.program.ids.get(sort, ()):
        raise unknown(sort, words[1], rules.program.ids.get(sort, ()))
    kept = {name: a for name, a in rules.program.attributes.get(sort, {}).items() if not a.fixed}
    if words[-1] not in kept:
        raise unknown(f"attribute of a {sort} that changes", words[-1], kept)
    attribute = kept[words[-1]]
    found = _value(rules, attribute.type, value.strip(), text)
    if sort == "game":
        world.set_game(attribute.index, found, CAUSE)
    else:
        world.set(sort, words[1], attribute.index, found, CAUSE)


def _value(rules: Ruleset, type_: Type, word: str, text: str) -> Any:
    """A word as a value of a type; sets are written with commas."""
    if type_.is_set and type_.of is not None:
        inner = type_.of
        return tuple(dict.fromkeys(_value(rules, inner, w.strip(), text) for w in word.strip("{}[]").split(",") if w.strip()))
    if type_.kind == "truth" and word.lower() in ("true", "yes", "on", "false", "no", "off"):
        return word.lower() in ("true", "yes", "on")
    if type_.kind == "number" and word.lstrip("-").isdigit():
        return int(word)
    if type_.kind == "entity":
        if word in rules.program.ids.get(type_.name, ()):
            return word
        raise unknown(type_.name, word, rules.program.ids.get(type_.name, ()))
    if type_.kind in ("enum", "text"):
        return word
    raise OddsError(f"`{text}`: this is a {type_}; `{word}` is none.")
