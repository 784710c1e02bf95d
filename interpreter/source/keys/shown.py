"""The sections of what people read and see: the rulebook, and pictures of positions."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, LOOK, WHEN
from interpreter.source.keys.kinds import Field, Section

SHOWN: tuple[Section, ...] = (
    Section(
        "statements",
        "The rulebook, cut into statements.",
        (
            Field("section", "text", "Where it stands in the rulebook."),
            Field("statement", "text", "The rule in one sentence.", required=True),
            Field("check", "text", "A case in miniature."),
            Field("note", "text", "How it is read."),
            Field("source", "text", "Where a ruling was read."),
        ),
        short="statement",
    ),
    Section(
        "pictures",
        "How a position is drawn: each entry draws something, the later over the earlier ones; with a `title` it stands in the legend.",
        (
            Field("on", "text", "What it is drawn on (`it`).", required=True, choices=("board", "space", "border", "unit")),
            WHEN,
            Field("as", "expression", "A thing whose colour, ink, symbol and letter are used where none are given here."),
            *LOOK,
            Field("disc", "number", "A space is a disc with this radius, and not a cell of the map."),
            Field("cut", "truth", "A hex is cut off at the edge of those that are not."),
            Field("aside", "truth", "A space is of no account: the picture shows the part of the board where the others lie."),
            Field("line", "text", "Where the line of a border runs.", choices=("along", "across")),
            Field("width", "number", "The width of the line, in hundredths of the side of a hex; 8 if left out."),
            Field("part", "number", "How much of a line across is drawn, its middle, in hundredths; all of it if left out."),
            Field(
                "says", "expression", "What is written on it (of the board: above it): a number, a text, a word or the title of a thing."
            ),
            Field("points", "expression", "A direction of the grid: an arrow on the unit points there."),
            Field("size", "words", "Width and height of the board, where spaces are placed by `at`."),
            Field("closes", "truth", "The left and the right edge of the board are one."),
            *COMMON,
        ),
        ordered=True,
    ),
)
