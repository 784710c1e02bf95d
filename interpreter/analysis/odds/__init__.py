"""Odds: the chances of an engagement as the ruleset defines it, exact or sampled.

`question` makes a position from two armies, `plan` says what the sides decide, and a solver plays it: `walk` runs the
machine's own procedure through every outcome; `tables` says the same by numbers of alike units, and `ladder`, `graph`
and `sample` solve that. `ask` chooses. It may use `machine` and everything below.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

if "numpy" not in sys.modules:  # threads of a linear algebra library only wait for each other on matrices as small as these
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if TYPE_CHECKING:
    from interpreter.analysis.odds.ask import odds
    from interpreter.analysis.odds.outcome import Odds, OddsError

_HOMES = {"odds": "ask", "Odds": "outcome", "OddsError": "outcome"}


def __getattr__(name: str) -> Any:
    """The names below, imported when first used: numpy is not loaded before somebody asks."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"interpreter.analysis.odds.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["Odds", "OddsError", "odds"]
