"""Saves: a game as a JSON file, written atomically; a file is refused as a whole or restored exactly."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from interpreter.machine.game import Event, Game, Past
from interpreter.rules.build import RulesetError, load
from interpreter.rules.ruleset import Ruleset
from interpreter.state.position import as_json, digest, position_data, position_from, row_from

FORMAT = 1
SEAL, END = ',"seal":"', '"}'


class SaveError(Exception):
    """A file that is no save of this program, is broken, or is a save of other rules; the file is left as it is."""


def game_data(game: Game) -> dict[str, Any]:
    """A game as data that `json` writes with `as_json`: rules, position, and how it came about."""
    rules = game.rules
    return {
        "warbook": FORMAT,
        "ruleset": {
            "name": str(rules.source[0]),
            "overlays": [str(o) for o in rules.source[1]],
            "options": dict(rules.source[2]),
            "digest": rules.digest,
        },
        "scenario": game.scenario,
        "seed": game.seed,
        "digest": game.digest,
        "position": position_data(game.position),
        "past": [[p.answer, p.events] for p in game.history()],
    }


def write_text(path: str | Path, text: str) -> None:
    """Writes a file as a whole or not at all: a failure half-way leaves the old one."""
    target = Path(path)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def save(game: Game, path: str | Path, players: Mapping[str, str] | None = None) -> None:
    """Writes a game to a file, with the kind of player of each power if they are told.

    Raises OSError where that fails; an older file then stays as it was.
    """
    told = {"players": dict(players)} if players else {}
    text = json.dumps(game_data(game) | told, separators=(",", ":"), ensure_ascii=False, default=as_json)
    write_text(path, f"{text[:-1]}{SEAL}{_checksum(text)}{END}")


def _checksum(text: str) -> str:
    """Over all that a save says: its past and its seed are nowhere else to be checked by."""
    return hashlib.sha256(text.encode("utf-8", errors="surrogatepass")).hexdigest()[:32]


def read_data(path: str | Path) -> dict[str, Any]:
    """The data of a save file. Raises SaveError where it is none."""
    try:
        text = Path(path).read_text(encoding="utf-8")
        data = json.loads(text)
    except OSError as error:
        raise SaveError(f"{path} can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise SaveError(f"{path} is no save, or is cut short: {error}") from error
    if not isinstance(data, dict) or data.get("warbook") != FORMAT:
        raise SaveError(f"{path} is no save of this version of warbook.")
    said, _, seal = text.rpartition(SEAL)
    if seal != _checksum(said + "}") + END:
        raise SaveError(f"{path} is broken: it is not as it was written.")
    return data


def players_of(path: str | Path) -> dict[str, str]:
    """The kind of player of each power that a save file tells; none if it tells none. Raises SaveError where it is no save."""
    told = read_data(path).get("players")
    return {str(power): str(kind) for power, kind in told.items()} if isinstance(told, dict) else {}


def restore(path: str | Path, rules: Ruleset | None = None) -> Game:
    """The game that a file holds, equal to the one saved.

    The rules are loaded by the name in the file unless given. Raises SaveError where the file is broken or its
    rules have changed since, RulesetError where they cannot be loaded.
    """
    return game_from(read_data(path), str(path), rules)


def game_from(data: dict[str, Any], path: str, rules: Ruleset | None = None) -> Game:
    """The game that save data describes."""
    try:
        source = data["ruleset"]
        if rules is None:
            rules, diagnostics = load(source["name"], source["overlays"], source["options"])
            if rules is None:
                raise RulesetError(diagnostics)
        if rules.digest != source["digest"]:
            raise SaveError(f"{path} was saved under other rules: {source['name']} has changed since, or has other options.")
        if type(data["seed"]) is not int or type(data["scenario"]) is not str:
            raise SaveError(f"{path} is broken: it has no seed or no scenario.")
        position = position_from(rules, data["position"])
        past: Past | None = None
        for answer, events in data["past"]:
            listed = tuple([Event(n, name, row_from(values), rule) for n, name, values, rule in events])
            before, count = past, past.answered + 1 if past is not None else 0
            total = (past.event_count if past is not None else 0) + len(listed)
            past = Past(before, None if answer is None else row_from(answer), listed, count, total)
        if past is None:
            raise SaveError(f"{path} is broken: it has no past.")
        game = Game(rules, position, data["scenario"], data["seed"], past)
        if digest(rules, position) != data["digest"]:
            raise SaveError(f"{path} is broken: its position is not the one that was saved.")
        if position.frames:
            frame = position.frames[-1]
            if frame[0] not in rules.blocks or frame[1] not in rules.blocks[frame[0]]:
                raise SaveError(f"{path} stands at {frame[0]} ({frame[1]}), which these rules do not have.")
        return game
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise SaveError(f"{path} is broken: {error!r}") from error
