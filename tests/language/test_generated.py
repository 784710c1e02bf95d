"""Generated texts never break the checker or the compiler: they end in problems, or in a value of the type that was found."""

from __future__ import annotations

import itertools
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.language.check import Checker
from interpreter.language.compile import Expressions
from interpreter.language.problems import CODES, Problem
from interpreter.language.syntax import parse
from interpreter.language.types import ANY, SPACE, UNIT, Type
from interpreter.machine.game import Fault, begin, step
from interpreter.players.simple import random
from interpreter.rules.declare import Declared, declare
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.runtime import RuleFault
from interpreter.rules.texts import Texts
from interpreter.source.grids import expand
from interpreter.source.layers import resolve
from interpreter.source.shape import normalise
from tests.language.little import BOARD, PLAY, check, errors, little, write

KNOWN = {*CODES, "too-deep", "number-too-large"}
EXTRA = """
movements: {march: {of: unit is soldier, allowance: speed of unit}}
modifiers: {hills: defense + 1 when unit's place is hilly}
define:
  near: {of: {a: space, b: space}, is: "distance(a, b) <= 1"}
  prize: {of: {s: space}, is: worth of s * 2}
  peaceful: no power where it is at_war
powers: {island: {money: 1}}
spaces: {island: {worth: 1}}
enumerations: {compass: [east, north_east, north_west, west, south_west, south_east]}
grids: {field: {directions: compass, rows: {a: [1, 3, 0], b: [1, 3, 1], c: [1, 3, 0]}}}
attributes: {border: {stream: {type: truth}, depth: {type: number}}, power: {route: {type: set of border}, aim: {type: compass}}}
borders: {brook: {stream: true, depth: 2, pairs: {a1: [a2], b1: [north]}}}
rules:
  fog: {forbid: see, when: unit is tank and not viewer is rich}
  face_down: {forbid: know, when: "unit is ship and sees(green, unit)"}
  strikes: {forbid: peaceful, when: turn > 3}
  far_away: {forbid: rich, when: p is blue}
"""


@cache
def base() -> tuple[Declared, Texts, Ruleset, Any]:
    """The little world: its vocabulary for checking, its functions and a position for values."""
    with TemporaryDirectory() as folder:
        made = little(Path(folder), BOARD, PLAY, EXTRA)
        resolved, _ = resolve(write(Path(folder), BOARD, PLAY, EXTRA))
        assert resolved is not None
        sections, _ = normalise(resolved.sections)
        declared = declare(expand(sections)[0], {})
        return declared, Texts(declared), made.rules, made.world()


# --- texts ---------------------------------------------------------------------------------------------------------

ATOMS = (
    "1", "0", "turn", "sky", "fair", "red", "blue", "north", "south", "island", "units", "spaces", "powers", "unit_types", "lucky", "none", "true",
    "tank", "infantry", "it", "u", "here", "a1", "b2", "east", "borders", "border(a1, b1)", "hilly", "rich", "peaceful", "its money", "its owner", "its place", "{}", '"a"', "unit", "space", "nobody",
)  # fmt: skip
NAMES = (
    "money",
    "owner",
    "place",
    "attack",
    "defense",
    "holder",
    "worth",
    "foes",
    "ally",
    "damage",
    "rich",
    "prize",
    "strength",
    "carrier",
    "type",
    "stream",
    "depth",
    "route",
    "aim",
)
CALLS = ("min", "max", "floor", "ceiling", "border", "distance", "reach", "reach_from", "steps", "passed", "end_of", "entered_from", "together",
         "direction", "ahead", "angle", "row", "column", "crossed", "touched", "sees", "knows", "linked", "chance", "swing", "rich", "controls", "near", "strongest", "as_space", "as_power", "unknown")  # fmt: skip
QUANTIFIERS = ("any", "all", "every", "no", "exactly 1", "at least 2", "at most 1", "at least (turn - 1)", "any of")


