"""`log`, `why`, `why-not`, `legal`, `answer`: what a saved game tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from commands import Run, fits

from interpreter import restore


def test_log_lists_announcements_with_their_rules(run: Run, saved: Path) -> None:
    lines = run("log", saved).out.splitlines()
    assert any("Round 1" in line and "procedures.play_game" in line for line in lines)
    assert any("procedures.collect, P-1" in line for line in lines)
    fits(run("log", saved, "--json").data, "log")


def test_log_of_a_round_and_of_a_power(run: Run, saved: Path) -> None:
    second = run("log", saved, "--round", 2, "--json").data["events"]
    assert second and {e["round"] for e in second} == {2}
    assert second[0]["name"] == "round_begins" and second[0]["values"] == [2]
    blue = run("log", saved, "--power", "blue", "--json").data["events"]
    assert blue and not any(e["name"] == "grown" and e["values"][0] == "green" for e in blue)


def event_number(run: Run, saved: Path, name: str) -> int:
    events: list[dict[str, Any]] = run("log", saved, "--json").data["events"]
    return int(next(e["number"] for e in events if e["name"] == name))


def test_why_tells_rule_statement_changes_and_how_the_number_comes_about(run: Run, saved: Path) -> None:
    number = event_number(run, saved, "grown")
    out = run("why", saved, number).out
    for part in ("procedures.collect", "P-1 (Growth)", "growth_of(green) = 3", "mill 3", "seeds of green: 0 → 3", "ruleset.yaml:"):
        assert part in out
    fits(run("why", saved, number, "--json").data, "why")


def test_why_at_the_beginning_and_of_every_event(run: Run, saved: Path) -> None:
    assert "when the game began" in run("why", saved, 1).out
    for event in run("log", saved, "--json").data["events"]:
        data = run("why", saved, event["number"], "--json").data
        fits(data, "why")
        assert data["event"] == {key: value for key, value in event.items() if key != "round"}


def test_why_of_an_expression(run: Run, saved: Path) -> None:
    out = run("why", saved, "growth_of(blue) > 1 and round = 3").out
    assert out.startswith("growth_of(blue) > 1 and round is 3 = yes")
    fits(run("why", saved, "count units where it is frog", "--json").data, "why-expression")


def test_why_not_tells_the_rule_that_forbids(run: Run, saved: Path) -> None:
    data = run("why-not", saved, "hop toad in lake to weir", "--json").data
    fits(data, "why-not")
    assert not data["legal"]
    out = run("why-not", saved, "buy 90 toad in mill").out
    assert "actions.buy" in out and "P-2" in out


def test_why_not_of_a_legal_answer_says_so(run: Run, saved: Path) -> None:
    answer = run("legal", saved, "--json").data["answers"][0]
    result = run("why-not", saved, answer)
    assert result.status == 0 and "is legal" in result.out
    fits(run("why-not", saved, answer, "--json").data, "why-not")


def test_legal_lists_all_answers_and_those_of_one_action(run: Run, saved: Path) -> None:
    everything = run("legal", saved, "--json").data
    fits(everything, "legal")
    hops = run("legal", saved, "--kind", "hop", "--json").data["answers"]
    assert hops and set(hops) < set(everything["answers"])
    assert run("legal", saved, "--kind", "act", "--json").data == everything
    assert run("legal", saved, "--kind", "roll", "--json").data["answers"] == []
    assert "hop (" in run("legal", saved).out


def test_every_legal_answer_is_accepted(run: Run, saved: Path, tmp_path: Path) -> None:
    for number, answer in enumerate(run("legal", saved, "--json").data["answers"]):
        result = run("answer", saved, answer, "--save", tmp_path / f"{number}.json", "--json")
        assert result.status == 0
        fits(result.data, "answer")
        assert result.data["answer"] == answer


def test_an_answer_goes_into_the_same_file(run: Run, saved: Path) -> None:
    count = restore(saved).count
    assert run("answer", saved, "done").status == 0
    assert restore(saved).count == count + 1


def test_a_refused_answer_changes_nothing(run: Run, saved: Path) -> None:
    before = saved.read_bytes()
    result = run("answer", saved, "buy 90 toad in mill")
    assert result.status == 1 and "actions.buy" in result.err
    assert saved.read_bytes() == before
    refused = run("answer", saved, "buy 90 toad in mill", "--json")
    assert refused.status == 1
    fits(refused.data, "answer")


def test_dice_are_given_or_rolled(run: Run, saved: Path) -> None:
    run("answer", saved, "done")
    assert "1 die with 6 sides" in run("legal", saved).out
    assert run("answer", saved, "roll 7").status == 1
    assert run("answer", saved, "roll 6").status == 0


def test_nothing_is_asked_when_the_game_is_over(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "over.json"
    run("play", str(Path(__file__).parent / "games" / "ponds"), "--player", "random", "--save", file)
    assert restore(file).ask is None
    assert "over" in run("legal", file).out
    fits(run("legal", file, "--json").data, "legal")
    assert run("answer", file, "done").status == 1
    assert run("resume", file).status == 0


def test_a_correction_by_hand_is_an_answer(run: Run, saved: Path) -> None:
    assert run("answer", saved, "edit set green's seeds to 40").status == 0
    assert run("answer", saved, "edit set green's seds to 40").status == 1
    assert restore(saved).ask is not None
    assert run("why", saved, "seeds of green = 40").out.startswith("green's seeds is 40 = yes")
    number = event_number(run, saved, "rained")
    assert run("why", saved, number).status == 0
    assert "edit set green's seeds to 40" in run("log", saved, "--answers").out
