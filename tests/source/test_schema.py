from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from interpreter.source import parse_yaml, plain, shape, shipped
from interpreter.source.schema import KINDS, schemas, text_of, write

GOOD = {
    "ruleset.schema.json": "ruleset: a\ntags:\n  land: A tag.\n  sea:\nunit_types: {scout: {cost: 3}}\n"
    "attributes: {unit: {hits: {type: number}}}\nship_yards: {x: {y: 1}}\n",
    "overlay.schema.json": "overlay: a\nafter: b\nchanges:\n  - {set: unit_types.scout.cost, to: 4, expects: 3}\n  - {remove: rules.x}\n",
    "cases.schema.json": "a_case: {cites: X-1, given: {units: {}}, then: [x is 1]}\n",
}
BAD = [
    ("ruleset.schema.json", "tags: {land: {wrong: 1}}"),
    ("ruleset.schema.json", "rules: [a]"),
    ("ruleset.schema.json", "attributes: {unit: {hits: {default: 1}}}"),
    ("ruleset.schema.json", "overlay: 1"),
    ("overlay.schema.json", "changes: [{set: a.b}]"),
    ("overlay.schema.json", "changes: [{set: a.b, to: 1, remove: x}]"),
    ("cases.schema.json", "a_case: {then: x, cites: }"),
]


@pytest.mark.parametrize("name", schemas())
def test_files_are_what_is_generated(name: str) -> None:
    """Run `python -m interpreter.source.schema` after a change of the keys."""
    Draft202012Validator.check_schema(schemas()[name])
    assert (shipped("schemas") / name).read_text(encoding="utf-8") == text_of(schemas()[name])


@pytest.mark.parametrize(("name", "text"), GOOD.items())
def test_good_documents_pass(name: str, text: str) -> None:
    root, _ = parse_yaml(text, "f.yaml")
    assert root is not None
    Draft202012Validator(schemas()[name]).validate(plain(root))


@pytest.mark.parametrize(("name", "text"), BAD)
def test_bad_documents_fail(name: str, text: str) -> None:
    root, _ = parse_yaml(text, "f.yaml")
    assert root is not None and not Draft202012Validator(schemas()[name]).is_valid(plain(root))


def test_schema_and_checks_know_the_same_kinds() -> None:
    assert KINDS.keys() == shape.KINDS.keys()


def test_write(tmp_path: Path) -> None:
    assert [path.name for path in write(tmp_path / "new")] == list(schemas())
