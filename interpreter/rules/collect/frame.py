"""What the steps of one engagement share."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.language.ir import Expr, Local, Statement
from interpreter.language.types import Type
from interpreter.rules.collect.collector import HERE
from interpreter.rules.collect.fields import listed
from interpreter.rules.declare import get
from interpreter.rules.definitions import Parameters, Side, Step
from interpreter.source.tree import Node


@dataclass(frozen=True, slots=True)
class Frame:
    """An engagement: its parameters, sides, the units of each side as `inline`, the procedure of a loss; volleys and steps so far."""

    name: str
    given: Parameters
    sides: tuple[Side, ...]
    inline: dict[str, Expr]
    lost: str
    doomed: str
    volleys: list[str] = field(default_factory=list)
    recorded: list[Step] = field(default_factory=list)

    @property
    def here(self) -> tuple[Expr, ...]:
        """The arguments with which it runs what belongs to it: its own parameters."""
        return tuple(Local(type_, HERE, name) for name, type_ in self.given)

    def sight(self, **more: Type) -> dict[str, Type]:
        """The names in sight of a text of it: its parameters, and more."""
        return {**dict(self.given), **more}

    def record(self, name: str, phase: str, node: Node, body: tuple[Statement, ...], when: Expr | None) -> None:
        """Keeps a step as written, beside the procedure that it becomes a part of."""
        kind = next((k for k in ("volley", "offer") if get(node, k) is not None), "do")
        actions = tuple(str(n.value) for n in listed(node, "offer"))
        self.recorded.append(Step(name, phase, kind, when, body, f"{self.name}_{name}" if kind == "volley" else "", actions))
