"""First files pass as they are: `check`, and `test` for cases; for every shipped ruleset."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import PONDS, Run

from interpreter.editor.formatting import formatted

GAMES = ["spring-1942", "global-1940", "miniatures", PONDS]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["house-rule", "scenario"])
def test_overlays_pass_check(run: Run, game: str, kind: str) -> None:
    assert run("new", kind, "my-own", "--for", game).status == 0
    result = run("check", game, "--with", "my-own.yaml")
    assert result.status == 0 and "nothing wrong" in result.out
    text = Path("my-own.yaml").read_text()
    assert text.count("#") > 5 and "<" not in text and formatted(text, "x").text == text


@pytest.mark.parametrize("kind", ["house-rule", "scenario", "case", "ruleset"])
def test_whatever_is_begun_passes_without_more_words(run: Run, kind: str) -> None:
    begun = run("new", kind, "my-own")
    assert begun.status == 0
    checked = run("check", "my-own" if kind == "ruleset" else "my-own.yaml")
    assert checked.status == 0 and "nothing wrong" in checked.out
    if kind != "ruleset":
        assert "--for RULESET names another" in begun.out and "usually for" not in Path("my-own.yaml").read_text()


def test_a_file_by_itself_is_checked_for_mistakes(run: Run) -> None:
    for kind, word, place in (("case", "then", ":19:3"), ("house-rule", "changes", ":12:1")):
        assert run("new", kind, f"my-{kind}").status == 0
        file = Path(f"my-{kind}.yaml")
        file.write_text(file.read_text().replace(f"{word}:", f"{word[:2]}{word[3:]}:"))
        result = run("check", file)
        assert result.status == 1 and f"{file}{place}: error[" in result.out and f"did you mean `{word}`" in result.out


def test_a_case_of_a_saved_game_passes(run: Run) -> None:
    assert run("play", PONDS, "--player", "random", "--asks", 9, "--save", "g.json").status == 0
    assert run("new", "case", "found", "--from", "g.json").status == 0
    assert "1 passed, 0 failed" in run("test", PONDS, "--file", "found.yaml").out
    for words, status, told in (
        (("house-rule", "x", "--from", "g.json"), 2, "Only a case"),
        (("case", "x", "--from", "none.json"), 1, "none.json"),
        (("case", "X y", "--from", "g.json"), 1, "can't be a name"),
        (("case", "x", "--from", "g.json", "--for", "miniatures"), 1, "not of miniatures"),
    ):
        result = run("new", *words)
        assert result.status == status and told in result.err and not Path("x.yaml").exists()


def test_json_names_the_files(run: Run) -> None:
    assert run("new", "house-rule", "my-own", "--json").data == {"files": ["my-own.yaml"]}


@pytest.mark.parametrize("game", GAMES)
def test_cases_pass(run: Run, game: str) -> None:
    assert run("new", "case", "my-own", "--for", game).status == 0
    assert "1 passed, 0 failed" in run("test", game, "--file", "my-own.yaml").out


@pytest.mark.parametrize("game", GAMES)
def test_rulesets_that_build_on_another_pass(run: Run, game: str) -> None:
    assert run("new", "ruleset", "my-own", "--for", game).status == 0
    assert run("check", "./my-own").status == 0


def test_a_ruleset_of_its_own_is_a_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("new", "ruleset", "my-own").status == 0
    assert "nothing wrong" in run("check", "./my-own").out
    result = run("test", "./my-own")
    assert result.status == 0 and "4 passed" in result.out
    covered = run("coverage", "./my-own", "--json")
    found = covered.data
    assert covered.status == 0 and found["without_definition"] == found["without_case"] == found["unknown_ids"] == []
    played = run("play", "./my-own", "--player", "random", "--seed", 3, "--json").data
    assert played["finished"] and played["winner"]
    monkeypatch.chdir("my-own/cases")
    assert run("new", "case", "second").status == 0
    assert "5 passed" in run("test", "..").out


def test_an_army_is_judged_by_its_ruleset(run: Run) -> None:
    assert run("new", "army", "my-own").status == 0
    assert "nothing wrong" in run("check", "miniatures", "--with", "my-own.yaml").out
    file = Path("my-own.yaml")
    file.write_text(file.read_text().replace("m4a1_sherman: 2 ", "m4a1_sherman: 4 "))
    result = run("check", "miniatures", "--with", "my-own.yaml")
    assert result.status == 1 and "of points" not in result.out and "points; 100 are allowed" in result.out


def test_cases_on_an_overlay(run: Run) -> None:
    run("new", "house-rule", "dear", "--for", PONDS)
    file = Path("dear.yaml")
    file.write_text(file.read_text().replace("title, to: A new name", "price, to: 9"))
    Path("a.yaml").write_text("a: {cites: [P-1], given: {like: usual}, then: [price of frog = 9]}\n")
    assert "1 failed" in run("test", PONDS, "--file", "a.yaml").out
    assert "1 passed, 0 failed" in run("test", PONDS, "--file", "a.yaml", "--with", "dear.yaml").out


@pytest.mark.parametrize(
    ("words", "told", "status"),
    [
        (("armi", "x"), "Did you mean `army`?", 2),
        (("nonsense", "x"), "There are: army, case, house-rule, ruleset, scenario.", 2),
        (("house-rule", "X y", "--for", PONDS), "can't be a name", 1),
        (("house-rule", "../x", "--for", PONDS), "can't be a name", 1),
        (("house-rule", "x", "--for", "sprin-1942"), "Did you mean `spring-1942`?", 1),
        (("army", "x", "--for", PONDS), "no template `army`", 1),
    ],
)
def test_wrong_words(run: Run, words: tuple[str, ...], told: str, status: int) -> None:
    result = run("new", *words)
    assert result.status == status and told in result.err and list(Path().iterdir()) == []


def test_nothing_is_written_over(run: Run) -> None:
    Path("x.yaml").write_text("mine\n")
    assert "nothing was written" in run("new", "house-rule", "x", "--for", PONDS).err
    assert Path("x.yaml").read_text() == "mine\n"
