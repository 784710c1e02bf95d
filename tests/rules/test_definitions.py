"""Definitions that say nothing, twice, or in vain: each mistake with its code on its line."""

from __future__ import annotations

from pathlib import Path

from interpreter.source.diagnostics import has_errors
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little


def mistakes(folder: Path, *documents: str) -> None:
    _, found = check(folder, BOARD, PLAY, *documents)
    assert found_in(found) == asked_for("", "", *documents)


def test_rules(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        events: {seen: {of: {by: power}}}
        actions: {act: {do: stop}, other: {do: stop}}
        rules:
          good: {forbid: [act, step], because: No.}
          also: {allow: act, despite: good, when: actor is red}
          empty: {when: turn = 3} # E: no-definition
          lost: {allow: act} # E: lost-exception
          wrong_hook: {allow: other, despite: good} # E: lost-exception
          no_rule: {allow: act, despite: goood} # E: unknown-name
          no_action: {allow: acct, despite: good} # E: unknown-name
          no_hook: {forbid: stepp} # E: unknown-name
          no_event: {on: sen, do: stop} # E: unknown-name
          idle_do: {forbid: act, do: stop} # E: idle-field
          idle_order: {forbid: act, order: 3} # E: idle-field
          idle_because: {on: seen, because: No., do: stop} # E: idle-field
          idle_despite: {forbid: act, despite: good} # E: idle-field
        """,
    )


def test_names_that_the_builder_makes(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        events: {seen: {of: {by: power}}}
        actions:
          act: {do: stop} # E: name-twice
        rules:
          r: {on: seen, do: stop} # E: name-twice
        define: {fight_reds: 3}
        procedures: {do_act: {do: stop}, on_seen_r: {do: stop}, fight_lost: {do: stop}}
        engagements:
          fight:
            of: {here: space} # E: name-twice
            sides:
              reds: {power: red, units: units in here} # E: name-twice
              blues: {power: blue, units: units in here}
            losses: {counter: damage, limit: 1, doomed: doomed}
            before: {volley_one: {volley: reds, value: 1}}
            round:
              volley_one: {volley: blues, value: 1} # E: name-twice
            until: true
        """,
    )


def test_steps(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        actions: {act: {of: {here: space}, do: stop}, far: {of: {there: space}, do: stop}}
        engagements:
          fight:
            of: {here: space}
            sides:
              reds: {power: red, units: units in here}
              blues: {power: blue, units: units in here}
            losses: {counter: damage, limit: 1, doomed: doomed}
            round:
              nothing: {title: Nothing} # E: no-definition
              nobody: {offer: act} # E: missing-field
              both: {volley: reds, value: 1, do: stop} # E: idle-field
              idle: {do: stop, value: 3} # E: idle-field
              side: {volley: greens, value: 1} # E: unknown-name
              at_whom: {volley: reds, at: greens, value: 1} # E: unknown-name
              given: {offer: far, to: red} # E: missing-arguments
              good: {volley: reds, at: blues, value: attack of it, when: no attackers_here} # E: unknown-name
            until: true
          no_counter:
            sides: {reds: {power: red, units: units}}
            losses: {counter: damge, limit: 1, doomed: doomed} # E: unknown-name
            until: true
        """,
    )


def test_attributes_and_sorts(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        sorts:
          power: {plural: mights} # E: name-twice
          game: {plural: games} # E: name-twice
          idea: {plural: rules} # E: name-twice
          thing: {plural: things}
        attributes:
          unit: {fixed_one: {type: number, fixed: true}} # E: fixed-attribute
          game: {computed: {type: number, formula: true}} # E: fixed-attribute
          thing: {size: {type: nmber}} # E: unknown-type
          thign: {size: {type: number}} # E: unknown-type
          space: {any: {type: number}} # E: bad-name
        tags: {count: } # E: bad-name
        enumerations: {mood: [good, none]} # E: bad-name
        things: {one: {size: 3}}
        """,
    )


def test_allocations_and_modifiers(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        modifiers:
          no_target: atack + 1 # E: no-target
          no_number: holder + 1 # E: no-target
          no_amount: attack + red # E: wrong-type
        allocations:
          times: {gives: attack * 2, giver: it is tank, taker: it is infantry} # E: idle-field
          when: {gives: attack + 1 when turn = 3, giver: it is tank, taker: it is infantry} # E: idle-field
        """,
    )


def test_what_an_answer_leaves_out(tmp_path: Path) -> None:
    mistakes(
        tmp_path,
        """
        actions:
          give: {says: "give {sum}", choose: {sum: {number: 3}, heir: {from: powers}}, do: stop} # E: unsaid-choice
          take: {choose: {sum: {number: 3}, away: {from: powers}}, do: stop}
          send: {says: "send {sum} to {goal}", choose: {sum: {number: 3}, goal: {from: spaces}}, do: stop}
        """,
    )


def test_an_allocation_that_no_volley_reads_is_told(tmp_path: Path) -> None:
    text = "allocations: {help: {gives: attack + 1, giver: it is tank, taker: it is infantry}}\n"
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert not has_errors(found)
    assert [(d.code, d.line) for d in found if "helps nobody" in d.message] == [("unused", 1)]


def test_rules_of_names_that_run_together(tmp_path: Path) -> None:
    """`a_b` on `c` and `a` on `b_c` are two rules."""
    text = """
    actions: {c: {do: set turn to 10}, b_c: {do: set turn to 20}}
    rules: {a_b: {forbid: c, when: turn = 99}, a: {forbid: b_c, when: turn = 3}}
    procedures: {both: {do: "offer once c, b_c to red"}}
    """
    game = little(tmp_path, BOARD, PLAY, text).run("both")
    assert game.ask is not None
    assert [o[0] for o in game.ask.options] == ["c", "done"]
