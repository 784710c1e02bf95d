"""Each kind of wrong input: a sentence with the nearest right name, a status, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import PONDS, Run


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("play", "no_such_game"), 1, "There is no ruleset `no_such_game`"),
        (("play", PONDS, "--with", "deer-frogs"), 1, "Did you mean `dear-frogs`?"),
        (("play", PONDS, "--option", "bonnus=1"), 1, "Did you mean `bonus`?"),
        (("play", PONDS, "--option", "bonus=many"), 1, "bonus"),
        (("play", PONDS, "--option", "bonus"), 2, "NAME=VALUE"),
        (("play", PONDS, "--scenario", "usuall"), 1, "Did you mean `usual`?"),
        (("play", PONDS, "--player", "grean=random"), 1, "Did you mean `green`?"),
        (("play", PONDS, "--player", "green=gredy"), 2, "Did you mean `greedy`?"),
        (("play", PONDS, "--player", "clever"), 2, "There are: greedy, human, random."),
        (("play", PONDS, "--rounds", "two"), 2, "--rounds"),
        (("play", PONDS, "--rounds", "-1"), 2, "--rounds"),
        (("play", PONDS, "--answers", "no/such/file"), 1, "can't be read"),
        (("play", PONDS, "--save", "no/such/folder/g.json"), 1, "There is no folder"),
        (("play", PONDS, "--json", "--player", "human"), 2, "--json"),
        (("play",), 2, "Missing argument"),
        (("paly", PONDS), 2, "play"),
        (("resume", "no/such/game.json"), 1, "can't be read"),
        (("check", "no_such_game"), 1, ""),
        (("coverage", "no_such_game"), 1, "no_such_game"),
        (("show", PONDS, "unit_tipes"), 1, "Did you mean `unit_types`?"),
        (("show", PONDS, "rules", "tired_frog"), 1, "Did you mean `tired_frogs`?"),
        (("show", PONDS, "no_such_kind", "x"), 1, "There is no kind"),
    ],
)
def test_wrong_words(run: Run, words: tuple[str, ...], status: int, told: str) -> None:
    result = run(*words)
    assert result.status == status
    assert told in result.err
    if words[0] != "check":
        assert not result.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("log", "--power", "grean"), "Did you mean `green`?"),
        (("legal", "--kind", "bui"), "Did you mean `buy`?"),
        (("why", "99999"), "There is no event 99999"),
        (("why", "growht_of(green)"), "Did you mean `growth_of`?"),
        (("why", "growth_of(green"), "parenthesis"),
        (("why-not", "sing a song"), "is no answer here"),
        (("answer", "buy 1 frgo in mill"), "Did you mean `frog`?"),
    ],
)
def test_wrong_words_about_a_save(run: Run, saved: Path, words: tuple[str, ...], told: str) -> None:
    before = saved.read_bytes()
    result = run(words[0], saved, *words[1:])
    assert result.status == 1 and told.lower() in result.err.lower() and not result.out
    assert saved.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"{}", b'{"warbook": 1}', b"\xff\xfe", b'{"warbook": 1, "ruleset": 3}'])
@pytest.mark.parametrize("command", [("resume",), ("log",), ("legal",), ("why", "1"), ("why-not", "done"), ("answer", "done")])
def test_files_that_are_no_saves(run: Run, tmp_path: Path, content: bytes, command: tuple[str, ...]) -> None:
    file = tmp_path / "g.json"
    file.write_bytes(content)
    result = run(command[0], file, *command[1:])
    assert result.status == 1 and str(file) in result.err


def test_a_save_that_was_meddled_with_is_refused(run: Run, saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["position"]["world"]["game"][1] = 99
    saved.write_text(json.dumps(data))
    assert run("resume", saved).status == 1


def test_a_broken_ruleset_does_not_start(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "ponds"
    folder.mkdir()
    text = (Path(PONDS) / "ruleset.yaml").read_text().replace("tired\n    because", "tried\n    because")
    (folder / "ruleset.yaml").write_text(text)
    result = run("play", folder)
    assert result.status == 1
    assert "ruleset.yaml:" in result.err and "error[" in result.err and "tired" in result.err


def test_a_fault_of_ours_says_what_to_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("interpreter.cli.summary.show_game", broken)
    result = run("play", PONDS, "--asks", 1)
    assert result.status == 1
    assert "fault of warbook" in result.err and "ZeroDivisionError: a bug" in result.err and "report" in result.err
