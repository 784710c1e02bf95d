"""Case files: what they name and say is checked before they run."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.editor.casework import case_diagnostics
from interpreter.editor.project import Project, Target
from tests.editor.ponds import Ponds

ROOT = Path(__file__).parents[2] / "rulesets"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("thne: [true]", "unknown-key", "thne"),
        ("cites: [P-9]", "unknown-name", "P-9"),
        ("given: {like: usuall}", "unknown-name", "usuall"),
        ("given: {units: {mil: {green: {frog: 1}}}}", "unknown-name", "mil"),
        ("given: {units: {mill: {green: {frgo: 1}}}}", "unknown-name", "frgo"),
        ("given: {set: {powers: {green: {seedz: 1}}}}", "unknown-name", "seedz"),
        ("when: [{rnu: garden}]", "unknown-key", "rnu"),
        ("when: [{run: gardne}]", "unknown-name", "gardne"),
        ("when: [{start: usuall}]", "unknown-name", "usuall"),
        ("when: [{refuse: {answer: x, by: tierd}}]", "unknown-name", "tierd"),
        ("when: [{said: [grwon green 1]}]", "unknown-name", "grwon"),
        ("when: [{check: seedz of green = 1}]", "unknown-name", "seedz"),
        ("when: [{check: {known_to: gren, that: [true]}}]", "unknown-name", "gren"),
        ("when: [{check: {known_to: green, that: [seedz of green = 1]}}]", "unknown-name", "seedz"),
        ("then: [growth_of(green) = 1, growth_of(]", "open-parenthesis", ""),
    ],
)
def test_mistakes(game: Ponds, text: str, code: str, at: str) -> None:
    file = game.folder / "cases" / "a.yaml"
    line = f"a_case: {{{text}}}" if text.startswith("cites") else f"a_case: {{cites: [P-1], {text}}}"
    game.project.texts.unsaved[file] = line + "\n"
    found = game.project.check_cases(file)
    assert found and found[0].code == code
    if at:
        assert line[found[0].column - 1 :].startswith(at)


def test_a_good_case(game: Ponds) -> None:
    file = game.folder / "cases" / "a.yaml"
    game.project.texts.unsaved[file] = (
        "a: {cites: [P-1], given: {like: usual, units: {none: {green: {frog: 1}}}}, when: [{run: garden}, {said: [grown]}], then: [true]}\n"
    )
    assert game.project.check_cases(file) == ()


@pytest.mark.parametrize("name", ["spring-1942", "miniatures"])
def test_no_case_of_a_shipped_ruleset_is_wrong(name: str) -> None:
    project = Project()
    target = Target(ROOT / name)
    project.check(target)
    files = sorted((ROOT / name / "cases").glob("*.yaml"))
    found = [
        d for file in files if (root := project.texts.read(file)[1]) is not None for d in case_diagnostics(root, project.readings[target])
    ]
    assert len(files) > 10 and found == []
