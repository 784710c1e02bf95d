"""`warbook legal`, `warbook answer` and `warbook why-not`: the pending question of a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import WRONG, Mistake, missing, say

if TYPE_CHECKING:
    from interpreter.machine.game import Game
    from interpreter.machine.options import Refusal
    from interpreter.machine.questions import Answer
    from interpreter.players.views import Choice

QUESTIONS = ("act", "choose", "lose", "roll")
ROLL = ("roll", "dice")
Words = Annotated[str, typer.Argument(metavar="ANSWER", help="An answer as `legal` writes it.")]
Kind = Annotated[
    str | None, typer.Option("--kind", metavar="K", help="Only this action, or this kind of question (act, choose, lose, roll).")
]
Into = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save here; into the same file if left out.")]


def legal(file: o.File, kind: Kind = None, viewer: o.For = None, json: o.Json = False) -> None:
    """Tell what is asked and what may be answered, in words of what the power that is asked knows."""
    from interpreter.cli.loading import game as load
    from interpreter.cli.loading import viewer as known
    from interpreter.cli.screen import write, write_json
    from interpreter.cli.summary import ask_data
    from interpreter.machine.questions import CHANCE
    from interpreter.players.views import dice_lines

    game = load(file)
    others = known(game.rules, viewer) is not None and game.ask is not None and game.ask.actor not in (viewer, CHANCE)
    found = filtered(game, kind) if not others else []
    if json:
        dice = [{"dice": p.dice, "sides": p.sides, "value": p.value} for p in game.ask.pools] if game.ask is not None else []
        words = [c.words for c in found] or ([ROLL[0]] if dice and kind in (None, "roll") else [])
        write_json({"ask": ask_data(game), "count": len(words), "answers": words, "dice": dice})
        return
    write(question(game, viewer))
    if game.ask is not None:
        for line in dice_lines(game.ask):
            write(f"  {line}")
    if others:
        write("What may be answered is shown to who is asked.")
    for head, inside in by_action(found).items():
        write(f"{head} ({len(inside)})")
        for choice in inside:
            write(f"  {choice.words}")


def filtered(game: Game, kind: str | None) -> list[Choice]:
    """The legal answers of an action, or all of them if the question is of that kind."""
    from interpreter.players.views import choices

    found = choices(game)
    if kind is None or game.ask is None or kind == game.ask.kind:
        return found
    wanted = kind.replace("-", "_")
    if wanted in QUESTIONS:
        return []
    known = tuple(game.rules.program.actions)
    if wanted not in (*known, "done"):
        raise missing("action or kind of question", kind, (*known, *QUESTIONS))
    return [c for c in found if c.answer[0] == wanted]


def by_action(found: list[Choice]) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in found:
        groups.setdefault(str(choice.answer[0]), []).append(choice)
    return groups


def question(game: Game, viewer: str | None = None) -> str:
    """The pending question in one line, with what the power that is asked has, as far as a viewer knows (None: that power)."""
    from interpreter.machine.knowledge import known_game
    from interpreter.players.views import purse, reason, scene, title

    ask = game.ask
    if ask is None:
        return "The game is over."
    has = purse(known_game(game, viewer or ask.actor), ask.actor) if ask.actor != "chance" else ""
    cites = f" [{', '.join((ask.rule, *game.rules.cites(ask.rule)))}]"
    return f"{title(game, ask.actor)} is asked: {', '.join((reason(game, ask), *scene(game)))}{f' ({has})' if has else ''}{cites}"


# --- answering -------------------------------------------------------------------------------------------------


def understood(game: Game, words: str) -> Answer | Refusal:
    """The answer that words mean; the reason where they mean none."""
    from interpreter.machine.options import Refusal
    from interpreter.machine.wording import read
    from interpreter.players.chance import roll

    if game.ask is None:
        return Refusal("The game is over; nothing is asked.")
    if game.ask.kind == "roll" and words.strip().lower() in ROLL:
        return roll(game, game.ask)
    return read(game, words)


def answer(file: o.File, words: Words, save: Into = None, viewer: o.For = None, json: o.Json = False) -> None:
    """Give one answer; a refused one changes nothing. `roll` alone rolls the dice of the game's seed."""
    from interpreter.cli.loading import game as load
    from interpreter.cli.loading import keep
    from interpreter.machine.game import IllegalAnswer, step
    from interpreter.machine.options import Refusal
    from interpreter.machine.save import players_of
    from interpreter.players.views import refusal_for

    game = load(file)
    answering(game, viewer)
    given = understood(game, words)
    try:
        if isinstance(given, Refusal):
            raise IllegalAnswer(given)
        after = step(game, given)
    except IllegalAnswer as error:
        known = error.refusal if isinstance(given, Refusal) else refusal_for(game, given, viewer)
        refuse(game, words, known or error.refusal, json)
        raise typer.Exit(WRONG) from None
    keep(after, save or file, players_of(file))
    accepted(game, given, after, viewer, json)


