"""Units and abilities of the design page: helpers, pairs, blasts, cover, bonuses that do not add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import Game, IllegalAnswer, step
from tests.language.little import Little, events, little, options, play

BATTLE = """
attributes:
  unit: {damage: {type: number}, doomed: {type: truth}}
  unit_type:
    attack: {type: number}
    defense: {type: number}
    supports: {type: number, text: How many others it helps.}
    supported_kinds: {type: set of unit_type, text: Whom it helps.}
powers: {red: , blue: }
spaces: {field: }
unit_types:
  infantry: {attack: 1, defense: 2}
  mechanized_infantry: {attack: 1, defense: 2}
  artillery: {attack: 2, defense: 2, supports: 1, supported_kinds: [infantry, mechanized_infantry]}
  heavy_artillery: {attack: 2, defense: 2, supports: 2, supported_kinds: [infantry]}
  fighter: {attack: 3, defense: 4}
  tank: {attack: 3, defense: 3}
  tactical_bomber: {attack: 3, defense: 3}
allocations:
  light_support: {gives: attack + 1, giver: it is artillery, taker: "it's type in supported_kinds of artillery", each: supports of it}
  heavy_support: {gives: attack + 1, giver: it is heavy_artillery, taker: "it's type in supported_kinds of heavy_artillery", each: supports of it, pool: light_support}
  paired: {gives: attack + 1, giver: "it is {fighter, tank}", taker: it is tactical_bomber}
engagements:
  battle:
    of: {here: space}
    sides:
      attackers: {power: red, units: units in here where its owner is red}
      defenders: {power: blue, units: units in here where its owner is blue}
    losses: {counter: damage, limit: 1, doomed: doomed}
    round: {attack: {volley: attackers, value: attack of it, losses: at once}}
    until: no defenders
procedures: {play: battle(field)}
scenarios: {standard: {}}
"""


@pytest.fixture
def army(tmp_path: Path) -> Little:
    return little(tmp_path, BATTLE)


def attack(made: Little, **army: int) -> Game:
    """An army attacks enough defenders."""
    world = made.world()
    for kind, number in army.items():
        world.create(number, kind, "field", "red", "test")
    world.create(20, "tank", "field", "blue", "test")
    return made.run("play", world=world)


def values(made: Little, **army: int) -> dict[int, int]:
    """How many dice an army rolls at each value."""
    game = attack(made, **army)
    assert game.ask is not None
    found: dict[int, int] = {}
    for pool in game.ask.pools:
        found[pool.value] = found.get(pool.value, 0) + pool.dice
    return found


def test_artillery_supports_one_other_each(army: Little) -> None:
    assert values(army, infantry=3) == {1: 3}
    assert values(army, infantry=3, artillery=1) == {1: 2, 2: 2}
    assert values(army, infantry=1, mechanized_infantry=1, artillery=2) == {2: 4}
    assert values(army, infantry=1, artillery=3) == {2: 4}


CALM = "options: {calm: {type: truth, default: true, volleys: whole hits}}"


def standing(made: Little, game: Game) -> int:
    """The defenders that are not lost."""
    doomed = made.rules.program.attributes["unit"]["doomed"].index
    return sum(row[1] == "blue" and not row[doomed] for row in game.world.u.values())


def test_little_luck_makes_whole_hits(tmp_path: Path) -> None:
    army = little(tmp_path, BATTLE, CALM)
    assert values(army, infantry=2) == {2: 1}
    assert values(army, tank=4, infantry=1) == {1: 1}
    for units, left in (({"tank": 4, "infantry": 1}, 18), ({"infantry": 2}, 20), ({"tank": 5}, 18)):
        game = step(attack(army, **units), ("roll", 6))
        assert standing(army, game) == left
    for units in ({"tank": 4}, {"infantry": 3, "artillery": 1}):  # nobody rolls: they win for sure
        game = attack(army, **units)
        assert game.ask is None and standing(army, game) == 0


def test_luck_is_little_only_where_it_is_chosen(tmp_path: Path) -> None:
    assert values(little(tmp_path, BATTLE, CALM.replace("true,", "false,")), tank=4) == {3: 4}


def test_one_may_support_two_of_its_kinds(army: Little) -> None:
    assert values(army, infantry=3, heavy_artillery=1) == {1: 1, 2: 3}
    assert values(army, mechanized_infantry=3, heavy_artillery=1) == {1: 3, 2: 1}
    assert values(army, infantry=2, mechanized_infantry=2, artillery=1, heavy_artillery=1)[1] <= 2


def test_a_tactical_bomber_is_paired_with_either_of_two(army: Little) -> None:
    assert values(army, tactical_bomber=2) == {3: 2}
    assert values(army, tactical_bomber=2, tank=1) == {3: 2, 4: 1}
    assert values(army, tactical_bomber=2, tank=1, fighter=1) == {3: 2, 4: 2}
    assert values(army, tactical_bomber=1, tank=3) == {3: 3, 4: 1}


# --- skirmish ------------------------------------------------------------------------------------------------------

SKIRMISH = """
enumerations: {range: [short, long], hit: [miss, disruption, damage, destruction]}
attributes:
  game: {shelling: {type: truth, text: What is rolled now is a bombardment.}}
  unit:
    disrupted: {type: truth}
    damaged: {type: truth}
  unit_type:
    speed: {type: number}
    defense: {type: number}
    firepower: {type: number}
    blast: {type: number}
