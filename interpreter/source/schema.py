"""JSON Schemas (2020-12) of the documents, for editors; written by `python -m interpreter.source.schema`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from interpreter.source.changes import OPERATIONS
from interpreter.source.definitions import NESTED
from interpreter.source.documents import OF_OVERLAYS, OF_RULESETS
from interpreter.source.keys import CASE, CHANGE, META, SECTIONS, Field, Section
from interpreter.source.paths import shipped

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]
Schema = dict[str, Json]

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, Schema]:
    """The schema of each kind of document, by file name: documents of a ruleset, overlays, case files."""
    return {
        "ruleset.schema.json": _document("A document of a ruleset", "Files of a ruleset's folder.", OF_OVERLAYS),
        "overlay.schema.json": _document("An overlay", "A house rule or variant that changes rulesets.", OF_RULESETS),
        "cases.schema.json": _cases(),
    }


def text_of(schema: Schema) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> tuple[Path, ...]:
    """Writes all schemas into a folder, and returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / name).write_text(text_of(schema), encoding="utf-8")
    return tuple(folder / name for name in schemas())


def _document(title: str, text: str, without: frozenset[str]) -> Schema:
    properties = _properties(each for each in META if each.name not in without)
    properties["changes"] = {
        "description": "Operations on the definitions of the layers below, carried out in order.",
        "type": ["array", "null"],
        "items": {"anyOf": [_change(kind) for kind in OPERATIONS]},
    }
    properties.update((each.name, _section(each)) for each in SECTIONS)
    return {
        "$schema": DIALECT,
        "title": title,
        "description": text,
        "type": ["object", "null"],
        "properties": properties,
        "additionalProperties": {
            "description": "Things of a sort that the ruleset declares.",
            "type": ["object", "null"],
            "additionalProperties": {"type": ["object", "null"]},
        },
    }


def _cases() -> Schema:
    return {
        "$schema": DIALECT,
        "title": "A case file",
        "description": "Cases by id: a position, steps, and what holds at the end.",
        "type": ["object", "null"],
        "additionalProperties": _fields(CASE),
    }


def _section(section: Section) -> Schema:
    definitions: Schema = {"type": ["object", "null"], "additionalProperties": _definition(section)}
    if section.name == NESTED:
        definitions = {"type": ["object", "null"], "additionalProperties": definitions}
    return {"description": section.text, **definitions}


def _definition(section: Section) -> Schema:
    whole = _fields(section.fields, closed=not section.open)
    if not any(each.required for each in section.fields):
        whole["type"] = ["object", "null"]
    short = next((each for each in section.fields if each.name == section.short), None)
    return whole if short is None else {"anyOf": [whole, _field(short)]}


def _fields(fields: Sequence[Field], closed: bool = True) -> Schema:
    schema: Schema = {"type": "object", "properties": _properties(fields)}
    required: list[Json] = [each.name for each in fields if each.required]
    if required:
        schema["required"] = required
    if closed:
        schema["additionalProperties"] = False
    return schema


def _properties(fields: Iterable[Field]) -> Schema:
    return {each.name: _field(each) for each in fields}


def _change(kind: str) -> Schema:
    needed, further = OPERATIONS[kind]
    fields = [each for each in CHANGE if each.name in (kind, *needed, *further)]
    schema = _fields(fields)
    schema["required"] = [kind, *needed]
    return schema


def _field(field: Field) -> Schema:
    described: Schema = {"description": field.text}
    if field.kind == "record":
        return described | _fields(field.fields)
    if field.kind == "records":
        return described | {"type": "object", "additionalProperties": _fields(field.fields)}
    if field.choices:
        choices: list[Json] = list(field.choices)
        return described | {"enum": choices}
    return described | KINDS[field.kind]


TEXT: Schema = {"type": "string", "minLength": 1}
TEXTS: Schema = {"anyOf": [TEXT, {"type": "array", "items": TEXT}]}
SCALAR: Schema = {"type": ["string", "integer", "boolean"]}

KINDS: dict[str, Schema] = {
    "text": SCALAR,
    "id": TEXT,
    "ids": TEXTS,
    "type": TEXT,
    "parameters": {"type": "object", "additionalProperties": TEXT},
    "expression": SCALAR,
    "effects": TEXT,
    "modifier": TEXT,
    "number": {"type": "integer"},
    "truth": {"type": "boolean"},
    "values": {"type": "object", "additionalProperties": SCALAR},
    "tree": {"type": "object"},
    "words": {"type": "array", "items": SCALAR},
    "steps": {"type": "array", "items": {"type": "object", "minProperties": 1, "maxProperties": 1}},
    "pairs": {"type": "object", "additionalProperties": TEXTS},
    "any": {},
}


if __name__ == "__main__":
    for written in write(shipped("schemas")):
        print(written)
