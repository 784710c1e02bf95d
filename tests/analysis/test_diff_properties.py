"""A ruleset said otherwise differs in nothing; one value changed is one row; a comparison written as an overlay makes the other side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from interpreter.analysis.diff import as_overlay, diff
from interpreter.analysis.diff.editions import Edition, read_edition
from interpreter.analysis.diff.rows import SILENT_SECTIONS, compare
from interpreter.analysis.diff.shapes import Shape, is_wording, shape_of
from interpreter.rules.build import build
from interpreter.source.diagnostics import has_errors, render
from interpreter.source.paths import shipped
from interpreter.source.tree import Node
from tests.analysis.shuffled import rewrite

RULESETS = ("spring-1942", "global-1940", "miniatures")
BOARDS = (
    ("spring-1942", "spring-1942+second-edition", "spring-1942+second-edition+second-edition-faq"),
    ("global-1940", "global-1940+out-of-the-box", "global-1940+alpha-3"),
    ("miniatures", "miniatures+revised-cards", "miniatures+trial-cards", "miniatures+set-ii"),
)
PAIRS = [pair for board in BOARDS for pair in permutations(board, 2)]
SAMPLES = 6


@cache
def edition(name: str) -> Edition:
    return read_edition(name)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", RULESETS)
def test_said_otherwise(tmp_path: Path, name: str, seed: int) -> None:
    copy = read_edition(rewrite(shipped("rulesets") / name, tmp_path / name, seed))
    assert compare(edition(name), copy).changes == ()
    assert compare(copy, edition(name)).changes == ()


def test_a_copy_with_a_change_is_not_the_same(tmp_path: Path) -> None:
    """The test above can fail."""
    home = rewrite(shipped("rulesets") / "spring-1942", tmp_path / "spring-1942", 3)
    (file,) = [f for f in home.glob("*.yaml") if "victory_city and its controller" in f.read_text()]
    file.write_text(file.read_text().replace("victory_city and its controller", "victory_city or its controller"))
    assert [(c.path, c.action) for c in diff("spring-1942", home).changes] == [("define.cities_of.is", "changed")]


def leaves(name: str) -> Iterator[tuple[str, Node, Shape, bool]]:
    """Every single value below a key of a definition: its path, its shape, and whether it is words for people."""
    found = edition(name)

    def below(path: tuple[str, ...], node: Node, shape: Shape) -> Iterator[tuple[str, Node, Shape, bool]]:
        assert isinstance(node.value, dict)
        for key, each in node.value.items():
            inner = shape.inner(key, found.formulas)
            if isinstance(each.value, dict):
                yield from below((*path, key), each, inner)
            elif not isinstance(each.value, tuple) and each.value is not None:
                yield ".".join((*path, key)), each, inner, is_wording(key, each, shape)

    for section, group in found.sections.items():
        for name_, node in group.items():
            if section not in SILENT_SECTIONS:
                yield from below((section, name_), node, shape_of(section))


def other(node: Node, shape: Shape) -> Node:
    """Another value."""
    text = node.raw or str(node.value)
    if isinstance(node.value, (bool, int)) and shape.kind not in ("expression", "modifier"):
        return replace(node, value=not node.value if isinstance(node.value, bool) else node.value + 1, raw="")
    texts = {"effects": f"{text.rstrip()}\nstop\n", "expression": f"({text}\n) + 7", "modifier": "another * 3"}
    new = texts.get(shape.kind, "something_else")
    return replace(node, value=new, raw=new)


def with_value(found: Edition, path: str, new: Node) -> Edition:
    """The edition with another value at a path."""

    def put(node: Node, steps: list[str]) -> Node:
        assert isinstance(node.value, dict)
        inner = new if len(steps) == 1 else put(node.value[steps[0]], steps[1:])
        return replace(node, value={**node.value, steps[0]: inner})

    section, name, *steps = path.split(".")
    group = {**found.sections[section], name: put(found.sections[section][name], steps)}
    return Edition(found.name, found.resolved, {**found.sections, section: group})


@pytest.mark.parametrize("name", RULESETS)
def test_one_value_is_one_row(name: str) -> None:
    rng = Random(1942)
    every = list(leaves(name))
    kinds = sorted({(shape.kind, silent) for _, _, shape, silent in every})
    assert {"expression", "effects", "modifier", "value", "ids", "number"} <= {kind for kind, _ in kinds}
    for kind, silent in kinds:
        some = [each for each in every if (each[2].kind, each[3]) == (kind, silent)]
        for path, node, shape, _ in rng.sample(some, min(SAMPLES, len(some))):
            rows = compare(edition(name), with_value(edition(name), path, other(node, shape))).changes
            told = [(row.path, row.action) for row in rows]
            if silent:
                assert told == [], path
            elif kind == "ids":
                assert told == [(f"{path}.{node.value}", "removed"), (f"{path}.something_else", "added")], path
            else:
                assert [at for at, _ in told] == [path] and told[0][1] in ("changed", "widened", "narrowed"), (path, told)


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_the_overlay_of_a_comparison_makes_the_other_side(tmp_path: Path, before: str, after: str) -> None:
    file = tmp_path / "made.yaml"
    file.write_text(as_overlay(compare(edition(before), edition(after)), "made"), encoding="utf-8")
    made = read_edition(f"{before}+{file}")
    again = compare(made, edition(after))
    assert again.changes == ()
    assert "changes:" not in as_overlay(again, "again")


def test_the_overlay_of_a_comparison_builds(tmp_path: Path) -> None:
    file = tmp_path / "made.yaml"
    file.write_text(as_overlay(diff(*BOARDS[0][:2]), "made"), encoding="utf-8")
    made, found = build("spring-1942", [file])
    straight, _ = build("spring-1942", ["second-edition"])
    assert not has_errors(found), render(found)
    assert made is not None and straight is not None
    assert made.program.functions == straight.program.functions
