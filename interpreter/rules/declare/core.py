"""What all passes share: the declarations as they grow, types and values of nodes, names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.language.syntax import BEGINNINGS, WORDS
from interpreter.language.types import BORDER, NUMBER, TEXT, TRUTH, Type, parse_type
from interpreter.language.vocabulary import Vocabulary
from interpreter.rules.crossings import crossing, crossings
from interpreter.source.diagnostics import Diagnostic, Place, error, register
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

Sections = Mapping[str, Mapping[str, Node]]
NAME = re.compile(r"[a-z][a-z0-9_]*")

for _code, _sentence in {
    "unknown-name": "A name that nothing defines.",
    "unknown-type": "A type that does not exist.",
    "wrong-type": "A value of another type than the place needs.",
    "bad-name": "An id that the rule language could not read as a name.",
    "name-twice": "Two definitions of one name that a text could not tell apart.",
    "no-definition": "A rule or definition that says nothing.",
}.items():
    register(_code, _sentence)


@dataclass(slots=True)
class Declared:
    """Everything that a ruleset declares, and the diagnostics of doing so."""

    sections: Sections
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    found: list[Diagnostic] = field(default_factory=list)
    statics: dict[str, dict[Any, Any]] = field(default_factory=dict)
    formulas: dict[str, dict[str, Node]] = field(default_factory=dict)
    ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)
    rows: dict[str, dict[Any, tuple[Any, ...]]] = field(default_factory=dict)
    defaults: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    borders: list[tuple[str, str]] = field(default_factory=list)
    border_groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    grid: dict[str, tuple[int, int]] = field(default_factory=dict)
    directions: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def section(self, name: str) -> Mapping[str, Node]:
        return self.sections.get(name, {})

    def bad(self, code: str, place: Place, message: str, hint: str = "") -> None:
        self.found.append(error(code, place, message, hint))

    def reads_volleys(self, reading: str) -> bool:
        """Whether an option that is chosen reads the dice of volleys in a way of its own."""
        given = ((name, get(node, "volleys")) for name, node in self.section("options").items())
        return any(node is not None and node.value == reading and self.options.get(name) is True for name, node in given)

    # --- types and values --------------------------------------------------------------------------------------

    def type_of(self, node: Node) -> Type:
        """The type that a node names; `any` (after a diagnostic) where it names none."""
        text = str(node.value)
        sorts, words = frozenset(self.vocabulary.sorts), frozenset(self.section("enumerations"))
        result = parse_type(text, sorts, words)
        if isinstance(result, Type):
            return result
        names = [*sorts, *words, "number", "truth", "text"]
        self.bad("unknown-type", node.place, f"There is no type `{result}`.", did_you_mean(result, names))
        return Type("any")

    def value(self, node: Node, type_: Type, what: str) -> Any:
        """A YAML value as a value of the language."""
        if type_.is_set:
            assert type_.of is not None
            if type_.of == BORDER:
                return tuple(dict.fromkeys(crossings(self, node, what)))
            return tuple(dict.fromkeys(self.value(n, type_.of, what) for n in texts(node)))
        raw = node.value
        if raw is None or (raw == "none" and type_.kind in ("entity", "enum")):
            return default_of(type_)
        if type_ == BORDER:
            return crossing(self, node, what)
        good = {
            "number": isinstance(raw, int) and not isinstance(raw, bool),
            "truth": isinstance(raw, bool),
            "text": isinstance(raw, str),
            "any": True,
        }.get(type_.kind, isinstance(raw, str))
        if not good:
            self.bad("wrong-type", node.place, f"{what} is a {type_}, not {_words(node)}.")
            return default_of(type_)
        if type_.kind == "entity" and type_.name not in self.vocabulary.entities.get(str(raw), ()):
            names = [n for n, sorts in self.vocabulary.entities.items() if type_.name in sorts]
            self.bad("unknown-name", node.place, f"There is no {type_.name} `{raw}`.", did_you_mean(str(raw), names))
            return None
        if type_.kind == "enum" and type_.name not in self.vocabulary.words.get(str(raw), ()):
            names = [w for w, e in self.vocabulary.words.items() if type_.name in e]
            self.bad("unknown-name", node.place, f"`{raw}` is no {type_.name}.", did_you_mean(str(raw), names))
            return None
        return raw

    def parameters(self, node: Node | None) -> tuple[tuple[str, Type], ...]:
        if node is None or not isinstance(node.value, dict):
            return ()
        for name in node.value:
            check_name(self, name, node.key_place(name), BEGINNINGS)
        return tuple((name, self.type_of(type_)) for name, type_ in node.value.items())


def default_of(type_: Type) -> Any:
    """The value of an attribute that nobody gives."""
    if type_ == NUMBER:
        return 0
    if type_ == TRUTH:
        return False
    if type_ == TEXT:
        return ""
    return () if type_.is_set else None


def _words(node: Node) -> str:
    if isinstance(node.value, dict):
        return "a mapping"
    if isinstance(node.value, tuple):
        return "a list"
    return f"`{node.value}`"


def get(node: Node, key: str) -> Node | None:
    """A field of a definition, or None."""
    return node.value.get(key) if isinstance(node.value, dict) else None


def check_name(d: Declared, name: str, place: Place, words: frozenset[str] = WORDS) -> None:
    """Says where a name is none, or is one of the `words` that it must not be."""
    if not NAME.fullmatch(name):
        d.bad("bad-name", place, f"`{name}` is no name: names are small letters, digits and underscores.")
    elif name in words and name not in ("unit", "space"):
        d.bad("bad-name", place, f"`{name}` is a word of the rule language and cannot be a name.")
