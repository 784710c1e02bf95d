"""A comparison as JSON data, as lines for a terminal, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from interpreter.analysis.diff.rows import Change, Comparison

KEYS = ("path", "action", "before", "after", "where_before", "where_after")
WIDEST = 100
MANY = 30


def as_data(comparison: Comparison, consequences: bool = True) -> dict[str, Any]:
    """The comparison as JSON data."""
    rows = [{name: getattr(c, name) for name in KEYS} | {"cites": list(c.cites)} for c in comparison.changes]
    told = [each.data() for each in comparison.consequences] if consequences else []
    return {"before": comparison.before, "after": comparison.after, "changes": rows, "consequences": told}


def sections(changes: Iterable[Change]) -> dict[str, list[Change]]:
    """The changes by section, as they come."""
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.path.partition(".")[0], []).append(change)
    return found


def as_text(comparison: Comparison, consequences: bool = True, all_rows: bool = False) -> str:
    """The comparison for a terminal: a line a change; of a section with very many the first ones and a count."""
    out = []
    for section, changes in sections(comparison.changes).items():
        shown = changes if all_rows or len(changes) <= MANY else changes[:MANY]
        for c in shown:
            cites = f"  [{', '.join(c.cites)}]" if c.cites else ""
            out.append(f"{c.action:8} {c.path}: {sides(c)}{cites}")
        if len(shown) < len(changes):
            out.append(f"         … and {len(changes) - len(shown)} more in {section} (--all shows them)")
    out.append(f"{counted(len(comparison.changes))} from {comparison.before} to {comparison.after}")
    if consequences:
        for each in comparison.consequences:
            out += ["", *each.lines((comparison.before, comparison.after))]
    return "\n".join(out)


def as_markdown(comparison: Comparison, consequences: bool = True) -> str:
    """The comparison as Markdown: a table a section, with places and statements."""
    out = [f"# From {comparison.before} to {comparison.after}", "", f"{counted(len(comparison.changes))}.", ""]
    for section, changes in sections(comparison.changes).items():
        out += [f"## {section} ({len(changes)})", "", "| what | | before | after | rulebook | where |", "|---|---|---|---|---|---|"]
        for c in changes:
            where = " → ".join(x for x in (c.where_before, c.where_after) if x is not None)
            cells = (code(c.path.partition(".")[2]), c.action, cell(c.before), cell(c.after), ", ".join(c.cites), code(where))
            out.append("| " + " | ".join(cells) + " |")
        out.append("")
    if consequences:
        for each in comparison.consequences:
            out += [*each.markdown((comparison.before, comparison.after)), ""]
    if comparison.statements:
        out += ["## Statements", "", *(f"- **{name}** {escaped(text)}" for name, text in sorted(comparison.statements.items())), ""]
    return "\n".join(out)


def counted(number: int) -> str:
    """`1 change`, `2 changes`."""
    return f"{number} change" if number == 1 else f"{number} changes"


def sides(change: Change) -> str:
    """Both values of a change, or the one that there is, short enough for a line."""
    both = [short(each) for each in (change.before, change.after) if each is not None]
    return " -> ".join(both)


def short(value: Any) -> str:
    """A value in one line of limited length."""
    text = " ".join(written(value).split())
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def written(value: Any) -> str:
    """A value as one would write it in a document, in flow style."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return {True: "true", False: "false", None: "nothing"}[value] if value is None or isinstance(value, bool) else str(value)


def escaped(text: str) -> str:
    """A text that stands in a Markdown table as it is."""
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def code(text: str) -> str:
    """A text as code in a Markdown table."""
    return f"`{text.replace('|', chr(92) + '|').replace('`', chr(39))}`" if text else ""


def cell(value: Any) -> str:
    """A value in a Markdown table; nothing for nothing."""
    return "" if value is None else code(short(value))


