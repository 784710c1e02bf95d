"""What both sides decide: who is lost first, who is kept to the last, when the attacker leaves, which actions are taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from interpreter.analysis.odds.armies import unit_type
from interpreter.analysis.odds.outcome import OddsError, unknown
from interpreter.analysis.odds.question import ATTACKER, Question
from interpreter.analysis.odds.setting import SIDES
from interpreter.machine.questions import DONE, Answer, Ask
from interpreter.machine.volleys import side_units
from interpreter.source.nearest import did_you_mean
from interpreter.state.world import World

ORDERS = CHEAPEST, WEAKEST = "cheapest", "weakest"
Rank = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Retreat:
    """When the attacker leaves, asked after each round: after so many rounds, with so few units left, without units to keep, with too small a chance."""

    rounds: int | None = None
    units: int | None = None
    bare: bool = False
    chance: float | None = None

    @property
    def ever(self) -> bool:
        return self.bare or any(v is not None for v in (self.rounds, self.units, self.chance))


@dataclass(frozen=True)
class Plan:
    """The decisions of both sides as rules of thumb; `orders` are names of orders or lists of unit types."""

    question: Question
    orders: tuple[str | tuple[str, ...] | None, str | tuple[str, ...] | None] = (None, None)
    keep: int = 0
    retreat: Retreat = Retreat()
    actions: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    low_luck: bool = False

    # --- losses ------------------------------------------------------------------------------------------------

    @cached_property
    def side_of(self) -> Mapping[int, int]:
        return {u: side for side, units in enumerate(self.question.units) for u in units}

    def rank(self, world: World, unit: int, army: int | None = None) -> Rank:
        """Where a unit stands among its army's losses, lowest first: hits that destroy nothing, then by the order that was chosen."""
        q = self.question
        side = self.side_of.get(unit, 0) if army is None else army
        row = world.u[unit]
        e = q.engagement
        order = self.orders[side]
        spared = q.rules.names[f"n_{e.name}_limit"](world, unit) - row[e.counter] > 1
        by_entry = f"{SIDES[side]}_order"
        usual = q.value(by_entry if by_entry in q.entry.has else "worth", world, unit)
        if isinstance(order, tuple):
            place = order.index(row[0]) if row[0] in order else len(order)
            return (not spared, place, usual, q.rank[row[0]], row[1] or "")
        if order == CHEAPEST:
            return (not spared, q.value("worth", world, unit), usual, q.rank[row[0]], row[1] or "")
        if order == WEAKEST:
            return (not spared, self.strength(side, row[0]), usual, q.rank[row[0]], row[1] or "")
        return (not spared, usual, q.rank[row[0]], row[1] or "")

    def strength(self, side: int, kind: str) -> Any:
        """The highest value that a unit type fires with in a round, alone."""
        if (side, kind) not in self.strengths:
            self.strengths[side, kind] = self._strength(side, kind)
        return self.strengths[side, kind]

    @cached_property
    def strengths(self) -> dict[tuple[int, str], Any]:
        return {}

    def _strength(self, side: int, kind: str) -> Any:
        q = self.question
        e, f = q.engagement, q.rules.names
        unit = next(u for u in q.units[side] if q.world.u[u][0] == kind)
        values = [0]
        for step in e.steps:
            if step.kind == "volley" and step.phase == "round":
                v = q.rules.program.volleys[step.volley]
                if unit in side_units(q.rules, q.world, e.name, v.by, q.args) and "pool" not in v.has:
                    values.append(f[f"v_{v.name}_value"](q.world, *q.args, unit))
        return max(values)

    @cached_property
    def kept(self) -> Mapping[str, int]:
        """The attacker's units that are kept to the last, by type: of those that may be, the last in the order."""
        q = self.question
        if not self.keep or "keeps" not in q.entry.has:
            return {}
        able = [u for u in q.units[ATTACKER] if q.value("keeps", q.world, u)]
        able.sort(key=lambda u: self.rank(q.world, u))
        kept: dict[str, int] = {}
        for unit in able[max(len(able) - self.keep, 0) :]:
            kind = q.world.u[unit][0]
            kept[kind] = kept.get(kind, 0) + 1
        return kept

    def loss(self, world: World, ask: Ask) -> Answer:
        """The unit that is picked for a hit."""

        def rank(group: tuple[int, ...]) -> Rank:
            unit = group[0]
            kept = self.kept.get(world.u[unit][0], 0) if self.side_of.get(unit) == ATTACKER else 0
            return (0 < len(group) <= kept, self.rank(world, unit))

        return ("lose", min(ask.detail.groups, key=rank)[0])

    # --- actions -----------------------------------------------------------------------------------------------

    def answer(self, world: World, ask: Ask, rounds: int) -> Answer:
        """What the asked side decides; a question that no rule of thumb knows gets its first answer."""
        if ask.kind == "lose":
            return self.loss(world, ask)
        if ask.kind == "act":
            return self._act(world, ask, rounds)
        return next(iter(ask.options))

    def _act(self, world: World, ask: Ask, rounds: int) -> Answer:
        q = self.question
        side = ATTACKER if ask.actor == q.powers[ATTACKER] else 1
        wanted = set(self.actions[side])
        if side == ATTACKER and self.leaves(world, rounds):
            wanted |= set(q.entry.retreats)
        for choosing in ask.actions:
            if choosing.entry.name in wanted:
                for args in choosing.options():
                    return (choosing.entry.name, *args)
        return DONE if ask.may_stop else next(iter(ask.options))

    def leaves(self, world: World, rounds: int) -> bool:
        """Whether the attacker leaves after so many rounds, with these units left (the chance apart)."""
        r = self.retreat
        if not r.ever or rounds == 0:
            return False
        left = self.question.standing(world, ATTACKER)
        if r.rounds is not None and rounds >= r.rounds:
            return True
        if r.units is not None and len(left) <= r.units:
            return True
        return r.bare and "keeps" in self.question.entry.has and not any(self.question.value("keeps", world, u) for u in left)


def read_order(question: Question, text: str | tuple[str, ...] | list[str] | None) -> str | tuple[str, ...] | None:
    """An order of losses: `cheapest`, `weakest`, or unit types with commas, first lost first; None for the ruleset's own."""
    if text is None:
        return None
    if isinstance(text, str):
        if (word := text.strip().lower()) in ORDERS:
            return word
        if did_you_mean(text.strip(), ORDERS):
            raise unknown("order of losses", text.strip(), ORDERS)
        text = tuple(t for t in text.split(",") if t.strip())
    if not text:
        raise OddsError("An order of losses names at least one unit type.")
    return tuple(unit_type(question.rules, t) for t in text)
