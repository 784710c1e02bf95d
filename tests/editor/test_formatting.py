"""Tidy files say the same, keep their comments, and stay as they are when tidied again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from interpreter.editor.formatting import formatted, says_the_same
from interpreter.rules.build import examine
from interpreter.source.layers import resolve
from interpreter.source.yaml import parse_yaml

ROOT = Path(__file__).parents[2] / "rulesets"
UNTIDY = """

ruleset:  x
changes:
- {set: a.b.c, to: 5,
   expects: 4}
-   set: q
    to: 5
# at the top
rules:
      # inside rules
      one:
          forbid: [a,
            b]   # behind
          # inside one
          when: a and
            b or
              c


          do: |
                if a:
                    b()

                    c()
          # behind do
          long: >
             a
             b
      two:
          when:
             {a: 1}
          text: "abc
            def"

cases:
  a:
   - run: x
   -
     b: c
   - - p
     - q
"""
TIDY = """ruleset:  x
changes:
  - {set: a.b.c, to: 5,
     expects: 4}
  - set: q
    to: 5
# at the top
rules:
  # inside rules
  one:
    forbid: [a,
      b]   # behind
    # inside one
    when: a and
      b or
        c

    do: |
      if a:
          b()

          c()
    # behind do
    long: >
      a
      b
  two:
    when:
      {a: 1}
    text: "abc
      def"

cases:
  a:
    - run: x
    -
      b: c
    - - p
      - q
"""


def test_the_usual_form() -> None:
    assert formatted(UNTIDY, "x.yaml").text == TIDY
    assert formatted(TIDY, "x.yaml").text == TIDY


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("a: 1", "a: 1\n"),
        ("a: 1\r\nb: 2   \r\n", "a: 1\nb: 2\n"),
        ("\ufeffa:\n    b: 1\n", "a:\n  b: 1\n"),
        ("a: |2\n    b\n", "a: |2\n    b\n"),
        ("a:\n    b: |\n        x  \n\n\n\n        y\n    c: 1\n", "a:\n  b: |\n    x\n\n\n\n    y\n  c: 1\n"),
        ("a:\n    b: {c: 1,\n        d: 2\n    }\n", "a:\n  b: {c: 1,\n      d: 2\n    }\n"),
        ("a: # why\n    b: 1\n    # last\n", "a: # why\n  b: 1\n  # last\n"),
        ("a:\n- b\n-  - c\n   - d\n", "a:\n  - b\n  - - c\n    - d\n"),
    ],
)
def test_little_texts(before: str, after: str) -> None:
    assert formatted(before, "x.yaml").text == after
    assert formatted(after, "x.yaml").text == after


@pytest.mark.parametrize("text", ["a: [1\n", "a: 1\na: 2\n", "\ta: 1\n", "a: &b 1\n", "a: 1\n---\nb: 2\n", "a: 1.5\n"])
def test_what_can_t_be_read_is_left_alone(text: str) -> None:
    result = formatted(text, "x.yaml")
    assert result.text == text and "can't be read" in result.reason and result.found


def test_a_form_that_would_say_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.editor.formatting._tidy", lambda text: text.replace("1", "2"))
    assert formatted("a: 1\n", "x.yaml").reason == "it would say something else"
    monkeypatch.setattr("interpreter.editor.formatting._tidy", lambda text: text + "\n")
    assert formatted("a: 1\n", "x.yaml").reason == "its form would not stay the same"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a: 1", "a: 1", True),
        ("a: 1", "a: '1'", False),
        ("a: x y", "a: x  y", False),
        ("{a: 1, b: 2}", "{b: 2, a: 1}", False),
        ("a: [1]", "a: [1, 2]", False),
        ("a: |\n  x\n  y\n", "a: |\n    x\n    y\n", True),
        ("a: |\n  x\n  y\n", "a: |\n  x\n    y\n", False),
        ("a: x\n", "a:\n", False),
    ],
)
def test_what_says_the_same(one: str, other: str, same: bool) -> None:
    first, second = parse_yaml(one, "x")[0], parse_yaml(other, "x")[0]
    assert first is not None and second is not None
    assert says_the_same(first, second) is same


def _wild(text: str) -> str:
    """The same document, deeper indented and with more empty lines, outside texts of several lines and brackets."""
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        lines.append(" " * (indent * 2) + line.lstrip(" ") + ("   " if line else ""))
    return "\n\n" + "\n".join(lines)


NAMES = [p.parent.name for p in sorted(ROOT.glob("*/ruleset.yaml"))]


@pytest.fixture(scope="module")
def tidied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all shipped rulesets, formatted."""
    copy = tmp_path_factory.mktemp("tidied") / "rulesets"
    shutil.copytree(ROOT, copy)
    for file in sorted(copy.rglob("*.yaml")):
        result = formatted(file.read_text(encoding="utf-8"), str(file))
        assert result.reason == ""
        file.write_text(result.text, encoding="utf-8")
    return copy


@pytest.mark.parametrize("name", NAMES)
def test_shipped_rulesets_mean_the_same(name: str, tidied: Path) -> None:
    before, after = (resolve(root / name, roots=(root,))[0] for root in (ROOT, tidied))
    assert before is not None and after is not None
    assert examine(before).program.digest == examine(after).program.digest


def test_no_line_is_lost_and_tidy_files_stay(tidied: Path) -> None:
    for number, file in enumerate(sorted(tidied.rglob("*.yaml"))):
        text, old = file.read_text(encoding="utf-8"), (ROOT / file.relative_to(tidied)).read_text(encoding="utf-8")
        assert [line.strip() for line in text.split("\n") if line.strip()] == [x.strip() for x in old.split("\n") if x.strip()]
        if number % 4 == 0:
            assert formatted(text, str(file)).text == text


@pytest.mark.parametrize("name", NAMES)
def test_wild_files_are_tidied(name: str) -> None:
    """Deeper indented, with blanks and empty lines: what can still be read becomes tidy, says the same, and stays so."""
    count = 0
    for file in sorted((ROOT / name).rglob("*.yaml"))[::3]:
        wild = _wild(file.read_text(encoding="utf-8"))
        result = formatted(wild, str(file))
        if "can't be read" not in result.reason:
            assert result.reason == "", file
            one, other = parse_yaml(wild, "x")[0], parse_yaml(result.text, "x")[0]
            assert one is not None and other is not None and says_the_same(one, other)
            assert formatted(result.text, str(file)).text == result.text
            count += 1
    assert count > 2
