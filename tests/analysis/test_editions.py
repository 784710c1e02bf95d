"""The comparison of shipped editions says what people who know both say, and nothing that they deny."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter.analysis.cases import read_cases
from interpreter.analysis.coverage import citations, coverage
from interpreter.analysis.diff import Comparison, diff
from interpreter.source.layers import resolve
from interpreter.source.tree import plain
from interpreter.source.yaml import parse_yaml, read_text

LISTS = sorted((Path(__file__).parent / "editions").glob("*.yaml"))


def listed(file: Path) -> dict[str, Any]:
    text, found = read_text(file)
    assert text is not None and not found
    root, found = parse_yaml(text, str(file))
    assert root is not None and not found
    data = plain(root)
    assert isinstance(data, dict)
    return data


@pytest.fixture(scope="module", params=LISTS, ids=lambda file: file.stem)
def edition(request: pytest.FixtureRequest) -> tuple[dict[str, Any], Comparison]:
    told = listed(request.param)
    return told, diff(told["before"], told["after"])


def wrong(told: dict[str, Any], found: Comparison) -> list[str]:
    """What the list has and the comparison has not, or has otherwise."""
    rows = {change.path: change for change in found.changes}
    result = []
    for row in told["rows"]:
        if "untold" in row:
            continue
        for path in row["paths"]:
            change = rows.get(path)
            if change is None:
                result.append(f"{row['what']}: no row of {path}")
            elif "action" in row and change.action != row["action"]:
                result.append(f"{row['what']}: {path} is {change.action}")
            elif "after" in row and (change.before, change.after) != (row["before"], row["after"]):
                result.append(f"{row['what']}: {path} is {change.before} -> {change.after}")
    return result


def test_every_listed_difference_is_told(edition: tuple[dict[str, Any], Comparison]) -> None:
    assert wrong(*edition) == []


def test_what_is_the_same_is_passed_over(edition: tuple[dict[str, Any], Comparison]) -> None:
    told, found = edition
    spoken = [c.path for c in found.changes for silent in told["silent"] if f"{c.path}.".startswith(f"{silent}.")]
    allowed = {path for row in told["rows"] for path in row.get("paths", ())}
    assert [path for path in spoken if path not in allowed] == []


def test_each_row_of_a_listed_difference_has_a_place(edition: tuple[dict[str, Any], Comparison]) -> None:
    told, found = edition
    paths = {path for row in told["rows"] for path in row.get("paths", ())}
    for change in found.changes:
        if change.path in paths:
            assert (change.where_before is None) == (change.before is None), change
            assert (change.where_after is None) == (change.after is None), change


OVERLAYS = [
    ("spring-1942", ("second-edition", "second-edition-faq")),
    ("global-1940", ("out-of-the-box",)),
    ("global-1940", ("alpha-3",)),
]


@pytest.mark.parametrize(("name", "overlays"), OVERLAYS, ids=["-".join(overlays) for _, overlays in OVERLAYS])
def test_each_statement_of_an_edition_is_cited_and_shown(name: str, overlays: tuple[str, ...]) -> None:
    base, _ = resolve(name)
    laid, found = resolve(name, overlays)
    assert base is not None and laid is not None and not found
    added = set(laid.sections["statements"]) - set(base.sections["statements"])
    cited = {each for _, cites in citations(laid) for each in cites}
    cases, _ = read_cases(base)
    shown = {each for case in cases for each in case.cites}
    assert added and sorted(added - cited) == [] and sorted(added - shown) == []
    assert coverage(name).unknown_ids == ()


def test_rows_that_are_not_there_are_missed() -> None:
    """The test above can fail: an edition compared with itself says nothing of the list."""
    told = listed(LISTS[-1])
    missing = wrong(told, diff(told["before"], told["before"]))
    assert len(missing) == sum(len(row.get("paths", ())) for row in told["rows"])
