"""Odds of battles of Spring 1942 that are known exactly, or that another program fought many times."""

from __future__ import annotations

import pytest

import interpreter
from interpreter import odds

BATTLES = (
    ("2 transport", "2 submarine", "sea", (0.0, 0.0, 1.0), 0.0),
    ("1 tank", "1 infantry", "land", (0.5, 0.25, 0.25), 0.00001),
    ("3 infantry, 1 artillery, 1 fighter", "3 infantry", "land", (0.94611, 0.01214, 0.04176), 0.00001),
    ("2 bomber, 3 fighter", "5 infantry", "land", (0.85855, 0.02939, 0.11206), 0.00001),
    ("3 submarine", "1 battleship, 1 destroyer", "sea", (0.3956, 0.0088, 0.5957), 0.002),
    ("2 battleship", "1 battleship, 2 cruiser", "sea", (0.33529, 0.12142, 0.54329), 0.00001),
)


@pytest.mark.parametrize(("attacker", "defender", "kind", "known", "error"), BATTLES)
@pytest.mark.parametrize("order", ["cheapest", "weakest"])
def test_known_battles(attacker: str, defender: str, kind: str, known: tuple[float, ...], error: float, order: str) -> None:
    rules = interpreter.load("spring-1942")
    found = odds(rules, attacker, defender, kind=kind, attacker_losses=order, defender_losses=order)
    assert (found.attacker_wins, found.draw, found.defender_wins) == pytest.approx(known, abs=error)
