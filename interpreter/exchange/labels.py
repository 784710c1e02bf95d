"""Words on spaces: ids of hexes; titles, symbols, numbers and units of the spaces of a world map, in one block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.exchange.cells import SIDE, Cell
from interpreter.exchange.counters import EDGE, chip, chips
from interpreter.exchange.svg import LETTER, Point, broken, element, halo, words
from interpreter.players.scenery import Mark, Scenery, last, readable

ROW = 1.15
"""The height of a line, in heights of its letters."""
SMALLEST = 0.6
"""How much a block is made smaller to fit into its cell, at most."""


def hex_words(cell: Cell, marks: Sequence[Mark]) -> Iterator[str]:
    """The id of a whole hex at its top, and what its marks say at its foot."""
    x, y = cell.centre
    if not any(m.given.get("cut") for m in marks):
        yield words(cell.space, (x, y - 0.78 * SIDE), 0.2 * SIDE, fill="#2c2c26", fill_opacity="0.75")
    said = [m for m in marks if m.says]
    for number, mark in enumerate(said):
        yield halo(mark.says, (x, y + SIDE * (0.66 - 0.26 * number)), 0.24 * SIDE, fill=mark.ink or EDGE)


def label(scene: Scenery, cell: Cell, marks: Sequence[Mark], corner: Point, size: Point, scale: float) -> str:
    """The block of a space: its title with its symbols and numbers, its units; smaller where the cell is small.

    It keeps within the part of the board that is shown, by its corner and size.
    """
    title = broken(scene.rules.title_of("space", cell.space), 13)
    symbols = [m for m in marks if m.symbol]
    said = " · ".join(m.says for m in marks if m.says)
    boxes = chips(scene, cell.space)
    letters, small = 7.2 * scale, 6.2 * scale
    widths = [LETTER * letters * max(map(len, title)), *(b.size[0] * small for b in boxes)]
    heights = [len(title) * ROW * letters, 1.2 * letters * bool(said), *(b.size[1] * small + scale for b in boxes)]
    room = 2.3 * cell.reach / max(max(widths), sum(heights))
    fit = max(SMALLEST, min(1.0, room))
    letters, small = letters * fit, small * fit
    if any(m.given.get("aside") for m in marks) and not all(a <= c <= a + w for a, c, w in zip(corner, cell.centre, size, strict=True)):
        return ""
    x = _within(cell.centre[0], max(widths) * fit / 2 + 2 * scale, corner[0], size[0])
    y = _within(cell.centre[1], sum(heights) * fit / 2 + 2 * scale, corner[1], size[1]) - sum(heights) * fit / 2
    color = scene.color(cell.space)
    ink = last((m.ink for m in marks if m.color), readable(color))
    parts = list(_symbols(symbols, (x, y - letters * 0.55), letters))
    for line in title:
        parts.append(halo(line, (x, y + 0.5 * ROW * letters), letters, color, fill=ink))
        y += ROW * letters
    if said:
        parts.append(halo(said, (x, y + 0.5 * letters), 1.05 * letters, color, fill=ink, font_weight="bold"))
        y += 1.2 * letters
    for box in boxes:
        parts.append(chip(scene, box, x, y, small))
        y += box.size[1] * small + scale * fit
    return element("g", "".join(parts), class_="space")


def _symbols(marks: Sequence[Mark], at: Point, size: float) -> Iterator[str]:
    """Symbols side by side above a title."""
    for number, mark in enumerate(marks):
        x = at[0] + 1.3 * size * (number - (len(marks) - 1) / 2)
        ink = mark.ink or EDGE
        place = f"translate({x:.1f} {at[1]:.1f}) scale({1.15 * size / 100:.3f})"
        yield element("path", d=mark.symbol, fill=ink, stroke="#ffffff", stroke_width=9, paint_order="stroke", transform=place)


def _within(value: float, away: float, least: float, size: float) -> float:
    return min(max(value, least + away), least + size - away)
