"""Third pass: checked definitions written out as one Python module and the tables of a `Program`."""

from __future__ import annotations

from interpreter.rules.definitions import Definitions
from interpreter.rules.emit import battles, play, telling, values
from interpreter.rules.emit.asking import asks, stopping
from interpreter.rules.emit.emitter import Emitter
from interpreter.rules.program import Program

__all__ = ["asks", "emit", "stopping"]

PASSES = (
    values.stats,
    values.defines,
    values.formulas,
    play.procedures,
    play.actions,
    play.bans,
    play.movements,
    battles.allocations,
    battles.volleys,
    battles.engagements,
    values.evaluation,
    battles.odds,
    telling.pictures,
    battles.trials,
    telling.checks,
    telling.comparisons,
    telling.audiences,
    telling.secrets,
    values.measures,
)


def emit(definitions: Definitions, program: Program) -> None:
    """Fills `program` with the functions and tables of the definitions."""
    emitter = Emitter(definitions, program)
    for one_pass in PASSES:
        one_pass(emitter)
    program.functions = "\n".join([*emitter.lines, f"CAUSES = {emitter.causes!r}"]) + "\n"
