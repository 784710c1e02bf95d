"""Many editions beside each other: a row for each path in which not all agree, a column for each edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from interpreter.analysis.diff.editions import read_edition
from interpreter.analysis.diff.rows import Change, compare
from interpreter.analysis.diff.text import code, counted, escaped, short

INSIDE = "…"
"""What stands where an edition has changed something within a value that another lacks."""


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One path with the value of each edition, None where it has none; `cites` are the statements of all of them."""

    path: str
    values: tuple[Any, ...]
    cites: tuple[str, ...]

    @property
    def groups(self) -> tuple[int, ...]:
        """For each edition the number of the first one that has the same value."""
        return tuple(self.values.index(value) for value in self.values)


@dataclass(frozen=True)
class Matrix:
    """Editions by name, and the paths in which they differ, in order."""

    editions: tuple[str, ...]
    rows: tuple[MatrixRow, ...]
    statements: Mapping[str, str] = field(repr=False)

    @cached_property
    def consequences(self) -> tuple[Any, ...]:
        """What follows from the rules of each: rows of `consequences`, reckoned when first asked for."""
        from interpreter.analysis.diff.consequences import consequences

        return consequences(self.editions)


def matrix(*names: str | Path) -> Matrix:
    """The paths in which two or more editions differ. Raises RulesetError where one of them cannot be read."""
    first, *others = (read_edition(name) for name in names)
    compared = [compare(first, other) for other in others]
    found = [{change.path: change for change in each.changes} for each in compared]
    statements: dict[str, str] = {}
    for each in compared:
        statements |= {name: text for name, text in each.statements.items() if text or name not in statements}
    rows = [_row(path, found) for path in sorted({path for changes in found for path in changes})]
    return Matrix(tuple(map(str, names)), tuple(rows), statements)


def _row(path: str, found: Sequence[Mapping[str, Change]]) -> MatrixRow:
    known = [changes[path] for changes in found if path in changes]
    first = known[0].before
    values = [first]
    for changes in found:
        values.append(changes[path].after if path in changes else _else(path, first, changes))
    return MatrixRow(path, tuple(values), tuple(dict.fromkeys(cite for change in known for cite in change.cites)))


def _else(path: str, first: Any, changes: Mapping[str, Change]) -> Any:
    """The value of an edition that has no row of this path: that of the first one, unless something above or below is different."""
    parts = path.split(".")
    for length in range(1, len(parts)):
        above = changes.get(".".join(parts[:length]))
        if above is not None and above.action in ("added", "removed", "changed"):
            return _inner(above.after, parts[length:])
    if first is not None and any(other.startswith(path + ".") for other in changes):
        return INSIDE
    return first


def _inner(value: Any, steps: Sequence[str]) -> Any:
    """What a value holds at further steps; None for nothing."""
    for number, step in enumerate(steps):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list):
            return next((each for each in value if str(each) == ".".join(steps[number:])), None)
        else:
            return value if str(value) == step else None
    return value


def as_data(found: Matrix, consequences: bool = True) -> dict[str, Any]:
    """The matrix as JSON data; `values` and `groups` stand in the order of the editions."""
    rows = [{"path": r.path, "values": list(r.values), "groups": list(r.groups), "cites": list(r.cites)} for r in found.rows]
    return {"editions": list(found.editions), "rows": rows, "consequences": [c.data() for c in found.consequences] if consequences else []}


def as_text(found: Matrix, consequences: bool = True) -> str:
    """The matrix for a terminal: a path, and below it each value with the editions that share it."""
    out = []
    for row in found.rows:
        out.append(row.path)
        for number in dict.fromkeys(row.groups):
            sharing = ", ".join(name for name, group in zip(found.editions, row.groups, strict=True) if group == number)
            out.append(f"    {_cell(row.values[number])}: {sharing}")
    out.append(f"{counted(len(found.rows), 'path')} in which {', '.join(found.editions)} differ")
    for each in found.consequences if consequences else ():
        out += ["", *lines] if (lines := each.lines(found.editions)) else []
    return "\n".join(out)


def as_markdown(found: Matrix, consequences: bool = True) -> str:
    """The matrix as a Markdown table."""
    out = [f"# {', '.join(found.editions)}", "", "| | " + " | ".join(found.editions) + " |", "|---" * (len(found.editions) + 1) + "|"]
    for row in found.rows:
        cells = ["" if value is None else code(short(value)) for value in row.values]
        out.append(f"| {code(row.path)} | " + " | ".join(cells) + " |")
    for each in found.consequences if consequences else ():
        out += ["", *lines] if (lines := each.markdown(found.editions)) else []
    if found.statements:
        out += ["", "## Statements", "", *(f"- **{name}** {escaped(text)}" for name, text in sorted(found.statements.items()))]
    return "\n".join(out) + "\n"


def _cell(value: Any) -> str:
    return "-" if value is None else short(value)
