"""How changes are written; the offending line says the code it must get."""

from __future__ import annotations

import pytest
from conftest import expected, seen

from interpreter.source import Diagnostic, parse_yaml
from interpreter.source.changes import MOST_CHANGES, Change, alike, read_changes, touched


def read(text: str) -> tuple[list[Change], list[Diagnostic]]:
    root, problems = parse_yaml(text, "f.yaml")
    assert root is not None and problems == ()
    found: list[Diagnostic] = []
    return read_changes(root, found), found


def test_paths_have_words_and_indices() -> None:
    changes, found = read("- {remove: 'rules.no-move_2.do it[2].x', expects: 3}\n")
    assert found == [] and [step.word for step in changes[0].path] == ["rules", "no-move_2", "do it", 2, "x"]
    assert str(changes[0].path[3].place) == "f.yaml:1:34" and changes[0].text() == "rules.no-move_2.do it[2].x"


BROKEN = """
- set # E: bad-change
- {sett: a.b, to: 1} # E: unknown-key bad-change
- {set: a.b} # E: bad-change
- {set: a.b, to: 1, remove: c.d} # E: bad-change
- {remove: a.b, with: 1} # E: bad-change
- {rename: a.b, to: } # E: bad-change
- {insert: a.b, value: 1} # E: bad-change
- {insert: a.b, value: 1, before: x, behind: y} # E: bad-change
- {remove: [a]} # E: bad-path
- {remove: } # E: bad-path
- {remove: a..b} # E: bad-path
- {remove: .a} # E: bad-path
- {remove: a.b.} # E: bad-path
- {remove: 'a.[1]b'} # E: bad-path
- {remove: 'a[x]'} # E: bad-path
- {remove: a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a} # E: bad-path
- {set: a.b, to: } # E: bad-change
"""


def test_all_that_is_wrong_is_found_on_its_line() -> None:
    changes, found = read(BROKEN)
    assert changes == [] and seen(found) == expected("f.yaml", BROKEN)


def test_changes_are_a_list_of_a_bounded_length() -> None:
    assert [each.code for each in read("a: b")[1]] == ["bad-change"] and read("")[0] == []
    assert [each.code for each in read("- {remove: a.b}\n" * (MOST_CHANGES + 1))[1]] == ["too-large"]


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("{set: a.b.c, to: 1}", [("a", "b", "c")]),
        ("{rename: a.b, to: c}", [("a", "b"), ("a", "c")]),
        ("{insert: a.b, value: x, before: c}", [("a", "b", "c")]),
        ("{add: a.b.c, value: [x, y]}", [("a", "b", "c", "x"), ("a", "b", "c", "y")]),
        ("{add: a.b, value: {x: 1}}", [("a", "b", "x")]),
        ("{add: a, value: {x: 1}}", [("a", "x")]),
    ],
)
def test_touched(text: str, paths: list[tuple[str, ...]]) -> None:
    assert touched(read(f"- {text}")[0][0]) == paths


def test_alike() -> None:
    one, two, three = read("- {set: a.b, to: 1}\n- {to: 1, set: a.b}\n- {set: a.b, to: 2}\n")[0]
    assert alike(one, two) and not alike(one, three)
