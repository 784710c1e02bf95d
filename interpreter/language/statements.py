"""Effects checked: statements to typed IR.

The topics stand in `language.effects`, one module each; this is all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from interpreter.language.effects import assignments, flow, questions, runs, units
from interpreter.language.effects.core import Do, Effects

TOPICS = (assignments, units, questions, runs, flow)


class EffectChecker(Effects):
    """Checks statements of every kind: `scope` maps the names in sight to their types."""

    statements: ClassVar[Mapping[str, Do]] = {name: do for topic in TOPICS for name, do in topic.STATEMENTS.items()}
