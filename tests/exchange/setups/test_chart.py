"""Charts and reports of set-ups: numbers that add up, and what is not as it should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Ruleset, load
from interpreter.exchange.setups.chart import chart_data, chart_of
from interpreter.exchange.setups.report import report_data, report_of
from interpreter.exchange.setups.tables import html, markdown, text
from interpreter.exchange.setups.words import report_lines
from tests.exchange.setups.test_round_trip import SMALL
from tests.language.little import write

CHECKS = """
tags: {water: }
checks:
  gold: {each: powers, demand: its gold < 9, because: "{it} is rich.", cites: [A-1]}
  rest: {demand: no unit where it is tired, because: "{count units where it is tired} are tired.", warning: true}
statements: {A-1: Nobody is rich.}
movements:
  all: {of: true, allowance: 9}
rules:
  dry: {forbid: step, when: "destination is pond and unit is foot", because: Feet stay dry.}
"""


@pytest.fixture
def small(tmp_path: Path) -> Ruleset:
    return load(write(tmp_path, SMALL, CHECKS))


def test_a_chart_adds_up(small: Ruleset) -> None:
    data = chart_data(chart_of(small, "standard"))
    assert data["game"] == {"turn": 3, "weather": "wild"} and data["text"] == "A small war."
    assert data["powers"]["blue"]["units"] == {"foot": 6, "cart": 2} and data["powers"]["blue"]["measures"] == {"army": 22}
    assert data["powers"]["blue"]["totals"] == {"worth": 3} and data["powers"]["blue"]["spaces"] == 1
    assert data["powers"]["red"]["values"] == {"gold": 7, "foes": ["blue", "on"], "name_day": "First, of May"}
    assert data["other"] == {"borders": {"hill|meadow": {"mud": True}}, "camps": {"north_camp": {"fires": 4}}}
    assert [s["space"] for s in data["spaces"]] == ["meadow", "hill", "pond", None]
    assert data["spaces"][1]["holder"] == "blue" and data["spaces"][0]["holder"] is None


def test_a_chart_for_people(small: Ruleset) -> None:
    chart = chart_of(small, "standard")
    plain = text(chart)
    assert "Meadow" not in plain  # nobody holds it, and nothing stands there
    assert "hill   2 foot, 2 foot (damage 1; tired yes), 2 cart (with 1 foot); on: 1 cart" in plain
    assert "(off the board)  The Reds: 3 foot; nobody: 1 cart" in plain
    assert "| The Reds | blue, on | First, of May | 7 | 0 | 0 | 6 |" in markdown(chart)
    page = html(chart)
    assert page.count("<table>") == page.count("</table>") == 5 and "<td>North Camp</td><td>fires</td><td>4</td>" in page


def test_a_report(small: Ruleset) -> None:
    data = report_data(report_of(small, "more"))
    assert data["ok"] and [f["check"] for f in data["findings"]] == ["rest"] and data["findings"][0]["message"] == "2 are tired."
    assert data["difference"]["from"] == "standard" and data["difference"]["values"] == []
    units = {(u["space"], u["power"], u["unit"]): (u["before"], u["after"]) for u in data["difference"]["units"]}
    assert units == {("pond", "red", "cart"): (0, 2), ("pond", "red", "foot"): (0, 2)}
    assert "  pond, The Reds: +2 cart, +2 foot" in list(report_lines(report_of(small, "more")))


def test_values_that_differ(small: Ruleset, tmp_path: Path) -> None:
    write(tmp_path, SMALL, CHECKS, "scenarios: {rich: {set: {powers: {blue: {gold: 9}}, spaces: {pond: {controller: blue}}}}}")
    report = report_of(load(tmp_path / "small"), "rich")
    assert not report.ok and [f.message for f in report.flaws] == ["blue is rich."]
    lines = list(report_lines(report))
    assert "error: blue is rich.   [checks.gold, A-1]" in lines
    assert "  blue: gold 0 → 9" in lines and "  pond: controller - → blue" in lines and "  the game: turn 3 → 0" in lines


def test_spaces_that_nobody_can_reach(small: Ruleset, tmp_path: Path) -> None:
    assert [(c.space, c.rule) for c in report_of(small, "standard").closed] == []  # carts reach all
    on_foot = "scenarios: {walk: {units: {meadow: {red: {foot: 1}}}}}\nspaces: {isle: }"
    write(tmp_path, SMALL, CHECKS, on_foot.replace("spaces: {isle: }", ""), "spaces: {isle: }")
    assert [(c.space, c.rule) for c in report_of(load(tmp_path / "small"), "walk").closed] == [("pond", "dry"), ("isle", "")]
