"""Whose change it is that a mistake comes from: a name that is missed, or is of another kind, because a layer changed it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from interpreter.source.definitions import Origin, group_length
from interpreter.source.diagnostics import Diagnostic

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
