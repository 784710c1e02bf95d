"""The options of an action: choices made from left to right, conditions and bans asked as early as they can be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from interpreter.machine.faults import FAULTS, fault
from interpreter.machine.units import groups
from interpreter.rules.program import ActionEntry
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.runtime import ceiling, floor
from interpreter.state.world import World

TOLD = re.compile(r"\{(\d+):(\w+)\}")
"""A value that the reason of a rule tells: its number and sort."""

Args: TypeAlias = "tuple[Any, ...]"


def told_value(rules: Ruleset, value: Any, sort: str) -> str:
    """A value that a reason tells, in the words of players."""
    each = value if isinstance(value, tuple) else (value,)
    return ", ".join(rules.title_of(sort, str(v)) if sort in rules.program.ids else str(v) for v in each)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer is not legal: words for people, the rule that decides (path of a definition), or the failing part."""

    message: str
    rule: str = ""
    cites: tuple[str, ...] = ()


def expand(entry: ActionEntry, args: Args) -> list[Any]:
    """Choices as the generated functions take them: a path becomes its end and itself."""
    out: list[Any] = []
    for (_, kind, _, _), value in zip(entry.choices, args, strict=False):
        if kind == "reached_by":
            out += [value[-1], value]
        else:
            out.append(value)
    return out


