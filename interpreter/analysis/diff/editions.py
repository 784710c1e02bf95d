"""One side of a comparison: a ruleset with its overlays, its definitions in full form and where each value stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from interpreter.analysis.diff.said import scalar
from interpreter.rules.build import RulesetError
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Place, has_errors
from interpreter.source.layers import Resolved, resolve
from interpreter.source.shape import normalise, section_of
from interpreter.source.tree import Node, texts, word

RENAMED = "renamed from "
NATURAL: dict[str, Any] = {"number": 0, "truth": False}


@dataclass(frozen=True)
class Edition:
    """A ruleset as it is compared: `sections` hold every definition as a mapping of fields."""

    name: str
    resolved: Resolved
    sections: Mapping[str, Mapping[str, Node]]

    def node(self, section: str, name: str) -> Node | None:
        """A definition; for `attributes` all those of a sort."""
        return self.sections.get(section, {}).get(name)

    def where(self, place: Place) -> str:
        """A place as `folder/file:line:column`, the folder being that of the layer."""
        file = Path(place.file)
        for home in self.resolved.homes:
            folder = home if home.is_dir() else home.parent
            if file.is_relative_to(folder):
                return f"{folder.name}/{file.relative_to(folder).as_posix()}:{place.line}:{place.column}"
        return f"{file.name}:{place.line}:{place.column}"

    def cites(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """The statements that the definitions on the way to a path cite, the nearest first."""
        node = self.node(path[0], path[1])
        found: list[tuple[str, ...]] = []
        for step in (*path[2:], ""):
            if node is None or not isinstance(node.value, dict):
                break
            if (cites := node.value.get("cites")) is not None:
                found.append(tuple(word(each) for each in texts(cites)))
            node = node.value.get(step)
        return tuple(dict.fromkeys(each for group in reversed(found) for each in group))

    def statement(self, name: str) -> str:
        """A statement of its rulebook as one line; empty if it has none of this id."""
        node = self.node("statements", name)
        text = node.value.get("statement") if node is not None and isinstance(node.value, dict) else None
        return word(text) if text is not None else ""

    @cached_property
    def formulas(self) -> frozenset[str]:
        """The attributes of which each bearer gives an expression."""
        groups = [group.value for group in self.sections.get("attributes", {}).values() if isinstance(group.value, dict)]
        return frozenset(
            name
            for group in groups
            for name, record in group.items()
            if isinstance(record.value, dict) and (formula := record.value.get("formula")) is not None and formula.value is True
        )

    def default(self, section: str, attribute: str) -> Any:
        """What a thing of a section has where it gives no value of an attribute; None if that is nothing."""
        declared, _ = section_of(section, self.sections)
        group = self.node("attributes", declared.sort) if declared is not None and declared.sort else None
        record = group.value.get(attribute) if group is not None and isinstance(group.value, dict) else None
        if record is None or not isinstance(record.value, dict):
            return None
        if "default" in record.value:
            return scalar(record.value["default"])
        return NATURAL.get(word(record.value["type"])) if "type" in record.value else None

    @cached_property
    def renamed(self) -> dict[tuple[str, str], str]:
        """Section and id of each definition that a layer renamed, and the id that it had first."""
        found: dict[tuple[str, str], str] = {}
        for path, chain in self.resolved.origins.items():
            olds = [origin.action.removeprefix(RENAMED) for origin in chain if origin.action.startswith(RENAMED)]
            section, _, name = path.partition(".")
            if olds and "." not in name and self.node(section, name) is not None:
                found[section, name] = olds[0]
        return found


def read_edition(of: str | Path | Ruleset) -> Edition:
    """The edition of a ruleset, or of a name: an id or path, with overlays as `id+overlay+overlay`.

    Raises RulesetError, with all diagnostics, where it cannot be read.
    """
    name = "+".join(map(str, (of.source[0], *of.source[1]))) if isinstance(of, Ruleset) else str(of)
    base, *overlays = name.split("+")
    resolved, found = resolve(base, overlays)
    if resolved is None or has_errors(found):
        raise RulesetError(found)
    sections, found = normalise(resolved.sections)
    if has_errors(found):
        raise RulesetError(found)
    return Edition(name, resolved, sections)
