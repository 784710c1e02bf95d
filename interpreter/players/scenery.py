"""What a position looks like: the entries of `pictures` that hold for a space, border or unit, with what they draw.

Both maps, in text and as a picture, read this; neither knows what a game draws.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.machine.knowledge import known
from interpreter.players.views import shown
from interpreter.rules.program import PictureEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

GREY = "#b8b8b0"
DARK = "#22221e"


@dataclass(frozen=True, slots=True)
class Mark:
    """What one entry draws on one thing. `thing` is what it takes its look from, as `sort.id`; texts are empty where nothing is given."""

    entry: str
    color: str = ""
    ink: str = ""
    symbol: str = ""
    letter: str = ""
    says: str = ""
    points: str = ""
    thing: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)


class Scenery:
    """The marks of one world, each found when asked for, as the power `viewer` knows it (None: nobody in particular, who sees all)."""

    def __init__(self, rules: Ruleset, world: World, viewer: str | None = None) -> None:
        self.rules, self.world = rules, known(rules, world, viewer)
        self.entries: dict[str, list[PictureEntry]] = {}
        for entry in rules.program.pictures:
            self.entries.setdefault(entry.on, []).append(entry)

    def marks(self, on: str, key: str | int | None = None) -> tuple[Mark, ...]:
        """The marks on a space, border (`a|b`) or unit, or on the board; in the order of the entries."""
        args = () if on == "board" else (key,)
        found = (self._mark(entry, args) for entry in self.entries.get(on, ()))
        return tuple(mark for mark in found if mark is not None)

    def _value(self, entry: PictureEntry, key: str, args: tuple[Any, ...]) -> Any:
        return self.rules.names[f"pic_{entry.name}_{key}"](self.world, *args)

    def _mark(self, entry: PictureEntry, args: tuple[Any, ...]) -> Mark | None:
        if "when" in entry.has and not self._value(entry, "when", args):
            return None
        thing = self._value(entry, "as", args) if "as" in entry.has else None
        if thing is None and "as" in entry.has:
            return None
        name = f"{entry.thing}.{thing}" if thing is not None else ""
        look = {**self.rules.program.looks.get(name, {}), **{k: str(v) for k, v in entry.given.items()}}
        says = self._says(self._value(entry, "says", args)) if "says" in entry.has else ""
        points = self._value(entry, "points", args) if "points" in entry.has else None
        drawn = {key: look.get(key, "") for key in ("color", "ink", "symbol", "letter")}
        return Mark(entry.name, **drawn, says=says, points=points or "", thing=name, given=entry.given)

    def _says(self, value: Any) -> str:
        if value is None:
            return ""
        for sort in self.rules.program.entities.get(value, ()) if isinstance(value, str) else ():
            return self.rules.title_of(sort, value)
        return shown(value).replace("_", " ")

    # --- what both maps ask ----------------------------------------------------------------------------------------

    def color(self, space: str) -> str:
        """The colour of a space: that of its last mark that has one."""
        return last((m.color for m in self.marks("space", space)), GREY)

    def owner_look(self, owner: str | None) -> dict[str, str]:
        """Colour and ink of a power's units."""
        look = self.rules.program.looks.get(f"power.{owner}", {})
        color = look.get("color", GREY)
        return {"color": color, "ink": look.get("ink", readable(color)), "letter": look.get("letter", (owner or "?")[0])}

    def short(self, kind: str) -> str:
        """The short name of a unit type: its first short form, else its title."""
        forms = self.rules.program.shorts.get(f"unit_type.{kind}")
        return forms[0] if forms else self.rules.title_of("unit_type", kind)

    def standing(self, space: str) -> dict[str | None, list[int]]:
        """The units in a space that the viewer sees, by owner, in the order of powers; what is aboard others is with them."""
        found: dict[str | None, list[int]] = {}
        for unit in self.world.at.get(space, ()):
            if self.world.u[unit][3] is None:
                found.setdefault(self.world.u[unit][1], []).append(unit)
        order = [*self.rules.program.ids["power"], None]
        return {owner: found[owner] for owner in sorted(found, key=order.index)}


def last(values: Iterable[str], otherwise: str = "") -> str:
    """The last text that is not empty."""
    return next((v for v in reversed(list(values)) if v), otherwise)


def readable(color: str) -> str:
    """Dark or white, whichever is easier to read on a colour."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return DARK if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"
