"""`warbook map`: a position as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import USAGE, Mistake

if TYPE_CHECKING:
    from interpreter.machine.game import Game

RulesetOrNone = Annotated[
    str | None, typer.Argument(metavar="[RULESET]", help="Id of a shipped ruleset, or path of a folder; may be left out with --save.")
]
Saved = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Draw this saved game.")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The SVG file that is written.")]
Edit = Annotated[
    str | None, typer.Option("--edit", metavar="EFFECTS", help="Corrections of the position before it is drawn, in the rule language.")
]


def map_(
    output: Out,
    ruleset: RulesetOrNone = None,
    save: Saved = None,
    edit: Edit = None,
    viewer: o.For = None,
    overlay: o.With = None,
    option: o.Option = None,
    scenario: o.Scenario = None,
    json: o.Json = False,
) -> None:
    """Draw the board: a set-up of a ruleset, or a saved game, as an SVG picture."""
    from interpreter.cli import loading
    from interpreter.cli.screen import wrote
    from interpreter.exchange.board import NoPicture, picture

    game = corrected(position(ruleset, save, overlay, option, scenario), edit)
    try:
        drawn = picture(game, loading.viewer(game.rules, viewer))
    except NoPicture as error:
        raise Mistake(str(error)) from error
    try:
        output.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{output} can't be written: {error.strerror or error}.") from error
    wrote(f"Drawn in {output}.", [output], json)


def position(ruleset: str | None, save: Path | None, overlay: list[str] | None, option: list[str] | None, scenario: str | None) -> Game:
    """The game that is drawn: a saved one, or a set-up. Raises Mistake where none is named, or a saved one is of other rules."""
    from interpreter.cli import loading
    from interpreter.cli.play import same_rules
    from interpreter.machine.game import start

    if save is not None:
        game = loading.game(save)
        if ruleset is not None and not loading.is_of(game, ruleset):
            raise Mistake(f"{save} is a game of {game.rules.id}, not of {ruleset}.")
        same_rules(game, overlay, option, scenario)
        return game
    if ruleset is None:
        raise Mistake("Name a ruleset, or a saved game with --save.", USAGE)
    rules = loading.rules(ruleset, overlay, option)
    return start(rules, loading.scenario(rules, scenario))


def corrected(game: Game, edit: str | None) -> Game:
    """The game after a correction by hand. Raises Mistake for one that cannot be made."""
    from interpreter.machine.game import IllegalAnswer, step

    if edit is None:
        return game
    try:
        return step(game, ("edit", edit))
    except IllegalAnswer as error:
        raise Mistake(str(error)) from error
