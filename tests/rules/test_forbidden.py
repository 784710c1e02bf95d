"""Rules on named conditions ("cannot" beats "can"), on what a power sees; and modifiers of which only the best counts."""

from __future__ import annotations

from pathlib import Path

from interpreter.machine import wording
from interpreter.machine.options import Refusal
from interpreter.rules.looks import Looks
from tests.language.little import BOARD, PLAY, asked_for, check, found_in, little, options, play, read, values

SUPPLY = """
define:
  supplied: {of: {p: power}, is: p is rich or p's ally is not none, type: truth}
  quiet: sky is fair
  doubly: {of: {p: power}, is: p is supplied and quiet}
"""


def supplied(folder: Path, rules: str, *asked: str) -> list[object]:
    return values(folder, asked or [f"{p} is supplied" for p in ("red", "blue", "green")], BOARD, PLAY, SUPPLY, rules)


def test_a_forbidden_condition_does_not_hold(tmp_path: Path) -> None:
    assert supplied(tmp_path / "a", "define: {x: 1}") == [True, False, True]
    assert supplied(tmp_path / "b", "rules: {r: {forbid: supplied, when: p is red}}") == [False, False, True]
    assert supplied(tmp_path / "c", "rules: {r: {forbid: supplied}}") == [False, False, False]
    assert supplied(tmp_path / "d", "rules: {r: {forbid: supplied, when: turn > 9}}") == [True, False, True]


def test_every_prohibition_counts_and_each_exception_lifts_one(tmp_path: Path) -> None:
    two = """
    rules:
      one: {forbid: supplied, when: p is red}
      two: {forbid: [supplied, quiet], when: turn = 3}
      but: {allow: supplied, despite: one}
      except_green: {allow: [supplied], despite: two, when: p is green}
    """
    assert supplied(tmp_path, two) == [False, False, True]
    lifted = two.replace("but: {allow: supplied, despite: one}", "but: {allow: supplied, despite: [two, one], when: p is red}")
    assert supplied(tmp_path / "x", lifted) == [True, False, True]


def test_an_exception_permits_nothing_by_itself(tmp_path: Path) -> None:
    rules = "rules: {r: {forbid: supplied}, e: {allow: supplied, despite: r, when: p is blue}}"
    assert supplied(tmp_path, rules) == [False, False, False]


def test_a_condition_that_is_allowed_holds_besides(tmp_path: Path) -> None:
    also = "rules: {also: {allow: supplied, when: p is blue and turn = 3}}"
    assert supplied(tmp_path / "a", also) == [True, True, True]
    assert supplied(tmp_path / "b", also.replace("turn = 3", "turn = 4")) == [True, False, True]
    assert supplied(tmp_path / "c", "rules: {also: {allow: [supplied, quiet]}}", "blue is supplied", "quiet", "doubly(blue)") == [True] * 3
    both = "rules: {also: {allow: supplied, when: p is blue}, never: {forbid: supplied, when: p's money < 9}, more: {allow: supplied}}"
    assert supplied(tmp_path / "d", both) == [False, False, False]
    assert supplied(tmp_path / "e", both.replace("< 9", "< 4")) == [True, False, True]


def test_what_widens_a_condition_may_not_need_it(tmp_path: Path) -> None:
    ring = "rules: {also: {allow: quiet, when: red is doubly}}"
    assert "endless-definition" in [f.code for f in check(tmp_path / "a", BOARD, PLAY, SUPPLY, ring)[1]]
    action = "actions: {rest: {do: add 1 to turn}}\nrules: {also: {allow: rest}}"
    assert "lost-exception" in [f.code for f in check(tmp_path / "b", BOARD, PLAY, SUPPLY, action)[1]]


def test_modifiers_of_values_that_are_no_numbers(tmp_path: Path) -> None:
    """What sets comes first, the later one is heard; then what adds, then what takes away."""
    text = """
    define:
      heirs: {of: {p: power}, is: powers where its ally is p}
      heir: red
      calm: sky is fair
    modifiers:
      less: "heirs - {blue} when p is red"
      more: "heirs + {blue, red} when p's money > 2"
      anew: "heirs = {green} when turn = 3"
      first_heir: heir = blue when turn = 3
      second_heir: heir = green when turn = 4
    """
    assert values(tmp_path / "a", ["heirs(red)", "heirs(blue)", "heir"], BOARD, PLAY, text) == [
        ["green", "red"],
        ["green", "blue", "red"],
        "blue",
    ]
    for wrong in ("calm = false", "heir + red", "heirs * 2", "heir = 3"):
        _, found = check(tmp_path / wrong[:6], BOARD, PLAY, text, f"modifiers: {{bad: {wrong!r}}}")
        assert {f.code for f in found} & {"no-target", "wrong-type"}, wrong


