"""Checks in the background come one after the other, soon after the last change, and survive a fault."""

from __future__ import annotations

import queue
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from interpreter.editor.background import Background
from interpreter.editor.project import Project, Target
from interpreter.source.diagnostics import Diagnostics
from tests.editor.client import PATIENCE


class Counting(Project):
    """A project that counts instead of reading."""

    def __init__(self) -> None:
        super().__init__()
        self.checked: list[Target] = []

    def check(self, target: Target, options: Mapping[str, Any] | None = None) -> Diagnostics:
        self.checked.append(target)
        if target.home.name == "bad":
            raise ZeroDivisionError("a bug")
        self.readings[target] = None  # type: ignore[assignment]
        return ()


def unwanted(problem: Exception) -> None:
    pytest.fail(str(problem))


def test_many_changes_are_one_check() -> None:
    project, told = Counting(), queue.Queue[Target]()
    work = Background(project, lambda target, _: told.put(target), unwanted, wait=0.5)
    a, b = Target(Path("a")), Target(Path("b"))
    work.ask(a)
    assert told.get(timeout=PATIENCE) == a
    for _ in range(20):
        work.ask(a)
    work.ask(b)
    assert told.get(timeout=PATIENCE) == b and told.get(timeout=PATIENCE) == a
    assert project.checked == [a, b, a]
    work.end()
    assert work.thread is not None
    work.thread.join(PATIENCE)
    assert not work.thread.is_alive()


def test_a_fault_is_told_and_work_goes_on() -> None:
    project, told, faults = Counting(), queue.Queue[Target](), queue.Queue[Exception]()
    work = Background(project, lambda target, _: told.put(target), faults.put, wait=0)
    work.ask(Target(Path("bad")))
    assert isinstance(faults.get(timeout=PATIENCE), ZeroDivisionError)
    work.ask(Target(Path("good")))
    assert told.get(timeout=PATIENCE).home.name == "good"
    work.end()
