"""What the language offers beyond its grammar, declared once: built-in functions and hooks.

The checker, the compiler, the reference evaluator and the reference page read this table.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.types import ANY, BORDER, DIRECTION, NUMBER, POWER, SPACE, TRUTH, UNIT, Type, set_of


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in function: parameter types (the last repeats if `many`), result, what it gives; `grid` if it needs one; a `guess` is for players only."""

    name: str
    parameters: tuple[Type, ...]
    result: Type
    text: str
    many: bool = False
    grid: bool = False
    guess: bool = False


ANY_SET = set_of(ANY)

FUNCTIONS: dict[str, Builtin] = {
    f.name: f
    for f in (
        Builtin("min", (NUMBER,), NUMBER, "The lowest of some numbers.", many=True),
        Builtin("max", (NUMBER,), NUMBER, "The highest of some numbers.", many=True),
        Builtin("floor", (NUMBER,), NUMBER, "A number without its fraction, rounded down."),
        Builtin("ceiling", (NUMBER,), NUMBER, "A number rounded up to a whole one."),
        Builtin("border", (SPACE, SPACE), BORDER, "The border between two adjacent spaces; none if they are not."),
        Builtin(
            "distance",
            (SPACE, SPACE),
            NUMBER,
            "The fewest steps between two spaces, whatever the rules say; 999 if there is no way. On a grid the steps of the open grid.",
        ),
        Builtin("reach", (UNIT,), set_of(SPACE), "The spaces to which a unit can move with what is left of its movement."),
        Builtin(
            "reach_from",
            (UNIT, SPACE, NUMBER),
            set_of(SPACE),
            "The spaces that a unit could reach from a space with an amount of movement, the space itself among them.",
        ),
        Builtin(
            "linked",
            (SPACE, set_of(SPACE)),
            set_of(SPACE),
            "A space and all that hang together with it: reached by steps that each end in a space of a set, nearest first.",
        ),
        Builtin(
            "linked_within",
            (SPACE, set_of(SPACE), NUMBER),
            set_of(SPACE),
            "What `linked` gives in at most a number of steps.",
        ),
        Builtin("steps", (set_of(SPACE),), NUMBER, "The number of steps of a path."),
        Builtin("passed", (set_of(SPACE),), set_of(SPACE), "The spaces of a path between its ends."),
        Builtin("end_of", (set_of(SPACE),), SPACE, "The space where a path ends."),
        Builtin("entered_from", (set_of(SPACE),), SPACE, "The space of a path before its end."),
        Builtin("direction", (SPACE, SPACE), DIRECTION, "The direction from a hex to an adjacent one; none to any other."),
        Builtin("ahead", (SPACE, DIRECTION), SPACE, "The hex beside a hex in a direction; none at the edge of the board."),
        Builtin(
            "angle",
            (SPACE, DIRECTION, SPACE),
            NUMBER,
            "Degrees between a direction of a hex and the line to another hex, 0 to 180: exact for multiples of 30, else the 15 between; "
            "0 for the hex itself.",
        ),
        Builtin(
            "crossed",
            (SPACE, SPACE),
            set_of(SPACE),
            "The hexes between two hexes that the line between their centres passes through.",
            grid=True,
        ),
        Builtin(
            "touched", (SPACE, SPACE), set_of(SPACE), "The hexes beside the line between two hexes where it runs along a side.", grid=True
        ),
        Builtin("sees", (POWER, UNIT), TRUTH, "Whether a power knows of a unit: no rule forbids it to `see` it."),
        Builtin("row", (SPACE,), NUMBER, "The row of a hex, from 1 at the top; 0 for what is no hex.", grid=True),
        Builtin(
            "column", (SPACE,), NUMBER, "How many half hexes further right a hex begins than the grid; 0 for what is no hex.", grid=True
        ),
        Builtin("together", (SPACE, SPACE), TRUTH, "Whether two spaces are the same or adjacent."),
        Builtin(
            "chance",
            (set_of(UNIT), set_of(UNIT), SPACE),
            NUMBER,
            "For players only: the chance in per cent that some units take a space from others, by the ruleset's `odds`.",
            guess=True,
        ),
        Builtin(
            "swing",
            (set_of(UNIT), set_of(UNIT), SPACE),
            NUMBER,
            "For players only: what the others lose in that fight on average, less what the first lose.",
            guess=True,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Hook:
    """A place in the machine where rules are asked: what they may forbid, and the names that they see."""

    name: str
    provides: tuple[tuple[str, Type], ...]
    text: str


HOOKS: dict[str, Hook] = {
    h.name: h
    for h in (
        Hook("step", (("unit", UNIT), ("origin", SPACE), ("destination", SPACE)), "A step of a unit from a space to an adjacent one."),
        Hook("pass", (("unit", UNIT), ("through", SPACE)), "Going on from a space that a moving unit has entered."),
        Hook("see", (("viewer", POWER), ("unit", UNIT)), "A power knowing of a unit: what `sees` asks for."),
        Hook("done", (("actor", POWER),), "Being done where actions are offered; where none of them is legal the offer ends all the same."),
    )
}

ACTOR = ("actor", POWER)
