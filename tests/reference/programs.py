"""Random rule texts for a small game: typed, so that all of them are accepted, and small, so that all of them end."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass, field

HEAD = """
ruleset: little
title: Little
start: main
scenario: standard
"""
BASE = """
enumerations: {mood: [calm, angry]}
attributes:
  game:
    n: {type: number}
    m: {type: number, least: 0, most: 9}
    flag: {type: truth}
    who: {type: power, default: red}
    bag: {type: set of number}
    air: {type: mood, default: calm}
  power:
    money: {type: number, least: 0}
    foes: {type: set of power}
  space:
    holder: {type: power}
    worth: {type: number, fixed: true}
    heat: {type: number, formula: true}
    marks: {type: number}
  border:
    wet: {type: truth}
    depth: {type: number}
  unit:
    damage: {type: number}
    doomed: {type: truth}
    tired: {type: truth}
    home: {type: space}
    secret: {type: number, hidden: true}
  unit_type:
    attack: {type: number}
    speed: {type: number}
    toughness: {type: number, default: 1}
tags: {land: , sea: , armed: }
powers:
  red: {money: 5, foes: [blue]}
  blue: {money: 2}
spaces:
  alpha: {is: [land], holder: red, worth: 2}
  beta: {is: [land], holder: blue, worth: 1, heat: count units in it}
  gamma: {is: [sea]}
  delta: {is: [land, armed], worth: 3, heat: worth of it + n}
borders:
  all: {pairs: {alpha: [beta, gamma], beta: [gamma, delta]}}
  brook: {wet: true, depth: 2, pairs: {gamma: [delta]}}
unit_types:
  man: {attack: 2, speed: 1, is: [armed]}
  boat: {attack: 4, speed: 2, toughness: 2}
scenarios:
  standard:
    units:
      alpha: {red: {man: 3, boat: 1}}
      beta: {blue: {man: 2, boat: [{damage: 1}, {damage: 0}]}}
      gamma: {red: {boat: [{count: 1, aboard: {man: 1}}]}, blue: {man: 1}}
events:
  told: {of: {number: number}}
  seen: {of: {u: unit, s: space}}
movements:
  walk: {of: speed of unit > 0, allowance: speed of unit}
