"""A position in words: what a power has, what stands where, why an answer is refused, what is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from interpreter.language.ir import Attribute
from interpreter.language.types import NUMBER, POWER
from interpreter.machine.game import Game, IllegalAnswer, step
from interpreter.machine.knowledge import known, known_game
from interpreter.machine.options import Refusal
from interpreter.machine.questions import CHANCE, Answer, Ask
from interpreter.machine.units import army_words, kinds
from interpreter.machine.wording import written
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.runtime import RuleFault
from interpreter.state.world import World

BOARD_SORTS = ("game", "power", "space", "border", "unit", "unit_type")
HOLDER = "controller"  # the attribute of a space that says whose it is; else the first that names a power


def value_of(rules: Ruleset, world: World, attribute: Attribute, key: str | None) -> Any:
    """The value of an attribute of something; of the game where `key` is None."""
    a = attribute
    if a.sort == "game":
        return world.g[a.index]
    if a.formula:
        function = rules.names[f"F_{a.sort}_{a.name}"].get(key)
        return a.default if function is None else function(world, key)
    if f"{a.sort}.{a.name}" in rules.program.modified and a.sort != "unit_type":
        return rules.names[f"q_{a.sort}_{a.name}"](world, key)
    return rules.names[f"S_{a.sort}_{a.name}"].get(key, a.default) if a.fixed else world.t[a.sort][key][a.index]


def game_value(game: Game, name: str) -> Any:
    """An attribute of the game by name; None where the ruleset declares none, or where it is not known."""
    attribute = game.rules.program.attributes.get("game", {}).get(name)
    return None if attribute is None or attribute.index < 0 or veiled(game, attribute, None) else game.world.g[attribute.index]


def round_of(game: Game) -> int | None:
    """The round of play, where the ruleset counts rounds: in an attribute of the game of that name."""
    value = game_value(game, "round")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def attributes_of(game: Game, power: str) -> dict[str, Any]:
    """All attributes of a power by name, those that are known."""
    table = game.rules.program.attributes.get("power", {})
    return {name: value_of(game.rules, game.world, a, power) for name, a in table.items() if not veiled(game, a, power)}


def veiled(game: Game, attribute: Attribute, key: str | None) -> bool:
    """Whether an attribute of something is one that the power does not see whose knowledge this game is (see `known_game`)."""
    return (attribute.sort, attribute.name, key) in game.world.veiled


def resources(game: Game, power: str) -> dict[str, int]:
    """What a power has in numbers that change in play, those that are known."""
    table = game.rules.program.attributes.get("power", {})
    kept = [a for a in table.values() if a.type == NUMBER and not a.fixed and not a.hidden and not veiled(game, a, power)]
    return {a.name: value_of(game.rules, game.world, a, power) for a in kept}


def parts_of(game: Game, power: str) -> dict[str, dict[str, int]]:
    """The things of other sorts that are a power's for good, such as its economies, and what they have in numbers that change."""
    found: dict[str, dict[str, int]] = {}
    for sort, table in game.rules.program.attributes.items():
        owner = next((a for a in table.values() if a.type == POWER and a.fixed), None)
        kept = [a for a in table.values() if a.type == NUMBER and not a.fixed and not a.formula and not a.hidden]
        if sort in BOARD_SORTS or owner is None or not kept:
            continue
        for each in game.rules.program.ids.get(sort, ()):
            if value_of(game.rules, game.world, owner, each) == power:
                found[each] = {a.name: value_of(game.rules, game.world, a, each) for a in kept if not veiled(game, a, each)}
    return found


def purse(game: Game, power: str) -> str:
    """What a power has, in words: its own numbers, then those of its parts."""
    own = ", ".join(f"{name} {value}" for name, value in resources(game, power).items())
    parts = (f"{each}: {', '.join(f'{name} {value}' for name, value in has.items())}" for each, has in parts_of(game, power).items())
    return "; ".join(part for part in (own, *parts) if part)


