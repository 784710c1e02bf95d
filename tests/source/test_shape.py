"""The shape of definitions; the offending line says the code it must get."""

from __future__ import annotations

from conftest import expected, seen

from interpreter.source import Node, attributes_of, cases, normalise, parse_yaml, plain
from interpreter.source.keys import CASE, SECTIONS, Field
from interpreter.source.shape import KINDS

GOOD = """
sorts: {depot: {plural: depots}}
attributes:
  unit_type: {cost: {type: number}}
  depot: {size: {type: number, default: 1}}
tags: {land: A tag., sea: , air: {text: 1942}}
enumerations: {weather: [rain, sun]}
define: {rich: funds > 3, many: {is: 3, of: {p: power}}}
sequences: {turn: [first, second]}
unit_types: {scout: {cost: 3, is: land}}
depots: {north: {size: 2, is: [land], cites: R-1}}
borders: {roads: {pairs: {a: [b, c], d: e}}}
actions: {build: {choose: {what: {from: x, number: 3}}, do: "x"}}
"""

BROKEN = """
sorts: {depot: {plural: depots}}
attributes:
  unit_type: {cost: {type: number}}
  unit: 3 # E: wrong-shape
  space: {worth: {default: 1}} # E: missing-field
unit_types:
  scout: {cots: 3} # E: unknown-key
  rider: infantry # E: wrong-shape
powers:
  red: {cost: 3} # E: unknown-key
depots:
  north: {is: {a: b}} # E: wrong-shape
  south: # a declared thing without fields
rules:
  one: {whenn: x, order: first} # E: unknown-key wrong-shape
  two: {forbid: [a, [b]], do: [x]} # E: wrong-shape
  three: # nothing must stand in a rule
  four: {when: } # E: wrong-shape
define:
  odd: # E: wrong-shape
  even: {of: x, is: 1} # E: wrong-shape
windows:
  w: {order: x, actions: y, once: maybe} # E: wrong-shape
engagements:
  fight:
    sides: [a] # E: wrong-shape
    losses: {counter: hits, limit: 1} # E: missing-field
    until: x
    round:
      fire: {losses: latr, dice: [1]} # E: unknown-choice wrong-shape
      flee: x # E: wrong-shape
enumerations: {weather: rain} # E: wrong-shape
borders: {roads: {pairs: {a: {b: c}}}} # E: wrong-shape
scenarios: {s: {set: 3}} # E: wrong-shape
"""


def sections(text: str) -> dict[str, dict[str, Node]]:
    root, problems = parse_yaml(text, "f.yaml")
    assert root is not None and problems == () and isinstance(root.value, dict)
    return {name: each.value for name, each in root.value.items() if isinstance(each.value, dict)}


def test_good_definitions_become_mappings() -> None:
    found, problems = normalise(sections(GOOD))
    assert problems == ()
    assert plain(found["tags"]["land"]) == {"text": "A tag."} and plain(found["tags"]["sea"]) == {}
    assert plain(found["tags"]["air"]) == {"text": "1942"}
    assert plain(found["define"]["many"]) == {"is": "3", "of": {"p": "power"}}
    assert plain(found["sequences"]["turn"]) == {"steps": ["first", "second"]}
    assert plain(found["unit_types"]["scout"]) == {"cost": 3, "is": "land"}
    assert plain(found["attributes"]["depot"]) == {"size": {"type": "number", "default": 1}}
    assert plain(found["actions"]["build"]) == {"choose": {"what": {"from": "x", "number": "3"}}, "do": "x"}


def test_all_that_is_wrong_is_found_on_its_line() -> None:
    _, problems = normalise(sections(BROKEN))
    assert seen(problems) == expected("f.yaml", BROKEN)


def test_unknown_keys_name_the_nearest_field_or_attribute() -> None:
    _, problems = normalise(sections("attributes: {unit_type: {cost: {type: number}}}\nunit_types: {a: {cots: 1}}\nrules: {a: {whenn: x}}"))
    assert [each.hint for each in problems] == ["did you mean `cost`?", "did you mean `when`?"]


def test_attributes_of() -> None:
    assert attributes_of("depot", sections(GOOD)) == ("size",) and attributes_of("space", sections(GOOD)) == ()


CASES = """
good: {cites: R-1, given: {scenario: start}, when: [], then: [x is 1]}
bad: {cites: R-1, givn: {}} # E: unknown-key
worse: {then: x is 1} # E: wrong-shape
worst: 3 # E: wrong-shape
"""


def test_cases() -> None:
    root, _ = parse_yaml(CASES, "f.yaml")
    assert root is not None
    found, problems = cases(root)
    assert seen(problems) == expected("f.yaml", CASES) and list(found) == ["good", "bad", "worse"]
    empty, broken = parse_yaml("", "f.yaml")[0], parse_yaml("[a]", "f.yaml")[0]
    assert empty is not None and broken is not None
    assert cases(empty) == ({}, ()) and [each.code for each in cases(broken)[1]] == ["wrong-shape"]


def test_every_kind_that_is_declared_is_checked() -> None:
    def kinds(fields: tuple[Field, ...]) -> set[str]:
        return {each.kind for each in fields}.union(*(kinds(each.fields) for each in fields))

    assert kinds(CASE).union(*(kinds(each.fields) for each in SECTIONS)) <= {*KINDS, "record", "records"}
