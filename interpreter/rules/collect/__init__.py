"""Second pass: every definition checked into IR; phases, windows, sequences, engagements and rules become procedures.

Each module reads one topic: functions that take the `Collector` and add to its definitions. `PASSES` is their order.
"""

from __future__ import annotations

from interpreter.rules.collect.actions import read_actions
from interpreter.rules.collect.allocations import check_allocations, read_allocations
from interpreter.rules.collect.chances import read_all_odds, read_trials
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.engagements import read_engagements
from interpreter.rules.collect.events import read_audiences
from interpreter.rules.collect.judged import read_checks, read_comparisons, read_evaluation, read_measures
from interpreter.rules.collect.modifiers import read_modifiers
from interpreter.rules.collect.movements import read_movements
from interpreter.rules.collect.play import read_phases, read_procedures, read_sequences, read_windows
from interpreter.rules.collect.rules import read_rules
from interpreter.rules.collect.secrets import read_secrets
from interpreter.rules.collect.stand_ins import read_stand_ins
from interpreter.rules.collect.values import read_defines, read_formulas
from interpreter.rules.collect.whole import check_guesses, check_rings
from interpreter.rules.declare import Declared
from interpreter.rules.definitions import Definitions
from interpreter.rules.pictured import read_pictures
from interpreter.rules.texts import Texts

PASSES = (
    read_defines, read_formulas, read_actions, read_procedures, read_sequences, read_phases, read_windows, read_engagements,
    read_movements, read_modifiers, read_allocations, read_rules, read_stand_ins, read_audiences, read_secrets,
    read_evaluation, read_all_odds, lambda c: read_pictures(c.d, c.texts, c.out), read_trials, read_checks, read_comparisons, read_measures,
    check_rings, check_allocations, check_guesses,
)  # fmt: skip
"""What is read, each behind what it needs; then what can be said only of all together."""


def collect(d: Declared) -> tuple[Definitions, Texts]:
    """All definitions of a ruleset, checked; mistakes are added to `d.found`."""
    c = Collector(d, Texts(d))
    for one_pass in PASSES:
        one_pass(c)
    return c.out, c.texts
