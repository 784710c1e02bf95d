"""`warbook odds`: the chances of an engagement between two armies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import USAGE, Mistake, missing

if TYPE_CHECKING:
    from interpreter.analysis.odds import Odds
    from interpreter.rules.ruleset import Ruleset

Armies = Annotated[list[str] | None, typer.Option("--attacker", metavar="ARMY", help='Like "10 TYPE, 2 OTHER"; repeated: attacks in turn.')]
Army = Annotated[str | None, typer.Option("--defender", metavar="ARMY", help="As --attacker; hits taken stand behind a colon: `1 x:1`.")]
Kind = Annotated[
    str | None, typer.Option("--kind", metavar="KIND", help="Which of the ruleset's engagements; the first that fits, if left out.")
]
Space = Annotated[str | None, typer.Option("--in", metavar="SPACE", help="Where it is fought.")]
LossesA = Annotated[
    str | None,
    typer.Option(
        "--attacker-losses", metavar="ORDER", help="cheapest, weakest, or ids with commas, first lost first; else as the ruleset has it."
    ),
]
LossesD = Annotated[str | None, typer.Option("--defender-losses", metavar="ORDER", help="As --attacker-losses.")]
Keep = Annotated[int, typer.Option("--keep", metavar="N", min=0, help="Attackers that can hold the prize, lost last.")]
After = Annotated[int | None, typer.Option("--retreat-after", metavar="N", min=1, help="The attacker leaves after so many rounds.")]
At = Annotated[int | None, typer.Option("--retreat-at", metavar="N", min=0, help="… when it has no more than so many units.")]
Bare = Annotated[bool, typer.Option("--retreat-when-bare", help="… when it has no unit left that could hold the prize.")]
Below = Annotated[
    float | None, typer.Option("--retreat-below", metavar="CHANCE", min=0, max=1, help="… when its chance falls under this (0 to 1).")
]
ActionA = Annotated[
    list[str] | None, typer.Option("--attacker-action", metavar="ID", help="An action that it takes whenever offered; repeatable.")
]
ActionD = Annotated[list[str] | None, typer.Option("--defender-action", metavar="ID", help="As --attacker-action.")]
LowLuck = Annotated[bool, typer.Option("--low-luck", help="Dice make whole hits; only the rest is rolled for.")]
Method = Annotated[str, typer.Option("--method", metavar="METHOD", help="exact, sample or auto.")]
Precision = Annotated[float, typer.Option("--precision", metavar="ERROR", help="The standard error of a sample.")]
Samples = Annotated[int | None, typer.Option("--samples", metavar="N", min=1, help="Battles of a sample, instead of --precision.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="What a sample draws from.")]
PowerA = Annotated[str | None, typer.Option("--attacker-power", metavar="POWER", help="Whose units attack.")]
PowerD = Annotated[str | None, typer.Option("--defender-power", metavar="POWER", help="Whose units defend.")]
Values = Annotated[
    list[str] | None, typer.Option("--set", metavar="WHAT=VALUE", help="Set an attribute first: attacker.x=…, game.x=…; repeatable.")
]
From = Annotated[Path | None, typer.Option("--from", metavar="SAVE", help="The position of a saved game; with --in.")]
Counter = Annotated[str | None, typer.Option("--counter", metavar="ARMY", help="Attacks whoever has won.")]
Compare = Annotated[
    str | None, typer.Option("--compare", metavar="RULESET", help="The same under another ruleset (id+overlay+…), beside it.")
]
Advise = Annotated[
    int | None, typer.Option("--advise", metavar="BUDGET", min=1, help="Find the cheapest attacker for the wanted --chance.")
]
Chance = Annotated[float, typer.Option("--chance", metavar="CHANCE", min=0, max=1, help="The chance that --advise is to reach (0 to 1).")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture too (.svg, .png, .pdf).")]

PICTURES = (".svg", ".png", ".pdf")


def odds(
    context: typer.Context, ruleset: o.Ruleset, attacker: Armies = None, defender: Army = None, kind: Kind = None, space: Space = None,
    attacker_losses: LossesA = None, defender_losses: LossesD = None, keep: Keep = 0, retreat_after: After = None, retreat_at: At = None,
    retreat_when_bare: Bare = False, retreat_below: Below = None, attacker_action: ActionA = None, defender_action: ActionD = None,
    low_luck: LowLuck = False, method: Method = "auto", precision: Precision = 0.001, samples: Samples = None, seed: Seed = 0,
    attacker_power: PowerA = None, defender_power: PowerD = None, values: Values = None, save: From = None, counter: Counter = None,
    compare: Compare = None, advise: Advise = None, chance: Chance = 0.75, plot: Plot = None, overlay: o.With = None, option: o.Option = None,
    scenario: o.Scenario = None, json: o.Json = False,
) -> None:  # fmt: skip
    """Reckon the chances of an engagement, exactly or by sampling, from the ruleset's own rules; or of a trial that the ruleset names."""
    from interpreter.analysis.odds.ask import METHODS
    from interpreter.analysis.odds.outcome import OddsError
    from interpreter.cli import loading
    from interpreter.cli.trials import ask_trial, named, sides, trial_of

    if method not in METHODS:
        raise missing("method", method, METHODS, USAGE)
    made = loading.rules(ruleset, overlay, option)
    settings: dict[str, Any] = {
        "kind": kind, "space": space, "attacker_losses": attacker_losses, "defender_losses": defender_losses, "keep": keep,
        "retreat_after": retreat_after, "retreat_at": retreat_at, "retreat_bare": retreat_when_bare, "retreat_below": retreat_below,
        "attacker_actions": attacker_action or (), "defender_actions": defender_action or (), "low_luck": low_luck, "method": method,
        "precision": precision, "samples": samples, "seed": seed, "attacker_power": attacker_power, "defender_power": defender_power,
        "values": values or (), "scenario": loading.scenario(made, scenario) if scenario is not None else None,
    }  # fmt: skip
    armies = attacker or []
    trial = trial_of(made, kind)
    if context.args and trial is None:
        raise Mistake(f"There is no option `{context.args[0]}`.", USAGE)
    try:
        if trial is not None:
            ask_trial(made, trial, sides(made, trial, armies, defender) | named(context.args), settings["scenario"], json)
            return
        if save is not None and compare is not None:
            raise Mistake("--from is a position under one ruleset; it does not go with --compare.", USAGE)
        if save is not None:
            played = loading.game(save)
            if played.rules.id != made.id:
                raise Mistake(f"{save} is a game of {played.rules.id}, not of {made.id}.")
            made = played.rules
            settings["world"] = played.world
            if attacker_power is None and armies:
                raise Mistake("Say with --attacker-power whose units come.", USAGE)
        if advise is not None:
            _advise(made, defender, advise, chance, settings, json)
        elif len(armies) > 1 or counter is not None:
            _waves(made, armies, defender or "", counter or "", settings, json)
        else:
            if not armies and save is None:
                raise Mistake("Name the armies with --attacker and --defender.", USAGE)
            _one(made, armies[0] if armies else "", defender or "", settings, compare, plot, json)
    except OddsError as error:
        raise Mistake(str(error)) from None


