"""Rows of comparisons of little rulesets: what has happened, with which values, where, by which statements."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.analysis.diff import Change, as_data, as_markdown, as_overlay, as_text, diff
from interpreter.analysis.diff.said import tree_of
from interpreter.analysis.diff.within import within
from interpreter.rules.build import RulesetError

BASE = """\
ruleset: small
title: Small
start: play
scenario: standard
"""
PARTS = """\
attributes:
  unit_type:
    cost: {type: number}
    armour: {type: number, default: 1}
    speed: {type: number, most: 4, least: 1}
tags: {land: , sea: }
enumerations: {weather: [fair, rain, storm]}
powers: {red: , blue: }
spaces: {north: {is: land}, bay: {is: sea}}
unit_types:
  tank: {cost: 5, is: [land], cites: [R-1], title: Tank}
  ship: {cost: 8, is: sea}
define:
  strong: {of: {u: unit, n: number}, is: cost of u > 4 and u is land}
  weak: not strong(u, 3)
rules:
  no_swimming:
    forbid: step
    when: unit is land and destination is sea
    because: Tanks sink.
    cites: [R-2]
procedures:
  play: |
    set turn to 1
    for each u in units:
        remove u
statements:
  R-1: A tank costs 5.
  R-2: Tanks do not swim.
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return written(tmp_path / "small", PARTS)


def written(home: Path, parts: str) -> Path:
    home.mkdir()
    (home / "ruleset.yaml").write_text(BASE)
    (home / "parts.yaml").write_text(parts)
    return home


def changed(home: Path, *pairs: tuple[str, str]) -> tuple[Change, ...]:
    """The rows between the little ruleset and one in which texts are replaced."""
    text = PARTS
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    other = home.parent / "other"
    return diff(home, written(other, text)).changes


def told(rows: tuple[Change, ...]) -> list[tuple[str, str, object, object]]:
    return [(row.path, row.action, row.before, row.after) for row in rows]


def test_a_value(home: Path) -> None:
    (row,) = changed(home, ("cost: 5", "cost: 6"))
    assert row == Change("unit_types.tank.cost", "changed", 5, 6, "small/parts.yaml:11:16", "other/parts.yaml:11:16", ("R-1",))


def test_fields_words_and_definitions_come_and_go(home: Path) -> None:
    rows = changed(home, ("is: [land], cites", "is: [land, sea], speed: 3, cites"), ("  ship: {cost: 8, is: sea}\n", "  raft: {cost: 1}\n"))
    assert told(rows) == [
        ("unit_types.raft", "added", None, {"cost": 1}),
        ("unit_types.ship", "removed", {"cost": 8, "is": "sea"}, None),
        ("unit_types.tank.is.sea", "added", None, "sea"),
        ("unit_types.tank.speed", "added", None, 3),
    ]
    assert rows[0].where_before is None and rows[0].where_after == "other/parts.yaml:12:9"
    assert rows[1].where_after is None


SILENT = {
    "a list of one": ("is: [land], cites", "is: land, cites"),
    "quotes": ("cost: 5", 'cost: "5"'),
    "a title": ("title: Tank", "title: Panzer"),
    "a reason": ("because: Tanks sink.", "because: Tanks go down."),
    "blanks and a comment": ("unit is land and destination is sea", "unit   is land and destination is sea  # not at all"),
    "parentheses": ("unit is land and destination is sea", "(unit is land) and ((destination is sea))"),
    "the order of conditions": ("unit is land and destination is sea", "destination is sea and unit is land"),
    "conditions by comma": ("unit is land and destination is sea", '"unit is land, destination is sea"'),
    "a default": ("cost: 8,", "cost: 8, armour: 1,"),
    "an empty list": ("cost: 8, is: sea", "cost: 8, is: sea, cites: []"),
    "a comment among effects": ("    set turn to 1\n", "    # the first\n    set turn to 1\n\n"),
    "the order of definitions": ("powers: {red: , blue: }", "powers: {blue: , red: }"),
    "a statement": ("A tank costs 5.", "A tank costs five."),
}


@pytest.mark.parametrize("pair", SILENT.values(), ids=SILENT)
def test_what_says_the_same_is_passed_over(home: Path, pair: tuple[str, str]) -> None:
    assert changed(home, pair) == ()


