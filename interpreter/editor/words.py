"""The words of a ruleset at a spot: which definitions a word may mean there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.editor.meaning import Meaning, is_path, sections_of
from interpreter.editor.project import Reading
from interpreter.editor.spots import Spot
from interpreter.source.tree import Node, word

SPOKEN = (
    "define", "attributes", "options", "powers", "spaces", "unit_types", "enumerations", "tags", "actions",
    "procedures", "sequences", "phases", "windows", "engagements", "events", "sorts",
)  # fmt: skip
"""Sections whose ids stand in rule language, the likeliest first; those of declared sorts go with the powers."""
UNSPOKEN = frozenset(
    (
        "rules",
        "modifiers",
        "allocations",
        "movements",
        "scenarios",
        "statements",
        "evaluation",
        "checks",
        "trials",
        "odds",
        "borders",
        "grids",
    )
)
ATTRIBUTE_BEFORE = re.compile(r"('s|\bits)\s+$")
ATTRIBUTE_BEHIND = re.compile(r"\s+of\b")
BOUND = re.compile(r"\b(?:let|each|as|choose)\s+([a-z][a-z0-9_]*)|\b([a-z][a-z0-9_]*)\s+in\s")
TYPES = {"number": "Whole numbers and fractions.", "truth": "true or false.", "text": "Words in quotation marks."}


def meant(reading: Reading, here: Meaning, spot: Spot) -> tuple[str, ...]:
    """The paths of the definitions that the word at a spot may mean, the likeliest first."""
    if is_path(here):
        return along(reading, spot)
    own = _key(reading, here, spot)
    if own:
        return own
    found = reading.index.get(spot.word(hyphens=not here.speaks), ()) or reading.index.get(spot.word(), ())
    if here.speaks:
        return spoken(reading, found, spot)
    wanted = sections_of(here, reading)
    if here.kind in ("type", "parameters"):
        wanted = ("sorts", "enumerations")
    fitting = tuple(path for path in found if any(path.startswith(f"{each}.") or path == each for each in wanted))
    return fitting or (tuple(path for path in found if here.level == "value" and not wanted))


def _key(reading: Reading, here: Meaning, spot: Spot) -> tuple[str, ...]:
    """The definition that a key is the id of, or the attribute that it gives."""
    if not spot.in_key:
        return ()
    name = spot.word(hyphens=True)
    if here.level in ("id", "group") and here.section is not None:
        path = f"{here.definition or here.section.name}.{name}"
        return (path,) if reading.node(path) is not None else ()
    if here.level == "key" and name in (here.attributes or {}) and here.section is not None:
        return (f"attributes.{here.section.sort}.{name}",)
    return ()


def spoken(reading: Reading, paths: tuple[str, ...], spot: Spot) -> tuple[str, ...]:
    """Those of some definitions that rule language can speak of, the likeliest first."""
    as_attribute = bool(ATTRIBUTE_BEFORE.search(spot.before())) or bool(ATTRIBUTE_BEHIND.match(spot.line[spot.bounds()[1] :]))

    def rank(path: str) -> tuple[int, int]:
        section = path.partition(".")[0]
        first = 0 if as_attribute and section == "attributes" else 1
        return first, SPOKEN.index(section) if section in SPOKEN else SPOKEN.index("powers")

    return tuple(sorted((path for path in paths if path.partition(".")[0] not in UNSPOKEN), key=rank))


def along(reading: Reading, spot: Spot) -> tuple[str, ...]:
    """What the path of a change leads to, up to the step at the spot."""
    begin = spot.bounds(hyphens=True)
    left = re.search(r"[A-Za-z0-9_.\[\]-]*$", spot.line[: begin[0]])
    path = (left[0] if left is not None else "") + spot.line[begin[0] : begin[1]]
    return (path,) if reading.node(path) is not None else ()


# --- names in sight ---------------------------------------------------------------------------------------------


def locals_of(reading: Reading | None, here: Meaning) -> dict[str, str]:
    """The names that a definition gives to what it speaks of, with their types or what they are."""
    node = reading.node(here.definition) if reading is not None and here.definition else None
    if node is None or not isinstance(node.value, dict):
        return {}
    found: dict[str, str] = {}
    for key, what in (("of", ""), ("choose", "what is chosen"), ("sides", "a side")):
        inner = node.value.get(key)
        for name, each in inner.value.items() if inner is not None and isinstance(inner.value, dict) else ():
            found[name] = what or word(each)
    for name in dict.fromkeys(_bound(node)):
        found.setdefault(name, "a name that is given here")
    return found


def _bound(node: Node) -> Iterator[str]:
    if isinstance(node.value, dict):
        for each in node.value.values():
            yield from _bound(each)
    elif isinstance(node.value, str):
        yield from (m[1] or m[2] for m in BOUND.finditer(node.raw or node.value) if m[2] not in ("not", "units", "unit"))
