"""Text to tree: the Lark parsers, and broken texts told as named mistakes."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from interpreter.language.ir import Span
from interpreter.language.problems import Problem
from interpreter.language.registry import KEYWORDS
from interpreter.source.paths import cache_folder, shipped

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.exceptions import UnexpectedInput

MAX_TEXT = 20_000
MAX_NESTING = 60
MAX_BLOCKS = 12
WORDS = frozenset(KEYWORDS)
LIKELY = (*(w for w in sorted(WORDS, key=lambda w: (-len(w), w)) if len(w) > 2), "is", "in", "of", "if", "to", "or", "by", "no", "as", "at")
"""The words of the language in the order in which a slip is taken for one of them."""
SIGNS = frozenset(("=", "!=", "<", "<=", ">", ">="))
BEGINNINGS = frozenset(
    [
        "any",
        "all",
        "every",
        "no",
        "exactly",
        "at",
        "its",
        "count",
        "first",
        "total",
        "highest",
        "lowest",
        "each",
        "true",
        "false",
        "none",
        "not",
        "unit",
        "units",
        "space",
        "spaces",
    ]
)
"""Words that may begin a value: a parameter cannot bear them as its name, though it may be called `by` or `to`."""


def grammar_text() -> str:
    return (Path(shipped("grammar")) / "rules.lark").read_text(encoding="utf-8")


@cache
def _parser(kind: str) -> Lark:
    from lark import Lark
    from lark.indenter import Indenter

    class Lines(Indenter):
        NL_type = "_NEWLINE"
        OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LBRACE"]
        CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RBRACE"]
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 4

    kept = _kept(kind)
    if kind == "effects":
        return Lark(grammar_text(), parser="lalr", start="effects", postlex=Lines(), propagate_positions=True, cache=kept)
    text = grammar_text() + "\n%ignore /\\r?\\n/\n"
    return Lark(text, parser="lalr", start=["expression", "modifier"], propagate_positions=True, cache=kept)


def _kept(kind: str) -> str | bool:
    """Where the tables of a parser are kept between runs; False where nothing is kept."""
    folder = cache_folder()
    if folder is None:
        return False
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return str(folder / f"{kind}.parser")


def span_of(tree: object) -> Span:
    """Where a tree or token begins; the beginning of the text for an empty tree."""
    meta = getattr(tree, "meta", tree)
    return Span(getattr(meta, "line", None) or 1, getattr(meta, "column", None) or 1)


@lru_cache(maxsize=50_000)
def parse(kind: str, text: str) -> Tree[object] | Problem:
    """The tree of an `expression`, a `modifier` or `effects`, or the mistake that keeps it from being one."""
    from lark.exceptions import UnexpectedInput
    from lark.indenter import DedentError

    if len(text) > MAX_TEXT:
        return Problem("too-long", Span(), f"A text of the rule language has at most {MAX_TEXT} characters.")
    deep = _nesting(text)
    if deep > MAX_NESTING:
        return Problem("too-deep", Span(), f"Parentheses are nested {deep} deep; at most {MAX_NESTING} are read.")
    if not any(line.partition("#")[0].strip() for line in text.split("\n")):
        return Problem("empty-text", Span(), f"An {kind.rstrip('s')} is missing here.")
    try:
        tree = _parser("effects").parse(text.rstrip() + "\n") if kind == "effects" else _parser("expression").parse(text, start=kind)
        return _too_deep(tree) or tree  # type: ignore[return-value]
    except UnexpectedInput as error:
        return _named(error, text)
    except DedentError:
        return Problem("indentation", _last_line(text), "The lines of a block stand at one depth; this one stands between two.")


def _last_line(text: str) -> Span:
    return Span(text.rstrip().count("\n") + 1, 1)


def _nesting(text: str) -> int:
    deep = most = 0
    for char in text:
        if char in "({":
            deep += 1
            most = max(most, deep)
        elif char in ")}":
            deep -= 1
    return most


def _too_deep(tree: Tree[Any]) -> Problem | None:
    """A problem where parts stand in parts, or blocks in blocks, deeper than the later stages can follow."""
    stack: list[tuple[object, int, int]] = [(tree, 0, 0)]
    while stack:
        node, deep, blocks = stack.pop()
        children = getattr(node, "children", None)
        if children is None:
            continue
        data = str(node.data)  # type: ignore[attr-defined]
        if data == "block":
            blocks, deep = blocks + 1, 0
        else:
            deep += 1
        if deep > MAX_NESTING:
            return Problem(
                "too-deep",
                span_of(node),
                f"Parts of this text are nested more than {MAX_NESTING} deep.",
                "Give a part a name with `define`, or in effects with `let`.",
            )
        if blocks > MAX_BLOCKS:
            return Problem("too-deep", span_of(node), f"Blocks are nested more than {MAX_BLOCKS} deep.", "Make the inner ones a procedure.")
        stack += [(child, deep, blocks) for child in children]
    return None


def _named(error: UnexpectedInput, text: str) -> Problem:
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    line, column = max(error.line, 1), max(error.column, 1)
    span = Span(line, column)
    if isinstance(error, UnexpectedCharacters):
        char = text.split("\n")[line - 1][column - 1 : column]
        if char.isupper():
            return Problem("upper-case-letter", span, "Names are written in small letters with underscores.")
        if char == '"':
            return Problem("open-quote", span, "A quotation mark is not closed on its line.")
        tip = {
            "&": "Write `and`.",
            "|": "Write `or`.",
            "[": "A set is written in braces: `{a, b}`.",
            "%": "A share is a fraction: `1 / 2`.",
            "\\": "Nothing is escaped here; several statements stand on lines of their own, behind `|`.",
        }
        return Problem("strange-character", span, f"`{char}` has no meaning in the rule language.", tip.get(char, ""))
    assert isinstance(error, UnexpectedToken)
    token = error.token
    expected = set(error.accepts or ()) | set(error.expected)
    if token.type == "$END" or (token.type == "_NEWLINE" and "_NEWLINE" not in expected):
        end = text.rstrip().split("\n")
        where = Span(len(end), len(end[-1]) + 1) if token.type == "$END" else span
        if "RPAR" in expected and text.count("(") > text.count(")"):
            return Problem(
                "open-parenthesis", where, "A parenthesis is not closed.", "Inside a `{…}` of YAML a comma ends the text: put it in quotes."
            )
        if "COLON" in expected:
            return Problem("missing-colon", where, "A colon is missing at the end of this line.")
        hint, where = keyword_meant(text, where)
        return Problem("unfinished", where, "The text ends too early.", hint or _owner(text, where))
    word = str(token).strip() or "the end of the line"
    if token.type == "_INDENT" or "_INDENT" in expected:
        return Problem("indentation", span, "The lines after a colon are indented by four spaces, and no others.")
    if word in SIGNS:
        hint, span = keyword_meant(text, span)
        hint = hint or _owner(text, span)
        return Problem("comparison", span, f"`{word}` cannot stand here: compare two values, and join comparisons with `and`.", hint)
    hint, span = keyword_meant(text, span)
    return Problem("syntax", span, f"`{word}` cannot stand here.", hint or _owner(text, Span(line, column)) or _hint(word, expected))


def _owner(text: str, at: Span) -> str:
    """A hint where two names stand behind each other before a mistake: what belongs to a thing is said with `'s`."""
    line = text.split("\n")[at.line - 1][: at.column - 1]
    found = re.search(r"\b([a-z][a-z0-9_]*)\s+([a-z][a-z0-9_]*)\s+(?:is\s+)?(?:not\s+)?$", line + " ")
    if found is None or found[2] in WORDS or (found[1] in WORDS and found[1] not in ("unit", "space", "it")):
        return ""
    return f"Is it meant to be `{'its' if found[1] == 'it' else found[1] + chr(39) + 's'} {found[2]}`?"


def keyword_meant(text: str, error: Span) -> tuple[str, Span]:
    """A hint where one of the last words up to a mistake is a slip away from a word of the language; and where the mistake is then."""
    lines = text.split("\n")[: error.line]
    rest = re.match(r"[a-z0-9_]*", lines[-1][error.column - 1 :])
    lines[-1] = lines[-1][: error.column - 1] + (rest[0] if rest else "")
    first = max(error.line - 2, 0)
    found = [(m, number) for number, line in enumerate(lines[first:], first + 1) for m in re.finditer(r"[a-z][a-z0-9_]*", line)]
    words = [(m, number) for m, number in found if m[0] not in WORDS and m[0] != "it"]
    for m, number in list(reversed(words))[:4]:
        word = m[0]
        meant = keywords_near(word) if len(word) > 1 or len(re.findall(rf"\b{word}\b", text)) == 1 else ()
        if meant:
            where = Span(number, m.start() + 1) if number < error.line else error
            return f"Is `{word}` meant to be {' or '.join(f'`{each}`' for each in meant)}?", where
    return "", error


def keywords_near(word: str) -> tuple[str, ...]:
    """The words of the language that a misspelt one may be: the likeliest, or all for a single letter. The first letter is taken to be right."""
    from interpreter.source.nearest import one_slip, slip

    alike = [w for w in LIKELY if w[0] == word[0]]
    if len(word) == 1:
        return tuple(w for w in alike if len(w) == 2 and one_slip(word, w))
    meant = slip(word, alike)
    return () if meant is None else (meant,)


def _hint(word: str, expected: set[str]) -> str:
    from interpreter.source.nearest import nearest

    if word in ("+", "-"):
        return "What is added up behind a phrase stands in parentheses: `any x in (a + b) where …`."
    names = [e.lower() for e in expected if e.lower() in WORDS]
    close = nearest(word, names)
    if close:
        return f"Did you mean `{close}`?"
    if "_NEWLINE" in expected and len(expected) <= 30:
        return "One statement stands on a line."
    return ""
