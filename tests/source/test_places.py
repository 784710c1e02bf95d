from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from interpreter.source.places import find_overlay, find_ruleset, overlay_ids, ruleset_ids

Put = Callable[[Mapping[str, str]], Path]


def test_rulesets_by_id_and_path(put: Put) -> None:
    root = put({"a/ruleset.yaml": "", "b/x.yaml": "", "c/ruleset.yaml": ""})
    assert ruleset_ids([root]) == ("a", "c")
    assert find_ruleset("a", [root], Path()) == root / "a" == find_ruleset("../a", [], root / "c")
    assert find_ruleset("b", [root], Path()) is None and find_ruleset(root / "c", [], Path()) == root / "c"


def test_overlays_by_id_and_path(put: Put) -> None:
    names = (
        "house-rules/a.yaml",
        "house-rules/in/b.yaml",
        "house-rules/cases/n.yaml",
        "house-rules/f/overlay.yaml",
        "house-rules/f/m.yaml",
        "g/overlays/o.yaml",
    )
    root = put(dict.fromkeys(names, ""))
    known = overlay_ids([root], [root / "g"])
    assert sorted(known) == ["a", "b", "f", "o"] and next(iter(known)) == "o"
    assert find_overlay("f", known) == root / "house-rules/f" and find_overlay("nought", known) is None
    assert find_overlay(root / "house-rules/a.yaml", {}) == root / "house-rules/a.yaml" and find_overlay(root, {}) is None
