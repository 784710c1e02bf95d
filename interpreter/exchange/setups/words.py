"""A report about a set-up for people."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.exchange.setups.report import Report
from interpreter.exchange.setups.tables import cell, heading, powers_table, spaced, text_rows, units_table

MOST = 20
"""How many spaces are named that nobody can reach for one reason."""


def report_lines(report: Report) -> Iterator[str]:
    """A report for people."""
    rules = report.chart.rules
    yield heading(report.chart)
    for flaw in report.flaws:
        yield f"{'warning' if flaw.warning else 'error'}: {flaw.message}   [{', '.join((f'checks.{flaw.check}', *flaw.cites))}]"
    if not report.flaws:
        yield "Nothing is wrong." if rules.program.checks else "The ruleset has no checks."
    for rule, spaces in closed_by(report).items():
        names = ", ".join(rules.title_of("space", s) for s in spaces[:MOST]) + (
            f" and {len(spaces) - MOST} more" if len(spaces) > MOST else ""
        )
        yield f"Nobody can reach: {names}   [{rule or 'no way leads there'}]"
    for table in (powers_table(report.chart), units_table(report.chart)):
        yield ""
        yield from text_rows(table)
    if report.base:
        yield ""
        yield f"Compared to {rules.program.titles.get(f'scenarios.{report.base}', report.base)}:" + (
            "" if report.values or report.units else " the same"
        )
    for change in report.values:
        sort = next((s for s, plural in rules.program.sorts.items() if plural == change.of[0]), "")
        of = rules.title_of(sort, change.of[1]) if change.of[1] is not None else "the game"
        yield f"  {of}: {spaced(change.what)} {cell(rules, change.before)} → {cell(rules, change.after)}"
    yield from _unit_lines(report)


def closed_by(report: Report) -> dict[str, list[str]]:
    """Spaces that nobody can reach, by the rule that bars the way."""
    found: dict[str, list[str]] = {}
    for each in report.closed:
        found.setdefault(each.rule, []).append(each.space)
    return found


def _unit_lines(report: Report) -> Iterator[str]:
    rules = report.chart.rules
    by: dict[tuple[str | None, ...], list[str]] = {}
    for change in report.units:
        by.setdefault(change.of, []).append(f"{change.after - change.before:+d} {rules.title_of('unit_type', change.what)}")
    for (space, power), words in by.items():
        where = rules.title_of("space", space) if space is not None else "(off the board)"
        yield f"  {where}, {rules.title_of('power', power) if power is not None else 'nobody'}: {', '.join(words)}"
