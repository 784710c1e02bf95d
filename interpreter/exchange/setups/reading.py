"""What the readers of set-ups share: problems with their lines, values as people write them, drafts made whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from interpreter.exchange.setups.draft import Draft, Group, kept, values_of
from interpreter.language.types import BORDER, NUMBER, TEXT, TRUTH, Type
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.runtime import border_key
from interpreter.rules.spoken import Unmeant, folded, meant
from interpreter.source.nearest import did_you_mean
from interpreter.state.world import World

YES, NO = ("yes", "true", "y", "x"), ("no", "false", "n", "")


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that cannot be read, and why."""

    line: int
    message: str


class Problems(Exception):
    """A set-up that cannot be read; `found` has all of it."""

    def __init__(self, found: tuple[Problem, ...]) -> None:
        self.found = found
        super().__init__("\n".join(f"line {p.line}: {p.message}" for p in found))


def attribute_value(rules: Ruleset, sort: str, name: str, text: str) -> tuple[str, Any]:
    """An attribute that a set-up may give, and the value that a text means. Raises Unmeant."""
    table = {a.name: a for a in kept(rules, sort) if sort != "unit" or a.index >= 4}
    attribute = table.get(folded(name))
    if attribute is None:
        hint = did_you_mean(name, table) or f"there are: {', '.join(table)}."
        raise Unmeant(f"A {sort} keeps no attribute `{name}`. {hint[:1].upper()}{hint[1:]}")
    return attribute.name, value_from(rules, attribute.type, text, name)


def value_from(rules: Ruleset, type_: Type, text: str, what: str) -> Any:
    """The value of a type that a text means. Raises Unmeant."""
    if type_.is_set:
        assert type_.of is not None
        return tuple(dict.fromkeys(value_from(rules, type_.of, part, what) for part in text.replace(",", " ").split()))
    if type_ == NUMBER:
        if not text.removeprefix("-").isdigit():
            raise Unmeant(f"`{what}` is a number, not `{text}`.")
        return int(text)
    if type_ == TRUTH:
        if text.lower() not in YES + NO:
            raise Unmeant(f"`{what}` is yes or no, not `{text}`.")
        return text.lower() in YES
    if type_ == TEXT or type_.kind not in ("entity", "enum"):
        return text
    if folded(text) in ("", "none"):
        return None
    if type_ == BORDER:
        sides = text.split("|")
        return border_key(*(meant(rules, "space", side) for side in sides)) if len(sides) == 2 else meant(rules, "border", text)
    return meant(rules, type_.name, text)


def on_the_board_of(rules: Ruleset, world: World, units: Iterable[Group], changed: Iterable[Any] = ()) -> Draft:
    """A draft with the values of a world, some of them changed, and other units."""
    values = {(v.sort, v.name, v.attribute): v for v in (*values_of(rules, world), *changed)}
    return Draft(tuple(values.values()), tuple(g for g in units if g.number))
