"""The section `pictures` and the looks of things: read and checked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.language.ir import Expr
from interpreter.language.types import ANY, BORDER, SPACE, TRUTH, UNIT, Type
from interpreter.rules.declare import get
from interpreter.rules.definitions import Definitions, Picture
from interpreter.source.diagnostics import register
from interpreter.source.keys import LOOK
from interpreter.source.tree import Node, texts

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared
    from interpreter.rules.texts import Texts

register("bad-look", "A colour, symbol, letter or place that cannot be drawn.")

KINDS: dict[str, Type] = {"space": SPACE, "border": BORDER, "unit": UNIT}
EXPRESSIONS = ("when", "as", "says", "points")
COLOR = re.compile(r"#[0-9a-fA-F]{6}")
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9 .,+-]+")
SHAPES = {
    "color": (COLOR, "a colour is `#` and six hexadecimal digits, such as `#9fc3d9`"),
    "ink": (COLOR, "a colour is `#` and six hexadecimal digits, such as `#9fc3d9`"),
    "symbol": (PATH, "a symbol is SVG path data, such as `M-30 20 L0 -30 L30 20 Z`"),
    "letter": (re.compile(r"\S"), "a letter is one character"),
}
PLAIN = ("disc", "cut", "aside", "line", "width", "part", "closes")
USES = {
    "board": {"when", "as", "color", "says", "size", "closes"},
    "space": {"when", "as", "color", "ink", "symbol", "letter", "disc", "cut", "aside", "says"},
    "border": {"when", "as", "color", "letter", "line", "width", "part"},
    "unit": {"when", "as", "color", "ink", "symbol", "letter", "says", "points"},
}
"""The fields that do something on each kind of thing."""


def read_pictures(d: Declared, t: Texts, out: Definitions) -> None:
    """Adds pictures, looks of things and places of spaces to the definitions; mistakes to `d.found`."""
    for sort, plural in d.vocabulary.sorts.items():
        for name, node in d.section(plural).items() if sort not in ("border", "unit") else ():
            look = read_look(d, node)
            if look:
                out.looks[f"{sort}.{name}"] = look
    for name, node in d.section("spaces").items():
        place = get(node, "at")
        numbers = _numbers(d, place) if place is not None else None
        if numbers is not None:
            out.at[name] = numbers
    for name, node in d.section("pictures").items():
        out.pictures.append(_picture(d, t, name, node))


def read_look(d: Declared, node: Node) -> dict[str, str]:
    """Colour, ink, symbol and letter of a thing, those that are given and can be drawn."""
    look = {}
    for field in LOOK:
        given = get(node, field.name)
        if given is None or not isinstance(given.value, str):
            continue
        pattern, help = SHAPES[field.name]
        if pattern.fullmatch(given.value.strip()):
            look[field.name] = given.value.strip()
        else:
            d.bad("bad-look", given.place, f"`{given.value}` cannot be drawn: {help}.")
    return look


def _numbers(d: Declared, node: Node) -> tuple[int, int] | None:
    found = [n.value for n in texts(node) if isinstance(n.value, int) and not isinstance(n.value, bool)]
    if len(found) == 2 and len(texts(node)) == 2:
        return found[0], found[1]
    d.bad("bad-look", node.place, "Here stand two whole numbers: across, and down.")
    return None


def _picture(d: Declared, t: Texts, name: str, node: Node) -> Picture:
    stated = get(node, "on")
    on = str(stated.value) if stated is not None and stated.value in USES else "board"
    for key in node.value if isinstance(node.value, dict) and stated is not None and stated.value in USES else ():
        if key not in USES[on] and key not in ("on", "title", "text", "note", "cites"):
            d.bad("idle-field", node.key_place(key), f"`{key}` does nothing on a {on}.")
    given: dict[str, str | int] = dict(read_look(d, node))
    for key in PLAIN:
        value = get(node, key)
        if value is not None and isinstance(value.value, str | int):
            given[key] = value.value
    size = get(node, "size")
    numbers = _numbers(d, size) if size is not None else None
    if numbers is not None:
        given["width"], given["height"] = numbers
    return Picture(name, on, given, _expressions(d, t, on, node))


def _expressions(d: Declared, t: Texts, on: str, node: Node) -> dict[str, Expr]:
    scope = {"it": KINDS[on]} if on in KINDS else {}
    found: dict[str, Expr] = {}
    for key in EXPRESSIONS:
        field = get(node, key)
        expr = t.expression(field, scope, TRUTH if key == "when" else ANY)
        if field is None or expr is None:
            continue
        thing = expr.type.kind == "entity" and expr.type.name not in ("unit", "border")
        if key == "as" and not thing:
            d.bad("wrong-type", field.place, f"`as` is a thing that has a look, such as a power; this is a {expr.type}.")
        elif key == "points" and expr.type != d.vocabulary.directions:
            d.bad("wrong-type", field.place, f"`points` is a direction of the grid; this is a {expr.type}.")
        elif key == "says" and expr.type.is_set:
            d.bad("wrong-type", field.place, "`says` is one value, not a set.")
        else:
            found[key] = expr
    return found
