"""`odds` of a trial: the options that a ruleset names."""

from __future__ import annotations

from fractions import Fraction

from commands import Run, fits

SHOT = ("odds", "miniatures", "--attacker", "PAK 38", "--target", "M4A1 Sherman", "--range", "1", "--facing", "rear", "--cover", "forest")


def test_a_chart_of_an_attack(run: Run) -> None:
    result = run(*SHOT)
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "One attack: attacker PAK 38 Antitank Gun, target M4A1 Sherman, range 1, facing rear, cover Forest"
    assert lines[1].split()[:3] == ["0", "hits", "11.3281%"] and any(line.strip().startswith("Destroyed counter") for line in lines)


def test_its_json(run: Run) -> None:
    data = run(*SHOT, "--json").data
    fits(data, "trial")
    assert sum(Fraction(c) for c in data["exact"]["numbers"].values()) == 1 and data["exact"]["numbers"]["0"] == "29/256"


def test_a_name_alone_means_yes(run: Run) -> None:
    data = run(*SHOT, "--defensive", "--json").data
    assert data["given"]["defensive"] is True and data["outcomes"]["destroyed"] == 0


def test_mistakes_are_told(run: Run) -> None:
    assert "Did you mean `range`?" in run(*SHOT[:6], "--rnage", "2").err
    assert "`target` is missing" in run(*SHOT[:4]).err
    assert run("odds", "spring-1942", "--attacker", "1 tank", "--defender", "1 infantry", "--bogus", "3").status == 2
