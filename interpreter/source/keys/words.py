"""The sections that make words: sorts, attributes, tags, enumerations, events."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, GIVEN
from interpreter.source.keys.kinds import Field, Section

ATTRIBUTE = (
    Field("type", "type", "The type of its values.", required=True),
    Field("default", "any", "The value where none is given."),
    Field("fixed", "truth", "Given by the ruleset and never changed in play."),
    Field("least", "number", "No value goes below this."),
    Field("most", "number", "No value goes above this."),
    Field("formula", "truth", "Each bearer gives an expression, evaluated when it is read."),
    Field("hidden", "truth", "Units that differ in this attribute alone are alike."),
    Field(
        "seen_by",
        "expression",
        "Whether a power (`viewer`) is shown the value of its bearer (`it`); all are, if left out.",
        of_type="truth",
    ),
    Field("mutual", "truth", "Who is in the set of another has that one in its own."),
    Field("remembers", "expression", "A truth: whether this ever held; a number: how many times in a row.", of_type="truth"),
    Field("on", "ids", "Events at which what is remembered is looked at.", names=("events",)),
    Field("until", "ids", "Events at which it gets its default again, behind the rules that follow them.", names=("events",)),
    *COMMON,
)

WORDS: tuple[Section, ...] = (
    Section(
        "sorts",
        "Kinds of things that this ruleset adds to powers, spaces, unit types and units.",
        (Field("plural", "id", "The word for all of them, also the section that lists them.", required=True), *COMMON),
    ),
    Section("attributes", "Attributes of each sort (or of `game`): name, type, default.", ATTRIBUTE),
    Section("tags", "Words that `is` tests, borne by powers, spaces, borders, unit types or declared things.", COMMON, short="text"),
    Section(
        "enumerations",
        "Types with a fixed list of words.",
        (Field("values", "words", "The words, in order.", required=True), *COMMON),
        short="values",
    ),
    Section(
        "events",
        "What may be announced: parameters, and the line that a log shows.",
        (
            GIVEN,
            Field("silent", "truth", "For rules that follow it alone: no log shows it."),
            Field(
                "told_to",
                "expression",
                "The powers whose logs show it, asked when a log is read; all, if left out.",
                of_type="set of power",
            ),
            *COMMON,
        ),
        short="text",
    ),
)
