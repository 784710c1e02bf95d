"""What may be typed at a spot: keys of the section, ids of the kind that fits, words of the language and built-ins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from interpreter.editor.meaning import Meaning, is_path, section_named, sections_of
from interpreter.editor.project import Kind, Reading
from interpreter.editor.spots import Spot
from interpreter.editor.words import TYPES, UNSPOKEN, locals_of
from interpreter.language.registry import FUNCTIONS, HOOKS, KEYWORDS
from interpreter.source.keys import BY_NAME, Field
from interpreter.source.layers import default_roots
from interpreter.source.places import overlay_ids, ruleset_ids
from interpreter.source.tree import texts, word

Sort = Literal["key", "id", "keyword", "function", "local", "value"]
MOST = 150
AFTER_IS = re.compile(r"\bis\s+(not\s+)?(\{[^}]*)?$")
AFTER_POSSESSIVE = re.compile(r"('s|\bits)\s+$")
AFTER_ANNOUNCE = re.compile(r"\bannounce\s+$")
AFTER_OFFER = re.compile(r"\b(offer|demand)\s+(once\s+)?([a-z0-9_]+(\([^)]*\))?,\s*)*$")
MEASURE = re.compile(r"\b(total|highest|lowest|each)\s+$")


@dataclass(frozen=True, slots=True)
class Item:
    """Something to type: what it is, a few words about it, and the text that is put in (the label itself if left out)."""

    label: str
    sort: Sort
    detail: str = ""
    path: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Offered:
    """Items to choose from; `whole` tells that there are no others with this beginning. They replace columns of the line."""

    items: tuple[Item, ...]
    whole: bool
    columns: tuple[int, int]


def complete(kind: Kind, reading: Reading | None, here: Meaning, spot: Spot) -> Offered:
    """What may be typed at a spot, the likeliest first: what begins with the typed letters, then what holds them."""
    hyphens = not here.speaks
    typed = spot.typed(hyphens).lower()
    every = {each.label: each for each in reversed(list(_candidates(kind, reading, here, spot)))}
    found = [each for each in reversed(every.values()) if typed in each.label.lower()]
    found.sort(key=lambda each: not each.label.lower().startswith(typed))
    return Offered(tuple(found[:MOST]), len(found) <= MOST, spot.bounds(hyphens))


def _candidates(kind: Kind, reading: Reading | None, here: Meaning, spot: Spot) -> Iterator[Item]:
    if here.level == "top":
        known = {each.name: each.text for each in here.fields} | {each.name: each.text for each in BY_NAME.values()}
        yield from (Item(name, "key", text, text=f"{name}:") for name, text in known.items())
        if reading is not None:
            for plural, sort in reading.examined.declared.vocabulary.plurals().items():
                if plural not in BY_NAME and plural != "units":
                    yield Item(plural, "key", f"Things of the sort `{sort}`.", text=f"{plural}:")
    elif here.level == "group" and reading is not None:
        yield from (Item(each, "id", "sort", text=f"{each}:") for each in (*reading.examined.declared.vocabulary.sorts, "game"))
    elif here.level == "key" and here.field is None:
        yield from _fields(here)
    elif is_path(here) and reading is not None:
        yield from _steps(reading, spot)
    elif here.speaks:
        yield from _spoken(reading, here, spot)
    elif here.level in ("key", "value"):
        yield from _values(kind, reading, here)


def _fields(here: Meaning) -> Iterator[Item]:
    ending = {"record": ":", "records": ":", "tree": ":"}
    for each in here.fields:
        yield Item(each.name, "key", each.text, text=f"{each.name}{ending.get(each.kind, ': ')}")
    for name, attribute in (here.attributes or {}).items():
        yield Item(name, "key", f"attribute, {attribute.type}", f"attributes.{attribute.sort}.{name}", f"{name}: ")


def _values(kind: Kind, reading: Reading | None, here: Meaning) -> Iterator[Item]:
    """Words and ids for a value (or for a key of a tree) that is no rule language."""
    field = here.field
    if field is not None and field.choices:
        yield from (Item(each, "value") for each in field.choices)
    if (field is not None and field.kind == "truth") or (here.attribute is not None and here.attribute.type.kind == "truth"):
        yield from (Item(each, "value") for each in ("true", "false"))
    if here.kind in ("type", "parameters") and here.level == "value" and reading is not None:
        yield from _types(reading)
    if field is not None:
        yield from _whole(field)
    if reading is None:
        return
    ending = ": " if here.level == "key" else ""
    for each in sections_of(here, reading):
        yield from (Item(i.label, i.sort, i.detail, i.path, i.label + ending) for i in _ids(reading, each))
    if here.kind == "tree" and here.level == "key" and field is not None and field.name == "units":
        extra = ("none",) if len(here.rest) < 2 else ("count", "aboard") if len(here.rest) >= 3 else ()
        yield from (Item(name, "value", text=f"{name}: ") for name in extra)


def _types(reading: Reading) -> Iterator[Item]:
    yield from (Item(name, "value", text) for name, text in TYPES.items())
    yield from (Item(name, "id", "sort", f"sorts.{name}") for name in reading.examined.declared.vocabulary.sorts)
    yield from (Item(name, "id", "enumeration", f"enumerations.{name}") for name in reading.sections.get("enumerations", {}))
    yield Item("set of", "value", "Elements of one type, in order, each once.")


def _whole(field: Field) -> Iterator[Item]:
    """Names that stand in no section."""
    if "(rulesets)" in field.names:
        yield from (Item(name, "id", "ruleset") for name in ruleset_ids(default_roots()))
    if "(overlays)" in field.names:
        homes = [root / name for root in default_roots() for name in ruleset_ids([root])]
        yield from (Item(name, "id", "overlay") for name in overlay_ids(default_roots(), homes))
    if "(hooks)" in field.names:
        yield from (Item(name, "id", hook.text) for name, hook in HOOKS.items())


def _ids(reading: Reading, section: str) -> Iterator[Item]:
    """The ids of a section; of `attributes.sort`, its attributes; of `enumerations.name`, its words."""
    first, _, second = section.partition(".")
    if section == "(sorts)":
        yield from (Item(p, "id", f"sort `{s}`") for p, s in reading.examined.declared.vocabulary.plurals().items())
        yield Item("game", "id")
    elif first == "attributes":
        sorts = [second] if second else list(reading.examined.declared.vocabulary.attributes)
        for sort in sorts:
            table = reading.examined.declared.vocabulary.attributes.get(sort, {})
            yield from (Item(n, "id", f"attribute of {sort}, {a.type}", f"attributes.{sort}.{n}") for n, a in table.items())
    elif first == "enumerations" and second:
        node = reading.node(section)
        values = node.value.get("values") if node is not None and isinstance(node.value, dict) else None
        yield from (Item(word(each), "value", second, section) for each in (texts(values) if values is not None else ()))
    else:
        yield from (Item(name, "id", first, f"{first}.{name}") for name in reading.sections.get(first, {}))


def _steps(reading: Reading, spot: Spot) -> Iterator[Item]:
    """The next step of the path of a change."""
    left = re.search(r"[A-Za-z0-9_.\[\]-]*$", spot.before(hyphens=True))
    steps = [each for each in (left[0] if left is not None else "").split(".") if each]
    if not steps:
        yield from (Item(name, "id", BY_NAME[name].text if name in BY_NAME else "") for name in reading.sections)
        return
    node = reading.node(".".join(steps)) if len(steps) > 1 else None
    if len(steps) == 1:
        yield from _ids(reading, steps[0]) if steps[0] != "attributes" else (Item(s, "id") for s in reading.sections.get("attributes", {}))
    elif node is not None and isinstance(node.value, dict):
        yield from (Item(name, "key") for name in node.value)
    elif node is not None and isinstance(node.value, tuple):
        yield from (Item(word(each), "id") for each in node.value if word(each))
    if len(steps) == 2 and steps[0] != "attributes":
        section, attributes = section_named(steps[0], reading)
        yield from (Item(each.name, "key", each.text) for each in (section.fields if section is not None else ()))
        yield from (Item(name, "key", f"attribute, {a.type}") for name, a in attributes.items())


# --- rule language ----------------------------------------------------------------------------------------------


def _spoken(reading: Reading | None, here: Meaning, spot: Spot) -> Iterator[Item]:
    before = spot.before()
    if reading is not None and AFTER_ANNOUNCE.search(before):
        yield from _ids(reading, "events")
    elif reading is not None and AFTER_OFFER.search(before):
        yield from _ids(reading, "actions")
    elif reading is not None and AFTER_POSSESSIVE.search(before):
        yield from _readable(reading)
    else:
        if reading is not None and AFTER_IS.search(before):
            yield from _tests(reading)
        elif reading is not None and MEASURE.search(before):
            yield from _readable(reading)
        yield from (Item(name, "local", what) for name, what in locals_of(reading, here).items())
        yield from (Item(name, "keyword", text) for name, text in KEYWORDS.items())
        yield from (Item(f.name, "function", f.text) for f in FUNCTIONS.values())
        if reading is not None:
            yield from _names(reading, here.kind == "effects")


def _readable(reading: Reading) -> Iterator[Item]:
    """What stands behind `'s`: attributes, and definitions with one parameter."""
    yield from _ids(reading, "attributes")
    yield from _defines(reading, 1)


def _tests(reading: Reading) -> Iterator[Item]:
    """What stands behind `is`: tags, types of units, attributes that are true or false, conditions, words of enumerations."""
    yield from _ids(reading, "tags")
    yield from _ids(reading, "unit_types")
    for sort, table in reading.examined.declared.vocabulary.attributes.items():
        yield from (Item(n, "id", f"attribute of {sort}", f"attributes.{sort}.{n}") for n, a in table.items() if a.type.kind == "truth")
    yield from _defines(reading, 1)
    for name in reading.sections.get("enumerations", {}):
        yield from _ids(reading, f"enumerations.{name}")


def _defines(reading: Reading, parameters: int) -> Iterable[Item]:
    made = reading.examined.declared.vocabulary.defines
    return (Item(name, "id", signature(reading, name), f"define.{name}") for name, s in made.items() if len(s.parameters) == parameters)


def signature(reading: Reading, name: str) -> str:
    """The parameters of a named definition."""
    given = reading.examined.declared.vocabulary.defines[name].parameters
    return f"define({', '.join(f'{n}: {t}' for n, t in given)})" if given else "define"


def _names(reading: Reading, effects: bool) -> Iterator[Item]:
    yield from (Item(name, "id", signature(reading, name), f"define.{name}") for name in reading.sections.get("define", {}))
    yield from _ids(reading, "attributes")
    plurals = reading.examined.declared.vocabulary.sorts.values()
    runs = ("procedures", "phases", "sequences", "windows", "engagements") if effects else ()
    for section in ("options", *plurals, *runs, "tags"):
        if section not in UNSPOKEN:
            yield from _ids(reading, section)
    for name in reading.sections.get("enumerations", {}):
        yield from _ids(reading, f"enumerations.{name}")
    yield from (Item(plural, "id", "all of the sort") for plural in plurals)
