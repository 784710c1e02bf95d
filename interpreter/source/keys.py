"""The document keys that the product offers: every section of a ruleset and every field of its definitions.

This is the one declaration. The loader's checks, the JSON Schemas of `schemas/`, the compiler and the reference
page read it; nothing else lists document keys. A field's `kind` says what its value is:

- `text`: words for people; `id`, `ids`: names of other definitions (a single one may stand without brackets), which
  stand in the sections that `names` lists, where it is not empty (see `WHOLE` for what is no section);
- `type`: a type of the rule language (`number`, `set of unit`, …); `parameters`: a mapping of names to types;
- `expression`: rule language, pure, its type in `of_type` (a type, or `any`); `effects`: rule language statements;
- `modifier`: a change of a value; `number`, `truth`: plain YAML values; `values`: attribute values by name;
- `record`: nested fields; `records`: an ordered mapping of ids to nested fields; `tree`: nested mappings of a
  shape that the builder knows; `words`: a list of plain words; `steps`: a list of mappings of one key; `pairs`: a mapping of a space to its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """One key of a definition: its kind, whether it must stand, and what it means."""

    name: str
    kind: str
    text: str
    required: bool = False
    of_type: str = "any"
    fields: tuple[Field, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A top-level key of a document: a mapping of ids to definitions with these fields.

    `open` sections also take the attributes that the ruleset declares for `sort`; `short` is the field that a
    definition written as a plain value sets.
    """

    name: str
    text: str
    fields: tuple[Field, ...]
    open: bool = False
    sort: str = ""
    short: str = ""
    ordered: bool = False


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

STEP = (
    Field("volley", "id", "The side that fires."),
    Field("of", "expression", "Which of its units fire (`it`).", of_type="truth"),
    Field("at", "id", "The side that is fired at (the other one, where there are two)."),
    Field("dice", "expression", "How many dice a unit (`it`) rolls; 1 if left out.", of_type="number"),
    Field("best", "expression", "Of the dice of a unit (`it`) of which this holds the best alone counts.", of_type="truth"),
    Field("pool", "expression", "How many dice the volley rolls in all, instead of `of` and `dice`.", of_type="number"),
    Field("sides", "number", "Sides of a die; 6 if left out."),
    Field("value", "expression", "A die that shows this or less hits (`it` fires).", of_type="number"),
    Field("may_hit", "expression", "Whether `firer` may hit `it`.", of_type="truth"),
    Field("losses", "text", "When losses fall.", choices=("at once", "later")),
    Field("tier", "expression", "Losses come from the lowest tier that can take them (`it`).", of_type="number"),
    Field("picks", "expression", "The power that picks the losses (that of the side hit, if left out).", of_type="power"),
    Field("rolled", "effects", "What follows at once for each unit (`it`) that has rolled; `faces` are what its own dice show."),
    Field(
        "reroll", "effects", "What happens when its dice lie (`misses`, `hits`): sets `misses_again`, `hits_again`, the dice rolled again."
    ),
    Field("offer", "ids", "Actions that are offered.", names=("actions",)),
    Field("to", "expression", "The power that they are offered to.", of_type="power"),
    Field("do", "effects", "What happens in this step."),
    WHEN,
    *COMMON,
)

CHOICE = (
    Field("from", "expression", "One element of this set; alike units are offered once."),
    Field("some_of", "expression", "Any number of alike units of this set.", of_type="set of unit"),
    Field("number", "expression", "A number up to this one.", of_type="number"),
    Field("least", "expression", "The lowest number (1 if left out).", of_type="number"),
    Field("reached_by", "id", "A space that the unit (or units) of this name can move to; its path is `path`."),
)

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

ATTRIBUTE = (
    Field("type", "type", "The type of its values.", required=True),
    Field("default", "any", "The value where none is given."),
    Field("fixed", "truth", "Given by the ruleset and never changed in play."),
    Field("least", "number", "No value goes below this."),
    Field("most", "number", "No value goes above this."),
    Field("formula", "truth", "Each bearer gives an expression, evaluated when it is read."),
    Field("hidden", "truth", "Units that differ in this attribute alone are alike."),
    Field("mutual", "truth", "Who is in the set of another has that one in its own."),
    Field("remembers", "expression", "A truth: whether this ever held; a number: how many times in a row.", of_type="truth"),
    Field("on", "ids", "Events at which what is remembered is looked at.", names=("events",)),
    Field("until", "ids", "Events at which it gets its default again, behind the rules that follow them.", names=("events",)),
    *COMMON,
)

ARMY = (
    Field("may", "expression", "Units (`it`) that may be in it.", required=True, of_type="truth"),
    Field("order", "expression", "The order in which units (`it`) are lost, lowest first; their worth if left out.", of_type="number"),
)

