"""Rulesets as an editor has them: which ruleset a file belongs to, texts that are not saved, the last reading of each."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from interpreter.analysis.definitions import all_citing
from interpreter.rules.blame import besides
from interpreter.rules.build import Examined, examine
from interpreter.source.diagnostics import Diagnostic, Diagnostics, error, has_errors
from interpreter.source.grids import expand
from interpreter.source.layers import Resolved, default_roots, resolve
from interpreter.source.places import find_ruleset
from interpreter.source.shape import normalise
from interpreter.source.tree import Node, texts, word
from interpreter.source.yaml import parse_yaml, read_text

Kind = Literal["ruleset", "overlay", "cases"]
Read = tuple[str | None, Node | None, Diagnostics]


@dataclass(frozen=True, slots=True)
class Target:
    """What a file is checked as: the folder of a ruleset and the overlays on it."""

    home: Path
    overlays: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Home:
    """A file of rulesets: what kind of document it is, and the rulesets that it is checked with (several for an overlay)."""

    kind: Kind
    targets: tuple[Target, ...]


@dataclass(slots=True)
class Texts:
    """The texts of files: those that an editor holds unsaved, else those on disk; each is parsed once as long as it stays the same."""

    unsaved: dict[Path, str] = field(default_factory=dict)
    kept: dict[Path, tuple[object, Read]] = field(default_factory=dict)

    def known(self, path: Path) -> bool:
        """Whether there is such a file or folder, on disk or only in the editor."""
        return path in self.unsaved or path.exists()

    def read(self, path: Path) -> Read:
        """The text and the tree of a file."""
        text = self.unsaved.get(Path(os.path.normpath(path)))
        stamp: object = text
        if text is None:
            try:
                stat = path.stat()
                stamp = (stat.st_mtime_ns, stat.st_size)
            except OSError:
                stamp = None
        before = self.kept.get(path)
        if before is not None and before[0] == stamp and stamp is not None:
            return before[1]
        problems: Diagnostics = ()
        read = text
        if read is None:
            read, problems = read_text(path)
        root, more = parse_yaml(read, str(path)) if read is not None else (None, ())
        result = (read, root, (*problems, *more))
        self.kept[path] = (stamp, result)
        return result


@dataclass(frozen=True)
class Reading:
    """What a ruleset said when it was read last."""

    resolved: Resolved
    examined: Examined

    @property
    def sections(self) -> dict[str, dict[str, Node]]:
        """All definitions, short forms and grids written out."""
        return self.examined.sections

    @cached_property
    def index(self) -> dict[str, tuple[str, ...]]:
        """The paths of the definitions that bear an id; words of enumerations lead to theirs."""
        found: dict[str, list[str]] = {}
        for section, group in self.sections.items():
            for name, node in group.items():
                if section == "attributes" and isinstance(node.value, dict):
                    for inner in node.value:
                        found.setdefault(inner, []).append(f"{section}.{name}.{inner}")
                else:
                    found.setdefault(name, []).append(f"{section}.{name}")
        for name, node in self.sections.get("enumerations", {}).items():
            for each in texts(node.value["values"]) if isinstance(node.value, dict) and "values" in node.value else ():
                found.setdefault(word(each), []).append(f"enumerations.{name}")
        return {name: tuple(dict.fromkeys(paths)) for name, paths in found.items()}

    @cached_property
    def citing(self) -> dict[str, tuple[str, ...]]:
        """The definitions that cite each statement."""
        return all_citing(self.sections)

    def ready(self) -> Reading:
        """The same reading, with what takes a while looked up beforehand: an answer does not wait for it."""
        self.index, self.citing  # noqa: B018
        return self

    def node(self, path: str) -> Node | None:
        """The definition (or value in one) at a path."""
        section, _, rest = path.partition(".")
        steps = rest.split(".")
        node = self.sections.get(section, {}).get(steps[0])
        for step in steps[1:]:
            node = node.value.get(step) if node is not None and isinstance(node.value, dict) else None
        return node


@dataclass(slots=True)
class Project:
    """All rulesets of which an editor has a file open: their last readings, and what is wrong with each."""

    texts: Texts = field(default_factory=Texts)
    readings: dict[Target, Reading] = field(default_factory=dict)
    found: dict[Target, Diagnostics] = field(default_factory=dict)

    def home(self, file: Path) -> Home | None:
        """What a file is checked as; None for a file that belongs to no ruleset."""
        inside = file.parent
        if (inside / "ruleset.yaml").is_file():
            return Home("ruleset", (Target(inside),))
        if inside.name == "cases" and (inside.parent / "ruleset.yaml").is_file():
            return Home("cases", (Target(inside.parent),))
        if inside.name == "cases" and self.texts.known(beside := inside.parent / file.name):
            above = self.home(beside)
            return Home("cases", above.targets) if above is not None else None
        if (inside / "overlay.yaml").is_file():
            return self._overlay(inside, inside / "overlay.yaml")
        return self._overlay(file, file)

    def _overlay(self, home: Path, head: Path) -> Home | None:
        """An overlay, on each of the rulesets that it is for; what it needs comes along with it."""
        _, root, _ = self.texts.read(head)
        meta = root.value if root is not None and isinstance(root.value, dict) else {}
        if not self.texts.known(head) or (root is not None and "overlay" not in meta):
            return None
        above = next((each for each in head.parents if (each / "ruleset.yaml").is_file()), None)
        named = [word(each) for each in texts(meta["for"])] if "for" in meta else []
        rulesets = [found for name in named if (found := find_ruleset(name, default_roots(), head.parent)) is not None]
        homes = [above] if above is not None else rulesets
        targets = tuple(Target(each, (home,)) for each in dict.fromkeys(homes) if each is not None)
        return Home("overlay", targets) if targets or "overlay" in meta else None

    def reading(self, file: Path) -> Reading | None:
        """The last reading of the ruleset that a file belongs to, its own overlay included where it could be read."""
        home = self.home(file)
        for target in home.targets if home is not None else ():
            if target in self.readings:
                return self.readings[target]
        return None

    def forget(self, target: Target) -> None:
        """Keeps nothing of a target, of which a document is no longer there."""
        self.readings.pop(target, None)
        self.found.pop(target, None)

    def check(self, target: Target, options: Mapping[str, Any] | None = None) -> Diagnostics:
        """Reads a ruleset anew and tells all that is wrong, as `check` does; a reading that was good before is kept where none can be had."""
        resolved, problems = resolve(target.home, target.overlays, read=self.texts.read, unsaved=frozenset(self.texts.unsaved))
        found = list(problems)
        if resolved is not None:
            examined = examine(resolved, options)
            self.readings[target] = Reading(resolved, examined).ready()
            library = (node := resolved.meta.get("library")) is not None and node.value is True
            found += _shapes(resolved) if library and has_errors(examined.found) else besides(problems, examined.found, resolved.homes)
            found += self._set_ups(resolved, examined, found)
        result = tuple(dict.fromkeys(sorted(found)))
        self.found[target] = result
        return result

    def _set_ups(self, resolved: Resolved, examined: Examined, found: list[Diagnostic]) -> Diagnostics:
        """What is wrong with the scenarios, where the ruleset has checks and nothing else is wrong."""
        if has_errors(found) or not examined.definitions.checks:
            return ()
        from interpreter.analysis.setups import flawed
        from interpreter.rules.emit import emit
        from interpreter.rules.ruleset import Ruleset, piecemeal

        emit(examined.definitions, examined.program)
        rules = Ruleset(examined.program, piecemeal(examined.program), (resolved.id, (), {}))
        return flawed(rules, resolved.sections.get("scenarios", {}))

    def check_cases(self, file: Path) -> Diagnostics:
        """What is wrong with a case file, as far as its ruleset is known."""
        from interpreter.editor.casework import case_diagnostics

        _, root, problems = self.texts.read(file)
        return (*problems, *case_diagnostics(root, self.reading(file))) if root is not None else problems

    def check_overlay_head(self, file: Path) -> Diagnostics:
        """What keeps an overlay from being checked at all: it is for no ruleset that is there."""
        _, root, problems = self.texts.read(file)
        if root is None:
            return problems
        return (error("unknown-ruleset", root.place, "this overlay is for no ruleset that is there", "write `for: [ruleset]`"),)


def _shapes(resolved: Resolved) -> Diagnostics:
    """What is wrong with the documents of a library, of whose words others define some."""
    sections, shapes = normalise(resolved.sections)
    return (*shapes, *expand(sections)[1])


def placed(found: Diagnostics) -> Mapping[Path, tuple[Diagnostic, ...]]:
    """Diagnostics by file."""
    result: dict[Path, tuple[Diagnostic, ...]] = {}
    for each in found:
        file = Path(os.path.normpath(each.file))
        result[file] = (*result.get(file, ()), each)
    return result