def test_whoever_asks_is_told(tmp_path: Path) -> None:
    """Through another definition, in an action, as a condition written between, of a set, without parameters."""
    text = """
    define: {holds: {of: {p: power, s: space}, is: s's holder is p}}
    actions: {buy: {choose: {s: {from: spaces where actor holds it}}, when: actor is supplied, do: add 1 to actor's money}}
    rules: {r: {forbid: [supplied], when: p is red}, q: {forbid: quiet, when: turn = 3}, h: {forbid: holds, when: s is hilly}}
    procedures: {shop: "demand buy to red", market: "demand buy to green"}
    """
    asked = ["doubly(green)", "quiet", "any power where it is supplied", "red holds north", "red holds middle", "spaces where red holds it"]
    assert supplied(tmp_path / "v", text, *asked) == [False, False, True, False, True, ["middle"]]
    made = little(tmp_path, BOARD, PLAY, SUPPLY, text)
    assert made.run("shop").ask is None and read(made.run("shop"), "power", "red", "money") == 7
    assert options(made.run("market")) == ["buy novgorod"]


def test_what_is_remembered_of_a_forbidden_condition_is_asked_anew_after_a_change(tmp_path: Path) -> None:
    text = """
    define: {tanks: {of: {p: power}, is: any unit where it is tank and its owner is p}}
    rules: {r: {forbid: tanks, when: p's money < 5}}
    procedures:
      go: |
        if red is tanks:
            add 1 to turn
        set red's money to 4
        if red is tanks:
            add 10 to turn
        set red's money to 5
        if red is tanks:
            add 100 to turn
    """
    assert read(little(tmp_path, BOARD, PLAY, text).run("go"), "game", None, "turn") == 3 + 1 + 100


def test_names_that_are_also_actions_or_hooks(tmp_path: Path) -> None:
    """A rule on `step` or on an action says nothing of a condition of that name."""
    text = """
    define: {step: {of: {p: power}, is: p is rich}, dig: {of: {p: power}, is: true}}
    movements: {march: {of: unit is soldier, allowance: speed of unit}}
    actions: {dig: {do: add 1 to actor's money}}
    rules:
      no_step: {forbid: step, when: unit is tank, because: No.}
      no_dig: {forbid: dig, when: actor is red, because: No.}
    procedures: {go: "offer dig to red"}
    """
    asked = ["red is step", "dig(red)", "count reach(strongest(red))", "count reach(first units in north where it is infantry)"]
    assert values(tmp_path, asked, BOARD, PLAY, text) == [True, True, 0, 1]
    assert little(tmp_path, BOARD, PLAY, text).run("go").ask is None


def test_mistakes(tmp_path: Path) -> None:
    text = """
    define: {number_of: {of: {p: power}, is: p's money}, fine: turn = 3}
    rules:
      no_truth: {forbid: number_of} # E: unknown-name
      unknown: {forbid: suplied} # E: unknown-name
      strange: {forbid: supplied, when: actor is red} # E: unknown-name
      told: {forbid: supplied, because: "{p} has none."} # E: unknown-name
      good: {forbid: supplied, when: p is red}
      lost: {allow: fine, despite: good} # E: lost-exception
      no_such: {allow: finne, despite: good} # E: unknown-name
    """
    _, found = check(tmp_path, BOARD, PLAY, SUPPLY, text)
    assert found_in(found) == asked_for("", "", "", text)


def test_rings_by_way_of_prohibitions(tmp_path: Path) -> None:
    text = """
    define: {cold: {of: {p: power}, is: p is rich}, warm: {of: {p: power}, is: not p is cold}}
    rules:
      harmless: {forbid: supplied, when: p is warm}
      ring: {forbid: cold, when: p is warm} # E: endless-definition
      own: {forbid: quiet, when: not quiet} # E: endless-definition
      seen: {forbid: see, when: "not sees(viewer, unit)"} # E: endless-definition
      known: {forbid: know, when: "sees(viewer, unit) and knows(red, unit)"} # E: endless-definition
    """
    _, found = check(tmp_path, BOARD, PLAY, SUPPLY, text)
    assert found_in(found) == asked_for("", "", "", text)
    assert {"warm → cold → warm", "quiet → quiet", "see → see", "know → know"} == {
        d.message.split(": ")[1].rstrip(".") for d in found if d.severity == "error"
    }


