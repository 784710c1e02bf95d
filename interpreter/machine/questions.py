"""Questions: what is asked where a procedure stops, its legal answers, and the chances of what dice may show.

An answer is plain data: `("roll", d, d, …)`, `("choose", value)`, `("lose", unit)`, `("done",)`, or
`(action, choice, …)` where an action is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb
from typing import Any, TypeAlias

from interpreter.machine.options import Choosing, Refusal, same
from interpreter.machine.rerolls import fired, result, taken
from interpreter.machine.units import groups
from interpreter.machine.volleys import Picks, Pool, allotted, completed, open_to_chance, picks, pools, side_power, slot_units
from interpreter.rules.instead import BELOW
from interpreter.rules.ruleset import Block, Ruleset
from interpreter.rules.runtime import RuleFault
from interpreter.state.world import World

Answer: TypeAlias = "tuple[Any, ...]"
CHANCE = "chance"
DONE: Answer = ("done",)


@dataclass(frozen=True)
class Ask:
    """A question. `actor` is a power or `chance`; `kind` roll, choose, lose or act; `rule` the definition that asks.

    `options` are the legal answers, computed as they are looked at (all rolls, for chance: see `pools` and
    `chances`, which are never as many). `units` tells, for kind `choose`, whether they are units: a number by itself does not.
    """

    actor: str
    kind: str
    reason: str
    rule: str
    rules: Ruleset
    world: World
    detail: Any
    units: bool = True

    @cached_property
    def actions(self) -> tuple[Choosing, ...]:
        """The offered actions, for kind `act`."""
        offered, _ = self.detail
        return tuple(Choosing(self.rules, self.world, name, self.actor, given) for name, given in offered)

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The dice to roll, for kind `roll`."""
        return self.detail if self.kind == "roll" else ()

    @property
    def dice(self) -> int:
        return sum(p.dice for p in self.pools)

    @property
    def may_stop(self) -> bool:
        """Whether `done` is an answer."""
        return self.kind == "act" and self.detail[1] != "must" and not self.unfinished

    @cached_property
    def unfinished(self) -> str | None:
        """The rule that does not let the actor be done."""
        return self.rules.names["h_done"](self.world, self.actor)  # type: ignore[no-any-return]

    @property
    def options(self) -> Iterator[Answer]:
        if self.kind == "act":
            for choosing in self.actions:
                for args in choosing.options():
                    yield (choosing.entry.name, *args)
            if self.may_stop:
                yield DONE
        elif self.kind == "lose":
            for group in self.detail.groups:
                yield ("lose", group[0])
        elif self.kind == "choose":
            for value in self.detail:
                yield ("choose", value)
        else:
            for faces in product(*(range(1, p.sides + 1) for p in self.pools for _ in range(p.dice))):
                yield ("roll", *faces)

    def chances(self) -> dict[tuple[int, ...], Fraction]:
        """For kind `roll`: the exact chance of each combination of hits, one number per pool (binomial in each)."""
        result: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
        for p in self.pools:
            number, value, sides = p.single
            one = Fraction(value, sides)
            single = {k: comb(number, k) * one**k * (1 - one) ** (number - k) for k in range(number + 1)}
            result = {(*hits, k): chance * c for hits, chance in result.items() for k, c in single.items() if c}
        return result

    def refusal(self, answer: Answer) -> Refusal | None:
        """None for a legal answer, else why it is none."""
        if not answer:
            return Refusal("An answer is missing.")
        if self.kind == "roll":
            return self._bad_roll(answer)
        if self.kind == "act":
            if answer == DONE:
                return None if self.may_stop else self._not_done()
            for choosing in self.actions:
                if choosing.entry.name == answer[0]:
                    refusal = choosing.refusal(tuple(answer[1:]))
                    if refusal is None:
                        return None
                    others = [c for c in self.actions if c.entry.name == answer[0]]
                    if len(others) == 1 or all(c.refusal(tuple(answer[1:])) for c in others):
                        return refusal
                    return None
            names = ", ".join(dict.fromkeys(c.entry.name for c in self.actions))
            return Refusal(f"`{answer[0]}` is not offered now; what is: {names}.", self.rule)
        if any(same(answer, option) for option in self.options):
            return None
        return Refusal("This is not among what may be chosen.", self.rule, self.rules.cites(self.rule))

    def _not_done(self) -> Refusal:
        if self.unfinished is None:
            return Refusal("One of the actions has to be taken.", self.rule)
        because = next(b for rule, _, b, _ in self.rules.program.bans["done"] if rule == self.unfinished)
        return Refusal(
            because or f"Rule {self.unfinished} forbids it.", f"rules.{self.unfinished}", self.rules.cites(f"rules.{self.unfinished}")
        )

    def _bad_roll(self, answer: Answer) -> Refusal | None:
        sides = [p.sides for p in self.pools for _ in range(p.dice)]
        faces = answer[1:]
        if answer[0] != "roll" or len(faces) != len(sides):
            return Refusal(f"{len(sides)} dice are rolled here, not {len(faces)}.", self.rule)
        for face, most in zip(faces, sides, strict=True):
            if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= most:
                return Refusal(f"A die with {most} sides cannot show {face}.", self.rule)
        return None

    def given(self, answer: Answer) -> Choosing | None:
        """The offered action that a legal answer takes."""
        named = [c for c in self.actions if c.entry.name == answer[0]]
        if len(named) == 1:
            return named[0]
        for choosing in named:
            if choosing.entry.name == answer[0] and choosing.refusal(tuple(answer[1:])) is None:
                return choosing
        return None


