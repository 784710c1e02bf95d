"""`lsp` where the package that it needs is not there."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from commands import Run


def test_a_clear_message_where_pygls_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "interpreter.editor.server", raising=False)
    result = run("lsp")
    assert result.status == 1 and "pip install 'warbook[editor]'" in result.err and not result.out


def test_help_does_not_need_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    assert "language server" in run("lsp", "--help").out


def test_the_folder_of_the_schemas(run: Run) -> None:
    folder = Path(run("lsp", "--schemas").out.strip())
    assert {"ruleset.schema.json", "overlay.schema.json", "cases.schema.json"} <= {p.name for p in folder.iterdir()}


def test_what_the_page_for_authors_says_to_editors_is_json() -> None:
    page = (Path(__file__).parents[2] / "rulesets" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(blocks) >= 2
    settings = [json.loads(block) for block in blocks]
    folder = Path(__file__).parents[2] / "schemas"
    named = {Path(name).name for each in settings for name in each.get("yaml.schemas", {})}
    assert named == {p.name for p in folder.glob("*.json")}
