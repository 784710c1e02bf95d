"""The general solver: the machine's own procedure, run through every outcome of the dice.

Equal positions (alike units, the same place in the procedure) are one; the dice of a volley are counted as hits; a
round that ends where it began is divided out. It knows nothing of what a step does, so it is right for any rules, and
it is the measure of the quicker solvers.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any, NamedTuple

from interpreter.analysis.odds.dice import hits as hits_of
from interpreter.analysis.odds.outcome import Tally
from interpreter.analysis.odds.plan import Plan
from interpreter.analysis.odds.question import Question
from interpreter.machine.faults import FAULTS, Fault, fault
from interpreter.machine.game import Machine
from interpreter.machine.questions import CHANCE, Ask
from interpreter.machine.units import alike_key
from interpreter.machine.volleys import Pool
from interpreter.state.position import Frame
from interpreter.state.world import World

NEGLIGIBLE = 1e-16
MOST_ROLLS, FEW_ROLLS, TRIED = 20_000, 300, 20
OTHER = 1000  # places of dice that no volley rolls lie behind all volleys


class TooLarge(Exception):
    """More positions than may be looked at."""


class Node(NamedTuple):
    """A position in which dice are rolled (or the end, with no question): `index` is the place of the volley among the steps."""

    world: World
    frames: tuple[Frame, ...]
    ask: Ask | None
    index: int  # type: ignore[assignment]


class Walk:
    """All outcomes of one question under one plan; at most `most` positions are looked at."""

    def __init__(self, question: Question, plan: Plan, most: int = 20_000, work: int = 20_000_000) -> None:
        self.q, self.plan, self.most, self.work = question, plan, most, work
        self.rules = question.rules
        steps = question.engagement.steps
        self.order = {s.volley: i for i, s in enumerate(steps) if s.volley}
        self.first = next((i for i, s in enumerate(steps) if s.phase == "round"), len(steps))
        self.counts_rounds = plan.retreat.rounds is not None
        self.keys: dict[Any, tuple[Any, ...]] = {}
        self.states = 0

    # --- solving -----------------------------------------------------------------------------------------------

    def run(self) -> Tally:
        tally = Tally()
        waiting: dict[Any, float] = {}
        places: dict[Any, tuple[Node, int]] = {}
        order: list[tuple[tuple[int, ...], int, Any]] = []
        serial = 0

        def arrive(node: Node, rounds: int, chance: float) -> None:
            nonlocal serial
            key = self.key(node, rounds)
            if key not in waiting:
                waiting[key] = 0.0
                places[key] = (node, rounds)
                serial += 1
                heappush(order, (self.level(node, rounds), serial, key))
            waiting[key] += chance

        for node, rounds, chance in self.round(self.begin(), 0, tally, 1.0):
            arrive(node, rounds, chance)
        while order:
            _, _, key = heappop(order)
            chance = waiting.pop(key)
            node, rounds = places[key]
            self.states += 1
            if self.states > self.most:
                raise TooLarge
            if chance < NEGLIGIBLE:
                continue
            part = Tally()
            back = 0.0
            onward = []
            for following, count, some in self.round(node, rounds, part, 1.0, starts=True):
                if self.key(following, count) == key:
                    back += some
                else:
                    onward.append((following, count, some))
            visits = chance / (1 - back)
            tally.rounds += visits
            for end, some in part.ends.items():
                tally.add(end, visits * some)
            for following, count, some in onward:
                arrive(following, count, visits * some)
        return tally

    def round(self, node: Node, rounds: int, tally: Tally, chance: float, starts: bool = False) -> Iterator[tuple[Node, int, float]]:
        """The positions in which the next round begins, with their chances; ends go into `tally`."""
        local: dict[Any, tuple[Node, float]] = {}
        order: list[tuple[int, int, Any]] = []
        found: dict[Any, tuple[Node, int, float]] = {}
        serial = 0
        now = rounds + 1 if starts else rounds
        last = node.index if starts else -1

        def meet(node: Node, some: float, before: int) -> None:
            nonlocal serial
            if node.ask is None:
                tally.add(self.q.end(node.world), some)
                return
            key = self.key(node, 0)
            if (node.index >= self.first and node.index <= before) or (before < self.first <= node.index < OTHER and not starts):
                old = found.get(key)
                found[key] = (node, now if self.counts_rounds else 0, some + (old[2] if old else 0.0))
                return
            if key in local:
                local[key] = (node, local[key][1] + some)
                return
            local[key] = (node, some)
            serial += 1
            heappush(order, (node.index, serial, key))

        if starts:
            for following, some in self.roll(node, now):
                meet(following, some * chance, last)
        else:
            meet(node, chance, -1)
        while order:
            _, _, key = heappop(order)
            one, some = local.pop(key)
            for following, part in self.roll(one, now):
                meet(following, some * part, one.index)
        yield from found.values()

    def level(self, node: Node, rounds: int) -> tuple[int, ...]:
        """What never grows from round to round: the hits that both armies can still take, downwards."""
        e = self.q.engagement
        limit = self.rules.names[f"n_{e.name}_limit"]
        left = sum(limit(node.world, u) - node.world.u[u][e.counter] for side in (0, 1) for u in self.q.standing(node.world, side))
        return (rounds, -left)

    # --- steps of the machine ----------------------------------------------------------------------------------

    def begin(self) -> Node:
        draft = self.q.world.fork()
        machine = Machine(self.rules, draft, [])
        return self.settle(machine, lambda: machine.enter(self.q.entry.engagement, self.q.args), 0)

    def settle(self, machine: Machine, first: Any, rounds: int, before: int = -1) -> Node:
        """Runs on until dice are rolled or all is over; the sides answer by the plan."""
        try:
            first()
            machine.run()
            while machine.pending is not None and machine.pending.actor != CHANCE:
                ask = machine.pending
                draft = machine.world.fork()
                answer = self.plan.answer(machine.world, ask, rounds)
                machine = Machine(self.rules, draft, machine.stack)
                machine.answer(ask, answer)
                machine.run()
        except (*FAULTS, Fault) as error:
            raise fault(f"engagements.{self.q.entry.engagement}", error) from error
        machine.world.owned = set()
        asked = machine.pending
        return Node(machine.world, tuple(machine.stack), asked, before if asked is None else self.index(machine, asked, before))

    def index(self, machine: Machine, ask: Ask, before: int) -> int:
        procedure, label, values = machine.stack[-1]
        block = self.rules.blocks[procedure][label]
        if block.question not in ("fire", "throw", "cast"):
            return max(before, 0) + OTHER
        return self.order.get(block.function(machine.world, values)[0], before)

    def roll(self, node: Node, rounds: int) -> Iterator[tuple[Node, float]]:
        """What the dice of a position lead to."""
        assert node.ask is not None
        procedure, label, _ = node.frames[-1]
        pool = node.ask.pools[0]
        if self.rules.blocks[procedure][label].question == "roll" and pool.sides**pool.dice > FEW_ROLLS:
            yield from self.heap(node, pool, rounds)
            return
        for given, chance in self.outcomes(node):
            yield self.given(node, given, rounds), chance

    def given(self, node: Node, dice: Any, rounds: int) -> Node:
        """What comes of a position when its dice have shown something."""
        self.work -= len(node.world.u)
        if self.work < 0:
            raise TooLarge
        machine = Machine(self.rules, node.world.fork(), list(node.frames))
        return self.settle(machine, lambda: machine.onward(self.values(machine, node, dice)), rounds, node.index)

    def values(self, machine: Machine, node: Node, dice: Any) -> tuple[Any, ...]:
        """What dice (of a plain volley its hits) give to the place that asks for them."""
        assert node.ask is not None
        procedure, label, values = node.frames[-1]
        block = self.rules.blocks[procedure][label]
        return (dice,) if block.question == "fire" else machine.shown(block, values, node.ask, dice)

    def outcomes(self, node: Node) -> Iterator[tuple[Any, float]]:
        assert node.ask is not None
        procedure, label, _ = node.frames[-1]
        if self.rules.blocks[procedure][label].question == "fire":
            return self.fired(node.ask.pools)
        return self.thrown(node.ask.pools)

    def fired(self, pools: tuple[Pool, ...]) -> Iterator[tuple[Any, float]]:
        """Hits by firer, with their chances."""
        by_firer: dict[int | None, list[tuple[int, int, int]]] = {}
        for p in pools:
            by_firer.setdefault(p.firer, []).append(p.single)
        tables = [
            [(firer, k, float(c)) for k, c in enumerate(hits_of(some, self.plan.low_luck)) if c > 0] for firer, some in by_firer.items()
        ]
        for combination in product(*tables):
            chance = 1.0
            for _, _, c in combination:
                chance *= c
            yield tuple((firer, k) for firer, k, _ in combination if k), chance

    def thrown(self, pools: tuple[Pool, ...]) -> Iterator[tuple[Any, float]]:
        """The faces of dice that mean something else than hits: all of them, in order."""
        sides = [p.sides for p in pools for _ in range(p.dice)]
        if prod(sides) > MOST_ROLLS:
            raise TooLarge
        for faces in product(*(range(1, n + 1) for n in sides)):
            yield faces, 1.0 / prod(sides)

    def heap(self, node: Node, pool: Pool, rounds: int) -> Iterator[tuple[Node, float]]:
        """The same for many dice, whatever their order; that it makes no difference is tried out on the first ones."""
        for number, faces in enumerate(combinations_with_replacement(range(1, pool.sides + 1), pool.dice)):
            if number > MOST_ROLLS:
                raise TooLarge
            chance = factorial(pool.dice) * float(pool.sides) ** -pool.dice
            for face in set(faces):
                chance /= factorial(faces.count(face))
            found = self.given(node, faces, rounds)
            if number < TRIED and self.key(self.given(node, faces[::-1], rounds), 0) != self.key(found, 0):
                raise TooLarge
            yield found, chance

    # --- keys --------------------------------------------------------------------------------------------------

    def key(self, node: Node, rounds: int) -> Any:
        """Equal for positions that differ only in which of alike units is which."""
        world = node.world
        numbers: dict[Any, int] = {}
        for unit in world.u:
            alike = alike_key(self.rules, world, unit)
            numbers[alike] = numbers.get(alike, 0) + 1
        named = tuple((p, label, tuple(self.named(world, v) for v in values)) for p, label, values in node.frames)
        tables: tuple[Any, ...] = ()
        if world.t is not self.q.world.t:
            tables = tuple(
                (sort, frozenset((k, row) for k, row in rows.items() if self.q.world.t[sort].get(k) != row))
                for sort, rows in world.t.items()
                if rows is not self.q.world.t[sort]
            )
        return (named, frozenset(numbers.items()), world.g, tables, node.index, rounds)

    def named(self, world: World, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self.named(world, v) for v in value)
        if isinstance(value, int) and not isinstance(value, bool) and value in world.u:
            return (value, alike_key(self.rules, world, value))
        return value
