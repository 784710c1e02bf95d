"""`warbook setup`, `setup-check`, `setup-import`."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import Run, fits

from tests.exchange.setups.test_chart import CHECKS
from tests.exchange.setups.test_round_trip import SMALL
from tests.language.little import write


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write(tmp_path, SMALL, CHECKS)


def test_a_chart_in_every_format(run: Run, small: Path) -> None:
    assert "hill   2 foot, 2 foot (damage 1" in run("setup", small).out
    assert "| units | The Reds | blue | on | all |" in run("setup", small, "--format", "markdown").out
    assert run("setup", small, "--format", "html").out.startswith("<!doctype html>")
    assert "units,hill,hill,blue,foot,2,,damage=1; tired=yes" in run("setup", small, "--format", "csv").out
    data = run("setup", small, "--json").data
    fits(data, "setup")
    assert data == run("setup", small, "--format", "json").data and data["scenario"] == "standard"
    assert run("setup", small, "--scenario", "more", "--json").data["powers"]["red"]["units"] == {"foot": 5, "cart": 2}


def test_a_check_tells_and_fails_where_something_is_wrong(run: Run, small: Path) -> None:
    good = run("setup-check", small, "--json")
    fits(good.data, "setup-check")
    assert good.status == 0 and good.data["ok"] and good.data["difference"] is None
    (small / "rich.yaml").write_text("scenarios: {rich: {set: {powers: {blue: {gold: 9}}}}}\n", encoding="utf-8")
    bad = run("setup-check", small, "--scenario", "rich", "--json")
    fits(bad.data, "setup-check")
    assert bad.status == 1 and not bad.data["ok"] and bad.data["findings"][0]["severity"] == "error"
    told = run("setup-check", small, "--scenario", "rich")
    assert told.status == 1 and "error: blue is rich." in told.out and "Compared to standard:" in told.out


def test_out_and_in_again(run: Run, small: Path, tmp_path: Path) -> None:
    sheet, overlay = tmp_path / "s.csv", tmp_path / "second_day.yaml"
    sheet.write_text(run("setup", small, "--format", "csv").out, encoding="utf-8")
    made = run("setup-import", small, sheet, "-o", overlay, "--title", "The second day", "--text", "It rains.")
    assert made.status == 0 and "13 units" in made.out and "--scenario second_day" in made.out
    assert run("check", small, "--with", overlay).status == 0
    one = run("setup", small, "--json").data
    two = run("setup", small, "--with", overlay, "--scenario", "second_day", "--json").data
    assert two["title"] == "The second day" and two["text"] == "It rains."
    assert (one["spaces"], one["powers"], one["other"], one["game"]) == (two["spaces"], two["powers"], two["other"], two["game"])
    assert run("play", small, "--with", overlay, "--scenario", "second_day").status == 0


def test_words_become_a_scenario(run: Run, small: Path, tmp_path: Path) -> None:
    text, overlay = tmp_path / "s.txt", tmp_path / "third.yaml"
    text.write_text("Blue: 3 feet in Meadow".replace("feet", "foot") + "\nblue holds pond\n", encoding="utf-8")
    assert run("setup-import", small, text, "-o", overlay).status == 0
    data = run("setup", small, "--with", overlay, "--scenario", "third", "--json").data
    assert data["game"]["turn"] == 3 and data["spaces"][2]["holder"] == "blue"
    assert data["spaces"][0]["units"] == [{"power": "blue", "unit": "foot", "number": 3}]


@pytest.mark.parametrize(
    ("text", "out", "words", "status"),
    [
        ("Blue: 3 foot in Medow\nRed: 1 crat in hill", "x.yaml", ["s.txt:1:", "meadow", "s.txt:2:", "cart", "Nothing was written"], 1),
        ("Blue: 3 foot in Meadow\nblue: 12 gold", "x.yaml", ["blue is rich", "Nothing was written"], 1),
        ("Blue: 3 foot in Meadow", "more.yaml", ["has a scenario `more` already"], 1),
        ("Blue: 3 foot in Meadow", "x.txt", ["should be a name such as"], 2),
        ("Blue: 3 foot in Meadow", "nowhere/x.yaml", ["can't be written"], 1),
    ],
)
def test_nothing_is_written_where_something_is_wrong(
    run: Run, small: Path, tmp_path: Path, text: str, out: str, words: list[str], status: int
) -> None:
    file, overlay = tmp_path / "s.txt", tmp_path / out
    file.write_text(text, encoding="utf-8")
    result = run("setup-import", small, file, "-o", overlay)
    assert result.status == status and not overlay.exists()
    assert all(word in result.err for word in words), result.err


def test_wrong_use(run: Run, small: Path, tmp_path: Path) -> None:
    assert run("setup", small, "--format", "pdf").status == 2
    missing = run("setup-check", small, "--scenario", "mor")
    assert missing.status == 1 and "`more`" in missing.err
    assert run("setup-import", small, tmp_path / "none.csv", "-o", tmp_path / "x.yaml").status == 1
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe\x00")
    assert "no text in UTF-8" in run("setup-import", small, tmp_path / "b.csv", "-o", tmp_path / "x.yaml").err
