"""Odds: the chances of an engagement as the ruleset defines it, exact or sampled.

`question` makes a position from two armies, `plan` says what the sides decide, and a solver plays it: `walk` runs the
machine's own procedure through every outcome, `tables` and what builds on it do the same by numbers of alike units.
It may use `machine` and everything below.
"""

import os
import sys

if "numpy" not in sys.modules:  # threads of a linear algebra library only wait for each other on matrices as small as these
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from interpreter.analysis.odds.ask import odds
from interpreter.analysis.odds.outcome import Odds, OddsError

__all__ = ["Odds", "OddsError", "odds"]
