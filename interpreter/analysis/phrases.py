"""Typed IR back into the words of the rule language, with the values of names where they are known."""

from __future__ import annotations

import re
from collections.abc import Mapping

from interpreter.language.ir import Call, Const, Each, Expr, Local, Op, Read, Stat
from interpreter.language.types import TRUTH

Known = Mapping[str, str]
LEVELS = {
    "if": 0, "or": 1, "and": 2, "not": 3, "=": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4, "adjacent": 4,
    "+": 5, "-": 5, "union": 5, "without": 5, "*": 6, "/": 6,
}  # fmt: skip
SIGNS = {"union": "+", "without": "-"}
ELEMENT = re.compile(r"_N?\d+$")  # what the checker puts behind the name of an element, so that it is unique
QUANTIFIERS = {"any": "any", "all": "all of", "no": "no"}
COUNTED = {"exactly": "exactly", "at_least": "at least", "at_most": "at most"}
BETWEEN = {"adjacent": "adjacent to"}
PLACED = {"units_in": "units in", "units_aboard": "units aboard", "spaces_beside": "spaces adjacent to"}


def phrase(e: Expr, known: Known | None = None) -> str:
    """An expression as it could be written; `known` gives the words for names (others keep their own)."""
    return _Writer(dict(known or {})).text(e)


class _Writer:
    def __init__(self, known: dict[str, str]) -> None:
        self.known = known

    def text(self, e: Expr) -> str:
        match e:
            case Const(value=value):
                return _constant(e, value)
            case Local(name=name):
                return self.known.get(name, ELEMENT.sub("", name))
            case Read(attribute=attribute, of=None):
                return attribute.name
            case Read(attribute=attribute, of=of) | Stat(attribute=attribute, of=of):
                assert of is not None
                return self.attribute(attribute.name, of, e.type == TRUTH)
            case Call():
                return self.call(e)
            case Op():
                return self.op(e)
            case Each():
                return self.each(e)
        return "…"

    def inner(self, e: Expr, level: int = 7) -> str:
        """As part of something larger: in parentheses where it would fall apart."""
        text = self.text(e)
        loose = LEVELS.get(e.op, 9) < level if isinstance(e, Op) else isinstance(e, Each) and e.kind == "filter" and level > 4
        return f"({text})" if loose else text

    def attribute(self, name: str, of: Expr, truth: bool) -> str:
        owner = self.inner(of)
        if truth:
            return f"{owner} is {name}"
        if owner == "it":
            return f"its {name}"
        return f"{owner}'s {name}" if " " not in owner else f"{name} of {owner}"

    def call(self, e: Call) -> str:
        words = [self.inner(a, 5 if e.type == TRUTH and len(e.args) < 3 else 0) for a in e.args]
        if e.type == TRUTH and len(words) == 1:
            return f"{words[0]} is {e.name}"
        if e.type == TRUTH and len(words) == 2:
            return f"{words[0]} {e.name} {words[1]}"
        return f"{e.name}({', '.join(words)})" if words else e.name

    def op(self, e: Op) -> str:
        if e.op in ("and", "or"):
            return f" {e.op} ".join(self.inner(a, LEVELS[e.op] + 1) for a in e.args)
        level = LEVELS.get(e.op)
        words = [self.inner(a, level + index if level is not None else 0) for index, a in enumerate(e.args)]
        match e.op, words:
            case "not", [one]:
                return one.replace(" is ", " is not ", 1) if one.count(" is ") == 1 and not one.startswith("(") else f"not {one}"
            case "neg", [one]:
                return f"-{one}"
            case "if", [test, yes, otherwise]:
                return f"{yes} if {test} else {otherwise}"
            case "set", _:
                return "{" + ", ".join(words) + "}"
            case "some", [one]:
                return f"any {one}"
            case "is_tag", [one]:
                return f"{one} is {e.detail}"
            case "is_type", [one, kind]:
                return f"{one} is {kind}"
            case "all", _:
                return f"{e.detail}s"
            case "first", [one]:
                return f"first {one}"
            case "first_some", [number, some]:
                return f"first {number} of {some}"
            case ("=", [one, other]):
                return f"{one} is {other}"
            case ("!=", [one, other]):
                return f"{one} is not {other}"
        if e.op in PLACED:
            return f"{PLACED[e.op]} {words[0]}"
        if len(words) == 2 and e.op in LEVELS:
            return f"{words[0]} {SIGNS.get(e.op) or BETWEEN.get(e.op) or e.op} {words[1]}"
        return f"{e.op}({', '.join(words)})"

    # --- comprehensions ----------------------------------------------------------------------------------------

    def source(self, e: Each) -> str:
        return self.text(e.source)

    def bound(self, e: Each, words: str, body: Expr | None = None) -> str:
        """The body with other words for the element."""
        return _Writer({**self.known, e.var: words}).text(e.body if body is None else body)

    def each(self, e: Each) -> str:
        source = self.source(e)
        if e.kind == "filter":
            name = ELEMENT.sub("", e.var)
            head = source if name in ("it", "one") else f"{name} in {source}"
            return f"{head} where {self.bound(e, name)}"
        always = isinstance(e.body, Const) and e.body.value is True
        if e.kind in QUANTIFIERS or e.kind in COUNTED:
            number = f" {self.text(e.number)} of" if e.number is not None else ""
            group = f"{QUANTIFIERS.get(e.kind) or COUNTED[e.kind]}{number} {source}"
            return group if always else self.bound(e, f"({group})" if " where " in group else group)
        if e.kind == "map_sets" and isinstance(e.body, Op):
            return self.bound(e, source)
        if e.kind in ("order", "order_down"):
            return f"{source} by {self.bound(e, 'its')}{' descending' if e.kind == 'order_down' else ''}"
        if e.kind == "count":
            return f"count {source}"
        word = "each" if e.kind in ("map", "map_sets") else e.kind
        return f"{word} {self.measure(e)} of {source}"

    def measure(self, e: Each) -> str:
        body = e.body
        if isinstance(body, Read | Stat) and isinstance(body.of, Local) and body.of.name == e.var:
            return body.attribute.name
        if isinstance(body, Call) and len(body.args) == 1 and isinstance(body.args[0], Local) and body.args[0].name == e.var:
            return body.name
        return f"({self.bound(e, 'it')})"


def _constant(e: Const, value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "{" + ", ".join(map(str, value)) + "}"
    return f'"{value}"' if e.type.kind == "text" else str(value)
