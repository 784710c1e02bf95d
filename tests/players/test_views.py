"""What a power has: its own numbers and those of its parts."""

from __future__ import annotations

from interpreter import load, start
from interpreter.players.views import parts_of, purse


def test_parts_of_a_power_are_told_with_what_they_have() -> None:
    game = start(load("global-1940"), seed=1)
    assert parts_of(game, "uk") == {"uk_europe": {"ipc": 28}, "uk_pacific": {"ipc": 17}}
    assert parts_of(game, "germany") == {}
    assert purse(game, "uk") == "ipc 0, grant 0, kamikaze 0; uk_europe: ipc 28; uk_pacific: ipc 17"
    assert purse(game, "germany") == "ipc 30, grant 0, kamikaze 0"


def test_objectives_and_cards_are_no_treasuries() -> None:
    for name in ("spring-1942", "miniatures"):
        game = start(load(name), seed=1)
        assert all(parts_of(game, power) == {} for power in game.rules.program.ids["power"])
