"""What stands at a cursor, also in texts that are no YAML now."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from interpreter.editor.spots import spot
from interpreter.source.tree import Node
from interpreter.source.yaml import load_yaml
from tests.editor.ponds import PONDS, cursor

ROOT = Path(__file__).parents[2] / "rulesets"


@pytest.mark.parametrize(
    ("text", "path", "in_key", "word"),
    [
        ("ru¦les:", (), True, "rules"),
        ("¦", (), True, ""),
        ("rules:\n  one¦:\n", ("rules",), True, "one"),
        ("rules:\n  one:\n    for¦bid: hop\n", ("rules", "one"), True, "forbid"),
        ("rules:\n  one:\n    forbid: ho¦p\n", ("rules", "one", "forbid"), False, "hop"),
        ("rules:\n  one:\n    forbid: hop\n    ¦\n", ("rules", "one"), True, ""),
        ("rules:\n  one:\n    forbid: hop\n  ¦\n", ("rules",), True, ""),
        ("rules:\n  one:\n    forbid: [hop, bu¦y]\n", ("rules", "one", "forbid"), False, "buy"),
        ("rules:\n  one: {forbid: hop, whe¦n: a}\n", ("rules", "one"), True, "when"),
        ("rules:\n  one: {forbid: hop, when: a and b¦\n", ("rules", "one", "when"), False, "b"),
        ("rules:\n  one: {forbid: [hop, buy], when: x, ¦}\n", ("rules", "one"), True, ""),
        ("rules:\n  one: {because: 'a, b: c', when: y¦}\n", ("rules", "one", "when"), False, "y"),
        ('rules:\n  one: {because: "a } \' b",\n    when: y¦}\n', ("rules", "one", "when"), False, "y"),
        ("rules:\n  one:\n    do: |\n      if a:\n          b¦()\n", ("rules", "one", "do"), False, "b"),
        ("rules:\n  one:\n    do: |\n      a()\n\n      key: b¦\n    when: c\n", ("rules", "one", "do"), False, "b"),
        ("rules:\n  one:\n    do: |\n      a()\n    when: c¦\n", ("rules", "one", "when"), False, "c"),
        ("rules:\n  one:\n    when: >\n      a\n      and b¦\n", ("rules", "one", "when"), False, "b"),
        ("rules:\n  one:\n    when: a\n      and b c¦\n", ("rules", "one", "when"), False, "c"),
        ("rules:\n  one:\n    whe¦\n    do: |\n      a()\n", ("rules", "one"), True, "whe"),
        ("changes:\n  - {set: a.b¦.c, to: 5}\n", ("changes", "set"), False, "b"),
        ("changes:\n  - set: a\n    t¦o: 5\n", ("changes",), True, "to"),
        ("changes:\n  - set: a\n    to: 5¦\n", ("changes", "to"), False, "5"),
        ("c:\n  when:\n    - run: a\n    - ans¦wer: b\n", ("c", "when"), True, "answer"),
        ("c:\n  then:\n    - a is b¦\n", ("c", "then"), False, "b"),
        ("c:\n  units: {mill: {green: {fr¦og: 2}}}\n", ("c", "units", "mill", "green"), True, "frog"),
        ("rules:\n  # a comment: {\n  one: {when: a¦}\n", ("rules", "one", "when"), False, "a"),
        ("rules:\n  one:\n    when: >  # folded\n      a¦\n", ("rules", "one", "when"), False, "a"),
    ],
)
def test_paths(text: str, path: tuple[str, ...], in_key: bool, word: str) -> None:
    found = spot(*cursor(text))
    assert (found.path, found.in_key, found.word()) == (path, in_key, word)


def test_words_with_hyphens_and_what_is_typed() -> None:
    found = spot(*cursor("rules:\n  one: {cites: [P-1, SR-0¦22]}"))
    assert found.word(hyphens=True) == "SR-022" and found.typed(hyphens=True) == "SR-0" and found.word() == "022"


def _leaves(node: Node, path: tuple[str, ...] = ()) -> list[tuple[int, int, tuple[str, ...]]]:
    """The places of all scalars on one line that are no elements of lists in lists, with their paths."""
    if isinstance(node.value, dict):
        return [leaf for key, each in node.value.items() for leaf in _leaves(each, (*path, key))]
    if isinstance(node.value, tuple):
        return [leaf for each in node.value for leaf in _leaves(each, path)]
    return [(node.pieces[0][1], node.pieces[0][2], path)] if node.raw and node.pieces else []


@pytest.mark.parametrize("file", [PONDS / "ruleset.yaml", *sorted(ROOT.glob("*/*.yaml"))[::5]], ids=lambda f: f"{f.parent.name}/{f.name}")
def test_every_value_is_found_where_the_tree_has_it(file: Path) -> None:
    root, _ = load_yaml(file)
    assert root is not None
    lines = file.read_text(encoding="utf-8").split("\n")
    leaves = _leaves(root)
    sample = random.Random(1).sample(leaves, min(60, len(leaves)))
    wrong = [(line, column, path, got) for line, column, path in sample if (got := spot(lines, line - 1, column).path) != path]
    assert wrong == []


def test_no_place_of_any_beginning_of_a_text_fails() -> None:
    text = (PONDS / "ruleset.yaml").read_text(encoding="utf-8")
    chance = random.Random(2)
    for _ in range(150):
        lines = text[: chance.randrange(len(text))].split("\n")
        line = chance.randrange(len(lines))
        found = spot(lines, line, chance.randrange(len(lines[line]) + 3))
        assert all(isinstance(key, str) for key in found.path)
