"""First pass: what a ruleset declares. Sorts, attributes, entities, tags, signatures; values of attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.rules.declare.core import Declared, Sections, check_name, get
from interpreter.rules.declare.names import NO_WORDS, attributes, entities, enumerations, signatures, sorts, tags
from interpreter.rules.declare.options import options
from interpreter.rules.declare.things import borders, grid, values

__all__ = ["NO_WORDS", "Declared", "Sections", "check_name", "declare", "get"]


def declare(sections: Sections, chosen: Mapping[str, Any]) -> Declared:
    """All declarations of a normalised tree; `chosen` are the options chosen for this game."""
    d = Declared(sections)
    for one_pass in (sorts, enumerations, entities, tags, borders, attributes):
        one_pass(d)
    options(d, chosen)
    for one_pass in (signatures, grid, values):
        one_pass(d)
    return d