def _one(
    rules: Ruleset, attacker: str, defender: str, settings: Mapping[str, Any], compare: str | None, plot: Path | None, json: bool
) -> None:
    from interpreter.analysis.odds.ask import odds as solve
    from interpreter.analysis.odds.chart import lines
    from interpreter.cli.screen import write, write_json

    found = [solve(rules, attacker, defender, **settings)]
    names = [rules.id]
    if compare is not None:
        from interpreter.cli.loading import rules as loaded

        name, *overlays = compare.split("+")
        other = loaded(name, overlays, None)
        found.append(solve(other, attacker, defender, **{**shared(settings, other), "kind": found[0].kind}))
        names.append(compare)
    if plot is not None:
        draw(found, plot, names)
    if json:
        write_json(found[0].data() if compare is None else {"odds": {n: f.data() for n, f in zip(names, found, strict=True)}})
    elif compare is None:
        for line in lines(found[0]):
            write(line)
    else:
        _beside(names, found)
    if plot is not None and not json:
        write(f"  drawn in {plot}")


def shared(settings: Mapping[str, Any], other: Ruleset) -> dict[str, Any]:
    """The settings that another ruleset understands, too: its board may have no such space, and others may play on it."""
    sorts = {"space": "space", "attacker_power": "power", "defender_power": "power"}
    kept = {name: value for name, value in settings.items() if name not in sorts or value in other.program.ids[sorts[name]]}
    return kept | {"scenario": kept["scenario"] if kept["scenario"] in other.program.scenarios else None}


