"""The pages for people say what the program does: they are followed from their first command to the last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run
from pages import fits, renewed, shortened, walk

from interpreter.source.changes import OPERATIONS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("page", "least"), [("rulesets/README.md", 20), ("README.md", 9)])
def test_a_page_prints_what_the_program_prints(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str, least: int) -> None:
    monkeypatch.chdir(tmp_path)
    given = list(walk((ROOT / page).read_text(encoding="utf-8"), run))
    wrong = [each.wrong for each in given if each.wrong]
    assert not wrong, f"{page} (tests/cli/pages.py writes it anew)\n\n" + "\n\n".join(wrong)
    assert len(given) >= least


@pytest.mark.parametrize(
    ("wanted", "printed", "same"),
    [
        ("a b", "a b", True),
        ("a b", "a b c", False),
        ("a … c", "a b b c", True),
        ("a … c", "a c", True),
        ("a … c", "a b", False),
        ("… b … d", "a b c d", True),
        ("… d … b", "a b c d", False),
        ("a b … b", "a b", False),
        ("a …", "a b c", True),
        ("a …", "b c", False),
    ],
)
def test_lines_may_be_left_out(wanted: str, printed: str, same: bool) -> None:
    assert fits(wanted.split(), printed.split()) is same


def test_the_operations_of_the_page_for_authors_can_be_carried_out(run: Run, tmp_path: Path) -> None:
    page = (ROOT / "rulesets" / "README.md").read_text(encoding="utf-8")
    operations = re.findall(r"^\| `(\{\w+: .*\})` \|", page, re.MULTILINE)
    assert {each[1:].partition(":")[0] for each in operations} == OPERATIONS.keys()
    overlay = tmp_path / "each.yaml"
    overlay.write_text("\n- ".join(("overlay: each\nfor: [spring-1942]\nchanges:", *operations)) + "\n", encoding="utf-8")
    result = run("check", "spring-1942", "--with", overlay)
    assert result.out == "spring-1942: nothing wrong\n"


def test_what_is_not_as_the_page_says_is_told_and_mended(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = "This is `a.txt`:\n\n```\none\n```\n\n```\n$ cat a.txt\none\n$ cat a.txt\ntwo\n```\n"
    first, second = walk(page, run)
    assert first.wrong == "" and second.wrong.startswith("line 10: $ cat a.txt") and "-two" in second.wrong
    assert renewed(page, run) == page.replace("two", "one")


def test_a_page_written_anew_leaves_out_what_it_left_out() -> None:
    printed = ["head", "cost 7", "other", "won 41.5 %", "tail"]
    assert shortened(["…", "cost 6", "…", "won 42.0 %", "…"], printed) == ["…", "cost 7", "…", "won 41.5 %", "…"]
    assert shortened(["cost 6"], printed) == printed
