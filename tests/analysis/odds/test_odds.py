"""Known values, orders and retreats, what may be asked, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter
from interpreter import OddsError, Ruleset, odds
from interpreter.analysis.odds.armies import army_text, read_army
from interpreter.analysis.odds.chart import lines
from interpreter.analysis.odds.more import advise, waves
from tests.analysis.odds.battles import plain

ATTACKER = "10 infantry, 3 artillery, 4 tank, 2 fighter"
DEFENDER = "8 infantry, 2 artillery, 2 tank, 2 fighter"


def near(value: float | None, wanted: float, error: float = 5e-7) -> bool:
    return value is not None and abs(value - wanted) <= error


def test_three_programs_agree(spring: Ruleset) -> None:
    found = odds(spring, ATTACKER, DEFENDER, kind="land")
    assert near(found.attacker_wins, 0.940070) and near(found.defender_wins, 0.054569) and near(found.draw, 0.005361)
    assert near(found.takes, 0.905392) and near(found.rounds, 3.14182, 5e-6)
    assert found.method == "exact" and found.solver == "ladder" and found.states == 300


def test_value_lost_with_tanks_at_six(tmp_path: Path) -> None:
    overlay = tmp_path / "dear.yaml"
    overlay.write_text("overlay: dear\ntitle: Dear tanks\nfor: [spring-1942]\nchanges:\n  - {set: unit_types.tank.cost, to: 6}\n")
    found = odds(interpreter.load("spring-1942", overlays=(overlay,)), ATTACKER, DEFENDER, kind="land")
    assert near(found.loss["attacker"], 38.102, 5e-4) and near(found.loss["defender"], 62.658, 5e-4)


def test_one_unit_kept(spring: Ruleset) -> None:
    found = odds(spring, ATTACKER, DEFENDER, kind="land", keep=1)
    assert near(found.takes, 0.940070)


def test_low_luck(spring: Ruleset) -> None:
    assert odds(spring, ATTACKER, DEFENDER, kind="land", low_luck=True).attacker_wins == 1.0


def test_luck_is_little_where_it_is_agreed(spring: Ruleset) -> None:
    armies = ("3 infantry, 2 tank", "4 infantry")
    agreed = odds(interpreter.load("spring-1942", options={"little_luck": True}), *armies, kind="land")
    asked = odds(spring, *armies, kind="land", low_luck=True)
    assert (agreed.attacker_wins, agreed.draw) == (asked.attacker_wins, asked.draw)
    assert agreed.attacker_wins > odds(spring, *armies, kind="land").attacker_wins + 0.1


def test_one_against_one(spring: Ruleset) -> None:
    found = odds(spring, "1 tank", "1 infantry", kind="land")
    assert (found.attacker_wins, found.draw, found.defender_wins) == (0.5, 0.25, 0.25)


ORDERS = {"cheapest": None, "helpers first": ("artillery", "infantry", "tank", "fighter")}


@pytest.mark.parametrize("order", ORDERS)
def test_support_is_that_of_who_is_left(spring: Ruleset, order: str) -> None:
    """Against a program of its own: helpers count anew each round, and only for the attacker."""
    listed = ORDERS[order] or ("infantry", "artillery", "tank", "fighter")
    numbers = {"infantry": 6, "artillery": 4, "tank": 1, "fighter": 1}
    attacker = tuple(k for k in listed for _ in range(numbers[k]))
    defender = ("infantry",) * 5 + ("artillery",) * 2
    found = odds(
        spring, "6 infantry, 4 artillery, 1 tank, 1 fighter", "5 infantry, 2 artillery", kind="land", attacker_losses=ORDERS[order]
    )
    wins, draw, loses = plain(attacker, defender)
    assert near(found.attacker_wins, wins, 1e-9) and near(found.draw, draw, 1e-9) and near(found.defender_wins, loses, 1e-9)
    assert abs(plain(attacker, defender, "both")[0] - wins) > 1e-3
    if order == "helpers first":
        assert abs(plain(attacker, defender, "frozen")[0] - wins) > 1e-3


def test_stale_help_would_be_noticed(spring: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where help is not reckoned anew, the tables no longer agree with the machine."""
    from interpreter.analysis.odds.kept import kept_for
    from interpreter.analysis.odds.tables import Tables

    order = ("artillery", "infantry")
    right = odds(spring, "4 infantry, 3 artillery", "5 infantry", kind="land", attacker_losses=order).attacker_wins
    first: dict[int, dict[int, dict[int, int]]] = {}
    fresh = Tables._helped

    def stale(self: Tables, fire: object, numbers: tuple[int, ...]) -> dict[int, dict[int, int]]:
        known = first.setdefault(id(self), fresh(self, fire, numbers))  # type: ignore[arg-type]
        return {k: {v: min(n, numbers[k]) for v, n in some.items()} for k, some in known.items() if k < len(numbers)}

    monkeypatch.setattr(Tables, "_helped", stale)
    kept_for.cache_clear()
    wrong = odds(spring, "4 infantry, 3 artillery", "5 infantry", kind="land", attacker_losses=order).attacker_wins
    kept_for.cache_clear()
    assert abs(right - wrong) > 1e-3


