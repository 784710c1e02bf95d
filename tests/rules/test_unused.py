"""What nothing reads, bears, announces, offers or runs is told; on the line that declares it, and on no other."""

from __future__ import annotations

from pathlib import Path

from interpreter.rules.build import build
from tests.language.little import check, write
from tests.source.conftest import expected, seen

GAME = """
attributes:
  game: {turn: {type: number}}
  power: {money: {type: number}}
  space: {fame: {type: text, fixed: true}}
tags: {rich: }
powers: {red: {is: rich}, blue: {}}
spaces: {here: {fame: much}}
unit_types: {tank: }
events: {boom: {of: {who: power}}}
actions: {wait: {do: set turn to turn + 1}}
rules: {bang: {on: boom, when: who is rich, do: add 1 to who's money}}
procedures:
  play: |
    if money of red < 3:
        announce boom(red)
    offer wait to red
scenarios: {standard: {units: {here: {red: {tank: 1}}}}}
"""

IDLE = """
attributes:
  game:
    count_of_nothing: {type: number} # E: never-read
  power:
    forgotten: {type: truth} # E: never-read
  unit:
    scars: {type: number} # E: never-read
  space:
    told: {type: text, fixed: true}
tags:
  nobody: # E: never-granted
events:
  silence: {of: {}} # E: never-announced
rules: {never: {on: silence, do: set turn to 1}}
define:
  idle: 3 # E: unused
actions:
  stray: {do: set turn to 1} # E: unused
procedures:
  lost: set turn to 2 # E: unused
"""


def test_a_ruleset_in_which_all_is_used_is_silent(tmp_path: Path) -> None:
    built, found = check(tmp_path, GAME)
    assert built is not None and found == ()


def test_each_idle_definition_is_told_where_it_stands(tmp_path: Path) -> None:
    built, found = check(tmp_path, GAME, IDLE)
    assert built is not None and {each.severity for each in found} == {"warning"}
    assert seen(found) == expected("part1.yaml", IDLE)


WORDS = """
overlay: words
title: Words
for: [small]
tags:
  nobody: # E: never-granted
define:
  idle: 3 # E: unused
"""


def test_an_overlay_that_another_one_needs_may_offer_more_than_is_used(tmp_path: Path) -> None:
    home, words, more = write(tmp_path, GAME), tmp_path / "words.yaml", tmp_path / "more.yaml"
    words.write_text(WORDS)
    more.write_text("overlay: more\ntitle: More\nfor: [small]\nneeds: [words]\ntags:\n  alone: # E: never-granted\n")
    assert seen(build(home, (str(words),))[1]) == expected("words.yaml", WORDS)
    assert seen(build(home, (str(words), str(more)))[1]) == expected("more.yaml", more.read_text())
