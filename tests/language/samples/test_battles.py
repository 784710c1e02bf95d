"""Battles and dice of the design page: a battle at sea, a window with tokens, a raid whose dice are capped."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Game, IllegalAnswer, step
from tests.language.little import Little, events, little, options, play, read, units

SEA = """
attributes:
  game: {active: {type: power, default: red}}
  power: {foe: {type: power, fixed: true}}
  unit:
    damage: {type: number}
    doomed: {type: truth}
    submerged: {type: truth}
    came_from: {type: space}
  unit_type: {attack: {type: number}, defense: {type: number}, hits: {type: number, default: 1}}
tags: {submarine_kind: , anti_submarine: , air: , defenseless: }
powers: {red: {foe: blue}, blue: {foe: red}}
spaces: {zone: , harbour: , strait: }
borders: {lanes: {pairs: {zone: [harbour, strait]}}}
unit_types:
  submarine: {attack: 2, defense: 1, is: submarine_kind}
  destroyer: {attack: 2, defense: 2, is: anti_submarine}
  cruiser: {attack: 3, defense: 3}
  battleship: {attack: 4, defense: 4, hits: 2}
  fighter: {attack: 3, defense: 4, is: air}
  transport: {is: defenseless}
events:
  sunk: {of: {kind: unit_type, owner: power}}
define:
  fleet: {of: {p: power, here: space}, is: units in here where its owner is p and not it is submerged}
  surprise: {of: {foes: set of unit}, is: no f in foes where f is anti_submarine}
  may_hit: {of: {u: unit, target: unit, own: set of unit}, is: "not (u is submarine_kind and target is air) and not (u is air and target is submarine_kind and no o in own where o is anti_submarine)"}
engagements:
  sea_battle:
    of: {here: space}
    sides:
      attackers: {power: active, units: "fleet(active, here)"}
      defenders: {power: active's foe, units: "fleet(active's foe, here)"}
    losses:
      counter: damage
      limit: hits of it
      doomed: doomed
      then: |
        announce sunk(its type, its owner)
        remove it
    round:
      submarines_first:
        volley: attackers
        of: it is submarine_kind
        when: surprise(defenders)
        value: attack of it
        may_hit: "may_hit(firer, it, attackers)"
        tier: 1 if it is defenseless else 0
        losses: at once
      the_rest:
        volley: attackers
        of: not (it is submarine_kind and surprise(defenders))
        value: attack of it
        may_hit: "may_hit(firer, it, attackers)"
        tier: 1 if it is defenseless else 0
        losses: later
      return_fire:
        volley: defenders
        value: defense of it
        may_hit: "may_hit(firer, it, defenders)"
        tier: 1 if it is defenseless else 0
        losses: later
      leave:
        do: |
          for each u in attackers + defenders where it is doomed:
              announce sunk(its type, its owner)
              remove u
          defenseless(here)
      submerge: {offer: submerge, to: active, when: count attackers > 0 and count defenders > 0 and surprise(defenders)}
      retreat: {offer: retreat, to: active, when: count attackers > 0 and count defenders > 0}
    until: no attackers or no defenders
