"""Reading YAML: what values are, where they stand, and that nothing a file holds is fatal."""

from __future__ import annotations

import os
import string
from pathlib import Path

import pytest
from conftest import expected, seen
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.source import Node, load_yaml, parse_yaml, plain
from interpreter.source.scalars import resolve_plain
from interpreter.source.yaml import DEEPEST, LARGEST_FILE, MOST_NODES


def read(text: str) -> Node:
    found, problems = parse_yaml(text, "f.yaml")
    assert problems == () and found is not None
    return found


def field(root: Node, key: str) -> Node:
    assert isinstance(root.value, dict)
    return root.value[key]


def test_scalars_are_what_documents_mean() -> None:
    root = read("a: on\nb: yes\nc: true\nd: 12\ne: -3\nf:\ng: ~\nh: '12'\ni: 007\nj: True\nk: 0x10\nl: 2024-01-01\nm: 1_000\nn: 1:30\n")
    assert plain(root) == {
        "a": "on", "b": "yes", "c": True, "d": 12, "e": -3, "f": None, "g": None, "h": "12",
        "i": "007", "j": "True", "k": "0x10", "l": "2024-01-01", "m": "1_000", "n": "1:30",
    }  # fmt: skip
    assert type(field(root, "c").value) is bool and field(root, "d").raw == "12"


def test_keys_and_values_know_their_places() -> None:
    root = read("a: 1\nb:\n  - {c: d}\n")
    assert str(root.keys["b"]) == "f.yaml:2:1"
    element = field(root, "b").value
    assert isinstance(element, tuple)
    assert (str(element[0].place), str(element[0].keys["c"]), str(field(element[0], "c").place)) == (
        "f.yaml:3:5",
        "f.yaml:3:6",
        "f.yaml:3:9",
    )


def test_raw_is_not_folded_and_keeps_blank_lines() -> None:
    root = read("a: >\n    x and\n      y\n\n    z\n\n# remark\nb: |2-\n   one\n    two\nc: x\n  y  \n\n  z\n")
    assert field(root, "a").raw == "x and\n  y\n\nz"
    assert field(root, "b").raw == "one\n two" and field(root, "b").value == " one\n  two"
    assert field(root, "c").raw == "x\ny\n\nz" and field(root, "c").value == "x y\nz"
    assert str(field(root, "a").at(2, 3)) == "f.yaml:3:7"
    assert str(field(root, "c").at(4, 1)) == "f.yaml:14:3"


def test_escaped_quotes_read_as_themselves() -> None:
    root = read("""a: 'it''s x'\nb: "say \\"é\\" x"\n""")
    assert field(root, "a").raw == "it's x" and str(field(root, "a").at(1, 6)) == "f.yaml:1:11"
    assert field(root, "b").raw == 'say "é" x' and str(field(root, "b").at(1, 9)) == "f.yaml:2:15"


def test_places_past_the_end_are_ends() -> None:
    node = field(read("a: |\n  xy\n  z\nb:\nc: ''\n"), "a")
    assert [str(node.at(*at)) for at in ((1, 3), (1, 99), (2, 2), (9, 9), (0, 0))] == [
        "f.yaml:2:5", "f.yaml:2:5", "f.yaml:3:4", "f.yaml:3:4", "f.yaml:2:3",
    ]  # fmt: skip
    root = read("b:\nc: ''\nd: |\n\n")
    assert [str(field(root, key).at(1, 1)) for key in "bcd"] == ["f.yaml:1:3", "f.yaml:2:5", "f.yaml:3:5"]


def test_line_ends_and_byte_order_mark_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes(b"\xef\xbb\xbfa: |\r\n  x\r\n  y\r\nb: 1")
    root, problems = load_yaml(tmp_path / "f.yaml")
    assert root is not None and problems == () and field(root, "a").raw == "x\ny" and root.keys["b"].line == 4


WORDS = (
    st.lists(st.text(string.ascii_letters + "é😀(", min_size=1, max_size=5), min_size=1, max_size=4)
    .map(" ".join)
    .filter(lambda words: resolve_plain(words) == words)
)
BLOCKS = st.lists(st.tuples(st.integers(0, 3), WORDS | st.just("")), min_size=1, max_size=6)


