"""What cases find: each step fails where it should, with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.analysis.cases import CaseResult, run_cases

RULES = """\
ruleset: tiny
title: Tiny
start: play
events: {thrown: {of: {by: power, n: number}, text: "{by} throws {n}"}}
attributes:
  power: {money: {type: number}, plan: {type: number, seen_by: viewer is it}}
powers: {red: , blue: }
actions: {earn: {do: add 1 to actor's money}, rest: {says: pass, do: add 5 to actor's money}}
scenarios: {plain: {}}
procedures:
  plot: set red's plan to 4
  give: {of: {p: power, sum: number}, do: add sum to p's money}
  fine:
    of: {p: power, due: truth}
    do: |
      if due:
          subtract 2 from p's money
  rests: offer rest, earn to red
  throw: roll d6 as die
  win: {of: {p: power}, do: finish for p}
  tie: finish
  shout: {of: {p: power}, do: "announce thrown(p, 3)"}
  play: |
    offer once earn to red
    offer once earn to blue
"""


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["run: play", "asked: red", "answer: earn", "asked: blue"], ""),
        (["run: play", "asked: blue"], "red is asked"),
        (["run: play", "answer: earn", "asked: red"], "blue is asked"),
        (["asked: red"], "nobody is asked anything here"),
        (["run: play", "answer: [earn, earn]", "asked: red"], "nobody is asked anything here"),
        (["run: play", "answer: [earn, earn, done]"], "the run has ended. An offer ends by itself"),
        (["run: throw", "answer: done"], "the step that rolls them. An offer ends by itself"),
        (["run: throw", "finish"], "one key"),
        (["run: play", "ask: red"], "Did you mean `asked`?"),
        (["run: give(blue, 3)", "check: money of blue = 3"], ""),
        (['run: "give(first powers where it is not red, max(1, 4))"', "check: money of blue = 4"], ""),
        (["run: give(blu, 3)"], "`blu` cannot be read"),
        (["run: fine(blue, false)", "run: fine(red, true)", "check: money of blue = 0 and money of red = -2"], ""),
        (['run: "give(red, money of sky)"'], "`money of sky` cannot be read"),
        (["run: throw", "dice: [6]", "check: money of red = 0"], ""),
        (["run: throw", "dice: [7]"], "A die with 6 sides cannot show 7."),
        (["run: throw", "dice: [0]"], "cannot show 0"),
        (["run: throw", "check: money of red = 0", "answer: earn"], "none are given: `dice` stands before the step"),
        (["start: true"], "There is no scenario"),
        (["start: plan"], "plain"),
        (["run: plot", "check: {known_to: red, that: [red's plan = 4, true]}"], ""),
        (["run: plot", "check: {known_to: blue, that: red's plan = 0}"], ""),
        (["run: plot", "check: {known_to: blue, that: red's plan = 4}"], "`red's plan = 4` does not hold for what blue knows"),
        (["run: plot", "check: {known_to: blu, that: red's plan = 4}"], "Did you mean `blue`?"),
        (["run: plot", "check: {known_to: blue}"], "two keys"),
        (["run: win(blue)", "finish: blue"], ""),
        (["run: win(blue)", "finish: red"], "the winner is blue"),
        (["run: tie", "finish: red"], "the winner is nobody"),
        (["run: tie", "finish: nobody"], ""),
        (["run: rests", "finish: true", "check: money of red = 0"], ""),
        (["finish: red"], "it is not over"),
        (["run: shout(red)", "said: [thrown red]"], ""),
        (["run: shout(red)", "said: [red throws 3]"], ""),
        (["run: shout(red)", "said: [thrown red 3, thrown red 3]"], "`thrown red 3` was not announced (in this order)"),
        (["run: shout(red)", "said: [red throws]"], "its line in the log"),
        (["run: rests", "answer: pass", "check: money of red = 5", "answer: done"], ""),
    ],
)
def test_steps(tmp_path: Path, steps: list[str], message: str) -> None:
    case = run(tmp_path, steps)
    assert (case.passed, message in case.message) == (not message, True), case.message
    if message:
        assert case.line == 3 + len(steps)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["dice: [1]", "run: throw", "dice: [2]", "check: money of red = 0"], "nobody rolled: [2]"),
        (["run: play"], "the case checks nothing"),
    ],
)
def test_what_is_wrong_with_a_whole_case(tmp_path: Path, steps: list[str], message: str) -> None:
    case = run(tmp_path, steps)
    assert not case.passed and message in case.message and case.line == 2


def run(tmp_path: Path, steps: list[str]) -> CaseResult:
    home = tmp_path / "tiny"
    (home / "cases").mkdir(parents=True)
    (home / "ruleset.yaml").write_text(RULES)
    lines = "\n".join(f"    - {step}" for step in steps)
    (home / "cases" / "asked.yaml").write_text(f"who:\n  cites: []\n  when:\n{lines}\n")
    [case] = run_cases([str(home)]).cases
    return case
