from __future__ import annotations

import pytest

from interpreter.source import Node, parse_yaml, plain, same
from interpreter.source.tree import child, describe, with_child, with_inserted, without_child


def node(text: str) -> Node:
    found, problems = parse_yaml(text, "f.yaml")
    assert found is not None and problems == ()
    return found


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("{a: 1, b: 2}", "{b: 2, a: 1}", True),
        ("[a, b]", "[b, a]", False),
        ("a: >\n  x\n  y\n", "a: x   y", True),
        ("a: 1", "a: true", False),
        ("a: 1", "a: '1'", False),
        ("a:", "a: ''", False),
    ],
)
def test_same(one: str, other: str, equal: bool) -> None:
    assert same(node(one), node(other)) is equal


def test_child_by_key_index_and_text() -> None:
    tree = node("[a, {b: c}, 3]")
    found = [child(tree, step) for step in ("a", 1, "3", "x", 9)]
    assert [each and each[0] for each in found] == [0, 1, 2, None, None]
    assert child(node("a: 1"), "b") is None and child(node("a"), "a") is None


def test_changed_containers_leave_the_old_ones() -> None:
    tree, new = node("{a: 1, b: 2}"), node("9")
    assert plain(with_child(tree, "b", new)) == {"a": 1, "b": 9}
    assert list(plain(with_inserted(tree, 1, new, "c")).items()) == [("a", 1), ("c", 9), ("b", 2)]  # type: ignore[union-attr]
    assert plain(without_child(tree, "a")) == {"b": 2}
    assert plain(tree) == {"a": 1, "b": 2}
    elements = node("[a, b]")
    assert plain(with_inserted(elements, 1, new)) == ["a", 9, "b"]
    assert plain(with_child(elements, 0, new)) == [9, "b"] and plain(without_child(elements, 0)) == ["b"]


def test_describe() -> None:
    assert [describe(node(text)) for text in ("{a: 1}", "[a, {b: c}]", "x", "~")] == ["a mapping", "`[a, …]`", "`x`", "nothing"]
