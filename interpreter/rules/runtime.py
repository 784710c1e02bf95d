"""The small vocabulary that generated code calls: arithmetic, sets, the board, and what needs the rules themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from interpreter.language.registry import LEAST_SIDES, MOST_SIDES

if TYPE_CHECKING:
    from interpreter.rules.board import Board
    from interpreter.rules.ruleset import Ruleset

Item: TypeAlias = "int | str | bool | Fraction | None"
Items: TypeAlias = "tuple[Any, ...]"


MOST_DIGITS = 10**18
MOST_DICE = 10_000
STEP_BUDGET = 2_000_000


class RuleFault(Exception):
    """A rule asked for what cannot be: the message names it, and the machine adds the rule."""


def div(a: int | Fraction, b: int | Fraction) -> int | Fraction:
    """Exact division; a whole result is an int."""
    if b == 0:
        raise RuleFault("a number is divided by zero")
    result = Fraction(a) / Fraction(b)
    return result.numerator if result.denominator == 1 else limited(result)


def limited(a: int | Fraction) -> int | Fraction:
    """The number itself; one that has grown without bounds is refused."""
    if not -MOST_DIGITS < a < MOST_DIGITS or (type(a) is Fraction and a.denominator > MOST_DIGITS):
        raise RuleFault("a number has grown beyond 18 digits")
    return simple(a)


def simple(a: int | Fraction) -> int | Fraction:
    """The one form of a number: a whole one is an int."""
    return a.numerator if type(a) is Fraction and a.denominator == 1 else a


def times(a: int | Fraction, b: int | Fraction) -> int | Fraction:
    return limited(a * b)


def floor(a: int | Fraction) -> int:
    return a if isinstance(a, int) else a.numerator // a.denominator


def ceiling(a: int | Fraction) -> int:
    return -floor(-a)


def whole(a: int | Fraction) -> int:
    """A count: a whole number that is not negative (less is 0)."""
    number = simple(a)
    if not isinstance(number, int):
        raise RuleFault(f"a whole number is needed, not {a}")
    return max(number, 0)


def dice(a: int | Fraction) -> int:
    """A number of dice."""
    if (number := whole(a)) > MOST_DICE:
        raise RuleFault(f"{number} dice are rolled at once; at most {MOST_DICE} are")
    return number


def die(sides: int | Fraction) -> int:
    """The sides of a die."""
    if not isinstance(number := simple(sides), int) or not LEAST_SIDES <= number <= MOST_SIDES:
        raise RuleFault(f"a die with {sides} sides is rolled; it has between {LEAST_SIDES} and {MOST_SIDES}")
    return number


def unique(items: Iterable[Item]) -> Items:
    return tuple(dict.fromkeys(items))


def gather(*parts: Items) -> Items:
    return tuple(dict.fromkeys(item for part in parts for item in part))


def pay(world: Any, items: Items) -> Items:
    """The items; looking at them counts as work."""
    world.work = work = world.work + (len(items) >> 3) + 1
    if work > STEP_BUDGET:
        world.tick()
    return items


def union(world: Any, a: Items, b: Items) -> Items:
    return gather(pay(world, a), pay(world, b))


def without(world: Any, a: Items, b: Items) -> Items:
    drop = set(pay(world, b))
    return tuple(item for item in pay(world, a) if item not in drop)


def alike(a: Items, b: Items) -> bool:
    """Whether two sets have the same elements, in whatever order."""
    return set(a) == set(b)


def first(items: Items) -> Any:
    return next(iter(items), None)


def first_some(number: int | Fraction, items: Items) -> Items:
    """So many elements from the beginning of a set, or all that there are."""
    return tuple(items)[: whole(number)]


def steps(path: Items) -> int:
    return max(len(path) - 1, 0)


def rollers(shares: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The units that have rolled, from rows of a unit, a firer that hits as it does, and what its dice show."""
    return tuple(unit for unit, *_ in shares)


