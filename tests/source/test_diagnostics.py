from __future__ import annotations

import re
from pathlib import Path

import pytest

import interpreter.source as room
from interpreter.source import CODES, Place, error, has_errors, register, render, source_line, warning

SOURCE = "rules:\n  ambush: {whenn: x}\n"


def line_of(file: str, line: int) -> str:
    return SOURCE.split("\n")[line - 1]


def test_render_shows_line_caret_hint_and_related_places() -> None:
    found = error(
        "unknown-key", Place("f.yaml", 2, 12), "there is no `whenn`", "did you mean `when`?", ((Place("f.yaml", 1, 1), "in this section"),)
    )
    assert render([found], line_of) == (
        "f.yaml:2:12: error[unknown-key] there is no `whenn`\n"
        "      ambush: {whenn: x}\n"
        "               ^\n"
        "  hint: did you mean `when`?\n"
        "  f.yaml:1:1: in this section\n"
        "    rules:\n"
        "    ^\n"
    )


def test_diagnostics_sort_by_place_then_code() -> None:
    places = [("b", 1, 1, "x"), ("a", 2, 1, "x"), ("a", 1, 9, "x"), ("a", 1, 9, "a")]
    found = [error(code, Place(file, line, column), "") for file, line, column, code in places]
    assert [(each.file, each.line, each.column, each.code) for each in sorted(found)] == sorted(places)


def test_nothing_unprintable_reaches_a_terminal() -> None:
    text = render([error("unknown-key", Place("f", 1, 3), "a \x1b[31m key")], lambda file, line: "\x1b]0;x\x07 a")
    assert "\x1b" not in text and "\x07" not in text


def test_a_very_long_line_is_cut_round_the_caret() -> None:
    text = render([error("unknown-key", Place("f", 1, 5000), "far")], lambda file, line: "x" * 4999 + "Y" + "x" * 90000)
    line, caret = text.split("\n")[1:3]
    assert len(line) < 200 and line[caret.index("^")] == "Y"


def test_source_line_never_raises(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"\xe9a\nb\n")
    assert source_line(str(tmp_path / "f"), 2) == "b"
    assert source_line(str(tmp_path / "f"), 9) == source_line(str(tmp_path), 1) == source_line("a\0b", 1) == ""


def test_only_errors_are_errors() -> None:
    place = Place("f", 1, 1)
    assert has_errors([warning("a", place, ""), error("b", place, "")]) and not has_errors([warning("a", place, "")])


def test_a_code_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(CODES, "a-test", raising=False)
    assert register("a-test", "One.") == register("a-test", "One.") == "a-test"
    with pytest.raises(ValueError, match="registered already"):
        register("a-test", "Two.")
    del CODES["a-test"]


def test_every_code_used_is_registered_and_tested() -> None:
    folder = Path(str(room.__file__)).parent
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    used = set(re.findall(r'(?:error|warning|refuse|_note|_note_at|_stop|_report)\(\s*"([a-z0-9-]+)"', code))
    mine = set(re.findall(r'^    "([a-z0-9-]+)": "', (folder / "diagnostics.py").read_text(encoding="utf-8"), re.MULTILINE))
    assert used == mine
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert {each for each in used if not re.search(rf"(\"|E: |E: [a-z -]+ ){each}\b", tests)} == set()
