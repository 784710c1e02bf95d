"""What does not hold in a case."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node


class Failed(Exception):
    """A case that does not hold."""

    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node = node


def unknown(node: Node, kind: str, name: str, known: Iterable[str]) -> Failed:
    """A case that names what is not there, with the nearest right name."""
    return Failed(node, spoken(f"There is no {kind} `{name}`.", did_you_mean(name, known)))


def spoken(message: str, hint: str) -> str:
    """A message and its hint as sentences."""
    return f"{message} {hint[:1].upper()}{hint[1:]}".strip()
