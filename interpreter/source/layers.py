"""Layers on layers: what a ruleset builds on, the ruleset, and overlays become one resolved tree that knows its origins."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.source.definitions import Definitions, Origin
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place, error, warning
from interpreter.source.documents import META_FIELDS, Layer, check_id, read_document, read_layer
from interpreter.source.keys import BY_NAME
from interpreter.source.likeness import take_over
from interpreter.source.nearest import did_you_mean
from interpreter.source.operations import apply
from interpreter.source.order import check_company, check_conflicts, check_files, in_order
from interpreter.source.paths import shipped
from interpreter.source.places import find_overlay, find_ruleset, overlay_hint, overlay_ids, ruleset_ids
from interpreter.source.shape import sorts_by_plural
from interpreter.source.tree import Node, word
from interpreter.source.yaml import Reader

MOST_RULESETS = 30
MOST_ERRORS = 100
MOST_COPIED = 20_000_000
INHERITED = ("start", "scenario")
IN_PART = ("added to", "removed from")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A ruleset with all its layers laid on each other.

    `layers` are the ids from the lowest to the highest and `homes` their folders (or files, of overlays); `origins`
    tells for each path that was defined or changed who did it, oldest first; `key_places` where ids stand;
    `files` all that were read, `sources` their text by name; `digest` names the content of all of them;
    `needed` are the overlays that others of them need.
    `start` and `scenario` of `meta` come from the highest layer that gives them, the rest from the ruleset itself.
    """

    id: str
    title: str
    meta: Mapping[str, Node]
    sections: dict[str, dict[str, Node]]
    origins: dict[str, tuple[Origin, ...]]
    files: tuple[Path, ...]
    digest: str
    layers: tuple[str, ...]
    homes: tuple[Path, ...]
    key_places: Mapping[str, Place]
    sources: Mapping[str, tuple[str, ...]]
    needed: frozenset[str]

    def read_line(self, file: str, line: int) -> str:
        """A source line, as `render` wants it."""
        lines = self.sources.get(file, ())
        return lines[line - 1] if 0 < line <= len(lines) else ""

    def origin(self, path: str) -> tuple[Origin, ...]:
        """The history of a path, or of the nearest one above it, without what was added to that one or taken out of it."""
        found = self.origins.get(path, ())
        while path and not found:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
            found = tuple(each for each in self.origins.get(path, ()) if each.action not in IN_PART)
        return found


def default_roots() -> tuple[Path, ...]:
    """The folders whose rulesets are known by id."""
    return (shipped("rulesets"),)


def resolve(
    path_or_id: str | Path,
    overlays: Sequence[str | Path] = (),
    roots: Sequence[Path] | None = None,
    read: Reader = read_document,
    unsaved: Collection[Path] = (),
) -> tuple[Resolved | None, Diagnostics]:
    """A ruleset, named by id or by the path of its folder, with overlays (ids or paths) on it.

    None where a layer can't be found or read; else all that could be put together, with everything that is wrong.
    `read` gives the text and tree of a file; `unsaved` are files that it knows even where they are not on disk.
    """
    work = _Resolving(default_roots() if roots is None else tuple(roots), read, unsaved)
    return work.run(path_or_id, overlays), tuple(dict.fromkeys(work.found))


def case_files(resolved: Resolved) -> tuple[Path, ...]:
    """The case files of all layers: `cases/*.yaml` in folders, `cases/x.yaml` beside an overlay file `x.yaml`."""
    found: list[Path] = []
    for home in resolved.homes:
        if home.is_dir():
            found.extend(sorted((home / "cases").glob("*.yaml")))
        elif (beside := home.parent / "cases" / home.name).is_file():
            found.append(beside)
    return tuple(found)


