"""`warbook test` and `warbook coverage`: the rulesets' own cases, and what they leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import WRONG, Mistake

Word = Annotated[str, typer.Option("-k", metavar="WORD", help="Only cases whose id holds this word.")]
Cases = Annotated[list[Path] | None, typer.Option("--file", metavar="FILE", help="A case file, wherever it lies; repeatable.")]
Prove = Annotated[bool, typer.Option("--prove", help="Take each citing definition out alone: a case has to fail, else it is unproven.")]
MISSING = (("without_definition", "without a definition"), ("without_case", "without a case"), ("unknown_ids", "cited, but not there"))


def test(
    ruleset: o.Rulesets = None, word: Word = "", overlay: o.With = None, option: o.Option = None, file: Cases = None, json: o.Json = False
) -> None:
    """Run the rulesets' cases; with --file, those of a case file alone."""
    from interpreter.analysis.cases import run_cases
    from interpreter.cli.check import diagnostic_data, shipped
    from interpreter.cli.screen import progress, write, write_json
    from interpreter.source.diagnostics import has_errors, render

    with progress("running cases", not json):
        report = run_cases(tuple(ruleset or shipped()), word, tuple(overlay or ()), tuple(file or ()), o.pairs(option, "--option"))
    if word and not report.cases and not report.diagnostics:
        raise Mistake(f"No case has `{word}` in its id, or cites it.")
    broken = has_errors(report.diagnostics)
    if json:
        found = [diagnostic_data(d) for d in sorted(report.diagnostics)]
        write_json({"passed": report.passed, "failed": report.failed, "cases": [case_data(c) for c in report.cases], "diagnostics": found})
    else:
        if report.diagnostics:
            write(render(report.diagnostics).rstrip("\n"))
        for case in report.cases:
            if not case.passed:
                cited = f" [{', '.join(case.cites)}]" if case.cites else ""
                write(f"{case.file}:{case.line}:{case.column}: {case.id} failed{cited}")
                for line in case.message.splitlines():
                    write(f"  {line}")
        write(f"{report.passed} passed, {report.failed} failed")
    if report.failed or broken:
        raise typer.Exit(WRONG)


def case_data(case: Any) -> dict[str, Any]:
    """A case's result as JSON data."""
    return {
        "id": case.id,
        "file": case.file,
        "line": case.line,
        "column": case.column,
        "cites": list(case.cites),
        "passed": case.passed,
        "message": case.message,
    }


def coverage(ruleset: o.Ruleset, prove: Prove = False, overlay: o.With = None, option: o.Option = None, json: o.Json = False) -> None:
    """List the rulebook's statements that lack a definition or a case; with --prove, definitions that no case needs. Status 1 if any do."""
    from interpreter.analysis.coverage import coverage as measure
    from interpreter.cli.screen import progress, write, write_json

    with progress("proving" if prove else "reading", prove and not json) as tell:
        found = measure(ruleset, prove, tell, tuple(overlay or ()), o.pairs(option, "--option"))
    lists = {name: list(getattr(found, name)) for name, _ in MISSING}
    if json:
        by = {name: {k: list(v) for k, v in getattr(found, name).items()} for name in ("definitions_by_statement", "cases_by_statement")}
        unproven = {"unproven": list(found.unproven)} if found.unproven is not None else {}
        write_json({"statements": found.statements, **lists, **unproven, **by})
    else:
        write(f"{found.statements} statements")
        for name, words in MISSING:
            _listed(words, lists[name])
        if found.unproven is not None:
            _listed("unproven", list(found.unproven))
    if any(lists.values()) or found.unproven:
        raise typer.Exit(WRONG)


def _listed(words: str, ids: list[str]) -> None:
    from interpreter.cli.screen import write

    write(f"{len(ids)} {words}{':' if ids else ''}")
    for name in ids:
        write(f"  {name}")
