"""Odds of battles that another program fought many times, or that are known exactly."""

from __future__ import annotations

import pytest

import interpreter
from interpreter import odds

BATTLES = (
    ("3 mechanized_infantry, 2 artillery, 2 tactical_bomber", "4 infantry", "land", (0.9913, 0.0019, 0.0069), 0.0015),
    ("3 infantry, 3 fighter", "2 infantry, 1 aa_gun", "land", (0.97670, 0.00483, 0.01847), 0.00001),
    ("2 strategic_bomber, 1 submarine", "1 battleship, 1 cruiser", "sea", (0.6080, 0.1460, 0.2460), 0.006),
)


@pytest.mark.parametrize(("attacker", "defender", "kind", "known", "error"), BATTLES)
def test_known_battles(attacker: str, defender: str, kind: str, known: tuple[float, ...], error: float) -> None:
    rules = interpreter.load("global-1940")
    found = odds(rules, attacker, defender, kind=kind, attacker_losses="weakest", defender_losses="weakest")
    assert (found.attacker_wins, found.draw, found.defender_wins) == pytest.approx(known, abs=error)


def test_without_a_kind_the_first_is_asked_for_that_has_room_for_all() -> None:
    assert odds(interpreter.load("global-1940"), "2 strategic_bomber, 1 submarine", "1 battleship, 1 cruiser").kind == "sea"
    assert odds(interpreter.load("global-1940"), "2 fighter", "1 destroyer").kind == "sea"
    assert odds(interpreter.load("global-1940"), "2 fighter", "1 infantry").kind == "land"