@dataclass(slots=True)
class _Resolving:
    """One run of `resolve`: where it looks, what it found wrong, and the rulesets read so far (a base before what builds on it)."""

    roots: Sequence[Path]
    read: Reader
    unsaved: Collection[Path]
    found: list[Diagnostic] = field(default_factory=list)
    rulesets: dict[Path, Layer] = field(default_factory=dict)
    complete: bool = True

    def run(self, name: str | Path, overlay_names: Sequence[str | Path]) -> Resolved | None:
        home = find_ruleset(name, self.roots, Path())
        if home is None:
            hint = did_you_mean(str(name), ruleset_ids(self.roots)) or "the rulesets are: " + ", ".join(ruleset_ids(self.roots))
            if Path(name).suffix == ".yaml" and Path(name).is_file():
                hint = f"a file is laid on a ruleset: `RULESET --with {name}`"
            self.found.append(error("unknown-ruleset", Place(str(name), 1, 1), f"there is no ruleset `{name}`", hint))
            return None
        self._read_ruleset(home, str(name), [])
        if not self.complete:
            return None
        rulesets = list(self.rulesets.values())
        laid = self._read_overlays(overlay_names, rulesets)
        if not self.complete or any(each.code == "excluded-overlay" for each in self.found):
            return None  # what overlays do to each other that do not go together is no further news
        layers = [*rulesets, *laid]
        definitions = Definitions()
        for layer in layers:
            self._lay(definitions, layer)
            if not self.complete:
                return None
        self._check_sections(definitions, layers)
        take_over(definitions, self.found)
        return _resolved(rulesets[-1], layers, definitions)

    def _read_ruleset(self, home: Path, name: str, chain: list[Path]) -> None:
        """Reads what a ruleset builds on, then puts it behind; `chain` are the folders that are being read."""
        layer = read_layer(home, "ruleset", self.found, self.read, self.unsaved)
        if layer is None:
            self.complete = False
            return
        if home.parent in self.roots:
            check_id(layer, home.name, self.found)
        for base in layer.names("extends"):
            self._read_base(layer, base, [*chain, home.resolve()])
        self.rulesets[home.resolve()] = layer

    def _read_base(self, layer: Layer, base: Node, chain: list[Path]) -> None:
        home = find_ruleset(word(base), self.roots, layer.home)
        if home is None:
            self.complete = False
            hint = did_you_mean(word(base), ruleset_ids(self.roots))
            self.found.append(error("unknown-ruleset", base.place, f"there is no ruleset `{word(base)}` to build on", hint))
        elif home.resolve() in chain:
            self.complete = False
            cycle = " → ".join(each.name for each in (*chain[chain.index(home.resolve()) :], home.resolve()))
            self.found.append(
                error("cyclic-extends", base.place, f"`{layer.id}` would build on itself: {cycle}", "take this `extends` out")
            )
        elif len(chain) >= MOST_RULESETS or len(self.rulesets) >= MOST_RULESETS:
            self.complete = False
            self.found.append(error("too-large", base.place, f"more than {MOST_RULESETS} rulesets lie below each other"))
        elif home.resolve() not in self.rulesets:
            self._read_ruleset(home, word(base), chain)

    def _read_overlays(self, names: Sequence[str | Path], rulesets: Sequence[Layer]) -> list[Layer]:
        ruleset = rulesets[-1]
        known = overlay_ids(self.roots, [each.home for each in rulesets])
        overlays: dict[str, Layer] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            home = find_overlay(name, known, self.unsaved)
            layer = read_layer(home, "overlay", self.found, self.read, self.unsaved) if home is not None else None
            if home is None:
                message = f"there is no overlay `{name}` for `{ruleset.id}`"
                self.found.append(error("unknown-overlay", Place(str(name), 1, 1), message, overlay_hint(name, known)))
            if layer is None:
                self.complete = False
                continue
            if known.get(str(name)) == home:
                check_id(layer, str(name), self.found)
            if layer.id in overlays:
                self.found.append(
                    warning("overlay-twice", layer.head, f"the overlay `{layer.id}` is asked for twice", "it is laid on once")
                )
            overlays.setdefault(layer.id, layer)
            waiting += [each for each in layer.ids("needs") if each in known and each not in (*overlays, *map(str, waiting))]
        ordered = in_order(list(overlays.values()), self.found)
        check_company(ordered, [each.id for each in rulesets], tuple(known), self.found)
        check_conflicts(ordered, self.found)
        return ordered

    def _lay(self, definitions: Definitions, layer: Layer) -> None:
        """Adds a layer's definitions, then makes its changes in order."""
        check_files(layer, self.found)
        for group, place in layer.group_places.items():
            definitions.places.setdefault(group, place)
        for path, definition in layer.definitions.items():
            below = definitions.get(path)
            if below is None:
                definitions.put(path, definition)
                definitions.note(path, "", Origin(layer.id, definition.key, "defined"))
            else:
                related = ((below.key, "it stands here"),)
                message = f"`{'.'.join(path)}` stands already in a layer below `{layer.id}`"
                self.found.append(error("already-defined", definition.key, message, "use `changes:` to change it", related))
        failed = 0
        for change in layer.changes:
            problems = apply(definitions, change, layer.id)
            self.found.extend(problems)
            failed += len(problems)
            if definitions.copied > MOST_COPIED:
                message = "the changes up to here are more work than a ruleset may make"
                self.found.append(error("too-large", change.place, message, "change smaller mappings, or write the definition anew"))
                self.complete = False
                return
            if failed >= MOST_ERRORS:
                self.found.append(error("too-many-errors", change.place, "the rest of the changes was not tried"))
                return

    def _check_sections(self, definitions: Definitions, layers: Sequence[Layer]) -> None:
        """Every section is one of the declaration, or lists the things of a declared sort."""
        sections = definitions.sections()
        plurals = sorts_by_plural(sections)
        for layer in layers:
            for name, place in layer.section_places.items():
                self._check_section(name, place, plurals, sections.get(name, {}))
            for change in layer.changes:
                if change.kind == "add" and isinstance(change.path[0].word, str):
                    self._check_section(change.path[0].word, change.path[0].place, plurals, {})

    def _check_section(self, name: str, place: Place, plurals: Mapping[str, str], holds: Mapping[str, Node]) -> None:
        if name not in BY_NAME and name not in plurals:
            hint = (
                "this looks like a case; `warbook test RULESET --file` runs a file of cases"
                if holds.keys() & {"given", "then"}
                else did_you_mean(name, (*BY_NAME, *plurals, *META_FIELDS, "changes"))
                or "a sort of its own is declared in `sorts`, with this word as its `plural`"
            )
            self.found.append(error("unknown-section", place, f"there is no section `{name}`", hint))


