"""Writes the kept playthroughs anew: `python -m tests.golden`, then read what `git diff` shows."""

from __future__ import annotations

from tests.golden import KEPT, text

for each in KEPT:
    each.file.write_text(text(each), encoding="utf-8")
    print(f"wrote {each.file}")
