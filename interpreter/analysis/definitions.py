"""What a definition says: its values and where each was set, its statements, and what cites it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from interpreter.source.layers import Resolved
from interpreter.source.shape import section_of
from interpreter.source.tree import Node, texts

Sections = dict[str, dict[str, Node]]
LONGEST = 70


def paths(section: str, entries: Mapping[str, Node]) -> Iterator[tuple[str, Node]]:
    """The definitions of a section by path; attributes stand one level deeper."""
    for name, node in entries.items():
        if section == "attributes" and isinstance(node.value, dict):
            yield from ((f"{section}.{name}.{inner}", each) for inner, each in node.value.items())
        else:
            yield f"{section}.{name}", node


def fields(node: Node) -> dict[str, Node]:
    return node.value if isinstance(node.value, dict) else {}


def defaults(section: str, sections: Sections) -> dict[str, str]:
    """What attributes are where a definition of this section does not give them."""
    declared = section_of(section, sections)[0]
    table = sections.get("attributes", {}).get(declared.sort) if declared is not None and declared.sort else None
    found: dict[str, str] = {}
    for name, node in fields(table).items() if table is not None else ():
        kind = fields(node).get("type")
        plain = {"number": "0", "truth": "no"}.get(str(kind.value) if kind is not None else "", "")
        found[name] = _default(fields(node).get("default"), plain)
    return found


def _default(node: Node | None, otherwise: str) -> str:
    return otherwise if node is None else inline(node)


def inline(node: Node) -> str:
    """A value on one line."""
    value = node.value
    if isinstance(value, dict):
        return ", ".join(f"{key}: {inline(each)}" for key, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(inline, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else " ".join(str(value).split())


def values(resolved: Resolved, path: str, node: Node) -> Iterator[tuple[str, str, str]]:
    """The fields of a definition with their values and where each was set."""
    if not isinstance(node.value, dict):
        yield "", text_of(node), origin(resolved, path, node)
        return
    for key, each in node.value.items():
        nested = isinstance(each.value, dict) and len(inline(each)) > LONGEST
        if nested:
            for name, value, place in values(resolved, f"{path}.{key}", each):
                yield f"{key}.{name}", value, place
        else:
            yield key, text_of(each), origin(resolved, f"{path}.{key}", each)


def usual_values(sections: Sections, path: str, node: Node) -> Iterator[tuple[str, str, str]]:
    """The attributes that a definition does not give, as they are then."""
    declared = section_of(path.partition(".")[0], sections)[0]
    for name, value in defaults(path.partition(".")[0], sections).items():
        if declared is not None and name not in fields(node):
            yield name, value or "none", f"default of attributes.{declared.sort}.{name}"


def text_of(node: Node) -> str:
    """A value as it is written: rule language keeps its lines."""
    return str(node.value).rstrip() if isinstance(node.value, str) else inline(node)


def near(file: str) -> str:
    """The name of a file: from the current folder where it lies below."""
    return file.removeprefix(os.path.join(os.getcwd(), ""))


def origin(resolved: Resolved, path: str, node: Node | None = None) -> str:
    """Who set a value, where: `layer file:line`, with what was done where it was changed later; what stands in no line says who."""
    if node is not None and not node.place.line:
        return node.place.file
    chain = resolved.origin(path)
    if not chain:
        return f"{near(node.place.file)}:{node.place.line}" if node is not None else ""
    last = chain[-1]
    place = node.place if node is not None and last.action == "defined" else last.place
    done = "" if last.action == "defined" else f", {last.action}"
    return f"{last.layer}{done}: {near(place.file)}:{place.line}"


def cited(sections: Sections, node: Node) -> Iterator[tuple[str, str]]:
    """The statements that a definition cites, or that its parts do."""
    statements = sections.get("statements", {})
    here = fields(node).get("cites")
    for item in texts(here) if here is not None else ():
        found = fields(statements[str(item.value)]).get("statement") if str(item.value) in statements else None
        yield str(item.value), inline(found) if found is not None else "no such statement"
    for each in fields(node).values():
        if isinstance(each.value, dict):
            yield from cited(sections, each)


def citing(sections: Sections, path: str) -> list[str]:
    """For a statement: the definitions that cite it."""
    section, _, name = path.partition(".")
    if section != "statements":
        return []
    return list(all_citing(sections).get(name, ()))


def all_citing(sections: Sections) -> dict[str, tuple[str, ...]]:
    """The definitions that cite each statement."""
    found: dict[str, dict[str, None]] = {}
    for section, entries in sections.items():
        for path, node in paths(section, entries) if section != "statements" else ():
            for name, _ in cited(sections, node):
                found.setdefault(name, {})[path] = None
    return {name: tuple(each) for name, each in found.items()}
