"""`check`, `show`, `test`, `coverage`: what a ruleset tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import FROGS, PONDS, Run, fits


def broken_copy(tmp_path: Path, old: str, new: str) -> Path:
    folder = tmp_path / "ponds"
    folder.mkdir()
    text = (Path(PONDS) / "ruleset.yaml").read_text()
    assert old in text
    (folder / "ruleset.yaml").write_text(text.replace(old, new))
    return folder


def test_check_of_a_good_ruleset(run: Run) -> None:
    result = run("check", PONDS)
    assert result.status == 0 and "nothing wrong" in result.out
    data = run("check", PONDS, "--with", FROGS, "--json").data
    fits(data, "check")
    assert data["ok"]


def test_check_shows_place_line_caret_and_hint(run: Run, tmp_path: Path) -> None:
    folder = broken_copy(tmp_path, "owner is actor and it is frog", "owner is actor and it is frgo")
    result = run("check", folder)
    assert result.status == 1
    lines = result.out.splitlines()
    at = next(i for i, line in enumerate(lines) if "error[" in line)
    assert lines[at].startswith(f"{folder}/ruleset.yaml:")
    assert lines[at + 1].strip() and lines[at + 2].strip() == "^" and "frog" in lines[at + 3]
    data = run("check", folder, "--json").data
    fits(data, "check")
    assert not data["ok"] and data["diagnostics"]


def test_check_without_a_name_looks_at_all_that_are_shipped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.cli.check.shipped", lambda: [PONDS])
    assert run("check").out.startswith(PONDS)


def test_a_library_is_checked_and_not_played(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text("ruleset: words\nlibrary: true\nprocedures:\n  go: undefined_thing()\n")
    assert run("check", folder).status == 0
    result = run("play", folder)
    assert result.status == 1 and "library" in result.err


def test_overview(run: Run) -> None:
    out = run("show", PONDS).out
    assert "Three Ponds" in out and "unit_types" in out
    assert run("show", PONDS, "--json").data["sections"]["powers"] == 2


@pytest.mark.parametrize("kind", ["unit_types", "unit_type", "unit-types", "unit-type"])
def test_a_kind_by_any_of_its_words(run: Run, kind: str) -> None:
    out = run("show", PONDS, kind).out
    assert "frog" in out and "price" in out and "jump" in out


def test_every_section_can_be_shown(run: Run) -> None:
    for section in run("show", PONDS, "--json").data["sections"]:
        assert run("show", PONDS, section).status == 0
        assert section in run("show", PONDS, section, "--json").data


def test_a_definition_with_the_places_that_set_it(run: Run) -> None:
    out = run("show", PONDS, "unit_type", "frog", "--with", FROGS).out
    assert "dear-frogs, set:" in out and "dear-frogs.yaml:5" in out and "default of attributes.unit_type.jump" in out
    data = run("show", PONDS, "unit_type", "frog", "--with", FROGS, "--json").data
    fits(data, "show")
    assert data["value"]["price"] == 3


def test_show_what_is_chosen_of_an_option(run: Run) -> None:
    lines = run("show", PONDS, "options", "bonus", "--option", "bonus=3").out.splitlines()
    assert [line.split() for line in lines if "chosen" in line] == [["chosen", "3", "--option"]]
    data = run("show", PONDS, "options", "--option", "bonus=3", "--json").data
    assert (data["options"]["bonus"]["default"], data["options"]["bonus"]["chosen"]) == (0, 3)
    wrong = run("show", PONDS, "--option", "bonsu=3")
    assert wrong.status == 1 and "Did you mean `bonus`?" in wrong.err
    assert run("show", PONDS, "--option", "bonus=many").status == 1


def test_an_id_alone_with_its_statements(run: Run) -> None:
    out = run("show", PONDS, "tired-frogs").out
    assert "rules.tired_frogs" in out and "A frog jumps to a neighbouring pond once a turn." in out


def test_a_statement_tells_what_cites_it(run: Run) -> None:
    assert "cited by rules.tired_frogs" in run("show", PONDS, "statements", "P-3").out
    assert "cited by" not in run("show", PONDS, "statement", "P-4").out


def test_cases_and_coverage(run: Run, tmp_path: Path) -> None:
    folder = broken_copy(tmp_path, "title: Three Ponds", "title: Ponds")
    (folder / "cases").mkdir()
    case = "{name}: {{cites: [P-1], given: {{scenario: usual}}, then: ['growth_of(green) = {value}']}}\n"
    (folder / "cases" / "growth.yaml").write_text(case.format(name="three", value=3) + case.format(name="four", value=4))
    result = run("test", folder)
    assert result.status == 1 and "1 passed, 1 failed" in result.out and "four" in result.out
    data = run("test", folder, "--json").data
    fits(data, "test")
    assert run("test", folder, "-k", "three").status == 0
    found = run("coverage", folder, "--json").data
    fits(found, "coverage")
    assert found["without_definition"] == ["P-4"] and "P-1" not in found["without_case"]
    result = run("coverage", folder)
    assert result.status == 1 and "4 statements" in result.out