TWO = {
    "rules on one event": ("rules", "{on: fell, do: set turn to 1}", "{on: [fell, rose], do: set turn to 2}", ["rules.on fell"]),
    "rules on one event with one order": (
        "rules",
        "{on: fell, order: 3, do: stop}",
        "{on: fell, order: 3, do: stop}",
        ["rules.on fell at 3"],
    ),
    "rules on one event with orders of their own": ("rules", "{on: fell, order: 1, do: stop}", "{on: fell, do: stop}", []),
    "rules on two events": ("rules", "{on: fell, do: stop}", "{on: rose, do: stop}", []),
    "rules on no event": ("rules", "{forbid: step, when: turn > 1}", "{forbid: step, when: turn > 2}", []),
    "modifiers that set one value": ("modifiers", "cost = 1", "cost = 2 when turn > 1", ["modifiers.of cost"]),
    "modifiers that set two values": ("modifiers", "cost = 1", "speed = 2", []),
    "modifiers that add": ("modifiers", "cost + 1", "cost = 2", []),
    "allocations of one pool": (
        "allocations",
        "{gives: cost + 1, pool: arms, giver: it is land, taker: it is sea}",
        "{gives: cost + 2, pool: arms, giver: it is land, taker: it is sea}",
        ["allocations.of arms"],
    ),
    "allocations of two pools": (
        "allocations",
        "{gives: cost + 1, pool: arms, giver: it is land, taker: it is sea}",
        "{gives: cost + 2, giver: it is land, taker: it is sea}",
        [],
    ),
    "allocations of which one sets": (
        "allocations",
        "{gives: cost + 1, pool: arms, giver: it is land, taker: it is sea}",
        "{gives: cost = 2, giver: it is land, taker: it is sea}",
        ["allocations.to cost"],
    ),
    "movements": ("movements", "{of: unit is land, allowance: 1}", "{of: unit is sea, allowance: 1}", ["movements"]),
    "things": ("tags", "{text: One.}", "{text: Two.}", []),
}


@pytest.mark.parametrize(("section", "one", "two", "paths"), TWO.values(), ids=TWO)
def test_the_order_of_definitions(tmp_path: Path, section: str, one: str, two: str, paths: list[str]) -> None:
    old = written(tmp_path / "old", f"{section}:\n  a: {one}\n  b: {two}\n")
    new = written(tmp_path / "new", f"{section}:\n  b: {two}\n  a: {one}\n")
    rows = diff(old, new).changes
    assert [(row.path, row.action, row.before, row.after) for row in rows] == [(path, "moved", ["a", "b"], ["b", "a"]) for path in paths]
    assert [row.where_before for row in rows] == ["old/parts.yaml:2:3" for _ in paths]
    left_out = [line for line in as_overlay(diff(old, new)).splitlines() if "the order of" in line]
    assert len(left_out) == len(paths)


def test_another_default_is_told(home: Path) -> None:
    assert told(changed(home, ("cost: 8,", "cost: 8, armour: 2,"))) == [("unit_types.ship.armour", "added", None, 2)]


ACTIONS = {
    "one condition more": ("destination is sea", "destination is sea and unit is sea", "rules.no_swimming.when", "narrowed"),
    "one condition less": ("unit is land and destination is sea", "unit is land", "rules.no_swimming.when", "widened"),
    "another way to hold": (
        "unit is land and destination is sea",
        "unit is land and (destination is sea or unit is sea)",
        "rules.no_swimming.when",
        "widened",
    ),
    "no condition": ("    when: unit is land and destination is sea\n", "", "rules.no_swimming.when", "widened"),
    "a comparison": ("cost of u > 4", "cost of u > 5", "define.strong.is", "narrowed"),
    "another value compared": ("cost of u > 4", "speed of u > 4", "define.strong.is", "changed"),
    "a higher most": ("most: 4", "most: 6", "attributes.unit_type.speed.most", "widened"),
    "a higher least": ("least: 1", "least: 2", "attributes.unit_type.speed.least", "narrowed"),
    "the order of words": ("[fair, rain, storm]", "[fair, storm, rain]", "enumerations.weather.values", "moved"),
    "the order of parameters": ("{u: unit, n: number}", "{n: number, u: unit}", "define.strong.of", "moved"),
    "effects inside and outside a loop": ("        remove u", "        remove u\n        stop", "procedures.play.do", "changed"),
}


@pytest.mark.parametrize(("old", "new", "path", "action"), ACTIONS.values(), ids=ACTIONS)
def test_what_has_happened(home: Path, old: str, new: str, path: str, action: str) -> None:
    assert [(row.path, row.action) for row in changed(home, (old, new))] == [(path, action)]


def test_where_a_line_stands_in_a_block_is_told(home: Path) -> None:
    inside = changed(home, ("        remove u", "        remove u\n        stop"))
    outside = diff(home.parent / "other", written(home.parent / "third", PARTS.replace("        remove u", "        remove u\n    stop")))
    assert len(inside) == len(outside.changes) == 1


