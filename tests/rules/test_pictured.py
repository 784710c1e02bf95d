"""What is wrong with pictures, looks and places: each mistake with its code on its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source.diagnostics import has_errors
from tests.exchange.boards import HEXES, MORE
from tests.language.little import asked_for, check, found_in, little


def mistakes(folder: Path, *documents: str) -> None:
    _, found = check(folder, HEXES, MORE, *documents)
    assert found_in(found) == asked_for("", "", *documents)


def test_looks(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        grounds:
          sand: {color: yellow} # E: bad-look
          rock: {color: "#12345"} # E: bad-look
          mud: {ink: "#12345g"} # E: bad-look
          bog: {symbol: "M0 0<script>"} # E: bad-look
          ash: {letter: ab} # E: bad-look
          fine: {color: "#A0b1C2", ink: "#000000", symbol: "M-1.5,2 L3-4 Z", letter: f}
        powers:
          green: {color: green} # E: bad-look
        unit_types:
          gun: {symbol: a gun} # E: bad-look
        """,
    )


def test_entries(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        pictures:
          no_place: {when: turn > 2} # E: missing-field
          nowhere: {on: sky} # E: unknown-choice
          number: {on: space, as: turn} # E: wrong-type
          name: {on: space, when: it is hedge} # E: unknown-name
          truth: {on: border, when: turn} # E: wrong-type
          arrow: {on: unit, points: hurt of it} # E: wrong-type
          many: {on: unit, says: powers} # E: wrong-type
          flat: {on: border, says: turn, color: "#123456"} # E: idle-field
          bent: {on: border, line: round} # E: unknown-choice
          small: {on: board, size: [3]} # E: bad-look
          wide: {on: board, size: [3, big]} # E: bad-look
          wrong_size: {on: space, size: [3, 4]} # E: idle-field
        """,
    )


def test_places(tmp_path: Path) -> None:
    mistakes(tmp_path, "spaces: {lone: {at: [1]}} # E: bad-look\n")
    mistakes(tmp_path, "spaces: {lone: {at: [1, x]}} # E: bad-look\n")


def test_pictures_and_looks_change_no_digest(tmp_path: Path) -> None:
    """A save outlives a new colour; it does not outlive a new rule."""

    def digest(number: int, *documents: str) -> str:
        return little(tmp_path / str(number), *documents).rules.digest

    plain = digest(1, HEXES, MORE)
    assert digest(2, HEXES.replace("#88aa66", "#77aa66").replace("letter: w", "letter: v"), MORE) == plain
    assert digest(3, HEXES + '  more: {on: space, color: "#ffffff"}\n', MORE) == plain
    assert digest(4, HEXES, MORE.replace("set turn to 7", "set turn to 8")) != plain


@pytest.mark.parametrize(
    "entry", ["{on: space, says: count units in it}", "{on: board, says: goal, size: [5, 6]}", "{on: unit, as: its owner}"]
)
def test_good_entries(tmp_path: Path, entry: str) -> None:
    _, found = check(tmp_path, HEXES, MORE, f"pictures: {{good: {entry}}}\n")
    assert not has_errors(found)
