"""A position as one SVG picture: cells, symbols, lines along and across borders, words, units, legend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from math import sqrt

from interpreter.exchange.cells import SIDE, Cell, Cells, Point, hexes, nearest, touches
from interpreter.exchange.counters import EDGE, counters
from interpreter.exchange.labels import hex_words, label
from interpreter.exchange.legend import legend
from interpreter.exchange.svg import FONT, element, ring, words
from interpreter.machine.game import Game
from interpreter.machine.knowledge import known_game
from interpreter.players.scenery import Mark, Scenery
from interpreter.players.views import round_of
from interpreter.rules.runtime import border_key

ROOM = 12
"""What is left free around the part of a board that is shown, in hundredths of the width of an ordinary cell."""


class NoPicture(Exception):
    """A ruleset that does not tell where its spaces lie; its words are for people."""


@dataclass(slots=True)
class Drawing:
    """A position, its cells, and the size of the picture; `scale` is a hundredth of the width of an ordinary cell."""

    scene: Scenery
    cells: Cells
    size: Point
    grid: bool
    scale: float
    marks: dict[str, tuple[Mark, ...]] = field(default_factory=dict)
    """The marks on each space."""


def picture(game: Game, viewer: str | None = None) -> str:
    """The SVG of a position, as far as a power knows. Raises NoPicture where the ruleset gives neither a grid nor places."""
    scene = Scenery(game.rules, game.world, viewer)
    d = drawing(scene)
    (left, top), (across, down) = frame(d)
    print_scale = across / 800
    margin, head = 8 * print_scale, 16 * print_scale
    foot, below = legend(scene, across, print_scale)
    ground = next((m.color for m in reversed(scene.marks("board")) if m.color), "#e8e4d8")
    edge = element("rect", width=across, height=down, fill="none", stroke=EDGE, stroke_width=2 * print_scale)
    clip = element("clipPath", element("rect", width=across, height=down), id="board")
    drawn = "\n".join(layers(d))
    inside = element("g", element("g", drawn, transform=f"translate({-left:.1f} {-top:.1f})"), clip_path="url(#board)")
    title = words(
        heading(known_game(game, viewer), scene), (0.0, -head / 2), 10 * print_scale, text_anchor="start", font_weight="bold", fill=EDGE
    )
    wide, high = across + 2 * margin, down + head + below + 2 * margin
    body = element("g", title + clip + element("rect", width=across, height=down, fill=ground) + "\n" + inside + edge
                   + element("g", foot, transform=f"translate(0 {down + 4 * print_scale:.1f})"),
                   transform=f"translate({margin:.1f} {margin + head:.1f})")  # fmt: skip
    paper = element("rect", width=wide, height=high, fill="#ffffff")
    return element("svg", f"\n{paper}\n{body}\n", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {wide:.1f} {high:.1f}",
                   width=wide, height=high, font_family=FONT) + "\n"  # fmt: skip


def heading(game: Game, scene: Scenery) -> str:
    """What stands over a picture: the game, its set-up, the round, and what the board says."""
    scenario = game.rules.program.titles.get(f"scenarios.{game.scenario}", "")
    number = round_of(game)
    parts = [game.rules.title, *([scenario] if scenario and scenario not in game.rules.title else [])]
    return " · ".join([*parts, *([f"round {number}"] if number else []), *(m.says for m in scene.marks("board") if m.says)])


def drawing(scene: Scenery) -> Drawing:
    """The cells of a board. Raises NoPicture where their places are not given."""
    program = scene.rules.program
    marks = {space: scene.marks("space", space) for space in scene.rules.board.spaces}
    if program.grid:
        cut = [space for space, found in marks.items() if any(m.given.get("cut") for m in found)]
        cells, size = hexes(program.grid, cut)
        return Drawing(scene, cells, size, True, SIDE * sqrt(3) / 100, marks)
    if not program.at:
        raise NoPicture(f"{scene.rules.title} does not tell where its spaces lie: it has no grid, and no space has `at`.")
    board: dict[str, object] = {}
    for mark in scene.marks("board"):
        board |= mark.given
    wide = float(str(board.get("width", max(x for x, _ in program.at.values()) * 1.03)))
    high = float(str(board.get("height", max(y for _, y in program.at.values()) * 1.03)))
    discs = {s: float(r) for s, found in marks.items() if s in program.at for m in found if (r := m.given.get("disc"))}
    places = {space: (float(x), float(y)) for space, (x, y) in program.at.items()}
    cells = nearest(places, (wide, high), bool(board.get("closes")), discs)
    return Drawing(scene, cells, (wide, high), False, sqrt(wide * high / max(1, len(places))) / 100, marks)


def frame(d: Drawing) -> tuple[Point, Point]:
    """The part of the board that is shown, its corner and its size: all of it, or where the spaces lie that are not aside."""
    aside = {space for space, marks in d.marks.items() if any(m.given.get("aside") for m in marks)}
    shown = [point for space, cell in d.cells.items() if space not in aside for piece in cell.pieces for point in piece]
    if not aside or not shown:
        return (0.0, 0.0), d.size
    room = ROOM * d.scale
    left, top = (max(0.0, min(p[axis] for p in shown) - room) for axis in (0, 1))
    right, foot = (min(d.size[axis], max(p[axis] for p in shown) + room) for axis in (0, 1))
    return (left, top), (right - left, foot - top)


# --- layers ----------------------------------------------------------------------------------------------------------


def layers(d: Drawing) -> Iterator[str]:
    """Everything on the board, what lies below first: cells, the entries of `pictures` in their order, words, units."""
    flat = [cell for cell in d.cells.values() if not cell.disc]
    discs = [cell for cell in d.cells.values() if cell.disc]
    yield group("spaces", (ground(d, cell) for cell in flat))
    yield group("divides", divides(d) if not d.grid else ())
    shores = lines(d)
    drawn = [(e, (symbols(d, e.name) if e.on == "space" else shores.get(e.name, ()))) for e in d.scene.rules.program.pictures]
    yield from (group(f"border {e.name}", parts) for e, parts in drawn if e.on == "border" and e.given.get("line") != "across")
    yield group("discs", (ground(d, cell) for cell in discs))
    yield from (group(f"{e.on} {e.name}", parts) for e, parts in drawn if e.on == "space" or e.given.get("line") == "across")
    if d.grid:
        yield group("names", (s for cell in flat for s in hex_words(cell, d.marks[cell.space])))
        yield group("units", (s for cell in flat for s in counters(d.scene, cell)))
        return
    yield group("words", (label(d.scene, cell, d.marks[cell.space], *frame(d), d.scale) for cell in (*flat, *discs)))


def group(name: str, parts: Iterable[str]) -> str:
    """Elements under one name, a line each."""
    return element("g", "\n".join(parts), class_=name)


def ground(d: Drawing, cell: Cell) -> str:
    """The cell itself in its colour."""
    path = "".join(map(ring, cell.pieces))
    edge = {"stroke": "#5f6157", "stroke_width": 0.8 * d.scale, "stroke_opacity": "0.55"}
    return element(
        "path", element("title", escape(d.scene.rules.title_of("space", cell.space))), d=path, fill=d.scene.color(cell.space), **edge
    )


def divides(d: Drawing) -> Iterator[str]:
    """Where spaces lie side by side and are not adjacent, a wall; where they are adjacent and do not touch, a dashed line."""
    beside = d.scene.rules.board.borders
    touching: set[str] = set()
    for cell in d.cells.values():
        for a, b, name in cell.edges:
            key = border_key(cell.space, name)
            touching.add(key)
            if name and key not in beside and cell.space < name:
                yield element("path", d=_line(a, b), stroke="#4a4a44", stroke_width=2.2 * d.scale, stroke_linecap="round")
    thin = {"stroke": "#3a3a34", "stroke_width": 0.8 * d.scale, "stroke_dasharray": f"{3 * d.scale:.1f}", "stroke_opacity": "0.6"}
    for key in beside:
        one, other = (d.cells.get(s) for s in key.split("|"))
        if one is None or other is None or key in touching or any(x.disc and touches(x, y) for x, y in ((one, other), (other, one))):
            continue
        yield from (element("path", d=_line(a, b), **thin) for a, b in _straight(d, one, other))


def _straight(d: Drawing, one: Cell, other: Cell) -> tuple[tuple[Point, Point], ...]:
    """The line between the middles of two cells; in two parts where the way over the edge is shorter."""
    (ax, ay), (bx, by) = one.centre, other.centre
    wide = d.size[0]
    if d.grid or abs(ax - bx) <= wide / 2:
        return ((one.centre, other.centre),)
    shift = wide if ax > bx else -wide
    return (((ax, ay), (bx + shift, by)), ((ax - shift, ay), (bx, by)))


def _line(*points: Point) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def lines(d: Drawing) -> dict[str, list[str]]:
    """What borders bear, by the entry that draws it."""
    found: dict[str, list[str]] = {}
    for key in d.scene.rules.board.borders:
        one, other = (d.cells.get(s) for s in key.split("|"))
        if one is None or other is None:
            continue
        for mark in (m for m in d.scene.marks("border", key) if m.color):
            found.setdefault(mark.entry, []).extend(_border(d, one, other, mark))
    return found


def _border(d: Drawing, one: Cell, other: Cell, mark: Mark) -> Iterator[str]:
    width = float(mark.given.get("width", 8)) * (SIDE / 100 if d.grid else d.scale / 2)
    if mark.given.get("line") == "across":
        ways = _straight(d, one, other)
        if mark.given.get("part"):
            ways = tuple(_middle(a, b, float(mark.given["part"]) / 100) for a, b in ways)
    else:
        ways = tuple((a, b) for a, b, name in one.edges if name == other.space)
        if not ways and not d.grid:  # they do not touch: the line between them bears it
            ways, width = _straight(d, one, other), width / 2
    end = "butt" if mark.given.get("part") else "round"
    for a, b in ways:
        yield element("path", d=_line(a, b), fill="none", stroke=mark.color, stroke_width=width, stroke_linecap=end)


def _middle(a: Point, b: Point, share: float) -> tuple[Point, Point]:
    """The middle part of a line."""
    (ax, ay), (bx, by) = a, b
    cut = (1 - share) / 2
    return (ax + cut * (bx - ax), ay + cut * (by - ay)), (bx - cut * (bx - ax), by - cut * (by - ay))


def symbols(d: Drawing, entry: str) -> Iterator[str]:
    """The symbols that an entry draws on the hexes of a grid; elsewhere they stand with the words."""
    size = SIDE / 50
    for space, marks in d.marks.items():
        for mark in marks:
            if mark.entry == entry and mark.symbol and d.grid:
                (x, y), ink = d.cells[space].centre, mark.ink or EDGE
                place = f"translate({x:.1f} {y:.1f}) scale({size:.2f})"
                yield element("path", d=mark.symbol, fill=ink, stroke=ink, stroke_width=2, stroke_linejoin="round", transform=place)
