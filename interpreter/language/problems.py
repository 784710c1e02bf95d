"""A mistake in a text, before it has a file: the floor above turns it into a diagnostic."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.ir import Span
from interpreter.source.diagnostics import Severity, register

CODES = {
    "ambiguous-name": "A name that may mean two things here.",
    "comparison": "Comparisons in a row, or a sign that compares nothing.",
    "die": "A die with a number of sides that no die has.",
    "empty-text": "A text of the rule language without words.",
    "fixed-attribute": "An attribute that cannot be fixed, or a fixed one that effects set.",
    "impure": "A procedure where only a condition or value may stand.",
    "indentation": "Lines of a block that do not stand at one depth.",
    "keyword": "A word of the rule language in the place of a name.",
    "lone-tag": "A tag without `is`.",
    "missing-arguments": "A definition with parameters that is given none.",
    "missing-colon": "A line that opens a block without a colon at its end.",
    "mixed-set": "A set of elements of different types.",
    "no-effect": "A condition or value in the place of a statement.",
    "no-element": "`its` where nothing is looked at.",
    "no-grid": "A question of directions or of lines where the board has no grid.",
    "no-result": "A value returned, or asked for, where there is none.",
    "not-settable": "Something set that effects cannot set.",
    "open-parenthesis": "A parenthesis that is not closed.",
    "open-quote": "A quotation mark that is not closed on its line.",
    "set-attribute": "An attribute of one thing asked of a set.",
    "shadowed": "An `it` that means another thing than the `it` outside.",
    "strange-character": "A character without meaning in the rule language.",
    "syntax": "A word that cannot stand where it does.",
    "too-long": "A text of the rule language that is too long.",
    "unfinished": "A text that ends too early.",
    "unknown-name": "A name that nothing defines.",
    "upper-case-letter": "A name with an upper-case letter.",
    "wrong-count": "Too many or too few arguments.",
    "wrong-type": "A value of another type than the place needs.",
}
for _code, _sentence in CODES.items():
    register(_code, _sentence)


@dataclass(frozen=True, slots=True)
class Problem:
    """A code of the registry, where in the text, what is wrong in one sentence, and how to mend it."""

    code: str
    span: Span
    message: str
    hint: str = ""
    severity: Severity = "error"
