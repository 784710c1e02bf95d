"""A draft as an overlay file with one scenario."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.exchange.setups.draft import Draft, Group
from interpreter.rules.ruleset import Ruleset

PLAIN = re.compile(r"[a-z_][a-z0-9_]*")
RESERVED = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n", "none"))
Tree = dict[str, Any]


def overlay_text(rules: Ruleset, draft: Draft, name: str, title: str, text: str = "") -> str:
    """The overlay `name` with a scenario of that name; it needs the overlays that lie on the ruleset already."""
    layers = rules.program.layers
    needs = layers[layers.index(rules.id) + 1 :] if rules.id in layers else ()
    lines = [f"overlay: {written(name)}", f"title: {quoted(title)}", f"for: [{rules.id}]"]
    lines += [f"needs: [{', '.join(needs)}]"] if needs else []
    lines += ["scenarios:", f"  {name}:", f"    title: {quoted(title)}"]
    lines += [f"    text: {quoted(text)}"] if text else []
    values = value_tree(rules, draft)
    if values:
        lines.append("    set:")
        for section, group in values.items():
            lines.append(f"      {section}:")
            lines += [f"        {key(k)}: {flow(v)}" for k, v in group.items()]
    units = unit_tree(draft)
    if units:
        lines.append("    units:")
        lines += [f"      {key(space)}: {flow(owners)}" for space, owners in units.items()]
    return "\n".join(lines) + "\n"


def value_tree(rules: Ruleset, draft: Draft) -> Tree:
    """Values as `set` has them: section, id, attribute."""
    tree: Tree = {}
    for v in draft.values:
        if v.name is None:
            tree.setdefault("game", {})[v.attribute] = v.value
        else:
            tree.setdefault(rules.program.sorts[v.sort], {}).setdefault(v.name, {})[v.attribute] = v.value
    return tree


def unit_tree(draft: Draft) -> Tree:
    """Units as `units` has them: space, power, unit type, a number or records."""
    tree: Tree = {}
    for group in draft.units:
        types = tree.setdefault(group.space or "none", {}).setdefault(group.power or "none", {})
        types[group.kind] = joined(types.get(group.kind), record(group))
    return tree


def record(group: Group, carrier: Group | None = None) -> Any:
    """Alike units: a number, or a record where something is not as usual, such as aboard a carrier of another power."""
    guest = carrier is not None and group.power is not None and group.power != carrier.power
    if not group.given and not group.aboard and not guest:
        return group.number
    found: Tree = {"count": group.number} if group.number != 1 else {}
    found.update({"owner": group.power} if guest else {})
    found.update(group.given)
    if group.aboard:
        aboard: Tree = {}
        for each in group.aboard:
            aboard[each.kind] = joined(aboard.get(each.kind), record(each, group))
        found["aboard"] = aboard
    return found


def joined(before: Any, more: Any) -> Any:
    """Two entries of one unit type: a sum of numbers, or a list."""
    if before is None:
        return more
    if isinstance(before, int) and isinstance(more, int):
        return before + more
    return [*(before if isinstance(before, list) else [before]), more]


# --- writing -------------------------------------------------------------------------------------------------------


def flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pairs(value)) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "none"
    return str(value) if isinstance(value, int) else written(str(value))


def _pairs(value: Mapping[str, Any]) -> Iterator[str]:
    yield from (f"{key(k)}: {flow(v)}" for k, v in value.items())


def written(text: str) -> str:
    """A word, in quotes where it could be taken for something else."""
    return text if PLAIN.fullmatch(text) and text not in RESERVED else quoted(text)


def key(text: str) -> str:
    """The name of a field; `none` stands as it is."""
    return text if text == "none" else written(text)


def quoted(text: str) -> str:
    """A text in double quotes, as YAML and JSON both read it."""
    return json.dumps(text, ensure_ascii=False)
