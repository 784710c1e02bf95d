"""A comparison, or a matrix, as one HTML page that needs nothing else: to be read, filtered and printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from html import escape
from typing import Any

from interpreter.analysis.diff.matrix import Matrix
from interpreter.analysis.diff.rows import Change, Comparison
from interpreter.analysis.diff.text import counted, sections, written

STYLE = """
:root { color-scheme: light dark; --line: #8886; --gone: #e5534b33; --come: #46954a33; --wide: #7a4fb0; --place: #8a6100; --add: #2c7a37; --take: #b3382f }
@media (prefers-color-scheme: dark) { :root { --wide: #c4a1f0; --place: #d9ab4a; --add: #72c47c; --take: #f08c84; --gone: #e5534b55; --come: #46954a66 } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem; overflow-wrap: break-word }
h1 { font-size: 1.5rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem }
table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: 600 } .changes table { table-layout: fixed }
td, th { border-top: 1px solid var(--line); padding: .3rem .5rem; vertical-align: top; overflow-wrap: anywhere } tbody tr:hover { background: #8881 }
th.path { width: 18% } th.kind { width: 6rem } th.cites { width: 26% } .many th.path { width: 16% } .many th.cites { width: 20% }
td.path, .value { font-family: ui-monospace, Consolas, monospace; font-size: .85rem } .value { white-space: pre-wrap } .number { text-align: right }
.answers { width: auto; min-width: min(100%, 34rem) } .answers .number { padding-left: 2rem } tr.same { opacity: .6 }
del { background: var(--gone); text-decoration: none } ins { background: var(--come); text-decoration: none }
.where, .cites { font-size: .8rem; opacity: .8 } th.cites { font-size: inherit; opacity: 1 } .cites p { margin: 0 0 .25rem } td.same { opacity: .55 }
.added { color: var(--add) } .removed { color: var(--take) } .widened, .narrowed { color: var(--wide) } .moved, .renamed { color: var(--place) }
form { position: sticky; top: 0; background: Canvas; padding: .6rem 0; display: flex; gap: .5rem .8rem; flex-wrap: wrap; align-items: center; z-index: 1 }
select, input, button { font: inherit; max-width: 100% } [hidden] { display: none !important } .answers { display: table } .wide { overflow-x: auto }
body:has(.many) { max-width: 120rem }
@media screen and (max-width: 45rem) {
  .changes :is(table, tbody, tr, td) { display: block } .changes thead { display: none } .changes tr { border-top: 2px solid var(--line); padding: .4rem 0 }
  .changes td { border: 0; padding: .1rem 0 } .changes td:empty { display: none } td.path { font-weight: 600 }
  .changes td[data-is]::before { content: attr(data-is); font-size: .75rem; opacity: .7; display: block }
}
@media print { form { display: none } body { margin: 0; max-width: none; font-size: 9pt } td.path, .value { font-size: 7.5pt } .where, .cites { font-size: 7.5pt }
  tr { break-inside: avoid } :is(h2, h3) { break-after: avoid }
  thead { display: table-header-group } details > * { display: block } }
"""
SCRIPT = """
const form = document.querySelector('form'), rows = [...document.querySelectorAll('tr[data-section]')];
const show = () => {
  const {section, kind, word} = Object.fromEntries(new FormData(form)), wanted = (word || '').toLowerCase();
  let left = 0;
  for (const row of rows) {
    row.hidden = (section && row.dataset.section !== section) || (kind && row.dataset.kind !== kind)
      || !row.textContent.toLowerCase().includes(wanted);
    left += !row.hidden;
  }
  for (const part of document.querySelectorAll('section.changes')) part.hidden = !part.querySelector('tr[data-section]:not([hidden])');
  form.querySelector('output').textContent = left + ' of ' + rows.length;
};
form.addEventListener('input', show); form.addEventListener('reset', () => setTimeout(show)); form.addEventListener('submit', e => e.preventDefault());
show();
"""
HEAD = """<thead><tr><th class="path">what</th><th class="kind"></th><th>before</th><th>after</th><th class="cites">rulebook</th></tr></thead>
<tbody>"""
SHOWN = 4


def as_html(comparison: Comparison, consequences: bool = True) -> str:
    """The page of a comparison: both values, their places and the statements of the rulebooks beside each change."""
    title = f"From {comparison.before} to {comparison.after}"
    body = [f"<h1>{escape(title)}</h1>", f"<p>{counted(len(comparison.changes))}.</p>", _form(comparison.changes)]
    for section, changes in sections(comparison.changes).items():
        body += [f'<section class="changes"><h2>{escape(section)} ({len(changes)})</h2><table>']
        body += [HEAD]
        body += [_change(section, change, comparison.statements) for change in changes]
        body += ["</tbody></table></section>"]
    body += _consequences(comparison.consequences if consequences else (), (comparison.before, comparison.after))
    return page(title, body)


def matrix_as_html(found: Matrix, consequences: bool = True) -> str:
    """The page of a matrix: a column an edition; values that agree with the edition before stand back."""
    title = ", ".join(found.editions)
    body = [f"<h1>{escape(title)}</h1>", f"<p>{counted(len(found.rows), 'path')} in which they differ.</p>"]
    names = dict.fromkeys(row.path.partition(".")[0] for row in found.rows)
    body += [_controls(names, ()), '<section class="changes many"><table><thead><tr><th class="path">path</th>']
    body += [f"<th>{escape(name)}</th>" for name in found.editions] + ['<th class="cites">rulebook</th></tr></thead><tbody>']
    for row in found.rows:
        section = row.path.partition(".")[0]
        cells = [
            f'<td data-is="{escape(found.editions[number])}" class="value{" same" if number and row.groups[number] == row.groups[number - 1] else ""}">{_value(value)}</td>'
            for number, value in enumerate(row.values)
        ]
        head = f'<tr data-section="{escape(section)}" data-kind=""><td class="path">{_path(row.path)}</td>'
        body.append(head + "".join(cells) + f'<td class="cites">{_cites(row.cites, found.statements)}</td></tr>')
    body += ["</tbody></table></section>", *_consequences(found.consequences if consequences else (), found.editions)]
    return page(title, body)


def page(title: str, body: Iterable[str]) -> str:
    """A whole page."""
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title><style>{STYLE}</style>'
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n'
        + "\n".join(body)
        + f"\n<script>{SCRIPT}</script>\n</body></html>\n"
    )


def _form(changes: Sequence[Change]) -> str:
    kinds = sorted({change.action for change in changes})
    return _controls(list(sections(changes)), kinds)


def _controls(names: Iterable[str], kinds: Iterable[str]) -> str:
    """Section, kind and a word: what is shown. Without script all is."""
    parts = [_select("section", names), _select("kind", kinds)] if kinds else [_select("section", names)]
    return f'<form>{"".join(parts)}<label>word <input name="word" type="search"></label><button type="reset">all</button><output></output></form>'


def _select(name: str, values: Iterable[str]) -> str:
    options = "".join(f"<option>{escape(value)}</option>" for value in values)
    return f'<label>{name} <select name="{name}"><option value="">all</option>{options}</select></label>'


def _change(section: str, change: Change, statements: Mapping[str, str]) -> str:
    before, after = _marked(change)
    cells = [
        f'<td class="path">{_path(change.path.partition(".")[2] or section)}</td>',
        f'<td class="kind {change.action}">{change.action}</td>',
        _side("before", before, change.where_before),
        _side("after", after, change.where_after),
        f'<td class="cites">{_cites(change.cites, statements)}</td>',
    ]
    return f'<tr data-section="{escape(section)}" data-kind="{change.action}">{"".join(cells)}</tr>'


def _path(path: str) -> str:
    """A path that is broken between its words where there is no room."""
    return escape(path).replace(".", ".<wbr>").replace("_", "_<wbr>")


def _side(name: str, value: str, place: str | None) -> str:
    """One value with its place; an empty cell where this edition has none."""
    where = f'<div class="where">{escape(place)}</div>' if place is not None else ""
    return f'<td data-is="{name}"><div class="value">{value}</div>{where}</td>' if value or where else "<td></td>"


def _cites(cites: Sequence[str], statements: Mapping[str, str]) -> str:
    """The statements in full, the nearest first; of very many the rest is folded away."""
    told = [f"<p><b>{escape(name)}</b> {escape(statements.get(name, ''))}</p>" for name in cites]
    rest = f"<details><summary>{len(told) - SHOWN} more</summary>{''.join(told[SHOWN:])}</details>" if len(told) > SHOWN else ""
    return "".join(told[:SHOWN]) + rest


def _value(value: Any) -> str:
    return "" if value is None else escape(_lines(value))


def _lines(value: Any) -> str:
    """A value as text; the fields of a mapping on lines of their own."""
    if isinstance(value, dict):
        return "\n".join(f"{key}: {written(each)}" for key, each in value.items())
    return written(value)


def _marked(change: Change) -> tuple[str, str]:
    """Both values, with what has gone and what has come marked word by word."""
    if change.before is None or change.after is None:
        return _value(change.before), _value(change.after)
    one, other = (_words(_lines(each)) for each in (change.before, change.after))
    before, after = [], []
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        gone, come = escape("".join(one[a:b])), escape("".join(other[c:d]))
        before.append(gone if kind == "equal" else f"<del>{gone}</del>" if gone else "")
        after.append(come if kind == "equal" else f"<ins>{come}</ins>" if come else "")
    return "".join(before), "".join(after)


def _words(text: str) -> list[str]:
    """A text in words, each with the blanks behind it."""
    words: list[str] = []
    for sign in text:
        if words and (sign.isspace() or not words[-1][-1].isspace()):
            words[-1] += sign
        else:
            words.append(sign)
    return words


def _consequences(found: Iterable[Any], names: Sequence[str]) -> Iterator[str]:
    """What follows from the changes, a table each; what comes out alike is only counted."""
    asked = list(found)
    tables = [(each.title, cells) for each in asked if (cells := each.cells())]
    if asked:
        yield "<h2>Consequences</h2>"
    for title, cells in tables:
        head = "".join(f'<th class="number">{escape(name)}</th>' for name in names)
        rows = "".join(map(_line, cells))
        yield f'<h3>{escape(title)}</h3><div class="wide"><table class="answers"><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    if alike := [each.title for each in asked if not each.cells()]:
        yield f"<p>Alike under {'both' if len(names) == 2 else 'all'}: {escape('; '.join(alike))}.</p>"


def _line(cells: Sequence[str]) -> str:
    alike = ' class="same"' if len(set(cells[1:])) == 1 else ""
    return f"<tr{alike}><td>{escape(cells[0])}</td>" + "".join(f'<td class="number">{escape(cell)}</td>' for cell in cells[1:]) + "</tr>"