WITHIN = [
    ("a is b and c is d", "a is b"),
    ("a is b", "a is b or c is d"),
    ("not (a is b or c is d)", "not a is b"),
    ("x < 3", "x <= 2"),
    ("x = 4", "x >= 4"),
    ("x in {a}", "x in {a, b}"),
    ("x is a", "x in {a, b}"),
    ("not x in {a, b}", "not x in {a}"),
    ("any u in units where u is a and u is b", "any u in units where u is a"),
    ("no u in units where u is a", "no u in units where u is a and u is b"),
    ("at least 4 of s", "at least 3 of s"),
    ("at most 3 of s", "at most 4 of s"),
    ("units where it is a and it is b", "units where it is a"),
    ("units where it is a", "units"),
    ("spaces adjacent to s where it is a", "spaces adjacent to s"),
    ("{a, b}", "{a, b, c}"),
    ("units in s", "units in s + units in t"),
    ("units in s - units in t", "units in s"),
    ("(a is b and c is d) if e is f else g is h", "a is b if e is f else g is h"),
]
APART = [
    ("a is b", "c is d"),
    ("x < 3", "y < 4"),
    ("exactly 3 of s", "exactly 4 of s"),
    ("a + b", "a + b + c"),
    ("a - b", "a"),
    ("any u in units where u is a", "any v in units where v is a or v is b"),
    ("highest cost of {a, b}", "highest cost of {a, b, c}"),
]


@pytest.mark.parametrize(("less", "more"), WITHIN)
def test_one_text_within_another(less: str, more: str) -> None:
    one, other = (tree_of("expression", text) for text in (less, more))
    assert within(one, other)
    assert not within(other, one) or less == "x < 3"  # whole numbers below 3 are those up to 2


@pytest.mark.parametrize(("one", "other"), APART)
def test_texts_of_which_nothing_can_be_told(one: str, other: str) -> None:
    first, second = (tree_of("expression", text) for text in (one, other))
    assert not within(first, second) and not within(second, first)


RENAME = """\
overlay: panzer
title: Other names
changes:
  - {rename: unit_types.tank, to: panzer}
  - {rename: define.strong, to: mighty}
  - {set: define.weak.is, to: "not mighty(u, 3)"}
  - {set: unit_types.panzer.cost, to: 7}
"""


def test_a_declared_new_name_is_one_row(home: Path, tmp_path: Path) -> None:
    overlay = tmp_path / "panzer.yaml"
    overlay.write_text(RENAME)
    there, back = diff(home, f"{home}+{overlay}"), diff(f"{home}+{overlay}", home)
    assert told(there.changes) == [
        ("define.mighty", "renamed", "strong", "mighty"),
        ("unit_types.panzer", "renamed", "tank", "panzer"),
        ("unit_types.panzer.cost", "changed", 5, 7),
    ]
    assert told(back.changes)[-1] == ("unit_types.tank.cost", "changed", 7, 5)
    assert there.changes[0].where_after is not None and there.changes[0].where_after.startswith(f"{tmp_path.name}/panzer.yaml:5")
    assert there.changes[2].cites == ("R-1",)
    for number, (found, start, end) in enumerate(((there, home, f"{home}+{overlay}"), (back, f"{home}+{overlay}", home))):
        made = tmp_path / f"made{number}.yaml"
        made.write_text(as_overlay(found, f"made{number}"))
        assert "rename:" in made.read_text()
        assert diff(f"{start}+{made}", end).changes == ()


def test_an_overlay_tells_what_it_cannot_say(home: Path) -> None:
    other = written(home.parent / "other", PARTS)
    (other / "ruleset.yaml").write_text(BASE.replace("title: Small", "title: Other"))
    assert as_overlay(diff(home, other), "x").startswith("# Not in here: the title of the ruleset (small).\noverlay: x\n")


def test_what_cannot_be_read_is_an_error(home: Path) -> None:
    with pytest.raises(RulesetError, match="no ruleset"):
        diff(home, home.parent / "nowhere")


def test_views(home: Path) -> None:
    other = written(
        home.parent / "other", PARTS.replace("cost: 5", "cost: 6").replace("destination is sea", "destination is sea and unit is sea")
    )
    found = diff(home, other)
    data = as_data(found, consequences=False)
    assert set(data["changes"][0]) == {"path", "action", "before", "after", "where_before", "where_after", "cites"}
    lines = as_text(found, consequences=False).splitlines()
    assert lines[1] == "changed  unit_types.tank.cost: 5 -> 6  [R-1]" and lines[2].startswith("2 changes from")
    page = as_markdown(found, consequences=False)
    assert "| `tank.cost` | changed | `5` | `6` | R-1 | `small/parts.yaml:11:16 → other/parts.yaml:11:16` |" in page
    assert "- **R-1** A tank costs 5." in page and "R-2" in page
