"""Why something was announced: the rule, the changes around it, and how its numbers come about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from interpreter.analysis.explain import Explainer, Tree, Unknown
from interpreter.analysis.replay import Progress, before_event
from interpreter.language.ir import Announce, Call, Each, Expr, ForEach, If, Let, Local, Op, Read, Repeat, Stat, Statement, While
from interpreter.machine.game import Event, Game
from interpreter.machine.knowledge import known
from interpreter.machine.questions import Answer
from interpreter.rules.build import Built
from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import World

CREATED, REMOVED = -1, -2
COMMON_SORTS = ("power", "space", "unit", "unit_type", "border")
Entry = tuple[str, str, Any, int, Any, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that changed, in words, with the definition that changed it; `number` alike ones."""

    what: str
    before: str
    after: str
    cause: str
    number: int = 1


@dataclass(frozen=True, slots=True)
class Cause:
    """An event, the position and answer that it came from (None: the start), what changed, how its numbers come about.

    With a viewer, only what that power knows; `secret` is an answer that somebody else gave. `things` are the paths of what the event names, where the ruleset has sorts of its own for it.
    """

    event: Event
    before: Game | None
    answer: Answer | None
    changes: tuple[Change, ...]
    values: tuple[Tree, ...]
    things: tuple[str, ...] = ()
    secret: bool = False


def cause_of(built: Built, game: Game, number: int, progress: Progress | None = None, viewer: str | None = None) -> Cause:
    """The cause of an event of a game, as a viewer knows it (None: all of it). Raises what `before_event` raises."""
    before, after = before_event(game, number, progress)
    event = next(e for e in after.events if e.number == number)
    own = _around(after.trace, event.number - after.events[0].number)
    rules = game.rules
    seen = known(rules, after.world, viewer)
    changes = tuple(
        _changes(rules, seen, [entry for entry in own.entries if seen is after.world or _open(rules, seen, after.world, entry)])
    )
    worlds = [own.world, *([own.earlier] if own.earlier is not None else [before.world] if before is not None else [])]
    values = tuple(_values(built, rules, event, [known(rules, world, viewer) for world in worlds]))
    secret = rules.secretive and viewer is not None and before is not None and before.ask is not None and before.ask.actor != viewer
    return Cause(event, before, after.past.answer, changes, values, _things(built, event), secret)


# --- changes ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stretch:
    entries: tuple[Entry, ...]
    world: World
    earlier: World | None


def _around(trace: Sequence[Entry], index: int) -> _Stretch:
    """What led from one announcement to this one, and what its own cause did up to the next."""
    marks = [i for i, entry in enumerate(trace) if entry[1] == "event"]
    here = marks[index]
    start = marks[index - 1] + 1 if index else 0
    end = marks[index + 1] if index + 1 < len(marks) else len(trace)
    after = [entry for entry in trace[here + 1 : end] if entry[0] == trace[here][0]]
    return _Stretch((*trace[start:here], *after), trace[here][5], trace[marks[index - 1]][5] if index else None)


def _open(rules: Ruleset, seen: World, world: World, entry: Entry) -> bool:
    """Whether a change is known in a world as somebody knows it; those of units that are gone are not."""
    _, sort, key, index, _, _ = entry
    if sort == "unit" and (key not in seen.u or seen.u[key][0] != world.u[key][0]):
        return False
    names = {a.index: a.name for a in rules.program.attributes.get(sort, {}).values() if a.index >= 0}
    return (sort, names.get(index, ""), key) not in seen.veiled


def _changes(rules: Ruleset, world: World, entries: Sequence[Entry]) -> Iterator[Change]:
    """Changes in words, alike ones together."""
    found: dict[tuple[str, str, str, str], int] = {}
    born = {entry[2]: entry[5] for entry in entries if entry[3] in (CREATED,)}
    gone = {entry[2]: entry[4] for entry in entries if entry[3] == REMOVED}
    for cause, sort, key, index, before, after in entries:
        kind = (world.u[key][0] if key in world.u else gone.get(key) or born.get(key) or "unit") if sort == "unit" else ""
        key_of = (*_one(rules, sort, str(kind or key), index, before, after), cause)
        found[key_of] = found.get(key_of, 0) + 1
    for (what, old, new, cause), number in found.items():
        yield Change(what, old, new, cause, number)


def _one(rules: Ruleset, sort: str, who: str, index: int, before: Any, after: Any) -> tuple[str, str, str]:
    if index in (CREATED, REMOVED):
        return who, "", "created" if index == CREATED else "removed"
    names = {a.index: a.name for a in rules.program.attributes[sort].values() if a.index >= 0}
    owner = "" if sort == "game" else f" of {who}"
    return f"{names.get(index, index)}{owner}", _plain(before), _plain(after)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return "none" if value is None else str(value)


# --- numbers ---------------------------------------------------------------------------------------------------


def _values(built: Built, rules: Ruleset, event: Event, worlds: Sequence[World]) -> Iterator[Tree]:
    """For each value of the event that a rule computes: how it comes to what was announced."""
    for announce, lets in _announcements(built, event):
        env = {a.name: v for a, v in zip(announce.args, event.values, strict=True) if isinstance(a, Local)}
        trees = [_computed(built, rules, a, v, lets, env, worlds) for a, v in zip(announce.args, event.values, strict=True)]
        if any(trees):
            yield from (tree for tree in trees if tree is not None)
            return


def _computed(
    built: Built, rules: Ruleset, arg: Expr, value: Any, lets: Mapping[str, Expr], env: Mapping[str, Any], worlds: Sequence[World]
) -> Tree | None:
    """The tree of an argument, on the first of the worlds on which it has the value announced."""
    known = dict(env)
    expr = arg
    if isinstance(arg, Local) and arg.name in lets:
        expr = lets[arg.name]
    if not isinstance(expr, Call | Each | Op | Stat) and not (isinstance(expr, Read) and expr.attribute.formula):
        return None
    for world in worlds:
        explainer = Explainer(built, rules, world)
        try:
            if explainer.value(expr, known) == value:
                return explainer.tree(expr, known)
        except Unknown:
            continue
    return None


def _things(built: Built, event: Event) -> tuple[str, ...]:
    """The definitions that an event names; those of powers, spaces and units would say nothing new."""
    sorts = {s: plural for s, plural in built.program.sorts.items() if s not in COMMON_SORTS}
    for announce, _ in _announcements(built, event):
        named = zip(announce.args, event.values, strict=True)
        return tuple(f"{sorts[a.type.name]}.{v}" for a, v in named if a.type.name in sorts and v is not None)
    return ()


def _announcements(built: Built, event: Event) -> Iterator[tuple[Announce, dict[str, Expr]]]:
    """The statements that may have announced an event, each with what its procedure calls by a name of its own."""
    for procedure in built.definitions.procedures.values():
        if procedure.cause != event.rule:
            continue
        statements = list(_all(procedure.body))
        lets = {s.name: s.value for s in statements if isinstance(s, Let)}
        for s in statements:
            if isinstance(s, Announce) and s.event == event.name:
                yield s, lets


def _all(body: Sequence[Statement]) -> Iterator[Statement]:
    for s in body:
        yield s
        match s:
            case If(then=then, otherwise=otherwise):
                yield from _all(then)
                yield from _all(otherwise)
            case ForEach(body=inner) | While(body=inner) | Repeat(body=inner):
                yield from _all(inner)
