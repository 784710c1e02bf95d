"""What `interfaces` promises of the command and of Python, on every game that comes with the product."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from commands import Result, Run, fits

import interpreter
from interpreter import Game, IllegalAnswer, answers, check, diff, load, odds, restore, save, start, step

GAMES = ("spring-1942", "global-1940", "miniatures")
ROOT = Path(__file__).parents[2]
BATTLE = {"spring-1942": "3 infantry, 1 tank", "global-1940": "10 infantry, 2 fighter"}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def middle(game: str) -> Game:
    """A game of random players after sixty answers."""
    played = start(load(game), seed=7)
    for _ in range(60):
        played = step(played, answers.random(played))
    return played


def process(*words: object, seed: int) -> Result:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(seed)}
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli", *map(str, words)], capture_output=True, text=True, env=env, timeout=120, check=False
    )
    return Result(done.returncode, done.stdout, done.stderr)


# --- the command -----------------------------------------------------------------------------------------------------


def test_play_is_as_documented_and_the_same_in_every_process(game: str, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    words = ("play", game, "--seed", 5, "--player", "random", "--asks", 80, "--json")
    one, other = process(*words, "--save", file, seed=1), process(*words, seed=2)
    assert one.status == 0 and one.out == other.out and one.err == ""
    fits(one.data, "play")
    assert one.data["asks"] == 80 and restore(file).digest == one.data["digest"]
    again = process("resume", file, "--player", "random", "--asks", 10, "--json", seed=3)
    fits(again.data, "play")
    assert again.data["digest"] == process(*words[:-2], 90, "--json", seed=4).data["digest"]


def test_play_ends_with_the_board_the_powers_and_what_comes(run: Run, game: str) -> None:
    result = run("play", game, "--seed", 5, "--player", "random", "--asks", 60)
    played = load(game)
    stands = [space for space in played.board.spaces if f"{space}: " in result.out or f"{space} (" in result.out]
    assert stands and "is asked" in result.out
    assert all(power in result.out for power in played.program.ids["power"])
    short = run("play", game, "--seed", 5, "--player", "random", "--asks", 60, "--no-board")
    assert not any(line.startswith(f"{stands[0]}") for line in short.out.splitlines())


def test_every_legal_answer_is_taken_and_nothing_else(run: Run, middle: Game, tmp_path: Path) -> None:
    file, other = tmp_path / "g.json", tmp_path / "after.json"
    save(middle, file)
    before = file.read_bytes()
    found = run("legal", file, "--json").data
    fits(found, "legal")
    assert found["count"] == len(found["answers"]) > 0
    for words in found["answers"][:12]:
        done = run("answer", file, words, "--save", other, "--json")
        assert done.status == 0 and done.data["accepted"], words
        fits(done.data, "answer")
        told = run("why-not", file, words, "--json")
        fits(told.data, "why-not")
        assert told.status == 0 and told.data["legal"]
    for words in ("no answer at all", "buy", ""):
        for command, key in (("answer", "accepted"), ("why-not", "legal")):
            refused = run(command, file, words, "--json")
            fits(refused.data, command)
            assert refused.status == 1 and refused.data[key] is False and refused.data["reason"]
    assert file.read_bytes() == before


def test_dice_may_be_left_to_the_seed(run: Run, game: str, tmp_path: Path) -> None:
    played = start(load(game), seed=7)
    while played.ask is not None and played.ask.kind != "roll":
        played = step(played, answers.random(played))
    file = tmp_path / "g.json"
    save(played, file)
    assert run("legal", file, "--json").data["answers"] == ["roll"]
    assert run("legal", file, "--kind", "act", "--json").data["answers"] == []
    digest = run("answer", file, "roll", "--json").data["digest"]
    assert digest == step(played, answers.random(played)).digest


def test_log_and_why_of_every_event(run: Run, middle: Game, tmp_path: Path) -> None:
    file = tmp_path / "g.json"
    save(middle, file)
    log = run("log", file, "--json").data
    fits(log, "log")
    for line, event in zip(run("log", file).out.splitlines(), log["events"], strict=False):
        assert line.split()[0].isdigit() and "[" in line and event["rule"]
    for event in log["events"][:: max(1, len(log["events"]) // 6)]:
        fits(run("why", file, event["number"], "--json").data, "why")


@pytest.mark.parametrize("words", ["", "check", "setup", "setup-check", "coverage"])
def test_json_of_what_a_ruleset_tells(run: Run, game: str, words: str) -> None:
    result = run(words or "show", game, "--json")
    assert result.status == 0
    if words:
        fits(result.data, words)
    assert result.data["ok"] if "check" in words else result.data


def test_kinds_are_shown_in_tables_that_can_be_read(run: Run, game: str) -> None:
    for kind in ("units", "unit", "phases", "powers", "spaces", "objectives"):
        if kind == "objectives" and game != "global-1940":
            continue
        out = run("show", game, kind).out
        assert max(map(len, out.splitlines())) <= 140, kind
        heads = [line for line in out.splitlines() if line.lstrip().startswith("id ")]
        assert heads, kind
        assert not any(len(word) == 1 and word.isalpha() for line in heads for word in line.split()), kind
    assert "infantry" in run("show", game, "units").out or game == "miniatures"


def test_a_map_of_a_save_names_its_ruleset_or_not(run: Run, middle: Game, tmp_path: Path) -> None:
    file, one, other = tmp_path / "g.json", tmp_path / "a.svg", tmp_path / "b.svg"
    save(middle, file)
    name = middle.rules.id
    assert run("map", name, "--save", file, "-o", one, "--json").data == {"files": [str(one)]}
    assert run("map", "--save", file, "-o", other).status == 0 and one.read_bytes() == other.read_bytes()
    wrong = next(each for each in GAMES if each != name)
    assert run("map", wrong, "--save", file, "-o", tmp_path / "c.svg").status == 1 and not (tmp_path / "c.svg").exists()


@pytest.mark.parametrize("command", [("test", "-k", "mongolia"), ("coverage",), ("show",), ("setup",), ("check",), ("odds",), ("docs",)])
def test_layers_may_be_laid_on_in_every_command(run: Run, command: tuple[str, ...], tmp_path: Path) -> None:
    more = {"odds": ("--attacker", "2 infantry", "--defender", "1 infantry"), "docs": ("-o", tmp_path / "pages")}.get(command[0], ())
    words = (command[0], "spring-1942", *command[1:], *more, "--json")
    assert run(*words, "--with", "second-edition").status == 0
    wrong = run(*words, "--with", "secnd-edition")
    assert wrong.status == 1 and "did you mean `second-edition`" in (wrong.out + wrong.err).lower()


def test_odds_on_the_board_of_a_scenario(run: Run) -> None:
    words = ("odds", "spring-1942", "--attacker", "2 infantry", "--defender", "1 infantry")
    assert run(*words, "--scenario", "standard").out == run(*words).out
    wrong = run(*words, "--scenario", "standrd")
    assert wrong.status == 1 and "Did you mean `standard`?" in wrong.err


def test_words_of_the_command_itself_are_wrong_usage(run: Run) -> None:
    armies = ("--attacker", "2 infantry", "--defender", "1 infantry")
    for words, near in (
        (("odds", "spring-1942", *armies, "--method", "exat"), "exact"),
        (("setup", "spring-1942", "--format", "jsn"), "json"),
        (("diff", "spring-1942", "global-1940", "--format", "jsn"), "json"),
        (("play", "spring-1942", "--player", "germany=gredy"), "greedy"),
        (("new", "hous-rule", "x"), "house-rule"),
    ):
        result = run(*words)
        assert result.status == 2 and f"Did you mean `{near}`?" in result.err and not result.out, words
    order = run("odds", "spring-1942", *armies, "--attacker-losses", "cheepest")
    assert order.status == 1 and "Did you mean `cheapest`?" in order.err


def test_a_trial_is_asked_with_attacker_and_defender(run: Run) -> None:
    words = ("odds", "miniatures", "--attacker", "PAK 38")
    one = run(*words, "--defender", "M4A1 Sherman", "--json").data
    other = run(*words, "--target", "M4A1 Sherman", "--json").data
    fits(one, "trial")
    assert {**one, "seconds": 0} == {**other, "seconds": 0}


def test_a_word_that_no_case_has_is_told(run: Run) -> None:
    result = run("test", "spring-1942", "-k", "none_of_this_name")
    assert result.status == 1 and "No case has `none_of_this_name`" in result.err


# --- Python ----------------------------------------------------------------------------------------------------------


def test_the_names_are_there() -> None:
    wanted = {"check", "load", "start", "step", "save", "restore", "answers", "odds", "diff", "RulesetError", "Diagnostic"}
    assert wanted <= set(interpreter.__all__) and wanted <= set(dir(interpreter))


def test_a_game_is_driven_as_documented(game: str, tmp_path: Path) -> None:
    assert check(game) == () == check(ROOT / "rulesets" / game) and isinstance(check(game), tuple)
    rules = load(game, overlays=(), options={})
    played = start(rules, scenario="standard", seed=7)
    for number in range(40):
        ask = played.ask
        assert ask is not None
        assert isinstance(ask.actor, str) and isinstance(ask.kind, str) and isinstance(ask.reason, str) and isinstance(ask.rule, str)
        options = list(islice(ask.options, 4))
        assert options and list(islice(ask.options, 4)) == options
        if number % 10 == 0:
            before = played.digest
            for option in options:
                assert step(played, option).count == played.count + 1
            assert played.digest == before
            with pytest.raises(IllegalAnswer):
                step(played, ("nothing of the sort", 1))
            save(played, tmp_path / "g.json")
            again = restore(tmp_path / "g.json")
            assert again.digest == played.digest and again.position == played.position
        played = step(played, answers.greedy(played) if number % 2 else answers.random(played))


def test_every_wrong_name_tells_the_nearest() -> None:
    with pytest.raises(interpreter.RulesetError) as wrong:
        load("sprng-1942")
    (told,) = wrong.value.diagnostics
    assert (told.code, told.severity, told.line, told.column) == ("unknown-ruleset", "error", 1, 1)
    assert "spring-1942" in told.hint and told.message and told.file
    with pytest.raises(KeyError, match="standard"):
        start(load("spring-1942"), scenario="standrd")


@pytest.mark.parametrize("name", list(BATTLE))
def test_odds_have_the_keys_of_the_json(run: Run, name: str) -> None:
    found = odds(load(name), attacker=BATTLE[name], defender="3 infantry", kind="land", attacker_losses="cheapest", keep=1)
    data: Any = run("odds", name, "--attacker", BATTLE[name], "--defender", "3 infantry", "--kind", "land", "--keep", 1, "--json").data
    fits(data, "odds")
    for key in data:
        if key != "seconds":
            assert json.loads(json.dumps(getattr(found, key), default=list)) == data[key], key


def test_a_comparison_has_the_keys_of_the_json_and_takes_rulesets(run: Run) -> None:
    one, other = "spring-1942", "spring-1942+second-edition"
    found = diff(load(one), load(one, overlays=["second-edition"]))
    assert found == diff(one, other)
    data = run("diff", one, other, "--no-consequences", "--json").data
    assert len(data["changes"]) == len(found.changes) > 0
    for given, change in zip(data["changes"], found.changes, strict=True):
        assert set(given) == {"path", "action", "before", "after", "where_before", "where_after", "cites"}
        assert all(getattr(change, key) == value for key, value in given.items() if isinstance(value, str))
    assert isinstance(found.consequences, tuple)
