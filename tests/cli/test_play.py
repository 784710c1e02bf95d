"""`warbook play` and `warbook resume`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import FROGS, PONDS, Run, fits

from interpreter import restore
from interpreter.machine.save import players_of


def test_a_game_ends_with_tables_and_who_won(run: Run) -> None:
    result = run("play", PONDS, "--player", "random", "--seed", 1)
    assert result.status == 0
    assert "Green Gardener" in result.out and "The winner:" in result.out
    assert "\x1b" not in result.out


def test_json_is_as_documented_and_alone(run: Run) -> None:
    result = run("play", PONDS, "--rounds", 2, "--player", "random", "--json")
    fits(result.data, "play")
    assert result.data["round"] == 3 and not result.data["finished"]
    assert [e["number"] for e in result.data["events"]] == list(range(1, len(result.data["events"]) + 1))


def test_the_same_command_prints_the_same(run: Run) -> None:
    first, second = (run("play", PONDS, "--player", "random", "--seed", 9).out for _ in range(2))
    assert first == second


@pytest.mark.parametrize("words", [("--rounds", 0), ("--asks", 3), ("--rounds", 1)])
def test_play_stops_where_it_is_told(run: Run, words: tuple[object, ...]) -> None:
    data = run("play", PONDS, *words, "--json").data
    assert data["round"] == (2 if words == ("--rounds", 1) else 1)
    assert data["asks"] == {"--rounds 0": 0, "--asks 3": 3}.get(" ".join(map(str, words)), data["asks"])


def test_two_sittings_are_one_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    run("play", PONDS, "--player", "random", "--seed", 5, "--rounds", 1, "--save", file)
    parts = run("resume", file, "--player", "random", "--rounds", 2, "--json").data
    whole = run("play", PONDS, "--player", "random", "--seed", 5, "--rounds", 3, "--json").data
    assert parts["digest"] == whole["digest"] and parts["events"] == whole["events"]


def test_a_game_stops_and_goes_on_at_any_answer(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    run("play", PONDS, "--player", "random", "--asks", 7, "--save", file)
    run("resume", file, "--player", "random", "--asks", 4, "--save", file)
    assert restore(file).digest == run("play", PONDS, "--player", "random", "--asks", 11, "--json").data["digest"]


def test_overlays_and_options_count(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    rich = run("play", PONDS, "--with", FROGS, "--option", "bonus=4", "--asks", 1, "--save", file, "--json").data
    assert rich["powers"]["green"]["seeds"] == 7
    assert run("resume", file, "--option", "bonus=4", "--with", FROGS, "--asks", 1).status == 0
    assert run("resume", file, "--option", "bonus=5").status == 1
    assert run("resume", file, "--scenario", "empty").status == 1


def test_answers_from_a_file(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("roll 3  # green's shower\n\nbuy 1 frog in mill # one\ndone\n", encoding="utf-8")
    data = run("play", PONDS, "--answers", script, "--stop-after-answers", "--json").data
    assert data["asks"] == 3 and data["pending"]["actor"] == "chance"
    assert any(e["name"] == "rained" and e["values"] == [3] for e in data["events"])


def test_answers_as_json_texts_and_data(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "answers.json"
    script.write_text(json.dumps([["roll", 6], ["buy", "frog", 1, "mill"], "done"]), encoding="utf-8")
    data = run("play", PONDS, "--answers", script, "--stop-after-answers", "--json").data
    assert data["asks"] == 3


def test_dice_that_a_file_leaves_out_are_rolled(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("buy 1 frog in mill\n", encoding="utf-8")
    assert run("play", PONDS, "--answers", script, "--stop-after-answers", "--json").data["asks"] == 2


def test_the_log_of_a_game_replays_it(run: Run, saved: Path, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text(run("log", saved, "--answers").out, encoding="utf-8")
    again = run("play", PONDS, "--answers", script, "--stop-after-answers", "--seed", 4, "--json").data
    assert again["digest"] == restore(saved).digest


def test_an_illegal_answer_tells_line_reason_and_statement_and_saves_nothing(run: Run, tmp_path: Path) -> None:
    script, file = tmp_path / "answers.txt", tmp_path / "g.json"
    script.write_text("roll 3\n\nbuy 30 frog in mill\n", encoding="utf-8")
    result = run("play", PONDS, "--answers", script, "--save", file)
    assert result.status == 1 and not file.exists() and not result.out
    assert f"{script}:3" in result.err and "actions.buy" in result.err and "P-2" in result.err


@pytest.mark.parametrize("text", ["[1, 2]", "[[]]", '[["roll"', "[{}]", '[["roll", {"x": 1}]]'])
def test_broken_lists_of_answers(run: Run, tmp_path: Path, text: str) -> None:
    script = tmp_path / "answers.json"
    script.write_text(text, encoding="utf-8")
    assert run("play", PONDS, "--answers", script).status == 1


def test_a_person_plays_through_standard_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    result = run("play", PONDS, "--player", "green=human", "--save", file, typed="board mill\nbuy 1 frog in mill\nquit\n")
    assert result.status == 0
    assert "Mill Pond" in result.out and "Green Gardener buys 1 Frog" in result.out
    assert restore(file).count == 2


def test_a_game_goes_on_with_its_players_in_its_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    run("play", PONDS, "--player", "green=human", "--save", file, typed="board mill\nbuy 1 frog in mill\nquit\n")
    result = run("resume", file, typed="done\nquit\n")
    assert "`?` tells what else" in result.out and restore(file).count > 2
    count = restore(file).count
    assert run("answer", file, run("legal", file, "--json").data["answers"][0]).status == 0 and restore(file).count == count + 1
    assert players_of(file)["green"] == "human" and "green>" in run("resume", file, typed="quit\n").out
    assert "green>" not in run("resume", file, "--player", "green=random", "--asks", 3, "--save", file).out
    assert players_of(file)["green"] == "random"


def test_a_person_who_saves_is_at_the_table_again(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    run("play", PONDS, "--player", "green=human", typed=f"save {file}\nquit\n")
    assert "green>" in run("resume", file, typed="quit\n").out


def test_interrupted_play_is_saved(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "g.json"

    def stopped(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", stopped)
    result = run("play", PONDS, "--player", "blue=human", "--save", file)
    assert result.status == 130 and "Stopped." in result.err
    assert restore(file).ask is not None


def test_a_write_that_fails_leaves_the_old_save(run: Run, saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    result = run("resume", saved, "--asks", 3, "--save", saved)
    assert result.status == 1 and "can't be written" in result.err and "No space left" in result.err
    assert saved.read_bytes() == before
    assert [p.name for p in saved.parent.iterdir()] == [saved.name]


def test_dice_with_little_luck(run: Run) -> None:
    assert run("play", PONDS, "--rounds", 1, "--low-luck").status == 0