def same(a: Any, b: Any) -> bool:
    """Whether two values of an answer are the same; a truth is no number."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and bool(a == b)


class Choosing:
    """Options of one action for one actor in one world, with what the offer gives; what was found out once is kept."""

    def __init__(self, rules: Ruleset, world: World, name: str, actor: str, given: Args) -> None:
        self.rules, self.world, self.actor, self.given = rules, world, actor, given
        self.entry = rules.program.actions[name]
        f = rules.names
        depth = len(self.entry.choices)
        self.tests: list[list[tuple[Any, str, str]]] = [[] for _ in range(depth + 1)]
        for function, text, level in self.entry.conditions:
            self.tests[level].append((f[function], "", text))
        for rule, function, _, level in rules.program.bans.get(name, ()):
            self.tests[level].append((f[function], rule, ""))
        self.found: dict[Args, Sequence[Any]] = {}
        self.passed: dict[Args, bool] = {}

    def good(self, args: Args) -> bool:
        """Whether what can be asked after these choices, and only then, lets them stand."""
        tests = self.tests[len(args)]
        if not tests:
            return True
        passed = self.passed.get(args)
        if passed is None:
            passed = self.passed[args] = self._good(args, tests)
        return passed

    def _good(self, args: Args, tests: list[tuple[Any, str, str]]) -> bool:
        call = (self.world, self.actor, *self.given, *expand(self.entry, args))
        self.world.work = 0
        rule = ""
        try:
            for function, rule, _ in tests:
                if bool(function(*call)) == bool(rule):
                    return False
        except FAULTS as error:
            raise fault(f"rules.{rule}" if rule else f"actions.{self.entry.name}", error) from error
        return True

    def candidates(self, args: Args) -> Sequence[Any]:
        """The values of the next choice, before its tests."""
        found = self.found.get(args)
        if found is None:
            try:
                found = self.found[args] = self._candidates(args)
            except FAULTS as error:
                raise fault(f"actions.{self.entry.name}", error) from error
        return found

    def _candidates(self, args: Args) -> Sequence[Any]:
        _, kind, mover, of = self.entry.choices[len(args)]
        if kind == "reached_by":
            unit = args[[c[0] for c in self.entry.choices].index(mover)]
            return self.rules.paths.moves(self.world, unit[0] if isinstance(unit, tuple) else unit)
        call = (self.world, self.actor, *self.given, *expand(self.entry, args))
        f, prefix = self.rules.names, f"a_{self.entry.name}_{len(args)}"
        if kind == "number":
            least, most = ceiling(f[f"{prefix}_least"](*call)), floor(f[prefix](*call))
            return range(least, most + 1)
        found: Sequence[Any] = f[prefix](*call)
        if kind == "some_of":
            return [group[: n + 1] for group in groups(self.rules, self.world, found) for n in range(len(group))]
        return [group[0] for group in groups(self.rules, self.world, found)] if of == "unit" else found

    def options(self, args: Args = ()) -> Iterator[Args]:
        """All legal choices that begin with `args`, which have passed."""
        if not args and not self.good(()):
            return
        if len(args) == len(self.entry.choices):
            yield args
            return
        for value in self.candidates(args):
            longer = (*args, value)
            if self.good(longer):
                yield from self.options(longer)

    def branches(self, args: Args) -> list[Any]:
        """The values of the next choice that pass their own tests."""
        return [value for value in self.candidates(args) if self.good((*args, value))]

    def legal(self, args: Args) -> bool:
        return self.refusal(args) is None

    def refusal(self, args: Args) -> Refusal | None:
        """None for legal choices; else why not, the first reason from the left."""
        if len(args) != len(self.entry.choices):
            return Refusal(f"`{self.entry.name}` takes {len(self.entry.choices)} choices.")
        for level in range(len(args) + 1):
            if level:
                refusal = self._candidate(args[: level - 1], args[level - 1])
                if refusal is not None:
                    return refusal
            refusal = self._tests(args[:level])
            if refusal is not None:
                return refusal
        return None

    def _candidate(self, args: Args, value: Any) -> Refusal | None:
        found = self.candidates(args)
        if isinstance(found, range):
            if isinstance(value, int) and not isinstance(value, bool) and value in found:
                return None
        elif any(same(value, c) for c in found):
            return None
        name, kind, mover, _ = self.entry.choices[len(args)]
        if kind == "reached_by":
            return self._no_way(args, value, mover)
        if kind == "number":
            call, prefix = (self.world, self.actor, *self.given, *expand(self.entry, args)), f"a_{self.entry.name}_{len(args)}"
            least, most = self.rules.names[f"{prefix}_least"](*call), self.rules.names[prefix](*call)
            able = f"`{name}` is a number from {least} to {most} here" if least <= most else f"no `{name}` is possible here"
            return Refusal(f"{able}, not {value}.", f"actions.{self.entry.name}", self.rules.cites(f"actions.{self.entry.name}"))
        rule, hook = self._barring(args, value)
        if rule:
            return self._forbidden(rule, hook)
        words = f"{value}" if not isinstance(value, tuple | int) or kind == "number" else "this unit"
        condition = self.rules.program.texts.get(f"actions.{self.entry.name}.choose.{name}")
        return Refusal(
            condition or f"{words} cannot be chosen here as `{name}`.",
            f"actions.{self.entry.name}",
            self.rules.cites(f"actions.{self.entry.name}.choose.{name}"),
        )

    def _barring(self, args: Args, value: Any) -> tuple[str, str]:
        """The rule that keeps a value out of the set of the next choice, and the condition that it forbids; empty where none does."""
        named = self.rules.names.get(f"a_{self.entry.name}_{len(args)}_BAN")
        several = self.entry.choices[len(args)][1] == "some_of" and isinstance(value, tuple) and value
        one = value[0] if several else value
        found: tuple[str, str] = (
            named(self.world, self.actor, *self.given, *expand(self.entry, args), one) if named is not None else ("", "")
        )
        return found

    def _forbidden(self, rule: str, hook: str) -> Refusal:
        """What a rule says that forbids a condition."""
        because = next(b for r, _, b, _ in self.rules.program.bans[hook] if r == rule)
        return Refusal(because or f"Rule {rule} forbids it.", f"rules.{rule}", self.rules.cites(f"rules.{rule}"))

    def _no_way(self, args: Args, path: Any, mover: str) -> Refusal | None:
        """Why a path that is not among the candidates is refused; none for one that the unit may take all the same."""
        if not isinstance(path, tuple) or len(path) < 2:
            return Refusal("A way is named by its spaces, the first and the last among them.")
        index = [c[0] for c in self.entry.choices].index(mover)
        unit = args[index][0] if isinstance(args[index], tuple) else args[index]
        paths = self.rules.paths
        if paths.allows(self.world, unit, path):
            return None
        rule, where = paths.barred(self.world, unit, path) if len(path) > 2 else paths.why_not(self.world, unit, path[-1])
        kind = self.world.u[unit][0]
        if where and not rule:
            return Refusal(f"No step leads to {where} on this way.")
        if not rule:
            here = self.world.u[unit][2]
            if len(path) > 2:
                return Refusal(f"{kind} in {here} does not reach {path[-1]} via {' '.join(path[1:-1])}.")
            return Refusal(f"{path[-1]} is too far for {kind} in {here}.")
        for hook in ("pass", "step"):
            for name, _, because, _ in self.rules.program.bans.get(hook, ()):
                if name == rule:
                    return Refusal(f"{because or rule} (at {where})", f"rules.{rule}", self.rules.cites(f"rules.{rule}"))
        return Refusal(f"{rule} (at {where})")

    def _told(self, ban: str, number: str, sort: str, call: tuple[Any, ...]) -> str:
        """A value that a reason tells, in the words of players."""
        return told_value(self.rules, self.rules.names[f"{ban}_TELLS_{number}"](*call), sort)

    def _reason(self, rule: str, call: tuple[Any, ...]) -> str:
        """What a ban tells, with the values that its words ask for."""
        ban, because = next((f, b) for r, f, b, _ in self.rules.program.bans[self.entry.name] if r == rule)
        return TOLD.sub(lambda told: self._told(ban, told[1], told[2], call), because)

    def _unmet(self, function: str, text: str, call: tuple[Any, ...]) -> Refusal:
        """A condition that does not hold: the rule that forbids it, or what it demands in the words of its definition."""
        action = f"actions.{self.entry.name}"
        named = self.rules.names.get(f"{function}_BAN")
        rule, condition = named(*call) if named is not None else ("", "")
        if rule:
            return self._forbidden(rule, condition)
        words = self.rules.program.texts.get(f"define.{condition}", "")
        cites = self.rules.cites(f"define.{condition}") or self.rules.cites(action)
        return Refusal(f"This does not hold: {text}" + (f" ({words.rstrip('.')})" if words else ""), action, cites)

    def _tests(self, args: Args) -> Refusal | None:
        call = (self.world, self.actor, *self.given, *expand(self.entry, args))
        for function, rule, text in self.tests[len(args)]:
            if bool(function(*call)) != bool(rule):
                continue
            if rule:
                because = self._reason(rule, call)
                return Refusal(because or f"Rule {rule} forbids it.", f"rules.{rule}", self.rules.cites(f"rules.{rule}"))
            return self._unmet(function.__name__, text, call)
        return None
