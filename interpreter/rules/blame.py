"""Whose change it is that a mistake comes from: a name that is missed, or is of another kind, because a layer changed it.

What follows from two overlays that contradict each other is not told: it is no mistake of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from interpreter.source.definitions import Origin, group_length
from interpreter.source.diagnostics import Diagnostic

CONTRADICTIONS = ("already-defined", "overlay-conflict")
BACKTICKED = re.compile(r"`(\w+)`")


def blamed(found: Iterable[Diagnostic], origins: Mapping[str, tuple[Origin, ...]]) -> Iterator[Diagnostic]:
    """Diagnostics; an error that speaks of a name which a change in another file has touched tells that change, too."""
    changes: dict[str, Origin] | None = None
    for each in found:
        if each.severity == "error" and not each.related:
            changes = _changes(origins) if changes is None else changes
            origin = next((changes[word] for word in BACKTICKED.findall(each.message) if word in changes), None)
            if origin is not None and origin.place.file != each.file:
                each = replace(each, related=((origin.place, f"{origin.action} by `{origin.layer}`"),))
        yield each


def besides(problems: Iterable[Diagnostic], found: Iterable[Diagnostic], homes: Iterable[Path]) -> Iterator[Diagnostic]:
    """What is wrong besides the problems of laying overlays on a ruleset, but for errors in files of which one contradicts another.

    `homes` are those of the layers; what stands in a folder of theirs is no overlay.
    """
    folders = [home for home in homes if home.is_dir()]
    torn: set[str] = set()
    for each in problems:
        files = {each.file, *(place.file for place, _ in each.related)} if each.code in CONTRADICTIONS else set()
        if len(files) > 1 and not any(Path(file).parent in folders for file in files):
            torn |= files
    return (each for each in found if each.severity != "error" or each.file not in torn)


def _changes(origins: Mapping[str, tuple[Origin, ...]]) -> dict[str, Origin]:
    """The last change that took each name away, gave it up for another, or changed its definition; the first of these counts."""
    gone: dict[str, Origin] = {}
    changed: dict[str, Origin] = {}
    for path, chain in origins.items():
        action, _, old = chain[-1].action.partition(" from ")
        parts = path.split(".")
        if action == "removed":
            gone[parts[-1]] = chain[-1]
        elif action == "renamed":
            gone[old] = chain[-1]
        elif action in ("set", "replaced", "removed from"):
            changed[parts[min(group_length(parts[0]), len(parts) - 1)]] = chain[-1]
    return {**changed, **gone}
