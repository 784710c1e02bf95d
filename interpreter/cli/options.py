"""Arguments and options that several commands take, declared once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Ruleset = Annotated[str, typer.Argument(metavar="RULESET", help="Id of a shipped ruleset, or path of a folder with a ruleset.yaml.")]
Rulesets = Annotated[
    list[str] | None,
    typer.Argument(metavar="[RULESET]...", help="Ids or paths, also of a folder of overlays; all that are shipped if left out."),
]
File = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
With = Annotated[list[str] | None, typer.Option("--with", metavar="OVERLAY", help="Lay an overlay (id or path) on it; repeatable.")]
Option = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="Choose an option of the ruleset; repeatable.")]
Scenario = Annotated[str | None, typer.Option("--scenario", metavar="ID", help="The set-up; the ruleset's default one if left out.")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="What the dice and the players by program draw from.")]
Rounds = Annotated[
    int | None, typer.Option("--rounds", metavar="N", min=0, help="Stop after so many rounds (20, or no limit with a person).")
]
Asks = Annotated[int | None, typer.Option("--asks", metavar="N", min=0, help="Stop after so many answers.")]
Player = Annotated[
    list[str] | None, typer.Option("--player", metavar="[POWER=]KIND", help="Who plays: random, greedy or human; for all without a power.")
]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game here at the end, or when interrupted.")]
Answers = Annotated[Path | None, typer.Option("--answers", metavar="FILE", help="Answers to give first: lines of text, or a JSON list.")]
StopAfter = Annotated[bool, typer.Option("--stop-after-answers", help="Stop when the answers of the file are given.")]
LowLuck = Annotated[bool, typer.Option("--low-luck", help="Dice with little luck: most hits are certain.")]
Board = Annotated[bool, typer.Option("--board/--no-board", help="Tell at the end what stands in every space.")]
For = Annotated[str | None, typer.Option("--for", metavar="POWER", help="Tell only what this power knows; all, if left out.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def pairs(given: list[str] | None, option: str) -> dict[str, str]:
    """`name=value` texts as a mapping. Raises Mistake (wrong usage) for one without `=`."""
    from interpreter.cli.faults import USAGE, Mistake

    result: dict[str, str] = {}
    for text in given or ():
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise Mistake(f"`{option} {text}` should be `{option} NAME=VALUE`.", USAGE)
        result[name.strip()] = value.strip()
    return result