SECTIONS: tuple[Section, ...] = (
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
    Section(
        "define",
        "Named conditions, values and sets.",
        (GIVEN, Field("is", "expression", "The value.", required=True), Field("type", "type", "The type of the value."), *COMMON),
        short="is",
    ),
    Section(
        "modifiers",
        "Changes of a value while a condition holds.",
        (
            Field("modifier", "modifier", "`attack + 1 when …`.", required=True),
            Field("best_of", "id", "Of the modifiers that bear this word and change one value the same way, only the highest counts."),
            *COMMON,
        ),
        short="modifier",
    ),
    Section(
        "allocations",
        "Each of some units helps a number of others, one to one.",
        (
            Field("gives", "modifier", "`attack + 1`.", required=True),
            Field("giver", "expression", "Units (`it`) that help.", required=True, of_type="truth"),
            Field("taker", "expression", "Units (`it`) that are helped.", required=True, of_type="truth"),
            Field("each", "expression", "How many others one helps; 1 if left out.", of_type="number"),
            Field("pool", "id", "Helpers of one pool have one partner in all of its allocations."),
            WHEN,
            *COMMON,
        ),
    ),
    Section(
        "rules",
        "What is forbidden, what is an exception, what follows from an event.",
        (
            Field(
                "forbid",
                "ids",
                "Actions, steps of movement, or named conditions, that are forbidden (a forbidden condition does not hold).",
                names=FORBIDDEN,
            ),
            Field(
                "allow",
                "ids",
                "What stays allowed `despite` rules; without `despite`, named conditions that hold besides.",
                names=FORBIDDEN,
            ),
            Field(
                "despite", "ids", "The rules on actions, steps of movement or conditions that this is an exception of.", names=("rules",)
            ),
            Field("on", "ids", "Events that set this off.", names=("events",)),
            Field(
                "instead_of",
                "ids",
                "What is run by these names, or what these actions do: while `when` holds, `do` is done in its place.",
                names=(*RUN, "actions"),
            ),
            WHEN,
            Field("because", "text", "The reason that a player is told."),
            Field("do", "effects", "What follows, or is done instead."),
            Field(
                "order",
                "number",
                "Rules set off by one event, or instead of one procedure, are taken in this order; equal ones as they stand.",
            ),
            *COMMON,
        ),
    ),
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
    Section(
        "engagements",
        "Battles, raids, attacks: sides, steps of a round, ends.",
        (
            GIVEN,
            Field(
                "sides",
                "records",
                "Who fights.",
                required=True,
                fields=(
                    Field("power", "expression", "Who decides for this side.", required=True, of_type="power"),
                    Field("units", "expression", "Its units now fighting.", required=True, of_type="set of unit"),
                ),
            ),
            Field(
                "losses",
                "record",
                "What a hit does.",
                required=True,
                fields=(
                    Field("counter", "id", "The attribute of a unit that counts its hits.", required=True, names=("attributes",)),
                    Field("limit", "expression", "How many hits destroy a unit (`it`).", required=True, of_type="number"),
                    Field("doomed", "id", "The attribute that marks losses that still return fire.", required=True, names=("attributes",)),
                    Field("then", "effects", "What happens to a destroyed unit (`it`); it is removed if left out."),
                ),
            ),
            Field("before", "records", "Steps before the first round.", fields=STEP),
            Field("round", "records", "Steps of a round.", fields=STEP),
            Field("until", "expression", "When the fighting ends.", required=True, of_type="truth"),
            Field("after", "effects", "What follows."),
            *COMMON,
        ),
    ),
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
        (*LOOK, IS_TAGS, SHORT, *COMMON),
        open=True,
        sort="unit_type",
    ),
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
            Field("set", "tree", "Attribute values: sort, id, attribute (or `game`, attribute)."),
            Field("units", "tree", "Space, power, unit type: a number, or a record."),
            *COMMON,
        ),
    ),
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
    Section(
        "trials",
        "Things with dice whose exact chances can be asked for: set up, done, and what has come of it.",
        (
            GIVEN,
            Field("defaults", "values", "Values of parameters that nobody names."),
            Field(
                "do",
                "effects",
                "Sets up a position and does it; returns a number. Choices are answered by the first option.",
                required=True,
            ),
            Field("gives", "text", "What the number counts."),
            Field(
                "outcomes",
                "records",
                "What may have come of it.",
                fields=(Field("when", "expression", "Whether it has come of it.", required=True, of_type="truth"), *COMMON),
            ),
            *COMMON,
        ),
    ),
    Section(
        "odds",
        "Engagements whose chances can be asked for, by the kind that people name; `here` is the space.",
        (
            Field("engagement", "id", "The engagement that is fought.", required=True, names=("engagements",)),
            Field("where", "expression", "Spaces (`here`) in which it may be fought.", required=True, of_type="truth"),
            Field("foes", "expression", "Powers that may fight each other (`attacker`, `defender`).", required=True, of_type="truth"),
            Field("attacker", "record", "The army that comes.", required=True, fields=ARMY),
            Field("defender", "record", "The army that is there.", required=True, fields=ARMY),
            Field(
                "prepare",
                "effects",
                "Makes the position ready; sees `here`, `attacker`, `defender`, and the units `attacking` and `defending`.",
                required=True,
            ),
            Field("wins", "expression", "Whether the attacker has won, at the end.", required=True, of_type="truth"),
            Field("loses", "expression", "Whether the defender has won, at the end.", required=True, of_type="truth"),
            Field("takes", "expression", "Whether the attacker holds what was fought for, at the end.", of_type="truth"),
            Field("gain", "expression", "What else the attacker has gained, at the end.", of_type="number"),
            Field("worth", "expression", "What a unit (`it`) is worth.", required=True, of_type="number"),
            Field("keeps", "expression", "Units (`it`) of which some may be kept to the last.", of_type="truth"),
            Field("retreats", "ids", "Actions that leave the fight.", names=("actions",)),
            Field("roles", "ids", "Words that may stand before units of an army; `prepare` sees the units of each as a set of that name."),
            *COMMON,
        ),
    ),
)

BY_NAME = {section.name: section for section in SECTIONS}

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
    Field("when", "steps", "Steps, one key each: run, start, answer, refuse, legal, dice, check, said, until, finish."),
    Field("then", "words", "Conditions that hold at the end."),
)
