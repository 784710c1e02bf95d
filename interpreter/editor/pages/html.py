"""Tags as text, and the frame around every page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """:root { color-scheme: light dark; --ink: #222; --paper: #fdfcf8; --line: #cfc8b8; --quiet: #6a6457; --link: #7a2e12; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e1d6; --paper: #1d1b18; --line: #4a463e; --quiet: #a39c8d; --link: #e39a74; } }
body { font: 16px/1.5 Georgia, serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 0 auto; padding: 0 1.2rem 4rem;
  overflow-wrap: break-word; }
nav { border-bottom: 1px solid var(--line); padding: .6rem 0; font-size: .9rem; }
nav a { margin-right: .9rem; white-space: nowrap; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 1.9rem; line-height: 1.2; } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line); } h3 { margin: 1.6rem 0 .2rem; }
h3 code, dt code, td code { font-weight: normal; }
code, pre { font: .86em/1.45 ui-monospace, Consolas, monospace; }
pre { white-space: pre-wrap; border-left: 3px solid var(--line); padding: .2rem .8rem; margin: .3rem 0; }
dl { margin: .3rem 0 .3rem 1rem; display: grid; grid-template-columns: fit-content(11rem) minmax(0, 1fr); gap: .15rem .9rem; }
dt { color: var(--quiet); font-size: .9rem; } dd { margin: 0; } dd > dl { margin: 0; } dd > pre { margin-top: 0; }
table { border-collapse: collapse; font-size: .9rem; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem; border-bottom: 1px solid var(--line); }
td.number { text-align: right; }
.wide { overflow: auto; position: relative; left: 50%; transform: translateX(-50%); width: max-content; min-width: 100%;
  max-width: calc(100vw - 2.4rem); }
.wide table { margin: 0; border-collapse: separate; border-spacing: 0; min-width: 100%; } .wide th { vertical-align: bottom; }
.wide thead th { position: sticky; top: 0; z-index: 1; background: var(--paper); }
.wide td:first-child, .wide th:first-child { position: sticky; left: 0; background: var(--paper); min-width: 7rem; max-width: 16rem; }
.wide th:first-child { z-index: 2; } .wide td { min-width: 2rem; max-width: 24rem; } th.number { text-align: right; }
.quiet { color: var(--quiet); font-size: .9rem; } .statement { margin: .9rem 0; }
:target { background: color-mix(in srgb, var(--link) 14%, transparent); }
.wide tr:target td:first-child { background: color-mix(in srgb, var(--link) 14%, var(--paper)); }
img { max-width: 100%; height: auto; background: #fff; } ul.plain { list-style: none; padding-left: 0; columns: 16rem; }
ul.plain li { break-inside: avoid; padding-left: 1rem; text-indent: -1rem; } summary { color: var(--link); cursor: pointer; }
@media screen and (min-width: 48rem) { .wide { max-height: 92vh; } }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin-left: 1rem; } .wide td:first-child { max-width: 9rem; } }
@page wide { size: landscape; margin: 1cm; }
@media print { nav, details { display: none; } :root { --ink: #000; --paper: #fff; --line: #bbb; --quiet: #444; } body { max-width: none; font-size: 11pt; } a { color: inherit; } h2, h3 { break-after: avoid; }
  .statement, tr, .entry { break-inside: avoid; }
  .wide { overflow: visible; page: wide; position: static; transform: none; width: auto; max-width: none; } thead { display: table-header-group; }
  .wide :is(table, .quiet, code) { font-size: 7pt; } .wide th.number { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; }
  .wide thead th { border: 0; } .wide tbody tr:first-child td { border-top: 1px solid var(--line); }
  .wide :is(th, td) { position: static; padding: 1pt 2.5pt; min-width: 0; line-height: 1.2; } }
"""


def link(text: str, target: str) -> str:
    """A link to a page or a place in one; the text is escaped."""
    return f'<a href="{escape(target)}">{escape(text)}</a>'


def tag(name: str, inside: str, **attributes: str) -> str:
    """An element around other elements; `class_` stands for `class`."""
    given = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items() if value)
    return f"<{name}{given}>{inside}</{name}>"


def table(head: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], numbers: frozenset[int] = frozenset()) -> str:
    """A table; each row has the name of its place, and its cells as elements. `numbers` are the columns that stand to the right."""
    top = tag("tr", "\n".join(tag("th", escape(each), class_="number" if n in numbers else "") for n, each in enumerate(head)))
    lines = [
        tag("tr", "\n".join(tag("td", cell, class_="number" if n in numbers else "") for n, cell in enumerate(cells)), id=place)
        for place, cells in rows
    ]
    return tag("div", tag("table", f"<thead>{top}</thead>\n<tbody>\n" + "\n".join(lines) + "\n</tbody>"), class_="wide")


def chooser(name: str, places: Iterable[tuple[str, str]]) -> str:
    """The parts of a long page (name, address), to be unfolded at its top."""
    items = "\n".join(tag("li", link(text, target)) for text, target in places)
    return tag("details", tag("summary", escape(name)) + tag("ul", items, class_="plain"))


def page(title: str, book: str, bar: Sequence[tuple[str, str]], body: str) -> str:
    """A whole page with its bar of links (name, address)."""
    links = "\n".join(link(name, target) for name, target in bar)
    heading = escape(title if title == book else f"{title} · {book}")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f'<title>{heading}</title>\n<link rel="stylesheet" href="style.css">\n</head>\n<body>\n<nav>\n{links}\n</nav>\n'
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )
