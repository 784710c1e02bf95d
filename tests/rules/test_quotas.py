"""Actions that may be taken so often only: what they stand for, and what is wrong about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import IllegalAnswer, begin, step
from interpreter.rules.quotas import expand_quotas
from interpreter.source.tree import plain
from interpreter.source.yaml import parse_yaml
from interpreter.state.opening import empty_world
from tests.language.little import BOARD, PLAY, check, little

ACTIONS = """\
options: {share: {type: number, default: 2}}
events: {dusk: }
actions:
  sing: {most: "share if actor is red else 1", again_on: dusk, do: announce dusk(), when: actor is not none, cites: [X]}
  hum: {most: 1, do: stop}
statements: {X: Everybody sings.}
procedures: {evening: "offer sing, hum to red", night: announce dusk()}
"""


def test_what_stands_for_a_quota() -> None:
    root, _ = parse_yaml("actions:\n  hum: {most: 1, again_on: [dusk], do: stop}\n", "f.yaml")
    assert root is not None and isinstance(root.value, dict)
    found, problems = expand_quotas({name: node.value for name, node in root.value.items()})  # type: ignore[misc]
    assert not problems and plain(found["attributes"]["power"]) == {"times_hum": {"type": "number"}}
    assert plain(found["rules"]["again_hum"])["on"] == ["dusk"] and plain(found["rules"]["most_hum"])["forbid"] == "hum"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("actions: {hum: {again_on: dusk, do: stop}}\n", "idle-field"),
        ("actions: {hum: {most: red, do: stop}}\n", "wrong-type"),
        ("actions: {hum: {most: 1, again_on: dsuk, do: stop}}\n", "unknown-name"),
        ("actions: {hum: {most: 1, do: stop}}\nrules: {most_hum: {forbid: hum}}\n", "name-twice"),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, code: str) -> None:
    assert code in {d.code for d in check(tmp_path, BOARD, PLAY, "events: {dusk: }\n", text)[1]}


def test_a_power_does_no_more_than_it_may(tmp_path: Path) -> None:
    rules = little(tmp_path, BOARD, PLAY, ACTIONS).rules
    game = begin(rules, empty_world(rules), "evening")
    for answer in ("hum", "sing", "sing", "sing"):
        game = step(game, answer)
    with pytest.raises(IllegalAnswer, match="as often as it may be: 1") as refused:
        step(game, "hum")
    assert refused.value.refusal.rule == "rules.most_hum"