def holder(rules: Ruleset) -> Attribute | None:
    """The attribute that tells whose a space is."""
    table = rules.program.attributes.get("space", {})
    named = [a for a in table.values() if a.type == POWER and not a.fixed]
    return next((a for a in named if a.name == HOLDER), named[0] if named else None)


def spaces_of(game: Game, power: str) -> tuple[str, ...]:
    """The spaces that are a power's, in the order of the board."""
    attribute = holder(game.rules)
    if attribute is None:
        return ()
    return tuple(s for s in game.rules.board.spaces if value_of(game.rules, game.world, attribute, s) == power)


def totals(game: Game, power: str) -> dict[str, int]:
    """For each fixed number of spaces: what a power's spaces have of it together."""
    table = game.rules.program.attributes.get("space", {})
    mine = spaces_of(game, power)
    fixed = [a for a in table.values() if a.fixed and a.type == NUMBER and not a.formula]
    return {a.name: sum(value_of(game.rules, game.world, a, s) for s in mine) for a in fixed}


def unit_counts(game: Game, power: str) -> dict[str, int]:
    """A power's units by type, in the order of the ruleset."""
    counts: dict[str, int] = {}
    for row in game.world.u.values():
        if row[1] == power:
            counts[row[0]] = counts.get(row[0], 0) + 1
    return {kind: counts[kind] for kind in kinds(game.rules) if kind in counts}


def title(game: Game, power: str) -> str:
    return "chance" if power == CHANCE else game.rules.title_of("power", power)


# --- the board -------------------------------------------------------------------------------------------------


def armies(game: Game, space: str | None, viewer: str | None = None) -> dict[str | None, str]:
    """Who stands in a space, with what, as far as the viewer (a power; None: nobody in particular) knows; None is what is on no space."""
    owners: dict[str | None, list[int]] = {}
    world = known(game.rules, game.world, viewer)
    for unit in world.at.get(space, ()):
        owners.setdefault(world.u[unit][1], []).append(unit)
    return {owner: army_words(game.rules, world, units) for owner, units in owners.items()}


def board_lines(game: Game, viewer: str | None = None) -> Iterator[str]:
    """Every space in which something stands, with its holder and units; see `armies`."""
    attribute, game = holder(game.rules), known_game(game, viewer)
    for space in (*game.rules.board.spaces, None):
        found = armies(game, space)
        if not found:
            continue
        owner = value_of(game.rules, game.world, attribute, space) if attribute is not None and space is not None else None
        head = f"{space}" if space is not None else "(off the board)"
        if owner is not None:
            head += f" ({owner})"
        yield f"{head}: " + "; ".join(f"{who or 'nobody'} {units}" for who, units in found.items())


def space_lines(game: Game, space: str, viewer: str | None = None) -> Iterator[str]:
    """One space: its attributes that are not as usual, its units (see `armies`), its neighbours."""
    game = known_game(game, viewer)
    yield f"{space}  {game.rules.title_of('space', space)}"
    tags = [tag for tag, bearers in game.rules.program.tags.items() if space in bearers]
    if tags:
        yield f"  is: {', '.join(tags)}"
    for name, a in game.rules.program.attributes.get("space", {}).items():
        value = value_of(game.rules, game.world, a, space)
        if value != a.default and not a.hidden:
            yield f"  {name}: {shown(value)}"
    for who, units in armies(game, space).items():
        yield f"  {who or 'nobody'}: {units}"
    yield f"  beside: {', '.join(game.rules.board.neighbours[space])}"


