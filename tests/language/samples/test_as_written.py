"""The sentences of the design page, word for word: what it writes is read, and means what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.language.little import check, errors, little, values

WORDS = """
enumerations: {terrain: [open_ground, forest]}
sorts: {side: {plural: sides}}
attributes:
  game: {round: {type: number, default: 3}, active: {type: power}, here: {type: space}}
  power: {side: {type: side, fixed: true}, enemies: {type: set of power}, provoked: {type: truth}, has_declared: {type: set of power}}
  space: {controller: {type: power}, terrain: {type: terrain, fixed: true}}
  unit_type: {attack: {type: number}, cost: {type: number}}
tags: {sea: , island: , warship: , land: , european_axis: }
sides: {western: {}, eastern: {}}
powers:
  germany: {side: western, is: european_axis}
  italy: {side: western, is: european_axis}
  japan: {side: western}
  soviet_union: {side: eastern}
  united_kingdom: {side: eastern}
  anzac: {side: eastern}
spaces:
  egypt: {controller: italy, terrain: forest}
  gibraltar: {controller: germany}
  southern_france: {controller: germany}
  greece: {controller: united_kingdom}
  guam: {controller: japan, is: island}
  midway: {controller: germany}
  wake_island: {controller: japan}
  novgorod: {controller: germany}
  volgograd: {controller: germany}
  russia: {controller: soviet_union}
  archangel: {controller: soviet_union}
  sea_zone_125: {is: sea}
borders: {coasts: {pairs: {egypt: [sea_zone_125, greece]}}}
unit_types: {infantry: {is: land, cost: 3}, cruiser: {is: warship, cost: 12}}
define:
  axis: powers where its side is western
  allies: powers where its side is eastern
  controls: {of: {p: power, s: space}, is: controller of s is p}
  at_war_with: {of: {p: power, q: power}, is: q in p's enemies}
  hostile_to: {of: {s: space, p: power}, is: s's controller at_war_with p}
  axis_declared_on: {of: {p: power}, is: any power in axis where p in its has_declared}
  unit: first u in units in egypt
procedures: {play: set round to round}
scenarios:
  standard:
    set:
      game: {active: germany, here: egypt}
      powers: {germany: {enemies: soviet_union}, soviet_union: {enemies: germany}}
    units: {egypt: {germany: {infantry: 2}, italy: {infantry: 1}}, sea_zone_125: {united_kingdom: {cruiser: 1}}}
"""

SENTENCES = {
    "axis controls egypt": True,
    "axis controls archangel": False,
    "germany at_war_with soviet_union": True,
    "not germany at_war_with soviet_union": False,
    "axis controls all {guam, midway, wake_island}": True,
    "axis controls all {guam, midway, russia}": False,
    "axis controls at least 3 of {gibraltar, southern_france, greece, egypt}": True,
    "axis controls at least 4 of {gibraltar, southern_france, greece, egypt}": False,
    "axis controls exactly 3 of {gibraltar, southern_france, greece, egypt}": True,
    "axis controls at most 2 of {gibraltar, southern_france, greece, egypt}": False,
    "axis controls no {russia, archangel}": True,
    "active at_war_with any power": True,
    "italy at_war_with any power": False,
    "count units in egypt where it is land and its owner is germany": 2,
    "count s in spaces adjacent to here where s is sea": 1,
    "unit is infantry": True,
    "here is island": False,
    "here's terrain is forest": True,
    "5 * count {novgorod, volgograd, russia} where germany controls it": 10,
    "no unit in sea_zone_125 where it is warship and its owner in axis": True,
    "no unit in sea_zone_125 where it is warship and its owner in allies": False,
    "active is soviet_union and russia's controller in {germany} and round < 4 and not axis_declared_on(soviet_union)": False,
    "no unit in sea_zone_125 where it is warship and its owner in axis,\\n soviet_union controls archangel and\\n round < 4": True,
    "total cost of units in egypt": 9,
    "highest cost of units": 12,
    "lowest cost of units": 3,
    "min(round, 2) + max(round, 5)": 7,
    "1 if axis controls egypt else 2": 1,
    "hostile_to(russia, germany)": True,
    "russia hostile_to germany": True,
}


def test_expressions(tmp_path: Path) -> None:
    found = values(tmp_path, [text.replace("\\n", "\n") for text in SENTENCES], WORDS)
    wrong = {text: got for (text, wanted), got in zip(SENTENCES.items(), found, strict=True) if got != wanted}
    assert wrong == {}


def test_a_set_on_the_left_is_any_of_it_for_each_on_the_right(tmp_path: Path) -> None:
    """Japan and Germany hold the islands together; neither does alone."""
    texts = ["axis controls all {guam, midway}", "any power controls all {guam, midway}", "japan controls all {guam, wake_island}"]
    assert values(tmp_path, texts, WORDS) == [True, False, True]


DEFINITIONS = """
events: {war_declared: {of: {by: power, against: power}}}
modifiers:
  bold: attack + 1 when unit is infantry and unit's place is island
actions:
  declare_war:
    choose: {target: {from: powers where it is not actor}}
    do: |
      add target to actor's enemies
      announce war_declared(actor, target)
rules:
  no_early_war:
    forbid: declare_war
    when: active is soviet_union and target is european_axis and round < 4 and not axis_declared_on(soviet_union)
    because: The Soviet Union may not declare war on a European Axis power before round 4.
  unprovoked_war:
    on: war_declared
    when: by is japan and against in {united_kingdom, anzac} and not anzac is provoked
    do: |
      set germany provoked
      set italy provoked
procedures: {other: offer once declare_war to active}
"""


def test_definitions(tmp_path: Path) -> None:
    little(tmp_path, WORDS, DEFINITIONS)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("target is european_axis", "target is europaen_axis", "european_axis"),
        ("round < 4", "roun < 4", "round"),
        ("against in {united_kingdom", "against in {untied_kingdom", "united_kingdom"),
        ("unit is infantry", "unit is infantri", "infantry"),
        ("set germany provoked", "set germany provokd", "provoked"),
        ("on: war_declared", "on: war_declard", "war_declared"),
        ("forbid: declare_war", "forbid: declar_war", "declare_war"),
    ],
)
def test_each_word_of_them_is_checked(tmp_path: Path, right: str, wrong: str, told: str) -> None:
    assert right in DEFINITIONS
    _, found = check(tmp_path, WORDS, DEFINITIONS.replace(right, wrong))
    (one, *_) = errors(found)
    line = DEFINITIONS.replace(right, wrong).splitlines()[one.line - 1]
    assert wrong.split()[-1].strip("{},") in line and f"`{told}`" in one.hint
