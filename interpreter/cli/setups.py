"""`warbook setup`, `setup-check`, `setup-import`: set-ups as charts, what is wrong with them, and set-ups from sheets and plain words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import USAGE, WRONG, Mistake, missing

if TYPE_CHECKING:
    from interpreter.exchange.setups.draft import Draft
    from interpreter.rules.ruleset import Ruleset

FORMATS = ("text", "markdown", "html", "csv", "json")
Format = Annotated[str, typer.Option("--format", metavar="FORMAT", help=f"{', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")]
Sheet = Annotated[Path, typer.Argument(metavar="FILE", help="A sheet (.csv), or a text of lines such as `POWER: 6 x, 2 y in SPACE`.")]
Out = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The overlay that is written; its name is that of the scenario.")]
Title = Annotated[str | None, typer.Option("--title", metavar="TEXT", help="What players call the scenario.")]
About = Annotated[str, typer.Option("--text", metavar="TEXT", help="What players read about it.")]
Like = Annotated[
    str | None,
    typer.Option("--like", metavar="ID", help="Of a text: the set-up that gives all but the units; the default one if left out."),
]


def setup(
    ruleset: o.Ruleset, scenario: o.Scenario = None, format: Format = "text", overlay: o.With = None, option: o.Option = None,
    json: o.Json = False,
) -> None:  # fmt: skip
    """Show a set-up as a chart: spaces with their units, what each power has, and sums."""
    from interpreter.cli.screen import write, write_json
    from interpreter.exchange.setups.chart import chart_data, chart_of
    from interpreter.exchange.setups.sheet import sheet
    from interpreter.exchange.setups.tables import html, markdown, text

    if format not in FORMATS:
        raise missing("format", format, FORMATS, USAGE)
    rules, name = chosen(ruleset, scenario, overlay, option)
    chart = chart_of(rules, name)
    if json or format == "json":
        write_json(chart_data(chart))
    elif format == "csv":
        write(sheet(rules, chart.world, chart.draft).rstrip("\n"))
    else:
        write({"text": text, "markdown": markdown, "html": html}[format](chart).rstrip("\n"))


def setup_check(
    ruleset: o.Ruleset, scenario: o.Scenario = None, overlay: o.With = None, option: o.Option = None, json: o.Json = False
) -> None:
    """Tell what is wrong or odd about a set-up, what each power has, and what is not as in the set-up that it starts from."""
    from interpreter.cli.screen import write, write_json
    from interpreter.exchange.setups.report import report_data, report_of
    from interpreter.exchange.setups.words import report_lines

    report = report_of(*chosen(ruleset, scenario, overlay, option))
    if json:
        write_json(report_data(report))
    else:
        for line in report_lines(report):
            write(line)
    if not report.ok:
        raise typer.Exit(WRONG)


def setup_import(
    ruleset: o.Ruleset, file: Sheet, output: Out, title: Title = None, text: About = "", like: Like = None, overlay: o.With = None,
    option: o.Option = None, json: o.Json = False,
) -> None:  # fmt: skip
    """Make a scenario overlay of a set-up in a sheet, or in plain words; nothing is written where a word is not understood."""
    from interpreter.cli.screen import wrote
    from interpreter.exchange.setups.overlay import overlay_text

    rules, base = chosen(ruleset, like, overlay, option)
    name = scenario_name(rules, output)
    draft = read(rules, base, file)
    made = overlay_text(rules, draft, name, title or name.replace("_", " ").capitalize(), text)
    keep(ruleset, overlay or [], output, made)
    units = sum(g.number * (1 + sum(each.number for each in g.aboard)) for g in draft.units)
    laid = " ".join(f"--with {each}" for each in (*(overlay or ()), output))
    wrote(f"{units} units are in {output}. Play it: warbook play {ruleset} {laid} --scenario {name}", [output], json)


def chosen(ruleset: str, scenario: str | None, overlay: list[str] | None, option: list[str] | None) -> tuple[Ruleset, str]:
    """A ruleset and the id of one of its set-ups. Raises Mistake where there is none of that name."""
    from interpreter.cli import loading

    rules = loading.rules(ruleset, overlay, option)
    return rules, loading.scenario(rules, scenario) or rules.program.scenario


def scenario_name(rules: Ruleset, output: Path) -> str:
    """The id of a new scenario, from the name of its file. Raises Mistake for one that is taken, or is none."""
    from re import fullmatch

    name = output.stem.lower().replace("-", "_").replace(" ", "_")
    if output.suffix not in (".yaml", ".yml") or not fullmatch(r"[a-z][a-z0-9_]*", name):
        raise Mistake(f"{output} should be a name such as `night_march.yaml`: small letters, digits, `_`, and `.yaml`.", USAGE)
    if name in rules.program.scenarios:
        raise Mistake(f"{rules.id} has a scenario `{name}` already; choose another name for {output}.")
    return name


def read(rules: Ruleset, base: str, file: Path) -> Draft:
    """The set-up in a file. Raises Mistake with all lines that cannot be read."""
    from interpreter.exchange.setups.forum import read_forum
    from interpreter.exchange.setups.reading import Problems
    from interpreter.exchange.setups.sheet import read_sheet
    from interpreter.state.opening import scenario_world

    try:
        text = file.read_text(encoding="utf-8")
        if file.suffix.lower() in (".csv", ".tsv"):
            return read_sheet(rules, text)
        return read_forum(rules, scenario_world(rules, base, with_units=False), text)
    except UnicodeDecodeError as error:
        raise Mistake(f"{file} is no text in UTF-8.") from error
    except Problems as error:
        told = "\n".join(f"{file}:{p.line}: {p.message}" for p in error.found)
        raise Mistake(f"{told}\nNothing was written.") from error


def keep(ruleset: str, overlays: list[str], output: Path, made: str) -> None:
    """Writes an overlay that passes `check`. Raises Mistake with what is wrong with any other; an older file stays as it was."""
    from tempfile import TemporaryDirectory

    from interpreter.api import check
    from interpreter.source.diagnostics import render

    with TemporaryDirectory() as folder:
        tried = Path(folder) / output.name
        tried.write_text(made, encoding="utf-8")
        wrong = [d for d in check(ruleset, (*overlays, tried)) if d.severity == "error"]
        if wrong:
            odd = all(d.code == "set-up" for d in wrong)  # where it stands in a file that nobody sees says nothing
            told = "".join(f"{d.message}\n" for d in wrong) if odd else render(wrong).replace(str(tried), str(output))
            raise Mistake(f"{told}Nothing was written.")
    try:
        output.write_text(made, encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{output} can't be written: {error.strerror or error}.") from error
