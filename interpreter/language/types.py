"""Types of the rule language."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPEC = re.compile(r"\s*(set of )?\s*([a-z][a-z0-9_]*)\s*")


@dataclass(frozen=True, slots=True)
class Type:
    """A type: `kind` is number, truth, text, entity, enum, tag, none, any or set; `name` names a sort or an enumeration."""

    kind: str
    name: str = ""
    of: Type | None = None

    def __str__(self) -> str:
        if self.kind == "set":
            return f"set of {self.of}"
        return self.name if self.kind in ("entity", "enum") else self.kind

    @property
    def is_set(self) -> bool:
        return self.kind == "set"


NUMBER = Type("number")
TRUTH = Type("truth")
TEXT = Type("text")
NONE = Type("none")
ANY = Type("any")
TAG = Type("tag")


def entity(sort: str) -> Type:
    return Type("entity", sort)


def enum(name: str) -> Type:
    return Type("enum", name)


def set_of(of: Type) -> Type:
    return Type("set", "", of)


DIRECTION = Type("enum", "(direction)")
"""A direction of the grid, whichever enumeration names them."""
UNIT, SPACE, POWER, UNIT_TYPE, BORDER = (entity(s) for s in ("unit", "space", "power", "unit_type", "border"))


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of `actual` may stand where `wanted` is expected; `any` fits everywhere, `none` is any entity."""
    if ANY in (actual, wanted) or actual == wanted:
        return True
    if actual == NONE:
        return wanted.kind in ("entity", "enum", "text")
    if actual.kind == wanted.kind == "set":
        assert actual.of is not None and wanted.of is not None
        return fits(actual.of, wanted.of)
    return False


def parse_type(text: str, sorts: frozenset[str], enumerations: frozenset[str]) -> Type | str:
    """The type that a text such as `set of unit` names, or the word that names none."""
    match = _SPEC.fullmatch(text)
    if match is None:
        return text
    word = match[2]
    base = {"number": NUMBER, "truth": TRUTH, "text": TEXT, "any": ANY}.get(word)
    if base is None:
        if word in sorts:
            base = entity(word)
        elif word in enumerations:
            base = enum(word)
        else:
            return word
    return set_of(base) if match[1] else base