def draw(found: list[Odds], file: Path, names: list[str]) -> None:
    """Draws answers beside each other into a file, in the format of its ending. Raises OddsError, Mistake."""
    from interpreter.analysis.odds.chart import chances, plot, swings
    from interpreter.exchange.bars import Panel, bars

    ending = file.suffix.lower()
    if ending not in PICTURES:
        raise Mistake(f"{file}: a picture ends with {', '.join(PICTURES[:-1])} or {PICTURES[-1]}.", USAGE)
    if ending != ".svg":
        plot(found, file, names)
        return
    rows = [dict(chances(one)) for one in found]
    shown = tuple((name, tuple(row.get(name, 0.0) for row in rows)) for name in dict.fromkeys(name for row in rows for name in row))
    swing = Panel("value lost by the defender less that lost by the attacker", tuple(swings(found)))
    title = f"{found[0].attacker} against {found[0].defender}"
    file.write_text(bars(title, names, [Panel("chances", shown), *([swing] if swing.rows else [])]), encoding="utf-8")


def _beside(names: list[str], found: list[Odds]) -> None:
    from interpreter.analysis.odds.chart import heading, how
    from interpreter.cli.screen import table, write

    rows = [
        ("attacker wins", [f"{100 * f.attacker_wins:.2f} %" for f in found]),
        ("draw", [f"{100 * f.draw:.2f} %" for f in found]),
        ("defender wins", [f"{100 * f.defender_wins:.2f} %" for f in found]),
        ("takes", ["" if f.takes is None else f"{100 * f.takes:.2f} %" for f in found]),
        ("rounds", [f"{f.rounds:.2f}" for f in found]),
        ("worth lost by the attacker", [f"{f.loss['attacker']:.2f}" for f in found]),
        ("worth lost by the defender", [f"{f.loss['defender']:.2f}" for f in found]),
    ]
    heads = [heading(one) for one in found]
    for name, head in zip(names, heads, strict=True) if len(set(heads)) > 1 else (("", heads[0]),):
        write(f"{name}: {head}".removeprefix(": "))
    table("", ["", *names], [[label, *cells] for label, cells in rows], numbers=(1, 2))
    for name, one in zip(names, found, strict=True):
        write(f"  {name}: {how(one)}")


def _waves(rules: Ruleset, attackers: list[str], defender: str, counter: str, settings: Mapping[str, Any], json: bool) -> None:
    from interpreter.analysis.odds.more import waves
    from interpreter.cli.screen import table, write, write_json

    found = waves(rules, attackers, defender, counter, **settings)
    if json:
        write_json(found.data())
        return
    rows = [
        [str(n), w.attacker, f"{100 * w.reached:.2f} %", f"{100 * w.attacker_wins:.2f} %", "" if w.takes is None else f"{100 * w.takes:.2f} %",
         f"{w.loss['attacker']:.2f}", f"{w.loss['defender']:.2f}"]
        for n, w in enumerate(found.waves, 1)
    ]  # fmt: skip
    table(f"against {defender}", ["attack", "with", "comes to it", "wins", "takes", "loses", "destroys"], rows, numbers=(2, 3, 4, 5, 6))
    write(f"  in all: wins {100 * found.attacker_wins:.2f} %, defender still there {100 * found.defender_wins:.2f} %")
    if found.held is not None:
        write(f"  taken and held against {counter}: {100 * found.held:.2f} %")


def _advise(rules: Ruleset, defender: str | None, budget: int, chance: float, settings: Mapping[str, Any], json: bool) -> None:
    from interpreter.analysis.odds.more import advise
    from interpreter.cli.screen import table, write, write_json

    if not defender:
        raise Mistake("Name the defender that --advise is to beat.", USAGE)
    fixed = {k: v for k, v in settings.items() if k not in ("kind", "space")}
    found = advise(rules, defender, budget, chance, settings["kind"], settings["space"], **fixed)
    if json:
        write_json({"budget": budget, "wanted": chance, "armies": [{"army": a.army, "worth": a.worth, "chance": a.chance} for a in found]})
    elif not found:
        write(f"No army of one or two unit types worth {budget} reaches {100 * chance:.1f} %.")
    else:
        table(
            f"against {defender}",
            ["army", "worth", "chance"],
            [[a.army, f"{a.worth:g}", f"{100 * a.chance:.2f} %"] for a in found],
            numbers=(1, 2),
        )
