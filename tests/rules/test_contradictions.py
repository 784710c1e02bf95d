"""Two overlays that contradict each other: the contradiction is told, and nothing that only follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.rules.build import build
from tests.language.little import BOARD, PLAY, write

NUMBER = "overlay: one\nfor: [small]\nattributes: {space: {smoke: {type: number}}}\ndefine: {haze: {is: total smoke of spaces}}\n"
TRUTH = "overlay: other\nfor: [small]\nattributes: {space: {smoke: {type: truth}}}\ndefine: {clear_view: {is: no s in spaces where s is smoke}}\n"


def found(folder: Path, **overlays: str) -> set[tuple[str, str]]:
    """The file and code of each error of a ruleset with overlays."""
    home = write(folder, BOARD, PLAY)
    for name, text in overlays.items():
        (folder / f"{name}.yaml").write_text(text)
    _, diagnostics = build(home, [folder / f"{name}.yaml" for name in overlays])
    return {(Path(d.file).name, d.code) for d in diagnostics if d.severity == "error"}


@pytest.mark.parametrize("order", ["", "after: [one]\n"])
def test_what_follows_from_a_contradiction_is_not_told(tmp_path: Path, order: str) -> None:
    assert found(tmp_path, one=NUMBER) == found(tmp_path, other=TRUTH) == set()
    both = found(tmp_path, one=NUMBER, other=order + TRUTH)
    assert {code for _, code in both} == ({"already-defined"} if order else {"already-defined", "overlay-conflict"})


def test_mistakes_of_other_files_are_told_all_the_same(tmp_path: Path) -> None:
    third = "overlay: third\nfor: [small]\ndefine: {bad: {is: nobody}}\n"
    assert ("third.yaml", "unknown-name") in found(tmp_path, one=NUMBER, other=TRUTH, third=third)


def test_an_overlay_that_contradicts_its_ruleset_hears_of_all_its_mistakes(tmp_path: Path) -> None:
    overlay = "overlay: mine\nfor: [small]\nattributes: {power: {money: {type: truth}}}\ndefine: {bad: {is: nobody}}\n"
    assert {("mine.yaml", "already-defined"), ("mine.yaml", "unknown-name")} <= found(tmp_path, mine=overlay)
