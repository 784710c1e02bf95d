"""Rulesets built with their IR, ready to be played and walked."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interpreter.rules.build import Built, build
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import has_errors
from tests.reference.programs import program


@dataclass(frozen=True)
class Playable:
    built: Built
    rules: Ruleset


def bring_up(built: Built, name: str) -> Playable:
    return Playable(built, Ruleset(built.program, compile(built.program.functions, f"<{name}>", "exec"), (name, (), {})))


@cache
def playable(name: str) -> Playable:
    """A shipped ruleset with its IR."""
    built, found = build(name)
    assert built is not None, [str(d) for d in found if d.severity == "error"]
    return bring_up(built, name)


def little(seed: int) -> Playable:
    """A little ruleset with random rules. AssertionError where the checker refuses what should be right."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "ruleset.yaml").write_text(program(seed), encoding="utf-8")
        built, found = build(folder)
    assert not has_errors(found), (seed, [(d.line, d.message) for d in found if d.severity == "error"])
    assert built is not None
    return bring_up(built, f"little-{seed}")
