"""The legend of a picture: the looks of things that are drawn on it, and the entries of `pictures` that have a title."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from interpreter.exchange.counters import brief
from interpreter.exchange.svg import LETTER, element, words
from interpreter.machine.units import kinds
from interpreter.players.scenery import DARK, Mark, Scenery, readable


class Item(NamedTuple):
    """A line of the legend: its words, what it is drawn on, and how."""

    text: str
    on: str
    mark: Mark


WAYS = (
    Item("Touch, but are not adjacent", "border", Mark("", color="#4a4a44", given={"width": 6})),
    Item("Adjacent, but do not touch", "border", Mark("", color="#4a4a44", given={"width": 2, "dashed": True})),
)


def legend(scene: Scenery, width: float, scale: float) -> tuple[str, float]:
    """The legend in lines of a width, and its height; nothing where nothing has a title."""
    found = [*items(scene), *(() if scene.rules.program.grid else WAYS)]
    if not found:
        return "", 0.0
    size, high, x, y = 8 * scale, 17 * scale, 0.0, 0.0
    parts = []
    for item in found:
        wide = 22 * scale + LETTER * size * len(item.text)
        if x and x + wide > width:
            x, y = 0.0, y + high
        inside = "".join(_sample(item, scale)) + words(item.text, (19 * scale, high / 2), size, text_anchor="start", fill=DARK)
        parts.append(element("g", inside, transform=f"translate({x:.1f} {y:.1f})"))
        x += wide + 6 * scale
    return "".join(parts), y + high


def items(scene: Scenery) -> Iterator[Item]:
    """What the legend tells: what entries of `pictures` draw here, in their order, and whose units are here."""
    told = _drawn(scene)
    order = {thing: n for n, thing in enumerate(scene.rules.program.looks)}
    ranks = {entry.name: n for n, entry in enumerate(scene.rules.program.pictures)}
    yield from sorted(told.values(), key=lambda item: (ranks[item.mark.entry], order.get(item.mark.thing, 0)))
    owners = {owner for space in scene.rules.board.spaces for owner in scene.standing(space)}
    for power in scene.rules.program.ids["power"]:
        if power in owners and f"power.{power}" not in told:
            yield Item(scene.rules.title_of("power", power), "space", Mark("", color=scene.owner_look(power)["color"]))
    if not scene.rules.program.grid:
        yield from _kinds(scene)


def _kinds(scene: Scenery) -> Iterator[Item]:
    """The short names of the kinds of units that are here."""
    here = {row[0] for row in scene.world.u.values()}
    for kind in kinds(scene.rules):
        title = scene.rules.title_of("unit_type", kind)
        if kind in here and (short := brief(scene.short(kind))) != title:
            yield Item(title, "kind", Mark("", says=short))


def _drawn(scene: Scenery) -> dict[str, Item]:
    """Things shown by `as`, by `sort.id`, and other entries that have a title, by their own id; those that are drawn somewhere."""
    board, titles = scene.rules.board, scene.rules.program.titles
    keys: dict[str, Iterable[str | int]] = {
        "space": board.spaces,
        "border": board.borders,
        "unit": scene.world.u,
    }
    told: dict[str, Item] = {}
    for on, things in keys.items():
        for mark in (m for key in things for m in _heard(scene.marks(on, key))):
            title = titles.get(f"pictures.{mark.entry}", "")
            if mark.thing:
                sort, _, name = mark.thing.partition(".")
                told.setdefault(mark.thing, Item(scene.rules.title_of(sort, name), on, mark))
            elif title and (mark.color or on != "border"):
                told.setdefault(mark.entry, Item(title, on, mark))
    return told


def _heard(marks: Sequence[Mark]) -> Sequence[Mark]:
    """The marks on a thing that are seen: on a space that is aside nothing else is of account."""
    return [m for m in marks if m.given.get("aside")] or marks


def _sample(item: Item, scale: float) -> Iterator[str]:
    """The look of an item in a small box, or along a short line."""
    mark, wide, high = item.mark, 15 * scale, 11 * scale
    middle = (wide / 2, 3 * scale + high / 2)
    if item.on == "border":
        dashes = f"{3 * scale:.1f}" if mark.given.get("dashed") else None
        width = min(high, float(mark.given.get("width", 8)) * scale / 2)
        yield element("path", d=f"M0 {middle[1]:.1f}H{wide:.1f}", stroke=mark.color, stroke_width=width, stroke_dasharray=dashes)
        return
    edge = {"stroke": DARK, "stroke_width": 0.6 * scale}
    if item.on == "unit":
        yield element("circle", cx=middle[0], cy=middle[1], r=high / 2, fill=mark.color or "#ffffff", **edge)
    elif mark.color:
        yield element("rect", y=3 * scale, width=wide, height=high, fill=mark.color, **edge)
    ink = mark.ink or (readable(mark.color) if mark.color else DARK)
    if mark.symbol:
        place = f"translate({middle[0]:.1f} {middle[1]:.1f}) scale({high / 100:.3f})"
        yield element("path", d=mark.symbol, fill=ink, stroke=ink, stroke_width=3, transform=place)
    elif mark.says and not mark.color:
        yield words(mark.says, middle, min(8 * scale, 0.9 * wide / (LETTER * len(mark.says))), fill=ink, font_weight="bold")
    elif mark.letter and item.on == "unit":
        yield words(mark.letter, middle, 7 * scale, fill=ink, font_weight="bold")
