"""What declares keys: a field of a definition, and a section of definitions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a definition: its kind, whether it must stand, and what it means."""

    name: str
    kind: str
    text: str
    required: bool = False
    of_type: str = "any"
    fields: tuple[Field, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A top-level key of a document: a mapping of ids to definitions with these fields.

    `open` sections also take the attributes that the ruleset declares for `sort`; `short` is the field that a
    definition written as a plain value sets.
    """

    name: str
    text: str
    fields: tuple[Field, ...]
    open: bool = False
    sort: str = ""
    short: str = ""
    ordered: bool = False
