"""Rulesets that the tests of this folder share, built once."""

from __future__ import annotations

import pytest

from tests.reference.rulesets import Playable, playable


@pytest.fixture(scope="session")
def spring() -> Playable:
    return playable("spring-1942")
