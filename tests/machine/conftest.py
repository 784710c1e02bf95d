"""One ruleset and a game in mid-battle, for the tests of this folder."""

from __future__ import annotations

import pytest

from interpreter import Game, Ruleset, load
from tests.machine.plays import mid_battle


@pytest.fixture(scope="session")
def rules() -> Ruleset:
    return load("spring-1942")


@pytest.fixture(scope="session")
def battle(rules: Ruleset) -> Game:
    return mid_battle(rules)