def shown(value: Any) -> str:
    """A plain value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return "none" if value is None else str(value)


# --- rules -----------------------------------------------------------------------------------------------------


def statement(rules: Ruleset, name: str) -> str:
    """A statement of the rulebook with its id and section."""
    found = rules.program.statements.get(name, {})
    section = f" ({found['section']})" if "section" in found else ""
    return f"{name}{section}: {' '.join(found.get('statement', 'no such statement').split())}"


def rule_lines(rules: Ruleset, path: str, cites: tuple[str, ...] = ()) -> Iterator[str]:
    """A definition: its path, what it says for people, the statements that it cites."""
    yield f"rule: {path}"
    words = rules.program.texts.get(path) or rules.program.titles.get(path)
    if words:
        yield f"  {words}"
    for name in cites or rules.cites(path):
        yield f"  {statement(rules, name)}"


def refusal_of(game: Game, answer: Answer) -> Refusal | None:
    """Why an answer is not legal now; None for a legal one. A correction by hand is tried out."""
    if answer[:1] != ("edit",) and game.ask is not None:
        return game.ask.refusal(answer)
    try:
        step(game, answer)
    except IllegalAnswer as error:
        return error.refusal
    return None


def refusal_for(game: Game, answer: Answer, viewer: str | None) -> Refusal | None:
    """Why an answer is not legal now, in what a power knows (None: all); None for a legal one.

    The power that it is refused to is told the reason that it would see for itself, and else that there is one.
    """
    refusal = refusal_of(game, answer)
    seen = known_game(game, viewer)
    if refusal is None or seen is game:
        return refusal
    try:
        ask = replace(seen, pending=None).ask
        own = ask.refusal(answer) if ask is not None else None
    except (RuleFault, LookupError):  # the question itself speaks of what the power does not know
        own = None
    return own or Refusal(f"This is not legal, for a reason that {title(game, str(viewer))} does not know.")


def refusal_lines(rules: Ruleset, refusal: Refusal) -> Iterator[str]:
    """Why an answer is refused: the reason, the rule, what it cites."""
    yield refusal.message
    if refusal.rule:
        yield from rule_lines(rules, refusal.rule, refusal.cites)


# --- questions -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal answer and how it is written."""

    answer: Answer
    words: str


def choices(game: Game) -> list[Choice]:
    """The legal answers of the pending question, each once; none for dice."""
    ask = game.ask
    if ask is None or ask.kind == "roll":
        return []
    found: dict[str, Answer] = {}
    for answer in ask.options:
        found.setdefault(written(game, answer), answer)
    return [Choice(answer, words) for words, answer in found.items()]


def reason(game: Game, ask: Ask) -> str:
    """What a question is about: the title of its definition, or its id, or what is chosen."""
    section, _, name = ask.rule.partition(".")
    if ask.kind == "act" or not ask.reason:
        return game.rules.program.titles.get(ask.rule) or name.rpartition(".")[2].replace("_", " ")
    where = game.rules.program.titles.get(f"{section}.{name.partition('.')[0]}") or name.partition(".")[0].replace("_", " ")
    return f"{where}: {ask.reason}"


def scene(game: Game) -> tuple[str, ...]:
    """Where a question comes up in the middle of something that has a place: the spaces that it was begun with."""
    if not game.position.frames:
        return ()
    procedure, label, values = game.position.frames[-1]
    block = game.rules.blocks[procedure][label]
    given = game.rules.program.procedures.get(procedure, ())
    spaces = set(game.rules.board.spaces)
    return tuple(v for name, v in zip(block.live, values, strict=False) if name in given and isinstance(v, str) and v in spaces)


def drawn(game: Game) -> bool:
    """Whether something is drawn and no dice are rolled: what comes up may be for some eyes alone, and announcements tell of it."""
    frames = game.position.frames
    return bool(frames) and game.rules.blocks[frames[-1][0]][frames[-1][1]].question == "draw"


def dice_lines(ask: Ask) -> Iterator[str]:
    """The dice of a roll."""
    for pool in ask.pools:
        hits = f", {pool.value} or less hits" if pool.value else ""
        hits += f", the best of each {pool.each} counts" if pool.each > 1 else ""
        yield f"{pool.dice} {'die' if pool.dice == 1 else 'dice'} with {pool.sides} sides{hits}"
