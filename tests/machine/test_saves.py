"""A game goes on from its save as if it had never been away; a file that is no save is refused, and nothing is lost."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from interpreter import Game, Ruleset, restore, save, start
from interpreter.machine.save import SaveError, game_data, game_from
from tests.machine.plays import mid_battle, played
from tests.machine.test_determinism import elsewhere


def again(game: Game) -> Game:
    """The game after a way through JSON, in memory."""
    return game_from(json.loads(json.dumps(game_data(game))), "memory", game.rules)


@pytest.mark.parametrize("seed", [31, 32])
def test_saved_and_restored_at_every_question(rules: Ruleset, seed: int) -> None:
    plain = saved = start(rules, seed=seed)
    for _ in range(120):
        plain, saved = played(plain, 1), played(again(saved), 1)
        assert saved.digest == plain.digest
    assert saved.answers() == plain.answers()
    assert [p.events for p in saved.history()] == [p.events for p in plain.history()]


def test_restored_games_have_the_same_tables(battle: Game) -> None:
    """Not only equal digests: the indexes, in their order, on which options depend."""
    other = again(battle)
    for name in ("u", "t", "g", "at", "aboard", "next_unit"):
        assert getattr(other.world, name) == getattr(battle.world, name), name
    assert list(other.world.u) == list(battle.world.u)


def test_goes_on_in_other_processes(rules: Ruleset, tmp_path: Path) -> None:
    """Six processes after one another, some of them begun in mid-battle, end where one process ends."""
    file = str(tmp_path / "game.json")
    game = mid_battle(rules, seed=2)
    save(game, file)
    for most in (1, 2, 1, 3, 15, 7):
        digest, count = json.loads(elsewhere("play", file, str(most)))
        game = played(game, most)
        assert (digest, count) == (game.digest, game.count)


def test_the_question_is_the_same_after_a_restore(battle: Game, tmp_path: Path) -> None:
    save(battle, tmp_path / "g.json")
    other = restore(tmp_path / "g.json")
    assert battle.ask is not None and other.ask is not None
    assert (other.ask.actor, other.ask.kind, other.ask.reason, other.ask.pools) == (
        battle.ask.actor,
        battle.ask.kind,
        battle.ask.reason,
        battle.ask.pools,
    )
    if battle.ask.kind != "roll":
        assert list(other.ask.options) == list(battle.ask.options)


def test_a_save_is_the_same_text_every_time(battle: Game, tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        save(battle, tmp_path / name)
    save(restore(tmp_path / "a.json"), tmp_path / "c.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes() == (tmp_path / "c.json").read_bytes()


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_save(battle: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    file = tmp_path / "game.json"
    save(battle, file)
    old = file.read_bytes()

    def fails(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, fails)
    with pytest.raises(OSError, match="No space"):
        save(played(battle, 3), file)
    assert file.read_bytes() == old
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_a_save_into_a_folder_that_is_not_there_is_an_error(battle: Game, tmp_path: Path) -> None:
    with pytest.raises(OSError):
        save(battle, tmp_path / "not" / "there.json")
    assert list(tmp_path.iterdir()) == []


def refuse(file: Path, text: str | bytes) -> None:
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    before = file.read_bytes()
    with pytest.raises(SaveError) as refused:
        restore(file)
    assert str(file) in str(refused.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "1", '"x"', '{"warbook": 0}', '{"warbook": 1}', "[" * 5000, "\x00", '{"warbook": 1, "ruleset": 3}']
)
def test_foreign_files_are_refused(tmp_path: Path, text: str) -> None:
    refuse(tmp_path / "game.json", text)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    refuse(tmp_path / "game.json", b"\xff\xfe\x00\x9f" * 50)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.97, 0.999])
def test_a_save_that_is_cut_short_is_refused(battle: Game, tmp_path: Path, share: float) -> None:
    save(battle, tmp_path / "whole.json")
    text = (tmp_path / "whole.json").read_text(encoding="utf-8")
    refuse(tmp_path / "game.json", text[: int(len(text) * share)])


def test_garbled_saves_are_refused_or_mean_the_same(battle: Game, tmp_path: Path) -> None:
    """One character of the position changed, two hundred times: no other position is ever taken for the one that was saved."""
    save(battle, tmp_path / "whole.json")
    text = (tmp_path / "whole.json").read_text(encoding="utf-8")
    begin, end = text.index('"position"'), text.index('"past"')
    r = random.Random(5)
    for _ in range(200):
        where = r.randrange(begin, end)
        garbled = text[:where] + r.choice('0123456789abcxyz,"[]{}: ') + text[where + 1 :]
        try:
            game = game_from(json.loads(garbled), "garbled", battle.rules)
        except (SaveError, ValueError):
            continue
        assert game.digest == battle.digest


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("position", "frames"), None), (("position", "frames"), [["nothing", "start", []]]), (("position", "frames"), []),
        (("position", "world"), {}), (("position", "world", "units"), [[1]]), (("position", "world", "tables"), {"power": {}}),
        (("position", "world", "game"), []), (("position", "finished"), "yes"), (("digest",), "0"), (("digest",), None),
        (("past",), []), (("past",), None), (("past",), [1]), (("seed",), "x"), (("ruleset", "digest"), "0"), (("ruleset",), None),
    ],
)  # fmt: skip
def test_a_save_with_a_wrong_part_is_refused(battle: Game, tmp_path: Path, path: tuple[str, ...], value: object) -> None:
    data: Any = game_data(battle)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(SaveError):
        game_from(data, "memory", battle.rules)
    refuse(tmp_path / "game.json", json.dumps(data))


def test_a_save_of_other_rules_is_refused(battle: Game, tmp_path: Path) -> None:
    data: Any = game_data(battle)
    data["ruleset"]["options"] = {"victory_cities": 12}
    with pytest.raises(SaveError, match="other rules"):
        game_from(data, "memory")


@pytest.mark.parametrize("seed", range(4))
def test_a_file_with_one_other_character_is_refused(battle: Game, tmp_path: Path, seed: int) -> None:
    """Wherever it stands: the past, the seed, the names."""
    save(battle, tmp_path / "whole.json")
    text = (tmp_path / "whole.json").read_text(encoding="utf-8")
    r = random.Random(seed)
    for _ in range(10):
        where = r.randrange(len(text))
        other = r.choice([c for c in "0123456789abcxyz" if c != text[where]])
        refuse(tmp_path / "game.json", text[:where] + other + text[where + 1 :])
