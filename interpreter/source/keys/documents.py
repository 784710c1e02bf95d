"""What stands in documents besides sections: the head of a ruleset or overlay, changes, cases."""

from __future__ import annotations

from interpreter.source.keys.common import NOTE, RUN, STATEMENTS, TEXT, TITLE
from interpreter.source.keys.kinds import Field

META = (
    Field("ruleset", "id", "The id of this ruleset."),
    Field("overlay", "id", "The id of this overlay."),
    TITLE,
    TEXT,
    NOTE,
    Field("extends", "ids", "Rulesets that this one builds on.", names=("(rulesets)",)),
    Field("library", "truth", "A library is built on, not played."),
    Field("start", "id", "The procedure that plays the game.", names=RUN),
    Field("scenario", "id", "The set-up that is played unless another is asked for.", names=("scenarios",)),
    Field("for", "ids", "Rulesets that this overlay may lie on.", names=("(rulesets)",)),
    Field("needs", "ids", "Overlays that must lie below this one.", names=("(overlays)",)),
    Field("excludes", "ids", "Overlays that may not lie beside this one.", names=("(overlays)",)),
    Field("after", "ids", "Overlays that come before this one where both are used.", names=("(overlays)",)),
)

CHANGE = (
    Field("set", "text", "Path of a value to set: section.id.field…"),
    Field("to", "any", "The new value."),
    Field("expects", "any", "The value that must stand there now."),
    Field("add", "text", "Path of a list or mapping to add to, or of a definition to add."),
    Field("value", "any", "What is added."),
    Field("remove", "text", "Path of a definition, field or list element to take away."),
    Field("replace", "text", "Path of a definition to replace as a whole."),
    Field("with", "any", "The new definition."),
    Field("rename", "text", "Path of a definition that gets another id."),
    Field("insert", "text", "Path of an ordered list or mapping that gets an element."),
    Field("before", "text", "The element before which it is inserted."),
    Field("behind", "text", "The element behind which it is inserted."),
    Field("id", "id", "The id of the inserted element, in an ordered mapping."),
)

CASE = (
    Field("cites", "ids", "Statements that the case shows.", names=STATEMENTS),
    TEXT,
    NOTE,
    Field("options", "values", "Options of the game."),
    Field("with", "ids", "Overlays.", names=("(overlays)",)),
    Field("on", "id", "The ruleset, of a case in a collection of overlays; the first that its overlays are for, if left out."),
    Field(
        "given",
        "record",
        "The position.",
        fields=(
            Field("scenario", "id", "Start from this set-up, with its units.", names=("scenarios",)),
            Field("like", "id", "Start from this set-up without its units.", names=("scenarios",)),
            Field("set", "tree", "Attribute values, as in a scenario."),
            Field("units", "tree", "Units, as in a scenario."),
        ),
    ),
    Field("when", "steps", "Steps, one key each: run, start, answer, refuse, legal, dice, check, said, until, finish (`finish: true`)."),
    Field("then", "words", "Conditions that hold at the end."),
)
