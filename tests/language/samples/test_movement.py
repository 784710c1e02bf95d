"""Movement of the design page: what stops, what lets through, and a reaction in the middle of a move."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Game, IllegalAnswer, step
from tests.language.little import Little, events, little, options, play, read

RULES = """
attributes:
  game: {active: {type: power, default: red}}
  space:
    controller: {type: power}
    held_at_start: {type: power}
  unit:
    spent: {type: number}
    started: {type: space, text: Where it stood when the turn began.}
    escorts: {type: number, text: Units that may still run along with it.}
    along: {type: truth, text: It runs along with another.}
    damage: {type: number}
  unit_type: {movement: {type: number}}
  power: {foe: {type: power, fixed: true}}
tags: {land: , sea: , air: , ship: , blitzes: , follows: , submarine_kind: , anti_submarine: , harbour: , strait: }
powers: {red: {foe: blue}, blue: {foe: red}}
spaces:
  home: {is: land, controller: red, held_at_start: red}
  front: {is: land, controller: blue, held_at_start: blue}
  rear: {is: land, controller: blue, held_at_start: blue}
  island: {is: land, controller: red, held_at_start: red}
  port: {is: [land, harbour], controller: red, held_at_start: red}
  bank: {is: land, controller: red, held_at_start: red}
  sea_1: {is: sea}
  sea_2: {is: sea}
  sea_3: {is: sea}
  sea_4: {is: sea}
borders:
  roads: {pairs: {home: [front, bank], front: [rear]}}
  coasts: {pairs: {sea_1: [home, port], sea_2: [front], sea_4: [island]}}
  lanes: {pairs: {sea_1: [sea_2], sea_2: [sea_3]}}
  straits: {is: strait, pairs: {sea_3: [sea_4]}}
unit_types:
  tank: {is: [land, blitzes], movement: 2}
  mech: {is: [land, follows], movement: 2}
  infantry: {is: land, movement: 1}
  submarine: {is: [ship, submarine_kind], movement: 3}
  destroyer: {is: [ship, anti_submarine], movement: 2}
  cruiser: {is: ship, movement: 2}
  fighter: {is: air, movement: 4}

