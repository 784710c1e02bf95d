"""Names and types: every meaning a text can have here, and every mistake with its code on its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.language.check import Checker
from interpreter.language.ir import Expr
from interpreter.language.problems import Problem
from interpreter.language.syntax import parse
from interpreter.language.types import ANY, NUMBER, POWER, SPACE, TRUTH, UNIT, Type, set_of
from interpreter.language.vocabulary import Signature, Vocabulary
from tests.language.little import BOARD, PLAY, asked_for, check, errors, found_in, values


def mistakes(folder: Path, *documents: str) -> None:
    """The errors of documents are those that their `# E:` comments ask for."""
    _, found = check(folder, BOARD, PLAY, *documents)
    assert found_in(found) == asked_for("", "", *documents)


# --- types ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("1 + turn", "number"),
        ("red is rich", "truth"),
        ("red", "power"),
        ("north", "space"),
        ("tank", "unit_type"),
        ("strongest(red)", "unit"),
        ("rain", "weather"),
        ('"words"', "text"),
        ("border(north, middle)", "border"),
        ("units", "set of unit"),
        ("units in north where it is tank", "set of unit"),
        ("spaces", "set of space"),
        ("powers by its money", "set of power"),
        ("{1, 2}", "set of number"),
        ("{north} + south", "set of space"),
        ("each owner of units", "set of power"),
        ("each foes of powers", "set of power"),
        ("first units", "unit"),
        ("count units", "number"),
        ("red if turn = 1 else none", "power"),
        ("none if turn = 1 else red", "power"),
        ("any u in units where u is tank", "truth"),
        ("unit_types where its cost > 3", "set of unit_type"),
    ],
)
def test_types(tmp_path: Path, text: str, type_: str) -> None:
    built, found = check(tmp_path, BOARD, PLAY, f"define:\n  it_is: {{is: '{text}'}}\n")
    assert built is not None, found
    assert str(built.definitions.defines["it_is"][1].type) == type_


def test_wrong_types(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        define:
          a: red + 1 # E: wrong-type
          b: 1 + red # E: wrong-type
          c: not turn # E: wrong-type
          d: turn and true # E: wrong-type
          e: red < blue # E: wrong-type
          f: red = north # E: wrong-type
          g: red is north # E: wrong-type
          h: sky is red # E: wrong-type
          i: 1 if turn else 2 # E: wrong-type
          j: red if true else north # E: wrong-type
          k: "{red, north}" # E: mixed-set
          l: count turn # E: wrong-type
          m: turn in sky # E: wrong-type
          n: total holder of spaces # E: wrong-type
          o: units in red # E: wrong-type
          p: units aboard north # E: wrong-type
          q: red adjacent to north # E: wrong-type
          r: red controls blue # E: wrong-type
          s: rich(north) # E: wrong-type
          t: min(red, 1) # E: wrong-type
          u: powers by its ally # E: wrong-type
          v: units is none # E: wrong-type
          w: lucky + red # E: wrong-type
          x: -red # E: wrong-type
          y: {is: turn, type: truth} # E: wrong-type
          z: at least sky of powers # E: wrong-type
          aa: 1 < powers # E: wrong-type
          bb: distance(north, red) # E: wrong-type
          cc: any units controls north # E: wrong-type
          dd: red controls all powers # E: wrong-type
          ee: any spaces >= 3 # E: wrong-type
          ff: any (powers) in spaces # E: wrong-type
          gg: any powers adjacent to north # E: wrong-type
          hh: together(any units, north) # E: wrong-type
          ii: any powers is fair # E: wrong-type
          jj: red is any spaces # E: wrong-type
        """,
    )


