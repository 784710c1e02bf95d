"""Worlds share what nobody has written; positions have one text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Ruleset, load, start
from interpreter.rules.runtime import RuleFault
from interpreter.state.position import Position, canonical, decode, digest, encode, position_data, position_from, world_data
from interpreter.state.world import MOST_UNITS, World
from tests.honesty.invariants import indexed

CAUSE = "test"
WRITES = ("create", "remove", "move", "board", "set_unit", "set", "set_game")


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("spring-1942")


@pytest.fixture
def world(rules: Ruleset) -> World:
    return start(rules, seed=1).world


def write(world: World, kind: str, a: int, b: int) -> None:
    """One write of a kind; the numbers choose what and where."""
    units, spaces = sorted(world.u), sorted(k for k in world.t["space"] if k)
    unit, other, space = units[a % len(units)], units[b % len(units)], spaces[b % len(spaces)]
    match kind:
        case "create":
            world.create(a % 3, world.u[unit][0], space, world.u[other][1], CAUSE)
        case "remove":
            world.remove(unit, CAUSE)
        case "move":
            world.move((unit, other), space, CAUSE)
        case "board":
            inside, ring = other, {unit}
            while inside is not None and inside not in ring:
                ring.add(inside)
                inside = world.u[inside][3]
            if inside is None:
                world.board(unit, other, CAUSE)
        case "set_unit":
            world.set_unit(unit, 4, b, CAUSE)
        case "set":
            world.set("space", space, 0, a, CAUSE)
        case "set_game":
            world.set_game(0, b, CAUSE)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.lists(st.tuples(st.sampled_from(WRITES), st.integers(0, 500), st.integers(0, 500)), max_size=25))
def test_forks_share_and_never_leak(writes: list[tuple[str, int, int]]) -> None:
    root = start(load("spring-1942"), seed=1).world
    before = world_data(root)
    stages = []
    draft = root.fork()
    for kind, a, b in writes:
        write(draft, kind, a, b)
        assert list(indexed(draft)) == []
        stages.append((draft, world_data(draft)))
        draft = draft.fork()
    assert world_data(root) == before
    assert all(world_data(w) == data for w, data in stages)


@pytest.mark.parametrize("kind", WRITES)
def test_a_write_forgets_what_was_remembered(world: World, kind: str) -> None:
    draft = world.fork()
    for value in (10, 11):
        draft.memo["x",] = value
        write(draft, kind, value, value + 1)
        assert ("x",) not in draft.memo, kind


def test_what_is_aboard_comes_along_and_goes_down(world: World) -> None:
    draft = world.fork()
    (ship,) = draft.create(1, "transport", "sea_zone_5", "uk", CAUSE)
    men = draft.create(2, "infantry", "sea_zone_5", "uk", CAUSE)
    draft.board(men, ship, CAUSE)
    draft.move(ship, "sea_zone_6", CAUSE)
    assert [draft.u[m][2:4] for m in men] == [("sea_zone_6", ship)] * 2
    assert list(indexed(draft)) == []
    draft.move(men[0], "germany", CAUSE)
    assert draft.u[men[0]][2:4] == ("germany", None)
    draft.remove(ship, CAUSE)
    assert men[1] not in draft.u and men[0] in draft.u
    assert list(indexed(draft)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        lambda w, u: w.create(-1, "infantry", "germany", "uk", CAUSE),
        lambda w, u: w.create(Fraction(1, 2), "infantry", "germany", "uk", CAUSE),
        lambda w, u: w.create(MOST_UNITS, "infantry", "germany", "uk", CAUSE),
        lambda w, u: w.board(u, u, CAUSE),
        lambda w, u: w.board(u, 10**9, CAUSE),
        lambda w, u: w.move(10**9, "germany", CAUSE),
        lambda w, u: w.set_unit(None, 4, 1, CAUSE),
        lambda w, u: w.set("space", None, 0, 1, CAUSE),
    ],
)
def test_what_cannot_be_is_a_fault(world: World, wrong) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(RuleFault):
        wrong(world.fork(), min(world.u))


def test_a_carrier_cannot_come_aboard_its_own_passenger(world: World) -> None:
    draft = world.fork()
    one, two, three = draft.create(3, "transport", "sea_zone_5", "uk", CAUSE)
    draft.board(two, one, CAUSE)
    draft.board(three, two, CAUSE)
    for inner in (two, three):
        with pytest.raises(RuleFault):
            draft.board(one, inner, CAUSE)


def test_numbers_have_one_form(world: World) -> None:
    assert encode((Fraction(4, 2), Fraction(1, 2), 3)) == [2, {"fraction": [1, 2]}, 3]
    assert decode(encode((Fraction(1, 2), None, True, "x", (1, (2,))))) == (Fraction(1, 2), None, True, "x", (1, (2,)))
    assert world.fork().create(Fraction(2), "infantry", "germany", "uk", CAUSE)  # type: ignore[arg-type]


def test_a_position_comes_back_from_its_data(rules: Ruleset) -> None:
    position = start(rules, seed=4).position
    other = position_from(rules, position_data(position))
    assert other == position and hash(other) == hash(position)
    assert digest(rules, other) == digest(rules, position)
    assert canonical(other) == canonical(position)


def test_positions_differ_where_anything_does(rules: Ruleset) -> None:
    position = start(rules, seed=4).position
    for kind in WRITES:
        draft = position.world.fork()
        write(draft, kind, 7, 8)
        assert Position(draft, position.frames) != position, kind
    assert Position(position.world, position.frames[:-1]) != position
    assert Position(position.world, position.frames, True) != position
