"""`warbook check`: loads rulesets and tells everything that is wrong or odd."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import WRONG

if TYPE_CHECKING:
    from interpreter.source.diagnostics import Diagnostic


def check(ruleset: o.Rulesets = None, overlay: o.With = None, option: o.Option = None, json: o.Json = False) -> None:
    """Load and check rulesets: every diagnostic with its line, a caret and a hint."""
    from interpreter.cli.screen import progress, write, write_json
    from interpreter.source.diagnostics import has_errors, render

    work = wanted(ruleset or shipped(), overlay)
    found: dict[Diagnostic, None] = {}
    results: list[tuple[str, tuple[Diagnostic, ...]]] = []
    with progress("checking", not json) as tell:
        for number, (name, overlays) in enumerate(work, 1):
            diagnostics = checked(name, overlays, option)
            results.append((called(name, overlays if overlays != overlay else None), diagnostics))
            found.update(dict.fromkeys(diagnostics))
            tell(number, len(work))
    ok = not has_errors(found)
    if json:
        write_json({"ok": ok, "rulesets": [name for name, _ in results], "diagnostics": [diagnostic_data(d) for d in sorted(found)]})
    else:
        if found:
            write(render(found).rstrip("\n"))
        for name, diagnostics in results:
            write(f"{name}: {counted(diagnostics)}")
    if not ok:
        raise typer.Exit(WRONG)


def wanted(names: list[str], overlay: list[str] | None) -> list[tuple[str, list[str] | None]]:
    """What is to be checked: rulesets with the overlays asked for; of a collection each overlay on all that it is for."""
    from interpreter.source.layers import default_roots
    from interpreter.source.places import collection

    work: list[tuple[str, list[str] | None]] = []
    for name in names:
        folder = collection(name, default_roots())
        if folder is None:
            work.append((name, overlay))
        else:
            from interpreter.analysis.collections import compositions

            work += [(ruleset, [*together, *(overlay or ())]) for ruleset, together in compositions(folder)]
    return work


def called(name: str, overlays: list[str] | None) -> str:
    """A ruleset with its overlays, in words."""
    from pathlib import Path

    return " + ".join((name, *(Path(each).stem for each in overlays or ())))


def shipped() -> list[str]:
    """The ids of all rulesets that come with the product, and the collections of overlays."""
    from interpreter.source.layers import default_roots
    from interpreter.source.places import HOUSE_RULES, collection, ruleset_ids

    roots = default_roots()
    return [*ruleset_ids(roots), *([HOUSE_RULES] if collection(HOUSE_RULES, roots) else ())]


def checked(name: str, overlays: list[str] | None, option: list[str] | None) -> tuple[Diagnostic, ...]:
    """The diagnostics of a ruleset; of a library, whose words others define, those of its documents."""
    from interpreter.api import check as whole
    from interpreter.cli.loading import is_library
    from interpreter.source.diagnostics import has_errors

    found = whole(name, tuple(overlays or ()), o.pairs(option, "--option"))
    return documents(name, overlays) if has_errors(found) and is_library(name) else found


def documents(name: str, overlays: list[str] | None) -> tuple[Diagnostic, ...]:
    """What is wrong with the documents of a ruleset, its rule-language texts aside."""
    from interpreter.source.grids import expand
    from interpreter.source.layers import resolve
    from interpreter.source.shape import normalise

    resolved, found = resolve(name, tuple(overlays or ()))
    if resolved is not None:
        sections, shapes = normalise(resolved.sections)
        found = (*found, *shapes, *expand(sections)[1])
    return tuple(dict.fromkeys(sorted(found)))


def counted(found: tuple[Diagnostic, ...]) -> str:
    """How many errors and warnings there are."""
    numbers = [(sum(d.severity == severity for d in found), severity) for severity in ("error", "warning")]
    told = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in numbers if n]
    return ", ".join(told) or "nothing wrong"


def diagnostic_data(d: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON data."""
    return {key: getattr(d, key) for key in ("code", "severity", "file", "line", "column", "message", "hint")}
