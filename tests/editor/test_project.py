"""Which ruleset a file belongs to; texts that are not saved; the same diagnostics as `check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.api import check
from interpreter.editor.project import Project, Target
from tests.editor.ponds import Ponds

ROOT = Path(__file__).parents[2] / "rulesets"


def test_homes(game: Ponds) -> None:
    folder = game.folder
    (folder / "cases").mkdir()
    (folder / "cases" / "a.yaml").write_text("")
    home = game.project.home(folder / "more.yaml")
    assert home is not None and home.kind == "ruleset" and home.targets == (Target(folder),)
    home = game.project.home(folder / "cases" / "a.yaml")
    assert home is not None and home.kind == "cases" and home.targets == (Target(folder),)
    overlay = folder / "overlays" / "dear-frogs.yaml"
    home = game.project.home(overlay)
    assert home is not None and home.kind == "overlay" and home.targets == (Target(folder, (overlay,)),)
    assert game.project.home(folder.parent / "elsewhere.yaml") is None


def test_an_overlay_elsewhere_lies_on_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("overlay: mine\nfor: [spring-1942, global-1940]\n")
    home = Project().home(file)
    assert home is not None and [t.home.name for t in home.targets] == ["spring-1942", "global-1940"]
    file.write_text("overlay: mine\nfor: [nobody]\n")
    project = Project()
    home = project.home(file)
    assert home is not None and home.targets == ()
    assert project.check_overlay_head(file)[0].code == "unknown-ruleset"


def test_unsaved_texts_count(game: Ponds) -> None:
    text = game.head.read_text(encoding="utf-8")
    game.project.texts.unsaved[game.head] = text.replace("it is frog}", "it is frgo}")
    found = game.check()
    assert (found[0].code, found[0].line) == ("unknown-name", text[: text.index("it is frog}")].count("\n") + 1)
    del game.project.texts.unsaved[game.head]
    assert game.check() == ()


def test_a_good_reading_is_kept_while_a_text_is_no_yaml(game: Ponds) -> None:
    game.project.texts.unsaved[game.head] = "rules: {\n"
    assert [d.code for d in game.check()] == ["yaml-syntax"]
    assert "seeds" in game.labels("define:\n  x: green's ¦")


def test_set_ups_are_checked(game: Ponds) -> None:
    game.project.texts.unsaved[game.folder / "ruleset.yaml"] = (
        game.head.read_text(encoding="utf-8") + "checks:\n  frogs: {demand: count units > 9, because: Too few.}\n"
    )
    assert {d.code for d in game.check()} == {"set-up"}


@pytest.mark.parametrize("name", ["spring-1942", "strategic"])
def test_the_same_as_check(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARBOOK_CACHE", str(tmp_path))
    project = Project()
    wanted = () if name == "strategic" else check(ROOT / name)
    assert project.check(Target(ROOT / name)) == wanted
    broken = ROOT / name / "land.yaml" if name == "strategic" else ROOT / name / "rules.yaml"
    project.texts.unsaved[broken] = broken.read_text(encoding="utf-8") + "\nno_such_section: {a: 1}\n"
    assert "unknown-section" in {d.code for d in project.check(Target(ROOT / name))}