tags: {forest: , soldier: , commander: , camouflaged: }
powers: {red: , blue: }
spaces: {hill: , wood: {is: forest}, plain: , far_1: , far_2: , far_3: , far_4: }
borders: {hexes: {pairs: {hill: [wood], wood: [plain], plain: [far_1], far_1: [far_2], far_2: [far_3], far_3: [far_4]}}}
unit_types:
  squad: {is: soldier, speed: 1, defense: 3, firepower: 4}
  scouts: {is: [soldier, camouflaged], speed: 2, defense: 3, firepower: 4}
  officer: {is: [soldier, commander], speed: 1, defense: 3, firepower: 2}
  howitzer: {speed: 0, defense: 2, firepower: 6, blast: 3}
  car: {speed: 4, defense: 4, firepower: 5}
events:
  hit: {of: {kind: unit_type, what: hit}}
  covered: {of: {kind: unit_type}}
define:
  range_to: {of: {u: unit, v: unit}, is: "short if distance(u's place, v's place) <= 1 else long"}
  camouflage: {of: {u: unit, far: range}, is: u is camouflaged and u's place is forest and far is long}
  cover_roll_needed: {of: {u: unit, far: range}, is: "3 if camouflage(u, far) else 5", text: What a cover roll has to show.}
  has_cover: {of: {u: unit, far: range}, is: "u's place is forest and not shelling"}
  led: {of: {u: unit}, is: "any c in units where c is commander and c is not u and c's owner is u's owner and distance(c's place, u's place) <= 4"}
modifiers:
  commander_bonus: speed + 1 when unit is soldier and led(unit)
  disrupted_troops: speed - 1 when unit is disrupted
procedures:
  attack:
    text: Its own dice, and a cover roll, for one target.
    of: {dice: number, target: unit, far: range}
    do: |
      roll dice d6 as shown
      let successes = count shown where it >= (5 if target is {disrupted, damaged} else 4)
      if successes < defense of target:
          announce hit(target's type, miss)
          stop
      let what = disruption if successes = defense of target else destruction if successes >= 3 * defense of target else damage
      if has_cover(target, far):
          roll 1 d6 as cover
          if highest (it) of cover >= cover_roll_needed(target, far):
              announce covered(target's type)
              set what to disruption
      suffer(target, what)
  suffer:
    of: {u: unit, what: hit}
    do: |
      announce hit(u's type, what)
      if what is destruction:
          remove u
      else if what is disruption:
          set u's disrupted
      else if u is damaged:
          remove u
      else:
          set u's damaged
  blast:
    text: Each other unit in the target's space is attacked too, friends included, each with its own dice and cover roll.
    of: {u: unit, target: unit}
    do: |
      let place = target's place
      let far = range_to(u, target)
      attack(firepower of u, target, far)
      for each other in units in place where it is not target:
          attack(blast of u, other, far)
  bombard:
    of: {u: unit, target: unit}
    do: |
      set shelling
      attack(firepower of u, target, range_to(u, target))
      clear shelling
  play: |
    for each u in units:
        clear u's disrupted
scenarios: {standard: {}}
"""


@pytest.fixture
def field(tmp_path: Path) -> Little:
    return little(tmp_path, SKIRMISH)


def placed(made: Little, *units: tuple[str, str, str]) -> tuple[object, list[int]]:
    world = made.world()
    return world, [world.create(1, kind, space, owner, "test")[0] for kind, space, owner in units]


def said(game: Game) -> list[tuple[str, tuple[object, ...]]]:
    return [(e.name, e.values) for past in game.history() for e in past.events]


@pytest.mark.parametrize(
    ("faces", "what"),
    [((1, 2, 3, 4), "miss"), ((4, 4, 4, 1), "disruption"), ((4, 5, 6, 4), "damage"), ((1, 1, 1, 1), "miss")],
)
def test_a_pool_of_dice_against_a_defence(field: Little, faces: tuple[int, ...], what: str) -> None:
    world, (target,) = placed(field, ("squad", "plain", "blue"))
    game = step(field.run("attack", 4, target, "short", world=world), ("roll", *faces))
    assert said(game) == [("hit", ("squad", what))]


def test_three_times_the_defence_destroys(field: Little) -> None:
    world, (target,) = placed(field, ("howitzer", "plain", "blue"))
    game = step(field.run("attack", 6, target, "short", world=world), ("roll", 4, 5, 6, 4, 5, 6))
    assert said(game) == [("hit", ("howitzer", "destruction"))]
    assert target not in game.world.u


def test_successes_are_harder_against_what_is_disrupted(field: Little) -> None:
    """The design page has it so: 5 or more where the target is disrupted or damaged."""
    world, (target,) = placed(field, ("squad", "plain", "blue"))
    index = field.rules.program.attributes["unit"]["disrupted"].index
    world.set_unit(target, index, True, "test")  # type: ignore[attr-defined]
    assert said(step(field.run("attack", 4, target, "short", world=world), ("roll", 4, 4, 4, 4))) == [("hit", ("squad", "miss"))]


def test_a_cover_roll_cuts_it_to_one_disruption(field: Little) -> None:
    world, (target,) = placed(field, ("squad", "wood", "blue"))
    game = step(field.run("attack", 4, target, "short", world=world), ("roll", 4, 4, 4, 4))
    assert said(step(game, ("roll", 5))) == [("covered", ("squad",)), ("hit", ("squad", "disruption"))]
    assert said(step(game, ("roll", 4))) == [("hit", ("squad", "damage"))]


def test_blast(field: Little) -> None:
    """The target first, then all others there, friends too; whoever stands elsewhere is safe."""
    world, units = placed(
        field,
        ("howitzer", "hill", "red"),
        ("squad", "wood", "blue"),
        ("squad", "wood", "red"),
        ("car", "wood", "blue"),
        ("squad", "plain", "blue"),
    )
    game = field.run("blast", units[0], units[1], world=world)
    game = play(game, [("roll", 6, 6, 6, 6, 1, 1), ("roll", 1), ("roll", 4, 4, 4), ("roll", 6), ("roll", 1, 1, 1)])
    assert game.ask is None
    assert said(game) == [
        ("hit", ("squad", "damage")), ("covered", ("squad",)), ("hit", ("squad", "disruption")), ("hit", ("car", "miss")),
    ]  # fmt: skip


def test_camouflage_and_bombardment(field: Little) -> None:
    """Camouflage helps at long range in a forest; a bombardment lets no cover count, camouflage or not: cannot beats can."""
    world, (target, gun, _near) = placed(field, ("scouts", "wood", "blue"), ("howitzer", "far_3", "red"), ("squad", "hill", "red"))
    game = step(field.run("attack", 4, target, "long", world=world), ("roll", 4, 4, 4, 4))
    assert said(step(game, ("roll", 3)))[-1] == ("hit", ("scouts", "disruption"))
    game = step(field.run("attack", 4, target, "short", world=world), ("roll", 4, 4, 4, 4))
    assert said(step(game, ("roll", 3)))[-1] == ("hit", ("scouts", "damage"))
    game = step(field.run("bombard", gun, target, world=world), ("roll", 4, 4, 4, 4, 1, 1))
    assert game.ask is None
    assert said(game) == [("hit", ("scouts", "damage"))]


def test_a_commander_helps_within_four_and_only_once(field: Little) -> None:
    world, units = placed(
        field,
        ("squad", "hill", "red"),
        ("officer", "far_3", "red"),
        ("officer", "wood", "red"),
        ("squad", "far_4", "blue"),
        ("car", "wood", "red"),
    )
    speed = field.rules.f("q_speed")
    assert [speed(world, u) for u in units] == [2, 2, 2, 1, 4]
    world.remove(units[2], "test")  # type: ignore[attr-defined]
    assert speed(world, units[0]) == 1  # the other officer is five spaces away
    world.move(units[1], "far_2", "test")  # type: ignore[attr-defined]
    assert speed(world, units[0]) == 2


# --- cannot beats can, by rules ------------------------------------------------------------------------------------

COVER = """
attributes:
  game: {attack_kind: {type: kind_of_attack, default: shots}}
  unit: {safe: {type: truth}}
enumerations: {kind_of_attack: [shots, bombs]}
tags: {forest: }
powers: {red: , blue: }
spaces: {wood: {is: forest}, plain: }
borders: {b: {pairs: {wood: [plain]}}}
unit_types: {squad: , scouts: }
actions:
  take_cover: {of: {u: unit}, do: set u's safe}
rules:
  in_the_open: {forbid: take_cover, when: not u's place is forest, because: There is no cover here.}
  camouflage: {allow: take_cover, despite: in_the_open, when: u is scouts}
  bombs_find_you: {forbid: take_cover, when: attack_kind is bombs, because: Cover does not help against bombs.}
procedures:
  shot:
    of: {u: unit}
    do: offer once take_cover(u) to u's owner
  play: set attack_kind to bombs
scenarios: {standard: {units: {wood: {blue: {squad: 1}}, plain: {blue: {squad: 1, scouts: 1}}}}}
"""


def test_an_exception_is_of_one_rule_and_forbid_beats_allow(tmp_path: Path) -> None:
    made = little(tmp_path, COVER)
    assert [made.run("shot", u).ask is not None for u in (1, 2, 3)] == [True, False, True]
    bombs = made.run("play").world
    assert [made.run("shot", u, world=bombs.fork()).ask is not None for u in (1, 2, 3)] == [False, False, False]
    game = made.run("shot", 3)
    assert options(game) == ["take_cover", "done"]
    assert events(play(game, ["take_cover"])) == []
    with pytest.raises(IllegalAnswer):
        step(game, "fly")
