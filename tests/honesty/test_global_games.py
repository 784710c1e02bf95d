"""Games of two maps, nine powers and declared wars keep what must hold; each check sees the fault that it is for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import pytest

from interpreter import Game, Ruleset, answers, load, start
from interpreter.machine.game import Event, step
from interpreter.state.world import World
from tests.honesty import endings, forces, money, wars
from tests.honesty.games import watched
from tests.honesty.invariants import Names, faults

Change = Callable[[Names, World], object]


@pytest.fixture(scope="module")
def rules() -> Ruleset:
    return load("global-1940")


@pytest.fixture(scope="module")
def names(rules: Ruleset) -> Names:
    return Names(rules)


@pytest.fixture(scope="module")
def steps(rules: Ruleset) -> tuple[Game, Game]:
    """A game after a purchase, and after the answer before it."""
    game = start(rules, seed=1, trace=True)
    return game, step(game, "buy 2 infantry", trace=True)


@pytest.mark.parametrize(("kind", "seed", "rounds", "most"), [("random", 1, 3, 700), ("random", 2, 3, 700), ("greedy", 3, 1, 450)])
def test_nothing_is_wrong_with_a_game(rules: Ruleset, kind: str, seed: int, rounds: int, most: int) -> None:
    for game, found in islice(watched(rules, seed, rounds, getattr(answers, kind)), most):
        assert found == [], f"after {game.count} answers, {game.past.answer}"


def test_an_honest_step_has_no_faults(names: Names, steps: tuple[Game, Game]) -> None:
    assert faults(names, *steps) == []


def tampered(names: Names, after: Game, change: Change) -> Game:
    """The game after a step in which something happened that nobody announced; the trace has it."""
    world = after.world.fork(trace=True)
    change(names, world)
    return replace(after, position=replace(after.position, world=world), trace=(*after.trace, *(world.trace or ())))


def set_of(sort: str, key: str | None, name: str, value: object) -> Change:
    return lambda n, w: (
        w.set(sort, key, n.attributes[sort][name], value, "test") if key else w.set_game(n.attributes[sort][name], value, "test")
    )


def first(world: World, kind: str, place: str | None) -> int:
    return next(u for u in world.at[place] if world.u[u][0] == kind)


SILENT: list[tuple[Change, str]] = [
    (set_of("economy", "uk_pacific", "ipc", 0), "the treasury of uk changes by -17"),
    (lambda n, w: w.create(1, "tank", "germany", "germany", "test"), "+1 tank of germany, and +0 were announced"),
    (lambda n, w: w.remove(first(w, "infantry", None), "test"), "+1 infantry of germany, and +2 were announced"),
    (lambda n, w: w.remove(first(w, "major_ic", "germany"), "test"), "-1 major_ic of germany, though nothing was taken"),
    (lambda n, w: w.move(first(w, "infantry", None), "germany", "test"), "1 units leave the pool, and 0 placings"),
    (lambda n, w: w.create(1, "infantry", "germany", None, "test"), "belongs to nobody"),
    (lambda n, w: w.create(1, "infantry", "turkey", None, "test"), "the army of turkey was 8 and is 9"),
    (set_of("space", "spain", "army", 5), "the army of spain was 6 and is 5"),
    (lambda n, w: w.set_unit(first(w, "major_ic", "germany"), 4, 21, "test"), "bears 21 damage"),
    (lambda n, w: w.set_unit(first(w, "infantry", "germany"), 4, 1, "test"), "bears 1 damage"),
    (set_of("space", "germany", "controller", "uk"), "belongs to germany, the land to uk"),
    (lambda n, w: w.create(1, "minor_ic", "germany", "germany", "test"), "germany has 2 of complex"),
    (lambda n, w: w.create(1, "air_base", "western_germany", "germany", "test"), "western_germany has 2 of air_base"),
    (set_of("power", "usa", "enemies", ("germany",)), "usa is at war with germany, and germany is not with usa"),
    (set_of("power", "germany", "enemies", ("italy",)), "germany is at war with italy of its own side"),
    (set_of("power", "germany", "enemies", ()), "enemies of germany has lost something"),
    (set_of("power", "japan", "kamikaze", 7), "japan has more kamikaze strikes than before"),
    (set_of("game", None, "round", 0), "the round goes back"),
]


@pytest.mark.parametrize(("change", "text"), SILENT, ids=[text for _, text in SILENT])
def test_what_nobody_announced_is_seen(names: Names, steps: tuple[Game, Game], change: Change, text: str) -> None:
    before, after = steps
    found = faults(names, before, tampered(names, after, change))
    assert any(text in each for each in found), found


def test_what_was_remembered_may_not_be_forgotten(names: Names, steps: tuple[Game, Game]) -> None:
    after = steps[1].world.fork()
    set_of("game", None, "london_has_fallen", True)(names, before := after.fork())
    assert list(wars.lasting(names, before, after)) == ["london_has_fallen of game is forgotten"]


def test_income_is_compared_with_the_land(names: Names, steps: tuple[Game, Game]) -> None:
    after = steps[1]
    told = after.past._replace(events=(Event(1, "income", ("ussr", 38), "test"),))
    assert list(money.collected(names, replace(after, past=told))) == ["ussr collects 38; its land yields 37, and raiders take 0"]
    assert list(money.collected(names, replace(after, past=told._replace(events=(Event(1, "income", ("ussr", 37), "test"),))))) == []


def test_announced_losses_are_losses(names: Names, steps: tuple[Game, Game]) -> None:
    """A loss that is announced and does not happen is a fault as well."""
    before, after = steps
    told = after.past._replace(events=(*after.events, Event(99, "destroyed", ("germany", "germany", "tank"), "test")))
    assert "+0 tank of germany, and -1 were announced" in list(forces.counted(names, before.world, replace(after, past=told)))


AT_THE_END: list[tuple[Change, str]] = [
    (lambda n, w: w.create(1, "fighter", "sea_zone_110", "uk", "test"), "1 aircraft have no deck in sea_zone_110"),
    (lambda n, w: w.create(1, "strategic_bomber", "sea_zone_6", "japan", "test"), "strategic_bomber"),
    (lambda n, w: w.set_unit(first(w, "aircraft_carrier", "sea_zone_6"), 4, 1, "test"), "have no deck in sea_zone_6"),
    (lambda n, w: w.create(1, "infantry", "united_kingdom", "germany", "test"), "germany is in united_kingdom with its enemy uk"),
    (lambda n, w: w.create(1, "infantry", "turkey", None, "test"), "units that belong to nobody are in turkey"),
    (lambda n, w: w.create(1, "infantry", "korea", "china", "test"), "Chinese units are in korea"),
]


@pytest.mark.parametrize(("change", "text"), AT_THE_END, ids=[text for _, text in AT_THE_END])
def test_a_turn_that_ends_badly_is_seen(names: Names, steps: tuple[Game, Game], change: Change, text: str) -> None:
    world = steps[0].world.fork()
    assert [*endings.rested(names, world), *endings.settled(names, world)] == []
    change(names, world)
    found = [*endings.rested(names, world), *endings.settled(names, world)]
    assert any(text in each for each in found), found


LEFT_OVER: list[tuple[Change, str]] = [
    (lambda n, w: w.set_unit(first(w, "infantry", "germany"), n.attributes["unit"]["spent"], 1, "test"), "spent of infantry"),
    (
        lambda n, w: w.set_unit(first(w, "infantry", "germany"), n.attributes["unit"]["moved_in"], "fighting", "test"),
        "moved_in of infantry",
    ),
    (lambda n, w: w.create(1, "tank", None, "germany", "test"), "is in no place"),
    (lambda n, w: w.board(first(w, "fighter", "sea_zone_6"), first(w, "aircraft_carrier", "sea_zone_6"), "test"), "is still cargo"),
    (set_of("space", "sea_zone_6", "struck", True), "struck of sea_zone_6 is left"),
    (set_of("canal", "suez_canal", "permits", ("uk",)), "permits of suez_canal is left"),
    (set_of("game", None, "research_dice", 2), "research_dice of the game is left"),
]


@pytest.mark.parametrize(("change", "text"), LEFT_OVER, ids=[text for _, text in LEFT_OVER])
def test_what_a_turn_leaves_is_seen(names: Names, steps: tuple[Game, Game], change: Change, text: str) -> None:
    world = steps[0].world.fork()
    assert list(endings.forgotten(names, world)) == []
    change(names, world)
    assert any(text in each for each in endings.forgotten(names, world))
