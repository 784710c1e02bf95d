"""Rulesets and saved games for commands, with a plain word where there are none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.cli.faults import Mistake, missing
from interpreter.cli.options import pairs

if TYPE_CHECKING:
    from interpreter.machine.game import Game
    from interpreter.rules.build import Built
    from interpreter.rules.ruleset import Ruleset

NO_DATA = "has no rules of its own to play"


def rules(name: str, overlays: Sequence[str] | None, options: list[str] | None) -> Ruleset:
    """A ruleset that can be played. Raises RulesetError with all that is wrong, Mistake for a library."""
    from interpreter.api import load
    from interpreter.rules.build import RulesetError

    chosen = pairs(options, "--option")
    try:
        found = load(name, tuple(overlays or ()), chosen)
    except RulesetError:
        refuse_library(name)
        raise
    if not found.program.start:
        refuse_library(name)
        raise Mistake(f"`{name}` {NO_DATA}: it names no `start`.")
    return found


def refuse_library(name: str) -> None:
    """Raises Mistake where a ruleset is a library."""
    if is_library(name):
        raise Mistake(f"`{name}` is a library: other rulesets build on it, and it is not played by itself.")


def is_library(name: str) -> bool:
    """Whether a ruleset says that it is a library."""
    from interpreter.source.layers import resolve

    found, _ = resolve(name)
    return found is not None and (node := found.meta.get("library")) is not None and node.value is True


def scenario(rules: Ruleset, name: str | None) -> str | None:
    """The id of a set-up. Raises Mistake where there is none of that name."""
    known = rules.program.scenarios
    if name is not None and name not in known:
        raise missing("scenario", name, known)
    if name is None and rules.program.scenario not in known:
        raise Mistake(f"{rules.id} has no scenario; add one, or name it with --scenario.")
    return name


def game(file: Path) -> Game:
    """A saved game. Raises SaveError where the file holds none."""
    from interpreter.machine.save import restore

    return restore(file)


def is_of(game: Game, ruleset: str) -> bool:
    """Whether a game is played by a ruleset of this id or path."""
    name = str(game.rules.source[0])
    return ruleset in (game.rules.id, name) or Path(ruleset).resolve() == Path(name).resolve()


def built_game(file: Path) -> tuple[Built, Game]:
    """A saved game with everything that its rules were made from, to explain it."""
    from interpreter.machine.save import SaveError, game_from, read_data
    from interpreter.rules.build import RulesetError, build
    from interpreter.rules.ruleset import Ruleset

    data = read_data(file)
    try:
        source = data["ruleset"]
        name, overlays, options = source["name"], tuple(source["overlays"]), dict(source["options"])
    except (KeyError, TypeError, ValueError) as error:
        raise SaveError(f"{file} is no whole save: {error!r}") from error
    built, found = build(name, overlays, options)
    if built is None:
        raise RulesetError(found)
    code = compile(built.program.functions, f"<{built.program.id}>", "exec")
    return built, game_from(data, str(file), Ruleset(built.program, code, (name, overlays, options)))


def keep(game: Game, file: Path, players: Mapping[str, str] | None = None) -> None:
    """Saves a game, with its players if they are told. Raises Mistake where that fails; an older file stays as it was."""
    from interpreter.machine.save import save

    try:
        save(game, file, players)
    except OSError as error:
        raise Mistake(f"{file} can't be written: {error.strerror or error}. Nothing was saved.") from error


def viewer(rules: Ruleset, power: str | None) -> str | None:
    """The power that a command tells what it knows. Raises Mistake, with the nearest name, where there is none of that name."""
    powers = rules.program.ids["power"]
    if power is not None and power not in powers:
        raise missing("power", power, powers)
    return power
