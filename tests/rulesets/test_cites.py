"""Every case that is shipped names the statements that it shows, though a case of somebody's own need not."""

from __future__ import annotations

from pathlib import Path

from interpreter.analysis.cases import cases_in
from interpreter.source.paths import shipped


def test_every_case_cites() -> None:
    cases, found = cases_in(sorted(Path(shipped("rulesets")).glob("**/cases/*.yaml")))
    assert not found and len(cases) > 500
    assert [f"{c.file}:{c.line} {c.id}" for c in cases if not c.cites] == []
