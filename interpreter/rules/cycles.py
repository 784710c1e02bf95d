"""Values that need themselves by way of modifiers, of movement or of what is forbidden; definitions alone are followed when they are checked."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.ir import Call, Op, Read, Stat, parts
from interpreter.rules.definitions import Definitions

MOVEMENT = "movement"
SEEING = {"sees": "see", "knows": "know"}
"""What is asked for, and the hook of the rules that forbid it."""


def needs(node: object) -> Iterator[str]:
    """The values that an expression asks for: `define.x`, `unit_type.attack`, `movement`, `see`, `know`, once for each time.

    Modifiers change what units have of their type, so that asking the type itself needs none of them.
    """
    stack = [node]
    while stack:
        one = stack.pop()
        match one:
            case Call(name=name):
                yield f"define.{name}"
            case Stat(attribute=a) | Read(attribute=a) if isinstance(one, Stat) or a.sort != "unit_type":
                yield f"{a.sort}.{a.name}"
            case Op(op="reach" | "reach_from" | "path_cost"):
                yield MOVEMENT
            case Op(op="sees" | "knows" as op):
                yield SEEING[op]
        stack += parts(one)


def endless(d: Definitions) -> Iterator[tuple[str, ...]]:
    """The rings of values that need each other, each once, as paths of definitions."""
    graph: dict[str, dict[str, None]] = {}

    def add(value: str, *nodes: object) -> None:
        graph.setdefault(value, {}).update(dict.fromkeys(needs(nodes)))

    for name, (_, expr) in d.defines.items():
        add(f"define.{name}", expr, *(ban.expr for ban in d.forbids(name)))
    for m in d.modifiers:
        add(m.target, m.amount, m.when)
    for movement in d.movements.values():
        add(MOVEMENT, movement.of, movement.allowance, movement.cost, movement.mark, movement.limits)
    for hook in ("step", "pass"):
        add(MOVEMENT, *(ban.expr for ban in d.bans.get(hook, ())))
    for hook in SEEING.values():
        add(hook, *(ban.expr for ban in d.bans.get(hook, ())))
    graph["know"]["see"] = None
    done: set[str] = set()
    for start in graph:
        way: dict[str, Iterator[str]] = {} if start in done else {start: iter(graph[start])}
        while way:
            here = next(reversed(way))
            following = next((n for n in way[here] if n in graph and n not in done), None)
            if following is None:
                done.add(here)
                del way[here]
            elif following in way:
                ring = list(way)
                yield (*ring[ring.index(following) :], following)
            else:
                way[following] = iter(graph[following])
