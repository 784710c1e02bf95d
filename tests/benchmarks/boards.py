"""Synthetic rulesets: a square board of any size with a thousand units on it, to see how costs grow."""

from __future__ import annotations

from pathlib import Path

RULES = """
attributes:
  game: {active: {type: power, default: red}, turn: {type: number}}
  space: {holder: {type: power}}
  unit: {spent: {type: number}}
  unit_type: {movement: {type: number}}
powers: {red: , blue: }
unit_types: {rider: {movement: 3}}
movements:
  ride: {of: movement of unit > 0, allowance: movement of unit - unit's spent}
rules:
  held_up: {forbid: pass, when: any unit in through where its owner is not unit's owner, because: Enemies hold one up.}
actions:
  go:
    says: move {group} to {goal}
    choose:
      group: {some_of: units where its owner is actor and its spent < movement of it}
      goal: {reached_by: group}
    do: |
      for each u in group:
          set u's spent to u's spent + steps(path)
          move u to goal
phases:
  moves: {by: active, actions: [go]}
procedures:
  play: |
    while true:
        add 1 to turn
        for each p in powers:
            set active to p
            for each u in units:
                set u's spent to 0
            moves()
"""


def write(folder: Path, spaces: int, units: int = 200) -> Path:
    """A ruleset of about so many spaces in a folder; returns the folder."""
    side = round(spaces**0.5)
    names = [[f"s_{x}_{y}" for y in range(side)] for x in range(side)]
    lines = ["ruleset: grid", "title: Grid", "start: play", "scenario: standard", RULES, "spaces:"]
    lines += [f"  {name}: " for row in names for name in row]
    lines += ["borders:", "  all:", "    pairs:"]
    for x in range(side):
        for y in range(side):
            near = [names[a][b] for a, b in ((x + 1, y), (x, y + 1)) if a < side and b < side]
            if near:
                lines.append(f"      {names[x][y]}: [{', '.join(near)}]")
    lines += ["scenarios:", "  standard:", "    units:"]
    step = max(side * side // units, 1)
    flat = [name for row in names for name in row]
    lines += [f"      {name}: {{{('red', 'blue')[i % 2]}: {{rider: 1}}}}" for i, name in enumerate(flat[::step][:units])]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ruleset.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
