"""`warbook odds` of a trial: what people name on the command line, and its chances as text or JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.cli.faults import USAGE, Mistake

if TYPE_CHECKING:
    from interpreter.analysis.odds.trials import Chances
    from interpreter.rules.ruleset import Ruleset

WIDTH = 40


def trial_of(rules: Ruleset, kind: str | None) -> str | None:
    """The trial that is meant: the one of this name, or the first where no engagement can be asked for."""
    trials = rules.program.trials
    if kind is not None:
        return kind if kind in trials else None
    return next(iter(trials), None) if not rules.program.odds else None


def named(words: Sequence[str]) -> dict[str, str]:
    """`--name value` pairs as parameters; a name alone means yes. Raises Mistake for anything else."""
    given: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--") or len(word) < 3:
            raise Mistake(f"`{word}` is no option. Options are written `--name value`.", USAGE)
        name, equals, value = word[2:].partition("=")
        if not equals:
            value = rest.pop(0) if rest and not rest[0].startswith("--") else "yes"
        given[name.replace("-", "_")] = value
    return given


def sides(rules: Ruleset, trial: str, attackers: Sequence[str], defender: str | None) -> dict[str, str]:
    """Who attacks whom as parameters: where none is called the defender, it is the other that has no default."""
    entry = rules.program.trials[trial]
    names = [name for name, _ in entry.given]
    needed = [name for name in names if name not in entry.defaults and name != "attacker"]
    other = "defender" if "defender" in names or len(needed) != 1 else needed[0]
    return ({"attacker": attackers[0]} if attackers else {}) | ({other: defender} if defender else {})


def ask_trial(rules: Ruleset, trial: str, given: dict[str, Any], scenario: str | None, json: bool) -> None:
    """Tells the chances of a trial. Raises OddsError for what can't be."""
    from interpreter.analysis.odds.trials import chances
    from interpreter.cli.screen import write, write_json

    found = chances(rules, trial, given, scenario)
    if json:
        write_json(found.data())
        return
    for line in lines(rules, found):
        write(line)


def lines(rules: Ruleset, found: Chances) -> list[str]:
    """Chances as a small chart."""
    title = rules.program.titles.get(f"trials.{found.trial}", found.trial.replace("_", " "))
    told = ", ".join(f"{name.replace('_', ' ')} {_shown(rules, value)}" for name, value in found.given.items() if value is not False)
    rows = [(f"{number} {found.gives}", chance) for number, chance in found.numbers.items()]
    rows += [(found.titles[word], chance) for word, chance in found.outcomes.items() if chance]
    wide = max(len(name) for name, _ in rows)
    out = [f"{title}: {told}"]
    out += [f"  {name:{wide}}  {float(chance):8.4%}  {'#' * round(float(chance) * WIDTH)}".rstrip() for name, chance in rows]
    cites = rules.cites(f"trials.{found.trial}")
    out.append(f"  exact, {found.positions} positions" + (f"   [{', '.join(cites)}]" if cites else ""))
    return out


def _shown(rules: Ruleset, value: Any) -> str:
    for sort in rules.program.entities.get(str(value), ()):
        return rules.title_of(sort, str(value))
    return "yes" if value is True else str(value).replace("_", " ")