def scored(placed: tuple[tuple[int | None, int | None, int, bool, int], ...]) -> tuple[tuple[int | None, int], ...]:
    """The hits by firer of dice that were given out: unit, firer, value, whether its best die alone counts, face."""
    hits: dict[int | None, int] = {}
    best: set[int | None] = set()
    for unit, firer, value, alone, face in placed:
        if face <= value and not (alone and unit in best):
            hits[firer] = hits.get(firer, 0) + 1
            best.add(unit)
    return tuple(hits.items())


def shared(placed: tuple[tuple[int | None, int | None, int, bool, int], ...]) -> tuple[tuple[int, ...], ...]:
    """Each unit with a firer that hits as it does, and the dice that were given to it."""
    shares: dict[int, tuple[Any, ...]] = {}
    for unit, firer, _, _, face in placed:
        if unit is not None:
            shares[unit] = (*shares.get(unit, (unit, firer)), face)
    return tuple(shares.values())


def faces_of(shares: tuple[tuple[int, ...], ...], unit: int) -> tuple[int, ...]:
    """What the dice of a unit show; nothing where it has rolled none."""
    return next((share[2:] for share in shares if share[0] == unit), ())


def hits_left(hits: tuple[tuple[int | None, int], ...], shares: tuple[tuple[int, ...], ...], unit: int, used: int) -> Any:
    """The hits by firer when a unit has used up some of its own."""
    firer = next((share[1] for share in shares if share[0] == unit), None)
    left = ((f, max(0, n - max(0, used)) if f == firer else n) for f, n in hits)
    return tuple((f, n) for f, n in left if n > 0)


def end_of(path: Items) -> Any:
    """The last space of a path, none of an empty one."""
    return path[-1] if path else None


def entered_from(path: Items) -> Any:
    """The space before the last, none where there is none."""
    return path[-2] if len(path) > 1 else None


def border_key(a: str, b: str) -> str:
    """The one name of a border, whichever side it is seen from."""
    return f"{a}|{b}" if a < b else f"{b}|{a}"


def formula(table: dict[str, Callable[..., Any]], world: Any, key: str, default: Any) -> Any:
    function = table.get(key)
    if function is None:
        return default
    world.tick()
    return function(world, key)


def namespace(rules: Ruleset, board: Board) -> dict[str, Any]:
    """The globals that generated code starts from."""
    neighbours = board.neighbours

    def beside(space: str | None) -> Items:
        return neighbours.get(space, ())

    def linked(world: Any, start: str | None, inside: Items) -> Items:
        return linked_within(world, start, inside, len(neighbours))

    def linked_within(world: Any, start: str | None, inside: Items, most: int | Fraction) -> Items:
        open_to = set(pay(world, inside))
        found: dict[Any, None] = {} if start is None else {start: None}
        edge = list(found)
        while edge and (most := most - 1) >= 0:
            edge = list(dict.fromkeys(n for s in edge for n in beside(s) if n in open_to and n not in found))
            found.update(dict.fromkeys(edge))
        return pay(world, tuple(found))

    borders = board.borders

    def border_of(a: str | None, b: str | None) -> str | None:
        key = border_key(a, b) if a is not None and b is not None else None
        return key if key in borders else None

    grid = board.grid

    def together(a: str, b: str) -> bool:
        return a == b or b in neighbours.get(a, ())

    def unit_row(world: Any, unit: int | None) -> Items:
        return rules.unit_defaults if unit is None else world.u[unit]

    return {
        "Fraction": Fraction, "div": div, "floor": floor, "ceiling": ceiling, "whole": whole, "unique": unique, "gather": gather,
        "union": union, "without": without, "alike": alike, "first": first, "first_some": first_some, "die": die, "border_of": border_of, "formula": formula, "beside": beside,
        "together": together, "unit_row": unit_row, "distance": board.distance, "times": times, "limited": limited, "dice": dice,
        "pay": pay, "linked": linked, "linked_within": linked_within, "steps": steps, "end_of": end_of, "entered_from": entered_from, "NO_UNIT": rules.unit_defaults,
        "rollers": rollers, "scored": scored, "shared": shared, "faces_of": faces_of, "hits_left": hits_left, "row": grid.row, "column": grid.column, "direction": grid.direction, "ahead": grid.ahead, "angle": grid.angle, "crossed": grid.crossed, "touched": grid.touched,
    }  # fmt: skip
