"""Set-ups: what stands where at the start."""

from __future__ import annotations

from pathlib import Path

from interpreter.state.opening import scenario_world
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little

RESERVES = """
scenarios:
  reserves:
    like: standard
    units:
      none: {red: {tank: 2, frigate: {damage: 1, aboard: {infantry: 1}}}}
      ocean: {none: {frigate: 1}}
define: {waiting: units in none, strays: units in ocean where its owner is none}
"""


def test_units_that_are_nowhere_on_the_board(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, RESERVES)
    world = scenario_world(made.rules, "reserves")
    waiting = [world.u[u] for u in made.call("waiting", world=world)]
    assert sorted((row[0], row[1], row[2]) for row in waiting) == [
        ("frigate", "red", None), ("infantry", "red", None), ("tank", "red", None), ("tank", "red", None)
    ]  # fmt: skip
    assert [world.u[row[3]][0] for row in waiting if row[3] is not None] == ["frigate"]
    assert len(made.call("strays", world=world)) == 1 and len(world.u) == 16


def test_reserves_are_checked_like_all_units(tmp_path: Path) -> None:
    wrong = """
    scenarios:
      bad:
        units:
          none:
            red: {tanks: 1} # E: unknown-name
            purple: {tank: 1} # E: unknown-name
          nowhere: {red: {tank: 1}} # E: unknown-name
    """
    _, found = check(tmp_path, BOARD, PLAY, wrong)
    assert found_in(found) == asked_for("", "", wrong)


def test_guests_aboard_and_what_is_aboard_them(tmp_path: Path) -> None:
    """A passenger may be another power's, and carry something itself; what stands on the board has its owner from where it stands."""
    guests = """
    scenarios:
      guests:
        units: {ocean: {red: {frigate: {aboard: {infantry: {count: 2, owner: blue}, tank: {aboard: {infantry: {owner: green}}}}}}}}
    """
    made = little(tmp_path, BOARD, PLAY, guests)
    world = scenario_world(made.rules, "guests")
    rows = [(row[0], row[1], row[2], world.u[row[3]][0] if row[3] is not None else None) for row in world.u.values()]
    assert sorted(map(str, rows)) == sorted(
        map(
            str,
            [("frigate", "red", "ocean", None), *[("infantry", "blue", "ocean", "frigate")] * 2, ("tank", "red", "ocean", "frigate"),
             ("infantry", "green", "ocean", "tank")],
        )
    )  # fmt: skip
    wrong = """
    scenarios:
      bad:
        units:
          ocean:
            red:
              frigate: {owner: blue} # E: unknown-name
              tank: {aboard: {infantry: {owner: purple}}} # E: unknown-name
    """
    _, found = check(tmp_path / "wrong", BOARD, PLAY, wrong)
    assert found_in(found) == asked_for("", "", wrong)


def test_what_is_not_taken_over_of_another_set_up(tmp_path: Path) -> None:
    """A set-up that is like one that is like another leaves out of both what it is without; its own units stand in those spaces all the same."""
    sets = """
    scenarios:
      more: {like: standard, units: {north: {blue: {tank: 1}}}}
      less: {like: more, without: [north, bay], units: {north: {green: {infantry: 2}}}}
      duel: {like: more, bare: true, set: {game: {turn: 9}}, units: {south: {red: {tank: 1}}}}
    """
    made = little(tmp_path, BOARD, PLAY, sets)

    def there(name: str) -> list[tuple[str, str, str]]:
        return sorted((row[2], row[1], row[0]) for row in scenario_world(made.rules, name).u.values())

    assert [u for u in there("less") if u[0] in ("north", "bay")] == [("north", "green", "infantry")] * 2
    assert [u for u in there("less") if u[0] == "middle"] == [u for u in there("standard") if u[0] == "middle"]
    assert there("duel") == [("south", "red", "tank")]
