"""One layer from its files; the offending line says the code it must get."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from conftest import expected, seen

from interpreter.source import Diagnostic
from interpreter.source.documents import Kind, Layer, check_id, read_layer

Put = Callable[[Mapping[str, str]], Path]


def read(home: Path, kind: Kind = "ruleset") -> tuple[Layer | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return read_layer(home, kind, found), found


def test_a_folder_is_one_layer(put: Put) -> None:
    home = put(
        {"ruleset.yaml": "ruleset: x\nextends: [a, b]\ntags: {t: }\n", "b.yaml": "tags: {u: }\n", "a.yaml": "", "cases/c.yaml": "[["}
    )
    layer, found = read(home)
    assert layer is not None and found == []
    assert layer.id == "x" and layer.ids("extends") == ("a", "b") and list(layer.definitions) == [("tags", "t"), ("tags", "u")]
    assert [path.name for path in layer.files] == ["ruleset.yaml", "a.yaml", "b.yaml"]


def test_attributes_are_defined_one_deeper(put: Put) -> None:
    layer, found = read(put({"ruleset.yaml": "attributes: {unit: {a: 1}}", "a.yaml": "attributes:\n  unit: {b: 1}\n  space:\n"}))
    assert layer is not None and found == [] and list(layer.definitions) == [("attributes", "unit", "a"), ("attributes", "unit", "b")]


BROKEN = {
    "ruleset.yaml": """\
title: [a] # E: wrong-shape
library: maybe # E: wrong-shape
needs: a # E: misplaced-key
extend: x # E: unknown-section
tags: x # E: wrong-shape
attributes: {unit: 3} # E: wrong-shape
rules:
  a: {}
  b.c: {} # E: bad-id
changes: x # E: bad-change
""",
    "second.yaml": """\
title: x # E: misplaced-key
rules:
  a: {} # E: already-defined
""",
    "third.yaml": "[a] # E: wrong-shape\n",
}


def test_all_that_is_wrong_is_found_at_once(put: Put) -> None:
    layer, found = read(put({**BROKEN, "stray.yml": ""}))
    wanted = set[tuple[str, int, str]]().union(*(expected(name, text) for name, text in BROKEN.items()))
    assert layer is not None and seen(found) == wanted | {("stray.yml", 1, "file-passed-over")}
    twice = next(each for each in found if each.code == "already-defined")
    assert [(Path(place.file).name, place.line) for place, _ in twice.related] == [("ruleset.yaml", 8)]
    assert next(each.hint for each in found if each.code == "unknown-section") == "did you mean `extends`?"


def test_a_layer_with_a_broken_file_is_none(put: Put) -> None:
    home = put({"ruleset.yaml": "ruleset: x\n", "bad.yaml": "a: b: c\n"})
    (home / "latin.yaml").write_bytes(b"a: \xe9\n")
    (home / "folder.yaml").mkdir()
    layer, found = read(home)
    assert layer is None and [each.code for each in found] == ["yaml-syntax", "file-not-read", "not-utf-8"]


def test_too_many_files(put: Put) -> None:
    layer, found = read(put({"ruleset.yaml": "", **{f"f{number}.yaml": "" for number in range(500)}}))
    assert layer is None and [each.code for each in found] == ["too-large"]


def test_an_overlay_is_a_file_or_a_folder(put: Put) -> None:
    home = put({"x.yaml": "overlay: x\nfor: a\n", "y/overlay.yaml": "overlay: y\nextends: a\n", "y/more.yaml": "tags: {t: }\n"})
    one, found = read(home / "x.yaml", "overlay")
    other, problems = read(home / "y", "overlay")
    assert one is not None and other is not None
    assert (one.id, other.id, len(other.definitions), found) == ("x", "y", 1, []) and [each.code for each in problems] == ["misplaced-key"]


def test_an_id_is_the_name_that_it_is_found_by(put: Put) -> None:
    layer, found = read(put({"ruleset.yaml": "ruleset: x\n"}))
    assert layer is not None
    check_id(layer, "x", found)
    assert found == []
    check_id(layer, "y", found)
    assert [each.code for each in found] == ["wrong-id"]
