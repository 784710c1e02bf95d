"""`warbook new`: a commented first file that passes `check` as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import USAGE, Mistake, missing

if TYPE_CHECKING:
    from interpreter.editor.templates import Begun

Kind = Annotated[str, typer.Argument(metavar="KIND", help="house-rule, scenario, ruleset or case; some rulesets have more, such as army.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Its id: small letters, digits, - and _.")]
From = Annotated[Path | None, typer.Option("--from", metavar="SAVE", help="Of a case: the saved game whose position it has.")]
For = Annotated[str | None, typer.Option("--for", metavar="RULESET", help="The ruleset that it is for, or builds on.")]


def new(kind: Kind, name: Name, ruleset: For = None, save: From = None, json: o.Json = False) -> None:
    """Write a commented first file (for a ruleset: a folder) into the current folder."""
    from interpreter.cli.screen import wrote
    from interpreter.editor.templates import NoTemplate, begin, kinds

    if kind not in (known := kinds()):
        raise missing("template", kind, known, USAGE)
    try:
        begun = of_a_save(kind, name, ruleset, save) if save is not None else begin(kind, name, ruleset)
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


def of_a_save(kind: str, name: str, ruleset: str | None, save: Path) -> Begun:
    """A case with the position of a saved game. Raises Mistake for other kinds and other rulesets, NoTemplate for a wrong name."""
    from interpreter.cli import loading
    from interpreter.editor.templates import Begun, named
    from interpreter.exchange.setups.case import case_text

    if kind != "case":
        raise Mistake("Only a case is written from a saved game.", USAGE)
    game = loading.game(save)
    if ruleset is not None and not loading.is_of(game, ruleset):
        raise Mistake(f"{save} is a game of {game.rules.id}, not of {ruleset}.")
    target = Path(f"{named(name)}.yaml")
    return Begun(target, {target: case_text(game, name, str(target))})
