"""The command as a process of its own: exit statuses, streams, pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from commands import PONDS

COMMAND = [sys.executable, "-m", "interpreter.cli"]
ROOT = Path(__file__).parents[2]


def process(*words: object, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run([*COMMAND, *map(str, words)], input=typed, capture_output=True, text=True, env=env, timeout=60, check=False)


def test_help_and_version_come_at_once() -> None:
    begun = time.perf_counter()
    result = process("--help")
    assert result.returncode == 0 and "why-not" in result.stdout
    assert time.perf_counter() - begun < 5
    assert process("--version").stdout.startswith("warbook ")


def test_help_imports_nothing_heavy() -> None:
    heavy = ("lark", "networkx", "numpy", "rich.console", "interpreter.machine")
    code = f"import sys; import interpreter.cli.app; print([m for m in {heavy} if m in sys.modules])"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    assert result.stdout.strip() == "[]"


def test_json_alone_on_standard_output() -> None:
    result = process("play", PONDS, "--rounds", 1, "--json")
    assert result.returncode == 0
    assert json.loads(result.stdout)["ruleset"] == "ponds" and result.stderr == ""


def test_no_colours_in_pipes_and_the_same_text_at_any_width() -> None:
    narrow, wide = (process("show", PONDS, "unit_types", COLUMNS=columns).stdout for columns in ("40", "200"))
    assert narrow == wide and "\x1b" not in narrow


def test_statuses_and_streams_of_mistakes() -> None:
    for words, status in ((("play", "nothing_here"), 1), (("play",), 2), (("nothing_here",), 2)):
        result = process(*words)
        assert result.returncode == status and result.stdout == "" and result.stderr
        assert "Traceback" not in result.stderr


def test_a_reader_that_goes_away() -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    line = f"{sys.executable} -m interpreter.cli show {PONDS} procedures play_game --json | head -c 1; exit ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env, check=False)
    assert "Traceback" not in result.stderr and "BrokenPipe" not in result.stderr


def test_an_encoding_that_cannot_say_everything() -> None:
    result = process("show", PONDS, PYTHONIOENCODING="ascii")
    assert result.returncode == 0 and "Three Ponds" in result.stdout


def test_a_person_in_a_pipe() -> None:
    result = process("play", PONDS, "--player", "green=human", typed="help\n1\nquit\n")
    assert result.returncode == 0 and "green> " in result.stdout and "why-not ANSWER" in result.stdout
