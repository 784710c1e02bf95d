"""Units on a picture: counters on hexes, each with its short name, heading and marks; elsewhere numbers by power and kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from interpreter.exchange.cells import SIDE, Cell
from interpreter.exchange.svg import LETTER, Point, broken, element, fitting, words
from interpreter.machine.units import groups, kinds
from interpreter.players.scenery import DARK, Mark, Scenery, readable

EDGE = "#1c1c18"
PLACES: dict[int, tuple[tuple[Point, ...], Point]] = {
    1: (((0.0, 0.08),), (1.24, 0.72)),
    2: (((0.0, -0.3), (0.0, 0.42)), (1.24, 0.62)),
    3: (((-0.42, -0.3), (0.42, -0.3), (0.0, 0.42)), (0.8, 0.62)),
    4: (((-0.42, -0.3), (0.42, -0.3), (-0.42, 0.42), (0.42, 0.42)), (0.8, 0.62)),
}
"""Where counters lie in a hex, and their width and height, in sides of the hex, by their number."""


class Counter(NamedTuple):
    """Alike units of one owner in one hex."""

    owner: str | None
    units: tuple[int, ...]


# --- hexes -----------------------------------------------------------------------------------------------------------


def counters(scene: Scenery, cell: Cell) -> Iterator[str]:
    """The counters in a hex; more than four stand closer."""
    found = [Counter(owner, g) for owner, units in scene.standing(cell.space).items() for g in groups(scene.rules, scene.world, units)]
    if not found:
        return
    places, size = PLACES[min(4, len(found))]
    for number, counter in enumerate(found):
        across, down = places[number % len(places)]
        nudge = 0.12 * (number // len(places))
        at = (cell.centre[0] + SIDE * (across + nudge), cell.centre[1] + SIDE * (down + nudge))
        yield element("g", "".join(_counter(scene, counter, at, (SIDE * size[0], SIDE * size[1]))), class_="unit")


def _counter(scene: Scenery, counter: Counter, at: Point, size: Point) -> Iterator[str]:
    unit = counter.units[0]
    look = scene.owner_look(counter.owner)
    kind = scene.world.u[unit][0]
    marks = [Mark("", symbol=scene.rules.program.looks.get(f"unit_type.{kind}", {}).get("symbol", "")), *scene.marks("unit", unit)]
    wide, high = size
    for mark in marks:
        if mark.points:
            yield _heading(scene, mark, at, size)
    yield element(
        "rect", x=at[0] - wide / 2, y=at[1] - high / 2, width=wide, height=high, rx=4, fill=look["color"], stroke=EDGE, stroke_width=1.2
    )
    shown = [m for m in marks if (m.symbol or m.letter or m.says) and not m.points]
    carried = len(scene.world.aboard.get(unit, ()))
    spots = [*(m for m in shown if m.entry), *([Mark("aboard", says=f"+{carried}")] if carried else [])]
    room = high - (0.2 * SIDE if spots else 0.0)
    yield from _name(scene, counter, (at[0], at[1] - (high - room) / 2), (wide - 6, room - 3), look["ink"])
    yield from _spots(spots, (at[0], at[1] + high / 2 - 0.06 * SIDE))


def _name(scene: Scenery, counter: Counter, at: Point, room: Point, ink: str) -> Iterator[str]:
    text = scene.short(scene.world.u[counter.units[0]][0])
    if len(counter.units) > 1:
        text = f"{len(counter.units)} {text}"
    lines = broken(text, max(7, (len(text) + 1) // 2))[:3]
    size = fitting(lines, room[0], room[1], 0.3 * SIDE)
    for number, line in enumerate(lines):
        yield words(line, (at[0], at[1] + 1.1 * size * (number - (len(lines) - 1) / 2)), size, fill=ink, font_weight="bold")


def _heading(scene: Scenery, mark: Mark, at: Point, size: Point) -> str:
    """An arrow at the edge of a counter."""
    angle = -list(scene.rules.board.grid.steps).index(mark.points) * pi / 3
    across, down = cos(angle), sin(angle)
    long = 0.3 * SIDE if size[0] > SIDE else 0.18 * SIDE
    far = min(size[0] / 2 / max(abs(across), 0.01), size[1] / 2 / max(abs(down), 0.01)) + long
    tip = (at[0] + across * far, at[1] + down * far)
    back = 1.2 * long
    left, right = ((tip[0] - back * cos(angle + turn), tip[1] - back * sin(angle + turn)) for turn in (0.65, -0.65))
    path = f"M{tip[0]:.1f} {tip[1]:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z"
    return element("path", d=path, fill=mark.color or DARK, stroke="#ffffff", stroke_width=1)


def _spots(marks: Sequence[Mark], at: Point) -> Iterator[str]:
    """Small round marks side by side."""
    step, radius = 0.3 * SIDE, 0.14 * SIDE
    for number, mark in enumerate(marks):
        middle = (at[0] + step * (number - (len(marks) - 1) / 2), at[1])
        color = mark.color or "#ffffff"
        ink = mark.ink or readable(color)
        yield element("circle", cx=middle[0], cy=middle[1], r=radius, fill=color, stroke=EDGE, stroke_width=0.8)
        if mark.symbol:
            yield element(
                "path",
                d=mark.symbol,
                fill=ink,
                stroke=ink,
                transform=f"translate({middle[0]:.1f} {middle[1]:.1f}) scale({radius / 60:.3f})",
            )
        else:
            yield words(mark.says or mark.letter, middle, 1.35 * radius, fill=ink, font_weight="bold")


# --- boards of places ------------------------------------------------------------------------------------------------


class Chip(NamedTuple):
    """The units of one power in a space, in lines."""

    owner: str | None
    lines: list[str]

    @property
    def size(self) -> Point:
        """Width and height, in heights of its letters."""
        return LETTER * max(map(len, self.lines)) + 0.7, 1.12 * len(self.lines) + 0.35


def chips(scene: Scenery, space: str) -> list[Chip]:
    """What each power has in a space: how many of which kind."""
    return [Chip(owner, _chip_lines(scene, units)) for owner, units in scene.standing(space).items()]


def chip(scene: Scenery, it: Chip, x: float, top: float, scale: float) -> str:
    """A box in the colour of the power; `scale` is the height of its letters."""
    look = scene.owner_look(it.owner)
    wide, high = it.size[0] * scale, it.size[1] * scale
    edge = {"stroke": EDGE, "stroke_width": scale / 10}
    box = element("rect", x=x - wide / 2, y=top, width=wide, height=high, rx=scale / 4, fill=look["color"], **edge)
    rows = (
        words(line, (x, top + (0.75 + 1.12 * n) * scale), scale, fill=look["ink"], font_weight="bold") for n, line in enumerate(it.lines)
    )
    return element("g", box + "".join(rows), class_="units")


def _chip_lines(scene: Scenery, units: Sequence[int]) -> list[str]:
    counts: dict[str, int] = {}
    for unit in units:
        for each in (unit, *scene.world.aboard.get(unit, ())):
            kind = scene.world.u[each][0]
            counts[kind] = counts.get(kind, 0) + 1
    parts = [f"{counts[kind]}\u00a0{brief(scene.short(kind))}" for kind in kinds(scene.rules) if kind in counts]
    return broken(" ".join(parts), 12)


def brief(name: str) -> str:
    """A name that fits into a counter."""
    return name if len(name) <= 5 else name[:4].rstrip() + "."