"""
POWERS, SPACES, TYPES = ("red", "blue"), ("alpha", "beta", "gamma", "delta"), ("man", "boat")


REROLLS = (
    "set misses_again to 0",
    "add 1 to m\nset hits_again to hits if m < 3 else 0",
    "add 1 to m\nset misses_again to min(2, misses) if m < 4 else 0\nset hits_again to 1 if m < 2 else 0",
)
"""What happens when the dice of a volley lie; `m` counts the rounds, so that it ends."""


@dataclass
class Writer:
    """Writes texts of a given type; `scope` holds the names in sight by type."""

    r: random.Random
    scope: dict[str, list[str]] = field(default_factory=dict)
    names: int = 0

    def fresh(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def some(self, type_: str) -> list[str]:
        return self.scope.get(type_, [])

    def inside(self, type_: str, name: str) -> Writer:
        """A writer that also sees `name`."""
        wider = Writer(self.r, {k: list(v) for k, v in self.scope.items()}, self.names + 10)
        for known in wider.scope.values():
            known[:] = [n for n in known if n != name]
        wider.scope.setdefault(type_, []).append(name)
        return wider

    # --- expressions -------------------------------------------------------------------------------------------

    def number(self, d: int) -> str:
        r = self.r
        if d <= 0:
            return r.choice([str(r.randint(0, 4)), "n", "m", *self.some("number")])
        options = [
            lambda: f"({self.number(d - 1)} {r.choice(['+', '-', '*'])} {self.number(d - 1)})",
            lambda: f"({self.number(d - 1)} / {r.randint(1, 3)})",
            lambda: f"{r.choice(['min', 'max'])}({self.number(d - 1)}, {self.number(d - 1)})",
            lambda: f"{r.choice(['floor', 'ceiling'])}({self.number(d - 1)} / 2)",
            lambda: f"({self.number(d - 1)} if {self.truth(d - 1)} else {self.number(d - 1)})",
            lambda: f"(count {self.group(d)})",
            lambda: f"({r.choice(['total', 'highest', 'lowest'])} {r.choice(['damage', 'attack', 'speed'])} of {self.units(d - 1)})",
            lambda: f"({r.choice(['total', 'highest', 'lowest'])} ({self.inside('space', 'it').number(d - 1)}) of {self.spaces(d - 1)})",
            lambda: f"(money of {self.power(d - 1)})",
            lambda: f"({r.choice(['worth', 'heat', 'marks'])} of {self.space(d - 1)})",
            lambda: f"distance({self.space(d - 1)}, {self.space(d - 1)})",
            lambda: f"(-{self.number(d - 1)})",
            lambda: f"(count bag where it > {self.number(0)})",
            *([lambda: f"({r.choice(['damage', 'attack', 'secret', 'toughness'])} of {self.unit(d - 1)})"] * 2),
            lambda: f"rating({self.unit(d - 1)})",
            lambda: f"(depth of {self.border(d - 1)})",
            lambda: "(count borders where it is wet or depth of it > m)",
        ]
        return r.choice(options)()

    def truth(self, d: int) -> str:
        r = self.r
        if d <= 0:
            return r.choice(["flag", "true", "false", "air is calm", *(f"{u} is tired" for u in self.some("unit"))])
        options = [
            lambda: f"({self.number(d - 1)} {r.choice(['<', '<=', '>', '>=', '=', '!='])} {self.number(d - 1)})",
            lambda: f"({self.truth(d - 1)} {r.choice(['and', 'or'])} {self.truth(d - 1)})",
            lambda: f"(not {self.truth(d - 1)})",
            lambda: f"({r.choice(['any', 'no'])} {self.group(d)})",
            lambda: (
                f"(at {r.choice(['least', 'most'])} {r.randint(0, 3)} of ({self.units(d - 1)}) is {r.choice(['tired', 'man', 'armed'])})"
            ),
            lambda: f"(exactly {r.randint(0, 3)} of ({self.spaces(d - 1)}) is {r.choice(['land', 'sea', 'armed'])})",
            lambda: f"(all ({self.spaces(d - 1)}) is {r.choice(['land', 'sea', 'armed'])})",
            lambda: f"({self.unit(d - 1)} is {r.choice(['man', 'boat', 'armed', 'tired', 'ready', 'doomed'])})",
            lambda: f"({self.space(d - 1)} is {r.choice(['land', 'sea', 'armed'])})",
            lambda: f"({self.space(d - 1)} is not {self.space(d - 1)})",
            lambda: f"({self.power(d - 1)} is {self.power(d - 1)})",
            lambda: f"({self.power(d - 1)} in foes of {self.power(d - 1)})",
            lambda: f"({self.space(d - 1)} adjacent to {self.space(d - 1)})",
            lambda: f"({self.unit(d - 1)} is none)",
            lambda: f"({self.number(d - 1)} in bag)",
            lambda: f"({self.unit(d - 1)} near {self.space(d - 1)})",
            lambda: f"together({self.space(d - 1)}, {self.space(d - 1)})",
            lambda: f"({self.border(d - 1)} is {r.choice(['wet', 'none'])})",
            lambda: f"(path_cost({self.unit(d - 1)}, {{alpha, beta, gamma}}) > 2)",
            lambda: f"{r.choice(['sees', 'knows'])}({self.power(d - 1)}, {self.unit(d - 1)})",
        ]
        return r.choice(options)()

    def power(self, d: int) -> str:
        known = [*POWERS, "who", *self.some("power")]
        if d > 0 and self.some("unit"):
            known.append(f"(owner of {self.r.choice(self.some('unit'))})")
        if d > 0 and self.r.random() < 0.2:
            return f"(first powers by (money of it) {self.r.choice(['', 'descending'])})"
        return self.r.choice(known)

    def space(self, d: int) -> str:
        known = [*SPACES, *self.some("space"), *self.some("space")]
        if d > 0:
            known += [f"(place of {u})" for u in self.some("unit")]
        return self.r.choice(known)

    def border(self, d: int) -> str:
        return f"border({self.space(d)}, {self.space(d)})"

    def unit(self, d: int) -> str:
        known = self.some("unit")
        if known and self.r.random() < 0.7:
            return self.r.choice(known)
        sort = self.r.choice(["", f" by {self.inside('unit', 'it').number(max(d - 1, 0))}{self.r.choice(['', ' descending'])}"])
        return f"(first {self.units(0)} where {self.inside('unit', 'it').truth(max(d - 1, 0))}{sort})"

    def units(self, d: int) -> str:
        r = self.r
        options = ["units", f"units in {self.space(d)}", *(f"units aboard {u}" for u in self.some("unit")), *self.some("units")]
        if d > 0:
            options.append(f"({self.units(0)} where {self.inside('unit', 'it').truth(d - 1)})")
            options.append(f"(({self.units(0)}) {r.choice(['+', '-'])} ({self.units(0)}))")
        return r.choice(options)

    def spaces(self, d: int) -> str:
        options = ["spaces", f"spaces adjacent to {self.space(d)}", "{alpha, gamma}"]
        for u in self.some("unit"):
            options += [f"reach({u})", f"reach_from({u}, {self.space(0)}, {self.r.randint(0, 3)})"] if u != "it" else []
        if d > 0:
            options.append(f"(spaces where {self.inside('space', 'it').truth(d - 1)})")
            options.append(f"linked({self.space(0)}, {self.spaces(0)})")
            options.append(f"linked_within({self.space(0)}, {self.spaces(0)}, {self.r.randint(0, 3)})")
        return self.r.choice(options)

    def group(self, d: int) -> str:
        if self.r.random() < 0.5:
            return f"(({self.units(0)}) where {self.inside('unit', 'it').truth(d - 1)})"
        return f"(({self.spaces(0)}) where {self.inside('space', 'it').truth(d - 1)})"

    # --- statements --------------------------------------------------------------------------------------------

    def block(self, d: int, size: int) -> list[str]:
        inner = Writer(self.r, {k: list(v) for k, v in self.scope.items()}, self.names + 100)
        return [line for _ in range(self.r.randint(1, size)) for line in inner.statement(d)]

    def indented(self, lines: list[str]) -> list[str]:
        return ["    " + line for line in lines]

    def statement(self, d: int) -> list[str]:
        r = self.r
        plain = [self.let, self.assign, self.assign, self.unit_change, self.question, self.question, self.call]
        if d > 0:
            plain += [self.condition, self.loop_units, self.loop_spaces, self.counting, self.repeating]
        return r.choice(plain)(d)

    def let(self, d: int) -> list[str]:
        kind = self.r.choice(["number", "unit", "space", "units"])
        text = {"number": self.number, "unit": self.unit, "space": self.space, "units": self.units}[kind](2)
        name = self.fresh("v")
        self.scope.setdefault(kind, []).append(name)
        return [f"let {name} = {text}"]

    def assign(self, d: int) -> list[str]:
        r = self.r
        whole = f"floor({self.number(2)})"
        options = [
            f"set n to {self.number(2)}",
            f"add {self.number(1)} to m",
            f"subtract {whole} from money of {self.power(1)}",
            f"set marks of {self.space(1)} to {self.number(2)}",
            f"set who to {self.power(1)}",
            r.choice(["set flag", "clear flag"]),
            f"add {{{whole}}} to bag",
            f"set air to {r.choice(['calm', 'angry'])}",
            f"set holder of {self.space(1)} to {self.power(1)}",
            f"{r.choice(['set', 'clear'])} wet of border(beta, {r.choice(['alpha', 'gamma', 'delta'])})",
            f"add {self.number(1)} to depth of border(gamma, {r.choice(['alpha', 'beta', 'delta'])})",
        ]
        for u in self.some("unit"):
            options += [f"set damage of {u} to {whole}", f"set {u}'s tired", f"clear {u}'s home", f"set secret of {u} to {whole}"]
        for v in [v for v in self.some("number") if v.startswith("v")]:
            options += [f"set {v} to {self.number(1)}", f"add {self.number(1)} to {v}"]
        return [r.choice(options)]

    def unit_change(self, d: int) -> list[str]:
        r = self.r
        name = self.fresh("c")
        options = [
            f"create {r.randint(0, 2)} {r.choice(TYPES)} in {self.space(1)} for {self.power(1)} as {name}",
            f"remove first {self.units(1)}",
            f"move ({self.units(1)} where it is not tired) to {self.space(1)}",
        ]
        for u in self.some("unit"):
            options += [f"remove {u}", f"move {u} to {self.space(1)}"]
            options += [f"move (units in place of {u} where it is man and it is not {u}) aboard {u}"]
        made = r.choice(options)
        if made.startswith("create"):
            self.scope.setdefault("units", []).append(name)
        return [made]

    def question(self, d: int) -> list[str]:
        r = self.r
        name = self.fresh("q")
        kind = r.choice(["roll", "space", "unit", "offer", "fight", "number"])
        if r.random() < 0.2 and kind in ("space", "unit"):
            source = self.spaces(1) if kind == "space" else self.units(1)
            self.scope.setdefault(kind, []).append(name)
            return [f"draw {name} from {source}"]
        if kind == "roll":
            if r.random() < 0.3:
                self.scope.setdefault("number", []).append(name)
                return [f"roll {r.choice(['d6', 'd(4 + count powers)'])} as {name}", f"add {name} to n"]
            number, die = r.choice(["2", "min(3, max(0, floor(n)))", "1"]), r.choice(["d6", "d6", "d(2 + count units in alpha)"])
            shown = r.choice([name, f"first 2 of {name}", f"first ({self.number(0)}) of {name} by it descending"])
            return [f"roll {number} {die} as {name}", f"add (total (it) of {shown}) to n"]
        if kind == "number":
            return [f"choose {name} from bag + {{1, 2}} for {self.power(0)}", f"set n to {name}"]
        if kind == "offer":
            return [f"{r.choice(['offer', 'offer once', 'demand'])} act({self.space(1)}), rest to {self.power(1)}"]
        if kind == "fight":
            return [f"fight({self.space(1)})"]
        source = self.spaces(1) if kind == "space" else self.units(1)
        self.scope.setdefault(kind, []).append(name)
        return [f"choose {name} from {source} for {self.power(0)}{r.choice(['', ' or none'])}"]

    def call(self, d: int) -> list[str]:
        r = self.r
        name = self.fresh("r")
        options = [f"announce told({self.number(1)})", f"helper({self.number(1)})", "let " + name + f" = give({self.number(1)})"]
        options += [f"announce seen({u}, {self.space(0)})" for u in self.some("unit")]
        text = r.choice(options)
        if text.startswith("let"):
            self.scope.setdefault("number", []).append(name)
        return [text]

    def condition(self, d: int) -> list[str]:
        lines = [f"if {self.truth(2)}:", *self.indented(self.block(d - 1, 2))]
        if self.r.random() < 0.4:
            lines += ["else:", *self.indented(self.block(d - 1, 2))]
        if self.r.random() < 0.1:
            lines += [f"if {self.truth(1)}:", "    stop"]
        return lines

    def loop_units(self, d: int) -> list[str]:
        name = self.fresh("u")
        source = self.units(1)
        return [f"for each {name} in {source}:", *self.indented(self.inside("unit", name).block(d - 1, 2))]

    def loop_spaces(self, d: int) -> list[str]:
        name = self.fresh("s")
        source = self.spaces(1)
        return [f"for each {name} in {source}:", *self.indented(self.inside("space", name).block(d - 1, 2))]

    def counting(self, d: int) -> list[str]:
        name = self.fresh("k")
        body = self.block(d - 1, 2)
        return [f"let {name} = 0", f"while {name} < 2 and {self.truth(1)}:", *self.indented([f"add 1 to {name}", *body])]

    def repeating(self, d: int) -> list[str]:
        return [f"repeat {self.r.choice(['2', 'min(2, max(0, floor(m)))'])} times:", *self.indented(self.block(d - 1, 2))]


READINGS = ("", "", *(f"options: {{reading: {{type: truth, default: true, volleys: {how}}}}}\n" for how in ("whole hits", "chosen dice")))


def program(seed: int) -> str:
    """The documents of a little game with random rules, as one YAML text."""
    r = random.Random(seed)
    sight = {"unit": ["u"], "space": ["s"]}
    asking = Writer(r)
    helper = Writer(r, {"number": ["x"]})
    action = Writer(r, {"unit": ["item"], "space": ["s", "goal"], "number": ["many"], "power": ["actor"]})
    here = {"space": ["s"]}
    capped = Writer(r, {"unit": ["item"], "space": ["s", "goal"], "power": ["actor"]})
    firing = Writer(r, {"unit": ["it"], **here})
    parts = {
        "rating": Writer(r, {"unit": ["u"]}).number(2).replace("rating(", "max(0, damage of "),
        "near": Writer(r, sight).truth(2).replace("rating(", "max(0, damage of ").replace(" near ", "'s home is not "),
        "ready": Writer(r, {"unit": ["u"]})
        .truth(1)
        .replace(" is ready", " is tired")
        .replace("rating(", "max(0, damage of ")
        .replace(" near ", "'s home is "),
        "first_modifier": f"{r.choice(['attack', 'rating'])} {r.choice(['+', '-', '*', 'at least', 'at most'])} {r.randint(0, 2)} when {Writer(r).truth(0)}",
        "second_modifier": f"{r.choice(['worth', 'money', 'speed', 'heat'])} {r.choice('+=')} {r.randint(0, 2)} when {r.choice(['flag', 'n > 1'])}",
        "may": action.truth(1),
        "cap": f"floor({capped.number(1)})",
        "value": firing.number(1),
        "may_hit": firing.inside("unit", "firer").truth(1),
        "tier": firing.number(1),
    }
    parts["third_modifier"] = f"attack + {r.randint(-2, 3)} when {Writer(r).truth(0)}"
    parts["fourth_modifier"] = f"attack {r.choice('+-')} {r.choice(['1', 'n', '-1'])}"
    parts["ban_ready"] = r.choice(["u is tired", "flag", "n > 1", "damage of u > 0"])
    parts["ban_see"] = r.choice(["viewer is blue and unit is man", "unit is tired", "flag and owner of unit is not viewer"])
    parts["ban_know"] = r.choice(["viewer is red and unit is boat", "unit's damage > 0 and not sees(red, unit)", "n > 1"])
    parts["ban_step"] = r.choice(["unit is tired and destination is armed", "destination is sea and unit is man", "n > 2 and unit is boat"])
    text = f"""
