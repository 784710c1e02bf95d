"""Rulesets for the tests of odds, loaded once."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Ruleset, load

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def spring() -> Ruleset:
    return load("spring-1942")


@pytest.fixture(scope="session")
def house() -> Ruleset:
    return load("spring-1942", overlays=(HERE / "house.yaml",))


@pytest.fixture(scope="session")
def strange() -> Ruleset:
    return load("spring-1942", overlays=(HERE / "strange.yaml",))


@pytest.fixture(scope="session")
def world_war() -> Ruleset:
    return load("global-1940")
