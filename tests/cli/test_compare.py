"""`warbook diff` as a command: its formats, many editions, mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import FROGS, PONDS, Run, fits

FORMATS = {"text": "from", "markdown": "# From", "html": "<!DOCTYPE html>", "json": '"changes"', "overlay": "overlay: "}


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(run: Run, form: str) -> None:
    result = run("diff", PONDS, f"{PONDS}+{FROGS}", "--format", form)
    assert result.status == 0 and FORMATS[form] in result.out and result.err == ""


def test_json_has_changes_and_consequences(run: Run) -> None:
    data = run("diff", PONDS, f"{PONDS}+{FROGS}", "--json").data
    assert set(data) == {"before", "after", "changes", "consequences"}
    fits(data, "diff")
    assert data["changes"] and data["consequences"][-1]["kind"] == "opening"
    assert run("diff", PONDS, f"{PONDS}+{FROGS}", "--json", "--no-consequences").data["consequences"] == []


def test_the_overlay_makes_the_other_side(run: Run, tmp_path: Path) -> None:
    made = tmp_path / "made.yaml"
    made.write_text(run("diff", PONDS, f"{PONDS}+{FROGS}", "--format", "overlay").out)
    assert run("diff", f"{PONDS}+{made}", f"{PONDS}+{FROGS}", "--json", "--no-consequences").data["changes"] == []
    assert run("check", PONDS, "--with", made).status == 0


@pytest.mark.parametrize("form", [each for each in FORMATS if each != "overlay"])
def test_a_matrix(run: Run, form: str) -> None:
    result = run("diff", PONDS, f"{PONDS}+{FROGS}", PONDS, "--matrix", "--format", form)
    assert result.status == 0 and "dear-frogs.yaml" in result.out
    if form == "json":
        fits(result.data, "matrix")
        assert all(row["groups"] == [0, 1, 0] for row in result.data["rows"])


def test_a_section_with_many_rows_is_cut_short(run: Run) -> None:
    short, whole = (run("diff", "miniatures", "miniatures+revised-cards", "--no-consequences", *more).out for more in ((), ("--all",)))
    assert "more in unit_types (--all shows them)" in short and "--all" not in whole
    assert short.splitlines()[-1] == whole.splitlines()[-1] and len(whole) > len(short)


MISTAKES = {
    "one": ((PONDS,), "Two rulesets are compared"),
    "three": ((PONDS, PONDS, PONDS), "--matrix"),
    "no format": ((PONDS, PONDS, "--format", "htm"), "html"),
    "an overlay of a matrix": ((PONDS, PONDS, "--matrix", "--format", "overlay"), "An overlay is made of two"),
    "a matrix of one": ((PONDS, "--matrix"), "two rulesets or more"),
    "no such ruleset": ((PONDS, "pondss"), "no ruleset `pondss`"),
    "no such overlay": (("spring-1942", "spring-1942+second-editon"), "second-edition"),
}


@pytest.mark.parametrize(("words", "told"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(run: Run, words: tuple[str, ...], told: str) -> None:
    result = run("diff", *words)
    assert result.status != 0 and told in result.out + result.err
