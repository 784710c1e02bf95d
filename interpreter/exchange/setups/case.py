"""A position as the file of a case: `given` holds all that differs from the documents, `then` what an author goes on from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from interpreter.exchange.setups.draft import Draft, Group, draft_of
from interpreter.exchange.setups.overlay import flow, key, unit_tree, value_tree
from interpreter.language.types import UNIT
from interpreter.machine.game import Game
from interpreter.players.views import reason, title


def expressible(game: Game) -> tuple[Draft, tuple[str, ...]]:
    """The position of a game as documents can say it, and the attributes that they can't: those that name units."""
    draft = draft_of(game.rules, game.world)
    naming = {
        (sort, a.name) for sort, table in game.rules.program.attributes.items() for a in table.values() if UNIT in (a.type, a.type.of)
    }
    lost = dict.fromkeys(f"{v.sort}.{v.attribute}" for v in draft.values if (v.sort, v.attribute) in naming)
    kept = Draft(
        tuple(v for v in draft.values if (v.sort, v.attribute) not in naming), tuple(_without(g, naming, lost) for g in draft.units)
    )
    return kept, tuple(lost)


def _without(group: Group, naming: set[tuple[str, str]], lost: dict[str, None]) -> Group:
    lost.update(dict.fromkeys(f"unit.{name}" for name, _ in group.given if ("unit", name) in naming))
    given = tuple((name, value) for name, value in group.given if ("unit", name) not in naming)
    return replace(group, given=given, aboard=tuple(_without(each, naming, lost) for each in group.aboard))


def case_text(game: Game, name: str, file: str) -> str:
    """A case `name` whose position is that of a game, and which passes as it is; where play stands is told in a remark."""
    draft, lost = expressible(game)
    left = (f"# Not in here, as no document can name single units: {', '.join(lost)}.",) if lost else ()
    body = (f"{name}:", f"  cites: {flow(_cites(game))}", *_given(game, draft), "  then:", *_then(game))
    return "\n".join((*_head(game, file), *left, "", *body)) + "\n"


def _cites(game: Game) -> tuple[str, ...]:
    """The first statement of the rule that asks, or of the rulebook."""
    asked = game.rules.cites(game.ask.rule) if game.ask is not None else ()
    return (*asked, *game.rules.program.statements)[:1]


def _head(game: Game, file: str) -> Iterator[str]:
    source, overlays, _ = game.rules.source
    laid = "".join(f" --with {each}" for each in overlays)
    yield f"# A position out of a game of {game.rules.title}, after {game.count} answers."
    yield f"#   warbook test {source}{laid} --file {file}"
    if game.ask is not None:
        yield f"# Then {title(game, game.ask.actor)} is asked: {reason(game, game.ask)} ({game.ask.rule})."
    yield "# Take out what does not matter, say under `cites` what the case shows, and what is done under `when`, before `then`:"
    yield "#   when: [run: SOME_PHASE, answer: AN ANSWER AS `warbook legal` WRITES IT, dice: [1, 6]]"


def _given(game: Game, draft: Draft) -> Iterator[str]:
    rules = game.rules
    if options := rules.source[2]:
        yield f"  options: {flow(options)}"
    yield "  given:"
    values = value_tree(rules, draft)
    if values:
        yield "    set:"
        for section, group in values.items():
            yield f"      {section}:"
            yield from (f"        {key(name)}: {flow(_plain(value))}" for name, value in group.items())
    if units := unit_tree(draft):
        yield "    units:"
        yield from (f"      {key(space)}: {flow(owners)}" for space, owners in units.items())
    if not values and not units:
        yield "    units: {}"


def _plain(value: Any) -> Any:
    """A value as documents have it: fractions are expressions."""
    if isinstance(value, Fraction):
        return f"{value.numerator} / {value.denominator}"
    return {name: _plain(each) for name, each in value.items()} if isinstance(value, dict) else value


def _then(game: Game) -> Iterator[str]:
    yield f"    - count units = {len(game.world.u)}"
    for power in game.rules.program.ids["power"]:
        number = sum(row[1] == power for row in game.world.u.values())
        yield f"    - count units where its owner is {power} = {number}"