def text(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def join(*parts: Any) -> st.SearchStrategy[str]:
        return st.tuples(*(p if isinstance(p, st.SearchStrategy) else st.just(p) for p in parts)).map(" ".join)

    name, e = st.sampled_from(NAMES), children
    group = st.one_of(
        e,
        join(e, "where", e),
        join("u in", e),
        join("u in", e, "where", e),
        join("unit in", e),
        join("unit where", e),
        join("space adjacent to", e),
    )
    phrase = join(st.sampled_from(QUANTIFIERS), group)
    operand = st.one_of(e, e, phrase)
    return st.one_of(
        join("(", e, ")"), join("(", e, ",", e, ")"), join(name, "of", e), join(e, "'s", name), join("-", e), join("not", e),
        join(e, st.sampled_from(("+", "-", "*", "/")), e), join(operand, st.sampled_from(("=", "!=", "<", "<=", ">", ">=")), operand),
        join(operand, st.sampled_from(("is", "is not", "in", "not in", "adjacent to", "controls", "hostile_to", "near")), operand),
        join(e, st.sampled_from(("and", "or")), e), join(e, "if", e, "else", e), join("count", group), join("first", group),
        join("first", group, "by", e), join("first", group, "by", e, "descending"),
        join(st.sampled_from(("total", "highest", "lowest", "each")), name, "of", group),
        join(st.sampled_from(("total", "highest", "lowest", "each")), "(", e, ") of", group),
        join("units in", e), join("units aboard", e), join("spaces adjacent to", e), join("(", e, "where", e, ")"), join("(", e, "by", e, ")"), phrase,
        join("{", e, ",", e, "}"), join(st.sampled_from(CALLS), "(", e, ")"), join(st.sampled_from(CALLS), "(", e, ",", e, ")"),
        join(st.sampled_from(("reach_from", "angle", "linked_within")), "(", e, ",", e, ",", e, ")"),
    )  # fmt: skip


ANY_TEXT = st.recursive(st.sampled_from(ATOMS), text, max_leaves=8)

# Texts that are mostly well typed, so that the compiler is reached often.
NUMBERS = (
    "1",
    "3",
    "turn",
    "money of red",
    "count units",
    "total attack of units in north",
    "distance(north, bay)",
    "highest worth of spaces",
    "distance(a1, c3)",
    "angle(a1, east, b2)",
    "depth of border(a1, a2)",
    "attack of strongest(red)",
    "defense of first units in ocean",
)
TRUTHS = (
    "true",
    "sky is fair",
    "red is rich",
    "north is hilly",
    "red controls north",
    "any unit in north where it is tank",
    "blue at_war_no",
    "peaceful",
    "sees(red, strongest(blue))",
    "knows(red, strongest(blue))",
    "border(a1, a2) is stream",
    "direction(a1, a2) is east",
    "units in ocean",
    "any power controls all {north, south}",
)
SETS = (
    "units",
    "units in north",
    "{}",
    "units in spaces",
    "units where its owner is red",
    "units aboard first units in bay",
    "units by attack of it descending",
    "reach_units",
)
PLACES = (
    "spaces",
    "{north, south}",
    "spaces adjacent to middle",
    "spaces where red controls it",
    "each place of units",
    "reach(strongest(red))",
    "passed(spaces)",
    "crossed(a1, a3)",
    "{ahead(b2, west), a1}",
)


def typed() -> st.SearchStrategy[str]:
    number = st.deferred(lambda: numbers)
    truth = st.deferred(lambda: truths)
    units = st.deferred(lambda: sets)
    places = st.deferred(lambda: spaces)

    def f(pattern: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(*parts).map(lambda p: "(" + pattern.format(*p) + ")")

    numbers = st.one_of(
        st.sampled_from(NUMBERS), f("{} + {}", number, number), f("{} * {}", number, number), f("{} / {}", number, number), f("-{}", number),
        f("min({}, {})", number, number), f("floor({})", number), f("count {}", units), f("count u in {} where {}", units, truth),
        f("total (attack of it + {}) of {}", number, units), f("lowest (worth of it) of {}", places), f("{} if {} else {}", number, truth, number),
        f("steps({})", places), f("distance(first {}, first {})", places, places), f("angle(first {}, direction(first {}, b2), a3)", places, places),
        f("total depth of borders where {}", truth), f("depth of border(first {}, a2)", places),
    )  # fmt: skip
    truths = st.one_of(
        st.sampled_from(TRUTHS), f("{} and {}", truth, truth), f("{} or {}", truth, truth), f("not {}", truth), f("{} < {}", number, number),
        f("{} = {}", number, number), f("red controls any {}", places), f("at least {} of {} hostile_to red", number, places), f("{} is tank", units),
        f("no u in {} where u is tired or {}", units, truth), f("first {} in {}", places, places), f("first {} adjacent to {}", places, places),
        f("{} = {}", units, units), f("all s in {} where s's worth > {}", places, number), f("any {} is not hilly", places),
        f("sees(red, first {})", units), f("knows(red, first {})", units), f("direction(first {}, first {}) is east", places, places), f("border(first {}, first {}) is stream", places, places),
    )  # fmt: skip
    sets = st.one_of(
        st.sampled_from(SETS), f("{} + {}", units, units), f("{} - {}", units, units), f("{} where {}", units, truth), f("u in {} where attack of u > {}", units, number),
        f("{} by attack of it + {}", units, number), f("units in {}", places),
    )  # fmt: skip
    spaces = st.one_of(
        st.sampled_from(PLACES), f("{} where its worth >= {}", places, number), f("s in {} by s's worth descending", places), f("{} + {}", places, places),
        f("each place of {}", units), f("crossed(first {}, first {})", places, places), f("touched(first {}, first {})", places, places),
        f("{{ahead(first {}, east)}}", places), f("spaces adjacent to {}", places), f("reach_from(first {}, first {}, {})", units, places, number),
    )  # fmt: skip
    return st.one_of(number, truth, units, places)


# --- values --------------------------------------------------------------------------------------------------------


def is_of(value: Any, type_: Type) -> bool:
    """Whether a value is one of a type."""
    declared, _, rules, world = base()
    if type_ == ANY or value is None:
        return True
    if type_.is_set:
        assert type_.of is not None
        return isinstance(value, tuple) and all(is_of(each, type_.of) for each in value)
    if type_ == UNIT:
        return value in world.u
    if type_.kind == "enum":
        return value in declared.vocabulary.words and type_.name in declared.vocabulary.words[value]
    if type_.kind == "entity":
        return isinstance(value, str) and value in rules.program.ids[type_.name]
    wanted = {"number": (int, Fraction), "truth": bool, "text": str, "none": type(None)}[type_.kind]
    return isinstance(value, wanted) and (type_.kind != "number" or not isinstance(value, bool))


def evaluate(source: str) -> str:
    """What becomes of a text: the code of its first problem, `fault`, or `value`."""
    declared, texts, rules, world = base()
    tree = parse("expression", source)
    if isinstance(tree, Problem):
        assert tree.code in KNOWN
        return tree.code
    checker = Checker(declared.vocabulary, {"u": UNIT, "here": SPACE}, texts.result_of)
    expr = checker.whole(tree, ANY)
    lines = source.split("\n")
    for p in checker.problems:
        assert p.code in KNOWN
        assert 1 <= p.span.line <= len(lines) and 1 <= p.span.column <= len(lines[p.span.line - 1]) + 1
    if checker.problems:
        return checker.problems[0].code
    names = dict(rules.names)
    exec(f"def f(W, v_u, v_here): return {Expressions(rules.program.modified).expr(expr)}", names)
    world.work, world.memo = 0, {}
    try:
        value = names["f"](world, 1, "north")
    except RuleFault:
        return "fault"
    assert is_of(value, expr.type), (source, value, str(expr.type))
    return "value"


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(ANY_TEXT)
def test_any_text_of_the_grammar(source: str) -> None:
    evaluate(source)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(typed())
def test_texts_that_are_mostly_well_typed(source: str) -> None:
    evaluate(source)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(alphabet="abnortuwhi d.,:()[]{}<>=!+-*/'\"0159\n#_%&é", max_size=60), st.sampled_from(["expression", "modifier", "effects"]))
def test_any_text_at_all(source: str, kind: str) -> None:
    found = parse(kind, source)
    if isinstance(found, Problem):
        assert found.code in KNOWN
        assert found.span.line >= 1 and found.span.column >= 1


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.sampled_from(
            [*ATOMS, *NAMES, *QUANTIFIERS, "where", "by", "of", "in", "is", "(", ")", "{", "}", ",", "and", "count", "first", "'s"]
        ),
        max_size=14,
    )
)
def test_words_in_any_order(words: list[str]) -> None:
    evaluate(" ".join(words))


