"""A comparison as JSON data, as lines for a terminal, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from interpreter.analysis.diff.rows import Change, Comparison

KEYS = ("path", "action", "before", "after", "where_before", "where_after")
WIDEST = 100
MANY = 30
AROUND = 3
MOST_CITES = 6


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
            told = sides(c)
            out.append(f"{c.action:8} {c.path}{': ' if told else ''}{told}{cited(c.cites)}")
        if len(shown) < len(changes):
            out.append(f"         … and {len(changes) - len(shown)} more in {section} (--all shows them)")
    out.append(f"{counted(len(comparison.changes))} from {comparison.before} to {comparison.after}")
    if consequences:
        for each in comparison.consequences:
            lines = each.lines((comparison.before, comparison.after))
            out += ["", *lines] if lines else []
        same = [each.title for each in comparison.consequences if each.rows and not each.cells()]
        out += ["", f"The same in both: {'; '.join(same)}."] if same else []
    return "\n".join(out)


def as_markdown(comparison: Comparison, consequences: bool = True) -> str:
    """The comparison as Markdown: a table a section, with places and statements."""
    out = [f"# From {comparison.before} to {comparison.after}", "", f"{counted(len(comparison.changes))}.", ""]
    for section, changes in sections(comparison.changes).items():
        out += [f"## {section} ({len(changes)})", "", "| what | | before | after | rulebook | where |", "|---|---|---|---|---|---|"]
        for c in changes:
            where = " → ".join(x for x in (c.where_before, c.where_after) if x is not None)
            cells = (code(c.path.partition(".")[2]), c.action, *both(c), cited(c.cites).strip(" []"), code(where))
            out.append("| " + " | ".join(cells) + " |")
        out.append("")
    if consequences:
        for each in comparison.consequences:
            lines = each.markdown((comparison.before, comparison.after))
            out += [*lines, ""] if lines else []
    if comparison.statements:
        out += ["## Statements", "", *(f"- **{name}** {escaped(text)}" for name, text in sorted(comparison.statements.items())), ""]
    return "\n".join(out)


def cited(cites: Sequence[str]) -> str:
    """The statements behind a line, in brackets; of very many the first ones."""
    more = f" and {len(cites) - MOST_CITES} more" if len(cites) > MOST_CITES else ""
    return f"  [{', '.join(cites[:MOST_CITES])}{more}]" if cites else ""


def counted(number: int, what: str = "change") -> str:
    """`1 change`, `2 changes`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def sides(change: Change) -> str:
    """Both values of a change, or the one that there is, short enough for a line; of two long ones the part that differs."""
    if change.before is None or change.after is None:
        value = change.after if change.before is None else change.before
        return "" if str(value) == change.path.rpartition(".")[2] else short(value)
    return " -> ".join(apart(change.before, change.after))


def apart(before: Any, after: Any) -> tuple[str, str]:
    """Two values in one line each; where they are long only what is different, with a little around it."""
    one, other = written(before).split(), written(after).split()
    if max(len(" ".join(one)), len(" ".join(other))) <= WIDEST:
        return " ".join(one), " ".join(other)
    begin = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    rest = min(len(one), len(other)) - begin
    end = next((i for i in range(rest) if one[-1 - i] != other[-1 - i]), rest)
    start = max(0, begin - AROUND)
    cut = [(words[start : len(words) - max(0, end - AROUND)], start > 0, end > AROUND) for words in (one, other)]
    return tuple(short(" ".join(["…"] * left + words + ["…"] * right)) for words, left, right in cut)  # type: ignore[return-value]


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


def both(change: Change) -> tuple[str, str]:
    """Both values as cells."""
    if change.before is None or change.after is None:
        return cell(change.before), cell(change.after)
    before, after = apart(change.before, change.after)
    return code(before), code(after)


def cell(value: Any) -> str:
    """A value in a Markdown table; nothing for nothing."""
    return "" if value is None else code(short(value))
