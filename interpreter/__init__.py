"""warbook: an interpreter for rulebooks of wargames. The names here are enough to drive a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from interpreter.api import (
        Diagnostic,
        Fault,
        Game,
        IllegalAnswer,
        Odds,
        OddsError,
        Ruleset,
        RulesetError,
        SaveError,
        answers,
        check,
        diff,
        load,
        odds,
        restore,
        save,
        start,
        step,
    )

__all__ = [
    "Diagnostic",
    "Fault",
    "Game",
    "IllegalAnswer",
    "Odds",
    "OddsError",
    "Ruleset",
    "RulesetError",
    "SaveError",
    "answers",
    "check",
    "diff",
    "load",
    "odds",
    "restore",
    "save",
    "start",
    "step",
]


def __getattr__(name: str) -> Any:
    """The names of `interpreter.api`, imported when first used: a plain `import interpreter` costs nothing."""
    if name in __all__:
        from importlib import import_module

        return getattr(import_module("interpreter.api"), name)
    raise AttributeError(f"module 'interpreter' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
