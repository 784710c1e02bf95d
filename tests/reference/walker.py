"""Procedures run by walking the IR; a question is a `Question` that the coroutine yields, and its answer what it is sent."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.language.ir import (
    Again,
    Allot,
    Announce,
    Assign,
    Assignment,
    Attribute,
    Cast,
    Choose,
    Create,
    Draw,
    Expr,
    Finish,
    Fire,
    ForEach,
    If,
    Let,
    Move,
    Offer,
    Procedure,
    Remove,
    Repeat,
    Return,
    Roll,
    Run,
    Statement,
    While,
)
from interpreter.language.types import NUMBER, UNIT
from interpreter.rules.build import Built
from interpreter.rules.runtime import RuleFault
from interpreter.state.world import World
from tests.reference.expressions import Expressions, distinct, plain_number, whole
from tests.reference.options import Options
from tests.reference.rerolls import Throw, chosen, pools_of, throws_of
from tests.reference.volleys import Hits, Pools, Volleys

Answer: TypeAlias = "tuple[Any, ...]"


@dataclass(frozen=True)
class Question:
    """What is asked: `options` are counted out anew by each call, `pools` are dice, sides and value of each pool."""

    actor: Any
    kind: str
    options: Callable[[], Iterator[Answer]] = lambda: iter(())
    pools: tuple[tuple[int, int, Any], ...] = ()
    legal: Callable[[Answer], bool] = lambda answer: True


Course: TypeAlias = "Generator[Question, Answer, Any]"


class Returned(Exception):
    """Ends a procedure from within its blocks."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Finished(Exception):
    """Ends the game."""

    def __init__(self, winner: Any) -> None:
        super().__init__()
        self.winner = winner


