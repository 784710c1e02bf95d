"""A position: the world and the frames that say where play stands; its digest; positions as JSON."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from interpreter.rules.ruleset import Ruleset
from interpreter.state.world import Row, World

Frame: TypeAlias = "tuple[str, str, tuple[Any, ...]]"  # procedure, label, values of the locals that are still needed
NESTED = frozenset((list, dict))
"""The types of JSON data that stand for something else."""


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """Where a game stands. `frames` is the stack of procedures, innermost last; a finished game has none and a `winner` or None."""

    world: World
    frames: tuple[Frame, ...]
    finished: bool = False
    winner: Any = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and canonical(self) == canonical(other)

    def __hash__(self) -> int:
        return hash(canonical(self))


def encode(value: Any) -> Any:
    """A plain value as JSON data: tuples are lists, fractions are `{"fraction": [n, d]}`."""
    kind = value.__class__
    if kind is tuple or kind is list:
        return [encode(v) for v in value]
    if kind is Fraction:
        return value.numerator if value.denominator == 1 else {"fraction": [value.numerator, value.denominator]}
    return value


def decode(value: Any) -> Any:
    """The value that `encode` made JSON data of."""
    kind = value.__class__
    if kind is list:
        return tuple([decode(v) for v in value])
    if kind is dict:
        n, d = value["fraction"]
        return Fraction(n, d)
    return value


def as_json(value: object) -> Any:
    """What `json` writes for a value that it does not know; it writes tuples as lists by itself. Raises TypeError for other things."""
    if isinstance(value, Fraction):
        return encode(value)
    raise TypeError(f"{value!r} is no plain value")


def row_from(data: list[Any]) -> Row:
    """The row that was written as a list; most hold nothing that has to be decoded."""
    return tuple(data) if NESTED.isdisjoint(map(type, data)) else decode(data)


def world_data(world: World) -> dict[str, Any]:
    """A world as data that `json` writes with `as_json`; rows of declared things by id, units by number."""
    return {
        "game": world.g,
        "tables": {sort: {k: row for k, row in rows.items() if k is not None} for sort, rows in sorted(world.t.items()) if rows.get(None)},
        "units": [(unit, *row) for unit, row in world.u.items()],
        "next_unit": world.next_unit,
    }


def world_from(rules: Ruleset, data: dict[str, Any]) -> World:
    """The world that `world_data` described."""
    world = World(rules.unit_defaults)
    world.g = decode(data["game"])
    defaults = rules.program.defaults
    world.t = {sort: dict(rows) for sort, rows in rules.program.rows.items() if sort != "unit_type" or defaults[sort]}
    for sort, rows in data["tables"].items():
        world.t[sort] = {None: defaults[sort], **{k: row_from(row) for k, row in rows.items()}}
    at: dict[str | None, list[int]] = {}
    aboard: dict[int | None, list[int]] = {}
    for unit, *row in data["units"]:
        world.u[unit] = row_from(row)
        at.setdefault(row[2], []).append(unit)
        if row[3] is not None:
            aboard.setdefault(row[3], []).append(unit)
    world.at = {place: tuple(sorted(units)) for place, units in at.items()}
    world.aboard = {carrier: tuple(sorted(units)) for carrier, units in aboard.items()}
    world.next_unit = data["next_unit"]
    return world


def position_data(position: Position) -> dict[str, Any]:
    """A position as data that `json` writes with `as_json`."""
    return {
        "world": world_data(position.world),
        "frames": position.frames,
        "finished": position.finished,
        "winner": position.winner,
    }


def position_from(rules: Ruleset, data: dict[str, Any]) -> Position:
    return Position(world_from(rules, data["world"]), decode(data["frames"]), data["finished"], decode(data["winner"]))


def canonical(position: Position) -> str:
    """One text per position: equal positions, equal texts, on every machine."""
    return json.dumps(position_data(position), sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=as_json)


def digest(rules: Ruleset, position: Position) -> str:
    """A name for a position of a ruleset, 32 hexadecimal digits."""
    return hashlib.sha256(f"{rules.digest}\n{canonical(position)}".encode()).hexdigest()[:32]
