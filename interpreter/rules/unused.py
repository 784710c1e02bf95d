"""Last pass: what is declared and never read, never announced, never offered; warnings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from interpreter.source.diagnostics import Diagnostic, register, warning

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared
    from interpreter.rules.definitions import Definitions
    from interpreter.source.layers import Resolved
    from interpreter.source.tree import Node

register("unused", "A definition that nothing uses.")
register("never-announced", "An event that nothing announces, though a rule waits for it.")


def unused(resolved: Resolved, sections: Mapping[str, Mapping[str, Node]], d: Declared, definitions: Definitions) -> list[Diagnostic]:
    """Warnings about definitions of the ruleset itself and of overlays (a library may offer more than one ruleset uses)."""
    used = d.vocabulary.used
    mine = set(resolved.layers[resolved.layers.index(resolved.id) :])
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
    del definitions
    return found
