"""Checks again when a file changes, comes or goes; tells what is new and what is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.editor.project import Target
from interpreter.editor.watching import Watch, target
from tests.editor.ponds import Ponds


class Waited(Exception):
    """Nothing has changed."""


def unchanged() -> None:
    raise Waited


def test_new_and_gone(game: Ponds) -> None:
    overlay = game.folder / "overlays" / "dear-frogs.yaml"
    text = overlay.read_text(encoding="utf-8")
    checks = Watch((Target(game.folder, (overlay,)),)).checks(unchanged)
    assert next(checks).found == ()
    overlay.write_text(text.replace("frog.price", "frgo.price"))
    seen = next(checks)
    assert [d.code for d in seen.new] == ["path-not-there"] and seen.found == seen.new and seen.gone == ()
    more = game.folder / "more.yaml"
    more.write_text("rules: {x: {forbid: nothing_known}}\n")
    both = next(checks)
    assert len(both.found) == 2 and [Path(d.file).name for d in both.new] == ["more.yaml"]
    overlay.write_text(text)
    assert next(checks).gone == seen.new
    more.unlink()
    assert next(checks).found == ()
    with pytest.raises(Waited):
        next(checks)


def test_targets_by_id_and_path(game: Ponds) -> None:
    assert target("spring-1942", ()) is not None
    found = target(str(game.folder), ("dear-frogs",))
    assert found is not None and [each.stem for each in found.overlays] == ["dear-frogs"]
    assert target("no_such", ()) is None and target(str(game.folder), ("no_such",)) is None


def test_what_a_ruleset_builds_on_is_no_news_after_the_first_check() -> None:
    found = target("spring-1942", ())
    assert found is not None
    watch = Watch((found,))
    checks = watch.checks(unchanged)
    assert next(checks).found == () and len(watch.homes()) == 2
    with pytest.raises(Waited):
        next(checks)
