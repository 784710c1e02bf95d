from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import paths, shipped


def test_in_a_checkout_folders_lie_beside_the_package() -> None:
    assert shipped("schemas") == Path(paths.__file__).parents[2] / "schemas" and shipped("schemas").is_dir()


def test_in_a_wheel_folders_lie_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "interpreter/_data/grammar").mkdir(parents=True)
    (tmp_path / "grammar").mkdir()
    monkeypatch.setattr(paths, "PACKAGE", tmp_path / "interpreter")
    assert shipped("grammar") == tmp_path / "interpreter/_data/grammar"
