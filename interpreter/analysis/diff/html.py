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
:root { color-scheme: light dark }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 78rem; padding: 0 1rem }
h1 { font-size: 1.5rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem }
table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: 600 }
td, th { border-top: 1px solid #8886; padding: .3rem .5rem; vertical-align: top; overflow-wrap: anywhere }
td.path { font-family: ui-monospace, monospace; font-size: .85rem; width: 24% } td.kind { width: 5rem }
.value { font-family: ui-monospace, monospace; font-size: .85rem; white-space: pre-wrap } .number { text-align: right }
del { background: #e5534b33; text-decoration: none } ins { background: #46954a33; text-decoration: none }
.where, .cites { font-size: .8rem; opacity: .8 } .cites p { margin: 0 0 .25rem } .same { opacity: .55 }
.added { color: #2c7a37 } .removed { color: #b3382f } .widened, .narrowed { color: #7a4fb0 } .moved, .renamed { color: #8a6100 }
form { position: sticky; top: 0; background: Canvas; padding: .6rem 0; display: flex; gap: .8rem; flex-wrap: wrap; align-items: center }
[hidden] { display: none }
@media print { form { display: none } body { margin: 0; max-width: none; font-size: 10pt } tr { break-inside: avoid } h2 { break-after: avoid } }
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
SHOWN = 4


def as_html(comparison: Comparison, consequences: bool = True) -> str:
    """The page of a comparison: both values, their places and the statements of the rulebooks beside each change."""
    title = f"From {comparison.before} to {comparison.after}"
    body = [f"<h1>{escape(title)}</h1>", f"<p>{counted(len(comparison.changes))}.</p>", _form(comparison.changes)]
    for section, changes in sections(comparison.changes).items():
        body += [f'<section class="changes"><h2>{escape(section)} ({len(changes)})</h2><table>']
        body += ["<thead><tr><th>what</th><th></th><th>before</th><th>after</th><th>rulebook</th></tr></thead><tbody>"]
        body += [_change(section, change, comparison.statements) for change in changes]
        body += ["</tbody></table></section>"]
    body += _consequences(comparison.consequences if consequences else (), (comparison.before, comparison.after))
    return page(title, body)


def matrix_as_html(found: Matrix, consequences: bool = True) -> str:
    """The page of a matrix: a column an edition; values that agree with the edition before stand back."""
    title = ", ".join(found.editions)
    body = [f"<h1>{escape(title)}</h1>", f"<p>{counted(len(found.rows), 'path')} in which they differ.</p>"]
    names = dict.fromkeys(row.path.partition(".")[0] for row in found.rows)
    body += [_controls(names, ()), '<section class="changes"><table><thead><tr><th>path</th>']
    body += [f"<th>{escape(name)}</th>" for name in found.editions] + ["<th>rulebook</th></tr></thead><tbody>"]
    for row in found.rows:
        section = row.path.partition(".")[0]
        cells = [
            f'<td class="value{" same" if number and row.groups[number] == row.groups[number - 1] else ""}">{_value(value)}</td>'
            for number, value in enumerate(row.values)
        ]
        head = f'<tr data-section="{escape(section)}" data-kind=""><td class="path">{escape(row.path)}</td>'
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
        f'<td class="path">{escape(change.path.partition(".")[2])}</td>',
        f'<td class="kind {change.action}">{change.action}</td>',
        f'<td><div class="value">{before}</div>{_where(change.where_before)}</td>',
        f'<td><div class="value">{after}</div>{_where(change.where_after)}</td>',
        f'<td class="cites">{_cites(change.cites, statements)}</td>',
    ]
    return f'<tr data-section="{escape(section)}" data-kind="{change.action}">{"".join(cells)}</tr>'


def _where(place: str | None) -> str:
    return f'<div class="where">{escape(place)}</div>' if place is not None else ""


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
    """What follows from the changes, a table each; those in which nothing differs are left out."""
    tables = [(each.title, cells) for each in found if (cells := each.cells())]
    if tables:
        yield "<h2>Consequences</h2>"
    for title, cells in tables:
        head = "".join(f'<th class="number">{escape(name)}</th>' for name in names)
        rows = "".join(
            f"<tr><td>{escape(line[0])}</td>" + "".join(f'<td class="number">{escape(cell)}</td>' for cell in line[1:]) + "</tr>"
            for line in cells
        )
        yield f"<h3>{escape(title)}</h3><table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"