# --- what a power sees ---------------------------------------------------------------------------------------------

FOG = """
attributes: {unit: {spotted: {type: truth}}}
rules:
  fog: {forbid: see, when: unit's owner is not viewer and not unit is spotted, because: It is hidden.}
  allies: {allow: see, despite: fog, when: unit's owner's ally is viewer}
define:
  seen_by: {of: {p: power}, is: "units where sees(p, it)"}
  known_by: {of: {p: power}, is: "units where knows(p, it)"}
procedures:
  spot: |
    for each u in units in south:
        set u's spotted
"""


def test_without_rules_everything_is_seen(tmp_path: Path) -> None:
    asked = ["all units where sees(red, it)", "sees(none, first units)", "sees(red, first units in ocean)"]
    assert values(tmp_path, asked, BOARD, PLAY) == [True, True, True]


def test_sees(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, FOG)
    world = made.world()
    owners = {p: {world.u[u][1] for u in made.call("seen_by", p, world=world)} for p in ("red", "blue", "green")}
    assert owners == {"red": {"red", "green"}, "blue": {"blue"}, "green": {"green", "red"}}
    game = made.run("spot")
    assert {game.world.u[u][2] for u in made.call("seen_by", "red", world=game.world) if game.world.u[u][1] == "blue"} == {"south"}


def test_knows(tmp_path: Path) -> None:
    """What is not seen is not known; what is seen may be known or not."""
    made = little(tmp_path, BOARD, PLAY, FOG, "rules: {face_down: {forbid: know, when: unit is ship and viewer is not unit's owner}}")
    world = made.run("spot").world
    seen, known = (set(made.call(name, "red", world=world)) for name in ("seen_by", "known_by"))
    ships = {u for u, row in world.u.items() if row[0] in made.rules.tagged("ship")}
    assert seen - known == {u for u in seen & ships if world.u[u][1] != "red"} != set() and known < seen


def test_sees_between_powers_and_sets(tmp_path: Path) -> None:
    asked = [
        "sees(any power, strongest(blue))",
        "sees(no power, strongest(green))",
        "sees(red, all units in south)",
        "sees(red, units in middle)",
    ]
    assert values(tmp_path, asked, BOARD, PLAY, FOG) == [True, False, False, True]


def test_what_volleys_look_at_includes_what_is_forbidden(tmp_path: Path) -> None:
    """Alike units are told apart by what a prohibition reads of them."""
    text = """
    attributes: {unit: {spotted: {type: truth}}}
    define:
      fit: {of: {u: unit}, is: u is soldier}
      known: {of: {u: unit}, is: "sees(red, u)"}
      told: {of: {u: unit}, is: "knows(red, u)"}
    rules:
      worn: {forbid: fit, when: u is tired and count units in u's place > 2}
      fog: {forbid: see, when: not unit is spotted}
      face_down: {forbid: know, when: unit's damage > 0}
    """
    made = little(tmp_path, BOARD, PLAY, text)
    looks = Looks(made.built.definitions)
    assert {"unit.tired", "count"} <= looks.define("fit")
    assert "unit.spotted" in looks.define("known") and "unit.damage" not in looks.define("known")
    assert {"unit.spotted", "unit.damage"} <= looks.define("told")


# --- the best of a name --------------------------------------------------------------------------------------------


def bonus(folder: Path, modifiers: str, *asked: str) -> list[object]:
    text = "define: {base: 10, other: 20}\nmodifiers:\n" + "".join(f"  {line.strip()}\n" for line in modifiers.strip().splitlines())
    return values(folder, asked or ["base"], BOARD, PLAY, text)


def test_only_the_best_of_a_name_counts(tmp_path: Path) -> None:
    plain = "a: base + 2\nb: base + 3\nc: base + 1"
    best = """
    a: {modifier: base + 2, best_of: help}
    b: {modifier: base + 3 when turn = 3, best_of: help}
    c: {modifier: base + 1, best_of: help}
    """
    assert bonus(tmp_path / "a", plain) == [16]
    assert bonus(tmp_path / "b", best) == [13]
    assert bonus(tmp_path / "c", best.replace("turn = 3", "turn = 4")) == [12]


