"""What the language offers, declared once: its words, built-in functions and hooks.

The checker, the compiler, the reference evaluator, the reference page and the help for editors read these tables.
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
LEAST_SIDES, MOST_SIDES = 2, 1000
"""The sides that a die may have."""

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
        Builtin(
            "path_cost", (UNIT, set_of(SPACE)), NUMBER, "What a unit spends on a path: what each of its steps costs by the unit's movement."
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
        Builtin("knows", (POWER, UNIT), TRUTH, "Whether a power knows what a unit is: it sees it, and no rule forbids it to `know` it."),
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


KEYWORDS: dict[str, str] = {
    "where": "`S where condition` keeps the elements for which the condition holds; inside, `it` is the element.",
    "by": "`S by number` puts elements in order, lowest first.",
    "descending": "`S by number descending` puts the highest first.",
    "if": "`A if condition else B` chooses a value; `if condition:` begins a block of effects.",
    "else": "What holds, or is done, where the condition does not hold.",
    "and": "Both conditions hold.",
    "or": "One of the conditions holds, or both; behind a choice, `or none` lets it be left out.",
    "not": "The condition does not hold.",
    "is": "`x is word`: of this type, with this tag, this attribute or condition holds, or the same thing.",
    "in": "`x in S`: is an element of it; `units in space` are those there; `x in S where …` names the element.",
    "adjacent": "`a adjacent to b`: a border lies between the two spaces; `spaces adjacent to s` are its neighbours.",
    "to": "Where something goes, or the value that is set.",
    "unit": "In a group (`any unit in s`) all units; elsewhere the unit in sight.",
    "units": "All units; `units in s` and `units aboard u` are those there.",
    "space": "In a group (`any space`) all spaces; elsewhere the space in sight.",
    "spaces": "All spaces of the board; `spaces adjacent to s` are its neighbours.",
    "aboard": "`units aboard u` are those that it carries; `move … aboard u` loads them.",
    "any": "The sentence holds for one element at least.",
    "all": "The sentence holds for each element.",
    "every": "The sentence holds for each element.",
    "no": "The sentence holds for no element.",
    "exactly": "`exactly n of S`: the sentence holds for so many elements.",
    "at": "`at least n`, `at most n`: how many elements the sentence has to hold for.",
    "least": "`at least n of S`: the sentence holds for so many elements or more.",
    "most": "`at most n of S`: the sentence holds for so many elements or fewer.",
    "of": "`attribute of x` reads an attribute, as `x's attribute` does; `count`, `total` … `of S`.",
    "its": "`its attribute` is that of the element that is looked at (`it`).",
    "count": "`count S`: how many elements there are.",
    "first": "`first S`: its first element, or none; `first S by number` the lowest; `first 3 of S` the first three.",
    "total": "`total attribute of S`: the sum over its elements.",
    "highest": "`highest attribute of S`: the largest value; 0 of nothing.",
    "lowest": "`lowest attribute of S`: the smallest value; 0 of nothing.",
    "each": "`each attribute of S`: the set of all values; `for each x in S:` does a block once for every element.",
    "true": "It holds.",
    "false": "It does not hold.",
    "none": "Nothing: no power, no space, no unit, no word, no text.",
    "let": "`let name = value` gives a value a name.",
    "set": "`set x's attribute to value` changes an attribute; `set x flag` makes it true.",
    "clear": "`clear x flag` makes an attribute false.",
    "add": "`add n to x's attribute` raises a number, or puts an element into a set.",
    "subtract": "`subtract n from x's attribute` lowers a number, or takes an element out of a set.",
    "from": "Where a choice, or what is taken away, comes from.",
    "create": "`create type in space for power` places a new unit; `create 2 type …` several.",
    "for": "`for each x in S:` does a block for every element; `for power` says whose, or who decides.",
    "as": "`as name` gives what was made or rolled a name.",
    "remove": "`remove units` takes units off the board.",
    "move": "`move units to space` (or `aboard unit`) places units elsewhere.",
    "roll": "`roll n d6 as name` rolls dice, the name is what they show; `roll d6 as name` rolls one, the name is a number.",
    "draw": "`draw name from set` takes an element by chance, each as likely as the others; none of an empty set.",
    "choose": "`choose name from S for power` lets a power choose an element.",
    "offer": "`offer action, … to power` lets a power take actions until it is done; `offer once` a single one.",
    "once": "`offer once …`: a single action may be taken.",
    "demand": "`demand action, … to power`: one of the actions has to be taken, if any is legal.",
    "announce": "`announce event(…)` tells an event; rules that wait for it (`on`) follow.",
    "return": "`return value` ends a procedure with its value.",
    "stop": "Ends the procedure.",
    "finish": "`finish for power` ends the game; without `for`, nobody has won.",
    "while": "`while condition:` does a block as long as the condition holds.",
    "repeat": "`repeat n times:` does a block so many times.",
    "times": "`repeat n times:` does a block so many times.",
    "when": "In a modifier: only while this condition holds.",
}
"""What each word of the language means."""


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
        Hook("know", (("viewer", POWER), ("unit", UNIT)), "A power knowing what a unit is that it sees: what `knows` asks for."),
        Hook("done", (("actor", POWER),), "Being done where actions are offered; where none of them is legal the offer ends all the same."),
    )
}

ACTOR = ("actor", POWER)
