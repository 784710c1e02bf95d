"""`warbook new`: a commented first file that passes `check` as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import USAGE, Mistake, missing

Kind = Annotated[str, typer.Argument(metavar="KIND", help="house-rule, scenario, ruleset or case; some rulesets have more, such as army.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Its id: small letters, digits, - and _.")]
For = Annotated[str | None, typer.Option("--for", metavar="RULESET", help="The ruleset that it is for, or builds on.")]


def new(kind: Kind, name: Name, ruleset: For = None, json: o.Json = False) -> None:
    """Write a commented first file (for a ruleset: a folder) into the current folder."""
    from interpreter.cli.screen import wrote
    from interpreter.editor.templates import NoTemplate, begin, kinds

    if kind not in (known := kinds()):
        raise missing("template", kind, known, USAGE)
    try:
        begun = begin(kind, name, ruleset)
    except NoTemplate as problem:
        raise Mistake(str(problem)) from None
    if begun.path.exists():
        raise Mistake(f"`{begun.path}` is there already; nothing was written.")
    for path, text in begun.files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    chosen = f" It is for {begun.chosen}; --for RULESET names another." if begun.chosen else ""
    lines = [*(f"wrote {path}" for path in begun.files), f"Its first lines tell how to go on.{chosen}"]
    wrote("\n".join(lines), begun.files, json)