def question(rules: Ruleset, world: World, block: Block, values: tuple[Any, ...]) -> Ask | tuple[Any, ...]:
    """The question that a block asks; or the values that its answer would give, where there is nothing to ask."""
    found = block.function(world, values)
    rule = _rule(rules, block)
    match block.question:
        case "roll":
            number, sides = found
            if number == 0:
                return ((),)
            reason = rules.program.titles.get(rule) or block.label.removeprefix("roll ").partition(" #")[0].replace("_", " ")
            return Ask(CHANCE, "roll", reason, rule, rules, world, (Pool(number, sides, 0, None),))
        case "draw":
            if len(found) < 2:
                return (found[0] if found else None,)
            reason = rules.program.titles.get(rule) or block.label.partition(" #")[0].replace("_", " ")
            return Ask(CHANCE, "roll", reason, rule, rules, world, (Pool(1, len(found), 0, None),))
        case "choose":
            actor, candidates, optional, units = found
            if units:
                candidates = tuple(g[0] for g in groups(rules, world, candidates))
            if optional:
                candidates = (*candidates, None) if candidates else ()
            if len(candidates) < 2:
                return (candidates[0] if candidates else None,)
            if actor is None:
                raise RuleFault("a choice is left to nobody")
            reason = block.label.removeprefix("choose ").partition(" #")[0]
            return Ask(actor, "choose", reason, rule, rules, world, tuple(candidates), units)
        case "offer":
            actor, offered, mode = found
            if actor is None:
                return ()
            ask = Ask(actor, "act", block.label.partition(" #")[0], rule, rules, world, (offered, mode))
            return ask if any(next(c.options(), None) is not None for c in ask.actions) else ()
        case "fire" | "throw" | "cast":
            name, args = found
            dice = pools(rules, world, name, args)
            rolled = dice if block.question == "cast" else open_to_chance(rules, dice)
            if not rolled:
                return ((), ()) if block.question == "cast" else fired(rules, world, name, args, completed(rules, (), dice), dice)
            volley = rules.program.volleys[name]
            return Ask(CHANCE, "roll", volley.title, _step(volley.engagement, name), rules, world, rolled)
        case "again":
            name, lie, misses, hits = found
            again = tuple(pool for _, _, pool in taken(lie, misses, hits))
            if not again:
                return result(lie)
            volley = rules.program.volleys[name]
            return Ask(CHANCE, "roll", volley.title, _step(volley.engagement, name), rules, world, again)
        case "allot":
            return _allot(rules, world, block, *found)
        case "assign":
            name, args, hits = found
            chosen = picks(rules, world, name, args, hits)
            if chosen is None:
                return ((), None)
            volley = rules.program.volleys[name]
            return Ask(chosen.power, "lose", volley.title, _step(volley.engagement, name), rules, world, chosen)
    raise AssertionError(block.question)


def _allot(
    rules: Ruleset, world: World, block: Block, name: str, args: tuple[Any, ...], slots: Any, rest: Any, placed: Any
) -> Ask | tuple[Any, ...]:
    """Whose the next die is; nobody is asked where it makes no difference."""
    takers = slot_units(rules, world, name, slots)
    if len(takers) < 2:
        return allotted(slots, rest, placed, None)
    volley = rules.program.volleys[name]
    power = side_power(rules, world, volley.engagement, volley.by, args)
    return Ask(power, "choose", f"{volley.title}: a die shows {rest[0]}", _step(volley.engagement, name), rules, world, takers)


def forced(ask: Ask) -> Answer | None:
    """The only answer that matters, where a loss is forced or makes no difference."""
    if ask.kind == "lose":
        chosen: Picks = ask.detail
        if chosen.free:
            return ("lose", chosen.groups[0][0])
    return None


def _rule(rules: Ruleset, block: Block) -> str:
    """The definition whose effects ask."""
    causes: dict[str, str] = rules.names["CAUSES"]
    cause = causes.get(block.function.__name__, "")
    if cause.startswith("rules."):
        return cause
    name = block.procedure.partition(BELOW)[0]
    if name.startswith("do_"):
        return f"actions.{name[3:]}"
    for section in ("phases", "windows", "engagements", "procedures", "sequences"):
        if name in rules.program.kinds.get(section, ()):
            return f"{section}.{name}"
    return cause or f"procedures.{name}"


def _step(engagement: str, volley: str) -> str:
    return f"engagements.{engagement}.round.{volley.removeprefix(engagement + '_')}"
