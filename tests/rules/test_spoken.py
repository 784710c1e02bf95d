"""What people call things: ids, titles, short forms, beginnings, plurals."""

from __future__ import annotations

import pytest

from interpreter import Ruleset, load
from interpreter.rules.spoken import Unmeant, meant


@pytest.fixture(scope="module")
def spring() -> Ruleset:
    return load("spring-1942")


@pytest.mark.parametrize(
    ("sort", "text", "id"),
    [
        ("space", "karelia_ssr", "karelia_ssr"),
        ("space", "Karelia S.S.R.", "karelia_ssr"),
        ("space", "karelia", "karelia_ssr"),
        ("space", "SZ 5", "sea_zone_5"),
        ("space", "sz14", "sea_zone_14"),
        ("space", "sea zone 4", "sea_zone_4"),
        ("space", "E. Indies", "east_indies"),
        ("space", "Egypt", "anglo_egypt_sudan"),
        ("space", "union", "union_of_south_africa"),
        ("power", "US", "usa"),
        ("power", "soviets", "ussr"),
        ("power", "GERMANS", "germany"),
        ("unit_type", "arm", "tank"),
        ("unit_type", "BBs", "battleship"),
        ("unit_type", "carriers", "aircraft_carrier"),
        ("unit_type", "infantries", "infantry"),
        ("unit_type", "Complexes", "industrial_complex"),
        ("unit_type", "btl", "battleship"),
        ("side", "Allies", "allies"),
    ],
)
def test_names_are_understood(spring: Ruleset, sort: str, text: str, id: str) -> None:
    assert meant(spring, sort, text) == id


@pytest.mark.parametrize(
    ("sort", "text", "message"),
    [
        ("space", "Germny", r"There is no space `Germny`\. Did you mean `germany`\?"),
        ("space", "sea zone", "may be `sea_zone_1` or .* …; write more of it"),
        ("unit_type", "infantree", "Did you mean `infantry`"),
        ("unit_type", "", "There is no unit type ``"),
        ("power", "brazil", "There are: ussr, germany, uk, japan, usa"),
    ],
)
def test_others_are_told(spring: Ruleset, sort: str, text: str, message: str) -> None:
    with pytest.raises(Unmeant, match=message):
        meant(spring, sort, text)


def test_only_some_may_be_meant(spring: Ruleset) -> None:
    assert meant(spring, "unit_type", "b", among=("infantry", "bomber")) == "bomber"
    with pytest.raises(Unmeant, match="There are: infantry, fighter"):
        meant(spring, "unit_type", "tank", among=("infantry", "fighter"))
