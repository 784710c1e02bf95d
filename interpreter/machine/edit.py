"""Corrections by hand: an answer `("edit", effects)` in the rule language, checked, logged and replayable.

What is written is run on the position; the pending question is then asked anew. Only effects that ask nobody
anything are taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from interpreter.language.compile import Straight
from interpreter.language.ir import Statement
from interpreter.machine.options import Refusal
from interpreter.rules.build import build
from interpreter.rules.emit import asks, stopping
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Place
from interpreter.source.tree import Node
from interpreter.state.world import World

CAUSE = "edit"


@lru_cache(maxsize=4)
def _workshop(name: str, overlays: tuple[str, ...], options: tuple[tuple[str, Any], ...]) -> tuple[Any, Any]:
    from interpreter.rules.declare import declare
    from interpreter.rules.texts import Texts

    built, _ = build(name, overlays, dict(options))
    assert built is not None
    return built, Texts(declare(built.sections, built.program.options))


def compiled(rules: Ruleset, text: str) -> list[str] | Refusal:
    """Python lines of an edit, or why it is none."""
    name, overlays, options = rules.source
    built, texts = _workshop(str(name), tuple(map(str, overlays)), tuple(sorted(options.items())))
    texts.declared.found.clear()
    body = texts.effects(Node(text, Place("(edit)", 1, 1), raw=text), {})
    if texts.declared.found:
        first = texts.declared.found[0]
        return Refusal(f"This edit can't be read (column {first.column}): {first.message} {first.hint}".strip())
    asking = stopping(built.definitions)

    def stops(s: Statement) -> bool:
        return asks(s, asking, built.definitions.handlers)

    straight = Straight(rules.program.modified, stops, built.definitions.handlers)
    if any(map(stops, body)):
        return Refusal("An edit cannot roll, choose, offer or run what asks.")
    return straight.lines(body, CAUSE, 1)


def apply(rules: Ruleset, world: World, text: str) -> Refusal | None:
    """Runs an edit on a world that may be written."""
    lines = compiled(rules, text)
    if isinstance(lines, Refusal):
        return lines
    names = dict(rules.names)
    exec("def edit_(W):\n" + "\n".join(lines) + "\n", names)  # text made by our own compiler from checked IR
    names["edit_"](world)
    world.note(CAUSE, (text,), CAUSE)
    return None
