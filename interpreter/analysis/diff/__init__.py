"""Editions compared by what they say: definitions by id, value by value; never their text, order or wording.

`editions` reads the sides, `said` and `within` tell what a value says and whether it holds in fewer situations,
`rows` walks both trees, `consequences` plays them, `matrix` sets many beside each other; `overlay`, `text` and `html`
write down what was found. It may use `machine` and everything below.
"""

from __future__ import annotations

from interpreter.analysis.diff.overlay import as_overlay
from interpreter.analysis.diff.rows import ACTIONS, Change, Comparison, diff
from interpreter.analysis.diff.text import as_data, as_markdown, as_text

__all__ = ["ACTIONS", "Change", "Comparison", "as_data", "as_markdown", "as_overlay", "as_text", "diff"]
