"""The stamp of the compiler: compiled rulesets are kept under it, so that a changed compiler never meets an old one."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.rules import build

ROOMS = ("source", "language", "rules")


def test_the_stamp_is_made_of_every_module_that_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    monkeypatch.setattr(build, "_contents", lambda files: read.extend(files) or "")
    build._code_stamp()
    root = Path(build.__file__).parents[1]
    modules = {file for room in ROOMS for file in (root / room).rglob("*.py")}
    assert modules == {file for file in read if file.suffix == ".py"}
    assert root / "rules" / "collect" / "actions.py" in modules
    assert [file.name for file in read if file.suffix != ".py"] == ["rules.lark"]
