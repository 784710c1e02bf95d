"""Where the folders lie that come with the product, and where compiled things are kept."""

from __future__ import annotations

import os
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def shipped(name: str) -> Path:
    """The folder `rulesets`, `grammar` or `schemas`: inside the installed package, or beside it in a checkout."""
    installed = PACKAGE / "_data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path | None:
    """Where compiled rulesets are kept; None where `WARBOOK_CACHE` says `off`."""
    chosen = os.environ.get("WARBOOK_CACHE", "")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "warbook"
