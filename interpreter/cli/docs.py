"""`warbook docs`: the rulebook of a ruleset as web pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import Mistake

if TYPE_CHECKING:
    from interpreter.rules.ruleset import Ruleset

Out = Annotated[Path, typer.Option("-o", "--output", metavar="FOLDER", help="The folder that the pages are written into.")]


def docs(ruleset: o.Ruleset, output: Out, overlay: o.With = None, option: o.Option = None, json: o.Json = False) -> None:
    """Write the rulebook of a ruleset as linked web pages: statements, definitions, tables, worked examples."""
    from interpreter.cli.screen import wrote
    from interpreter.editor.pages.book import book
    from interpreter.editor.pages.site import board, site
    from interpreter.editor.pages.site import write as write_pages

    if output.exists() and not output.is_dir():
        raise Mistake(f"{output} is a file; name a folder.")
    found = book(ruleset, tuple(overlay or ()))
    rules = playable(ruleset, overlay, option)
    files = site(found, board(rules) if rules is not None else None)
    try:
        write_pages(files, output)
    except OSError as error:
        raise Mistake(f"{output} can't be written: {error.strerror or error}.") from error
    wrote(f"{len(files)} files in {output}; begin with {output / 'index.html'}", (output / each for each in files), json)


def playable(ruleset: str, overlay: list[str] | None, option: list[str] | None) -> Ruleset | None:
    """The ruleset to be played; None for a library. Raises RulesetError where it has errors."""
    from interpreter.cli import loading

    return None if loading.is_library(ruleset) else loading.rules(ruleset, overlay, option)
