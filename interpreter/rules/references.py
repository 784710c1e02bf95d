"""References that no text of the rule language holds: where a game starts, what is cited, what an announcement's line shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.source.diagnostics import Diagnostic, error
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared
    from interpreter.source.layers import Resolved

Sections = Mapping[str, Mapping[str, Node]]
PLACEHOLDER = re.compile(r"\{(\w+)\}")


def references(resolved: Resolved, sections: Sections, d: Declared) -> list[Diagnostic]:
    """Errors of references to procedures, scenarios, statements, parameters and unit types that are not there."""
    return [*_beginning(resolved, d), *_citations(resolved, sections), *_lines(sections, d), *_likenesses(sections)]


def placeholders(node: Node, names: Iterable[str], what: str) -> Iterator[Diagnostic]:
    """The `{names}` in a text that are none of those given."""
    known = list(names)
    for found in PLACEHOLDER.finditer(node.raw):
        if found[1] not in known:
            line = node.raw.count("\n", 0, found.start(1)) + 1
            place = node.at(line, found.start(1) - (node.raw.rfind("\n", 0, found.start(1)) + 1) + 1)
            yield error("unknown-name", place, f"`{{{found[1]}}}` is no {what}.", did_you_mean(found[1], known))


def _beginning(resolved: Resolved, d: Declared) -> Iterator[Diagnostic]:
    for key, known in (("start", d.vocabulary.procedures), ("scenario", d.section("scenarios"))):
        node = resolved.meta.get(key)
        if node is not None and node.value not in known:
            what = "procedure" if key == "start" else "scenario"
            yield error("unknown-name", node.place, f"There is no {what} `{node.value}`.", did_you_mean(str(node.value), known))
    node = resolved.meta.get("start")
    if node is not None and (signature := d.vocabulary.procedures.get(str(node.value))) is not None and signature.parameters:
        yield error("wrong-count", node.place, f"`{node.value}` needs arguments; a game starts without any.")


def _likenesses(sections: Sections) -> Iterator[Diagnostic]:
    known = sections.get("unit_types", {})
    for node in known.values():
        other = node.value.get("like") if isinstance(node.value, dict) else None
        if other is not None and other.value not in known:
            yield error("unknown-name", other.place, f"There is no unit type `{other.value}`.", did_you_mean(str(other.value), known))


def _citations(resolved: Resolved, sections: Sections) -> Iterator[Diagnostic]:
    """Statements cited by the ruleset itself; what it builds on may also serve rulebooks that are not here."""
    known = sections.get("statements", {})
    if not known:
        return
    for section, group in sections.items():
        for name, node in group.items() if section != "statements" else ():
            for each, path in _definitions(section, name, node):
                origins = resolved.origins.get(path, ())
                if origins and origins[0].layer == resolved.id:
                    yield from _cited(each, known)


def _definitions(section: str, name: str, node: Node) -> Iterator[tuple[Node, str]]:
    """The definition with its path; for the attributes of a sort, each of them."""
    if section != "attributes":
        yield node, f"{section}.{name}"
    elif isinstance(node.value, dict):
        yield from ((each, f"{section}.{name}.{attribute}") for attribute, each in node.value.items())


def _cited(node: Node, known: Mapping[str, Node]) -> Iterator[Diagnostic]:
    for key, value in node.value.items() if isinstance(node.value, dict) else ():
        if key == "cites":
            for cited in texts(value):
                if cited.value not in known:
                    hint = did_you_mean(str(cited.value), known)
                    yield error("unknown-name", cited.place, f"There is no statement `{cited.value}`.", hint)
        else:
            yield from _cited(value, known)


def _lines(sections: Sections, d: Declared) -> Iterator[Diagnostic]:
    for name, signature in d.vocabulary.events.items():
        node = sections["events"][name]
        text = node.value.get("text") if isinstance(node.value, dict) else None
        if text is not None:
            yield from placeholders(text, (n for n, _ in signature.parameters), f"parameter of `{name}`")