define:
  rating: {{of: {{u: unit}}, is: "{parts["rating"]}"}}
  near: {{of: {{u: unit, s: space}}, is: "{parts["near"]}"}}
  ready: {{of: {{u: unit}}, is: "{parts["ready"]}"}}
modifiers:
  one: {parts["first_modifier"]}
  two: {parts["second_modifier"]}
  three: {{modifier: {parts["third_modifier"]}, best_of: help}}
  four: {{modifier: {parts["fourth_modifier"]}, best_of: help}}
allocations:
  help: {{gives: attack {r.choice("+-=")} 1, giver: it is boat, taker: it is man, each: {r.randint(1, 2)}}}
rules:
  unready: {{forbid: ready, when: {parts["ban_ready"]}}}
  but_boats: {{allow: ready, despite: unready, when: u is boat}}
  always_men: {{allow: ready, when: "u is man and {r.choice(["flag", "n > 1", "damage of u > 1"])}"}}
  fog: {{forbid: see, when: {parts["ban_see"]}}}
  face_down: {{forbid: know, when: "{parts["ban_know"]}"}}
  barred: {{forbid: step, when: {parts["ban_step"]}}}
  not_so: {{forbid: act, when: "{parts["may"]}"}}
  follows:
    on: told
    do: |
      add 1 to n
      if n > 20:
          set n to 0
      if flag:
          choose z from powers for blue
          set who to z
