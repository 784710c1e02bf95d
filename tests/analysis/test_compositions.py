"""Random compositions of overlays end in a ruleset that passes the check, or in a conflict that names both places."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.honesty.compositions import Composition, Table, misfit

NUMBER = int(os.environ.get("WARBOOK_COMPOSITIONS", "12"))
GAME = "ruleset: game\nstart: play\nprocedures: {play: stop}\nattributes: {power: {money: {type: number}}}\npowers: {red: {money: 3}}\n"
OVERLAYS = {
    "rich": "changes:\n  - {set: powers.red.money, to: 5, expects: 3}\n",
    "poor": "changes:\n  - {set: powers.red.money, to: 1, expects: 3}\n",
    "blue": "powers: {blue: {money: 4}}\n",
    "late": "after: poor\nchanges:\n  - {set: powers.red.money, to: 9}\n",
    "alone": "excludes: blue\n",
    "wrong": "powers: {white: {mony: 1}}\n",
}


@pytest.fixture
def put(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    def write(texts: Mapping[str, str]) -> Path:
        (tmp_path / "game" / "overlays").mkdir(parents=True)
        (tmp_path / "game" / "ruleset.yaml").write_text(GAME)
        for name, text in texts.items():
            (tmp_path / "game" / "overlays" / f"{name}.yaml").write_text(f"overlay: {name}\n{text}")
        return tmp_path / "game"

    return write


@pytest.mark.parametrize(
    ("overlays", "declared", "outcome"),
    [
        (("rich", "blue"), False, ":built"),
        (("rich", "poor"), False, ":other-value+overlay-conflict"),
        (("rich", "poor"), True, ":other-value"),
        (("late", "poor"), False, ":built"),
        (("late", "poor"), True, ":built"),
        (("blue", "alone"), True, ":excluded-overlay"),
        (("wrong", "blue"), False, "mony"),
    ],
)
def test_what_is_a_misfit(put: Callable[[Mapping[str, str]], Path], overlays: tuple[str, ...], declared: bool, outcome: str) -> None:
    home = put(OVERLAYS)
    table = Table([str(home)], [home.parent])
    result = misfit(Composition(str(home), overlays, declared), table)
    assert result == outcome if outcome.startswith(":") else outcome in result and not result.startswith(":")


def test_random_compositions() -> None:
    """`WARBOOK_COMPOSITIONS=50` tries more of them; `python -m tests.honesty.compositions --number 1000` many."""
    table = Table()
    outcomes = [misfit(table.compose(seed), table) for seed in range(NUMBER)]
    assert outcomes and all(each.startswith(":") for each in outcomes), "\n".join(each for each in outcomes if not each.startswith(":"))