procedures:
  defenseless:
    text: Transports alone are lost without a roll.
    of: {here: space}
    do: |
      let theirs = fleet(active's foe, here)
      if no t in theirs where not t is defenseless:
          for each t in theirs:
              announce sunk(its type, its owner)
              remove t
  play: sea_battle(zone)
actions:
  submerge:
    of: {here: space}
    choose:
      diver: {from: "units in here where its owner is actor and it is submarine_kind and not it is submerged"}
    do: set diver's submerged
  retreat:
    of: {here: space}
    says: retreat to {refuge}
    closes: true
    choose:
      refuge: {from: "each came_from of fleet(actor, here)"}
    when: refuge is not none
    do: "move fleet(actor, here) to refuge"
scenarios: {standard: {}}
"""


@pytest.fixture
def sea(tmp_path: Path) -> Little:
    return little(tmp_path, SEA)


def battle(made: Little, red: dict[str, int], blue: dict[str, int]) -> Game:
    world = made.world()
    origin = made.rules.program.attributes["unit"]["came_from"].index
    for owner, army in (("red", red), ("blue", blue)):
        for kind, number in army.items():
            for unit in world.create(number, kind, "zone", owner, "test"):
                world.set_unit(unit, origin, "harbour", "test")
    return made.run("sea_battle", "zone", world=world)


def test_submarines_strike_first(sea: Little) -> None:
    game = battle(sea, {"submarine": 1}, {"cruiser": 1})
    game = step(game, ("roll", 2))
    assert game.ask is None
    assert units(game, "zone") == {("red", "submarine"): 1}
    game = battle(sea, {"submarine": 1}, {"destroyer": 1})  # no surprise: both fire
    game = play(game, [("roll", 2), ("roll", 2)])
    assert units(game, "zone") == {}


def test_submarines_hit_no_aircraft_and_aircraft_need_a_destroyer(sea: Little) -> None:
    game = battle(sea, {"submarine": 1, "cruiser": 1}, {"fighter": 1, "cruiser": 1})
    game = step(game, ("roll", 1))
    assert units(game, "zone")["blue", "fighter"] == 1
    game = battle(sea, {"fighter": 2}, {"submarine": 1})
    assert game.ask is not None and game.ask.actor != "chance"  # nobody can hit anybody: only a retreat is asked
    game = battle(sea, {"fighter": 1, "destroyer": 1}, {"submarine": 1})
    assert game.ask is not None and game.ask.dice == 2


def test_a_battleship_takes_two_and_returns_fire(sea: Little) -> None:
    game = battle(sea, {"battleship": 1}, {"cruiser": 2})
    game = play(game, [("roll", 1), ("roll", 3, 6)])
    assert game.ask is not None and options(game)[0] == "retreat to harbour"
    game = play(game, ["done", ("roll", 6), ("roll", 3)])
    assert events(game)[-1] == ("sunk", ("battleship", "red"))


def test_transports_alone_are_lost_without_a_roll(sea: Little) -> None:
    game = battle(sea, {"cruiser": 1}, {"destroyer": 1, "transport": 3})
    game = play(game, [("roll", 3), ("roll", 6)])
    assert game.ask is None
    assert units(game, "zone") == {("red", "cruiser"): 1}
    assert [e.values[0] for e in game.events] == ["destroyer", "transport", "transport", "transport"]


def test_withdrawing(sea: Little) -> None:
    game = battle(sea, {"submarine": 1, "cruiser": 1}, {"cruiser": 2})
    game = play(game, [("roll", 6), ("roll", 6), ("roll", 6, 6)])
    game = play(game, ["submerge submarine", "done"] if len(options(game)) > 2 else ["submerge submarine"])
    assert options(game) == ["retreat to harbour", "done"]
    game = play(game, ["retreat to harbour"])
    assert units(game, "harbour") == {("red", "cruiser"): 1}
    assert units(game, "zone") == {("red", "submarine"): 1, ("blue", "cruiser"): 2}


# --- a window with tokens ------------------------------------------------------------------------------------------

KAMIKAZE = """
attributes:
  game: {active: {type: power, default: usa}}
  power: {tokens: {type: number, least: 0}}
  unit: {damage: {type: number}}
tags: {kamikaze_zone: , surface_warship: }
powers: {japan: {tokens: 6}, usa: }
spaces: {zone_6: {is: kamikaze_zone}, zone_7: {is: kamikaze_zone}, zone_8: }
unit_types: {cruiser: {is: surface_warship}, submarine: }
events:
  struck: {of: {kind: unit_type, place: space}}
  missed: {of: {place: space}}
actions:
  kamikaze:
    says: kamikaze {number} at {target}
    choose:
      target: {from: "units in (spaces where it is kamikaze_zone) where it is surface_warship and its owner is active"}
      number: {number: actor's tokens}
    do: |
      let place = target's place
      let kind = target's type
      subtract number from actor's tokens
      roll number d6 as dice
      if lowest (it) of dice <= 2:
          announce struck(kind, place)
          remove target
      else:
          announce missed(place)
windows:
  before_combat:
    order: "{japan}"
    actions: kamikaze
    when: actor is not active and actor's tokens > 0
procedures:
  combat: set active to none
sequences: {play: [before_combat, combat]}
scenarios:
  standard: {units: {zone_6: {usa: {cruiser: 2, submarine: 1}}, zone_8: {usa: {cruiser: 1}}}}
"""


def test_kamikaze(tmp_path: Path) -> None:
    made = little(tmp_path, KAMIKAZE)
    game = made.start()
    assert game.ask is not None and game.ask.actor == "japan"
    assert options(game) == [f"kamikaze {n} at cruiser in zone_6" for n in range(1, 7)] + ["done"]
    with pytest.raises(IllegalAnswer):
        step(game, "kamikaze 1 at cruiser in zone_8")
    with pytest.raises(IllegalAnswer):
        step(game, "kamikaze 1 at submarine in zone_6")
    game = play(game, ["kamikaze 2 at cruiser", "roll 3 2"])
    assert events(game) == [("struck", ("cruiser", "zone_6"))]
    game = play(game, ["kamikaze 4 at cruiser", "roll 3 3 4 5"])
    assert (game.ask, read(game, "power", "japan", "tokens"), game.value("active")) == (None, 0, None)


# --- a raid whose dice are capped ----------------------------------------------------------------------------------

CONVOY = """
attributes:
  power: {ipc: {type: number, least: 0}, foes: {type: set of power, fixed: true}}
  space: {controller: {type: power}, ipc: {type: number, fixed: true}}
  unit_type: {raid_dice: {type: number}}
tags: {convoy_zone: , sea: }
powers: {uk: {ipc: 20, foes: germany}, germany: {foes: uk}}
spaces:
  zone_1: {is: [sea, convoy_zone]}
  zone_2: {is: sea}
  england: {controller: uk, ipc: 3}
  scotland: {controller: uk, ipc: 1}
  norway: {controller: germany, ipc: 2}
borders: {coasts: {pairs: {zone_1: [england, scotland, norway], zone_2: [england]}}}
unit_types: {submarine: {raid_dice: 2}, cruiser: {raid_dice: 1}}
events: {raided: {of: {place: space, loss: number}}}
define:
  shores: {of: {zone: space, p: power}, is: spaces adjacent to zone where its controller is p}
  raiders: {of: {zone: space, p: power}, is: units in zone where its owner in p's foes}
procedures:
  convoy_raid:
    of: {p: power}
    do: |
      for each zone in spaces where it is convoy_zone and count shores(it, p) > 0:
          roll total raid_dice of raiders(zone, p) d6 as dice
          let loss = min(total (it) of dice where it <= 3, total ipc of shores(zone, p))
          if loss > 0:
              subtract loss from p's ipc
              announce raided(zone, loss)
  play: convoy_raid(uk)
scenarios:
  standard: {units: {zone_1: {germany: {submarine: 2, cruiser: 1}}, zone_2: {germany: {submarine: 1}}}}
"""


@pytest.mark.parametrize(("faces", "loss"), [((3, 3, 6, 5, 4), 4), ((1, 1, 6, 5, 4), 2), ((1, 2, 4, 4, 4), 3), ((4, 5, 6, 6, 6), 0)])
def test_convoy_raid(tmp_path: Path, faces: tuple[int, ...], loss: int) -> None:
    """Five dice; those of 3 or less count, at most what the shores are worth. Equal dice count each."""
    game = step(little(tmp_path, CONVOY).start(), ("roll", *faces))
    assert game.ask is None
    assert read(game, "power", "uk", "ipc") == 20 - loss
    assert events(game) == ([("raided", ("zone_1", loss))] if loss else [])