def test_aircraft_win_but_do_not_take(spring: Ruleset) -> None:
    found = odds(spring, "3 fighter", "1 infantry", kind="land")
    assert found.attacker_wins > 0.9 and found.takes == 0


def test_at_sea_nothing_is_taken(spring: Ruleset) -> None:
    assert odds(spring, "2 destroyer", "1 destroyer", kind="sea").takes is None


def test_transports_alone_are_lost_without_a_roll(spring: Ruleset) -> None:
    found = odds(spring, "1 destroyer", "3 transport", kind="sea")
    assert found.attacker_wins == 1 and found.rounds == 0 and found.loss["defender"] == 21


def test_submarines_and_aircraft_cannot_fight(spring: Ruleset) -> None:
    assert odds(spring, "1 submarine", "1 fighter", kind="sea").draw == 1


def test_damaged_units(spring: Ruleset) -> None:
    whole, hurt = (odds(spring, army, "1 cruiser", kind="sea").attacker_wins for army in ("1 battleship", "1 battleship:1"))
    assert whole > hurt


def test_retreats(spring: Ruleset) -> None:
    armies = ("6 infantry, 2 tank", "5 infantry, 1 tank")
    stays = odds(spring, *armies, kind="land")
    one = odds(spring, *armies, kind="land", retreat_after=1)
    careful = odds(spring, *armies, kind="land", retreat_below=0.4)
    assert one.rounds == 1 and one.loss["attacker"] < stays.loss["attacker"]
    assert careful.loss["attacker"] < stays.loss["attacker"] and careful.attacker_wins < stays.attacker_wins
    assert near(odds(spring, *armies, kind="land", retreat_below=0.0).attacker_wins, stays.attacker_wins, 1e-9)
    assert near(odds(spring, *armies, kind="land", retreat_at=0).attacker_wins, stays.attacker_wins, 1e-9)


def test_submerging(spring: Ruleset) -> None:
    found = odds(spring, "2 submarine", "1 aircraft_carrier", kind="sea", attacker_actions=["submerge"])
    assert found.attacker_wins == 0 and found.loss == {"attacker": 0, "defender": 0}


def test_raid(spring: Ruleset) -> None:
    found = odds(spring, "2 bomber", "", kind="raid", space="germany")
    assert near(found.gain, 7.0, 1e-9) and found.takes is None


def test_waves(spring: Ruleset) -> None:
    found = waves(spring, ["3 infantry", "3 infantry, 1 tank"], "4 infantry", "2 infantry", kind="land")
    alone = odds(spring, "3 infantry", "4 infantry", kind="land")
    assert near(found.waves[0].attacker_wins, alone.attacker_wins, 1e-9)
    assert near(found.waves[1].reached, 1 - (alone.takes or 0), 1e-8)
    assert found.held is not None and found.held < (found.takes or 0)


def test_advice(spring: Ruleset) -> None:
    best = advise(spring, "3 infantry", 40, 0.8, "land")[0]
    assert best.chance >= 0.8 and near(odds(spring, best.army, "3 infantry", kind="land").takes, best.chance, 1e-9)
    assert advise(spring, "20 infantry", 10, 0.8, "land") == ()


def test_the_sampler_says_so(spring: Ruleset) -> None:
    found = odds(spring, ATTACKER, DEFENDER, kind="land", method="sample", samples=50_000, seed=3)
    assert found.method == "sample" and found.samples == 50_000 and 0 < found.error < 0.003
    assert found.attacker_wins == odds(spring, ATTACKER, DEFENDER, kind="land", method="sample", samples=50_000, seed=3).attacker_wins