def test_names_that_are_not_there(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        define:
          a: gren controls north # E: unknown-name
          b: red cotrols north # E: unknown-name
          c: red's mony # E: unknown-name
          d: money of north # E: unknown-name
          e: strengt(north) # E: unknown-name
          f: strongest(red) is tnk # E: unknown-name
          g: north is hily # E: unknown-name
          h: sky is snow # E: unknown-name
          i: its money # E: no-element
          j: hilly # E: lone-tag
          k: rich # E: missing-arguments
          l: controls(red) # E: wrong-count
          m: min() # E: wrong-count
          n: distance(north) # E: wrong-count
          o: attack of units # E: set-attribute
          p: play() # E: impure
          q: unit's owner # E: unknown-name
          r: count where # E: keyword
          s: 1234567890123 # E: number-too-large
          t: any by in spaces # E: keyword
          u: it is tank # E: unknown-name
        """,
    )


def test_hints_name_the_nearest(tmp_path: Path) -> None:
    text = "define:\n  a: novgorodd is land\n  b: red is rihc\n  c: red contrls north\n  d: red's mony\n  e: strengthh(north)\n"
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert [each.hint for each in errors(found)] == [
        f"Did you mean `{name}`?" for name in ("novgorod", "rich", "controls", "money", "strength")
    ]


def test_hints_tell_why_a_name_is_not_in_sight(tmp_path: Path) -> None:
    text = "define:\n  a: any e in units in place of first units where e is tank\n  b: no s in spaces adjacent to first spaces where s is land\n"
    _, found = check(tmp_path, BOARD, PLAY, text + "  c: any e in (units in place of first units) where e is tank\n")
    assert [(each.line, each.message) for each in errors(found)] == [(2, "There is no name `e` here."), (3, "There is no name `s` here.")]
    assert all("put the set in parentheses" in each.hint for each in errors(found))


def test_one_and_a_set_are_told_apart_with_what_to_do(tmp_path: Path) -> None:
    doing = """
    procedures:
      one: {of: {u: unit}, do: remove u}
      many: {of: {group: set of unit}, do: remove group}
      wrong: |
        one(units in north)
        many(first units in north)
    """
    _, found = check(tmp_path, BOARD, PLAY, doing)
    assert [each.hint for each in errors(found)] == [
        "Take the `first` of them, or do it in a loop: `for each … in …:`.", "Write it in braces, `{…}`: a set of this one."
    ]  # fmt: skip


def test_all_mistakes_of_one_text_are_told(tmp_path: Path) -> None:
    _, found = check(tmp_path, BOARD, PLAY, "define:\n  a: >\n    gren controls north and\n    red controls suoth or blue is rch\n")
    assert [(each.line, each.column) for each in errors(found)] == [(3, 5), (4, 18), (4, 35)]


# --- contexts ------------------------------------------------------------------------------------------------------


def test_each_place_provides_its_names(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        events: {seen: {of: {by: power, where_at: space}}}
        actions:
          go:
            of: {limit: number}
            choose:
              first_one: {from: units where its owner is actor and it is not goal} # E: unknown-name
              goal: {from: "spaces adjacent to first_one's place where limit > 1"}
              number: {number: limit + goal} # E: wrong-type
            when: goal is land and path is none # E: unknown-name
            do: move first_one to goal
        rules:
          good: {forbid: go, when: goal is hilly and actor is red and limit > 1}
          bad: {forbid: go, when: origin is hilly} # E: unknown-name
          step: {forbid: step, when: unit is tank and origin is hilly and destination is sea}
          step_bad: {forbid: step, when: through is hilly} # E: unknown-name
          pass: {forbid: pass, when: unit is tank and through is hilly}
          pass_bad: {forbid: pass, when: destination is hilly} # E: unknown-name
          seen: {on: seen, when: by is red and where_at is hilly, do: set by's money to 1}
          seen_bad: {on: seen, when: actor is red, do: stop} # E: unknown-name
        phases:
          work: {by: actor, actions: []} # E: unknown-name
        windows:
          react: {of: {s: space}, order: powers where it controls s, actions: [], when: actor controls s}
        movements:
          walk: {of: unit is soldier, allowance: speed of unit, cost: 2 if origin is hilly else 1, mark: through is hilly}
          bad: {of: it is soldier, allowance: 1} # E: unknown-name
        """,
    )


