"""Where words lead, in all layers; what a document holds."""

from __future__ import annotations

import pytest

from interpreter.editor.places import outline
from tests.editor.ponds import PONDS, Ponds


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("define:\n  x: growth¦_of(green)", "ruleset.yaml: growth_of:"),
        ("define:\n  x: green's see¦ds", "ruleset.yaml: seeds: {type: number"),
        ("rules:\n  x: {cites: [P-¦2]}", "ruleset.yaml: P-2: {section: Buying"),
        ("unit_types:\n  newt: {pri¦ce: 4}", "ruleset.yaml: price: {type: number}"),
        ("define:\n  x: weather is dr¦y", "ruleset.yaml: weather: [dry, wet]"),
        ("extends: [spring¦-1942]", "ruleset.yaml: ruleset: spring-1942"),
        ("scenarios:\n  x: {units: {mi¦ll: {green: {frog: 1}}}}", "ruleset.yaml: mill: {title: Mill Pond"),
        ("sequences:\n  x: [gar¦den]", "ruleset.yaml: garden:"),
    ],
)
def test_definitions(game: Ponds, text: str, first: str) -> None:
    assert game.places(text)[0].startswith(first)


def test_across_layers(game: Ponds) -> None:
    overlay = game.folder / "overlays" / "dear-frogs.yaml"
    game.check(overlay)
    text = overlay.read_text(encoding="utf-8")
    found = game.places(text.replace("frog.", "fr¦og."), overlay)
    assert found[0].startswith("ruleset.yaml: frog: {title: Frog") and found[-1].startswith("dear-frogs.yaml: - {set:")


def test_nothing_for_words_of_nobody(game: Ponds) -> None:
    assert game.places("define:\n  x: qu¦ux") == []


def test_outline(game: Ponds) -> None:
    text = (PONDS / "ruleset.yaml").read_text(encoding="utf-8")
    symbols = {each.name: each for each in outline(game.project.texts.read(game.head)[1], text.split("\n"))}
    assert [each.name for each in symbols["unit_types"].inside] == ["frog", "toad"]
    frog = symbols["unit_types"].inside[0]
    assert frog.detail == "Frog" and text.split("\n")[frog.first - 1].lstrip().startswith("frog:") and frog.last == frog.first
    assert outline(None, []) == ()
