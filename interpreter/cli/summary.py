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


def game_data(game: Game) -> dict[str, Any]:
    """A game as the JSON of `play` and `resume`."""
    from interpreter.players.views import game_value, round_of
    from interpreter.state.position import encode

    return {
        "ruleset": game.rules.id,
        "scenario": game.scenario,
        "seed": game.seed,
        "round": round_of(game),
        "active": encode(game_value(game, "active")),
        "finished": game.finished,
        "winner": encode(game.winner),
        "digest": game.digest,
        "asks": game.count,
        "pending": ask_data(game),
        "powers": {power: power_data(game, power) for power in game.rules.program.ids["power"]},
        "events": [event_data(game, event) for past in game.history() for event in past.events],
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
    from interpreter.players.textmap import text_map
    from interpreter.players.views import board_lines

    head = f"{game.rules.title} · {game.scenario} · seed {game.seed} · {game.count} answers · position {game.digest}"
    write(head)
    if board:
        write()
        for line in (*text_map(game, viewer), *board_lines(game, viewer)):
            write(line)
    show_powers(game)
    show_units(game)
    show_end(game)


def show_powers(game: Game) -> None:
    """A table: each power's numbers, spaces, and what its spaces sum up to."""
    from interpreter.players.views import parts_of, resources, spaces_of, title, totals

    powers = game.rules.program.ids["power"]
    if not powers:
        return
    has = {power: {**resources(game, power), "spaces": len(spaces_of(game, power)), **_totals(totals(game, power))} for power in powers}
    columns = [c for c in has[powers[0]] if any(has[power].get(c) for power in powers)]
    rows = []
    for power in powers:
        rows.append([power, title(game, power), *(str(has[power].get(c, 0)) for c in columns)])
        rows += [["", part, *(str(own.get(c, "")) for c in columns)] for part, own in parts_of(game, power).items()]
    table("", ["power", "", *(c.replace("_", " ") for c in columns)], rows, range(2, len(columns) + 2))


def _totals(found: dict[str, int]) -> dict[str, int]:
    return {f"{name}_of_spaces": value for name, value in found.items()}


def show_units(game: Game) -> None:
    """A table: units by type and power."""
    from interpreter.players.views import unit_counts

    powers = game.rules.program.ids["power"]
    counts = {power: unit_counts(game, power) for power in powers}
    here = [power for power in powers if counts[power]]
    kinds = [kind for kind in game.rules.program.ids["unit_type"] if any(kind in counts[power] for power in powers)]
    if kinds:
        rows = [[kind, *(str(counts[p].get(kind, "-")) for p in here)] for kind in kinds]
        table("", ["units", *here], rows, range(1, len(here) + 1), apart=False)


MOST_CITED = 3
"""How many statements a line of a log names; `why` names them all."""


def by_rule(rule: str, cites: Sequence[str]) -> str:
    """The rule of an event with the first of its statements."""
    return ", ".join((rule, *cites[:MOST_CITED], *(("…",) if len(cites) > MOST_CITED else ())))


def show_end(game: Game) -> None:
    """Who won and why; or what play waits for."""
    from interpreter.machine.wording import event_words, told
    from interpreter.players.views import reason, round_of, shown, title

    if game.ask is not None:
        now = round_of(game)
        where = f" in round {now}" if now is not None else ""
        write(f"Not over: {title(game, game.ask.actor)} is asked{where} ({reason(game, game.ask)}).")
        return
    won = "Nobody" if game.winner is None else shown(game.winner)
    write(f"Over after {game.count} answers. The winner: {won}.")
    for event in told(game.rules, game.events)[-5:]:
        cites = game.rules.cites(event.rule)
        write(f"  {event_words(game.rules, game.world, event)}   [{by_rule(event.rule, cites)}]")
