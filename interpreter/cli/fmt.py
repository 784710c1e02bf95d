"""`warbook fmt`: tidies YAML files of rulesets; what they say stays as it is."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from interpreter.cli.faults import WRONG, Mistake, say

Files = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILE]...", help="Files or folders; all .yaml files of the current folder if left out.")
]
Check = Annotated[bool, typer.Option("--check", help="Write nothing; tell which files would change, with status 1.")]


def fmt(files: Files = None, check: Check = False) -> None:
    """Tidy YAML files: indentation, blanks, empty lines. Comments stay, and so does all that is said."""
    from interpreter.analysis.definitions import near
    from interpreter.cli.screen import write
    from interpreter.editor.formatting import formatted

    changed = left = 0
    paths = found(files or [Path()])
    for path in paths:
        before = content(path)
        result = formatted(before, str(path))
        if result.reason:
            left += 1
            where = f":{result.found[0].line}: {result.found[0].message}" if result.found else ""
            say(f"{near(str(path))} is left as it is: {result.reason}{where}")
        elif result.text != before:
            changed += 1
            write(f"{near(str(path))}: {'would change' if check else 'tidied'}")
            if not check:
                replace(path, result.text)
    write(f"{len(paths)} files: {changed} {'would change' if check else 'tidied'}, {left} left as they are")
    if left or (check and changed):
        raise typer.Exit(WRONG)


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
