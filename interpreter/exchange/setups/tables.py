"""A chart for people: as text, Markdown or a web page, all from the same tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from interpreter.exchange.setups.chart import Chart, SpaceLine
from interpreter.exchange.setups.draft import Group
from interpreter.players.views import shown
from interpreter.rules.ruleset import Ruleset

STYLE = (
    "body{font:15px/1.4 sans-serif;margin:2em;color:#222}table{border-collapse:collapse;margin:1em 0}"
    "th,td{padding:.2em .7em;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}td.n,th.n{text-align:right}h2{margin-top:1.5em}"
)


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its title, its columns, rows of cells, and how many columns at the left hold words; the others hold numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int


def tables(chart: Chart) -> list[Table]:
    """The tables of a chart: powers, units by type, other values, spaces."""
    found = [powers_table(chart), units_table(chart), others_table(chart), *space_tables(chart)]
    return [t for t in found if t.rows]


def powers_table(chart: Chart) -> Table:
    """A line for each power: values, spaces and what they sum up to, measures."""
    values = list(dict.fromkeys(name for line in chart.powers for name in line.values))
    totals = [n for n in dict.fromkeys(n for line in chart.powers for n in line.totals) if any(line.totals.get(n) for line in chart.powers)]
    measures = list(chart.rules.program.measures)
    names = [chart.rules.program.titles.get(f"measures.{m}", spaced(m)) for m in measures]
    numbers = [v for v in values if all(isinstance(line.values.get(v, 0), int) for line in chart.powers)]
    words = [v for v in values if v not in numbers]
    columns = ("power", *map(spaced, words), *map(spaced, numbers), "spaces", *(f"{spaced(t)} of spaces" for t in totals), *names)
    rows = []
    for line in chart.powers:
        cells = [line.title, *(cell(chart.rules, line.values.get(v)) for v in words), *(str(line.values.get(v, 0)) for v in numbers)]
        cells += [str(line.spaces), *(str(line.totals.get(t, 0)) for t in totals), *(str(line.measures[m]) for m in measures)]
        rows.append(tuple(cells))
    return Table("Powers", columns, tuple(rows), 1 + len(words))


def units_table(chart: Chart) -> Table:
    """Units by type and power, with sums."""
    here = [line for line in chart.powers if line.units]
    rows = []
    for kind in chart.rules.program.ids["unit_type"]:
        counts = [line.units.get(kind, 0) for line in here]
        if any(counts):
            rows.append((chart.rules.title_of("unit_type", kind), *(str(c) if c else "-" for c in counts), str(sum(counts))))
    sums = [sum(line.units.values()) for line in here]
    if rows:
        rows.append(("all", *map(str, sums), str(sum(sums))))
    return Table("Units", ("units", *(line.title for line in here), "all"), tuple(rows), 1)


def others_table(chart: Chart) -> Table:
    """Values of the game, and of things that are neither powers nor spaces."""
    sorts = {plural: sort for sort, plural in chart.rules.program.sorts.items()}
    rows = []
    for section, group in chart.other.items():
        for name, values in group.items():
            what = chart.rules.title_of(sorts.get(section, section), name) if name else "the game"
            rows += [(what, spaced(attribute), cell(chart.rules, value)) for attribute, value in values.items()]
    return Table("Other values", ("of", "what", "value"), tuple(rows), 3)


def space_tables(chart: Chart) -> Iterator[Table]:
    """Spaces by who holds them, in the order of the powers; those that nobody holds last, where anything is to be told of them."""
    for line in chart.powers:
        yield spaces_table(chart, line.title, [s for s in chart.spaces if s.holder == line.power])
    rest = [s for s in chart.spaces if s.holder is None and (s.units or s.values)]
    yield spaces_table(chart, "Held by nobody" if any(s.holder for s in chart.spaces) else "Spaces", rest)


def spaces_table(chart: Chart, title: str, spaces: Sequence[SpaceLine]) -> Table:
    """A line for each space: its units by power, its values."""
    noted = any(s.values for s in spaces)
    rows = tuple(
        (s.title, units_words(chart.rules, s.units, s.holder), *([values_words(chart.rules, s.values)] if noted else [])) for s in spaces
    )
    return Table(title, ("space", "units", *(["values"] if noted else [])), rows, 3)


def units_words(rules: Ruleset, units: Iterable[Group], holder: str | None) -> str:
    """Units in words; those of others than the holder behind their power."""
    by: dict[str | None, list[str]] = {}
    for group in units:
        by.setdefault(group.power, []).append(group_words(rules, group))
    parts = []
    for power, words in by.items():
        head = "" if power == holder is not None else f"{rules.title_of('power', power) if power is not None else 'nobody'}: "
        parts.append(head + ", ".join(words))
    return "; ".join(parts)


def group_words(rules: Ruleset, group: Group) -> str:
    """Alike units in words: `2 Transport (damage 1; with 1 Infantry)`."""
    notes = [f"{spaced(name)} {cell(rules, value)}" for name, value in group.given]
    if group.aboard:
        notes.append("with " + " and ".join(group_words(rules, each) for each in group.aboard))
    return f"{group.number} {rules.title_of('unit_type', group.kind)}" + (f" ({'; '.join(notes)})" if notes else "")


def values_words(rules: Ruleset, values: Mapping[str, Any]) -> str:
    """Values in words."""
    return ", ".join(f"{spaced(name)} {cell(rules, value)}" for name, value in values.items())


def cell(rules: Ruleset, value: Any) -> str:
    """A value for people: titles of things."""
    if value in (None, (), ""):
        return "-"
    if isinstance(value, tuple):
        return ", ".join(cell(rules, each) for each in value)
    if isinstance(value, str):
        return next((rules.title_of(sort, value) for sort in rules.program.entities.get(value, ())), spaced(value))
    return shown(value)


def spaced(name: str) -> str:
    """A name of an attribute as words."""
    return name.replace("_", " ")


# --- formats -------------------------------------------------------------------------------------------------------


def heading(chart: Chart) -> str:
    """What stands over a chart."""
    return chart.rules.title if chart.title in chart.rules.title else f"{chart.rules.title}: {chart.title}"


def text(chart: Chart) -> str:
    """A chart for a terminal."""
    out = [heading(chart), *([chart.text] if chart.text else [])]
    for table in tables(chart):
        out += ["", table.title, *text_rows(table)]
    return "\n".join(out) + "\n"


def text_rows(table: Table) -> Iterator[str]:
    """The lines of a table for a terminal."""
    rows = (table.columns, *table.rows)
    wide = [max(len(row[i]) for row in rows) for i in range(len(table.columns))]
    for row in rows:
        cells = [c.ljust(w) if i < table.words else c.rjust(w) for i, (c, w) in enumerate(zip(row, wide, strict=True))]
        yield ("  " + "  ".join(cells)).rstrip()


def markdown(chart: Chart) -> str:
    """A chart in Markdown."""
    out = [f"# {heading(chart)}", *(["", chart.text] if chart.text else [])]
    for table in tables(chart):
        rule = ["---" if i < table.words else "---:" for i in range(len(table.columns))]
        rows = [[c.replace("|", "\\|") for c in row] for row in (table.columns, *table.rows)]
        lines = [f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:])]
        out += ["", f"## {table.title}", "", *lines]
    return "\n".join(out) + "\n"


def html(chart: Chart) -> str:
    """A chart as one web page that needs nothing else."""
    title = escape(heading(chart))
    parts = [
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>'
    ]
    parts += [f"<p>{escape(chart.text)}</p>"] if chart.text else []
    for table in tables(chart):
        parts.append(f"<h2>{escape(table.title)}</h2>\n<table>")
        parts.append(_row("th", table.columns, table.words))
        parts += [_row("td", row, table.words) for row in table.rows]
        parts.append("</table>")
    return "\n".join([*parts, "</body>\n</html>"]) + "\n"


def _row(tag: str, row: Sequence[str], words: int) -> str:
    cells = "".join(f"<{tag}{' class=n' if i >= words else ''}>{escape(c)}</{tag}>" for i, c in enumerate(row))
    return f"<tr>{cells}</tr>"
