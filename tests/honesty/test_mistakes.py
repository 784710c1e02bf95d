"""Misspelt rulesets are found out: on the right line, with the right word named."""

from __future__ import annotations

import os

import pytest

from tests.honesty.mistakes import Bench, Reference, quickly, tried

SAMPLE = int(os.environ.get("WARBOOK_MISTAKES", "100"))
KNOWN = frozenset(("attack", "attacks", "unit"))


@pytest.fixture(scope="module")
def bench() -> Bench:
    with quickly():
        return Bench("spring-1942")


def test_misspelt_references_are_found(bench: Bench) -> None:
    """`WARBOOK_MISTAKES=300` tries more of them; `python -m tests.honesty.mistakes` all."""
    result = tried(bench, bench.sample(SAMPLE))
    assert result.tried >= SAMPLE * 0.9
    assert result.found >= 0.99, "\n".join(map(str, result.misses))
    assert len(result.unnamed) <= 0.15 * result.tried, [(r.word, r.misspelt(bench.known)) for r in result.unnamed]


def test_every_word_of_a_text_is_a_reference_unless_it_names_something(bench: Bench) -> None:
    found = {(r.line, r.word) for r in bench.references if r.file.endswith("strategic/turn.yaml")}
    text = next(t for f, t in bench.files.items() if f.endswith("strategic/turn.yaml")).split("\n")
    number = next(n for n, line in enumerate(text, 1) if "for each p in turns_of_a_round" in line)
    words = {w for n, w in found if n == number}
    assert words == {"for", "each", "in", "turns_of_a_round"}


@pytest.mark.parametrize("word", ["attack", "is", "unit", "no", "s", "sea_zone_12", "SR-012"])
def test_a_misspelling_is_no_other_word(word: str) -> None:
    for line in range(30):
        wrote = Reference("f", line, 1, word, "key").misspelt(KNOWN)
        assert wrote is not None and wrote != word and wrote not in KNOWN


def test_a_fault_of_the_checker_would_be_seen(bench: Bench) -> None:
    """A reference that is put where no checker looks is a miss."""
    text = next(r for r in bench.references if r.kind == "key" and r.word == "title")
    line = bench.files[text.file].split("\n")[text.line - 1]
    column = line.index("title") + len("title: ") + 1
    word = line[column - 1 :].split()[0].strip("\",'{}")
    miss = bench.attempt(Reference(text.file, text.line, column, word, "text"))
    assert miss is not None and "not found" in str(miss)


def test_every_kind_of_reference_is_tried(bench: Bench) -> None:
    kinds = {r.kind for r in bench.sample(SAMPLE)}
    assert kinds == {r.kind for r in bench.references}
    assert kinds >= {
        "section",
        "key",
        "sort",
        "word",
        "expression",
        "effects",
        "type",
        "value",
        "is",
        "cites",
        "placeholder",
        "tree",
        "pairs",
        "start",
    }
