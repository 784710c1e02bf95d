"""A position is plain data: nothing in it but whole numbers, fractions, truth values, words, none and rows of these."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, SaveError, answers, load, restore, save, start, step
from interpreter.state.position import position_data

ROOT = Path(__file__).parents[2]
PLAIN = (int, str, bool, type(None), Fraction)


def strange(value: Any) -> Iterator[Any]:
    """Whatever in a value is no plain data."""
    if value.__class__ is tuple:
        for each in value:
            yield from strange(each)
    elif value.__class__ not in PLAIN:
        yield value


def rows(game: Game) -> tuple[Any, ...]:
    world = game.world
    tables = tuple(row for table in world.t.values() for row in table.values())
    return (world.g, *world.u.values(), *tables, *game.position.frames, game.winner)


@pytest.mark.parametrize("name", ["spring-1942", "global-1940", "miniatures"])
def test_nothing_but_plain_data_is_in_a_position(name: str) -> None:
    game = start(load(name), seed=4)
    for _ in range(150):
        game = step(game, answers.random(game))
        assert list(strange(rows(game))) == []


def test_what_is_not_plain_is_seen() -> None:
    assert list(strange((1, ("a", (0.5,)), None, {1}))) == [0.5, {1}]


def test_a_save_outlives_remarks_and_wording_and_no_change_of_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARBOOK_CACHE", str(tmp_path / "cache"))
    home, file = tmp_path / "spring-1942", tmp_path / "g.json"
    shutil.copytree(ROOT / "rulesets" / "spring-1942", home)
    game = start(load(home), seed=4)
    for _ in range(60):
        game = step(game, answers.random(game))
    save(game, file)
    for each in home.glob("*.yaml"):
        each.write_text("# A remark above.\n\n" + each.read_text(encoding="utf-8"), encoding="utf-8")
    powers = home / "powers.yaml"
    text = powers.read_text(encoding="utf-8")
    assert "title: Germany" in text and "turn_order: 2" in text
    powers.write_text(text.replace("title: Germany", "title: The Reich"), encoding="utf-8")
    assert position_data(restore(file).position) == position_data(game.position)
    before = powers.stat()
    powers.write_text(text.replace("title: Germany", "title: The Reich").replace("turn_order: 2", "turn_order: 9"), encoding="utf-8")
    os.utime(powers, ns=(before.st_atime_ns, before.st_mtime_ns))  # not even where dates and sizes are the same
    with pytest.raises(SaveError, match="other rules"):
        restore(file)
