"""Set-ups in plain words: many ways to say the same, and what is told where it is not understood."""

from __future__ import annotations

import pytest

from interpreter import Ruleset, load
from interpreter.exchange.setups.draft import Group, Value
from interpreter.exchange.setups.forum import read_forum
from interpreter.exchange.setups.reading import Problems
from interpreter.state.opening import scenario_world
from interpreter.state.world import World

FORCE = (("eastern_europe", "germany", "infantry", 6), ("eastern_europe", "germany", "artillery", 2), ("germany", "germany", "bomber", 1))


@pytest.fixture(scope="module")
def spring() -> Ruleset:
    return load("spring-1942")


@pytest.fixture(scope="module")
def world(spring: Ruleset) -> World:
    return scenario_world(spring, "standard", with_units=False)


@pytest.mark.parametrize(
    "text",
    [
        "Germany: 6 inf, 2 art in Eastern Europe; 1 bmr in Germany",
        "Germany: 6 inf & 2 art in E. Europe, 1 bmb in germany",
        "Eastern Europe: 6 inf (Germany), 2 art (Germany)\nGermany: 1 bomber",
        "Eastern Europe: 6 inf, 2 art (Germany)\nGermany: bomber (Germans)",
        "Germany\n  eastern europe: 6 infantries, artillery x2\n  Germany: BOM\n",
        "**Germany:**\n- E Europe: 6x inf + 2 arty\n- Germany: a bomber".replace("a bomber", "1 bomber").replace("arty", "art"),
        "Eastern Europe (Germany): 6 inf 2 art\nGermany: 1 bmb # in reserve",
        "eastern_europe: 6 german inf, 2 german artillery\n\nGermany: bombers 1",
        "Germany\n6 inf and 2 artillery in Eastern Europe\n1 bomber in Germany (Germany)",
    ],
)
def test_one_force_in_many_words(spring: Ruleset, world: World, text: str) -> None:
    draft = read_forum(spring, world, text)
    assert tuple((g.space, g.power, g.kind, g.number) for g in draft.units) == FORCE


def test_the_rest_is_as_on_the_board(spring: Ruleset, world: World) -> None:
    draft = read_forum(spring, world, "Germany: 3 inf in Germany\nGermany holds Egypt, Trans-Jordan\nGermany: 55 ipc\nnobody holds Kenya")
    assert Value("power", "germany", "ipc", 55) in draft.values and Value("power", "usa", "ipc", 42) in draft.values
    assert Value("space", "anglo_egypt_sudan", "controller", "germany") in draft.values
    assert Value("space", "kenya", "controller", None) in draft.values
    assert len([v for v in draft.values if v.name == "germany"]) == 1


def test_units_stand_with_who_holds_the_space(spring: Ruleset, world: World) -> None:
    draft = read_forum(spring, world, "Germany holds Egypt\nEgypt: 2 inf\nIndia: 1 inf, 1 art (US)\nSZ 5: 2 subs (Ger)")
    assert [(g.space, g.power) for g in draft.units] == [
        ("anglo_egypt_sudan", "germany"), ("india", "usa"), ("india", "usa"), ("sea_zone_5", "germany"),
    ]  # fmt: skip


def test_units_aboard(spring: Ruleset, world: World) -> None:
    draft = read_forum(spring, world, "SZ 2: 2 trn with 1 inf and 1 art, 1 BB (UK)")
    aboard = (Group("sea_zone_2", "uk", "infantry", 1), Group("sea_zone_2", "uk", "artillery", 1))
    assert draft.units == (Group("sea_zone_2", "uk", "transport", 2, (), aboard), Group("sea_zone_2", "uk", "battleship", 1))


def test_reserves_are_nowhere() -> None:
    rules = load("miniatures")
    draft = read_forum(rules, scenario_world(rules, "standard"), "none: 2 T-34/76 (Allies), 1 tiger (Axis)\nAllies: 1 commissar in reserve")
    assert [(g.space, g.power, g.kind, g.number) for g in draft.units] == [
        (None, "allies", "t_34_76", 2), (None, "axis", "tiger_i", 1), (None, "allies", "commissar", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("Germany: 6 inf in Germany\n\nGermny: 2 inf", 3, r"no space `Germny`\. Did you mean `germany`"),
        ("Germany: 6 infantree in Germany", 1, "no unit type `infantree`. Did you mean `infantry`"),
        ("Germany: 6 inf in Germny", 1, "Did you mean `germany`"),
        ("India: 2 inf (Unted Kingdom)", 1, "no power `Unted Kingdom`. Did you mean `united_kingdom`"),
        ("Soviets: 2 inf", 1, "`Soviets` is the power `ussr`. Write where"),
        ("2 inf, 3 art", 1, "no power"),
        ("Germany: 2 inf in Germany, 3 art", 1, "Where is"),
        ("SZ 5: 2 subs", 1, "Whose is `2 submarine`"),
        ("hello", 1, "no power `hello`"),
        ("# nothing", 1, "No units"),
        ("Germany holds Atlantis\nGermany: 1 inf in Germany", 1, "no space `Atlantis`"),
    ],
)
def test_what_is_not_understood_is_told_with_its_line(spring: Ruleset, world: World, text: str, line: int, message: str) -> None:
    with pytest.raises(Problems, match=message) as raised:
        read_forum(spring, world, text)
    assert raised.value.found[0].line == line
