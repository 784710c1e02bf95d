"""Explanations of values: what forbids a condition, and of modifiers of one name the best alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interpreter.analysis.explain import Tree, data, explain, lines
from tests.language.little import BOARD, PLAY, little

RULES = """
define:
  supplied: {of: {p: power}, is: p is rich or p's ally is not none, cites: [S-1]}
  ready: {of: {p: power}, is: p is supplied and turn = 3}
  base: 10
rules:
  shut: {forbid: supplied, when: p is red, because: The ports are shut., cites: [S-2]}
  besieged: {title: Under siege, forbid: supplied, when: turn = 3}
  storms: {forbid: supplied, when: sky is storm}
  smugglers: {allow: supplied, despite: besieged, when: p is green}
  dig_less: {forbid: dig, when: actor is red, because: No.}
modifiers:
  drums: {modifier: base + 2, best_of: music}
  pipes: {title: The pipes, modifier: base + 4, best_of: music}
  horns: {modifier: base + 9 when turn = 9, best_of: music}
  mud: {modifier: base - 3, best_of: music}
  rain: {modifier: base - 1, best_of: music}
  flag: base + 1
actions: {dig: {do: add 1 to actor's money}}
procedures: {go: "offer dig to red"}
statements: {S-1: Powers are supplied., S-2: Ports may be shut.}
"""


def told(folder: Path, name: str, *args: Any) -> Tree:
    made = little(folder, BOARD, PLAY, RULES)
    return explain(made.built, made.world(), name, args, made.rules)


def marks(tree: Tree) -> list[tuple[str, str]]:
    """The words and values of the parts that are rules or modifiers."""
    return [(part.text, part.shown) for part in tree.parts if part.rule.startswith(("rules.", "modifiers."))]


def test_the_rules_that_forbid_a_condition(tmp_path: Path) -> None:
    tree = told(tmp_path, "supplied", "red")
    assert tree.value is False and tree.shown == "no"
    assert marks(tree) == [("The ports are shut.", "forbids it"), ("Under siege", "forbids it")]
    assert [(part.rule, part.cites) for part in tree.parts[1:]] == [("rules.shut", ("S-2",)), ("rules.besieged", ())]
    assert tree.parts[0].value is True and tree.parts[0].shown == "yes"
    text = lines(tree)
    assert text[0] == "supplied(red) = no" and "  The ports are shut. = forbids it" in text
    assert {"text": "Under siege", "value": "forbids it", "rule": "rules.besieged"}.items() <= data(tree)["parts"][2].items()


def test_only_those_that_hold(tmp_path: Path) -> None:
    assert marks(told(tmp_path, "supplied", "blue")) == [("Under siege", "forbids it")]
    tree = told(tmp_path, "supplied", "green")
    assert tree.value is True and marks(tree) == []


def test_below_the_condition_that_asks(tmp_path: Path) -> None:
    text = "\n".join(lines(told(tmp_path, "ready", "red")))
    assert text.startswith("ready(red) = no") and "The ports are shut. = forbids it" in text


def test_only_the_best_modifier_of_a_name(tmp_path: Path) -> None:
    tree = told(tmp_path, "base")
    assert tree.value == 10 + 4 + 1 - 3
    assert marks(tree) == [("flag", "+1"), ("The pipes", "+4"), ("mud", "-3")]
    assert [part.value for part in tree.parts[1:]] == [1, 4, 3]
