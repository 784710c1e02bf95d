"""Collections of overlays: found, run and checked; and house rules that are empty words are found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.analysis.cases import run_cases
from interpreter.analysis.collections import compositions, read_heads, with_needs
from interpreter.cli.check import called, unread, wanted
from interpreter.source.layers import default_roots
from interpreter.source.places import HOUSE_RULES, collection, overlays_in
from tests.honesty.house_rules import Shelf

GAME = "ruleset: game\nstart: play\nprocedures: {play: stop}\nattributes: {power: {money: {type: number}}}\npowers: {red: {money: 3}}\n"
CASE = "{id}: {{cites: [R-1], with: [{rules}]{on}, then: ['money of red = {money}']}}\n"
RICH = "overlay: rich\nfor: [game]\nstatements: {R-1: Red is rich.}\nchanges:\n  - {set: powers.red.money, to: 5}\n  - {add: powers.red.cites, value: R-1}\n"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that is known by its id and a collection of overlays for it."""
    monkeypatch.setattr("interpreter.source.layers.shipped", lambda _: tmp_path)
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "ruleset.yaml").write_text(GAME)
    home = tmp_path / "mine"
    (home / "cases").mkdir(parents=True)
    (home / "rich.yaml").write_text(RICH)
    (home / "sub").mkdir()
    (home / "sub" / "richer.yaml").write_text("overlay: richer\nneeds: [rich]\nfor: [game]\nchanges:\n  - {set: powers.red.money, to: 9}\n")
    return home


def test_a_folder_of_overlays_is_a_collection(rules: Path) -> None:
    assert collection(str(rules), ()) == rules and sorted(overlays_in(rules)) == ["rich", "richer"]
    assert collection(str(rules.parent / "game"), ()) is None
    heads, problems = read_heads(rules)
    assert not problems and with_needs("richer", heads) == ("rich", "richer")


def test_each_overlay_is_checked_beside_what_it_needs(rules: Path) -> None:
    found = [(ruleset, [Path(each).stem for each in together]) for ruleset, together in compositions(rules)]
    assert sorted(found) == [("game", ["rich"]), ("game", ["rich", "richer"])]
    assert [called(name, overlays) for name, overlays in wanted([str(rules)], None)] == ["game + rich", "game + rich + richer"]


def test_a_file_that_cannot_be_read_is_told(rules: Path) -> None:
    assert unread([str(rules)]) == []
    (rules / "torn.yaml").write_text("overlay: torn\nrules: {a: {b}\n")
    ((name, found),) = unread([str(rules)])
    assert name == "torn" and {each.code for each in found} == {"yaml-syntax"}


def test_an_overlay_that_is_not_found_by_its_id_is_told(rules: Path) -> None:
    (rules / "poor.yaml").write_text("overlay: very_poor\nfor: [game]\nchanges: [{set: powers.red.money, to: 0}]\n")
    ((name, found),) = unread([str(rules)])
    assert name == "poor" and [(each.code, each.hint) for each in found] == [("wrong-id", "write `overlay: poor`")]
    assert [each.code for each in read_heads(rules)[1]] == ["wrong-id"]


@pytest.mark.parametrize(
    ("overlays", "on", "money", "message"),
    [
        ("rich", "", 5, ""),
        ("rich", "", 3, "does not hold"),
        ("rich, richer", "", 9, ""),
        ("richer", "", 9, ""),
        ("rich", ", on: nowhere", 5, "there is no ruleset `nowhere`"),
        ("poor", "", 5, "nothing says on what ruleset"),
    ],
)
def test_its_cases_are_run_on_what_its_overlays_are_for(rules: Path, overlays: str, on: str, money: int, message: str) -> None:
    (rules / "cases" / "rich.yaml").write_text(CASE.format(id="one", rules=overlays, on=on, money=money))
    report = run_cases([str(rules)])
    (case,) = report.cases
    assert case.passed == (not message) and message in case.message, case.message
    assert not run_cases([str(rules)], "other").cases


@pytest.mark.parametrize(
    ("text", "case", "wanting"),
    [
        ("", CASE.format(id="one", rules="rich", on="", money=5), ""),
        ("", CASE.format(id="one", rules="rich", on="", money=4), "a case fails"),
        ("", "", "no case that cites it"),
        ("{set: powers.red.money, to: 5}", CASE.format(id="one", rules="rich", on="", money=3), "no case fails without it"),
        ("{add: powers.red.cites, value: R-1}", CASE.format(id="one", rules="rich", on="", money=5), "nothing cites R-1"),
    ],
)
def test_an_empty_house_rule_is_found_out(rules: Path, text: str, case: str, wanting: str) -> None:
    """Each time one change of the overlay is taken out."""
    home = rules / "rich.yaml"
    home.write_text(home.read_text().replace(f"  - {text}\n", "") if text else home.read_text())
    (rules / "cases" / "rich.yaml").write_text(case)
    found = list(Shelf(rules).idle("rich"))
    assert (not found and not wanting) or any(wanting in line for line in found if wanting), found


def test_some_house_rules_are_no_empty_words() -> None:
    """`python -m tests.honesty.house_rules` asks all of them."""
    assert collection(HOUSE_RULES, default_roots()) is not None
    shelf = Shelf()
    assert [line for name in ("H099", "H101", "H117") for line in shelf.idle(name)] == []
