"""What is told of games and of rulesets: checks, comparisons, who sees what, pictures."""

from __future__ import annotations

from interpreter.rules.emit.emitter import Emitter
from interpreter.rules.program import CheckEntry, ContrastEntry, PictureEntry


def checks(emitter: Emitter) -> None:
    """What set-ups are checked for."""
    for name, c in emitter.d.checks.items():
        has = {"demand"}
        if c.each is not None:
            has.add("each")
            emitter.function(f"k_{name}_each", (), c.each)
        if c.when is not None:
            has.add("when")
            emitter.function(f"k_{name}_when", c.given, c.when)
        emitter.function(f"k_{name}_demand", c.given, c.demand)
        for number, value in enumerate(c.tells):
            emitter.function(f"k_{name}_TELLS_{number}", c.given, value)
        emitter.p.checks[name] = CheckEntry(name, c.because, c.warning, frozenset(has))


def comparisons(emitter: Emitter) -> None:
    """What a comparison of rulesets works out under both."""
    for name, c in emitter.d.comparisons.items():
        parts = {"each": ((), c.each), "is": (c.given, c.value)}
        for key, (given, expr) in parts.items():
            if expr is not None:
                emitter.function(f"told_{name}_{key}", given, expr)
        has = frozenset(key for key, (_, expr) in parts.items() if expr is not None)
        of = "" if c.value is None else str(c.value.type.of or c.value.type)
        emitter.p.comparisons[name] = ContrastEntry(name, has, of, c.battle, c.attacker, c.defender)


def audiences(emitter: Emitter) -> None:
    """Whom events are told to."""
    for name, (parameters, expr) in emitter.d.audiences.items():
        emitter.function(f"u_{name}", parameters, expr)
    emitter.p.audiences = frozenset(emitter.d.audiences)


def secrets(emitter: Emitter) -> None:
    """Who sees which attributes, and the words for units that are seen and not known."""
    for a, expr in emitter.d.secrets:
        emitter.function(f"w_{a.sort}_{a.name}", ("viewer",) if a.sort == "game" else ("viewer", "it"), expr)
    emitter.p.secrets = tuple((a.sort, a.name) for a, _ in emitter.d.secrets)
    emitter.p.tokens = emitter.d.tokens
    for rule, word in emitter.d.tokens.items():
        if f"rules.{rule}" in emitter.p.titles:
            emitter.p.titles.setdefault(f"unit_types.{word}", emitter.p.titles[f"rules.{rule}"])


def pictures(emitter: Emitter) -> None:
    """What is drawn on boards, and how."""
    emitter.p.looks, emitter.p.at = emitter.d.looks, emitter.d.at
    for picture in emitter.d.pictures:
        for key, expr in picture.expressions.items():
            emitter.function(f"pic_{picture.name}_{key}", () if picture.on == "board" else ("it",), expr)
        thing = picture.expressions["as"].type.name if "as" in picture.expressions else ""
        emitter.p.pictures.append(PictureEntry(picture.name, picture.on, picture.given, frozenset(picture.expressions), thing))
