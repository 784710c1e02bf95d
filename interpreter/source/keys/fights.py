"""The section of engagements, and the steps of their rounds."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, GIVEN, WHEN
from interpreter.source.keys.kinds import Field, Section

STEP = (
    Field("volley", "id", "The side that fires."),
    Field("of", "expression", "Which of its units fire (`it`).", of_type="truth"),
    Field("at", "id", "The side that is fired at (the other one, where there are two)."),
    Field("dice", "expression", "How many dice a unit (`it`) rolls; 1 if left out.", of_type="number"),
    Field("best", "expression", "Of the dice of a unit (`it`) of which this holds the best alone counts.", of_type="truth"),
    Field("pool", "expression", "How many dice the volley rolls in all, instead of `of` and `dice`.", of_type="number"),
    Field("sides", "number", "Sides of a die; 6 if left out."),
    Field("value", "expression", "A die that shows this or less hits (`it` fires).", of_type="number"),
    Field("may_hit", "expression", "Whether `firer` may hit `it`.", of_type="truth"),
    Field("losses", "text", "When losses fall.", choices=("at once", "later")),
    Field("tier", "expression", "Losses come from the lowest tier that can take them (`it`).", of_type="number"),
    Field("picks", "expression", "The power that picks the losses (that of the side hit, if left out).", of_type="power"),
    Field("rolled", "effects", "What follows at once for each unit (`it`) that has rolled; `faces` are what its own dice show."),
    Field(
        "reroll", "effects", "What happens when its dice lie (`misses`, `hits`): sets `misses_again`, `hits_again`, the dice rolled again."
    ),
    Field("offer", "ids", "Actions that are offered.", names=("actions",)),
    Field("to", "expression", "The power that they are offered to.", of_type="power"),
    Field("do", "effects", "What happens in this step."),
    WHEN,
    *COMMON,
)

FIGHTS: tuple[Section, ...] = (
    Section(
        "engagements",
        "Battles, raids, attacks: sides, steps of a round, ends.",
        (
            GIVEN,
            Field(
                "sides",
                "records",
                "Who fights.",
                required=True,
                fields=(
                    Field("power", "expression", "Who decides for this side.", required=True, of_type="power"),
                    Field("units", "expression", "Its units now fighting.", required=True, of_type="set of unit"),
                ),
            ),
            Field(
                "losses",
                "record",
                "What a hit does.",
                required=True,
                fields=(
                    Field("counter", "id", "The attribute of a unit that counts its hits.", required=True, names=("attributes",)),
                    Field("limit", "expression", "How many hits destroy a unit (`it`).", required=True, of_type="number"),
                    Field("doomed", "id", "The attribute that marks losses that still return fire.", required=True, names=("attributes",)),
                    Field("then", "effects", "What happens to a destroyed unit (`it`); it is removed if left out."),
                ),
            ),
            Field("before", "records", "Steps before the first round.", fields=STEP),
            Field("round", "records", "Steps of a round.", fields=STEP),
            Field("until", "expression", "When the fighting ends.", required=True, of_type="truth"),
            Field("after", "effects", "What follows."),
            *COMMON,
        ),
    ),
)
