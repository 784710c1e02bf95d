"""What a spot of a document is: a section, an id, a field or the value of one, by the registry of keys and the ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from interpreter.editor.project import Kind, Reading
from interpreter.editor.spots import Spot
from interpreter.language.ir import Attribute
from interpreter.source.changes import OPERATIONS
from interpreter.source.documents import META_FIELDS, OF_OVERLAYS, OF_RULESETS
from interpreter.source.keys import BY_NAME, CASE, CHANGE, COMMON, IS_TAGS, RUN, Field, Section

Level = Literal["top", "group", "id", "key", "value", "nothing"]
LANGUAGE = ("expression", "effects", "modifier")
CASES = Section("cases", "Cases.", CASE)
CHANGES = Field("changes", "steps", "Operations on the definitions of the layers below, carried out in order.", fields=CHANGE)
TEXT_WITH_VALUES = ("because",)
STEP_OF_CASE = {"run": RUN, "start": ("scenarios",), "said": ("events",), "refuse": ("rules",)}
"""What the steps of a case name; `refuse` the rule that says no, in `by`."""
CONDITIONS_OF_CASE = (("then",), ("when", "check"), ("when", "until"))


@dataclass(frozen=True, slots=True)
class Meaning:
    """Where a spot is. `definition` is the path of the definition that it is in; `fields` and `attributes` may be keys
    here; `field` or `attribute` is that whose value it is in, `rest` the keys below that one."""

    level: Level
    section: Section | None = None
    definition: str = ""
    fields: tuple[Field, ...] = ()
    attributes: Mapping[str, Attribute] | None = None
    field: Field | None = None
    attribute: Attribute | None = None
    rest: tuple[str, ...] = ()

    @property
    def speaks(self) -> bool:
        """Whether rule language stands here."""
        if self.attribute is not None:
            return self.attribute.formula
        if self.field is None or self.field in CASE:
            return self.field is not None and (self.field.name, *self.rest[:1]) in CONDITIONS_OF_CASE
        return self.field.kind in LANGUAGE or self.field.name in TEXT_WITH_VALUES

    @property
    def kind(self) -> str:
        """The kind of the field; empty where there is none."""
        return self.field.kind if self.field is not None else ""


def meaning(kind: Kind, reading: Reading | None, spot: Spot) -> Meaning:
    """What a spot of a document of this kind is, as far as its ruleset is known."""
    path = spot.path
    if kind == "cases":
        return _defined(CASES, "", path, spot.in_key, {}) if path else Meaning("id", CASES)
    if not path:
        return Meaning("top", fields=head_fields(kind))
    if path[0] in META_FIELDS:
        return Meaning("value", field=META_FIELDS[path[0]])
    if path[0] == "changes":
        return _change(path[1:], spot.in_key)
    section, attributes = section_named(path[0], reading)
    if section is None:
        return Meaning("nothing")
    if section.name == "attributes":
        if len(path) == 1:
            return Meaning("group", section)
        return _defined(section, f"attributes.{path[1]}", path[2:], spot.in_key, {})
    return _defined(section, section.name, path[1:], spot.in_key, attributes)


def head_fields(kind: Kind) -> tuple[Field, ...]:
    """The keys of the head of a document, and `changes`."""
    without = OF_OVERLAYS if kind == "ruleset" else OF_RULESETS
    return (*(each for name, each in META_FIELDS.items() if name not in without), CHANGES)


def section_named(name: str, reading: Reading | None) -> tuple[Section | None, Mapping[str, Attribute]]:
    """A section of the registry or of a sort that the ruleset declares, and the attributes that its definitions may give."""
    section = BY_NAME.get(name)
    vocabulary = reading.examined.declared.vocabulary if reading is not None else None
    if section is None and vocabulary is not None and name in vocabulary.plurals():
        section = Section(
            name, "Things of a sort that the ruleset declares.", (IS_TAGS, *COMMON), open=True, sort=vocabulary.plurals()[name]
        )
    table = vocabulary.attributes.get(section.sort, {}) if section is not None and section.open and vocabulary is not None else {}
    return section, table


def _defined(section: Section, above: str, path: tuple[str, ...], in_key: bool, attributes: Mapping[str, Attribute]) -> Meaning:
    if not path:
        return Meaning("id" if in_key else "nothing", section, above)
    definition = f"{above}.{path[0]}" if above else path[0]
    here = Meaning("key", section, definition, section.fields, attributes)
    if len(path) == 1 and not in_key:
        short = next((each for each in section.fields if each.name == section.short), None)
        return replace(here, level="value", field=short) if short is not None else here
    return _within(here, path[1:], in_key)


def _within(here: Meaning, keys: tuple[str, ...], in_key: bool) -> Meaning:
    """Follows keys below a definition."""
    while keys:
        name, *rest = keys
        keys = tuple(rest)
        attribute = (here.attributes or {}).get(name)
        field = next((each for each in here.fields if each.name == name), None)
        if field is None:
            return replace(here, level="value", attribute=attribute, rest=keys) if attribute is not None else replace(here, level="nothing")
        if field.kind not in ("record", "records"):
            inner = in_key and field.kind in ("tree", "pairs", "parameters", "values", "steps")
            return replace(here, level="key" if inner else "value", field=field, fields=(), attributes=None, rest=keys)
        if field.kind == "records":
            if not keys:
                return replace(here, level="nothing", fields=(), attributes=None)
            keys = keys[1:]
        here = replace(here, fields=field.fields, attributes=None)
    return here


def _change(path: tuple[str, ...], in_key: bool) -> Meaning:
    if in_key and not path:
        return Meaning("key", fields=CHANGE)
    field = next((each for each in CHANGE if path and each.name == path[0]), None)
    if field is None:
        return Meaning("key", fields=CHANGE)
    return Meaning("value", field=field, rest=path[1:])


def is_path(here: Meaning) -> bool:
    """Whether the path of a change stands here."""
    return here.field is not None and here.field in CHANGE and here.field.name in OPERATIONS


# --- which names fit --------------------------------------------------------------------------------------------


def sections_of(here: Meaning, reading: Reading) -> tuple[str, ...]:
    """The sections whose ids may stand at a spot, `enumerations.x` for the words of one; nothing where that is not known."""
    plurals = reading.examined.declared.vocabulary.sorts
    if here.attribute is not None:
        type_ = here.attribute.type.of or here.attribute.type
        return _of_type(type_.kind, type_.name, plurals)
    if here.field is None:
        return ()
    match here.kind:
        case "tree":
            return _tree(here, plurals)
        case "pairs":
            return ("spaces",)
        case "values" if here.level == "key":
            return ("options",) if here.field.name == "options" else ()
        case "steps" if here.rest and here.rest[0] in STEP_OF_CASE:
            return STEP_OF_CASE[here.rest[0]]
    return here.field.names


def _of_type(kind: str, name: str, plurals: Mapping[str, str]) -> tuple[str, ...]:
    if kind == "entity":
        return (plurals.get(name, ""),)
    return (f"enumerations.{name}",) if kind == "enum" else ()


def _tree(here: Meaning, plurals: Mapping[str, str]) -> tuple[str, ...]:
    """The names at each depth of the trees of a set-up: of units, or of values that are set."""
    assert here.field is not None
    depth = len(here.rest)
    if here.field.name == "units":
        if here.level != "key":
            return ()
        return (("spaces",), ("powers",), ("unit_types",))[depth] if depth < 3 else ("attributes.unit",)
    if here.field.name != "set" or here.level != "key":
        return ()
    if depth == 0:
        return ("(sorts)",)
    if here.rest[0] == "game":
        return ("attributes.game",)
    sort = next((name for name, plural in plurals.items() if plural == here.rest[0]), "")
    return (here.rest[0],) if depth == 1 else (f"attributes.{sort}",)
