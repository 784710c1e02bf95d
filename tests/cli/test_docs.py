"""`docs` writes pages, or says why not."""

from __future__ import annotations

from pathlib import Path

from commands import FROGS, PONDS, Run


def test_pages_are_written(run: Run, tmp_path: Path) -> None:
    result = run("docs", PONDS, "-o", tmp_path / "pages", "--with", FROGS)
    assert result.status == 0 and "begin with" in result.out
    names = {p.name for p in (tmp_path / "pages").iterdir()}
    assert {"index.html", "rulebook.html", "unit_types.html", "style.css"} <= names and "map.svg" not in names


def test_a_library_has_pages_too(run: Run, tmp_path: Path) -> None:
    assert run("docs", "strategic", "-o", tmp_path / "pages").status == 0
    assert (tmp_path / "pages" / "define.html").is_file()


def test_wrong_input(run: Run, tmp_path: Path) -> None:
    assert run("docs", "no_such_game", "-o", tmp_path / "pages").status == 1
    file = tmp_path / "a.txt"
    file.write_text("mine")
    assert "is a file" in run("docs", PONDS, "-o", file).err
    broken = tmp_path / "ponds"
    broken.mkdir()
    (broken / "ruleset.yaml").write_text((Path(PONDS) / "ruleset.yaml").read_text().replace("it is frog}", "it is frgo}"))
    result = run("docs", broken, "-o", tmp_path / "pages")
    assert result.status == 1 and "frgo" in result.err and not (tmp_path / "pages").exists()
