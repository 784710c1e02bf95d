"""The authors' page names what rules take hold of; each name is there in every game that builds on the library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from interpreter.source.layers import resolve
from interpreter.source.tree import Node

PAGE = Path(__file__).parents[2] / "rulesets" / "README.md"
GAMES = ("spring-1942", "global-1940")
TABLE = re.compile(r"<!-- names -->\n(.*?)<!-- end -->", re.S)


def told() -> tuple[str, ...]:
    """The names that the page's table lists."""
    table = TABLE.search(PAGE.read_text(encoding="utf-8"))
    assert table is not None
    return tuple(re.findall(r"`([a-z_]+)`", table[1]))


def missing(names: tuple[str, ...], sections: Mapping[str, Mapping[str, Node]]) -> list[str]:
    """Those of some names that nothing defines, and that are no attribute."""
    known = {
        name for section in ("define", "events", "actions", "procedures", "sequences", "engagements") for name in sections.get(section, {})
    }
    for group in sections.get("attributes", {}).values():
        known |= set(group.value) if isinstance(group.value, dict) else set()
    return [name for name in names if name not in known]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_names_is_there(game: str) -> None:
    resolved, _ = resolve(game)
    assert resolved is not None
    assert len(told()) > 50
    assert missing(told(), resolved.sections) == []


def test_a_name_that_is_not_there_is_found() -> None:
    resolved, _ = resolve(GAMES[0])
    assert resolved is not None
    assert missing(("captured", "no_such_hook"), resolved.sections) == ["no_such_hook"]
