"""A way to run commands in this process, and a saved game."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import PONDS, Result, Run
from typer.testing import CliRunner

from interpreter.cli.app import app


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBOOK_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.delenv("WARBOOK_DEBUG", raising=False)


@pytest.fixture
def run() -> Run:
    """Runs a command in this process; a traceback fails the test."""

    def command(*words: object, typed: str | None = None) -> Result:
        result = CliRunner().invoke(app, [str(w) for w in words], input=typed)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        return Result(result.exit_code, result.stdout, result.stderr)

    return command


@pytest.fixture
def saved(run: Run, tmp_path: Path) -> Path:
    """A game in its third round, at a question to a power."""
    file = tmp_path / "game.json"
    assert run("play", PONDS, "--rounds", 2, "--player", "random", "--seed", 4, "--save", file).status == 0
    assert run("answer", file, "roll").status == 0
    return file
