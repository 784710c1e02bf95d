"""The sections of the course of play: procedures, sequences, phases, windows, actions, movements."""

from __future__ import annotations

from interpreter.source.keys.common import COMMON, GIVEN, RUN, WHEN
from interpreter.source.keys.kinds import Field, Section

CHOICE = (
    Field("from", "expression", "One element of this set; alike units are offered once."),
    Field("some_of", "expression", "Any number of alike units of this set.", of_type="set of unit"),
    Field("number", "expression", "A number up to this one.", of_type="number"),
    Field("least", "expression", "The lowest number (1 if left out).", of_type="number"),
    Field("reached_by", "id", "A space that the unit (or units) of this name can move to; its path is `path`."),
    Field("text", "text", "What a player reads who names something else."),
)

PLAY: tuple[Section, ...] = (
    Section(
        "procedures",
        "Named effects.",
        (GIVEN, Field("do", "effects", "The effects.", required=True), Field("returns", "type", "The type of what it returns."), *COMMON),
        short="do",
    ),
    Section(
        "sequences",
        "Procedures, phases and windows in order.",
        (
            Field("steps", "ids", "What is run, in order.", required=True, names=RUN),
            WHEN,
            Field("each", "expression", "Things (`it`): each step is run for all of them before the next step; once, if left out."),
            Field("begin", "effects", "What happens before each step."),
            *COMMON,
        ),
        short="steps",
        ordered=True,
    ),
    Section(
        "phases",
        "A stretch of play in which a power takes actions until it is done.",
        (
            Field("by", "expression", "The power that acts.", required=True, of_type="power"),
            WHEN,
            Field("begin", "effects", "What happens first."),
            Field("actions", "ids", "What the power may do, any number of times.", names=("actions",)),
            Field("end", "effects", "What happens last."),
            *COMMON,
        ),
    ),
    Section(
        "windows",
        "A moment in which powers may react, in the order given.",
        (
            GIVEN,
            Field("order", "expression", "The powers that are asked, in this order.", required=True, of_type="set of power"),
            Field("actions", "ids", "The reactions.", required=True, names=("actions",)),
            Field("once", "truth", "Each power may react once."),
            WHEN,
            *COMMON,
        ),
    ),
    Section(
        "actions",
        "What a power may choose to do, with what it chooses.",
        (
            GIVEN,
            Field("choose", "records", "What is chosen, each from a set that may depend on those before.", fields=CHOICE),
            WHEN,
            Field("says", "text", "How the answer is written, with the choices in {braces}."),
            Field("do", "effects", "What it does.", required=True),
            Field("closes", "truth", "The offer ends with this action."),
            Field("most", "expression", "How often each power may take it; the power's `times_NAME` counts.", of_type="number"),
            Field("again_on", "ids", "Events at which the counts of all powers begin anew."),
            Field("beside", "ids", "Other actions: wherever one of them is offered, this one is, too.", names=("actions",)),
            *COMMON,
        ),
    ),
    Section(
        "movements",
        "How units travel over the board; the first whose `of` holds for a unit is its movement.",
        (
            Field("of", "expression", "Units (`unit`) that move so.", required=True, of_type="truth"),
            Field("allowance", "expression", "How much a unit may spend.", required=True, of_type="number"),
            Field("cost", "expression", "What a step from `origin` to `destination` costs; 1 if left out.", of_type="number"),
            Field("mark", "expression", "Paths over different spaces of this kind (`through`) are different moves.", of_type="truth"),
            Field(
                "limits",
                "records",
                "Steps of which one path takes so many at most.",
                fields=(
                    Field("counts", "expression", "Whether a step from `origin` to `destination` is one.", required=True, of_type="truth"),
                    Field("most", "expression", "How many a path that begins in `start` takes at most.", required=True, of_type="number"),
                    *COMMON,
                ),
            ),
            *COMMON,
        ),
    ),
)
