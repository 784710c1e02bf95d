"""Rules that stand in for a procedure: which one is taken, what its own name means, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.machine.game import IllegalAnswer
from interpreter.players.views import reason
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little, play, read

STEPS = """
attributes: {game: {said: {type: number}}}
procedures:
  tell:
    of: {n: number}
    do: set said to said * 10 + n
  go: {do: "tell(1)"}
"""


def run(folder: Path, rules: str) -> int:
    game = little(folder, BOARD, PLAY, STEPS, rules).run("go")
    return int(read(game, "game", None, "said"))


def test_the_first_that_holds_is_taken(tmp_path: Path) -> None:
    assert run(tmp_path / "none", "rules: {never: {instead_of: tell, when: n > 1, do: set said to 9}}") == 1
    assert run(tmp_path / "one", "rules: {always: {instead_of: tell, do: set said to 9}}") == 9
    two = "rules: {late: {instead_of: tell, order: 2, do: set said to 8}, soon: {instead_of: tell, order: 1, do: set said to 7}}"
    assert run(tmp_path / "two", two) == 7


def test_its_own_name_is_what_is_left_behind_the_rule(tmp_path: Path) -> None:
    rules = """
    rules:
      around:
        instead_of: tell
        do: |
          set said to 2
          if n = 1:
              repeat 2 times:
                  tell(3)
          set said to said * 10 + 4
      inside: {instead_of: tell, when: n = 3, do: "tell(5)"}
    """
    assert run(tmp_path, rules) == 2554


def test_a_phase_is_passed_over(tmp_path: Path) -> None:
    phase = """
    phases: {work: {by: red, begin: set said to 5}}
    rules: {holiday: {instead_of: work, when: said = 0, do: set said to 6}}
    """
    made = little(tmp_path, BOARD, PLAY, STEPS, phase)
    rested = made.run("work")
    assert read(rested, "game", None, "said") == 6
    assert read(made.run("work", world=rested.world.fork()), "game", None, "said") == 5


ASKING = """
events: {asked: }
rules:
  either:
    cites: [A-1]
    instead_of: tell
    do: |
      choose p from powers for red
      tell(n)
  or_else: {on: asked, do: choose p from powers for blue}
procedures: {ask: announce asked()}
statements: {A-1: Somebody is asked.}
"""


def test_a_rule_that_asks_is_what_the_question_is_about(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, STEPS, ASKING)
    game = made.run("go")
    assert game.ask is not None and game.ask.rule == "rules.either" and reason(game, game.ask) == "either: p"
    game = made.run("ask")
    assert game.ask is not None and game.ask.rule == "rules.or_else" and game.ask.actor == "blue"


FIGHT = """
engagements:
  brawl:
    of: {here: space}
    sides:
      attackers: {power: red, units: units in here where its owner is red}
      defenders: {power: blue, units: units in here where its owner is blue}
    losses: {counter: damage, limit: 1, doomed: doomed}
    round:
      assault: {volley: attackers, value: 3, losses: at once}
      answer: {volley: defenders, value: 3, losses: at once}
    until: no attackers or no defenders
rules:
  before_and_behind:
    instead_of: brawl
    when: said = 0
    do: |
      set said to 4
      brawl(here)
      set said to said * 10 + count units in here
"""


def test_a_fight_with_something_before_and_behind_it(tmp_path: Path) -> None:
    game = little(tmp_path, BOARD, PLAY, STEPS, FIGHT).run("brawl", "middle")
    assert game.ask is not None and game.ask.rule == "engagements.brawl.round.answer"
    game = play(game, ["roll 3"])
    assert game.ask is None and read(game, "game", None, "said") == 41


MARCHES = """
movements: {march: {of: unit is soldier, allowance: speed of unit}}
attributes: {game: {steps_made: {type: number}}}
actions:
  march:
    of: {least: number}
    most: 9
    choose:
      group: {some_of: units where its owner is actor}
      goal: {reached_by: group}
    do: |
      set steps_made to steps_made + steps(path) + least
      move group to goal
