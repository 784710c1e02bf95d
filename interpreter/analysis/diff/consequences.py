"""What follows from the rules of each edition: the values and battles that the rulesets' `comparisons` name, and the first question.

Everything is told of each edition by its own rules; an edition that has no such thing has None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from interpreter.analysis.odds import OddsError, odds
from interpreter.machine.game import start
from interpreter.machine.options import told_value
from interpreter.machine.setups import SetupError
from interpreter.rules.build import load
from interpreter.rules.program import ContrastEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.state.opening import scenario_world

MOST_ANSWERS = 2_000
OPENING = "first question"
BATTLE: tuple[tuple[str, Callable[[Any], float]], ...] = (
    ("attacker wins", lambda found: found.attacker_wins),
    ("draw", lambda found: found.draw),
    ("defender wins", lambda found: found.defender_wins),
    ("worth lost by the attacker", lambda found: found.loss["attacker"]),
    ("worth lost by the defender", lambda found: found.loss["defender"]),
)
CHANCES = 3
"""So many of the lines of a battle are chances (0 to 1); the others are worth."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: of what it tells, and the value of each edition (None where it has none)."""

    of: str
    values: tuple[Any, ...]

    @property
    def differs(self) -> bool:
        """Whether not all editions have the same."""
        return any(value != self.values[0] for value in self.values)


@dataclass(frozen=True, slots=True)
class Consequence:
    """A comparison of the rulesets with its lines. `kind` is value, battle or opening; chances are from 0 to 1."""

    name: str
    title: str
    kind: str
    rows: tuple[Row, ...]

    def data(self) -> dict[str, Any]:
        """The keys of the JSON document; `values` stand in the order of the editions."""
        rows = [{"of": row.of, "values": [_number(v) for v in row.values], "differs": row.differs} for row in self.rows]
        return {"comparison": self.name, "title": self.title, "kind": self.kind, "rows": rows}

    def cells(self, everything: bool = False) -> list[list[str]]:
        """What is shown: the lines that differ as words, and all of a battle in which one does."""
        whole = everything or (self.kind != "value" and any(row.differs for row in self.rows))
        shown = [row for row in self.rows if whole or row.differs]
        return [[row.of, *(self._shown(i, value) for value in row.values)] for i, row in enumerate(shown)]

    def _shown(self, number: int, value: Any) -> str:
        if value is None or isinstance(value, bool):
            return "-" if value is None else "yes" if value else "no"
        if self.kind == "battle" and number < CHANCES:
            return f"{100 * value:.2f} %"
        return f"{float(value):.2f}".rstrip("0").rstrip(".") if isinstance(value, (float, Fraction)) else str(value)

    def lines(self, names: Sequence[str]) -> list[str]:
        """A table for a terminal; empty where nothing differs."""
        cells = self.cells()
        if not cells:
            return []
        table = [["", *names], *cells]
        widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
        told = ["  ".join(c.ljust(w) if not i else c.rjust(w) for i, (c, w) in enumerate(zip(line, widths, strict=True))) for line in table]
        return [self.title, *(f"  {line}".rstrip() for line in told)]

    def markdown(self, names: Sequence[str]) -> list[str]:
        """A table in Markdown; empty where nothing differs."""
        cells = self.cells()
        if not cells:
            return []
        rows = ["| " + " | ".join(line) + " |" for line in (["", *names], *cells)]
        return [f"### {self.title}", "", rows[0], "|---" * (len(names) + 1) + "|", *rows[1:]]


def consequences(names: Sequence[str]) -> tuple[Consequence, ...]:
    """What is told of each edition, in the order of the first one's comparisons; nothing unless two of them can be played."""
    sides = [_loaded(name) for name in names]
    if sum(side is not None for side in sides) < 2:
        return ()
    found: dict[str, tuple[Ruleset, ContrastEntry]] = {}
    for rules in (side.rules for side in sides if side is not None):
        for name, entry in rules.program.comparisons.items():
            found.setdefault(name, (rules, entry))
    told = [_told(name, owner, entry, sides) for name, (owner, entry) in found.items()]
    return (*told, _opening(sides))


@dataclass(frozen=True, slots=True)
class _Side:
    rules: Ruleset
    world: Any


def _loaded(name: str) -> _Side | None:
    """An edition ready to be asked; None where it is no game by itself."""
    base, *overlays = name.split("+")
    rules, _ = load(base, overlays)
    if rules is None or rules.program.scenario not in rules.program.scenarios:
        return None
    return _Side(rules, scenario_world(rules, rules.program.scenario))


def _told(name: str, owner: Ruleset, entry: ContrastEntry, sides: Sequence[_Side | None]) -> Consequence:
    title = owner.program.titles.get(f"comparisons.{name}", name.replace("_", " "))
    if entry.battle:
        return Consequence(name, title, "battle", tuple(_battle(entry, sides)))
    columns = [dict(_values(name, side)) if side is not None else {} for side in sides]
    keys = dict.fromkeys(key for column in columns for key in column)
    return Consequence(name, title, "value", tuple(Row(key, tuple(column.get(key) for column in columns)) for key in keys))


def _values(name: str, side: _Side) -> Iterator[tuple[str, Any]]:
    """The value of each thing, by its id."""
    entry = side.rules.program.comparisons.get(name)
    if entry is None or entry.battle:
        return
    world = side.world.fork()
    things: list[tuple[Any, ...]] = [(each,) for each in side.rules.f(f"told_{name}_each")(world)] if "each" in entry.has else [()]
    for thing in things:
        value = side.rules.f(f"told_{name}_is")(world, *thing)
        whole = isinstance(value, (int, float, Fraction))
        yield str(thing[0]) if thing else "", value if whole else told_value(side.rules, value, entry.sort)


def _battle(entry: ContrastEntry, sides: Sequence[_Side | None]) -> Iterator[Row]:
    """The chances of one battle under each edition that has the engagement and the units."""
    found = []
    for side in sides:
        try:
            found.append(odds(side.rules, entry.attacker, entry.defender, kind=entry.battle) if side is not None else None)
        except OddsError:
            found.append(None)
    for label, part in BATTLE:
        yield Row(label, tuple(None if each is None else round(part(each), 10) for each in found))


def _opening(sides: Sequence[_Side | None]) -> Consequence:
    """Who is asked first, what, and how many answers are legal (at most as many as are counted)."""
    found = [_first(side) for side in sides]
    labels = ("asked", "by", "legal answers")
    return Consequence(
        OPENING, "The first question of the game", "opening", tuple(Row(of, tuple(f[i] for f in found)) for i, of in enumerate(labels))
    )


def _first(side: _Side | None) -> tuple[Any, Any, Any]:
    if side is None:
        return None, None, None
    try:
        ask = start(side.rules).ask
    except SetupError:
        return None, None, None
    if ask is None or ask.actor == "chance":
        return (None, None, None) if ask is None else ("chance", ask.rule, None)
    return ask.actor, ask.rule, sum(1 for _ in islice(ask.options, MOST_ANSWERS))


def _number(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) and value.denominator != 1 else int(value) if isinstance(value, Fraction) else value
