"""Text to tree: what binds how, words that are whole, and broken texts told as named mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from lark import Tree

from interpreter.language.ir import Span
from interpreter.language.problems import Problem
from interpreter.language.syntax import MAX_BLOCKS, MAX_NESTING, MAX_TEXT, WORDS, grammar_text, parse
from tests.language.little import BOARD, PLAY, asked_for, check, found_in


def shape(kind: str, text: str) -> str:
    """A tree in one line: names in place of their tokens."""

    def words(node: object) -> str:
        if not isinstance(node, Tree):
            return "-" if node is None else str(node)
        inside = " ".join(words(child) for child in node.children)
        if node.data in ("name", "number") and len(node.children) == 1:
            return inside
        return f"({node.data} {inside})" if inside else str(node.data)

    tree = parse(kind, text)
    assert isinstance(tree, Tree), tree
    return words(tree.children[0] if kind == "expression" else tree)


def problem(kind: str, text: str) -> Problem:
    found = parse(kind, text)
    assert isinstance(found, Problem), shape(kind, text)
    return found


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a + b * c - d", "(minus (plus a (times b c)) d)"),
        ("(a + b) * c", "(times (plus a b) c)"),
        ("-a + b", "(plus (negative a) b)"),
        ("a or b and not c", "(either a (both b (negated c)))"),
        ("not a = b", "(negated (compare a = b))"),
        ("not not a", "(negated (negated a))"),
        ("a, b or c", "(all_of a (either b c))"),
        ("a if b else c if d else e", "(choice a b (choice c d e))"),
        ("a of b of c", "(attribute_of a (attribute_of b c))"),
        ("a's b's c", "(possessive (possessive a b) c)"),
        ("a of b's c", "(attribute_of a (possessive b c))"),
        ("its a + 1", "(plus (own a) 1)"),
        ("a controls b", "(infix a controls b)"),
        ("a + 1 beats b's c", "(infix (plus a 1) beats (possessive b c))"),
        ("a is not b", "(is_not a b)"),
        ("a not in b", "(not_member a b)"),
        ("a adjacent to b", "(beside a b)"),
        ("a is b and c in d", "(both (is_a a b) (member c d))"),
        ("count units in a + 1", "(plus (count (units_in a)) 1)"),
        ("count a where b and c", "(count (where a (both b c)))"),
        ("(count a where b) and c", "(both (count (where a b)) c)"),
        ("5 * count a where b", "(times 5 (count (where a b)))"),
        ("no a in b where c or d", "(phrase no (named a b (either c d)))"),
        ("x owns any a", "(infix x owns (phrase any a))"),
        ("at least 2 of a is b", "(is_a (phrase (at_least 2) a) b)"),
        ("exactly (n + 1) a", "(phrase (exactly (plus n 1)) a)"),
        ("any unit in a where b", "(phrase any (some_unit_in a b))"),
        ("no space adjacent to a", "(phrase no (some_space_beside a -))"),
        ("first x in a where b by c descending", "(first (by_descending (named x a b) c))"),
        ("total (it * 2) of a", "(total (times (name it) 2) a)".replace("(name it)", "it")),
        ("total cost of a", "(total (measure cost) a)"),
        ("each p of a", "(each (measure p) a)"),
        ("a where b by c", "(where_by a b c)"),
        ("x in a where b", "(where (member x a) b)"),
        ("f(a, b + 1)", "(call f (arguments a (plus b 1)))"),
        ("{}", "(set -)"),
        ("{a, b}", "(set (arguments a b))"),
        ("units aboard a's b", "(units_aboard (possessive a b))"),
        ("unit's place", "(possessive name_unit place)"),
        ('"a b"', '(text "a b")'),
        ("a\n  and\n b", "(both a b)"),
        ("a # a remark", "a"),
    ],
)
def test_what_binds_how(text: str, tree: str) -> None:
    assert shape("expression", text) == tree


@pytest.mark.parametrize("word", sorted(WORDS))
def test_words_are_whole(word: str) -> None:
    """A name may begin or end with any word of the language."""
    for name in (f"{word}x", f"{word}_land", f"x_{word}", f"{word}1"):
        assert shape("expression", f"{name} is {name} and {name} of {name}") == f"(both (is_a {name} {name}) (attribute_of {name} {name}))"


def test_novgorod_and_notable() -> None:
    assert shape("expression", "no novgorod") == "(phrase no novgorod)"
    assert shape("expression", "not notable") == "(negated notable)"


def test_statements() -> None:
    text = "if a:\n    stop\nelse if b:\n    finish\nelse:\n    f(1)\nset a\nset a b\nset a to b"
    tree = shape("effects", text)
    assert (
        tree
        == "(effects (if a (block stop) (otherwise_if b (block finish) (otherwise (block (run f (arguments 1)))))) (set_flag a) (set_flag a b) (set_to a b))"
    )


def test_blank_lines_and_remarks_in_blocks() -> None:
    text = "# first\n\nif a:\n    # inner\n\n    stop   # why\n\n    stop\n# between\nstop\n"
    assert shape("effects", text) == "(effects (if a (block stop stop)) stop)"


def test_long_values_may_go_on_in_parentheses() -> None:
    assert shape("effects", "let a = (b +\n  c)\nstop") == "(effects (let a (plus b c)) stop)"


def test_modifiers() -> None:
    assert shape("modifier", "attack + 1") == "(modifier attack + 1 -)"
    assert shape("modifier", "attack = a + b when c, d") == "(modifier attack = (plus a b) (all_of c d))"


MISTAKES = [
    ("expression", "", "empty-text", (1, 1)),
    ("expression", "  \n ", "empty-text", (1, 1)),
    ("effects", "# nothing\n", "empty-text", None),
    ("expression", "a +", "unfinished", (1, 4)),
    ("expression", "a and", "unfinished", (1, 6)),
    ("expression", "a if b", "unfinished", (1, 7)),
    ("effects", "let a =", "unfinished", None),
    ("expression", "(a + b", "open-parenthesis", (1, 7)),
    ("expression", "f(a, (b)", "open-parenthesis", (1, 9)),
    ("expression", '"abc', "open-quote", (1, 1)),
    ("expression", "a & b", "strange-character", (1, 3)),
    ("expression", "[a]", "strange-character", (1, 1)),
    ("expression", "a % b", "strange-character", (1, 3)),
    ("expression", "a\\nb", "strange-character", (1, 2)),
    ("expression", "a; b", "strange-character", (1, 2)),
    ("expression", "Germany controls a", "upper-case-letter", (1, 1)),
    ("expression", "1 < a < 3", "comparison", (1, 7)),
    ("expression", "a == b", "comparison", (1, 4)),
    ("expression", "a = = b", "comparison", (1, 5)),
    ("effects", "if a\n    stop", "missing-colon", (1, 5)),
    ("effects", "while a and b\n    stop", "missing-colon", None),
    ("effects", "if a:\nstop", "indentation", (2, 1)),
    ("effects", "if a:\n    stop\n  stop", "indentation", (3, 1)),
    ("effects", "stop\n    stop", "indentation", None),
    ("expression", "a ) b", "syntax", (1, 3)),
    ("effects", "stop stop", "syntax", None),
    ("expression", "x" * (MAX_TEXT + 1), "too-long", (1, 1)),
    ("expression", "(" * (MAX_NESTING + 1) + "a" + ")" * (MAX_NESTING + 1), "too-deep", (1, 1)),
    ("effects", "".join(" " * 4 * n + "if a:\n" for n in range(MAX_BLOCKS + 1)) + " " * 4 * (MAX_BLOCKS + 1) + "stop", "too-deep", None),
]


@pytest.mark.parametrize(("kind", "text", "code", "place"), MISTAKES, ids=lambda value: str(value)[:24].replace("\n", "|"))
def test_mistakes_have_names_and_places(kind: str, text: str, code: str, place: tuple[int, int] | None) -> None:
    found = problem(kind, text)
    assert found.code == code
    if place is not None:
        assert found.span == Span(*place)
    assert found.message.endswith(".")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("any spot in south + north where spot is hilly", "(a + b)"),
        ("a & b", "`and`"),
        ("[a]", "braces"),
        ("a % b", "fraction"),
        ("a | b", "`or`"),
    ],
)
def test_hints(text: str, words: str) -> None:
    assert words in problem("expression", text).hint


def test_no_parser_word_reaches_an_author() -> None:
    """Messages speak of the text, not of tokens of the parser."""
    for kind, text, _, _ in MISTAKES:
        found = problem(kind, text)
        assert not any(
            token in found.message + found.hint for token in ("LPAR", "RPAR", "$END", "_NEWLINE", "COLON", "INDENT", "Token(")
        ), found


def test_mistakes_stand_on_their_lines(tmp_path: Path) -> None:
    """Places of folded, quoted and literal texts lead to the line of the file."""
    text = """
    define:
      one: red controls # E: unfinished
      two: >
        red is red and
        red is & blue # E: strange-character
      three: "red is Red" # E: upper-case-letter
      four: {is: '(1 + 2'} # E: open-parenthesis
    procedures:
      five:
        do: |
          set turn to 1

          set turn 1 # E: syntax
      six: |
        if turn = 1:
            stop
        else # E: missing-colon
            stop
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert found_in(found) == asked_for("", "", text)


def test_the_grammar_has_no_conflicts_that_depend_on_order() -> None:
    """LALR(1) takes it as it stands, in strict mode where the library has it."""
    from lark import Lark

    Lark(grammar_text(), parser="lalr", start=["expression", "modifier", "effects"])


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("unit place is none", "unit's place"),
        ("not unit place is north", "unit's place"),
        ("it owner is red", "its owner"),
        ("red money > 3", "red's money"),
        ("count units in u place", "u's place"),
        ("units where it is tank owner", ""),
        ("axis controls all", ""),
    ],
)
def test_what_belongs_to_a_thing_is_told_from_two_names_in_a_row(text: str, meant: str) -> None:
    found = parse("expression", text)
    assert isinstance(found, Problem)
    assert found.hint == (f"Is it meant to be `{meant}`?" if meant else "")
