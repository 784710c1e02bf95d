"""Last pass: what is declared and never read, never announced, never offered; warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.source.diagnostics import Diagnostic, register, warning

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared
    from interpreter.rules.definitions import Definitions
    from interpreter.source.layers import Resolved
    from interpreter.source.tree import Node

register("unused", "A definition that nothing uses.")
register("never-read", "An attribute that might change in play, and that nothing reads or sets.")
register("never-granted", "A tag that nothing bears.")
register("never-announced", "An event that nothing announces, though a rule waits for it.")


def unused(resolved: Resolved, sections: Mapping[str, Mapping[str, Node]], d: Declared, definitions: Definitions) -> list[Diagnostic]:
    """Warnings about definitions of the ruleset itself and of overlays.

    A library, and an overlay that others need, may offer more than one ruleset uses.
    """
    used = d.vocabulary.used
    mine = set(resolved.layers[resolved.layers.index(resolved.id) :]) - resolved.needed
    found: list[Diagnostic] = []

    def warn(section: str, name: str, code: str, message: str) -> None:
        origins = resolved.origins.get(f"{section}.{name}", ())
        if origins and origins[0].layer in mine:
            found.append(warning(code, origins[0].place, message))

    for name in sections.get("define", {}):
        if ("define", name) not in used and ("name", name) not in used:
            warn("define", name, "unused", f"Nothing uses `{name}`.")
    offered = {a for kind, a in used if kind == "action"}
    for name in sections.get("actions", {}):
        if name not in offered:
            warn("actions", name, "unused", f"Nothing offers the action `{name}`.")
    start = str(node.value) if (node := resolved.meta.get("start")) is not None else ""
    for section in ("procedures", "sequences", "phases", "windows", "engagements"):
        for name in sections.get(section, {}):
            if ("procedure", name) not in used and name != start:
                warn(section, name, "unused", f"Nothing runs `{name}`.")
    for name in sections.get("events", {}):
        if ("announced", name) not in used and ("on", name) in used:
            warn("events", name, "never-announced", f"Nothing announces `{name}`.")
    for sort, name in _unread(d):
        warn(
            "attributes",
            f"{sort}.{name}",
            "never-read",
            f"Nothing reads or sets `{name}` of {'the game' if sort == 'game' else f'a {sort}'}.",
        )
    for name, bearers in d.tags.items():
        if not bearers:
            warn("tags", name, "never-granted", f"Nothing is `{name}`.")
    del definitions
    return found


def _unread(d: Declared) -> Iterator[tuple[str, str]]:
    """Attributes that change in play, by sort and name, and that no text names; those that never change may be there to be shown."""
    used = d.vocabulary.used
    for sort, table in d.vocabulary.attributes.items():
        for name, attribute in table.items():
            named = sort == "game" and ("name", name) in used
            if not (attribute.fixed or attribute.formula or sort == "unit_type" or named or (sort, name) in used):
                yield sort, name
