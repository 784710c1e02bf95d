"""`warbook play` and `warbook resume`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import STOPPED, Mistake, say
from interpreter.cli.options import pairs

if TYPE_CHECKING:
    from interpreter.cli.playing import Table
    from interpreter.machine.game import Game


def play(
    ruleset: o.Ruleset,
    seed: o.Seed = None,
    rounds: o.Rounds = None,
    asks: o.Asks = None,
    player: o.Player = None,
    save: o.Save = None,
    answers: o.Answers = None,
    stop_after_answers: o.StopAfter = False,
    overlay: o.With = None,
    option: o.Option = None,
    scenario: o.Scenario = None,
    low_luck: o.LowLuck = False,
    board: o.Board = True,
    viewer: o.For = None,
    json: o.Json = False,
) -> None:
    """Play a game."""
    from interpreter.cli.loading import rules as load
    from interpreter.cli.loading import scenario as known
    from interpreter.machine.game import start

    rules = load(ruleset, overlay, option)
    game = start(rules, known(rules, scenario), 0 if seed is None else seed)
    finish(seat(game, player, answers, rounds, asks, stop_after_answers, low_luck), save, board, json, viewer)


def resume(
    file: o.File,
    seed: o.Seed = None,
    rounds: o.Rounds = None,
    asks: o.Asks = None,
    player: o.Player = None,
    save: o.Save = None,
    answers: o.Answers = None,
    stop_after_answers: o.StopAfter = False,
    overlay: o.With = None,
    option: o.Option = None,
    scenario: o.Scenario = None,
    low_luck: o.LowLuck = False,
    board: o.Board = True,
    viewer: o.For = None,
    json: o.Json = False,
) -> None:
    """Go on with a saved game and its players; where a person plays, it is saved in the same file if no other is named.

    Rounds count from the one that it is in; a new seed changes the dice to come.
    """
    from dataclasses import replace

    from interpreter.cli.loading import game as load
    from interpreter.machine.save import players_of

    game = load(file)
    same_rules(game, overlay, option, scenario)
    if seed is not None:
        game = replace(game, seed=seed)
    table = seat(game, player, answers, rounds, asks, stop_after_answers, low_luck, players_of(file))
    finish(table, file if save is None and table.watched else save, board, json, viewer)


def same_rules(game: Game, overlays: list[str] | None, option: list[str] | None, scenario: str | None) -> None:
    """Raises Mistake where other rules are asked for than those that a game began with."""
    _, laid, chosen = game.rules.source
    wanted = pairs(option, "--option")
    if overlays is not None and [str(x) for x in overlays] != [str(x) for x in laid]:
        raise Mistake(f"This game is played with the overlays: {', '.join(map(str, laid)) or 'none'}. They can't change in mid-game.")
    if any(str(chosen.get(name)) != value for name, value in wanted.items()):
        listed = ", ".join(f"{k}={v}" for k, v in chosen.items()) or "none but the usual ones"
        raise Mistake(f"This game is played with the options: {listed}. They can't change in mid-game.")
    if scenario is not None and scenario != game.scenario:
        raise Mistake(f"This game began with the scenario {game.scenario}.")


def seat(
    game: Game, player: list[str] | None, answers: Path | None, rounds: int | None, asks: int | None, script_only: bool, little: bool,
    before: Mapping[str, str] | None = None,
) -> Table:  # fmt: skip
    """A game with its players (as they were `before` where `player` says nothing), script and limits."""
    from interpreter.cli.playing import Table, limits
    from interpreter.cli.scripts import read_script
    from interpreter.cli.seats import kinds, seats
    from interpreter.players.chance import low_luck, roll

    chosen = kinds(game.rules, player, before)
    person = "human" in chosen.values()
    script = read_script(answers) if answers is not None else []
    dice = low_luck if little else roll
    return Table(
        game,
        seats(chosen),
        script,
        limits(game, rounds, asks, person, script_only),
        dice,
        watched=person,
        players=chosen,
    )


def finish(table: Table, save: Path | None, board: bool, json: bool, viewer: str | None = None) -> None:
    """Plays, saves, and tells how the game stands (to a viewer); what was played is saved when play is interrupted, too."""
    from interpreter.cli.loading import keep
    from interpreter.cli.loading import viewer as known
    from interpreter.cli.screen import progress, write_json
    from interpreter.cli.summary import game_data, show_game
    from interpreter.machine.faults import Fault
    from interpreter.players.human import Quit

    if save is not None and not save.resolve().parent.is_dir():
        raise Mistake(f"There is no folder {save.resolve().parent} to save in.")
    viewer = known(table.game.rules, viewer)
    if json and table.watched:
        raise Mistake("A person can't play with --json: what they read would stand between it.", 2)
    status = 0
    try:
        with progress(table.game.rules.title, not table.watched) as table.progress:
            table.play()
    except Quit:
        pass
    except KeyboardInterrupt:
        say("Stopped.")
        status = STOPPED
    except Fault:
        if save is not None:
            keep(table.game, save, table.players)
            say(f"The game up to here is saved in {save}.")
        raise
    if save is not None:
        keep(table.game, save, table.players)
    if json:
        write_json(game_data(table.game, viewer))
    else:
        show_game(table.game, board, viewer or table.reader())
        if save is not None:
            say(f"Saved in {save}.")
    if status:
        raise typer.Exit(status)
