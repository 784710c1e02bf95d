"""Coverage: what is cited and shown, and whether a definition matters to the cases that show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.analysis.coverage import coverage

RULES = """\
ruleset: tiny
title: Tiny
start: play
attributes:
  power: {money: {type: number}}
powers: {red: , blue: }
actions: {earn: {do: add 1 to actor's money}}
rules:
  not_twice: {cites: [B-1], forbid: earn, when: money of actor > 0, because: Once is enough.}
  blue_may: {cites: [B-2], allow: earn, despite: not_twice, when: actor is blue}
procedures:
  play: |
    offer earn to red
    offer earn to blue
statements:
  B-1: Nobody earns twice.
  B-2: Blue may earn as often as it likes.
  B-3: There is a third player.
"""
SHOWN = """\
once:
  cites: [B-1]
  when:
    - run: play
    - answer: earn
    - {then}
again_and_again:
  cites: [B-2]
  when:
    - run: play
    - answer: [earn, earn, earn]
    - check: money of blue = 2
"""


@pytest.mark.parametrize(
    ("then", "unproven"),
    [("asked: blue", ()), ("check: money of red = 1", ("rules.not_twice",))],
)
def test_a_rule_with_an_exception_is_proven(tmp_path: Path, then: str, unproven: tuple[str, ...]) -> None:
    """The rule cannot be taken out, for another names it; it is made to hold never, and then a case has to fail."""
    home = tmp_path / "tiny"
    (home / "cases").mkdir(parents=True)
    (home / "ruleset.yaml").write_text(RULES)
    (home / "cases" / "earning.yaml").write_text(SHOWN.format(then=then))
    found = coverage(str(home), prove=True)
    assert (found.statements, found.without_definition, found.without_case) == (3, ("B-3",), ("B-3",))
    assert found.unproven == unproven
