"""Rules that fail while they run, told as what they are."""

from __future__ import annotations

from interpreter.rules.culprit import culprit
from interpreter.rules.runtime import RuleFault

FAULTS = (RuleFault, KeyError, TypeError, IndexError, RecursionError, OverflowError, AttributeError, ValueError)


class Fault(Exception):
    """A rule failed while it ran: the message names the rule and what it asked for. The game stays as it was."""

    def __init__(self, rule: str, what: str) -> None:
        super().__init__(f"{rule}: {what}")
        self.rule = rule


def fault(rule: str, error: BaseException) -> Fault:
    """The fault that an error in generated code is."""
    if isinstance(error, Fault):
        return error
    rule = culprit(error) or rule
    if isinstance(error, RuleFault):
        return Fault(rule, str(error))
    if isinstance(error, RecursionError):
        return Fault(rule, "definitions call each other too deep")
    if isinstance(error, KeyError):
        return Fault(rule, f"something that is not there is read: {error}")
    return Fault(rule, f"{type(error).__name__}: {error}")
