"""`warbook diff`: what differs between two rulesets, by what they say."""

from __future__ import annotations

from typing import Annotated

import typer

FORMATS = ("text", "json", "overlay")


def diff(
    before: Annotated[str, typer.Argument(help="A ruleset; overlays follow behind `+`.")],
    after: Annotated[str, typer.Argument(help="The ruleset that it is compared with.")],
    format: Annotated[str, typer.Option("--format", help="text, json or overlay.")] = "text",
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
) -> None:
    """Tell what differs between two rulesets, value by value."""
    from interpreter.analysis.diff import as_data, as_overlay, as_text
    from interpreter.analysis.diff import diff as compare
    from interpreter.cli.screen import write, write_json
    from interpreter.source.nearest import did_you_mean

    form = "json" if json else format
    if form not in FORMATS:
        raise typer.BadParameter(f"there is no format `{form}`. {did_you_mean(form, FORMATS)}".strip(), param_hint="--format")
    comparison = compare(before, after)
    if form == "json":
        write_json(as_data(comparison))
    else:
        write((as_overlay(comparison, "changes") if form == "overlay" else as_text(comparison)).rstrip("\n"))
