"""The registry of document keys: names that fields take stand where it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.language.registry import HOOKS
from interpreter.source.grids import expand
from interpreter.source.keys import BY_NAME, META, SECTIONS, WHOLE, Field
from interpreter.source.layers import resolve
from interpreter.source.shape import normalise
from interpreter.source.tree import Node, texts, word

ROOT = Path(__file__).parents[2] / "rulesets"
NAMES = [p.parent.name for p in sorted(ROOT.glob("*/ruleset.yaml")) if p.parent.name != "strategic"]


def all_fields(fields: tuple[Field, ...]) -> Iterator[Field]:
    for each in fields:
        yield each
        yield from all_fields(each.fields)


def test_names_are_those_of_sections() -> None:
    named = {n for s in SECTIONS for f in all_fields(s.fields) for n in f.names} | {n for f in META for n in f.names}
    assert named <= {*BY_NAME, *WHOLE}
    assert all(f.kind in ("id", "ids") for s in SECTIONS for f in all_fields(s.fields) if f.names)


def given(node: Node, fields: tuple[Field, ...]) -> Iterator[tuple[Field, str]]:
    for each in fields:
        value = node.value.get(each.name) if isinstance(node.value, dict) else None
        if value is None:
            continue
        if each.kind == "record":
            yield from given(value, each.fields)
        elif each.kind == "records" and isinstance(value.value, dict):
            for inner in value.value.values():
                yield from given(inner, each.fields)
        elif each.names:
            yield from ((each, word(item)) for item in texts(value))


@pytest.mark.parametrize("name", NAMES)
def test_every_name_in_a_ruleset_stands_in_one_of_those_sections(name: str) -> None:
    resolved, _ = resolve(name)
    assert resolved is not None
    sections = expand(normalise(resolved.sections)[0])[0]
    known = {section: set(group) for section, group in sections.items()} | {"(hooks)": set(HOOKS)}
    known["attributes"] = {inner for node in sections["attributes"].values() if isinstance(node.value, dict) for inner in node.value}
    found = [
        (f, w) for s in SECTIONS if s.name != "attributes" for node in sections.get(s.name, {}).values() for f, w in given(node, s.fields)
    ]
    assert len(found) > 100
    assert [(f.name, w) for f, w in found if not any(w in known.get(n, ()) for n in f.names)] == []
