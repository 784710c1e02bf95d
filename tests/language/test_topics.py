"""Every node of the grammar is checked by one topic, and by one only."""

from __future__ import annotations

import re
from collections import Counter

from interpreter.language import check, statements
from interpreter.language.syntax import grammar_text

PARTS = {
    "groups": {"named", "some_unit", "some_space", "some_unit_in", "some_unit_aboard", "some_space_beside"},
    "quantifiers": {"any", "all", "no", "exactly", "at_least", "at_most"},
    "others": {"measure", "arguments", "offered", "otherwise", "otherwise_if", "block"},
    "entries and modifiers": {"expression", "modifier", "effects", "change", "not_below", "not_above"},
}
"""Nodes that are checked with the one in which they stand."""
WITHOUT_NODE = {"conditions", "expr", "disjunction", "conjunction", "negation", "comparison", "operand", "group", "quantifier", "quantity",
                "sum", "product", "unary", "attribute", "primary", "several", "ranked", "statement", "simple", "compound"}  # fmt: skip
"""Rules of which every alternative is one thing or has a name of its own."""


def nodes_of_grammar() -> set[str]:
    text = re.sub(r"//.*", "", grammar_text())
    rules = set(re.findall(r"^\??([a-z_]+)(?:\.\d)?:", text, re.MULTILINE))
    assert rules >= WITHOUT_NODE
    return (rules | set(re.findall(r"-> *([a-z_]+)", text))) - WITHOUT_NODE


def test_every_node_of_the_grammar_is_checked() -> None:
    checked = {*check.Checker.nodes, *statements.EffectChecker.statements}
    parts = set().union(*PARTS.values())
    assert nodes_of_grammar() - checked == parts
    assert checked <= nodes_of_grammar()


def test_no_node_has_two_topics() -> None:
    for tables in ([t.NODES for t in check.TOPICS], [t.STATEMENTS for t in statements.TOPICS]):
        assert [name for name, times in Counter(name for table in tables for name in table).items() if times > 1] == []
