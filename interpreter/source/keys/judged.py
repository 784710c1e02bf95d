"""The sections that judge positions and set-ups: the worth of moves, checks, comparisons, measures."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, WHEN
from interpreter.source.keys.kinds import Field, Section

JUDGED: tuple[Section, ...] = (
    Section(
        "evaluation",
        "What a move is worth to the power that makes it, for players by program.",
        (Field("worth", "expression", "Higher is better; 0 or less is left alone.", required=True, of_type="number"), *COMMON),
        short="worth",
    ),
    Section(
        "checks",
        "What every set-up has to satisfy; a ruleset is checked for it, and a game does not start without it.",
        (
            Field("each", "expression", "The things of which it is asked, one after the other (`it`); once, if left out."),
            Field("demand", "expression", "What has to hold.", required=True, of_type="truth"),
            WHEN,
            Field("because", "text", "What is told where it does not; values stand in {braces}.", required=True),
            Field("warning", "truth", "It may be so, but is odd."),
            *COMMON,
        ),
    ),
    Section(
        "comparisons",
        "What is told of each edition when several are compared: values at the start of the game, and battles.",
        (
            Field("each", "expression", "The things of which the value is told, one after the other (`it`); once, if left out."),
            Field("is", "expression", "The value, at the start of the game."),
            Field("battle", "id", "Instead of a value: the kind of engagement (of `odds`) whose chances are told."),
            Field("attacker", "text", "The army that comes to the battle, as `3 TYPE, 1 OTHER`."),
            Field("defender", "text", "The army that is there."),
            *COMMON,
        ),
        short="is",
    ),
    Section(
        "measures",
        "Numbers that set-ups are compared by, told of each power (`power`), such as what its units cost.",
        (Field("amount", "expression", "The number.", required=True, of_type="number"), *COMMON),
        short="amount",
    ),
)
