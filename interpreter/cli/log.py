"""`warbook log`: what happened, each line with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.cli import options as o

if TYPE_CHECKING:
    from interpreter.machine.game import Event, Game

Round = Annotated[int | None, typer.Option("--round", metavar="N", help="Only this round.")]
Power = Annotated[
    str | None, typer.Option("--power", metavar="P", help="Only announcements that speak of this power, or come from its answers.")
]
Given = Annotated[bool, typer.Option("--answers", help="List the answers instead, one a line, as `play --answers` reads them.")]


def log(file: o.File, round: Round = None, power: Power = None, answers: Given = False, viewer: o.For = None, json: o.Json = False) -> None:
    """Tell what happened in a game."""
    from interpreter.cli.loading import game as load
    from interpreter.cli.loading import viewer as known
    from interpreter.cli.screen import write, write_json
    from interpreter.cli.summary import by_rule, event_data

    game = load(file)
    known(game.rules, power)
    if answers:
        listed = given_answers(game, power, known(game.rules, viewer))
        if json:
            write_json(listed)
        else:
            for line in listed:
                write(line)
        return
    events = chosen(game, round, power, known(game.rules, viewer))
    if json:
        write_json({"events": [{**event_data(game, e), "round": number} for e, number in events]})
        return
    for event, _ in events:
        found = event_data(game, event)
        write(f"{event.number:5}  {found['text']}   [{by_rule(event.rule, found['cites'])}]")


def chosen(game: Game, round: int | None, power: str | None, viewer: str | None = None) -> list[tuple[Event, int | None]]:
    """The announcements asked for that a viewer was told (None: all), each with its round; the game is played again where only that tells."""
    from interpreter.machine.wording import heard

    if round is None and power is None:
        return [(event, None) for event in heard(game, (e for past in game.history() for e in past.events), viewer)]
    found: list[tuple[Event, int | None]] = []
    for actor, events, rounds in replayed(game):
        for event, number in zip(events, rounds, strict=True):
            if (round is None or number == round) and (power is None or power == actor or power in event.values):
                found.append((event, number))
    shown = {id(event) for event in heard(game, (event for event, _ in found), viewer)}
    return [each for each in found if id(each[0]) in shown]


def replayed(game: Game) -> list[tuple[str, tuple[Event, ...], list[int | None]]]:
    """For each step of a game: who answered, what was announced, and in which round each announcement fell."""
    from interpreter.analysis.replay import positions
    from interpreter.cli.screen import progress

    found: list[tuple[str, tuple[Event, ...], list[int | None]]] = []
    attribute = game.rules.program.attributes.get("game", {}).get("round")
    with progress("replaying") as tell:
        actor = ""
        for now, _ in positions(game, tell, trace=True):
            worlds = [entry[5] for entry in now.trace if entry[1] == "event"]
            found.append((actor, now.events, [w.g[attribute.index] if attribute is not None else None for w in worlds]))
            actor = now.ask.actor if now.ask is not None else ""
    return found


def given_answers(game: Game, power: str | None, viewer: str | None = None) -> list[str]:
    """The answers of a game in words; with a viewer, its own."""
    from interpreter.analysis.replay import positions
    from interpreter.cli.screen import progress
    from interpreter.machine.wording import written

    with progress("replaying") as tell:
        return [
            written(now, answer)
            for now, answer in positions(game, tell)
            if answer is not None and all(each is None or (now.ask is not None and now.ask.actor == each) for each in (power, viewer))
        ]
