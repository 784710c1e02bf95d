"""What players by program ask: how some units would fare against others in a space, quickly and always the same.

The fight is made on an empty board, with those attributes of the powers that its rules look at; so equal armies are
solved once in a game and not once in each position. Fights whose positions are many are sampled, always with the same dice.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from interpreter.analysis.odds.armies import Army, Group
from interpreter.analysis.odds.ask import MOST_RUNGS
from interpreter.analysis.odds.forces import Unfit
from interpreter.analysis.odds.graph import Graph, Start, TooMany
from interpreter.analysis.odds.kept import prepared
from interpreter.analysis.odds.ladder import Ladder, NoLadder
from interpreter.analysis.odds.outcome import OddsError, Tally
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.played import played
from interpreter.analysis.odds.question import opening, pose
from interpreter.analysis.odds.sample import Sampler
from interpreter.analysis.odds.tables import Tables
from interpreter.analysis.odds.walk import TooLarge, Walk
from interpreter.rules.program import OddsEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

MOST_KEPT = 20_000
MOST_POSITIONS, SELDOM = 300, 2e-4
SAMPLED, PLAYED = 400, 64  # battles drawn from tables, and played by the machine, which is slower
Units = tuple[int, ...]
Verdict = tuple[int, int]
NOBODY: Verdict = (0, 0)


class Judge:
    """Answers from a memory of its own: the chance (in per cent) to take a space, and the value won less the value lost."""

    def __init__(self) -> None:
        self.known: WeakKeyDictionary[Ruleset, OrderedDict[Any, Verdict]] = WeakKeyDictionary()
        self.boards: WeakKeyDictionary[Ruleset, dict[Any, World]] = WeakKeyDictionary()
        self.places: WeakKeyDictionary[Ruleset, dict[Any, str]] = WeakKeyDictionary()

    def __call__(self, rules: Ruleset, world: World, us: Units, them: Units, here: str | None) -> Verdict:
        """The chance that `us` take `here` from `them` (or win, where nothing is to be taken), and the swing of value, as whole numbers."""
        if here is None or not us:
            return NOBODY
        asked = ("judge", us, them, here)
        if asked not in world.memo:
            world.memo[asked] = self._judged(rules, world, us, them, here)
        return world.memo[asked]  # type: ignore[no-any-return]

    def _judged(self, rules: Ruleset, world: World, us: Units, them: Units, here: str) -> Verdict:
        entry = next((e for e in rules.program.odds.values() if _suits(rules, e, world, us, them, here)), None)
        if entry is None:
            return NOBODY
        armies = tuple(_army(rules, entry, world, side, here, units) for side, units in (("attacker", us), ("defender", them)))
        powers = tuple(next((g.power for g in army), None) for army in armies)
        looks = _looks(rules, entry)
        place = self._place(rules, entry, looks, here)
        traits = _traits(rules, world, looks)
        key = (entry.name, place, powers, armies, traits)
        memory = self.known.setdefault(rules, OrderedDict())
        if key not in memory:
            memory[key] = self._solve(rules, entry, place, armies, powers, traits)  # type: ignore[arg-type]
            if len(memory) > MOST_KEPT:
                memory.popitem(last=False)
        return memory[key]

    def _solve(
        self,
        rules: Ruleset,
        entry: OddsEntry,
        place: str | None,
        armies: tuple[Army, Army],
        powers: tuple[str | None, str | None],
        traits: Any,
    ) -> Verdict:
        if not armies[0]:
            return NOBODY
        try:
            question = pose(rules, entry, armies, place, powers, (), self._board(rules, traits))
        except OddsError:
            return NOBODY
        plan = Plan(question)
        tally = Tally()
        try:
            tables, starts, tally = prepared(question, plan)
            found, rest = solve(tables, starts), 1 - sum(tally.ends.values())
            total = sum(found.ends.values()) or 1.0
            for end, chance in found.ends.items():
                tally.add(end, rest * chance / total)
        except (Unfit, TooLarge, TooMany):
            tally = played(Walk(question, plan), PLAYED, 0)
        total = sum(tally.ends.values())
        if not total:
            return NOBODY
        good = sum(c for e, c in tally.ends.items() if (e.verdict == "wins" if e.takes is None else e.takes))
        swing = sum(c * float(e.lost[1][0] - e.lost[0][0]) for e, c in tally.ends.items())
        return round(100 * good / total), round(swing / total)

    def _place(self, rules: Ruleset, entry: OddsEntry, looks: frozenset[str], here: str) -> str:
        """A space in which the fight goes as in this one: the first of the same tags and fixed attributes, as far as they are looked at."""
        places = self.places.setdefault(rules, {})
        key = (entry.name, here)
        if key not in places:
            world, where = opening(rules), rules.names[f"o_{entry.name}_where"]
            sort = _sort(rules, looks, here)
            places[key] = next(s for s in rules.board.spaces if s == here or (_sort(rules, looks, s) == sort and where(world, s)))
        return places[key]

    def _board(self, rules: Ruleset, traits: Any) -> World:
        """The opening board without units, on which powers have the attributes that matter."""
        boards = self.boards.setdefault(rules, {})
        if traits not in boards:
            board = opening(rules).fork()
            board.remove(tuple(board.u), "odds")
            for power, attributes in traits:
                for index, value in attributes:
                    board.set("power", power, index, value, "odds")
            board.owned = set()
            boards[traits] = board
        return boards[traits]


def solve(tables: Tables, starts: list[Start]) -> Tally:
    """The ends, those that are seldom left out where ladders do not serve; those of some battles where there are many positions."""
    if not starts:
        return Tally()
    try:
        return Ladder(tables, starts, MOST_RUNGS).run()
    except NoLadder:
        try:
            return Graph(tables, MOST_POSITIONS, SELDOM).run(starts)
        except TooMany:
            return Sampler(tables, 0).run(starts, SAMPLED)


def _suits(rules: Ruleset, entry: OddsEntry, world: World, us: Units, them: Units, here: str) -> bool:
    may = rules.names[f"o_{entry.name}_attacker_may"], rules.names[f"o_{entry.name}_defender_may"]
    return bool(
        rules.names[f"o_{entry.name}_where"](world, here)
        and any(may[0](world, here, u) for u in us)
        and (not them or any(may[1](world, here, u) for u in them))
    )


def _army(rules: Ruleset, entry: OddsEntry, world: World, side: str, here: str, units: Iterable[int]) -> Army:
    may = rules.names[f"o_{entry.name}_{side}_may"]
    counter = rules.program.engagements[entry.engagement].counter
    numbers: dict[tuple[str, int, str | None], int] = {}
    for unit in units:
        if may(world, here, unit):
            row = world.u[unit]
            key = (row[0], row[counter], row[1])
            numbers[key] = numbers.get(key, 0) + 1
    return tuple(Group(n, kind, hits, owner) for (kind, hits, owner), n in sorted(numbers.items(), key=str))


def _looks(rules: Ruleset, entry: OddsEntry) -> frozenset[str]:
    """What the fight of an entry looks at."""
    e = rules.program.engagements[entry.engagement]
    volleys = [rules.program.volleys[s.volley].looks for s in e.steps if s.volley]
    return e.looks.union(*(s.looks for s in e.steps), *volleys)


def _sort(rules: Ruleset, looks: frozenset[str], space: str) -> Any:
    """What tells a space from others in a fight, the board around it apart."""
    fixed = [a for name, a in rules.program.attributes.get("space", {}).items() if a.fixed and f"space.{name}" in looks]
    row = rules.program.rows["space"][space]
    return [tag for tag, bearers in rules.program.tags.items() if space in bearers], [row[a.index] for a in fixed]


def _traits(rules: Ruleset, world: World, looks: frozenset[str]) -> Any:
    """The attributes of powers that the fight looks at, as they are now."""
    table = rules.program.attributes.get("power", {})
    wanted = sorted(a.index for name, a in table.items() if f"power.{name}" in looks and not a.fixed)
    if not wanted:
        return ()
    return tuple((power, tuple((i, row[i]) for i in wanted)) for power, row in world.t["power"].items() if power is not None)
