"""The sections of exact chances: trials, and odds of engagements."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, GIVEN
from interpreter.source.keys.kinds import Field, Section

ARMY = (
    Field("may", "expression", "Units (`it`) that may be in it.", required=True, of_type="truth"),
    Field("order", "expression", "The order in which units (`it`) are lost, lowest first; their worth if left out.", of_type="number"),
)

CHANCES: tuple[Section, ...] = (
    Section(
        "trials",
        "Things with dice whose exact chances can be asked for: set up, done, and what has come of it.",
        (
            GIVEN,
            Field("defaults", "values", "Values of parameters that nobody names."),
            Field(
                "do",
                "effects",
                "Sets up a position and does it; returns a number. Choices are answered by the first option.",
                required=True,
            ),
            Field("gives", "text", "What the number counts."),
            Field(
                "outcomes",
                "records",
                "What may have come of it.",
                fields=(Field("when", "expression", "Whether it has come of it.", required=True, of_type="truth"), *COMMON),
            ),
            *COMMON,
        ),
    ),
    Section(
        "odds",
        "Engagements whose chances can be asked for, by the kind that people name; `here` is the space.",
        (
            Field("engagement", "id", "The engagement that is fought.", required=True, names=("engagements",)),
            Field("where", "expression", "Spaces (`here`) in which it may be fought.", required=True, of_type="truth"),
            Field("foes", "expression", "Powers that may fight each other (`attacker`, `defender`).", required=True, of_type="truth"),
            Field("attacker", "record", "The army that comes.", required=True, fields=ARMY),
            Field("defender", "record", "The army that is there.", required=True, fields=ARMY),
            Field(
                "prepare",
                "effects",
                "Makes the position ready; sees `here`, `attacker`, `defender`, and the units `attacking` and `defending`.",
                required=True,
            ),
            Field("wins", "expression", "Whether the attacker has won, at the end.", required=True, of_type="truth"),
            Field("loses", "expression", "Whether the defender has won, at the end.", required=True, of_type="truth"),
            Field("takes", "expression", "Whether the attacker holds what was fought for, at the end.", of_type="truth"),
            Field("gain", "expression", "What else the attacker has gained, at the end.", of_type="number"),
            Field("worth", "expression", "What a unit (`it`) is worth.", required=True, of_type="number"),
            Field("keeps", "expression", "Units (`it`) of which some may be kept to the last.", of_type="truth"),
            Field("retreats", "ids", "Actions that leave the fight.", names=("actions",)),
            Field("roles", "ids", "Words that may stand before units of an army; `prepare` sees the units of each as a set of that name."),
            *COMMON,
        ),
    ),
)
