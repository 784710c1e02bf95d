"""The sections of what is on the table: powers, spaces, grids, borders, unit types."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, IS_TAGS, LOOK, SHORT
from interpreter.source.keys.kinds import Field, Section

BOARD: tuple[Section, ...] = (
    Section("powers", "Who decides.", (*LOOK, IS_TAGS, SHORT, *COMMON), open=True, sort="power"),
    Section(
        "spaces",
        "The nodes of the board.",
        (Field("at", "words", "Where a picture shows it: x and y."), IS_TAGS, *COMMON),
        open=True,
        sort="space",
    ),
    Section(
        "grids",
        "A board of hexes: its spaces and borders follow from its rows.",
        (
            Field(
                "rows",
                "tree",
                "Each row of hexes, from the top: its first number, its last number, how many half hexes further right it begins.",
                required=True,
            ),
            Field(
                "directions",
                "id",
                "An enumeration of six words: the directions, counter-clockwise from the right.",
                names=("enumerations",),
            ),
            *COMMON,
        ),
        ordered=True,
    ),
    Section(
        "borders",
        "Groups of borders between spaces, each pair once.",
        (
            Field("pairs", "pairs", "A space and those beside it.", required=True),
            IS_TAGS,
            *COMMON,
        ),
        open=True,
        sort="border",
    ),
    Section(
        "unit_types",
        "The kinds of units.",
        (
            *LOOK,
            IS_TAGS,
            SHORT,
            Field("like", "id", "Another unit type: what this one does not say of itself is as there.", names=("unit_types",)),
            *COMMON,
        ),
        open=True,
        sort="unit_type",
    ),
)
