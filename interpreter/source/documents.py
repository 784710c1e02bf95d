"""One layer from its files: the documents of a folder, or a single overlay file."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from interpreter.source.changes import Change, read_changes
from interpreter.source.definitions import NESTED, Definition, Words
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place, error, warning
from interpreter.source.keys import BY_NAME, META
from interpreter.source.nearest import did_you_mean
from interpreter.source.shape import check_field
from interpreter.source.tree import Node, describe, texts, word
from interpreter.source.yaml import Reader, parse_yaml, read_text

Kind = Literal["ruleset", "overlay"]
ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")
MOST_FILES = 500
LARGEST_LAYER = 32_000_000
META_FIELDS = {each.name: each for each in META}
OF_RULESETS = frozenset({"ruleset", "extends", "library"})
OF_OVERLAYS = frozenset({"overlay", "for", "needs", "excludes", "after"})


@lru_cache(maxsize=128)
def kept(text: str, file: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """What `parse_yaml` makes of a document, kept: rulesets that are built one after the other share most of their documents."""
    return parse_yaml(text, file)


@dataclass(slots=True)
class Layer:
    """What one ruleset or overlay says, before it is laid on others. `home` is its folder, or its file."""

    id: str
    kind: Kind
    home: Path
    head: Place
    meta: dict[str, Node] = field(default_factory=dict)
    definitions: dict[Words, Definition] = field(default_factory=dict)
    section_places: dict[str, Place] = field(default_factory=dict)
    group_places: dict[Words, Place] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    files: dict[Path, str] = field(default_factory=dict)

    def names(self, key: str) -> tuple[Node, ...]:
        """The names that a key of the head gives."""
        return texts(self.meta[key]) if key in self.meta else ()

    def ids(self, key: str) -> tuple[str, ...]:
        """The names that a key of the head gives, as texts."""
        return tuple(word(each) for each in self.names(key))


def read_document(path: Path) -> tuple[str | None, Node | None, Diagnostics]:
    """A file's text and tree; a text that has been read before is not read again."""
    text, problems = read_text(path)
    root, more = kept(text, str(path)) if text is not None else (None, ())
    return text, root, (*problems, *more)


def read_layer(
    home: Path, kind: Kind, found: list[Diagnostic], read: Reader = read_document, unsaved: Collection[Path] = ()
) -> Layer | None:
    """The layer of a folder or overlay file; None if a file can't be read or isn't YAML. Problems are added to `found`.

    `unsaved` are files that need not be on disk; `read` knows their texts.
    """
    folder = home.is_dir()
    head = home / f"{kind}.yaml" if folder else home
    here = {*home.glob("*.yaml"), *(each for each in unsaved if each.parent == home and each.suffix == ".yaml")}
    others = sorted(here - {head}) if folder else []
    if len(others) >= MOST_FILES:
        found.append(error("too-large", Place(str(head), 1, 1), f"this folder has more than {MOST_FILES} documents"))
        return None
    if folder:
        strays = (each for each in sorted(home.glob("*.yml")))
        found.extend(warning("file-passed-over", Place(str(each), 1, 1), "this file is not read", "name it `.yaml`") for each in strays)
    layer = Layer(home.resolve().name if folder else home.stem, kind, home, Place(str(head), 1, 1))
    whole = True
    for path in (head, *others):
        text, root, problems = read(path)
        found.extend(problems)
        if text is None or root is None:
            whole = False
            continue
        layer.files[path] = text
        _read_document(layer, root, path == head, found)
        if sum(map(len, layer.files.values())) > LARGEST_LAYER:
            found.append(error("too-large", layer.head, f"the files of this layer have more than {LARGEST_LAYER:,} characters"))
            return None
    return layer if whole else None


def check_id(layer: Layer, wanted: str, found: list[Diagnostic]) -> None:
    """The id that a layer gives itself must be the one that it is found by."""
    if layer.id != wanted:
        place = layer.meta[layer.kind].place
        found.append(
            error(
                "wrong-id", place, f"this {layer.kind} calls itself `{layer.id}` and lies at `{wanted}`", f"write `{layer.kind}: {wanted}`"
            )
        )


