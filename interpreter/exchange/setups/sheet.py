"""A set-up as comma-separated values, for spreadsheets: a line for each value and for each group of alike units."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.exchange.setups.draft import Draft, Group, Value, kept
from interpreter.exchange.setups.reading import Problem, Problems, attribute_value
from interpreter.players.views import holder, shown, value_of
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.spoken import Unmeant, folded, meant
from interpreter.state.world import World

COLUMNS = ("section", "id", "title", "power", "unit", "number", "attribute", "value")
OTHER = {
    "space": "id", "territory": "id", "place": "id", "where": "id", "hex": "id", "owner": "power", "units": "unit", "type": "unit", "unit_type": "unit",
    "count": "number", "amount": "number", "quantity": "number",
}  # fmt: skip
"""Headings that people use for columns, folded."""
Row = Mapping[str, str]


def sheet(rules: Ruleset, world: World, draft: Draft) -> str:
    """A set-up as CSV: values, then who holds each space, then units; what is aboard a unit stands below it as `aboard`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(_value_rows(rules, world, draft))
    for group in draft.units:
        writer.writerow(_unit_row(rules, "units", group))
        writer.writerows(_unit_row(rules, "aboard", each) for each in group.aboard)
    return out.getvalue()


def _value_rows(rules: Ruleset, world: World, draft: Draft) -> Iterator[tuple[str, ...]]:
    owner = holder(rules)
    for v in draft.values:
        if v.sort == "space" and owner is not None and v.attribute == owner.name:
            continue
        section = rules.program.sorts.get(v.sort, v.sort)
        title = rules.title_of(v.sort, v.name) if v.name is not None else ""
        yield section, v.name or "", title, "", "", "", v.attribute, cell(v.value)
    told = {v.name for v in draft.values if owner is not None and (v.sort, v.attribute) == ("space", owner.name)}
    for space in rules.board.spaces if owner is not None else ():
        assert owner is not None
        value = value_of(rules, world, owner, space)
        if value is not None or space in told:
            yield "spaces", space, rules.title_of("space", space), "", "", "", owner.name, cell(value)


def _unit_row(rules: Ruleset, section: str, group: Group) -> tuple[str, ...]:
    given = "; ".join(f"{name}={cell(value)}" for name, value in group.given)
    title = rules.title_of("space", group.space) if group.space is not None else ""
    return section, group.space or "none", title, group.power or "none", group.kind, str(group.number), "", given


def cell(value: Any) -> str:
    """A value in a cell: sets with spaces between."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else shown(value)


# --- reading -------------------------------------------------------------------------------------------------------


def read_sheet(rules: Ruleset, text: str) -> Draft:
    """The set-up that a sheet gives. Raises Problems, with the line of each, where it cannot be read."""
    lines = text.lstrip("\ufeff").splitlines()
    if not lines:
        raise Problems((Problem(1, "The sheet is empty."),))
    mark = max(",;\t", key=lines[0].count)
    reader = csv.reader(lines, delimiter=mark)
    heads = [OTHER.get(folded(h), folded(h)) for h in next(reader)]
    if "unit" not in heads and "attribute" not in heads:
        message = f"The first line names the columns: {', '.join(COLUMNS)}; of units `space`, `power`, `unit`, `number` are enough."
        raise Problems((Problem(1, message),))
    reading = _Reading(rules)
    for cells in reader:
        row = dict(zip(heads, (c.strip() for c in cells), strict=False))
        if any(row.values()):
            reading.take(reader.line_num, row)
    return reading.draft()


class _Reading:
    """The lines of a sheet read so far, and what is wrong with them."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.values: dict[tuple[str, str | None, str], Value] = {}
        self.units: list[Group] = []
        self.wrong: list[Problem] = []

    def take(self, line: int, row: Row) -> None:
        section = folded(row.get("section", "")) or ("units" if row.get("unit") else "spaces")
        try:
            if section in ("unit", "units"):
                self.units.append(self._group(row))
            elif section == "aboard":
                self._board(row)
            else:
                self._value(section, row)
        except Unmeant as error:
            self.wrong.append(Problem(line, str(error)))

    def draft(self) -> Draft:
        """All of it. Raises Problems where something is wrong."""
        if self.wrong:
            raise Problems(tuple(self.wrong))
        return Draft(tuple(self.values.values()), tuple(g for g in self.units if g.number))

    def _group(self, row: Row) -> Group:
        space = None if row.get("id", "none") in ("", "none") else meant(self.rules, "space", row["id"])
        power = None if row.get("power", "none") in ("", "none") else meant(self.rules, "power", row["power"])
        kind = meant(self.rules, "unit_type", row.get("unit", ""))
        number = row.get("number", "") or "1"
        if not number.isdigit():
            raise Unmeant(f"`{number}` is no number of units.")
        return Group(space, power, kind, int(number), tuple(self._given(row.get("value", ""))))

    def _given(self, text: str) -> Iterator[tuple[str, Any]]:
        for part in filter(None, (p.strip() for p in text.split(";"))):
            name, sign, value = part.partition("=")
            yield attribute_value(self.rules, "unit", name.strip(), value.strip() if sign else "yes")

    def _board(self, row: Row) -> None:
        if not self.units:
            raise Unmeant("Nothing stands above that it could be aboard of.")
        below, group = self.units[-1], self._group(row)
        if group.space != below.space:
            raise Unmeant("What is aboard a unit is where that is.")
        self.units[-1] = Group(below.space, below.power, below.kind, below.number, below.given, (*below.aboard, group))

    def _value(self, section: str, row: Row) -> None:
        rules = self.rules
        sort = next((s for s, plural in rules.program.sorts.items() if section in (s, plural)), section)
        if sort != "game" and (sort not in rules.program.sorts or sort in ("unit", "unit_type")):
            known = [
                "units",
                "aboard",
                "game",
                *(p for s, p in rules.program.sorts.items() if kept(rules, s) and s not in ("unit", "unit_type")),
            ]
            raise Unmeant(f"There is no section `{section}`; there are: {', '.join(known)}.")
        given = row.get("id", "")
        name = None if sort == "game" else given if given in rules.program.ids.get(sort, ()) else meant(rules, sort, given)
        attribute, value = attribute_value(rules, sort, row.get("attribute", ""), row.get("value", ""))
        self.values[sort, name, attribute] = Value(sort, name, attribute, value)
