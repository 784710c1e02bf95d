from __future__ import annotations

import pytest

from interpreter.source.scalars import block_source, flow_source, resolve_plain


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("null", None), ("-0", 0), ("+5", 5), ("01", "01"), ("off", "off"), ("9" * 30, "9" * 30)]
)
def test_resolve_plain(text: str, value: object) -> None:
    assert resolve_plain(text) == value


def test_flow_source_over_lines() -> None:
    assert flow_source(["a: 'x ", "", "   y'"], (0, 3), (2, 5), "'") == ("x\n\ny", ((0, 1, 5), (2, 2, 1), (3, 3, 4)))


def test_block_source_takes_common_indentation_away() -> None:
    assert block_source(["a: |", "    x", "", "      y", ""], 0, 5) == ("x\n\n  y", ((0, 2, 5), (2, 3, 1), (3, 4, 5)))
    assert block_source(["a: |", ""], 0, 2) == ("", ((0, 1, 5),))
