"""The command `warbook`: its commands in one list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from interpreter.cli.asked import answer, legal, why_not
from interpreter.cli.check import check
from interpreter.cli.compare import diff
from interpreter.cli.docs import docs
from interpreter.cli.faults import Commands
from interpreter.cli.fmt import fmt
from interpreter.cli.log import log
from interpreter.cli.lsp import lsp
from interpreter.cli.map import map_
from interpreter.cli.new import new
from interpreter.cli.odds import odds
from interpreter.cli.play import play, resume
from interpreter.cli.proofs import coverage, test
from interpreter.cli.setups import setup, setup_check, setup_import
from interpreter.cli.show import show
from interpreter.cli.why import why

COMMANDS: dict[str, Callable[..., None]] = {
    "play": play, "resume": resume, "log": log, "why": why, "why-not": why_not, "legal": legal, "answer": answer,
    "check": check, "test": test, "coverage": coverage, "show": show, "diff": diff, "odds": odds, "map": map_,
    "new": new, "fmt": fmt, "lsp": lsp, "docs": docs,
    "setup": setup, "setup-check": setup_check, "setup-import": setup_import,
}  # fmt: skip

app = typer.Typer(
    cls=Commands,
    name="warbook",
    help="An interpreter for rulebooks of wargames, in which every variant is data.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
ASKED_BY_RULESETS = {"odds": {"allow_extra_args": True, "ignore_unknown_options": True}}
"""Commands with options that a ruleset names; what it does not name they refuse themselves."""
for _name, _command in COMMANDS.items():
    app.command(_name, context_settings=ASKED_BY_RULESETS.get(_name))(_command)


def _version(wanted: bool) -> None:
    if wanted:
        from interpreter import __version__

        print(f"warbook {__version__}")
        raise typer.Exit


@app.callback()
def _all_commands(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    pass


def main() -> None:
    """The entry point of the command line."""
    app(prog_name="warbook")
