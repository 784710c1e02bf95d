"""Values written as YAML: what an overlay is made of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from interpreter.source.tree import Node

PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_ .'/+-]*(?<! )")
WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"))
COMMENT = re.compile(r"(^|\s)#")
WIDEST = 130
Value = Node | str


def content(node: Value) -> object:
    """What a node holds; the lines as written where a comment stands in a folded text."""
    if isinstance(node, str):
        return node
    if isinstance(node.value, str) and "\n" in node.raw and COMMENT.search(node.raw):
        return node.raw
    return node.value


def flow(value: object) -> str:
    """A value in one line."""
    value = content(value) if isinstance(value, Node) else value
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_text(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false"}.get(value, "null") if value is not None else "null"
    if isinstance(value, str):
        return value if PLAIN.fullmatch(value) and value.lower() not in WORDS else json.dumps(value, ensure_ascii=False)
    return str(value)


def key_text(key: str) -> str:
    """A key as it is written."""
    return key if PLAIN.fullmatch(key) and key.lower() not in WORDS else json.dumps(key, ensure_ascii=False)


def in_line(value: Value) -> bool:
    """Whether a value has no text of several lines in it."""
    found = content(value)
    if isinstance(found, dict):
        return all(map(in_line, found.values()))
    if isinstance(found, tuple):
        return all(map(in_line, found))
    return not (isinstance(found, str) and "\n" in found)


def mapping(values: Mapping[str, Node], depth: int) -> Iterator[str]:
    """The lines of a mapping, indented by twice the depth."""
    for key, value in values.items():
        yield from field(key, value, depth)


def field(key: str, value: Value, depth: int) -> Iterator[str]:
    """The lines of a key with its value."""
    head = "  " * depth + key_text(key) + ":"
    found = content(value)
    if in_line(value) and (len(line := f"{head} {flow(value)}") <= WIDEST or not isinstance(found, dict)):
        yield line
    elif isinstance(found, dict):
        yield head
        yield from mapping(found, depth + 1)
    elif isinstance(found, tuple):
        yield head
        for each in found:
            yield from item(each, depth + 1)
    else:
        yield head + " |" + ("" if str(found).endswith("\n") else "-")
        yield from ("  " * (depth + 1) + line if line else "" for line in str(found).rstrip("\n").split("\n"))


def item(value: Node, depth: int) -> Iterator[str]:
    """The lines of an element of a list."""
    found = content(value)
    if in_line(value) or not isinstance(found, dict):
        yield "  " * depth + "- " + flow(value)
        return
    yield from _dashed(list(mapping(found, depth + 1)), depth)


def entry(fields: Mapping[str, Value]) -> list[str]:
    """The lines of one element of `changes`."""
    if all(map(in_line, fields.values())) and len(line := "  - " + flow(fields)) <= WIDEST:
        return [line]
    return list(_dashed([line for key, value in fields.items() for line in field(key, value, 2)], 1))


def _dashed(lines: list[str], depth: int) -> Iterator[str]:
    """Lines of a mapping with a dash before the first."""
    yield "  " * depth + "- " + lines[0].lstrip()
    yield from lines[1:]
