"""Unit types that are like others: what is taken over, from which layer, and mistakes."""

from __future__ import annotations

from pathlib import Path

from interpreter.source.layers import resolve
from interpreter.source.tree import plain

GAME = """ruleset: game
start: play
procedures: {play: stop}
attributes: {unit_type: {cost: {type: number}, speed: {type: number}}}
tags: {ship: , soldier: }
unit_types:
  guard: {title: The guard, short: gd, is: soldier, cost: 3, speed: 1, cites: [A]}
  raft: {like: boat, cost: 2}
  boat: {is: ship, cost: 7, speed: 2, text: It floats.}
"""


def made(folder: Path, game: str = GAME, overlay: str = "") -> tuple[dict[str, object], list[tuple[str, int]], dict[str, str]]:
    """The unit types, the mistakes with their lines, and what was done where by path."""
    (folder / "game").mkdir(parents=True)
    (folder / "game" / "ruleset.yaml").write_text(game)
    (folder / "more.yaml").write_text(f"overlay: more\nfor: [game]\n{overlay}")
    resolved, found = resolve(folder / "game", [folder / "more.yaml"] if overlay else [], roots=(folder,))
    assert resolved is not None, found
    done = {path: f"{chain[-1].layer} {chain[-1].action}" for path, chain in resolved.origins.items()}
    return {n: plain(node) for n, node in resolved.sections["unit_types"].items()}, [(d.code, d.line) for d in found], done


def test_it_has_what_it_does_not_say_from_the_other(tmp_path: Path) -> None:
    types, found, done = made(tmp_path)
    assert not found
    assert types["raft"] == {"like": "boat", "cost": 2, "is": "ship", "speed": 2}, "and no title, text or citation"
    assert done["unit_types.raft.speed"] == "game like boat" and "unit_types.raft.cost" not in done


def test_all_layers_count(tmp_path: Path) -> None:
    overlay = """unit_types:
  elite: {like: guard, speed: 2}
  veteran: {like: elite}
changes:
  - {set: unit_types.guard.cost, to: 4}
"""
    types, found, done = made(tmp_path, overlay=overlay)
    assert not found
    assert types["veteran"] == {"like": "elite", "cost": 4, "speed": 2, "is": "soldier"}
    assert done["unit_types.veteran.cost"] == "more like elite" and done["unit_types.elite.is"] == "game like guard"


def test_those_in_a_ring_are_told(tmp_path: Path) -> None:
    ring = "unit_types:\n  a: {like: b}\n  b: {like: c, cost: 1}\n  c: {like: a}\n  e: {like: e}\n  d: {like: nobody}\n"
    types, found, _ = made(tmp_path, overlay=ring)
    assert (
        {code for code, _ in found} == {"endless-likeness"} and {line for _, line in found} & {4, 5, 6} and 7 in {line for _, line in found}
    )
    assert types["d"] == {"like": "nobody"}
