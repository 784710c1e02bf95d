"""SVG elements as text: numbers short, words escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]
FONT = "DejaVu Sans, Verdana, Helvetica, sans-serif"
LETTER = 0.62
"""The width of a letter, as a share of its height; a little more than most have."""


def number(value: float) -> str:
    """A number with at most one digit behind the point."""
    return f"{value:.1f}".removesuffix(".0").replace("-0", "0") if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")


def element(name: str, inside: str = "", /, **attributes: object) -> str:
    """An element around other elements (or escaped text); `_` in names of attributes is a hyphen, and those that are None are left out."""
    given = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    parts = (f'{key}="{escape(number(v) if isinstance(v, float) else str(v))}"' for key, v in given.items())
    head = " ".join((name, *parts))
    return f"<{head}>{inside}</{name}>" if inside else f"<{head}/>"


def ring(points: Iterable[Point]) -> str:
    """The path of a closed shape."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def words(text: str, at: Point, size: float, **attributes: object) -> str:
    """A line of text around a point."""
    usual: dict[str, object] = {"text_anchor": "middle", "dominant_baseline": "central"}
    return element("text", escape(text), x=at[0], y=at[1], font_size=float(size), **(usual | attributes))


def halo(text: str, at: Point, size: float, ground: str = "#ffffff", **attributes: object) -> str:
    """Words with an edge in the colour of the ground, readable where lines cross them."""
    edge = {"stroke": ground, "stroke_width": size / 4, "stroke_opacity": "0.85", "paint_order": "stroke", "stroke_linejoin": "round"}
    return words(text, at, size, **(edge | attributes))


def broken(text: str, width: int) -> list[str]:
    """A text in lines of about so many letters, broken at blanks."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines or [""]


def fitting(lines: list[str], width: float, height: float, most: float) -> float:
    """The size of letters with which lines fit into a box, at most `most`."""
    longest = max(map(len, lines), default=1) or 1
    return max(1.0, min(most, width / (LETTER * longest), height / (1.15 * len(lines))))
