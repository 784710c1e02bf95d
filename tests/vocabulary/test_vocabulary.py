"""The interpreter, its grammar and its schemas know no word of a game; and the search for such words works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("vocabulary.py")


def search(root: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(SCRIPT), str(root)], capture_output=True, text=True, check=False)


def test_no_word_of_a_game_stands_in_the_interpreter() -> None:
    found = search(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("file", "text", "word"),
    [
        ("interpreter/a.py", "def buy_infantry() -> None: ...\n", "infantry"),
        ("interpreter/deep/b.py", 'KINDS = {"aircraftCarrier": 1}\n', "aircraft carrier"),
        ("interpreter/c.py", 'def f() -> str:\n    return f"the {1} bomber"\n', "bomber"),
        ("grammar/rules.lark", 'raid: "convoy" NAME\n', "convoy"),
        ("schemas/x.schema.json", '{"cruiser": {}}\n', "cruiser"),
    ],
)
def test_a_planted_word_is_found(tmp_path: Path, file: str, text: str, word: str) -> None:
    for name, content in (("interpreter/clean.py", "LIMIT = 1\n"), (file, text)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    found = search(tmp_path)
    assert found.returncode == 1
    assert f"{file}:" in found.stdout
    assert word in found.stdout


def test_docstrings_and_comments_may_give_examples(tmp_path: Path) -> None:
    path = tmp_path / "interpreter" / "a.py"
    path.parent.mkdir()
    path.write_text('"""Moves, say, infantry."""\n\nLIMIT = 1  # as for a bomber\n', encoding="utf-8")
    assert search(tmp_path).returncode == 0
