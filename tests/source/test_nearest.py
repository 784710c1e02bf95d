from __future__ import annotations

import pytest

from interpreter.source import did_you_mean, nearest
from interpreter.source.nearest import key_hint


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("SovietUnion", "soviet_union"),
        ("soviet-union", "soviet_union"),
        ("sovjet_union", "soviet_union"),
        ("whenn", "when"),
        ("atack", "attack"),
        ("zzz", None),
        ("", None),
        ("x" * 10_000, None),
    ],
)
def test_nearest(word: str, found: str | None) -> None:
    assert nearest(word, ["soviet_union", "when", "attack", "defense", "do"]) == found


def test_no_candidates() -> None:
    assert nearest("a", []) is None and did_you_mean("a", []) == ""


def test_hint() -> None:
    assert did_you_mean("whenn", ["when"]) == "did you mean `when`?"


def test_the_rest_of_a_text_that_a_comma_has_cut() -> None:
    assert "comma" in key_hint("kind)", True, ("when", "because"))
    assert "comma" not in key_hint("kind)", False, ("when", "because"))
    assert "`when`" in key_hint("whenn", True, ("when", "because"))
