"""The reference page as data: its examples, and the tables that are made from the declarations.

`python -m tests.language.reference` writes the tables of the page anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.language.problems import CODES
from interpreter.language.registry import FUNCTIONS, HOOKS
from interpreter.source.keys import COMMON, SECTIONS, Field
from tests.language.little import REFERENCE

TABLE = re.compile(r"<!-- table: (\w+) -->\n(.*?)<!-- end -->", re.S)
FENCE = re.compile(r"^```(.*)$")


@dataclass(frozen=True)
class Example:
    """A fenced block: its words behind the fence, its text, the line where it begins, the `yaml` blocks before it under its heading."""

    kind: str
    text: str
    line: int
    before: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def page() -> str:
    return REFERENCE.read_text(encoding="utf-8")


def examples() -> list[Example]:
    found: list[Example] = []
    before: list[str] = []
    kind, start, lines = "", 0, []
    inside = False
    for number, line in enumerate(page().splitlines(), 1):
        fence = FENCE.match(line)
        if fence and not inside:
            inside, kind, start, lines = True, fence[1].strip(), number, []
        elif fence:
            inside = False
            text = "\n".join(lines) + "\n"
            found.append(Example(kind, text, start, tuple(before)))
            if kind == "yaml":
                before.append(text)
        elif inside:
            lines.append(line)
        elif line.startswith("#"):
            before = []
    return found


# --- tables --------------------------------------------------------------------------------------------------------


def tables() -> dict[str, str]:
    """The tables of the page by name, as the declarations want them."""
    return {"functions": functions(), "hooks": hooks(), "codes": codes(), "sections": sections()}


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def functions() -> str:
    rows = []
    for f in FUNCTIONS.values():
        types = ", ".join(map(str, f.parameters)) + (", …" if f.many else "")
        rows.append((f"`{f.name}({types})`", str(f.result), f.text))
    return _table(("function", "gives", "what"), rows)


def hooks() -> str:
    rows = [(f"`{h.name}`", ", ".join(f"`{name}`: {type_}" for name, type_ in h.provides), h.text) for h in HOOKS.values()]
    return _table(("hook", "names in sight", "what"), rows)


def codes() -> str:
    return _table(("code", "what is wrong"), [(f"`{code}`", text) for code, text in sorted(CODES.items())])


def sections() -> str:
    common = {f.name for f in COMMON}
    out = []
    for s in SECTIONS:
        notes = [f"short: `{s.short}`"] if s.short else []
        notes += [f"open: the attributes of `{s.sort}`"] if s.open else []
        out.append(f"**`{s.name}`** {s.text}" + (f" ({'; '.join(notes)})" if notes else "") + "\n\n")
        rows = list(_rows(s.fields, "", common))
        if rows:
            out.append(_table(("field", "kind", "what"), rows) + "\n")
    return "".join(out)


def _rows(fields: tuple[Field, ...], path: str, common: set[str]) -> list[tuple[str, ...]]:
    rows = []
    for f in fields:
        if f.name in common and (path or f.kind in ("text", "ids")):
            continue
        kind = f.kind + (f" ({f.of_type})" if f.kind == "expression" and f.of_type != "any" else "")
        kind += ": " + ", ".join(f.choices) if f.choices else ""
        rows.append((f"`{path}{f.name}`" + (" (must stand)" if f.required else ""), kind, f.text))
        rows += _rows(f.fields, f"{path}{f.name}.", common)
    return rows


def written() -> str:
    """The page with its tables as the declarations want them."""
    made = tables()
    return TABLE.sub(lambda m: f"<!-- table: {m[1]} -->\n{made[m[1]]}<!-- end -->", page())


if __name__ == "__main__":
    REFERENCE.write_text(written(), encoding="utf-8")