@given(BLOCKS, st.sampled_from(["|", ">", "|-", ">+"]), st.integers(1, 5), st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_every_character_of_a_block_maps_to_itself(block: list[tuple[int, str]], style: str, indentation: int, above: int) -> None:
    block = [(0, "first"), *block, (0, "last")]
    lines = [" " * (indentation + more) + words if words else "" for more, words in block]
    assert_mapped("x:\n" * 0 + "#\n" * above + f"a: {style}\n" + "\n".join(lines) + "\nb: 1\n")


@given(st.lists(WORDS, min_size=1, max_size=4), st.sampled_from(["", "'", '"']), st.integers(1, 4))
@settings(max_examples=150, deadline=None)
def test_every_character_of_a_flow_scalar_maps_to_itself(lines: list[str], quote: str, indentation: int) -> None:
    assert_mapped("a: " + quote + ("\n" + " " * indentation).join(lines) + quote + "\nb: 1\n")


def assert_mapped(text: str) -> None:
    root, problems = parse_yaml(text, "f.yaml")
    assert root is not None and problems == ()
    node, source = field(root, "a"), text.split("\n")
    for number, line in enumerate(node.raw.split("\n"), 1):
        for column, sign in enumerate(line, 1):
            place = node.at(number, column)
            assert source[place.line - 1][place.column - 1] == sign
    assert isinstance(node.value, str) and node.raw.split() == node.value.split()


BROKEN = """
a: 1.5 # E: float
b: 1e3 # E: float
bb: {c: 12345678901234567890} # E: number-too-large
c: {d: 1, d: 2} # E: duplicate-key
1: x # E: non-text-key
true: x # E: non-text-key
1.5: x # E: non-text-key
? [a, b] # E: non-text-key
: {c: d}
'': x # E: empty-key
e: &anchor x # E: yaml-alias
f: *anchor # E: yaml-alias
g: !!str 1 # E: yaml-tag
<<: {x: y} # E: merge-key
h: fine
"""


def test_all_that_is_wrong_is_found_at_once() -> None:
    root, problems = parse_yaml(BROKEN, "f.yaml")
    assert seen(problems) == expected("f.yaml", BROKEN)
    assert root is not None and field(root, "h").value == "fine" and plain(field(root, "c")) == {"d": 1}


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: b: c", "yaml-syntax", 1, 5),
        ("a: {b: https://c}", "yaml-syntax", 1, 13),
        ("a: [1, 2", "yaml-syntax", 1, 4),
        ("a: {b: c", "yaml-syntax", 1, 4),
        ("a: 'x\n", "yaml-syntax", 1, 4),
        ("a: @x", "yaml-syntax", 1, 4),
        ("a: 1\n b: 2", "yaml-syntax", 2, 3),
        ("- a\nb: 1", "yaml-syntax", 2, 1),
        ("a: \"\\q\"", "yaml-syntax", 1, 5),
        ("%YAML 9.9\n---\na: 1", "yaml-syntax", 1, 1),
        ("a: 1\n---\nb: 2\n", "multiple-documents", 2, 1),
        ("a: 1\nb:\n\t- c\n\t- d\n", "tab", 3, 1),
        ("a: \x07", "odd-character", 1, 4),
        ("a: x\u2028y", "odd-character", 1, 5),
        ("a: \ud800", "odd-character", 1, 4),
        ("a: " + "[" * 100_000, "too-deep", 1, 3 + DEEPEST),
        ("- " * 5000 + "a", "too-deep", 1, 2 * DEEPEST - 1 + 2),
        ("\n".join(" " * n + "a:" for n in range(1000)), "too-deep", DEEPEST + 1, DEEPEST + 1),
        ("[" + "a," * (MOST_NODES + 5) + "]", "too-large", 1, 2 * MOST_NODES),
        ("a: " + "x" * LARGEST_FILE, "too-large", 1, 1),
        ("a: 1\n" * 500, "too-many-errors", 101, 1),
    ],
)  # fmt: skip
def test_what_ends_the_reading(text: str, code: str, line: int, column: int) -> None:
    root, problems = parse_yaml(text, "f.yaml")
    assert root is None and (problems[-1].code, problems[-1].line, problems[-1].column) == (code, line, column)


@pytest.mark.parametrize(("text", "told"), [("a: {b: c is {d, e}}", "`{`"), ("a: {b: c of [d, e]}", "`[`"), ("a: [b, c", "missing `,`")])
def test_what_ends_a_mapping_too_early_is_told(text: str, told: str) -> None:
    _, problems = parse_yaml(text, "f.yaml")
    assert told in problems[-1].hint


def test_a_bomb_does_not_go_off() -> None:
    text = "a: &a [x, x, x, x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(20))
    _, problems = parse_yaml(text, "f.yaml")
    assert {each.code for each in problems} <= {"yaml-alias", "too-many-errors"}


@given(st.text(st.sampled_from("ab:-?[]{}'\"|>&*!#%@`,~ \n\t<.0\\é"), max_size=60))
@settings(max_examples=400, deadline=None)
def test_no_text_raises(text: str) -> None:
    root, problems = parse_yaml(text, "f.yaml")
    assert root is not None or problems
    lines = text.split("\n")
    assert all(1 <= each.line <= len(lines) + 1 and each.column >= 1 for each in problems)


def test_files_that_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.yaml").write_bytes("a: 1\nb: caf\xe9 x\n".encode("latin-1"))
    (tmp_path / "giant.yaml").write_bytes(b"a" * (LARGEST_FILE + 1))
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    names = ("latin.yaml", "giant.yaml", ".", "none.yaml", "pipe.yaml", "loop.yaml", "a\0b", "x" * 5000)
    found = [load_yaml(tmp_path / name) for name in names]
    assert all(root is None and len(problems) == 1 for root, problems in found)
    assert [problems[0].code for _, problems in found] == ["not-utf-8", "too-large", *["file-not-read"] * 6]
    assert (found[0][1][0].line, found[0][1][0].column) == (2, 7)
    assert load_yaml("/dev/zero")[1][0].code == "file-not-read"


def test_an_empty_file_is_a_node_without_value() -> None:
    assert [plain(read(text)) for text in ("", "\n# remark\n", "---\n")] == [None, None, None]


def test_three_thousand_lines_are_read_whole() -> None:
    text = "".join(
        f"d{n}:\n  title: 'T {n}'\n  when: x is y\n  do: |\n    for each x in y:\n      z\n\n    w\n  l: [a, b]\n  n: 1\n"
        for n in range(300)
    )
    assert len(plain(read(text))) == 300


def test_a_colon_in_a_text_within_braces_is_told_with_what_to_do() -> None:
    _, (found,) = parse_yaml("a: {b: https://c}", "f.yaml")
    assert found.message == "a `:` stands in a text inside `{…}` or `[…]`" and "quotes" in found.hint
