"""How a game stands: as JSON, and as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.cli.screen import table, write

if TYPE_CHECKING:
    from interpreter.machine.game import Event, Game
    from interpreter.rules.ruleset import Ruleset


def event_data(game: Game, event: Event) -> dict[str, Any]:
    """An announcement as JSON data."""
    from interpreter.machine.wording import event_words
    from interpreter.state.position import encode

    return {
        "number": event.number,
        "name": event.name,
        "values": encode(event.values),
        "rule": event.rule,
        "cites": list(game.rules.cites(event.rule)),
        "text": event_words(game.rules, game.world, event),
    }


def statement_data(rules: Ruleset, ids: Iterable[str]) -> list[dict[str, str]]:
    """Statements of the rulebook as JSON data."""
    found = rules.program.statements
    return [{"id": name, **{k: v for k, v in found.get(name, {}).items() if k in ("section", "statement")}} for name in ids]


def power_data(game: Game, power: str) -> dict[str, Any]:
    """A power's attributes, and what it has: spaces, the sums of their numbers, units by type."""
    from interpreter.players.views import attributes_of, parts_of, spaces_of, totals, unit_counts
    from interpreter.state.position import encode

    own = {name: encode(value) for name, value in attributes_of(game, power).items()}
    parts = {"parts": found} if (found := parts_of(game, power)) else {}
    return {**own, **parts, "spaces": len(spaces_of(game, power)), "totals": totals(game, power), "units": unit_counts(game, power)}


def game_data(whole: Game, viewer: str | None = None) -> dict[str, Any]:
    """A game as the JSON of `play` and `resume`, as far as a viewer knows it (None: all)."""
    from interpreter.machine.knowledge import known_game
    from interpreter.machine.wording import heard
    from interpreter.players.views import game_value, round_of
    from interpreter.state.position import encode

    game = known_game(whole, viewer)
    events = [event for past in game.history() for event in past.events]
    return {
        "ruleset": game.rules.id,
        "scenario": game.scenario,
        "seed": game.seed,
        "round": round_of(game),
        "active": encode(game_value(game, "active")),
        "finished": game.finished,
        "winner": encode(game.winner),
        "digest": whole.digest,
        "asks": game.count,
        "pending": ask_data(game),
        "powers": {power: power_data(game, power) for power in game.rules.program.ids["power"]},
        "events": [event_data(game, event) for event in (events if viewer is None else heard(whole, events, viewer))],
    }


def ask_data(game: Game) -> dict[str, Any] | None:
    """The pending question as JSON data, without its answers; null when the game is over."""
    from interpreter.players.views import reason

    ask = game.ask
    if ask is None:
        return None
    return {"actor": ask.actor, "kind": ask.kind, "reason": reason(game, ask), "rule": ask.rule, "cites": list(game.rules.cites(ask.rule))}


# --- for people ------------------------------------------------------------------------------------------------


def show_game(game: Game, board: bool = False, viewer: str | None = None) -> None:
    """What stands on the board as far as a viewer sees it (None: all), what each power has, and how it ended."""
    from interpreter.machine.knowledge import known_game
    from interpreter.players.textmap import text_map
    from interpreter.players.views import board_lines

    head = f"{game.rules.title} · {game.scenario} · seed {game.seed} · {game.count} answers · position {game.digest}"
    write(head)
    if board:
        write()
        for line in (*text_map(game, viewer), *board_lines(game, viewer)):
            write(line)
    shown = known_game(game, viewer)
    show_powers(shown)
    show_units(shown)
    show_end(game, viewer)


def show_powers(game: Game) -> None:
    """A table: each power's numbers (`?` for one that is not known), spaces, and what its spaces sum up to."""
    from interpreter.players.views import parts_of, resources, spaces_of, title, totals

    powers = game.rules.program.ids["power"]
    if not powers:
        return
    has = {power: {**resources(game, power), "spaces": len(spaces_of(game, power)), **_totals(totals(game, power))} for power in powers}
    names = max(has.values(), key=len)
    columns = [c for c in names if any(has[power].get(c, "?") for power in powers)]
    rows = []
    for power in powers:
        rows.append([power, title(game, power), *(str(has[power].get(c, "?")) for c in columns)])
        rows += [["", part, *(str(own.get(c, "")) for c in columns)] for part, own in parts_of(game, power).items()]
    table("", ["power", "", *(c.replace("_", " ") for c in columns)], rows, range(2, len(columns) + 2))


def _totals(found: dict[str, int]) -> dict[str, int]:
    return {f"{name}_of_spaces": value for name, value in found.items()}


def show_units(game: Game) -> None:
    """A table: units by type and power."""
    from interpreter.machine.units import kinds
    from interpreter.players.views import unit_counts

    powers = game.rules.program.ids["power"]
    counts = {power: unit_counts(game, power) for power in powers}
    here = [power for power in powers if counts[power]]
    found = [kind for kind in kinds(game.rules) if any(kind in counts[power] for power in powers)]
    if found:
        rows = [[kind, *(str(counts[p].get(kind, "-")) for p in here)] for kind in found]
        table("", ["units", *here], rows, range(1, len(here) + 1), apart=False)


MOST_CITED = 3
"""How many statements a line of a log names; `why` names them all."""


def by_rule(rule: str, cites: Sequence[str]) -> str:
    """The rule of an event with the first of its statements."""
    return ", ".join((rule, *cites[:MOST_CITED], *(("…",) if len(cites) > MOST_CITED else ())))


def show_end(game: Game, viewer: str | None = None) -> None:
    """Who won and why, as far as a viewer was told; or what play waits for."""
    from interpreter.machine.wording import event_words, heard
    from interpreter.players.views import reason, round_of, shown, title

    if game.ask is not None:
        now = round_of(game)
        where = f" in round {now}" if now is not None else ""
        write(f"Not over: {title(game, game.ask.actor)} is asked{where} ({reason(game, game.ask)}).")
        return
    won = "Nobody" if game.winner is None else shown(game.winner)
    write(f"Over after {game.count} answers. The winner: {won}.")
    for event in heard(game, game.events, viewer)[-5:]:
        cites = game.rules.cites(event.rule)
        write(f"  {event_words(game.rules, game.world, event)}   [{by_rule(event.rule, cites)}]")