def test_elements_have_their_names_only_inside(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        define:
          inside: any u in units where u is tank and its owner is red and it is tank
          outside: (any u in units where u is tank) and u is tank # E: unknown-name
          nested: any u in units where any v in units where v's owner is u's owner and its type is v's type
          other: count units + it # E: unknown-name
        """,
    )


# --- phrases -------------------------------------------------------------------------------------------------------

QUANTIFIED = {
    "any": lambda n, of: n > 0,
    "all": lambda n, of: n == of,
    "every": lambda n, of: n == of,
    "no": lambda n, of: n == 0,
    "exactly 2": lambda n, of: n == 2,
    "at least 2": lambda n, of: n >= 2,
    "at most 1": lambda n, of: n <= 1,
}
HELD = {"north": "red", "middle": "red", "south": "blue", "coast": None, "novgorod": "green"}


@pytest.mark.parametrize("of", ["", " of"])
@pytest.mark.parametrize("phrase", QUANTIFIED)
def test_every_quantifier_on_both_sides_of_a_predicate(tmp_path: Path, phrase: str, of: str) -> None:
    sets = ["{north, middle}", "{north, south}", "{south, coast}", "{}", "{north, middle, novgorod}"]
    people = ["{red, blue}", "{green}", "powers"]
    texts = [f"red controls {phrase}{of} {s}" for s in sets] + [
        f"{phrase}{of} {p} controls {s}" for p in people for s in ("north", "coast")
    ]
    asked = [[n.strip() for n in s[1:-1].split(",") if n.strip()] for s in sets]
    expected = [QUANTIFIED[phrase](sum(HELD[n] == "red" for n in names), len(names)) for names in asked]
    who = [["red", "blue"], ["green"], ["red", "blue", "green"]]
    expected += [QUANTIFIED[phrase](sum(HELD[s] == p for p in group), len(group)) for group in who for s in ("north", "coast")]
    assert values(tmp_path, texts) == expected


def test_phrases_in_all_predicates(tmp_path: Path) -> None:
    asked = {
        "any of powers is rich": True,
        "all powers is rich": False,
        "no unit in north is frigate": True,
        "exactly 3 of units in north is infantry": True,
        "any power in red's foes": True,  # an element named `power`
        "any power in spaces": True,
        "any (powers) in red's foes": True,
        "all (powers) in red's foes": False,
        "any {1, 9} in lucky": True,
        "all {1, 9} in lucky": False,
        "any {1, 9} not in lucky": True,
        "all {1, 9} not in lucky": False,
        "no {1, 6} not in lucky": True,
        "exactly 1 of powers is not rich": True,
        "at least 2 of powers is not rich": False,
        "any power is not rich": True,
        "no unit in north is not soldier": True,
        "any unit in north is not tank": True,
        "red is not any {blue, green}": True,
        "any powers is not any {red, blue}": True,
        "turn = any {1, 3}": True,
        "turn != all {1, 2}": True,
        "turn > all lucky": False,
        "any lucky > turn": True,
        "coast adjacent to all {bay, south}": True,
        "any {north, south} adjacent to all {middle}": True,
        "red is any {red, blue}": True,
        "red is no {green, blue}": True,
        "together(north, any {south, middle})": True,
        "together({south, coast}, north)": False,
        "any power controls any space": True,
        "any power controls at least 2 of spaces": True,
        "all powers controls any space": True,
        "not any power controls all spaces": True,
        "at least (count {1, 2}) of powers is rich": True,
    }
    assert dict(zip(asked, values(tmp_path, list(asked)), strict=True)) == asked


def test_the_left_phrase_is_outermost(tmp_path: Path) -> None:
    """Everybody controls something, but nothing is controlled by everybody."""
    some = "{north, south, novgorod}"
    assert values(
        tmp_path, [f"all powers controls any {some}", f"any {some} hostile_to all powers", f"any {some} hostile_to no power"]
    ) == [True, False, False]


def test_a_set_where_one_is_meant_is_any_of_it(tmp_path: Path) -> None:
    asked = {
        "red controls {coast, north}": True,
        "red controls {coast, south}": False,
        "{blue, green} controls south": True,
        "units in north is tank": True,
        "units in north is not frigate": True,
        "units in north is not tank": False,
        "each holder of spaces is green": True,
        "spaces adjacent to middle is hilly": True,
        "spaces adjacent to {north, bay} is sea": True,
        "coast adjacent to {bay, ocean}": True,
        "lucky > 5": True,
        "lucky = lucky": True,
        "{1, 6} = {6, 1}": True,
        "{1, 6} != {6, 1, 2}": True,
        "units in ocean": False,
    }
    texts = [f"({text}) and true" for text in asked]
    assert dict(zip(asked, values(tmp_path, texts), strict=True)) == asked


# --- is ------------------------------------------------------------------------------------------------------------


def test_is_in_all_its_meanings(tmp_path: Path) -> None:
    unit = "(first units in north where it is tank)"
    asked = {
        f"{unit} is tank": True,
        f"{unit} is soldier": True,
        f"{unit} is ship": False,
        f"{unit} is tired": False,
        f"{unit} is strongest(red)": True,
        f"{unit} is none": False,
        f"{unit} is not none": True,
        f"{unit} is {{infantry, tank}}": True,
        f"{unit} is {{ship, tired}}": False,
        f"type of {unit} is tank": True,
        f"type of {unit} is soldier": True,
        "tank is soldier": True,
        "tank is tank": True,
        "north is hilly": True,
        "north is north": True,
        "north is {south, hilly}": True,
        "border(south, coast) is bridge": True,
        "border(coast, south) is bridge": True,
        "sky is fair": True,
        "sky is {rain, fair}": True,
        "blue is at_war": True,
        "red is rich": True,
        "red is not rich": False,
        "red's ally is green": True,
        "red's ally is {blue, green}": True,
        "blue's ally is none": True,
        "blue's ally is {none, red}": True,
        "red's ally is rich": True,
        "blue's ally is rich": False,
        "red is powers": True,
        "turn is 3": True,
        "none is none": True,
    }
    assert dict(zip(asked, values(tmp_path, list(asked)), strict=True)) == asked


# --- two things of one name ----------------------------------------------------------------------------------------

SHARED = """
powers: {island: {money: 2}}
spaces: {island: {is: [land, hilly], holder: island, worth: 6}}
tags: {rainy: }
"""


def test_the_place_decides_between_two_of_one_name(tmp_path: Path) -> None:
    asked = {
        "island controls island": True,
        "money of island": 2,
        "worth of island": 6,
        "island's money + island's worth": 8,
        "units in island": [],
        "island adjacent to island": False,
        "distance(island, island)": 0,
        "count {north, island}": 2,
        "island in red's foes": False,
        "red's ally is island": False,
        "north's holder is island": False,
        "as_space(island) is hilly": True,
        "north is island": False,
        "as_space(island) is as_space(island)": True,
    }
    assert dict(zip(asked, values(tmp_path, list(asked), BOARD, PLAY, SHARED), strict=True)) == asked


def test_where_it_does_not_decide_it_is_a_mistake(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        SHARED,
        """
        define:
          a: island # E: ambiguous-name
          b: count {island} # E: ambiguous-name
          c: island is hilly # E: ambiguous-name
          d: as_unit_type(island) # E: ambiguous-name
        """,
    )


def test_locals_hide_everything(tmp_path: Path) -> None:
    text = "define:\n  f: {of: {north: power}, is: money of north}\n  g: {is: f(red)}\n  h: {is: any red in spaces where red is land}\n"
    assert values(tmp_path, ["g", "h"], BOARD, PLAY, text) == [7, True]


# --- the checker alone ---------------------------------------------------------------------------------------------


def checked(text: str, expected: Type = ANY) -> tuple[Expr, list[Problem]]:
    vocabulary = Vocabulary(
        sorts={"power": "powers", "space": "spaces", "unit": "units", "unit_type": "unit_types"},
        entities={"red": ["power"]},
        defines={"near": Signature("near", (("a", SPACE), ("b", SPACE)), TRUTH)},
    )
    checker = Checker(vocabulary, {"here": SPACE, "u": UNIT, "p": POWER, "n": NUMBER, "all_here": set_of(SPACE)})
    tree = parse("expression", text)
    assert not isinstance(tree, Problem), tree
    return checker.whole(tree, expected), checker.problems  # type: ignore[arg-type]


def test_a_set_is_true_if_it_has_elements() -> None:
    expr, problems = checked("all_here", TRUTH)
    assert (expr.type, problems) == (TRUTH, [])


def test_a_mistake_is_told_once() -> None:
    """What follows from a wrong part is not told again."""
    _, problems = checked("foo + 1 > bar of u")
    assert [p.code for p in problems] == ["unknown-name", "unknown-name"]


def test_use_is_remembered() -> None:
    """So that what nobody uses can be told."""
    expr, problems = checked("here near any spaces")
    assert problems == [] and expr.type == TRUTH


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("units where any s in spaces where it is land", 35),
        ("units where no s in spaces where its worth > 1 and it is land", 34),
        ("units where any s in spaces where s is land and it is sea", 49),
        ("units where any s in spaces where s is land and its place is s", 49),
        ("spaces where any u in units in it where u is ship", 0),
        ("u in units where any s in spaces where it is land", 0),
        ("spaces where any unit in it where it is ship", 0),
        ("s in spaces where it is land", 0),
    ],
)
def test_an_it_within_another_that_was_given_a_name_is_doubted(tmp_path: Path, text: str, column: int) -> None:
    _, found = check(tmp_path, BOARD, PLAY, f"define:\n  x:\n    is: |\n     {text}\n")
    doubts = [(d.line, d.column - 5, d.severity) for d in found if d.code == "shadowed"]
    assert doubts == ([(4, column, "warning")] if column else [])


def test_a_second_where_is_told_from_other_numbers(tmp_path: Path) -> None:
    twice = "count units in spaces where it is sea where its owner is red"
    _, found = check(tmp_path, BOARD, PLAY, f"define: {{n: {twice}, m: count 3}}")
    told = {each.message: each.hint for each in errors(found)}
    assert set(told) == {"Here stands a number; `where` belongs to a set.", "Here stands a number; a set of number is needed."}
    assert "units in (spaces where" in told["Here stands a number; `where` belongs to a set."]


def test_the_way_to_set_what_is_fixed_is_told(tmp_path: Path) -> None:
    _, found = check(tmp_path, BOARD, PLAY, "procedures: {turn_coat: set red's ally to blue, cheapen: set tank's cost to 3}")
    assert [each.hint for each in errors(found)] == [
        "Declare it without `fixed: true`; an overlay changes that by `{set: attributes.power.ally.fixed, to: false}`.",
        "A modifier changes it.",
    ]
