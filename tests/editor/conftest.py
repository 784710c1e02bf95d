"""The small game, read once for each test that asks about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editor.ponds import Ponds, ponds


@pytest.fixture
def game(tmp_path: Path) -> Ponds:
    return ponds(tmp_path)