define:
  hostile_to: {of: {s: space, p: power}, is: s's controller is p's foe or any unit in s where its owner is p's foe}
  runs_through: {of: {u: unit, s: space}, is: (u is blitzes or u is along) and no unit in s}
  slips_through: {of: {u: unit, s: space}, is: u is submarine_kind and no unit in s where it is anti_submarine and its owner is u's owner's foe}
  left: {of: {u: unit}, is: movement of u - u's spent}
  lands_somewhere: {of: {u: unit, s: space, n: number}, is: "any t in reach_from(u, s, n) where t is land and t's held_at_start is u's owner"}

movements:
  ground: {of: unit is land, allowance: left(unit)}
  naval: {of: unit is ship, allowance: left(unit)}
  aerial: {of: unit is air, allowance: left(unit)}

modifiers:
  naval_base: movement + 1 when unit is ship and unit's started adjacent to any space where it is harbour and its controller is unit's owner

rules:
  on_land: {forbid: step, when: unit is land and destination is not land}
  at_sea: {forbid: step, when: unit is ship and destination is not sea}
  stop_where_hostile:
    forbid: pass
    when: unit is not air and through hostile_to unit's owner
    because: Hostile spaces end a move.
  blitz: {allow: pass, despite: stop_where_hostile, when: "runs_through(unit, through)"}
  submarine_passage: {allow: pass, despite: stop_where_hostile, when: "slips_through(unit, through)"}
  straits_closed:
    forbid: step
    when: unit is ship and border(origin, destination) is strait and not unit's owner held all {bank, island}
    because: The straits are open to a side that has held both banks since the turn began.
  safe_landing:
    forbid: go
    when: unit is air and not lands_somewhere(unit, goal, left(unit) - steps(path))
    because: An aircraft needs a place to land within reach.

actions:
  go:
    says: move {unit} to {goal}
    choose:
      unit: {from: units where its owner is actor}
      goal: {reached_by: unit}
    do: |
      add steps(path) to unit's spent
      for each m in units in unit's place where it is along:
          add steps(path) to m's spent
          move m to end_of(path)
          clear m's along
      move unit to goal
  follow:
    text: A unit that cannot run through alone goes along with one that can, one for each.
    says: send {guest} along with {leader}
    choose:
      leader: {from: units where its owner is actor and it is blitzes and its escorts > 0}
      guest: {from: units in place of leader where its owner is actor and it is follows and not it is along}
    do: |
      subtract 1 from leader's escorts
      set guest's along
procedures:
  play: |
    for each u in units:
        set u's started to u's place
        set u's escorts to 1
    offer go, follow to active
scenarios: {standard: {}}
"""


@pytest.fixture
def made(tmp_path: Path) -> Little:
    return little(tmp_path, RULES, "define: {held: {of: {p: power, s: space}, is: s's held_at_start is p}}\n")


def with_units(made: Little, *placed: tuple[str, str, str], **held: str) -> Game:
    """The game with units (type, space, owner), and spaces that somebody held when the turn began."""
    world = made.world()
    for kind, space, owner in placed:
        world.create(1, kind, space, owner, "test")
    for name, power in held.items():
        world.set("space", name, made.rules.program.attributes["space"]["held_at_start"].index, power, "test")
    return made.run("play", world=world)


def goals(game: Game, kind: str) -> set[str]:
    return {words.split(" to ")[1].split()[0] for words in options(game) if words.startswith(f"move {kind}")}


def test_blitz(made: Little) -> None:
    """A tank runs on through hostile land without units; infantry and a mech alone do not."""
    assert goals(with_units(made, ("tank", "home", "red")), "tank") == {"front", "rear", "bank"}
    assert goals(with_units(made, ("tank", "home", "red"), ("infantry", "front", "blue")), "tank") == {"front", "bank"}
    assert goals(with_units(made, ("mech", "home", "red")), "mech") == {"front", "bank"}


def test_one_goes_along_with_each(made: Little) -> None:
    game = with_units(made, ("tank", "home", "red"), ("mech", "home", "red"), ("mech", "home", "red"))
    game = play(game, ["send mech along with tank"])
    assert not any(words.startswith("send") for words in options(game))
    game = play(game, ["move tank to rear"])
    assert sorted(game.world.u[u][0] for u in game.world.at["rear"]) == ["mech", "tank"]
    assert goals(game, "mech") == {"front", "bank"}


def test_submarine_passage(made: Little) -> None:
    """Submarines slip through hostile zones, unless an anti-submarine ship is there."""
    assert "sea_3" in goals(with_units(made, ("submarine", "sea_1", "red"), ("cruiser", "sea_2", "blue")), "submarine")
    assert goals(with_units(made, ("submarine", "sea_1", "red"), ("destroyer", "sea_2", "blue")), "submarine") == {"sea_2"}
    assert goals(with_units(made, ("cruiser", "sea_1", "red"), ("cruiser", "sea_2", "blue")), "cruiser") == {"sea_2"}


def test_straits(made: Little) -> None:
    game = with_units(made, ("cruiser", "sea_3", "red"))
    assert "sea_4" in goals(game, "cruiser")
    game = with_units(made, ("cruiser", "sea_3", "red"), bank="blue")
    with pytest.raises(IllegalAnswer, match="held both banks since the turn began"):
        step(game, "move cruiser to sea_4")


def test_naval_base(made: Little) -> None:
    """A base lengthens the way of ships that begin beside it, also when they have left it."""
    game = with_units(made, ("cruiser", "sea_1", "red"))
    assert goals(game, "cruiser") == {"sea_2", "sea_3", "sea_4"}
    game = play(game, ["move cruiser to sea_3"])
    assert goals(game, "cruiser") == {"sea_2", "sea_4"}
    assert goals(with_units(made, ("cruiser", "sea_2", "red")), "cruiser") == {"sea_1", "sea_3", "sea_4"}


def test_safe_landing(made: Little) -> None:
    game = with_units(made, ("fighter", "home", "red"))
    assert "front" in goals(game, "fighter")
    far = with_units(made, ("fighter", "rear", "red"), ("infantry", "home", "red"), home="blue", bank="blue", port="blue", island="blue")
    with pytest.raises(IllegalAnswer, match="needs a place to land"):
        step(far, "move fighter to front")
    assert goals(with_units(made, ("fighter", "sea_3", "red"), home="blue", bank="blue", port="blue"), "fighter") >= {
        "sea_4",
        "island",
        "sea_2",
    }


def test_a_way_of_ones_own(made: Little) -> None:
    """An answer may name a way that is not offered, if its steps, stops and length are legal: here out and back."""
    game = with_units(made, ("tank", "home", "red"), ("cruiser", "sea_1", "red"), ("cruiser", "sea_2", "blue"))
    assert not any("via" in words for words in options(game))
    after = step(game, "move tank to home via front")
    assert [after.world.u[u][2] for u in after.world.u if after.world.u[u][0] == "tank"] == ["home"]
    for answer, reason in {
        "move tank in home to rear via front home front": "tank in home does not reach rear via front home front",
        "move tank in home to rear via bank": "No step leads to rear on this way",
        "move cruiser in sea_1 to sea_3 via sea_2": r"Hostile spaces end a move. \(at sea_2\)",
    }.items():
        with pytest.raises(IllegalAnswer, match=reason):
            step(game, answer)


def test_what_is_no_way_at_all(made: Little) -> None:
    game = with_units(made, ("tank", "home", "red"))
    tank = game.world.at["home"][0]
    assert step(game, ("go", tank, ("home", "front"))).world.u[tank][2] == "front"
    no_way: tuple[object, ...] = (None, 5, "front", (), ("home",))
    for path in no_way:
        with pytest.raises(IllegalAnswer, match="A way is named by its spaces"):
            step(game, ("go", tank, path))


def test_what_is_out_of_reach_anyway(made: Little) -> None:
    """A bar on the way is the reason only where the unit could get there without it."""
    game = with_units(made, ("cruiser", "sea_1", "red"), ("cruiser", "sea_2", "blue"), bank="blue", port="blue")
    with pytest.raises(IllegalAnswer, match="Hostile spaces end a move"):
        step(game, "move cruiser to sea_3")
    with pytest.raises(IllegalAnswer, match="island is too far for cruiser in sea_1"):
        step(game, "move cruiser to island")


# --- step by step, with a reaction in the middle -------------------------------------------------------------------

STEPS = """
attributes:
  unit:
    steps_left: {type: number}
    fired: {type: truth, text: It has used its defensive fire in this phase.}
  power: {foe: {type: power, fixed: true}}
tags: {cover: }
powers: {red: {foe: blue}, blue: {foe: red}}
spaces: {a: , b: , c: , d: {is: cover}, post: }
borders: {hexes: {pairs: {a: [b, post], b: [c, post], c: [d, post]}}}
unit_types: {squad: , gun: }
events:
  one_step: {of: {mover: unit, origin: space, goal: space}, text: "{origin} to {goal}"}
  hit: {of: {place: space}}
actions:
  advance:
    says: advance {mover}
    choose:
      mover: {from: units where its owner is actor and it is squad and its steps_left > 0}
    do: walk(mover)
  step_to:
    of: {mover: unit}
    says: step {goal}
    choose:
      goal: {from: spaces adjacent to mover's place}
    do: |
      let origin = mover's place
      subtract 1 from mover's steps_left
      move mover to goal
      announce one_step(mover, origin, goal)
  halt: {of: {mover: unit}, do: set mover's steps_left to 0}
  fire:
    of: {mover: unit, origin: space, goal: space}
    says: fire {shooter} at {place}
    closes: true
    choose:
      shooter: {from: "units where its owner is actor and it is gun and not it is fired and its place adjacent to all {origin, goal}"}
      place: {from: "{origin, goal}"}
    do: |
      set shooter's fired
      roll 1 d6 as dice
      if highest (it) of dice >= (5 if place is cover else 3):
          announce hit(place)
          remove mover
windows:
  defensive_fire:
    of: {mover: unit, origin: space, goal: space}
    order: powers where it is mover's owner's foe
    actions: fire
    when: mover in units
rules:
  defensive_fire: {on: one_step, do: "defensive_fire(mover, origin, goal)"}
procedures:
  walk:
    of: {mover: unit}
    do: |
      while mover in units and mover's steps_left > 0:
          demand step_to(mover), halt(mover) to mover's owner
  play: |
    for each u in units where it is squad:
        set u's steps_left to 3
    for each u in units where it is gun:
        clear u's fired
    offer advance to red
scenarios: {standard: {units: {a: {red: {squad: 1}}, post: {blue: {gun: 1}}}}}
"""


@pytest.fixture
def hexes(tmp_path: Path) -> Little:
    return little(tmp_path, STEPS)


def test_fire_at_what_moves_from_one_space_beside_me_to_another(hexes: Little) -> None:
    game = play(hexes.start(), ["advance squad", "step b"])
    assert game.ask is not None
    assert game.ask.actor == "blue"
    assert options(game) == ["fire gun in post at a", "fire gun in post at b", "done"]
    game = play(game, ["fire gun at b", "roll 2"])
    assert game.ask is not None and game.ask.actor == "red"
    game = play(game, ["step c"])
    assert game.ask is not None and game.ask.actor == "red"  # the gun has fired in this phase
    assert options(game) == ["step b", "step d", "step post", "halt"]


def test_a_move_ends_where_the_mover_is_lost(hexes: Little) -> None:
    game = play(hexes.start(), ["advance squad", "step b", "fire gun at a", "roll 6"])
    assert ("hit", ("a",)) in events(game)
    assert game.ask is None
    assert "b" not in game.world.at


def test_leaving_its_reach_is_safe(hexes: Little) -> None:
    game = play(hexes.start(), ["advance squad", "step b", "done", "step c", "done", "step d"])
    assert game.ask is None  # d is not beside the gun: nobody is asked; the steps are used up
    assert read(game, "unit", 1, "place") == "d"


def test_halting(hexes: Little) -> None:
    game = play(hexes.start(), ["advance squad", "halt"])
    assert read(game, "unit", 1, "steps_left") == 0
