"""The sections of what is settled before a game: options and set-ups."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON
from interpreter.source.keys.kinds import Field, Section

GAMES: tuple[Section, ...] = (
    Section(
        "options",
        "What players agree on before a game.",
        (
            Field("type", "type", "truth, number or an enumeration.", required=True),
            Field("default", "any", "The value unless chosen.", required=True),
            Field(
                "volleys",
                "text",
                "Where it is chosen: whole hits of a volley are certain and one die decides about the rest; or whoever rolls says whose die is whose.",
                choices=("whole hits", "chosen dice"),
            ),
            *COMMON,
        ),
    ),
    Section(
        "scenarios",
        "Set-ups: who holds what at the start.",
        (
            Field("like", "id", "The set-up that this one starts from.", names=("scenarios",)),
            Field("bare", "truth", "It takes over no units of the set-up that it is like."),
            Field("without", "ids", "Spaces of which it takes over no units.", names=("spaces",)),
            Field("set", "tree", "Attribute values: sort, id, attribute (or `game`, attribute)."),
            Field("units", "tree", "Space, power, unit type: a number, or a record. They are added to those taken over."),
            *COMMON,
        ),
    ),
)
