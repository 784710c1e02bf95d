"""A mistake in a text, before it has a file: the floor above turns it into a diagnostic."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.ir import Span


@dataclass(frozen=True, slots=True)
class Problem:
    """A code of the registry, where in the text, what is wrong in one sentence, and how to mend it."""

    code: str
    span: Span
    message: str
    hint: str = ""
    severity: str = "error"
