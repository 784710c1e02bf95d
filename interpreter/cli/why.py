"""`warbook why`: why something was announced, or how a value comes about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import Mistake
from interpreter.cli.summary import statement_data

if TYPE_CHECKING:
    from interpreter.analysis.causes import Cause, Change
    from interpreter.analysis.explain import Tree
    from interpreter.machine.game import Game
    from interpreter.rules.build import Built

What = Annotated[
    str, typer.Argument(metavar="EVENT", help="The number of an announcement in `log`, or an expression of the rule language.")
]
MOST_CHANGES = 30


def why(file: o.File, event: What, viewer: o.For = None, json: o.Json = False) -> None:
    """Tell why something was announced; or how the value of an expression comes about in the saved position."""
    from interpreter.cli.loading import built_game
    from interpreter.cli.loading import viewer as known

    built, game = built_game(file)
    known(game.rules, viewer)
    if event.strip().lstrip("#").isdigit():
        _event(built, game, int(event.strip().lstrip("#")), viewer, json)
    else:
        _expression(built, game, event, viewer, json)


def _event(built: Built, game: Game, number: int, viewer: str | None, json: bool) -> None:
    from interpreter.analysis.causes import cause_of
    from interpreter.analysis.replay import Astray
    from interpreter.cli.screen import progress, write, write_json
    from interpreter.machine.wording import heard

    try:
        with progress("replaying") as tell:
            cause = cause_of(built, game, number, tell, viewer)
    except KeyError:
        raise Mistake(f"There is no event {number}; the game has 1 to {game.past.event_count}. `warbook log` lists them.") from None
    except Astray as error:
        raise Mistake(f"The save can't be played again from its start: {error}.") from None
    if not heard(game, (cause.event,), viewer):
        raise Mistake(f"Event {number} was not told to {viewer or 'anybody: it is for rules alone'}.")
    if json:
        write_json(_data(built, game, cause))
    else:
        for line in _lines(built, game, cause):
            write(line)


def _lines(built: Built, game: Game, cause: Cause) -> Iterator[str]:
    from interpreter.analysis.explain import lines
    from interpreter.machine.wording import event_words, written
    from interpreter.players.views import rule_lines, title

    yield f"{cause.event.number}  {event_words(game.rules, game.world, cause.event)}"
    if cause.secret:
        yield "came from an answer of somebody else"
    elif cause.before is None or cause.answer is None:
        yield "came about when the game began"
    else:
        ask = cause.before.ask
        assert ask is not None
        yield f"came from answer {cause.before.count + 1}, by {title(game, ask.actor)}: {written(cause.before, cause.answer)}"
    yield ""
    yield from rule_lines(game.rules, cause.event.rule)
    place = _place(built, cause.event.rule)
    if place:
        yield f"  in {place}"
    for path in cause.things:
        yield from rule_lines(game.rules, path)
        yield f"  in {_place(built, path)}"
    if cause.values:
        yield ""
        yield "how it comes about:"
    for tree in cause.values:
        yield from ("  " + line for line in lines(tree))
        for rule, cites in _definitions(tree):
            yield from ("  " + line for line in rule_lines(game.rules, rule, cites))
            yield f"    in {_place(built, rule)}"
    if cause.changes:
        yield ""
        yield "what changed:"
    for change in cause.changes[:MOST_CHANGES]:
        yield f"  {_change(change)}   [{', '.join((change.cause, *game.rules.cites(change.cause)))}]"
    if len(cause.changes) > MOST_CHANGES:
        yield f"  … and {len(cause.changes) - MOST_CHANGES} more (--json lists all)"


def _change(change: Change) -> str:
    many = f"{change.number} × " if change.number > 1 else ""
    return f"{many}{change.what}: {change.before} → {change.after}" if change.before else f"{many}{change.what}: {change.after}"


def _definitions(tree: Tree) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The definitions that a value goes through, each once."""
    seen: dict[str, tuple[str, ...]] = {}

    def walk(part: Tree) -> None:
        if part.rule:
            seen.setdefault(part.rule, part.cites)
        for inner in part.parts:
            walk(inner)

    walk(tree)
    yield from seen.items()


def _place(built: Built, path: str) -> str:
    """Where a definition stands, with the layer that gave it its last form."""
    from interpreter.analysis.definitions import near

    origins = built.resolved.origin(path)
    return f"{near(origins[-1].place.file)}:{origins[-1].place.line}" if origins else ""


def rule_data(built: Built, game: Game, path: str) -> dict[str, Any]:
    """A definition as JSON data."""
    cites = statement_data(game.rules, game.rules.cites(path))
    return {"path": path, "text": game.rules.program.texts.get(path), "place": _place(built, path), "cites": cites}


def _data(built: Built, game: Game, cause: Cause) -> dict[str, Any]:
    from interpreter.analysis.explain import data
    from interpreter.cli.summary import event_data
    from interpreter.machine.wording import written

    answer = None
    if not cause.secret and cause.before is not None and cause.answer is not None and cause.before.ask is not None:
        answer = {"number": cause.before.count + 1, "actor": cause.before.ask.actor, "text": written(cause.before, cause.answer)}
    changes = [{"what": c.what, "before": c.before, "after": c.after, "number": c.number, "cause": c.cause} for c in cause.changes]
    return {
        "event": event_data(game, cause.event),
        "answer": answer,
        "rule": rule_data(built, game, cause.event.rule),
        "named": [rule_data(built, game, path) for path in cause.things],
        "values": [data(tree) for tree in cause.values],
        "changes": changes,
    }


def _expression(built: Built, game: Game, text: str, viewer: str | None, json: bool) -> None:
    from interpreter.analysis.evaluate import Evaluator
    from interpreter.analysis.explain import Explainer, Unknown, data, lines
    from interpreter.cli.screen import write, write_json
    from interpreter.machine.knowledge import known
    from interpreter.players.views import rule_lines
    from interpreter.source.diagnostics import Place, render
    from interpreter.source.tree import Node

    node = Node(text, Place("(expression)", 1, 1), raw=text, pieces=((0, 1, 1),))
    expr, found = Evaluator(built, game.rules).ir(node)
    if expr is None:
        raise Mistake(render(found, lambda file, line: text).rstrip("\n"))
    try:
        tree = Explainer(built, game.rules, known(game.rules, game.world, viewer)).tree(expr, {})
    except Unknown as error:
        raise Mistake(f"This has no value in the saved position: {error}") from None
    if json:
        write_json(data(tree))
        return
    for line in lines(tree):
        write(line)
    for rule, cites in _definitions(tree):
        for line in rule_lines(game.rules, rule, cites):
            write(line)
        write(f"  in {_place(built, rule)}")
