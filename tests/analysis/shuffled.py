"""A ruleset said otherwise: its keys and files in another order, with comments, other quotes and other blanks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from interpreter.source.keys import SECTIONS
from interpreter.source.tree import Node
from interpreter.source.yaml import parse_yaml, read_text

ORDERED = frozenset(("of", "choose", "round", "before", "sides", "outcomes", "values", "steps", "rows", "at", "changes", "when", "inner"))
"""Keys below which order says something; `movements` keep theirs as well: the first that fits counts."""
IN_LINE = {"rules": "on", "allocations": "pool", "modifiers": ""}
"""Sections of which some definitions keep their order: those with this field, and modifiers that set."""
HEAD = ("ruleset", "title", "text", "note", "extends", "library", "start", "scenario")
NAMES = frozenset(
    field.name for section in SECTIONS for field in section.fields if field.kind == "ids" and section.name != "sequences"
)  # lists of names


def rewrite(home: Path, target: Path, seed: int) -> Path:
    """Writes the folder of a ruleset anew, as another one that says the same; returns the new folder."""
    rng = Random(seed)
    target.mkdir(parents=True)
    sections: list[tuple[str, str, Node]] = []
    for number, file in enumerate(sorted(home.glob("*.yaml"))):
        text, _ = read_text(file)
        root, found = parse_yaml(text or "", str(file))
        assert root is not None and not found and isinstance(root.value, dict)
        head = {key: node for key, node in root.value.items() if key in HEAD and file.name == "ruleset.yaml"}
        kept = {key: node for key, node in root.value.items() if key in ("changes", "movements")}
        name = "ruleset.yaml" if head else f"a{number:02}.yaml"
        (target / name).write_text(document({**head, **kept}, rng), encoding="utf-8")
        for key, node in root.value.items():
            if key not in head and key not in kept and isinstance(node.value, dict):
                sections += [(key, each, value) for each, value in node.value.items()]
    mixed = rng.sample(sections, len(sections))
    for section in IN_LINE:
        places = [number for number, each in enumerate(mixed) if each[0] == section and in_line(each)]
        for number, each in zip(places, [each for each in sections if each[0] == section and in_line(each)], strict=True):
            mixed[number] = each
    sections = mixed
    cut = sorted(rng.sample(range(1, len(sections)), min(3, len(sections) - 1)))
    for number, (start, end) in enumerate(zip([0, *cut], [*cut, len(sections)], strict=True)):
        by_section: dict[str, dict[str, Node]] = {}
        for section, name, value in sections[start:end]:
            group = by_section.setdefault(section, {})
            group[name] = merged(group[name], value) if name in group else value
        body = {section: Node(dict(group), next(iter(group.values())).place) for section, group in by_section.items()}
        (target / f"{'bcde'[number]}{rng.randrange(10**6)}.yaml").write_text(document(body, rng), encoding="utf-8")
    return target


def in_line(definition: tuple[str, str, Node]) -> bool:
    """Whether what a definition stands behind may count."""
    section, _, node = definition
    return IN_LINE[section] in node.value if isinstance(node.value, dict) and section != "modifiers" else " = " in repr(node.value)


def merged(one: Node, other: Node) -> Node:
    """The attributes of one sort from two files."""
    assert isinstance(one.value, dict) and isinstance(other.value, dict)
    return Node({**one.value, **other.value}, one.place)


def document(values: Mapping[str, Node], rng: Random) -> str:
    return "\n".join(["# written anew", *lines(dict(values), 0, rng, "")]) + "\n"


def lines(values: Mapping[str, Node], depth: int, rng: Random, above: str) -> list[str]:
    keys = list(values)
    if above not in ORDERED and above not in ("movements", *IN_LINE):
        rng.shuffle(keys)
    out: list[str] = []
    for key in keys:
        if rng.random() < 0.1:
            out.append("  " * depth + "# a remark: not a key")
        out += entry(key, values[key], depth, rng)
    return out


def entry(key: str, node: Node, depth: int, rng: Random) -> list[str]:
    head = "  " * depth + f"{scalar(key, rng)}:"
    value = node.value
    if isinstance(value, dict):
        inner = lines(value, depth + 1, rng, key)
        return [head, *inner] if inner else [head + " {}"]
    if isinstance(value, tuple):
        items = list(value)
        if key in NAMES:
            rng.shuffle(items)
        if any(isinstance(each.value, (dict, tuple)) or "\n" in str(each.value) for each in items):
            return [head, *(line for each in items for line in item(each, depth + 1, rng))]
        return [head + " [" + " , ".join(scalar(each.value, rng) for each in items) + "]" + remark(rng)]
    if isinstance(value, str) and ("\n" in value or "\n" in node.raw):
        text = node.raw if key in ("is", "when", "do", "to", "worth", "met", "gain", "from", "some_of", "number") else value
        mark = " |" if "\n" in text.rstrip("\n") or key == "do" else " >-"
        added = [" # said anew"] if key == "do" and mark == " |" else []
        body = text.rstrip("\n").split("\n")
        return [head + mark, *("  " * (depth + 1) + line if line else "" for line in (*body[:-1], body[-1] + "".join(added)))]
    return [head + " " + scalar(value, rng) + remark(rng)]


def item(node: Node, depth: int, rng: Random) -> list[str]:
    if isinstance(node.value, dict):
        inner = lines(node.value, depth + 1, rng, "inner")
        return (
            ["  " * depth + "- " + inner[0].lstrip(), *inner[1:]] if not inner[0].lstrip().startswith("#") else ["  " * depth + "-", *inner]
        )
    if isinstance(node.value, tuple):
        return ["  " * depth + "- [" + ", ".join(scalar(each.value, rng) for each in node.value) + "]"]
    return ["  " * depth + "- " + scalar(node.value, rng)]


def remark(rng: Random) -> str:
    return "  # so it is" if rng.random() < 0.1 else ""


def scalar(value: Any, rng: Random) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if "'" not in value and "\n" not in value and rng.random() < 0.5:
        return f"'{value}'"
    return json.dumps(value, ensure_ascii=False)
