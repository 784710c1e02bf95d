"""`warbook map`, and the text map in `play`."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import PONDS, Run

from tests.exchange.boards import HEXES, MORE
from tests.language.little import write


@pytest.fixture
def field(tmp_path: Path) -> Path:
    return write(tmp_path, HEXES, MORE)


def test_a_set_up_is_drawn(run: Run, field: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    result = run("map", field, "-o", out)
    assert result.status == 0 and "board.svg" in result.out
    assert ElementTree.parse(out).getroot().tag.endswith("svg")


def test_a_saved_game_is_drawn_as_it_stands(run: Run, field: Path, tmp_path: Path) -> None:
    save, out = tmp_path / "g.json", tmp_path / "b.svg"
    assert run("play", field, "--asks", 0, "--save", save).status == 0
    assert run("map", "--save", save, "-o", out).status == 0
    plain = out.read_text(encoding="utf-8")
    assert run("map", field, "-o", out).status == 0 and out.read_text(encoding="utf-8") == plain
    assert run("map", field, "--save", save, "-o", out).status == 0 and out.read_text(encoding="utf-8") == plain
    other = run("map", "miniatures", "--save", save, "-o", out)
    assert other.status == 1 and "not of miniatures" in other.err
    assert run("map", "--save", save, "--scenario", "elsewhere", "-o", out).status == 1
    assert run("map", "--save", save, "--edit", "set a1's ground to wood", "-o", out).status == 0
    assert out.read_text(encoding="utf-8") != plain


def test_another_scenario_is_drawn(run: Run, field: Path, tmp_path: Path) -> None:
    (field / "other.yaml").write_text("scenarios: {bare: {title: Bare}}\n", encoding="utf-8")
    out = tmp_path / "b.svg"
    assert run("map", field, "--scenario", "bare", "-o", out).status == 0
    text = out.read_text(encoding="utf-8")
    assert "Bare" in text and "12 ft" not in text


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("map", "-o", "x.svg"), 2, "Name a ruleset, or a saved game"),
        (("map", PONDS, "-o", "x.svg"), 1, "does not tell where its spaces lie"),
        (("map", PONDS), 2, "--output"),
        (("map", "FIELD", "--scenario", "none_such", "-o", "x.svg"), 1, "none_such"),
        (("map", "FIELD", "--edit", "set nothing to 3", "-o", "x.svg"), 1, "can't be read"),
        (("map", "FIELD", "--for", "read", "-o", "x.svg"), 1, "Did you mean `red`?"),
        (("map", "FIELD", "-o", "nowhere/x.svg"), 1, "can't be written"),
        (("map", "--save", "none.json", "-o", "x.svg"), 1, "none.json"),
        (("map", "--save", "none.json", "--scenario", "usual", "-o", "x.svg"), 1, "none.json"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    run: Run, field: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], status: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*(field if word == "FIELD" else word for word in words))
    assert result.status == status and message in result.out + result.err
    assert not (tmp_path / "x.svg").exists()


def test_the_text_map_stands_in_play(run: Run, field: Path) -> None:
    assert "b0  #   .  -wRB #   b3" in run("play", field, "--asks", 0, "--board").out
