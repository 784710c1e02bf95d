"""Imports run downwards only: cli → editor → analysis, exchange → players → machine → state → rules → language → source.

Imports inside functions and under TYPE_CHECKING count too: a room that needs a higher one at any time is in the wrong place.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FLOORS = (("source",), ("language",), ("rules",), ("state",), ("machine",), ("players",), ("analysis", "exchange"), ("editor",), ("cli",))
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}

# (importing room, imported module): why it may.
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("rules", "interpreter"): "the version of the package is part of the key of the cache",
    ("cli", "interpreter"): "the version of the package is told to users",
    ("cli", "interpreter.api"): "the command is written with the names that users have",
}

MODULES = sorted((ROOT / "interpreter").rglob("*.py"))


def name_of(path: Path, root: Path = ROOT) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imported(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Line and name of every module of the package that a source imports, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, a.name) for a in node.names if a.name.split(".")[0] == "interpreter")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: imports name their module in full"
            if node.module and node.module.split(".")[0] == "interpreter":
                yield node.lineno, node.module
                yield from (
                    (node.lineno, f"{node.module}.{a.name}") for a in node.names if node.module == "interpreter" and a.name in FLOOR
                )


def room_of(module: str) -> str:
    """The room that a module stands in; empty for `interpreter` itself and its `api`, which are above all."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in FLOOR else ""


def upward(module: str, source: str) -> list[str]:
    """The imports of a module that do not run downwards, as messages."""
    here = room_of(module)
    found = []
    for line, target in imported(module, source):
        there = room_of(target)
        fine = not here or here == there or (there and FLOOR[there] < FLOOR[here]) or (here, target) in EXCEPTIONS
        if not fine:
            found.append(f"{module}:{line}: `{here}` imports {target}, which is {there or 'above all rooms'}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_run_downwards(path: Path) -> None:
    assert upward(name_of(path), path.read_text(encoding="utf-8")) == []


def test_every_room_is_known_and_says_what_it_is_for() -> None:
    rooms = {p.name for p in (ROOT / "interpreter").iterdir() if p.is_dir() and any(p.glob("*.py"))}
    assert rooms <= set(FLOOR), "a new room needs its floor"
    for room in sorted(rooms):
        text = ast.get_docstring(ast.parse((ROOT / "interpreter" / room / "__init__.py").read_text(encoding="utf-8")))
        assert text and len(text) > 60, f"interpreter/{room}/__init__.py says in a paragraph what the room is for"


def test_exceptions_are_needed() -> None:
    used = {(room_of(name_of(p)), target) for p in MODULES for _, target in imported(name_of(p), p.read_text(encoding="utf-8"))}
    assert set(EXCEPTIONS) <= used


@pytest.mark.parametrize(
    "source",
    [
        "from interpreter.machine.game import step",
        "def f():\n    import interpreter.players.greedy",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from interpreter.state.world import World",
        "from interpreter.api import load",
        "from interpreter import machine",
    ],
)
def test_a_planted_import_is_found(source: str) -> None:
    assert upward("interpreter.rules.planted", source)


def test_downward_imports_are_fine() -> None:
    assert upward("interpreter.machine.planted", "from interpreter.rules.build import load\nimport interpreter.source.tree") == []
    assert upward("interpreter.api", "from interpreter.cli import app") == []


def test_the_world_is_written_through_its_methods_only() -> None:
    """No module but `state.world` (and what builds a world from data) assigns into its tables."""
    allowed = {
        "interpreter.state.world",
        "interpreter.state.position",
        "interpreter.state.opening",
    }
    tables = {"u", "t", "g", "at", "aboard"}
    found = []
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
            for target in targets:
                inner = target.value if isinstance(target, ast.Subscript) else target
                if (
                    isinstance(inner, ast.Attribute)
                    and inner.attr in tables
                    and isinstance(inner.value, ast.Name)
                    and "world" in inner.value.id.lower()
                ):
                    found.append(f"{name_of(path)}:{node.lineno}")
    assert [f for f in found if f.split(":")[0] not in allowed] == []
