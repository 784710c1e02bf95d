"""`lsp` where the package that it needs is not there."""

from __future__ import annotations

import sys

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