procedures: {begin: "offer once march(4) to red"}
rules:
  outer:
    instead_of: march
    when: count group > 1
    do: |
      march(least * 10, group, goal)
      add 100 to steps_made
  inner: {instead_of: march, do: "march(least, group, north)"}
"""


def test_an_action_does_by_its_name_what_it_would_do(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, MARCHES)
    game = play(made.run("begin"), ["march 2 infantry in north to middle"])
    assert read(game, "game", None, "steps_made") == 1 + 40 + 100
    assert read(game, "power", "red", "times_march") == 1
    assert {u[2] for u in game.world.u.values() if u[0] == "infantry" and u[1] == "red"} == {"north", "middle"}


DIGGING = """
movements: {march: {of: unit is soldier, allowance: 2}}
actions:
  dig: {most: 1, choose: {n: {number: 3}}, do: add n to actor's money}
  march:
    says: march {u} to {goal}
    choose: {u: {from: units where its owner is actor}, goal: {reached_by: u}}
    do: |
      set said to steps(path)
      move u to goal
procedures:
  digging: offer dig to red
  marching: offer once march to red
rules:
  deeper:
    instead_of: dig
    when: turn = 3
    do: |
      dig(n + 1)
      dig(10)
  and_rest:
    instead_of: march
    do: |
      march(u, goal)
      set said to said * 10 + 1
"""


def test_an_action_is_done_by_its_own_name_and_counts_once(tmp_path: Path) -> None:
    game = play(little(tmp_path, BOARD, PLAY, STEPS, DIGGING).run("digging"), ["dig 2"])
    assert game.ask is None and read(game, "power", "red", "money") == 7 + 3 + 10
    assert read(game, "power", "red", "times_dig") == 1


def test_the_way_of_an_action_is_kept(tmp_path: Path) -> None:
    game = play(little(tmp_path, BOARD, PLAY, STEPS, DIGGING).run("marching"), ["march tank in north to south"])
    assert read(game, "game", None, "said") == 21


def test_an_answer_for_more_units_than_may_go_is_refused_by_the_rule(tmp_path: Path) -> None:
    few = """
    movements: {march: {of: unit is soldier, allowance: 2}}
    actions:
      march:
        says: march {group} to {goal}
        choose: {group: {some_of: units where its owner is actor}, goal: {reached_by: group}}
        do: move group to goal
    procedures: {marching: offer once march to red}
    rules: {two_at_most: {forbid: march, when: count group > 2, because: Two march at most.}}
    """
    game = little(tmp_path, BOARD, PLAY, few).run("marching")
    with pytest.raises(IllegalAnswer, match="Two march at most"):
        play(game, ["march 3 infantry in north to middle"])


def test_an_action_is_no_procedure_elsewhere(tmp_path: Path) -> None:
    wrong = """
    rules:
      lazy: {instead_of: tell, do: "dig(2)"} # E: unknown-name
      short: {instead_of: dig, do: "dig()"} # E: wrong-count
    """
    _, found = check(tmp_path, BOARD, PLAY, STEPS, DIGGING, wrong)
    assert found_in(found) == asked_for("", "", "", "", wrong)


def test_mistakes(tmp_path: Path) -> None:
    wrong = """
    procedures: {gives: {returns: number, do: return 3}}
    actions: {dig: {choose: {n: {number: 3}}, do: add n to said}}
    rules:
      lost: {instead_of: nothing_there, do: stop} # E: unknown-name
      empty: {when: turn = 1} # E: no-definition
      other: {instead_of: tell, do: return 3} # E: no-result
      text: {instead_of: gives, do: return red} # E: wrong-type
      blind: {instead_of: tell, when: m = 3, do: stop} # E: unknown-name
      few: {instead_of: dig, do: dig()} # E: wrong-count
      gains: {instead_of: dig, do: let x = dig(1)} # E: unknown-name
      outside: {instead_of: tell, do: dig(1)} # E: unknown-name
      idle: {forbid: step, order: 2, because: No.} # E: idle-field
    """
    _, found = check(tmp_path, BOARD, PLAY, STEPS, wrong)
    assert found_in(found) == asked_for("", "", "", wrong)