def test_too_large_is_said_and_sampled(spring: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.analysis.odds import ask as asking

    monkeypatch.setattr(asking, "MOST_SOLVED", 20)
    fleets = ("3 submarine, 2 destroyer, 1 battleship", "2 submarine, 2 destroyer, 1 cruiser")
    found = odds(spring, *fleets, kind="sea", method="exact", samples=500)
    assert found.method == "sample" and found.samples == 500 and "can't be solved exactly" in found.note
    assert "can't be solved" not in odds(spring, *fleets, kind="sea", samples=500).note


def test_json(spring: Ruleset) -> None:
    data = json.loads(json.dumps(odds(spring, "1 tank", "1 infantry", kind="land").data()))
    keys = {"method", "attacker_wins", "defender_wins", "draw", "takes", "rounds", "loss", "survivors", "states", "seconds"}
    assert keys <= set(data)
    assert all({"side", "units", "probability"} == set(s) for s in data["survivors"])
    assert any(r["rule"] == "engagements.land_battle" for r in data["rules"])


def test_chart(spring: Ruleset) -> None:
    text = "\n".join(lines(odds(spring, ATTACKER, DEFENDER, kind="land")))
    assert "94.01 %" in text and "exact, 300 positions" in text


def test_armies_in_other_words(spring: Ruleset) -> None:
    army = read_army(spring, "10 inf, 3 Artillery + 2 fighters and bat:1; 4 x tanks")
    assert army_text(army) == "10 infantry, 3 artillery, 2 fighter, 1 battleship:1, 4 tank"
    assert read_army(spring, army_text(army)) == army
    assert army_text(read_army(spring, "3 germany infantry, 1 bmb, 2 trn")) == "3 germany infantry, 1 bomber, 2 transport"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"attacker": "3 infantri", "defender": "1 infantry"}, "Did you mean `infantry`"),
        ({"attacker": "-3 infantry", "defender": "1 infantry"}, "fewer than no units"),
        ({"attacker": "1 battleship", "defender": "1 infantry", "kind": "land"}, "can't be in `land`"),
        ({"attacker": "1 infantry", "defender": "1 submarine", "kind": "land"}, "can't be in `land`"),
        ({"attacker": "1 battleship:2", "defender": "1 submarine", "kind": "sea"}, "gone after 2 hits"),
        ({"attacker": "1 tank", "defender": "1 tank", "kind": "lnd"}, "Did you mean `land`"),
        ({"attacker": "1 tank", "defender": "1 tank", "space": "germny"}, "Did you mean `germany`"),
        ({"attacker": "1 tank", "defender": "1 tank", "space": "sea_zone_5", "kind": "land"}, "is no place for `land`"),
        ({"attacker": "", "defender": "1 tank"}, "has no units"),
        ({"attacker": "1 germany tank", "defender": "1 japan tank"}, "do not fight each other"),
        ({"attacker": "1 ussr tank, 1 uk tank", "defender": "1 japan tank"}, "do not fight beside"),
        ({"attacker": "1 tank", "defender": "1 tank", "method": "guess"}, "no method"),
        ({"attacker": "1 tank", "defender": "1 tank", "precision": 0.0}, "between 0 and 1"),
        ({"attacker": "1 tank", "defender": "1 tank", "keep": -1}, "can't be negative"),
        ({"attacker": "1 tank", "defender": "1 tank", "attacker_losses": "tnak"}, "Did you mean"),
        ({"attacker": "1 bomber", "defender": "", "kind": "raid", "retreat_after": 1}, "Nobody can leave"),
        ({"attacker": "5000 tank", "defender": "1 tank"}, "too many"),
        ({"attacker": "1 tank", "defender": "1 tank", "attacker_actions": ["dive"]}, "no action `dive`"),
        ({"attacker": "1 tank", "defender": "1 tank", "values": ["attacker.gold=3"]}, "no attribute"),
    ],
)
def test_bad_questions(spring: Ruleset, question: dict[str, object], words: str) -> None:
    with pytest.raises(OddsError, match=words):
        odds(spring, **question)  # type: ignore[arg-type]


def test_a_limit_is_kept_in_long_fights(spring: Ruleset) -> None:
    """An attacker who leaves under a chance never fights on from a position with less; the chance at the start is the plain one."""
    armies = ("16 infantry, 3 artillery", "16 infantry")
    plain_odds = odds(spring, *armies, kind="land")
    assert plain_odds.takes is not None
    found = odds(spring, *armies, kind="land", retreat_below=plain_odds.takes + 0.01)
    assert found.method == "exact" and found.rounds < plain_odds.rounds
    assert found.loss["attacker"] < plain_odds.loss["attacker"] and (found.takes or 0) < plain_odds.takes
