"""The rules are kept here: with all sockets shut a game loads and plays, and a rule can be looked up."""

from __future__ import annotations

import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

import interpreter
from interpreter import answers, start, step
from interpreter.rules.build import build
from interpreter.source.paths import shipped
from interpreter.source.tree import plain
from interpreter.source.yaml import load_yaml

FOLDER = Path(shipped("rulesets")) / "global-1940"


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every try to reach a network, or another program, is a failure."""

    def refuse(*_args: Any, **_more: Any) -> None:
        raise AssertionError("something outside was asked for")

    for module, names in ((socket, ("socket", "create_connection", "getaddrinfo", "gethostbyname")), (subprocess, ("Popen",))):
        for name in names:
            monkeypatch.setattr(module, name, refuse)


@pytest.mark.usefixtures("shut")
def test_a_turn_is_played_without_a_network() -> None:
    with pytest.raises(AssertionError):
        socket.create_connection(("localhost", 80))
    built, _ = build("global-1940")
    assert built is not None
    assert "axisallies.com" in built.program.statements["GR-002"]["statement"]
    game = start(interpreter.load("global-1940"), seed=1)
    first = game.value("active")
    while game.value("active") == first:
        game = step(game, answers.random(game))
    assert game.value("round") == 1 and game.count > 5


def test_the_head_names_the_source() -> None:
    head, _ = load_yaml(FOLDER / "ruleset.yaml")
    assert head is not None
    note = str(plain(head)["note"])  # type: ignore[call-overload, index]
    assert "axisallies.com" in note and "2024-02" in note


def test_every_statement_stands_in_a_text_that_is_kept() -> None:
    built, _ = build("global-1940")
    assert built is not None
    kept = set(built.program.statics["source_kept_in"].values()) - {None, ""}
    found: set[str] = set()
    for name in kept:
        root, _ = load_yaml(FOLDER / name)
        assert root is not None
        found |= set(plain(root)["statements"])  # type: ignore[call-overload, index, arg-type]
    assert found == set(built.program.statements) and len(found) > 400