def test_names_signs_and_values_are_apart(tmp_path: Path) -> None:
    text = """
    a: {modifier: base + 2, best_of: help}
    b: {modifier: base + 5, best_of: ground}
    c: {modifier: base + 1}
    d: {modifier: base - 3, best_of: help}
    e: {modifier: base - 4, best_of: help}
    f: {modifier: other + 9, best_of: help}
    g: base * 2
    """
    assert bonus(tmp_path, text, "base", "other") == [(10 + 2 + 5 + 1 - 4) * 2, 29]


def test_none_in_force_and_less_than_nothing(tmp_path: Path) -> None:
    """The highest counts, also where it is below 0; none where none holds."""
    assert bonus(tmp_path / "a", "a: {modifier: base + 2 when turn = 9, best_of: help}") == [10]
    assert bonus(tmp_path / "b", "a: {modifier: base + -2, best_of: help}\nb: {modifier: base + -3, best_of: help}") == [8]
    assert bonus(tmp_path / "c", "a: {modifier: base + turn / 2, best_of: help}\nb: {modifier: base + 1, best_of: help}", "base * 2") == [
        23
    ]


def test_the_best_for_each_unit(tmp_path: Path) -> None:
    text = """
    modifiers:
      led: {modifier: attack + 1 when unit's owner is red, best_of: lead}
      bold: {modifier: attack + 2 when unit is tank, best_of: lead}
      sworn: {modifier: money + 2 when power is red, best_of: gold}
      rich_too: {modifier: money + 1, best_of: gold}
    """
    asked = ["attack of strongest(red)", "attack of first units in north", "attack of first units in south", "red's money", "blue's money"]
    assert values(tmp_path, asked, BOARD, PLAY, text) == [5, 2, 1, 9, 4]


def test_mistakes_of_best_of(tmp_path: Path) -> None:
    text = """
    define: {base: 10}
    modifiers:
      sets: {modifier: base = 2, best_of: help} # E: idle-field
      doubles: {modifier: base * 2, best_of: help} # E: idle-field
      spaced: {modifier: base + 2, best_of: two words} # E: bad-name
      coded: {modifier: base + 2, best_of: "x = 1; import os; y"} # E: bad-name
      good: {modifier: base + 2, best_of: where}
    """
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert found_in(found) == asked_for("", "", text)
    assert play(
        little(tmp_path / "x", BOARD, PLAY, text.split("sets:")[0] + "good: {modifier: base + 2, best_of: where}\n").start(), []
    ).finished


def test_names_of_another_condition_are_told(tmp_path: Path) -> None:
    text = "define: {of_one: {of: {p: power}, is: p is rich}, of_two: {of: {q: power, n: number}, is: q's money > n}}\n"
    rules = "rules: {r: {forbid: [of_one, of_two], when: p is red}}\n"
    _, found = check(tmp_path, BOARD, PLAY, text, rules)
    assert [(f.message, f.hint) for f in found if f.code == "unknown-name"] == [
        ("There is no name `p` here.", "`p` is a name of `of_one`; those of `of_two` are: `q`, `n`. Make it two rules.")
    ]


CHOICES = """
define: {may_go: {of: {u: unit, s: space}, is: s is land}, small: {of: {u: unit}, is: not u is frigate}}
actions:
  send:
    of: {home: space}
    choose:
      unit: {from: "units in home where its owner is actor and small(it)"}
      goal: {from: "s in spaces where may_go(unit, s) and s is not home"}
    do: move unit to goal
  send_all: {choose: {group: {some_of: "units where small(it)"}}, do: move group to bay}
procedures:
  begin: |
    set units in middle tired
    offer send(north), send_all to red
rules:
  hills: {forbid: may_go, when: s is coast and u is tank, because: Tanks stay inland.}
  but: {allow: may_go, despite: hills, when: turn > 5}
  tired: {forbid: small, when: u is tired, because: It is tired.}
"""


def test_the_rule_that_keeps_something_from_being_chosen_is_told(tmp_path: Path) -> None:
    made = little(tmp_path, BOARD, PLAY, CHOICES)
    game = made.run("begin")
    assert game.ask is not None

    def refused(answer: str) -> tuple[str, str]:
        assert game.ask is not None
        meant = wording.read(game, answer)
        refusal = meant if isinstance(meant, Refusal) else game.ask.refusal(meant)
        assert refusal is not None
        return refusal.message, refusal.rule

    assert refused("send tank in north to coast") == ("Tanks stay inland.", "rules.hills")
    assert refused("send infantry in north to bay")[1] == "actions.send"
    assert refused("send_all infantry in middle") == ("It is tired.", "rules.tired")
    assert refused("send infantry in middle to coast")[1] == "actions.send", "it stands elsewhere, whatever else forbids it"
