"""A picture of chances as bars, one group of rows beside the other, for one answer or several beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.exchange.svg import FONT, LETTER, element, words

COLORS = ("#33638d", "#c8553d", "#3c8d5a", "#8a6d3b", "#6b4c8a")
SIZE = 12.0
ROW, MARGIN, BAR = 22.0, 16.0, 260.0


@dataclass(frozen=True, slots=True)
class Panel:
    """Rows with a label and one chance (0 to 1) for each answer."""

    title: str
    rows: tuple[tuple[str, tuple[float, ...]], ...]


def bars(title: str, names: Sequence[str], panels: Sequence[Panel]) -> str:
    """The picture as SVG; bars of a panel are as long as its greatest chance allows. `names` are told where there is more than one."""
    parts, x, height = [], MARGIN, 0.0
    top = MARGIN + 2 * ROW if len(names) < 2 else MARGIN + 3 * ROW
    for panel in panels:
        drawn = list(_panel(panel, x, top))
        parts += drawn
        x += _wide(panel)
        height = max(height, top + ROW * (len(panel.rows) + 1) + MARGIN)
    width = max(x, LETTER * SIZE * len(title) + 2 * MARGIN)
    heads = [words(title, (MARGIN, MARGIN + SIZE / 2), SIZE * 1.1, text_anchor="start", font_weight="bold")]
    if len(names) > 1:
        heads += _legend(names)
    ground = element("rect", x=0.0, y=0.0, width=width, height=height, fill="#ffffff")
    inside = "\n".join((ground, *heads, *parts))
    box = f"0 0 {width:.0f} {height:.0f}"
    return (
        element("svg", f"\n{inside}\n", xmlns="http://www.w3.org/2000/svg", viewBox=box, width=width, height=height, font_family=FONT)
        + "\n"
    )


def _label(panel: Panel) -> float:
    return LETTER * SIZE * max((len(label) for label, _ in panel.rows), default=0) + 8


def _wide(panel: Panel) -> float:
    return _label(panel) + BAR + LETTER * SIZE * 8 + MARGIN


def _legend(names: Sequence[str]) -> list[str]:
    found, x = [], MARGIN
    for number, name in enumerate(names):
        found.append(element("rect", x=x, y=MARGIN + ROW, width=SIZE, height=SIZE, fill=COLORS[number % len(COLORS)]))
        found.append(words(name, (x + SIZE + 4, MARGIN + ROW + SIZE / 2), SIZE, text_anchor="start"))
        x += SIZE * 2 + LETTER * SIZE * len(name) + 8
    return found


def _panel(panel: Panel, x: float, top: float) -> Iterator[str]:
    left = x + _label(panel)
    most = max((chance for _, chances in panel.rows for chance in chances), default=0.0) or 1.0
    yield words(panel.title, (x, top - ROW / 2), SIZE, text_anchor="start")
    for number, (label, chances) in enumerate(panel.rows):
        y = top + ROW * number
        yield words(label, (left - 8, y + ROW / 2), SIZE, text_anchor="end")
        thick = (ROW - 4) / max(len(chances), 1)
        for which, chance in enumerate(chances):
            at = y + 2 + thick * which
            yield element("rect", x=left, y=at, width=BAR * chance / most, height=thick, fill=COLORS[which % len(COLORS)])
            told = min(SIZE, thick + 2)
            yield words(f"{100 * chance:.2f} %", (left + BAR * chance / most + 4, at + thick / 2), told, text_anchor="start")