actions:
  act:
    of: {{s: space}}
    choose:
      item: {{from: units where its damage < 3}}
      goal: {{reached_by: item}}
      many: {{number: "{parts["cap"]}"}}
    do: |
{textwrap.indent(chr(10).join(action.block(1, 2)), "      ")}
      add 1 to damage of item
      announce seen(item, goal)
  rest:
    choose:
      some: {{some_of: units where it is not tired}}
    do: |
      for each x in some:
          set x's tired
engagements:
  fight:
    of: {{s: space}}
    sides:
      ours: {{power: red, units: units in s where its owner is red and its damage < 5}}
      theirs: {{power: blue, units: units in s where its owner is blue and its damage < 5}}
    losses:
      counter: damage
      limit: toughness of it
      doomed: doomed
    before:
      opening:
        do: set m to 0
    round:
      one_side:
        volley: ours
        value: attack of it
        losses: {r.choice(["at once", "later"])}
        may_hit: "{parts["may_hit"]}"
        rolled: {r.choice(["set n to n", "set n to n + count faces where it > 3"])}
        reroll: |
{textwrap.indent(r.choice(REROLLS), "          ")}
      other_side:
        volley: theirs
        value: "{parts["value"]}"
        losses: later
        tier: "{parts["tier"]}"
        dice: {r.randint(1, 2)}
        best: it is boat or n > 1
        rolled: {r.choice(["set n to n", "set hits_used to count faces where it < 3"])}
      counting:
        do: add 1 to m
    until: m >= 3 or count ours = 0 or count theirs = 0
{READINGS[seed % 4]}procedures:
  give:
    of: {{x: number}}
    returns: number
    do: |
      if x > 3:
          return 3
      {r.choice(["roll 1 d4 as z", "set n to x"])}
      return x + n
  helper:
    of: {{x: number}}
    do: |
{textwrap.indent(chr(10).join(helper.block(1, 3)).replace("helper(", "announce told("), "      ")}
  main:
    do: |
{textwrap.indent(chr(10).join(asking.block(2, 6)), "      ")}
"""
    return HEAD + BASE + text