def test_generated_texts_often_have_values() -> None:
    """The typed texts reach the compiler: without this the tests above would say little."""
    found = [evaluate(f"{a} {op} {b}") for a, b in itertools.product(NUMBERS, NUMBERS) for op in ("+", "<", "/")]
    assert found.count("value") + found.count("fault") == len(found)


# --- effects -------------------------------------------------------------------------------------------------------

LINES = (
    "let n = {number}", "set turn to {number}", "add {number} to red's money", "subtract {number} from lucky", "set red at_war", "clear blue's at_war",
    "set north's holder to first {powers}", "create tank in first {places} for red", "create 2 infantry in north for blue as made", "remove first {units}",
    "move {units} to south", "move units in south to first {places}", "roll 2 d6 as dice", "choose p from {powers} for red", "choose s from {places} for blue or none",
    "set border(a1, a2)'s stream", "add {number} to depth of border(first {places}, b1)", "add borders where its stream to red's route", "offer act to red", "offer once act to green", "announce seen(red, {number})", "helper({number})", "let got = asker({number})", "stop", "add n to turn",
)  # fmt: skip
HEADS = ("if {truth}:", "for each u in {units}:", "for each s in {places}:", "repeat 2 times:", "while turn < 5 and {truth}:")
PARTS = {
    "number": st.sampled_from(["1", "turn", "count units", "n", "count dice", "money of red", "1 / 2"]),
    "truth": st.sampled_from(["true", "turn = 3", "red is rich", "any unit in north", "s is hilly", "u is tank"]),
    "units": st.sampled_from(["units", "units in north", "units where its owner is blue", "made"]),
    "places": st.sampled_from(["spaces", "{north, south}", "spaces where it is sea"]),
    "powers": st.sampled_from(["powers", "{red, blue}", "powers where it is rich"]),
}
HELP = """
events: {seen: {of: {by: power, sum: number}}}
actions: {act: {choose: {n: {number: 2}}, do: add n to actor's money}}
rules: {r: {on: seen, when: sum > 1, do: roll 1 d6 as x}}
procedures:
  helper: {of: {m: number}, do: set sky to rain}
  asker:
    of: {m: number}
    returns: number
    do: |
      roll 1 d6 as x
      return m + count x
"""


