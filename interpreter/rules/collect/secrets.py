"""What only some powers see: attributes with `seen_by`, and the word that stands for a unit of which nobody else knows what it is."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir import Attribute, Expr
from interpreter.language.types import POWER, TRUTH, UNIT, Type, entity
from interpreter.rules.collect.collector import Collector
from interpreter.rules.declare import Declared, check_name, get
from interpreter.rules.memories import changing
from interpreter.rules.texts import Texts
from interpreter.source.tree import texts

UNKNOWN = "unknown"
"""The word for a unit that is not known, where its rule gives none."""


def read_secrets(c: Collector) -> None:
    """Attributes that only some powers see, and the words for units that are not known."""
    c.out.secrets += _secrets(c.d, c.texts)
    c.out.tokens.update(_tokens(c.d))


def _bearer(sort: str) -> dict[str, Type]:
    """The names in sight of `seen_by`: who looks, and what bears the attribute (the game needs no name)."""
    it = {} if sort == "game" else {"it": UNIT if sort == "unit" else entity(sort)}
    return {"viewer": POWER, **it}


def _secrets(d: Declared, known: Texts) -> Iterator[tuple[Attribute, Expr]]:
    """The attributes that only some powers see, each with the condition for one that does."""
    for attribute, field in changing(d, "seen_by", "What the ruleset gives for good is no secret: everybody can read it."):
        condition = known.expression(field, _bearer(attribute.sort), TRUTH)
        if condition is not None:
            yield attribute, condition


def _tokens(d: Declared) -> Iterator[tuple[str, str]]:
    """The rules that forbid to `know`, each with the word that stands for the type of such a unit."""
    for name, node in d.section("rules").items():
        word, forbids = get(node, "shown_as"), get(node, "forbid")
        veils = forbids is not None and any(each.value == "know" for each in texts(forbids))
        if word is not None and not veils:
            d.bad("idle-field", node.key_place("shown_as"), "`shown_as` does nothing in a rule that does not forbid to `know`.")
        elif word is not None:
            check_name(d, str(word.value), word.place)
        if veils:
            yield name, UNKNOWN if word is None else str(word.value)
