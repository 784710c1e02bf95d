"""Actions that are offered beside others: in phases, windows, by effects; at second hand; with the parameters that they need."""

from __future__ import annotations

from pathlib import Path

from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little, options, play, read

GAME = """
actions:
  host: {of: {s: space, n: number}, do: add n to red's money}
  guest: {of: {n: number}, beside: host, do: add 10 * n to red's money}
  third: {beside: [guest, lonely], do: add 1000 to red's money}
  lonely: {do: stop}
phases: {work: {by: red, actions: [lonely]}}
windows: {pause: {of: {s: space, n: number}, order: "{red}", actions: [host, guest], once: true}}
procedures:
  effects: "demand host(north, 4) to red"
  apart: "offer guest(2) to red"
"""
RING = """
actions:
  one: {beside: two, do: stop}
  two: {beside: one, do: stop}
phases: {work: {by: red, actions: [two]}}
"""


def offered(folder: Path, procedure: str, *args: object) -> list[str]:
    return [answer for answer in options(little(folder, BOARD, PLAY, GAME).run(procedure, *args)) if answer != "done"]


def test_a_guest_comes_wherever_its_host_is_offered(tmp_path: Path) -> None:
    assert offered(tmp_path / "phase", "work") == ["lonely", "third"]
    assert offered(tmp_path / "effects", "effects") == ["host", "guest", "third"]
    assert offered(tmp_path / "window", "pause", "north", 3) == ["host", "guest", "third"], "each once"
    assert offered(tmp_path / "apart", "apart") == ["guest", "third"], "and not the other way round"


def test_it_gets_what_it_needs_of_the_parameters(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, GAME)
    assert read(play(made.run("effects"), ["guest"]), "power", "red", "money") == 7 + 40
    assert read(play(made.run("effects"), ["host"]), "power", "red", "money") == 7 + 4


def test_two_that_come_with_each_other_are_offered_once(tmp_path: Path) -> None:
    assert options(little(tmp_path, BOARD, PLAY, RING).run("work")) == ["two", "one", "done"]


def test_mistakes(tmp_path: Path) -> None:
    wrong = """
    actions:
      host: {of: {s: space}, do: stop}
      nobody: {beside: hots, do: stop} # E: unknown-name
      itself: {beside: itself, do: stop} # E: unknown-name
      other_type: {of: {s: power}, beside: host, do: stop} # E: missing-arguments
      more: {of: {s: space, n: number}, beside: host, do: stop} # E: missing-arguments
    """
    _, found = check(tmp_path, BOARD, PLAY, wrong)
    assert found_in(found) == asked_for("", "", wrong)


def test_an_action_beside_one_that_nobody_offers_is_not_used(tmp_path: Path) -> None:
    text = "actions: {host: {do: stop}, guest: {beside: host, do: stop}}\n"
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert {each.message for each in found if "offers" in each.message} == {
        f"Nothing offers the action `{name}`." for name in ("guest", "host")
    }
