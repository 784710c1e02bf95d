"""Pages for people that are run as they stand: files that they show are written, commands that they show are given.

- A block behind a line that names a file last and ends with a colon ("This is `name.yaml`:") is that file.
- A block without a language that begins with `$ ` holds commands, each with what it prints. A line `…` stands for lines that are
  left out. Files of the installation are `rulesets/…`, wherever they lie; how long a ruler of a table is does not count.
- A block of Python is run.
"""

from __future__ import annotations

import contextlib
import difflib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from commands import Run

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


def walk(page: str, run: Run) -> tuple[list[str], int]:
    """Follows a page in the current folder: what is not as it says, and how many commands it has given."""
    wrong: list[str] = []
    given = 0
    for block in blocks(page):
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            exec(block.text, {})
        elif block.text.startswith("$ "):
            for line, words, wanted in commands(block):
                given += 1
                printed = output(words, run)
                if not fits(wanted, printed):
                    diff = "\n".join(difflib.unified_diff(wanted, printed, "the page", "the program", lineterm="", n=2))
                    wrong.append(f"line {line}: $ {words}\n{diff}")
    return wrong, given


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
