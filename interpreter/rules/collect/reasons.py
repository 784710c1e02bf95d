"""Reasons that players are told, with values in braces."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.language.ir import Expr
from interpreter.language.types import ANY, Type
from interpreter.rules.collect.collector import Collector
from interpreter.source.tree import Node

TOLD = re.compile(r"\{([^{}]+)\}")
"""A value in braces in the reason of a rule."""


def reason_of(c: Collector, because: Node | None, scope: Mapping[str, Type]) -> tuple[str, tuple[Expr, ...]]:
    """A reason with its values in braces numbered, and those values."""
    reason = " ".join(str(because.value).split()) if because is not None else ""
    tells: list[Expr] = []
    for piece in TOLD.findall(reason):
        assert because is not None
        value = c.texts.expression(Node(piece, because.place, raw=piece), scope, ANY)
        if value is not None:
            of = value.type.of if value.type.of is not None else value.type
            reason = reason.replace("{" + piece + "}", f"{{{len(tells)}:{of}}}", 1)
            tells.append(value)
    return reason, tuple(tells)
