"""A board of hexes in text: four characters a hex, two lines a row.

The upper line of a row shows for each hex what its left side bears, its letter, and who stands there (one power and
how many, or the letters of two powers); the lower line what its two lower sides bear.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.machine.game import Game
from interpreter.players.scenery import Scenery, last
from interpreter.rules.runtime import border_key

WIDTH = 2
"""Characters for half a hex."""
LINE = 76


def text_map(game: Game, viewer: str | None = None) -> tuple[str, ...]:
    """The lines of the map with its legend, as far as a power knows; none where the board has no grid."""
    points = game.rules.program.grid
    if not points:
        return ()
    scene = Scenery(game.rules, game.world, viewer)
    rows: dict[int, list[str]] = {}
    for space, (_, r) in sorted(points.items(), key=lambda item: (item[1][1], item[1][0])):
        rows.setdefault(r, []).append(space)
    left = min(2 * q + r for q, r in points.values())
    margin = max(len(row[0]) for row in rows.values()) + 1
    lines = []
    for row in rows.values():
        upper, lower = _row(scene, row, left)
        lines += [f"{row[0]:<{margin}}{upper} {row[-1]}", " " * margin + lower]
    return (*(line.rstrip() for line in lines), "", *legend(scene))


def _row(scene: Scenery, row: list[str], left: int) -> tuple[str, str]:
    at, spaces = scene.rules.board.grid.at, scene.rules.board.grid.spaces
    begin = " " * (WIDTH * (2 * at[row[0]][0] + at[row[0]][1] - left))
    upper, lower = begin, begin
    for space in row:
        q, r = at[space]
        sides = (_side(scene, space, spaces.get(step)) for step in ((q - 1, r), (q - 1, r + 1), (q, r + 1)))
        west, southwest, southeast = sides
        upper += f"{west}{letter(scene, space)}{standing(scene, space):<2}"
        lower += f"{southwest} {southeast} "
    return upper, lower


def letter(scene: Scenery, space: str) -> str:
    """The letter of the last mark of a space that has one."""
    return last((m.letter for m in scene.marks("space", space)), ".")


def standing(scene: Scenery, space: str) -> str:
    """Who stands in a space: the letter of one power and the number of its units (+ for more than nine), or two letters."""
    found = [(scene.owner_look(owner)["letter"], len(units)) for owner, units in scene.standing(space).items()]
    if len(found) == 1:
        name, number = found[0]
        return name + (str(number) if number < 10 else "+")
    return "".join(name for name, _ in found[:2])


def _side(scene: Scenery, space: str, other: str | None) -> str:
    if other is None:
        return " "
    return last((m.letter for m in scene.marks("border", border_key(space, other))), " ")


def legend(scene: Scenery) -> Iterator[str]:
    """What the letters mean, those that stand on the map, in lines."""
    rules, told = scene.rules, dict[str, str]()
    keys = (("space", rules.board.spaces), ("border", tuple(rules.board.borders)))
    for on, things in keys:
        for key in things:
            for mark in scene.marks(on, key):
                sort, _, name = mark.thing.partition(".")
                title = rules.title_of(sort, name) if name else rules.program.titles.get(f"pictures.{mark.entry}", "")
                if mark.letter and title:
                    told.setdefault(mark.letter, title)
    for power in rules.program.ids["power"]:
        told.setdefault(scene.owner_look(power)["letter"] + "1", f"{rules.title_of('power', power)}, 1 unit")
    line = ""
    for each in (f"{sign} {words}" for sign, words in told.items()):
        if line and len(line) + 3 + len(each) > LINE:
            yield line
            line = ""
        line += ("   " if line else "") + each
    yield line