def _read_document(layer: Layer, root: Node, is_head: bool, found: list[Diagnostic]) -> None:
    if root.value is None:
        return
    if not isinstance(root.value, dict):
        found.append(error("wrong-shape", root.place, f"a document must be a mapping of sections, not {describe(root)}"))
        return
    for key, node in root.value.items():
        place = root.key_place(key)
        if key in META_FIELDS:
            _read_meta(layer, key, node, place, is_head, found)
        elif key == "changes":
            layer.changes.extend(read_changes(node, found))
        else:
            _read_section(layer, key, node, place, found)


def _read_meta(layer: Layer, key: str, node: Node, place: Place, is_head: bool, found: list[Diagnostic]) -> None:
    if not is_head:
        found.append(error("misplaced-key", place, f"`{key}` does not belong here", f"write it in `{layer.kind}.yaml`"))
    elif key in (OF_OVERLAYS if layer.kind == "ruleset" else OF_RULESETS):
        found.append(error("misplaced-key", place, f"`{key}` is not a key of {'a ruleset' if layer.kind == 'ruleset' else 'an overlay'}"))
    else:
        value, problems = check_field(META_FIELDS[key], node, f"this {layer.kind}", place)
        found.extend(problems)
        if problems:
            return
        layer.meta[key] = value
        if key == layer.kind:
            layer.id = word(value)


def _read_section(layer: Layer, name: str, node: Node, place: Place, found: list[Diagnostic]) -> None:
    layer.section_places.setdefault(name, place)
    if node.value is None:
        return
    if not isinstance(node.value, dict):
        if name in BY_NAME:
            found.append(error("wrong-shape", node.place, f"`{name}` must be a mapping of ids to definitions, not {describe(node)}"))
        else:
            hint = did_you_mean(name, (*BY_NAME, *META_FIELDS, "changes"))
            found.append(error("unknown-section", place, f"there is no key `{name}` at the top of a document", hint))
            del layer.section_places[name]
        return
    if name == NESTED:
        layer.group_places.update({(name, sort): node.key_place(sort) for sort in node.value if (name, sort) not in layer.group_places})
    for definition_path, definition in _section_definitions(name, node, found):
        _define(layer, definition_path, definition, found)


def _section_definitions(name: str, node: Node, found: list[Diagnostic]) -> list[tuple[Words, Definition]]:
    """The definitions in the mapping of a section, with their paths."""
    if name != NESTED:
        return _group((name,), node, found)
    entries: list[tuple[Words, Definition]] = []
    for sort, inner in (node.value if isinstance(node.value, dict) else {}).items():
        if isinstance(inner.value, dict):
            entries.extend(_group((name, sort), inner, found))
        elif inner.value is not None:
            found.append(
                error(
                    "wrong-shape", inner.place, f"the attributes of `{sort}` must be a mapping of ids to definitions, not {describe(inner)}"
                )
            )
    return entries


def _group(group: Words, node: Node, found: list[Diagnostic]) -> list[tuple[Words, Definition]]:
    entries: list[tuple[Words, Definition]] = []
    for name, each in (node.value if isinstance(node.value, dict) else {}).items():
        if ID.fullmatch(name):
            entries.append(((*group, name), Definition(each, node.key_place(name))))
        else:
            found.append(error("bad-id", node.key_place(name), f"`{name}` can't be an id", "ids hold letters, digits, `_` and `-`"))
    return entries


def _define(layer: Layer, path: Words, definition: Definition, found: list[Diagnostic]) -> None:
    first = layer.definitions.setdefault(path, definition)
    if first is not definition:
        related = ((first.key, "the first one"),)
        found.append(error("already-defined", definition.key, f"`{'.'.join(path)}` is defined twice", "take one out", related))