@st.composite
def blocks(draw: Any, depth: int = 0) -> list[str]:
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 4 if depth == 0 else 2))):
        if depth < 3 and draw(st.integers(0, 2)) == 0:
            lines.append(fill(draw, draw(st.sampled_from(HEADS))))
            lines += ["    " + line for line in draw(blocks(depth + 1))]
        else:
            lines.append(fill(draw, draw(st.sampled_from(LINES))))
    return lines


def fill(draw: Any, line: str) -> str:
    for name, strategy in PARTS.items():
        line = line.replace("{" + name + "}", draw(strategy))
    return line


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(blocks())
def test_any_statements(lines: list[str]) -> None:
    """They are refused, or run with random answers until they end or fail by a fault."""
    source = "procedures:\n  go:\n    do: |\n" + "".join(
        f"      {line}\n"
        for line in ["let n = 2", "let dice = {1}", "let made = units in bay", "let s = north", "let u = first units", *lines]
    )
    with TemporaryDirectory() as folder:
        built, found = check(Path(folder), BOARD, PLAY, EXTRA, HELP, source)
    if built is None:
        assert errors(found)
        return
    rules = Ruleset(built.program, compile(built.program.functions, "<small>", "exec"))
    from interpreter.state.opening import scenario_world

    try:
        game = begin(rules, scenario_world(rules, "standard").fork(), "go")
        for _ in range(30):
            if game.ask is None:
                break
            game = step(game, random(game))
    except Fault:
        return
