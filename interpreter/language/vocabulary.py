"""The names that a text may use: what the rulesets declare, in the form that the checker asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.language.ir import Attribute, Expr
from interpreter.language.types import Type


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameters and result of a define, procedure, action or event."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type | None = None


@dataclass(slots=True)
class Vocabulary:
    """Every name of a resolved ruleset, by what it is."""

    sorts: dict[str, str] = field(default_factory=dict)  # sort -> plural
    attributes: dict[str, dict[str, Attribute]] = field(default_factory=dict)
    entities: dict[str, list[str]] = field(default_factory=dict)  # id -> sorts
    tags: set[str] = field(default_factory=set)
    words: dict[str, list[str]] = field(default_factory=dict)  # word -> enumerations
    options: dict[str, tuple[Type, object]] = field(default_factory=dict)
    defines: dict[str, Signature] = field(default_factory=dict)
    procedures: dict[str, Signature] = field(default_factory=dict)
    actions: dict[str, Signature] = field(default_factory=dict)
    events: dict[str, Signature] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)  # action -> those that are offered with it
    grid: bool = False
    directions: Type | None = None
    used: set[tuple[str, str]] = field(default_factory=set)

    def attribute(self, sort: str, name: str) -> Attribute | None:
        return self.attributes.get(sort, {}).get(name)

    def company(self, offered: Sequence[tuple[str, tuple[Expr, ...]]]) -> tuple[tuple[str, tuple[Expr, ...]], ...]:
        """Actions that are offered, with their arguments, and behind them those that come with them, each once."""
        found = dict(offered)
        waiting = list(found)
        while waiting:
            host = waiting.pop(0)
            given = {name: arg for (name, _), arg in zip(self.actions[host].parameters, found[host], strict=False)}
            for guest in self.beside.get(host, ()):
                wanted = [name for name, _ in self.actions[guest].parameters]
                if guest not in found and all(name in given for name in wanted):
                    self.used.add(("action", guest))
                    found[guest] = tuple(given[name] for name in wanted)
                    waiting.append(guest)
        return tuple(found.items())

    def plurals(self) -> dict[str, str]:
        return {plural: sort for sort, plural in self.sorts.items()}

    def everything(self) -> Iterator[str]:
        """All names that may stand alone in an expression, for suggestions."""
        yield from self.entities
        yield from self.tags
        yield from self.words
        yield from self.options
        yield from self.defines
        yield from self.attributes.get("game", {})
        yield from self.sorts.values()
