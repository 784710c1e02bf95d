"""Case files read: cases as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.layers import Resolved, case_files
from interpreter.source.shape import cases as case_nodes
from interpreter.source.tree import Node, texts
from interpreter.source.yaml import load_yaml


@dataclass(frozen=True, slots=True)
class Case:
    """One case as written."""

    id: str
    file: str
    line: int
    cites: tuple[str, ...]
    node: Node


def read_cases(resolved: Resolved, files: Sequence[Path] = ()) -> tuple[list[Case], list[Diagnostic]]:
    """All cases of some files, or of a ruleset and what it builds on where none are named; and what is wrong with the files."""
    return cases_in(files or case_files(resolved))


def cases_in(files: Iterable[Path]) -> tuple[list[Case], list[Diagnostic]]:
    """The cases of some files, and what is wrong with them."""
    result: list[Case] = []
    found: list[Diagnostic] = []
    for file in files:
        root, problems = load_yaml(file)
        found += problems
        if root is None:
            continue
        nodes, problems = case_nodes(root)
        found += problems
        for name, node in nodes.items():
            cites = node.value.get("cites") if isinstance(node.value, dict) else None
            place = root.key_place(name)
            result.append(Case(name, place.file, place.line, tuple(str(n.value) for n in texts(cites)) if cites else (), node))
    return result, found


def with_overlays(case: Case) -> tuple[str, ...]:
    """The overlays that a case is played with."""
    record = case.node.value if isinstance(case.node.value, dict) else {}
    return tuple(str(n.value) for n in texts(record["with"])) if "with" in record else ()


def asked_for(case: Case, word: str) -> bool:
    """Whether a case is among those that somebody named by a word of its id, or by a statement."""
    return word in case.id or word in case.cites
