"""The sections of values and rules: definitions, what changes them, what is forbidden and what follows."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, FORBIDDEN, GIVEN, RUN, WHEN
from interpreter.source.keys.kinds import Field, Section

RULES: tuple[Section, ...] = (
    Section(
        "define",
        "Named conditions, values and sets.",
        (GIVEN, Field("is", "expression", "The value.", required=True), Field("type", "type", "The type of the value."), *COMMON),
        short="is",
    ),
    Section(
        "modifiers",
        "Changes of a value while a condition holds.",
        (
            Field("modifier", "modifier", "`attack + 1 when …`.", required=True),
            Field("best_of", "id", "Of the modifiers that bear this word and change one value the same way, only the highest counts."),
            *COMMON,
        ),
        short="modifier",
    ),
    Section(
        "allocations",
        "Each of some units helps a number of others, one to one.",
        (
            Field("gives", "modifier", "`attack + 1`.", required=True),
            Field("giver", "expression", "Units (`it`) that help.", required=True, of_type="truth"),
            Field("taker", "expression", "Units (`it`) that are helped.", required=True, of_type="truth"),
            Field("each", "expression", "How many others one helps; 1 if left out.", of_type="number"),
            Field("pool", "id", "Helpers of one pool have one partner in all of its allocations."),
            WHEN,
            *COMMON,
        ),
    ),
    Section(
        "rules",
        "What is forbidden, what is an exception, what follows from an event.",
        (
            Field(
                "forbid",
                "ids",
                "Actions, steps of movement, or named conditions, that are forbidden (a forbidden condition does not hold).",
                names=FORBIDDEN,
            ),
            Field(
                "allow",
                "ids",
                "What stays allowed `despite` rules; without `despite`, named conditions that hold besides.",
                names=FORBIDDEN,
            ),
            Field(
                "despite", "ids", "The rules on actions, steps of movement or conditions that this is an exception of.", names=("rules",)
            ),
            Field("on", "ids", "Events that set this off.", names=("events",)),
            Field(
                "instead_of",
                "ids",
                "What is run by these names, or what these actions do: while `when` holds, `do` is done in its place.",
                names=(*RUN, "actions"),
            ),
            WHEN,
            Field("because", "text", "The reason that a player is told."),
            Field(
                "shown_as",
                "text",
                "Where it forbids to `know`: the word that a power is shown instead of the unit's type; `unknown` if left out.",
            ),
            Field("do", "effects", "What follows, or is done instead."),
            Field(
                "order",
                "number",
                "Rules set off by one event, or instead of one procedure, are taken in this order; equal ones as they stand.",
            ),
            *COMMON,
        ),
    ),
)
