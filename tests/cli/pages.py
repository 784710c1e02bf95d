"""Pages for people that are run as they stand: files that they show are written, commands that they show are given.

- A block behind a line that names a file last and ends with a colon ("This is `name.yaml`:") is that file.
- A block without a language that begins with `$ ` holds commands, each with what it prints. A line `…` stands for lines that are
  left out. Files of the installation are `rulesets/…`, wherever they lie; how long a ruler of a table is does not count.
- A block of Python is run.

`PYTHONPATH=. python tests/cli/pages.py rulesets/README.md` writes a page anew with what the program prints now.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from commands import Result, Run

from interpreter.source.paths import shipped

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"`([\w.-]+\.(?:yaml|txt|csv))`[^`\n]*:\s*\Z")
ELIDED = "…"


@dataclass(frozen=True)
class Block:
    """One block of a page: the line on which it begins, its language, its text, and the file that it is."""

    line: int
    language: str
    text: str
    file: str


@dataclass(frozen=True)
class Given:
    """A command of a page: its line, its words, what it is to print and what it prints."""

    line: int
    words: str
    wanted: list[str]
    printed: list[str]

    @property
    def wrong(self) -> str:
        """What is not as the page says; empty if nothing."""
        if fits(self.wanted, self.printed):
            return ""
        lines = difflib.unified_diff(self.wanted, self.printed, "the page", "the program", lineterm="", n=2)
        return "\n".join((f"line {self.line}: $ {self.words}", *lines))


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for found in BLOCK.finditer(page):
        named = FILE.search(page[: found.start()])
        yield Block(page.count("\n", 0, found.start()) + 1, found[1], found[2], named[1] if named else "")


def commands(block: Block) -> Iterator[tuple[int, str, list[str]]]:
    """The commands of a block: line, words, and the lines that are to be printed."""
    current: tuple[int, str, list[str]] | None = None
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            if current:
                yield current
            current = number, line[2:], []
        elif current:
            current[2].append(line.rstrip())
    if current:
        yield current


def walk(page: str, run: Run) -> Iterator[Given]:
    """Follows a page in the current folder: each command with what it prints."""
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            exec(block.text, {})
        elif block.text.startswith("$ "):
            for line, words, wanted in commands(block):
                yield Given(line, words, wanted, output(words, run))


def renewed(page: str, run: Run) -> str:
    """The page with what its commands print now; of lines that were left out as many as before."""
    lines = page.splitlines()
    for given in reversed(list(walk(page, run))):
        if given.wrong:
            lines[given.line : given.line + len(given.wanted)] = shortened(given.wanted, given.printed)
    return "\n".join(lines) + "\n"


def shortened(wanted: list[str], printed: list[str]) -> list[str]:
    """Printed lines without those that a page leaves out: of its lines those that are most like them stay."""
    if not any(line.strip() == ELIDED for line in wanted):
        return printed
    kept: list[int] = []
    for line in trimmed(wanted):
        start = kept[-1] + 1 if kept else 0
        near = difflib.get_close_matches(line, printed[start:], n=1, cutoff=0.7) if line.strip() != ELIDED else []
        kept += [printed.index(near[0], start)] if near else []
    gaps = zip([-1, *kept], [*kept, len(printed)], strict=True)
    parts = [([ELIDED] if after - before > 1 else []) + printed[after : after + 1] for before, after in gaps]
    return [line for part in parts for line in part]


def output(words: str, run: Run) -> list[str]:
    """What a command prints, as a page shows it; `cat` and `python` are all that there is besides our own."""
    name, *rest = shlex.split(words)
    if name == "cat":
        return Path(rest[0]).read_text(encoding="utf-8").splitlines()
    if name == "python":
        with contextlib.redirect_stdout(io.StringIO()) as told:
            exec(Path(rest[0]).read_text(encoding="utf-8"), {})
        return shown(told.getvalue())
    assert name == "warbook", f"a page can't run `{name}`"
    result = run(*rest)
    return shown(result.out + result.err)


def shown(text: str) -> list[str]:
    """Printed text in lines, with the folder of the shipped rulesets as `rulesets`."""
    text = text.replace(f"{shipped('rulesets')}/", "rulesets/")
    return [line.rstrip() for line in text.rstrip().splitlines()]


def fits(wanted: list[str], printed: list[str]) -> bool:
    """Whether printed lines are those of a page, in which a line `…` stands for any that are left out."""
    parts: list[list[str]] = [[]]
    for line in map(even, trimmed(wanted)):
        if line.strip() == ELIDED:
            parts.append([])
        else:
            parts[-1].append(line)
    lines = list(map(even, printed))
    if len(parts) == 1:
        return lines == parts[0]
    head, *middle, tail = parts
    if lines[: len(head)] != head or (tail and lines[-len(tail) :] != tail):
        return False
    at, end = len(head), len(lines) - len(tail)
    for part in middle:
        at = next((i + len(part) for i in range(at, end - len(part) + 1) if lines[i : i + len(part)] == part), -1)
        if at < 0:
            return False
    return at <= end


def trimmed(lines: list[str]) -> list[str]:
    """Lines without empty ones at the end."""
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def even(line: str) -> str:
    """A line with rulers cut to one length, and one blank for those that fill a column."""
    return re.sub(r"─+", "─", re.sub(r"(?<=\S) {2,}", "  ", line))


if __name__ == "__main__":
    from typer.testing import CliRunner

    from interpreter.cli.app import app

    def in_this_process(*words: object) -> Result:
        result = CliRunner().invoke(app, [str(word) for word in words])
        return Result(result.exit_code, result.stdout, result.stderr)

    for name in map(Path, sys.argv[1:]):
        text = name.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            text = renewed(text, in_this_process)
        name.write_text(text, encoding="utf-8")
