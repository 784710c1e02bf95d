"""What was compiled by other code is not taken from the cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.rules import build


@pytest.mark.parametrize("changed", ["rules/build.py", "language/checks/names.py"])
def test_any_changed_module_of_the_compiler_makes_another_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str) -> None:
    for name in ("rules/build.py", "language/checks/names.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("before = 1\n", encoding="utf-8")
    monkeypatch.setattr(build, "__file__", str(tmp_path / "rules/build.py"))
    before = build._code_stamp()
    assert build._code_stamp() == before
    (tmp_path / changed).write_text("after = 1\n", encoding="utf-8")
    assert build._code_stamp() != before