def _resolved(ruleset: Layer, layers: Sequence[Layer], definitions: Definitions) -> Resolved:
    meta = dict(ruleset.meta)
    for layer in layers:
        meta.update({key: layer.meta[key] for key in INHERITED if key in layer.meta})
    title = word(ruleset.meta["title"]) if "title" in ruleset.meta else ruleset.id
    texts = {path: text for layer in layers for path, text in layer.files.items()}
    return Resolved(
        id=ruleset.id,
        title=title,
        meta=meta,
        sections=definitions.sections(),
        origins=definitions.origins(),
        files=tuple(texts),
        digest=_digest(layers),
        layers=tuple(each.id for each in layers),
        homes=tuple(each.home for each in layers),
        key_places=definitions.key_places(),
        sources={str(path): tuple(text.split("\n")) for path, text in texts.items()},
        needed=frozenset(name for each in layers for name in each.ids("needs")),
    )


def _digest(layers: Sequence[Layer]) -> str:
    """SHA-256 over the layers in order: kind and id, then for each file its name in the folder and its text, with lengths."""
    digest = hashlib.sha256()
    for layer in layers:
        parts = [layer.kind, layer.id]
        for path, text in sorted(layer.files.items(), key=lambda item: item[0].name):
            parts += [path.name, text]
        for part in parts:
            content = part.encode("utf-8", errors="surrogatepass")
            digest.update(len(content).to_bytes(8, "big") + content)
    return digest.hexdigest()
