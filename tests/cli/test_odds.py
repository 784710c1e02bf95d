"""`odds`: every option of the command, its JSON, its chart and picture, and what it refuses."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from commands import Result, Run, fits

SPRING = "spring-1942"
LAND = ("--attacker", "4 infantry, 1 artillery, 1 tank", "--defender", "3 infantry, 1 tank", "--kind", "land")
SEA = ("--attacker", "2 submarine, 1 destroyer", "--defender", "1 cruiser, 1 fighter", "--kind", "sea")


def asked(run: Run, *words: object) -> Any:
    result = run("odds", SPRING, *words, "--json")
    assert result.status == 0, result.err
    return result.data


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    """The odds of the battle on land without any option, asked once."""
    from interpreter import load, odds

    return odds(load(SPRING), LAND[1], LAND[3], kind="land").data()


def test_json_is_as_its_schema_says(run: Run, plain: dict[str, Any]) -> None:
    data = asked(run, *LAND)
    fits(data, "odds")
    assert {k: v for k, v in data.items() if k != "seconds"} == {k: v for k, v in plain_json(plain).items() if k != "seconds"}
    assert abs(data["attacker_wins"] + data["defender_wins"] + data["draw"] - 1) < 1e-9
    fits(asked(run, *SEA), "odds")


def plain_json(data: dict[str, Any]) -> Any:
    import json

    return json.loads(json.dumps(data))


def test_chart(run: Run) -> None:
    out = run("odds", SPRING, *LAND).out
    assert "wins" in out and "%" in out and "4 infantry, 1 artillery, 1 tank" in out and "exact" in out


def test_picture(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    file = tmp_path / "odds.svg"
    result = run("odds", SPRING, *LAND, "--plot", file)
    assert result.status == 0
    texts = [e.text for e in ElementTree.parse(file).iter() if e.tag.endswith("text")]
    assert "attacker wins" in texts
    assert re.search(r"attacker wins +(\S+ %)", result.out)[1] in texts  # type: ignore[index]
    again = file.read_text(encoding="utf-8")
    run("odds", SPRING, *LAND, "--plot", file)
    assert file.read_text(encoding="utf-8") == again


def test_picture_of_two_editions(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odds.svg"
    assert run("odds", SPRING, *LAND, "--compare", f"{SPRING}+second-edition", "--plot", file).status == 0
    assert f"{SPRING}+second-edition" in file.read_text(encoding="utf-8")


def test_a_picture_of_no_format(run: Run, tmp_path: Path) -> None:
    result = run("odds", SPRING, *LAND, "--plot", tmp_path / "odds.gif")
    assert result.status == 2 and ".svg" in result.err


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="drawing dots is an extra")
def test_picture_of_dots(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odds.png"
    assert run("odds", SPRING, *LAND, "--plot", file).status == 0
    assert file.read_bytes().startswith(b"\x89PNG")


def test_without_the_extra_a_picture_of_dots_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("odds", SPRING, *LAND, "--plot", tmp_path / "odds.png")
    assert result.status != 0 and "matplotlib" in result.err


# --- decisions -----------------------------------------------------------------------------------------------------


def test_orders_of_losses(run: Run, plain: dict[str, Any]) -> None:
    dear = asked(run, *LAND, "--attacker-losses", "tank,artillery,infantry")
    assert dear["loss"]["attacker"] > plain["loss"]["attacker"] and dear["attacker_wins"] < plain["attacker_wins"]
    weak = asked(run, *LAND, "--defender-losses", "weakest")
    strong = asked(run, *LAND, "--defender-losses", "tank,infantry")
    assert strong["attacker_wins"] > weak["attacker_wins"]


def test_keep(run: Run) -> None:
    armies = ("--attacker", "2 infantry, 2 fighter", "--defender", "2 infantry", "--kind", "land")
    assert asked(run, *armies, "--keep", 1)["takes"] > asked(run, *armies)["takes"]


@pytest.mark.parametrize(
    "option", [("--retreat-after", 1), ("--retreat-at", 3), ("--retreat-below", 0.5), ("--retreat-when-bare",)], ids=lambda o: o[0]
)
def test_retreats(run: Run, option: tuple[object, ...]) -> None:
    armies = ("--attacker", "3 infantry, 2 fighter", "--defender", "3 infantry", "--kind", "land")
    stays, leaves = asked(run, *armies), asked(run, *armies, *option)
    assert leaves["method"] == "exact" and leaves["loss"]["attacker"] < stays["loss"]["attacker"]
    if option[0] == "--retreat-after":
        assert leaves["rounds"] == 1


def test_actions(run: Run) -> None:
    dives = asked(run, *SEA, "--attacker-action", "submerge")
    assert dives["solver"] == "graph" and dives["loss"]["attacker"] < asked(run, *SEA)["loss"]["attacker"]
    foes = ("--attacker", "1 cruiser, 1 fighter", "--defender", "2 submarine", "--kind", "sea")
    assert asked(run, *foes, "--defender-action", "submerge")["loss"]["defender"] < asked(run, *foes)["loss"]["defender"]


# --- how it is solved ----------------------------------------------------------------------------------------------


def test_low_luck(run: Run, plain: dict[str, Any]) -> None:
    data = asked(run, *LAND, "--low-luck")
    assert data["attacker_wins"] > plain["attacker_wins"] and len(data["swing"]) < len(plain["swing"])


def test_methods(run: Run, plain: dict[str, Any]) -> None:
    assert asked(run, *LAND, "--method", "exact")["attacker_wins"] == plain["attacker_wins"]
    sampled = asked(run, *LAND, "--method", "sample", "--samples", 20_000, "--seed", 3)
    assert sampled["method"] == "sample" and sampled["samples"] == 20_000
    assert abs(sampled["attacker_wins"] - plain["attacker_wins"]) < 5 * sampled["error"]
    assert sampled["attacker_wins"] == asked(run, *LAND, "--method", "sample", "--samples", 20_000, "--seed", 3)["attacker_wins"]
    assert sampled["attacker_wins"] != asked(run, *LAND, "--method", "sample", "--samples", 20_000, "--seed", 4)["attacker_wins"]
    assert asked(run, *LAND, "--method", "sample", "--precision", 0.01)["samples"] == 2500


# --- where and who -------------------------------------------------------------------------------------------------


def test_kinds_and_spaces(run: Run) -> None:
    assert asked(run, *SEA[:4], "--in", "sea_zone_5")["kind"] == "sea"
    assert asked(run, *LAND[:4], "--in", "germany")["space"] == "germany"
    raid = asked(run, "--attacker", "2 bomber", "--defender", "1 aa_gun", "--kind", "raid", "--in", "germany")
    assert raid["gain"] > 0 and sum(chance for _, chance in raid["gains"]) == pytest.approx(1)


def test_bombardment_and_units_that_come_overland(run: Run) -> None:
    def takes(attacker: str) -> float:
        return float(asked(run, "--attacker", attacker, "--defender", "2 infantry", "--kind", "amphibious")["takes"])

    assert takes("2 infantry") < takes("2 infantry, 1 cruiser") < takes("2 infantry, 2 cruiser")
    assert takes("1 infantry, 1 overland infantry, 2 cruiser") == takes("1 infantry, 1 overland infantry, 1 cruiser")


def test_powers(run: Run) -> None:
    data = asked(run, *LAND, "--attacker-power", "uk", "--defender-power", "japan")
    assert data["powers"] == {"attacker": "uk", "defender": "japan"}
    mixed = asked(run, "--attacker", "2 germany tank", "--defender", "1 uk infantry, 1 usa infantry", "--kind", "land")
    assert mixed["attacker_wins"] == asked(run, "--attacker", "2 tank", "--defender", "2 infantry", "--kind", "land")["attacker_wins"]


def test_damaged_units_and_short_words(run: Run) -> None:
    whole, hurt = (asked(run, "--attacker", army, "--defender", "1 cruiser", "--kind", "sea") for army in ("1 bat", "1 battleship:1"))
    assert whole["attacker"] == "1 battleship" and hurt["attacker_wins"] < whole["attacker_wins"]


def test_from_a_saved_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert run("play", SPRING, "--rounds", 0, "--save", file).status == 0
    shown = run(
        "odds", SPRING, "--from", file, "--in", "ukraine_ssr", "--attacker", "6 infantry, 2 tank", "--attacker-power", "ussr", "--json"
    )
    assert shown.status == 0, shown.err
    data = shown.data
    fits(data, "odds")
    assert data["powers"] == {"attacker": "ussr", "defender": "germany"} and data["defender"] != "nothing"
    named = asked(run, "--attacker", "6 infantry, 2 tank", "--defender", data["defender"], "--kind", "land")
    assert named["attacker_wins"] == data["attacker_wins"]
    assert run("odds", SPRING, "--from", file, "--attacker", "1 tank", "--in", "ukraine_ssr").status == 2
    assert run("odds", SPRING, "--from", file, "--attacker", "1 tank", "--attacker-power", "ussr").status == 1


def test_attributes_and_options(run: Run) -> None:
    """Technologies are attributes of powers."""
    armies = ("--attacker", "3 infantry, 2 artillery", "--defender", "3 infantry", "--kind", "land")

    def wins(*more: str) -> float:
        result = run("odds", "global-1940", *armies, "--option", "research=true", *more, "--json")
        assert result.status == 0, result.err
        return float(result.data["attacker_wins"])

    assert wins("--set", "attacker.technologies=advanced_artillery") > wins()
    assert wins("--set", "defender.technologies=advanced_artillery") == wins()


# --- more than one question ----------------------------------------------------------------------------------------


def test_waves_and_counter_attack(run: Run) -> None:
    first, second = "2 infantry, 1 tank", "2 infantry, 1 fighter"
    data = asked(run, "--attacker", first, "--attacker", second, "--defender", "3 infantry", "--kind", "land", "--counter", "2 infantry")
    assert [w["attacker"] for w in data["waves"]] == [first, second]
    alone = asked(run, "--attacker", first, "--defender", "3 infantry", "--kind", "land")
    assert data["waves"][0]["attacker_wins"] == alone["attacker_wins"] and data["attacker_wins"] > alone["attacker_wins"]
    assert data["held"] < data["takes"]
    text = run("odds", SPRING, "--attacker", first, "--attacker", second, "--defender", "3 infantry", "--kind", "land")
    assert "comes to it" in text.out


def test_compare(run: Run) -> None:
    words = ("--attacker", "2 tank", "--defender", "1 aa_gun, 2 infantry, 1 fighter", "--kind", "land")
    data = asked(run, *words, "--compare", "global-1940")
    assert set(data["odds"]) == {SPRING, "global-1940"}
    for one in data["odds"].values():
        fits(one, "odds")
    assert "global-1940" in run("odds", SPRING, *words, "--compare", "global-1940").out


def test_advice(run: Run) -> None:
    data = asked(run, "--defender", "2 infantry", "--kind", "land", "--advise", 25, "--chance", 0.8)
    assert data["armies"] and all(a["worth"] <= 25 and a["chance"] >= 0.8 for a in data["armies"])
    assert [a["worth"] for a in data["armies"]] == sorted(a["worth"] for a in data["armies"])
    assert "No army" in run("odds", SPRING, "--defender", "9 infantry", "--kind", "land", "--advise", 6).out


# --- what is refused -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--attacker", "3 infantri", "--defender", "1 infantry"), "Did you mean `infantry`?"),
        (("--attacker", "-3 infantry", "--defender", "1 infantry"), "fewer than no units"),
        (("--attacker", "1 battleship", "--defender", "1 infantry", "--kind", "land"), "can't be in"),
        (("--attacker", "1 overland tank", "--defender", "1 infantry", "--kind", "land"), "no role"),
        (("--attacker", "1 tank", "--defender", "1 tank", "--kind", "lnd"), "Did you mean `land`?"),
        (("--attacker", "1 tank", "--defender", "1 tank", "--in", "germny"), "Did you mean `germany`?"),
        (("--attacker", "1 tank", "--defender", "1 tank", "--method", "guess"), "no method"),
        (("--attacker", "1 tank", "--defender", "1 tank", "--set", "attacker.gold=3"), "no attribute"),
        (
            (
                "--defender",
                "1 tank",
            ),
            "Name the armies",
        ),
        (("--advise", "20"), "Name the defender"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_refused(run: Run, words: tuple[str, ...], told: str) -> None:
    result: Result = run("odds", SPRING, *words)
    assert result.status in (1, 2) and told in " ".join(result.err.split()) and not result.out


def test_out_of_range_is_wrong_usage(run: Run) -> None:
    for words in (("--keep", -1), ("--retreat-after", 0), ("--retreat-below", 2), ("--samples", 0), ("--advise", 0)):
        assert run("odds", SPRING, *LAND, *words).status == 2


def test_what_is_too_large_is_said(run: Run) -> None:
    """A raid of many different aircraft is more than is solved exactly; the command says so and samples."""
    data = asked(
        run, "--attacker", "30 bomber", "--defender", "1 aa_gun", "--kind", "raid", "--in", "germany", "--method", "exact", "--samples", 30
    )
    assert data["method"] == "sample" and "can't be solved exactly" in data["note"]
