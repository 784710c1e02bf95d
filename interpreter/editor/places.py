"""Where a word was defined, in whatever layer, and what a document holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.editor.meaning import Meaning
from interpreter.editor.project import Reading
from interpreter.editor.spots import Spot
from interpreter.editor.words import meant
from interpreter.source.diagnostics import Place
from interpreter.source.layers import default_roots
from interpreter.source.places import find_overlay, find_ruleset, overlay_ids
from interpreter.source.tree import Node

MOST = 12


def definitions(reading: Reading, here: Meaning, spot: Spot, file: Path, line: int) -> list[Place]:
    """Where the word at a spot is defined, and changed: the definition first, or the changes where the spot is the definition."""
    head = _head(reading, here, spot)
    if head:
        return head
    found: list[Place] = []
    for path in meant(reading, here, spot):
        found += places_of(reading, path)
    here_is = [each for each in found if Path(each.file) == file and each.line == line]
    rest = [each for each in found if each not in here_is]
    return list(dict.fromkeys([*rest, *here_is]))[:MOST]


def places_of(reading: Reading, path: str) -> list[Place]:
    """The place of the id of a definition (or of a value in one), then the changes of the layers above it."""
    origins = reading.resolved.origins.get(path, ())
    first = reading.resolved.key_places.get(path)
    node = reading.node(path)
    if first is None and not origins and node is not None:
        first = _key_in(reading, path) or node.place
    below = [each.place for name, chain in reading.resolved.origins.items() if name.startswith(path + ".") for each in chain]
    return list(dict.fromkeys([*([first] if first is not None else []), *(each.place for each in origins), *below]))


def _key_in(reading: Reading, path: str) -> Place | None:
    above, _, name = path.rpartition(".")
    node = reading.node(above)
    return node.keys.get(name) if node is not None else None


def _head(reading: Reading, here: Meaning, spot: Spot) -> list[Place]:
    """The file of a ruleset or overlay that is named."""
    names = here.field.names if here.field is not None else ()
    name = spot.word(hyphens=True)
    if "(rulesets)" in names:
        home = find_ruleset(name, default_roots(), Path())
        return [Place(str(home / "ruleset.yaml"), 1, 1)] if home is not None else []
    if "(overlays)" in names:
        found = find_overlay(name, overlay_ids(default_roots(), reading.resolved.homes))
        return [Place(str(found / "overlay.yaml" if found.is_dir() else found), 1, 1)] if found is not None else []
    return []


# --- outline ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Symbol:
    """A section or a definition of a document: its name, its first and last line (from 1), its column, what is in it."""

    name: str
    first: int
    last: int
    column: int
    detail: str = ""
    inside: tuple[Symbol, ...] = ()


def outline(root: Node | None, lines: Sequence[str], deep: int = 2) -> tuple[Symbol, ...]:
    """The sections of a document and the definitions in them."""
    return _symbols(root, len(lines), deep) if root is not None else ()


def _symbols(node: Node, end: int, deep: int) -> tuple[Symbol, ...]:
    if not isinstance(node.value, dict) or deep == 0:
        return ()
    found = []
    keys = sorted(node.keys.items(), key=lambda item: (item[1].line, item[1].column))
    for (name, place), after in zip(keys, [*(p.line for _, p in keys[1:]), end + 1], strict=True):
        inner = node.value.get(name)
        last = max(after - 1, place.line)
        title = inner.value.get("title") if inner is not None and isinstance(inner.value, dict) else None
        inside = _symbols(inner, last, deep - 1) if inner is not None else ()
        found.append(Symbol(name, place.line, last, place.column, str(title.value) if title is not None else "", inside))
    return tuple(found)
