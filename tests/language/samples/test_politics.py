"""Objectives and politics of the design page, said in the language and played."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Game, IllegalAnswer, step
from tests.language.little import Little, events, little, options, play, read

RULES = """
enumerations: {side: [axis, allies]}
sorts: {objective: {plural: objectives, text: What earns a power more than its land does.}}
attributes:
  game:
    round: {type: number, default: 1}
  power:
    side: {type: side, fixed: true}
    ipc: {type: number, least: 0}
    enemies: {type: set of power, text: Whom it is at war with.}
    provoked: {type: truth}
    may_enter_war: {type: truth}
    has_attacked_the_west: {type: truth}
    declared_on_soviets: {type: truth}
  space:
    controller: {type: power}
    original_owner: {type: power, fixed: true}
  objective:
    power: {type: power, fixed: true}
    when: {type: truth, formula: true, default: true}
    gain: {type: number, formula: true}
tags: {warship: , sea: , european_axis: }
powers:
  germany: {side: axis, is: european_axis, ipc: 30}
  italy: {side: axis, is: european_axis}
  japan: {side: axis}
  soviet_union: {side: allies}
  united_kingdom: {side: allies}
  anzac: {side: allies}
  united_states: {side: allies}
spaces:
  novgorod: {controller: soviet_union, original_owner: soviet_union}
  volgograd: {controller: soviet_union, original_owner: soviet_union}
  russia: {controller: soviet_union, original_owner: soviet_union}
  archangel: {controller: soviet_union, original_owner: soviet_union}
  egypt: {controller: united_kingdom}
  gibraltar: {controller: united_kingdom}
  southern_france: {controller: germany}
  greece: {controller: italy}
  guam: {controller: japan}
  midway: {controller: united_states}
  sea_zone_125: {is: sea}
borders: {coasts: {pairs: {archangel: [sea_zone_125]}}}
unit_types: {cruiser: {is: warship}, infantry: }

define:
  at_war_with: {of: {p: power, q: power}, is: q in p's enemies}
  controls: {of: {s: side, place: space}, is: place's controller's side is s}
  holds: {of: {p: power, place: space}, is: place's controller is p}
  axis_declared_on_soviets: any power where it is declared_on_soviets
  income_of: {of: {p: power}, is: total gain of objectives where its power is p and its when}

objectives:
  trade_with_the_soviets: {power: germany, when: not germany at_war_with soviet_union, gain: 5}
  eastern_cities:
    power: germany
    when: germany at_war_with soviet_union
    gain: "5 * count {novgorod, volgograd, russia} where germany holds it"
  arctic_convoy:
    power: soviet_union
    when: >
      no unit in sea_zone_125 where it is warship and its owner's side is axis,
      soviet_union holds archangel and
      no unit in (spaces where its original_owner is soviet_union) where its owner's side is allies and its owner is not soviet_union
    gain: 5
  strongholds:
    power: italy
    when: axis controls at least 3 of {gibraltar, southern_france, greece, egypt}
    gain: 5
  outposts: {power: japan, when: "axis controls all {guam, midway}", gain: 5}

events:
  war_declared: {of: {by: power, against: power}, text: "{by} declares war on {against}"}
actions:
  declare_war:
    says: declare war on {target}
    choose:
      target: {from: powers where its side is not actor's side and not actor at_war_with it}
    do: |
      add target to actor's enemies
      add actor to target's enemies
      announce war_declared(actor, target)
rules:
  no_early_war:
    forbid: declare_war
    when: actor is soviet_union and target is european_axis and round < 4 and not axis_declared_on_soviets
    because: The Soviet Union may not declare war on a European Axis power before round 4.
  unprovoked_war:
    on: war_declared
    when: by is japan and against in {united_kingdom, anzac} and not by is provoked
    do: |
      set united_states may_enter_war
      set japan has_attacked_the_west
  axis_moves_first: {on: war_declared, when: "by's side is axis, against is soviet_union", do: set by's declared_on_soviets}
procedures:
  turn: {of: {p: power}, do: offer once declare_war to p}
  play: turn(germany)
  pay: {of: {p: power}, do: add income_of(p) to p's ipc}
scenarios:
  standard:
    set: {powers: {germany: {enemies: united_kingdom}, united_kingdom: {enemies: germany}}}
    units: {sea_zone_125: {germany: {cruiser: 1}}, russia: {soviet_union: {infantry: 2}}}
"""


@pytest.fixture
def made(tmp_path: Path) -> Little:
    return little(tmp_path, RULES)


def at(made: Little, **changes: str) -> Game:
    """The set-up with some spaces held by others, and war where it is said."""
    world = made.world()
    for name, holder in changes.items():
        world.set("space", name, made.rules.program.attributes["space"]["controller"].index, holder, "test")
    return made.run("turn", "japan", world=world)


def test_objectives_are_things_with_formulas(made: Little) -> None:
    world = made.world()
    assert made.call("income_of", "germany", world=world) == 5
    game = play(made.run("turn", "germany"), ["declare war on soviet_union"])
    assert made.call("income_of", "germany", world=game.world) == 0
    game = play(at(made, novgorod="germany", russia="germany"), ["done"])
    war = play(made.run("turn", "germany", world=game.world.fork()), ["declare war on soviet_union"])
    assert made.call("income_of", "germany", world=war.world) == 10
    paid = made.run("pay", "germany", world=war.world.fork())
    assert read(paid, "power", "germany", "ipc") == 40


def test_a_condition_over_several_lines(made: Little) -> None:
    assert made.call("income_of", "soviet_union") == 0  # the cruiser is in the way
    world = made.world()
    world.remove(world.at["sea_zone_125"], "test")
    assert made.call("income_of", "soviet_union", world=world) == 5
    world.create(1, "infantry", "archangel", "united_kingdom", "test")
    world.memo = {}
    assert made.call("income_of", "soviet_union", world=world) == 0


def test_at_least_so_many_of(made: Little) -> None:
    assert made.call("income_of", "italy") == 0
    assert made.call("income_of", "italy", world=at(made, egypt="italy").world) == 5
    assert made.call("income_of", "japan") == 0
    assert made.call("income_of", "japan", world=at(made, midway="japan").world) == 5


def test_war_is_forbidden_before_round_4(made: Little) -> None:
    game = made.run("turn", "soviet_union")
    assert options(game) == ["declare war on japan", "done"]
    with pytest.raises(IllegalAnswer, match="may not declare war on a European Axis power before round 4"):
        step(game, "declare war on germany")
    provoked = play(made.run("turn", "germany"), ["declare war on soviet_union"])
    game = made.run("turn", "soviet_union", world=provoked.world.fork())
    assert "declare war on italy" in options(game)


def test_a_war_that_nobody_provoked_has_consequences(made: Little) -> None:
    game = play(made.run("turn", "japan"), ["declare war on anzac"])
    assert events(game) == [("war_declared", ("japan", "anzac"))]
    assert read(game, "power", "united_states", "may_enter_war") is True
    assert read(game, "power", "japan", "has_attacked_the_west") is True
    other = play(made.run("turn", "japan"), ["declare war on soviet_union"])
    assert read(other, "power", "united_states", "may_enter_war") is False
