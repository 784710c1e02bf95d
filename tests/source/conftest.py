"""What the tests of this room share: files from texts, and diagnostics expected by a comment on the line at fault."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from interpreter.source import Diagnostic

EXPECTED = re.compile(r"# E: ([a-z0-9 -]+?)\s*$")


@pytest.fixture
def put(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Writes texts (dedented) to files below a fresh folder, and returns the folder."""

    def write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text), encoding="utf-8")
        return tmp_path

    return write


def expected(file: str, text: str) -> set[tuple[str, int, str]]:
    """The (file name, line, code) that `# E: code` comments ask for."""
    found: set[tuple[str, int, str]] = set()
    for number, line in enumerate(text.split("\n"), 1):
        match = EXPECTED.search(line)
        found |= {(file, number, code) for code in match[1].split()} if match else set()
    return found


def seen(found: Iterable[Diagnostic]) -> set[tuple[str, int, str]]:
    """Diagnostics as (file name, line, code)."""
    return {(Path(each.file).name, each.line, each.code) for each in found}
