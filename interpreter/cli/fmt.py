"""`warbook fmt`: tidies YAML files of rulesets; what they say stays as it is."""

from __future__ import annotations

import os
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import WRONG, Mistake, say

Files = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILE]...", help="Files or folders; all .yaml files of the current folder if left out.")
]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; tell which files would change, with status 1.")]

CHANGES = {True: "would change", False: "tidied"}
"""What is said of a file that is not as it should be, with `--check` and without."""


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a file: `tidied`, `would change`, `same`, or `left` as it is, and then why."""

    file: str
    state: str
    reason: str = ""
    line: int | None = None


def fmt(files: Files = None, check: Check = False, json: o.Json = False) -> None:
    """Tidy YAML files: indentation, blanks, empty lines. Comments stay, and so does all that is said."""
    from interpreter.cli.screen import write, write_json

    done: list[Done] = []
    for path in found(files or [Path()]):
        done.append(tidied(path, check))
        if not json:
            tell(done[-1])
    bad = any(each.state == "left" or (check and each.state == CHANGES[check]) for each in done)
    if json:
        write_json({"ok": not bad, "files": [{k: v for k, v in asdict(each).items() if v not in ("", None)} for each in done]})
    else:
        write(summary(done, CHANGES[check]))
    if bad:
        raise typer.Exit(WRONG)


def tidied(path: Path, check: bool) -> Done:
    """Tidies a file, or finds out whether it would be changed."""
    from interpreter.analysis.definitions import near
    from interpreter.editor.formatting import formatted

    before, name = content(path), near(str(path))
    result = formatted(before, str(path))
    if result.reason:
        where = result.found[0] if result.found else None
        return Done(name, "left", f"{result.reason}: {where.message}" if where else result.reason, where.line if where else None)
    if result.text == before:
        return Done(name, "same")
    if not check:
        replace(path, result.text)
    return Done(name, CHANGES[check])


def tell(done: Done) -> None:
    """Says what became of a file, if anything did."""
    from interpreter.cli.screen import write

    if done.state == "left":
        say(f"{done.file}{f':{done.line}' if done.line else ''} is left as it is: {done.reason}")
    elif done.state != "same":
        write(f"{done.file}: {done.state}")


def summary(done: list[Done], change: str) -> str:
    """How many files there are, and what became of them."""
    changed, left = (sum(each.state == state for each in done) for state in (change, "left"))
    parts = [f"{changed or 'nothing'} {change}"] + ([f"{left} left as {'it is' if left == 1 else 'they are'}"] if left else [])
    return f"{len(done)} file{'' if len(done) == 1 else 's'}: {', '.join(parts)}"


def found(given: list[Path]) -> list[Path]:
    """The files that are meant, those of folders in order. Raises Mistake for what is not there."""
    result: dict[Path, None] = {}
    for path in given:
        if path.is_dir():
            result.update(dict.fromkeys(sorted(path.rglob("*.yaml"))))
        elif path.is_file():
            result[path] = None
        else:
            raise Mistake(f"There is no file `{path}`.")
    return list(result)


def content(path: Path) -> str:
    """The text of a file. Raises Mistake where it is none."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise Mistake(f"{path} is not UTF-8; save it as UTF-8 first.") from None


def replace(path: Path, text: str) -> None:
    """Writes a file anew in one step, with the rights that it had: whoever reads it finds the old text or the new one."""
    real = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(temporary, real.stat().st_mode & 0o7777)
        os.replace(temporary, real)
    except BaseException:
        os.unlink(temporary)
        raise
