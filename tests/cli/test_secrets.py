"""What commands tell `--for` a power: what it knows, and no more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from commands import Run, fits

from tests.language.little import BOARD, write

RULES = """
attributes: {power: {bid: {type: number, seen_by: viewer is it}}, unit: {mines: {type: number, seen_by: viewer is its owner}}}
rules:
  covered: {title: Token, forbid: know, shown_as: token, when: unit is tank and viewer is not unit's owner}
  in_the_dark: {forbid: see, when: unit is ship and viewer is blue}
events:
  bids: {of: {by: power, sum: number}, text: "{by} bids {sum}", told_to: "{by}"}
  has_bid: {of: {by: power, left: number}, text: "{by} has bid, {left} are left"}
define: {unbid: {is: count p in powers where p's bid = 0}}
actions:
  bid:
    choose: {sum: {number: actor's money}}
    do: |
      set actor's bid to sum
      let last = first units in north where it is tank
      set last's damage to 1
      announce bids(actor, sum)
      announce has_bid(actor, unbid)
procedures:
  play: |
    for each p in powers:
        demand bid to p
"""


@pytest.fixture
def saved(run: Run, tmp_path: Path) -> str:
    """A game in which red has bid 5 and blue is asked."""
    answers = tmp_path / "answers.txt"
    answers.write_text("bid 5\n")
    save = tmp_path / "g.json"
    home = write(tmp_path, BOARD, RULES)
    assert run("play", home, "--answers", answers, "--stop-after-answers", "--save", save).status == 0
    return str(save)


def powers(run: Run, saved: str, *viewer: str) -> Any:
    data = run("resume", saved, "--asks", 0, "--json", *viewer).data
    fits(data, "play")
    return data


def test_a_game_as_json(run: Run, saved: str) -> None:
    everything, red, blue = powers(run, saved), powers(run, saved, "--for", "red"), powers(run, saved, "--for", "blue")
    assert [data["powers"]["red"].get("bid") for data in (everything, red, blue)] == [5, 5, None]
    assert [[e["name"] for e in data["events"]] for data in (everything, red, blue)] == [
        ["bids", "has_bid"],
        ["bids", "has_bid"],
        ["has_bid"],
    ]
    assert blue["powers"]["red"]["units"] == {"infantry": 4, "token": 1} and red["powers"]["red"]["units"] == {"infantry": 4, "tank": 1}
    assert blue["powers"]["green"]["units"] == {} and everything["powers"]["green"]["units"] == {"infantry": 2, "frigate": 1}
    assert everything["digest"] == red["digest"] == blue["digest"]


def test_a_game_in_tables(run: Run, saved: str) -> None:
    blue, red = run("resume", saved, "--asks", 0, "--for", "blue").out, run("resume", saved, "--asks", 0, "--for", "red").out
    row = {
        name: next(line.split() for line in out.splitlines() if line.startswith(" red ")) for name, out in (("blue", blue), ("red", red))
    }
    assert row["blue"][2:4] == ["7", "?"] and row["red"][2:4] == ["7", "5"]
    assert "red 3 infantry, 1 token" in blue and "frigate" not in blue and "frigate" in red


def test_log_and_answers(run: Run, saved: str) -> None:
    assert "red bids 5" in run("log", saved).out and "red bids 5" in run("log", saved, "--for", "red").out
    hidden = run("log", saved, "--for", "blue").out
    assert "bids" not in hidden and "red has bid, 2 are left" in hidden
    assert "bids" not in run("log", saved, "--power", "red", "--for", "blue").out
    assert run("log", saved, "--answers", "--for", "red").out == "bid 5\n" and run("log", saved, "--answers", "--for", "blue").out == ""


def test_why(run: Run, saved: str) -> None:
    assert "bid of red: 0 → 5" in run("why", saved, 1, "--for", "red").out
    refused = run("why", saved, 1, "--for", "blue")
    assert refused.status == 1 and "not told to blue" in refused.err
    blue, red = run("why", saved, 2, "--for", "blue").out, run("why", saved, 2, "--for", "red").out
    assert "somebody else" in blue and "bid 5" not in blue and "how it comes about" not in blue, "for blue all bids are 0"
    assert "bid 5" in red and run("why", saved, 2, "--for", "blue", "--json").data["answer"] is None
    assert run("why", saved, "red's bid + 1", "--for", "blue").out.startswith("red's bid + 1 = 1")
    assert run("why", saved, "red's bid + 1", "--for", "red").out.startswith("red's bid + 1 = 6")


def test_legal(run: Run, saved: str) -> None:
    own, other = run("legal", saved, "--for", "blue", "--json").data, run("legal", saved, "--for", "red", "--json").data
    fits(own, "legal")
    fits(other, "legal")
    assert own == run("legal", saved, "--json").data and own["answers"] == ["bid 1", "bid 2", "bid 3"]
    assert other["answers"] == [] and other["ask"] == own["ask"]
    assert "shown to who is asked" in run("legal", saved, "--for", "red").out
    assert "bid 0" in run("legal", saved).out and "bid" not in run("legal", saved, "--for", "red").out.split("(")[1].split(")")[0]


@pytest.mark.parametrize("words", [("log",), ("legal",), ("why", "1"), ("resume",)])
def test_an_unknown_power(run: Run, saved: str, words: tuple[str, ...]) -> None:
    result = run(words[0], saved, *words[1:], "--for", "bleu")
    assert result.status == 1 and "blue" in result.err


LIMIT = """
define: {bidden: {is: total bid of powers}}
rules:
  too_much: {forbid: bid, when: sum + bidden > 7, because: "{bidden} is bid so far."}
  shallow: {forbid: bid, when: sum > 2, because: Nobody bids more than 2.}
"""


def test_a_refusal_tells_no_more_than_is_known(run: Run, tmp_path: Path) -> None:
    answers, save = tmp_path / "answers.txt", tmp_path / "g.json"
    answers.write_text("bid 2\n")
    for extra, words in ((LIMIT.replace("> 7", "> 3"), "bid 2"), (LIMIT.replace("sum > 2", "sum = 3").replace("> 7", "> 4"), "bid 3")):
        home = write(tmp_path, BOARD, RULES, extra)
        assert run("play", home, "--answers", answers, "--stop-after-answers", "--save", save).status == 0
        before = save.read_bytes()
        true, known, other = (run("answer", save, words, *viewer) for viewer in ((), ("--for", "blue"), ("--for", "red")))
        assert [each.status for each in (true, known, other)] == [1, 1, 1]
        assert "2 is bid so far" in true.err and "blue is asked, not red" in other.err and save.read_bytes() == before
        own = "reason that blue does not know" if words == "bid 2" else "Nobody bids more than 2"
        for told in (known.err, run("why-not", save, words, "--for", "blue").out):
            assert own in told and "2 is bid so far" not in told
        told = run("why-not", save, words, "--for", "blue", "--json").data
        fits(told, "why-not")
        assert own in told["reason"] and not told["legal"]
    accepted = run("answer", save, "bid 1", "--for", "blue", "--save", tmp_path / "h.json", "--json").data
    fits(accepted, "answer")
    assert [e["name"] for e in accepted["events"]] == ["bids", "has_bid"] and accepted["ask"]["actor"] == "green"
