"""SVG as text: numbers, escapes, lines of words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from interpreter.exchange.svg import LETTER, broken, element, fitting, number, ring, words


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (1.25, "1.2"), (-0.01, "0"), (-2.06, "-2.1"), (100.0, "100"), (0.0, "0"), (-0.3, "-0.3")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_elements() -> None:
    made = ElementTree.fromstring(element("g", element("path", d="M0 0", stroke_width=2.0, class_="a&b", fill=None), id='q"'))
    assert made.attrib == {"id": 'q"'} and made[0].attrib == {"d": "M0 0", "stroke-width": "2", "class": "a&b"}
    assert ElementTree.fromstring(words("<&>", (1.0, 2.0), 3)).text == "<&>"
    assert ring([(0, 0), (1.5, 0), (1, 2)]) == "M0 0L1.5 0L1 2Z"


def test_lines_break_at_blanks_alone() -> None:
    assert broken("Union of South Africa", 13) == ["Union of", "South Africa"]
    assert broken("3\u00a0inf 1\u00a0art 2\u00a0tnk", 12) == ["3\u00a0inf 1\u00a0art", "2\u00a0tnk"]
    assert broken("Unbreakablylong", 5) == ["Unbreakablylong"] and broken("", 5) == [""]


def test_letters_fit_into_their_box() -> None:
    assert fitting(["ab"], 100, 100, 12) == 12
    assert fitting(["abcdefghij"], 50, 100, 12) * LETTER * 10 == pytest.approx(50)
    assert fitting(["a", "b"], 100, 10, 12) * 1.15 * 2 == pytest.approx(10)
