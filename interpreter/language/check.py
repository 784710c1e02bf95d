"""Expressions checked: names resolved, types found, phrases turned into quantifiers; tree to typed IR.

The topics stand in `language.checks`, one module each; this is all of them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from interpreter.language.checks import (
    aggregates,
    attributes,
    being,
    calls,
    comparisons,
    groups,
    literals,
    names,
    numbers,
    phrases,
    places,
    truth,
)
from interpreter.language.checks.core import Core, Node

TOPICS = (names, literals, numbers, truth, attributes, places, groups, aggregates, phrases, comparisons, being, calls)


class Checker(Core):
    """Checks expressions of every kind: `scope` maps the names in sight to their types."""

    nodes: ClassVar[Mapping[str, Node]] = {name: node for topic in TOPICS for name, node in topic.NODES.items()}
