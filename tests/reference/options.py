"""The options of an action, walked: choice after choice, every condition and ban asked as soon as its names are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from interpreter.language.types import UNIT, set_of
from interpreter.rules.definitions import Action, Choice
from interpreter.state.world import World
from tests.reference.expressions import Expressions


class Options:
    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        unit = expressions.program.attributes["unit"].values()
        self.telling = [a.index for a in unit if not a.hidden and a.name != "carrier"]

    def groups(self, units: Iterable[int], world: World) -> list[list[int]]:
        """Units that players cannot tell apart stand together: same open attributes, same carrier, same cargo."""
        found: list[tuple[object, list[int]]] = []
        for unit in units:
            look = self.look(unit, world)
            group = next((g for seen, g in found if seen == look), None)
            if group is None:
                found.append((look, [unit]))
            else:
                group.append(unit)
        return [g for _, g in found]

    def look(self, unit: int, world: World) -> object:
        row = world.u[unit]
        cargo = sorted(repr((r[0], r[4:])) for r in world.u.values() if r[3] == unit)
        carrier = None if row[3] is None else world.u[row[3]][:2]
        return [row[i] for i in self.telling], carrier, cargo

    def environment(self, name: str, actor: str, given: list[Any], args: tuple[Any, ...]) -> dict[str, Any]:
        """The names that are in sight after some choices."""
        action: Action = self.e.definitions.actions[name]
        env = {"actor": actor, **{n: v for (n, _), v in zip(action.given, given, strict=True)}}
        for choice, value in zip(action.choices, args, strict=False):
            if choice.kind == "reached_by":
                env[choice.name], env["path"] = value[-1], value
            else:
                env[choice.name] = value
        return env

    def stands(self, name: str, env: dict[str, Any], level: int, world: World) -> bool:
        """Whether the conditions and bans that need exactly so many choices let them stand."""
        action: Action = self.e.definitions.actions[name]
        good = all(self.e.value(c.expr, world, env) for c in action.when if c.level == level)
        return good and not any(self.e.value(b.expr, world, env) for b in self.e.definitions.bans.get(name, ()) if b.level == level)

    def candidates(self, choice: Choice, env: dict[str, Any], world: World) -> Iterator[Any]:
        if choice.kind == "reached_by":
            mover = env[choice.mover]
            yield from self.e.paths.moves(world, mover[0] if isinstance(mover, tuple) else mover)
            return
        assert choice.source is not None
        found = self.e.value(choice.source, world, env)
        if choice.kind == "number":
            least = 1 if choice.least is None else self.e.value(choice.least, world, env)
            yield from range(-(-least // 1), found // 1 + 1)
        elif choice.kind == "some_of":
            for group in self.groups(found, world):
                yield from (tuple(group[: n + 1]) for n in range(len(group)))
        elif choice.type in (UNIT, set_of(UNIT)):
            yield from (group[0] for group in self.groups(found, world))
        else:
            yield from found

    def options(self, name: str, actor: str, given: list[Any], world: World, args: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        action: Action = self.e.definitions.actions[name]
        env = self.environment(name, actor, given, args)
        if not self.stands(name, env, len(args), world):
            return
        if len(args) == len(action.choices):
            yield args
            return
        for value in self.candidates(action.choices[len(args)], env, world):
            yield from self.options(name, actor, given, world, (*args, value))

    def legal(self, name: str, actor: str, given: list[Any], args: tuple[Any, ...], world: World) -> bool:
        """Whether choices are among the options, without counting out the others."""
        action: Action = self.e.definitions.actions[name]
        for level in range(len(args) + 1):
            env = self.environment(name, actor, given, args[:level])
            if level and args[level - 1] not in self.candidates(
                action.choices[level - 1], self.environment(name, actor, given, args[: level - 1]), world
            ):
                return False
            if not self.stands(name, env, level, world):
                return False
        return len(args) == len(action.choices)