class Walker:
    """Runs procedures of one built ruleset on one world, which it changes."""

    def __init__(self, built: Built, world: World) -> None:
        self.world = world
        self.definitions = built.definitions
        self.expressions = Expressions(built)
        self.options = Options(self.expressions)
        self.volleys = Volleys(self.expressions)

    def value(self, e: Expr, env: dict[str, Any]) -> Any:
        return self.expressions.value(e, self.world, env)

    def values(self, args: tuple[Expr, ...], env: dict[str, Any]) -> list[Any]:
        return [self.value(a, env) for a in args]

    def ask(self, question: Question) -> Course:
        """Yields a question with the world marked as one that nobody writes, so that the path search may remember."""
        self.world.owned = set()
        return (yield question)

    def run(self, name: str, args: list[Any]) -> Course:
        """Runs a procedure; the value of the generator is what it returns."""
        p: Procedure = self.definitions.procedures[name]
        env = {n: v for (n, _), v in zip(p.parameters, args, strict=True)}
        try:
            yield from self.body(p.body, env, p.cause)
        except Returned as result:
            return result.value
        return None

    def body(self, statements: tuple[Statement, ...], env: dict[str, Any], cause: str) -> Course:
        for s in statements:
            yield from self.statement(s, env, cause)

    # --- statements --------------------------------------------------------------------------------------------

    def statement(self, s: Statement, env: dict[str, Any], cause: str) -> Course:
        w = self.world
        match s:
            case Let(name=name, value=value):
                env[name] = self.value(value, env)
            case Assign():
                self.assign(s, env, cause)
            case Create():
                number, kind, place, owner = self.values((s.number, s.unit_type, s.place, s.owner), env)
                made = w.create(number, kind, place, owner, cause)
                if s.name:
                    env[s.name] = made
            case Remove(units=units):
                w.remove(self.value(units, env), cause)
            case Move(units=units, to=to, aboard=aboard):
                (w.board if aboard else w.move)(self.value(units, env), self.value(to, env), cause)
            case Announce(event=event, args=args):
                said = self.values(args, env)
                w.note(event, tuple(said), cause)
                for handler in self.definitions.handlers.get(event, ()):
                    yield from self.run(handler, said)
            case Run(procedure=procedure, args=args, name=name):
                result = yield from self.run(procedure, self.values(args, env))
                if name:
                    env[name] = result
            case Return(value=value):
                raise Returned(self.value(value, env) if value is not None else None)
            case Finish(winner=winner):
                raise Finished(self.value(winner, env) if winner is not None else None)
            case If() | ForEach() | While() | Repeat():
                yield from self.compound(s, env, cause)
            case _:
                yield from self.question(s, env)

    def compound(self, s: Statement, env: dict[str, Any], cause: str) -> Course:
        match s:
            case If(condition=condition, then=then, otherwise=otherwise):
                yield from self.body(then if self.value(condition, env) else otherwise, env, cause)
            case ForEach(var=var, source=source, body=body):
                for item in self.value(source, env):
                    if source.type.of == UNIT and item not in self.world.u:
                        continue
                    env[var] = item
                    yield from self.body(body, env, cause)
            case While(condition=condition, body=body):
                while self.value(condition, env):
                    yield from self.body(body, env, cause)
            case Repeat(times=times, body=body):
                for _ in range(whole(self.value(times, env))):
                    yield from self.body(body, env, cause)

    def assign(self, s: Assign, env: dict[str, Any], cause: str) -> None:
        a, w = s.attribute, self.world
        key = self.value(s.of, env) if s.of is not None else None
        value = self.value(s.value, env)
        if s.add:
            old = w.g[a.index] if s.of is None else (w.u[key] if a.sort == "unit" else w.t[a.sort][key])[a.index]
            if a.type == NUMBER:
                value = plain_number(old + s.add * value)
            else:
                value = distinct((*old, *value)) if s.add > 0 else tuple(x for x in old if x not in value)
        if a.least is not None and value < a.least:
            value = a.least
        if a.most is not None and value > a.most:
            value = a.most
        if s.of is None:
            w.set_game(a.index, value, cause)
        elif a.sort == "unit":
            w.set_unit(key, a.index, value, cause)
        else:
            w.set(a.sort, key, a.index, value, cause)
            if a.mutual:
                self.answer_in_kind(a, key, value, cause)

    def answer_in_kind(self, a: Attribute, key: Any, value: tuple[Any, ...], cause: str) -> None:
        """Everybody of the sort looks whether it is in the set, and has the bearer in its own if and only if it is."""
        for other, row in self.world.t[a.sort].items():
            theirs = row[a.index]
            if other is not None and (key in theirs) != (other in value):
                changed = (*theirs, key) if other in value else tuple(x for x in theirs if x != key)
                self.world.set(a.sort, other, a.index, changed, cause)

    # --- questions ---------------------------------------------------------------------------------------------

    def question(self, s: Statement, env: dict[str, Any]) -> Course:
        match s:
            case Roll(number=number, sides=sides, name=name):
                dice, faces = whole(self.value(number, env)), plain_number(self.value(sides, env))
                if faces not in range(2, 1001):
                    raise RuleFault(f"no die has {faces} sides")
                env[name] = (yield from self.roll(((dice, faces, 0),)))[1:] if dice else ()
            case Draw(name=name, source=source):
                found = self.value(source, env)
                die = (yield from self.roll(((1, len(found), 0),)))[1] if len(found) > 1 else 1
                env[name] = found[die - 1] if found else None
            case Choose():
                yield from self.choose(s, env)
            case Offer(mode=mode):
                yield from self.offer(s, env, mode)
            case Fire(volley=volley, args=args, hits=hits, shares=shares):
                given = self.values(args, env)
                pools = self.volleys.pools(volley, given, self.world)
                answer = (yield from self.roll(tuple(p[:3] for p in pools))) if pools else ("roll",)
                env[hits] = self.volleys.counted(answer[1:], pools)
                if shares:
                    env[shares] = self.volleys.shares(volley, given, self.world, answer[1:])
                if s.lying:
                    self.lay(s, throws_of(answer[1:], pools), env)
            case Again():
                lie: list[Throw] = env[s.lying]
                again = chosen(lie, self.value(s.misses, env), self.value(s.scored, env))
                answer = (yield from self.roll(pools_of(again))) if again else ("roll",)
                rest = list(answer[1:])
                for throw in again:
                    throw.faces, rest = tuple(rest[: throw.row]), rest[throw.row :]
                self.lay(s, lie, env)
            case Cast(volley=volley, args=args, slots=slots, rest=rest):
                given = self.values(args, env)
                pools = self.volleys.pools(volley, given, self.world)
                faces = (yield from self.roll(tuple(p[:3] for p in pools)))[1:] if pools else ()
                env[slots], env[rest] = self.volleys.slots(volley, given, self.world, pools), tuple(sorted(faces))
            case Allot():
                yield from self.allot(s, env)
            case Assignment():
                yield from self.losses(s, env)
            case _:
                raise AssertionError(s)

    def lay(self, s: Fire | Again, lie: list[Throw], env: dict[str, Any]) -> None:
        """Leaves dice on the table and counts them."""
        hits: dict[Any, int] = {}
        for throw in (t for t in lie if t.hit):
            hits[throw.firer] = hits.get(throw.firer, 0) + 1
        env[s.hits], env[s.lying] = tuple(hits.items()), lie
        env[s.counts[0]], env[s.counts[1]] = sum(not t.hit for t in lie), sum(t.hit for t in lie)

    def roll(self, pools: Pools) -> Course:
        return (yield from self.ask(Question("chance", "roll", pools=pools)))

    def choose(self, s: Choose, env: dict[str, Any]) -> Course:
        actor, found = self.value(s.actor, env), self.value(s.source, env)
        if s.source.type.of == UNIT:
            found = tuple(group[0] for group in self.options.groups(found, self.world))
        if s.optional and found:
            found = (*found, None)
        if len(found) < 2:
            env[s.name] = found[0] if found else None
            return
        answer = yield from self.ask(Question(actor, "choose", lambda: (("choose", x) for x in found)))
        env[s.name] = answer[1]

    def offer(self, s: Offer, env: dict[str, Any], mode: str) -> Course:
        while True:
            actor = self.value(s.actor, env)
            if actor is None:
                return
            offered = [(name, self.values(args, env)) for name, args in s.actions]
            may_stop = mode != "must" and not any(
                self.options.e.value(b.expr, self.world, {"actor": actor}) for b in self.definitions.bans.get("done", ())
            )

            def options(actor: str = actor, offered: list[tuple[str, list[Any]]] = offered, may_stop: bool = may_stop) -> Iterator[Answer]:
                for name, given in offered:
                    yield from ((name, *args) for args in self.options.options(name, actor, given, self.world))
                if may_stop:
                    yield ("done",)

            def legal(
                answer: Answer, actor: str = actor, offered: list[tuple[str, list[Any]]] = offered, may_stop: bool = may_stop
            ) -> bool:
                if answer == ("done",):
                    return may_stop
                return any(name == answer[0] and self.options.legal(name, actor, given, answer[1:], self.world) for name, given in offered)

            self.world.owned = set()
            if next((o for o in options() if o != ("done",)), None) is None:
                return
            answer = yield from self.ask(Question(actor, "act", options, legal=legal))
            if answer == ("done",):
                return
            name, *args = answer
            given = next(g for n, g in offered if n == name and self.options.legal(n, actor, g, tuple(args), self.world))
            env_inside = self.options.environment(name, actor, given, tuple(args))
            action = self.definitions.actions[name]
            yield from self.run(action.procedure.name, [env_inside[n] for n, _ in action.procedure.parameters])
            if mode != "loop" or action.closes:
                return

    def allot(self, s: Allot, env: dict[str, Any]) -> Course:
        """The lowest face that is left goes to a unit that still waits for a die."""
        waiting, (face, *rest) = list(env[s.slots]), env[s.rest]
        alike = self.options.groups(list(dict.fromkeys(slot[0] for slot in waiting if slot[0] is not None)), self.world)
        follows = self.definitions.volleys[s.volley].follows
        seen: list[Any] = []
        takers = []
        for slot in waiting:
            kind = (next(g for g in alike if slot[0] in g) if follows else None, slot[1:3]) if slot[0] is not None else None
            if kind is not None and kind not in seen:
                seen.append(kind)
                takers.append(slot[0])
        chosen = waiting[0]
        if len(takers) > 1:
            v = self.definitions.volleys[s.volley]
            engagement = self.definitions.engagements[v.engagement]
            names = {n: x for (n, _), x in zip(v.given, self.values(s.args, env), strict=True)}
            power = self.value(next(side.power for side in engagement.sides if side.name == v.by), names)
            answer = yield from self.ask(Question(power, "choose", lambda: (("choose", x) for x in takers)))
            chosen = next(slot for slot in waiting if slot[0] == answer[1])
        waiting.remove(chosen)
        env[s.slots], env[s.rest], env[s.placed] = tuple(waiting), tuple(rest), (*env[s.placed], (*chosen, face))

    def losses(self, s: Assignment, env: dict[str, Any]) -> Course:
        args = self.values(s.args, env)
        picks = self.volleys.picks(s.volley, args, env[s.hits], self.world)
        if picks is None:
            env[s.hits], env[s.lost] = (), None
            return
        if picks.free:
            unit = picks.groups[0][0]
        else:
            groups = picks.groups
            answer = yield from self.ask(Question(picks.power, "lose", lambda: (("lose", g[0]) for g in groups)))
            unit = answer[1]
        env[s.hits], env[s.lost] = self.strike(s.volley, unit, env[s.hits], picks.firer)

    def strike(self, name: str, unit: int, hits: Hits, firer: int) -> tuple[Hits, int | None]:
        """Marks a hit; returns what is left and the unit if it is gone at once."""
        w, v = self.world, self.definitions.volleys[name]
        e = self.definitions.engagements[v.engagement]
        attributes = self.volleys.unit_attributes
        counter, doomed, cause = attributes[e.counter].index, attributes[e.doomed].index, f"engagements.{e.name}"
        w.set_unit(unit, counter, w.u[unit][counter] + 1, cause)
        rest = tuple((f, n - 1 if f == firer else n) for f, n in hits if n > 1 or f != firer)
        if w.u[unit][counter] < self.expressions.value(e.limit, w, {"it": unit}):
            return rest, None
        if v.later:
            w.set_unit(unit, doomed, True, cause)
            return rest, None
        return rest, unit
