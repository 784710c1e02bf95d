"""Names and fields that several sections share."""

from __future__ import annotations

from interpreter.source.keys.kinds import Field

STATEMENTS = ("statements",)
RUN = ("procedures", "sequences", "phases", "windows", "engagements")
FORBIDDEN = ("actions", "define", "(hooks)")
WHOLE = ("(rulesets)", "(overlays)", "(hooks)")
"""Names that stand in no section: those of rulesets and overlays, and the places in the machine where rules are asked."""

CITES = Field("cites", "ids", "Rulebook statements (and rulings) that this definition implements.", names=STATEMENTS)
TEXT = Field("text", "text", "What a player reads about this.")
TITLE = Field("title", "text", "The name that players read.")
NOTE = Field("note", "text", "A remark for authors; without effect.")
COMMON = (TITLE, TEXT, CITES, NOTE)
GIVEN = Field("of", "parameters", "Parameters: a mapping of names to types.")
WHEN = Field("when", "expression", "Only while this holds.", of_type="truth")
IS_TAGS = Field("is", "ids", "Tags that it bears.", names=("tags",))
SHORT = Field("short", "text", "What people call it for short; several forms stand with commas.")

LOOK = (
    Field("color", "text", "Its colour on pictures: `#` and six hexadecimal digits."),
    Field("ink", "text", "The colour of its symbol and of words on it."),
    Field("symbol", "text", "Its shape: SVG path data within 50 points to each side of the middle."),
    Field("letter", "text", "The character that stands for it on a map in text."),
)
