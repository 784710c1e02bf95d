"""`warbook show`: what a ruleset defines, as tables; one definition with its values and where each was set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import missing

if TYPE_CHECKING:
    from interpreter.source.layers import Resolved
    from interpreter.source.tree import Node

Kind = Annotated[str | None, typer.Argument(metavar="[KIND]", help="A section or sort such as unit_types, phases, rules; or an id.")]
Id = Annotated[str | None, typer.Argument(metavar="[ID]", help="A definition of that kind.")]
Sections = dict[str, dict[str, "Node"]]
Found = list[tuple[str, "Node"]]
TYPES = "_types"
CHOSEN = "chosen"
GAP = 2


def show(
    ruleset: o.Ruleset, kind: Kind = None, id: Id = None, overlay: o.With = None, option: o.Option = None, json: o.Json = False
) -> None:
    """Show what a ruleset defines: its sections, one section, or one definition and where each value was set."""
    resolved, sections = read(ruleset, overlay)
    sections = chosen(sections, o.pairs(option, "--option"))
    if kind is None:
        _overview(resolved, sections, json)
        return
    section = section_named(sections, kind)
    if id is None and section is not None:
        _section(section, sections, json)
        return
    found = definitions(sections, section, kind, id)
    if json:
        from interpreter.cli.screen import write_json

        shown = [definition_data(resolved, sections, path, node) for path, node in found]
        write_json(shown[0] if len(shown) == 1 else shown)
        return
    for number, (path, node) in enumerate(found):
        _definition(resolved, sections, path, node, first=number == 0)


def read(name: str, overlays: list[str] | None) -> tuple[Resolved, Sections]:
    """The resolved layers of a ruleset and its sections with short forms and grids written out. Raises RulesetError."""
    from interpreter.rules.build import RulesetError
    from interpreter.source.grids import expand
    from interpreter.source.layers import resolve
    from interpreter.source.shape import normalise

    resolved, found = resolve(name, tuple(overlays or ()))
    if resolved is None:
        raise RulesetError(found)
    sections, _ = normalise(resolved.sections)
    return resolved, expand(sections)[0]


def chosen(sections: Sections, options: Mapping[str, str]) -> Sections:
    """The sections with what is chosen of each option beside its default. Raises RulesetError for a choice that cannot be made."""
    from interpreter.rules.build import RulesetError
    from interpreter.rules.declare import declare
    from interpreter.source.diagnostics import Place
    from interpreter.source.tree import Node

    if not options:
        return sections
    declared = declare(sections, options)
    if declared.found:
        raise RulesetError(tuple(declared.found))
    place = Place("--option", 0, 0)
    known = {
        name: replace(node, value={**node.value, CHOSEN: Node(declared.options[name], place)})
        if name in options and isinstance(node.value, dict)
        else node
        for name, node in sections["options"].items()
    }
    return {**sections, "options": known}


# --- finding ---------------------------------------------------------------------------------------------------


def section_named(sections: Sections, word: str) -> str | None:
    """The section that a word means: plural or singular, with hyphens or underscores."""
    wanted = word.lower().replace("-", "_").replace(" ", "_")
    return singulars(sections).get(wanted, wanted if wanted in sections else None)


def singulars(sections: Sections) -> dict[str, str]:
    """Every word for a section, and the section."""
    from interpreter.source.shape import sorts_by_plural

    words = {plural: plural for plural in sections}
    for plural in sections:
        ending = ("ies", "y") if plural.endswith("ies") else ("s", "")
        if plural.endswith(ending[0]):
            words.setdefault(plural.removesuffix(ending[0]) + ending[1], plural)
    words.update({singular: plural for plural, singular in sorts_by_plural(sections).items() if plural in sections})
    for plural in sections:
        stem = plural.removesuffix(TYPES)
        if stem != plural:  # things of a sort are defined by their types
            words.setdefault(stem, plural)
            words.setdefault(f"{stem}s", plural)
    return words


def definitions(sections: Sections, section: str | None, kind: str, name: str | None) -> Found:
    """The definitions that are meant, by path. Raises Mistake, with the nearest name, where there is none."""
    from interpreter.analysis.definitions import paths
    from interpreter.source.nearest import nearest

    wanted = kind if name is None else name
    if name is not None and section is None:
        raise missing("kind", kind, singulars(sections))
    places = [section] if section is not None else list(sections)
    every = dict(pair for place in places for pair in paths(place, sections[place]))
    for folded in (wanted, wanted.replace("-", "_")):
        found = [(path, node) for path, node in every.items() if folded in (path, path.partition(".")[2], path.rpartition(".")[2])]
        if found:
            return found
    ids = dict.fromkeys(path.rpartition(".")[2] for path in every)
    known = ids if section is not None else {**singulars(sections), **ids}
    if nearest(wanted, known) is None and section is None:
        raise missing("kind or definition", wanted, sections)
    raise missing(f"definition in {section}" if section is not None else "kind or definition", wanted, known)


# --- tables ----------------------------------------------------------------------------------------------------


def _overview(resolved: Resolved, sections: Sections, json: bool) -> None:
    from interpreter.analysis.definitions import paths
    from interpreter.cli.screen import table, write, write_json
    from interpreter.source.tree import word

    counts = {section: sum(1 for _ in paths(section, entries)) for section, entries in sections.items()}
    about = word(resolved.meta["text"]) if "text" in resolved.meta else ""
    if json:
        write_json({"ruleset": resolved.id, "title": resolved.title, "text": about, "layers": list(resolved.layers), "sections": counts})
        return
    write(f"{resolved.title} ({resolved.id})")
    if about:
        write(about)
    write(f"layers: {' + '.join(resolved.layers)}")
    table("", ["kind", "definitions"], [[section, str(number)] for section, number in counts.items()], (1,))


def _section(section: str, sections: Sections, json: bool) -> None:
    from interpreter.analysis.definitions import defaults, fields, paths
    from interpreter.cli.screen import console, table, write_json
    from interpreter.source.tree import plain

    rows = dict(paths(section, sections[section]))
    if json:
        write_json({section: {path.partition(".")[2]: plain(node) for path, node in rows.items()}})
        return
    columns = list(dict.fromkeys(key for node in rows.values() for key in fields(node)))
    columns = [c for c in columns if c != "note"]
    usual = defaults(section, sections)
    ids = [path.partition(".")[2] for path in rows]
    cells = {c: [cell(fields(node).get(c), usual.get(c, "")) for node in rows.values()] for c in columns}
    if not columns:
        table(section, ["id"], [[name] for name in ids])
    for number, band in enumerate(bands(ids, cells, console().width)):
        right = [i for i, c in enumerate(band, 1) if usual.get(c, "").lstrip("-").isdigit()]
        table(section if not number else "", ["id", *band], zip(ids, *(cells[c] for c in band), strict=True), right)


def bands(ids: Sequence[str], cells: Mapping[str, Sequence[str]], width: int) -> Iterator[list[str]]:
    """The columns of a table in groups that fit beside the ids into a width, where cells of texts may be broken in two or three lines."""
    left = max(map(len, ids), default=0) + GAP
    band: list[str] = []
    used = left
    for name, column in cells.items():
        wide = max(len(name), min(max(map(len, column), default=0), width // 3)) + GAP
        if band and used + wide > width:
            yield band
            band, used = [], left
        band.append(name)
        used += wide
    if band:
        yield band


def cell(node: Node | None, otherwise: str = "") -> str:
    """A value in a cell of a table, shortened."""
    from interpreter.analysis.definitions import LONGEST, inline

    if node is None:
        return otherwise
    text = inline(node)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


# --- one definition --------------------------------------------------------------------------------------------


def _definition(resolved: Resolved, sections: Sections, path: str, node: Node, first: bool) -> None:
    from interpreter.analysis.definitions import cited, citing, origin, usual_values, values
    from interpreter.cli.screen import table, write

    if not first:
        write()
    write(f"{path}   ({origin(resolved, path, node)})")
    rows = [*values(resolved, path, node), *usual_values(sections, path, node)]
    table("", ["field", "value", "set in"], rows)
    for name, text in cited(sections, node):
        write(f"{name}: {text}")
    for other in citing(sections, path):
        write(f"cited by {other}")


def definition_data(resolved: Resolved, sections: Sections, path: str, node: Node) -> dict[str, Any]:
    """A definition as JSON data."""
    from interpreter.analysis.definitions import cited, citing, values
    from interpreter.source.tree import plain

    chain = [{"layer": x.layer, "file": x.place.file, "line": x.place.line, "action": x.action} for x in resolved.origin(path)]
    return {
        "path": path,
        "value": plain(node),
        "origins": chain,
        "fields": [{"field": key, "value": value, "set_in": place} for key, value, place in values(resolved, path, node)],
        "cites": [{"id": name, "statement": text} for name, text in cited(sections, node)],
        "cited_by": citing(sections, path),
    }
