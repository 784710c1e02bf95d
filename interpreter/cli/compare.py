"""`warbook diff`: what differs between rulesets, by what they say, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.cli.faults import USAGE, Mistake, missing

if TYPE_CHECKING:
    from interpreter.analysis.diff import Comparison
    from interpreter.analysis.diff.matrix import Matrix

FORMATS = ("text", "markdown", "html", "json", "overlay")
Sides = Annotated[list[str], typer.Argument(metavar="A B ...", help="Rulesets; overlays follow behind `+`.")]
Form = Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, markdown, html, json or overlay (that makes B of A).")]
Json = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
Many = Annotated[bool, typer.Option("--matrix", help="A column for each ruleset, two or more of them.")]
Follows = Annotated[bool, typer.Option("--consequences/--no-consequences", help="Tell what follows: the same battles, prices and incomes.")]
All = Annotated[bool, typer.Option("--all", help="Every row, of however many.")]


def diff(
    rulesets: Sides, format: Form = "text", json: Json = False, matrix: Many = False, consequences: Follows = True, all_rows: All = False
) -> None:
    """Tell what differs between two rulesets (or more, with --matrix), value by value."""
    form = "json" if json else format
    if form not in FORMATS:
        raise missing("format", form, FORMATS, USAGE)
    if matrix:
        _matrix(rulesets, form, consequences)
        return
    if len(rulesets) != 2:
        raise Mistake(f"Two rulesets are compared; {len(rulesets)} are named. --matrix sets more beside each other.", USAGE)
    _two(rulesets[0], rulesets[1], form, consequences, all_rows)


def _two(before: str, after: str, form: str, follows: bool, all_rows: bool) -> None:
    from interpreter.analysis.diff import as_data, as_markdown, as_overlay, as_text
    from interpreter.analysis.diff import diff as compare
    from interpreter.analysis.diff.html import as_html

    views: dict[str, Callable[[Comparison], Any]] = {
        "text": lambda found: as_text(found, follows, all_rows),
        "markdown": lambda found: as_markdown(found, follows),
        "html": lambda found: as_html(found, follows),
        "json": lambda found: as_data(found, follows),
        "overlay": as_overlay,
    }
    _show(views[form](compare(before, after)))


def _matrix(rulesets: list[str], form: str, follows: bool) -> None:
    from interpreter.analysis.diff import matrix as m
    from interpreter.analysis.diff.html import matrix_as_html

    views: dict[str, Callable[[Matrix, bool], Any]] = {
        "text": m.as_text,
        "markdown": m.as_markdown,
        "html": matrix_as_html,
        "json": m.as_data,
    }
    if form not in views:
        raise Mistake("An overlay is made of two rulesets, not of a matrix.", USAGE)
    if len(rulesets) < 2:
        raise Mistake("A matrix needs two rulesets or more.", USAGE)
    _show(views[form](m.matrix(*rulesets), follows))


def _show(found: Any) -> None:
    from interpreter.cli.screen import write, write_json

    if isinstance(found, str):
        write(found.rstrip("\n"))
    else:
        write_json(found)
