"""`fmt`: files are tidied in one step, or left alone and told of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from commands import Run, fits


def test_tidies_and_checks(run: Run, tmp_path: Path) -> None:
    file, good = tmp_path / "a.yaml", tmp_path / "b.yaml"
    file.write_text("tags:\n    high: Up. # why\n")
    good.write_text("tags:\n  low: Down.\n")
    os.chmod(file, 0o640)
    result = run("fmt", tmp_path, "--check")
    assert result.status == 1 and "a.yaml: would change" in result.out and "b.yaml" not in result.out
    assert file.read_text().startswith("tags:\n    high")
    result = run("fmt", tmp_path)
    assert result.status == 0 and "2 files: 1 tidied\n" in result.out
    assert file.read_text() == "tags:\n  high: Up. # why\n" and file.stat().st_mode & 0o777 == 0o640
    result = run("fmt", file, good, "--check")
    assert result.status == 0 and result.out == "2 files: nothing would change\n"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.yaml", "b.yaml"]


def test_the_current_folder_if_nothing_is_named(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "a.yaml").write_text("a:   \n")
    assert run("fmt").out.startswith("inside/a.yaml: tidied")


def test_a_file_that_can_t_be_read_is_left_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a:\n    b: [1\n")
    result = run("fmt", file)
    assert result.status == 1 and "a.yaml:2 is left as it is" in result.err and "1 file: nothing tidied, 1 left as it is" in result.out
    assert file.read_text() == "a:\n    b: [1\n"
    file.write_bytes(b"a: \xff\n")
    assert run("fmt", file).status == 1
    assert "There is no file" in run("fmt", tmp_path / "c.yaml").err


def test_a_write_that_fails_leaves_the_old_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a:\n    b: 1\n")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("interpreter.cli.fmt.os.replace", full)
    result = run("fmt", file)
    assert result.status == 1 and "No space left" in result.err
    assert file.read_text() == "a:\n    b: 1\n" and [p.name for p in tmp_path.iterdir()] == ["a.yaml"]


def test_json(run: Run, tmp_path: Path) -> None:
    for name, text in (("a", "tags:\n    high: Up.\n"), ("b", "tags:\n  low: Down.\n"), ("c", "a:\n    b: [1\n")):
        (tmp_path / f"{name}.yaml").write_text(text)
    told = run("fmt", tmp_path, "--check", "--json")
    fits(told.data, "fmt")
    assert told.status == 1 and not told.data["ok"] and [f["state"] for f in told.data["files"]] == ["would change", "same", "left"]
    (tmp_path / "c.yaml").unlink()
    done = run("fmt", tmp_path, "--json")
    fits(done.data, "fmt")
    assert done.status == 0 and done.data["ok"] and [f["state"] for f in done.data["files"]] == ["tidied", "same"]