def answering(game: Game, viewer: str | None) -> None:
    """Raises Mistake where a power answers that is not asked; anybody may roll dice."""
    from interpreter.cli.loading import viewer as known
    from interpreter.machine.questions import CHANCE

    if known(game.rules, viewer) is not None and game.ask is not None and game.ask.actor not in (viewer, CHANCE):
        raise Mistake(f"{game.ask.actor} is asked, not {viewer}.")


def accepted(game: Game, given: Answer, after: Game, viewer: str | None, json: bool) -> None:
    """Tells what an answer has led to, as far as a viewer is told (None: all)."""
    from interpreter.cli.screen import write, write_json
    from interpreter.cli.summary import ask_data, event_data
    from interpreter.machine.knowledge import known_game
    from interpreter.machine.wording import event_words, heard, told, written

    events = after.events if viewer is None else heard(after, after.events, viewer)
    seen = known_game(after, viewer)
    if json:
        listed = [event_data(seen, e) for e in events]
        write_json({"accepted": True, "answer": written(game, given), "events": listed, "ask": ask_data(after), "digest": after.digest})
        return
    write(written(game, given))
    for event in told(after.rules, events):
        write(f"  {event_words(seen.rules, seen.world, event)}")
    write(question(after, viewer))


def refuse(game: Game, words: str, refusal: Refusal, json: bool, verdict: str = "accepted") -> None:
    """Tells why an answer is refused; in JSON `verdict` is the key that says that it is."""
    from interpreter.cli.screen import write_json
    from interpreter.players.views import refusal_lines

    if json:
        write_json({verdict: False, "answer": words, **refusal_data(game, refusal)})
    else:
        say("\n  ".join(refusal_lines(game.rules, refusal)))


def refusal_data(game: Game, refusal: Refusal) -> dict[str, Any]:
    """Why not, as JSON data."""
    from interpreter.cli.summary import statement_data

    names = refusal.cites or (game.rules.cites(refusal.rule) if refusal.rule else ())
    told = {"reason": refusal.message, "rule": refusal.rule or None, "text": game.rules.program.texts.get(refusal.rule)}
    return {**told, "cites": statement_data(game.rules, names)}


def why_not(file: o.File, words: Words, viewer: o.For = None, json: o.Json = False) -> None:
    """Tell why an answer is not legal now."""
    from interpreter.cli.loading import game as load
    from interpreter.cli.screen import write, write_json
    from interpreter.machine.options import Refusal
    from interpreter.machine.wording import written
    from interpreter.players.views import refusal_for, refusal_lines

    game = load(file)
    answering(game, viewer)
    given = understood(game, words)
    if isinstance(given, Refusal):  # nothing was asked that could be legal
        refuse(game, words, given, json, verdict="legal")
        raise typer.Exit(WRONG)
    refusal = refusal_for(game, given, viewer)
    if json:
        told = refusal_data(game, refusal) if refusal is not None else {"reason": None, "rule": None, "text": None, "cites": []}
        write_json({"answer": words, "legal": refusal is None, **told})
    elif refusal is None:
        write(f"It is legal: {written(game, given)}")
    else:
        for number, line in enumerate(refusal_lines(game.rules, refusal)):
            write(f"  {line}" if number else line)
