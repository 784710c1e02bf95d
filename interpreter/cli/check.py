"""`warbook check`: loads rulesets and tells everything that is wrong or odd."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.cli import options as o
from interpreter.cli.faults import USAGE, WRONG, Mistake

if TYPE_CHECKING:
    from interpreter.editor.watching import Seen
    from interpreter.source.diagnostics import Diagnostic

Watch = Annotated[bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")]
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def check(ruleset: o.Rulesets = None, overlay: o.With = None, option: o.Option = None, watch: Watch = False, json: o.Json = False) -> None:
    """Load and check rulesets: every diagnostic with its line, a caret and a hint."""
    if watch:
        if json:
            raise Mistake("--watch prints text as things change; it does not go with --json.", USAGE)
        look(ruleset or shipped(), overlay, option)
    elif not once(ruleset or shipped(), overlay, option, json):
        raise typer.Exit(WRONG)


def once(names: list[str], overlay: list[str] | None, option: list[str] | None, json: bool) -> bool:
    """Checks and tells; whether all is right."""
    from interpreter.cli.screen import progress, write, write_json
    from interpreter.source.diagnostics import has_errors, render

    work = wanted(names, overlay)
    results: list[tuple[str, tuple[Diagnostic, ...]]] = unread(names)
    found: dict[Diagnostic, None] = {each: None for _, some in results for each in some}
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
    return ok


def look(names: list[str], overlays: list[str] | None, option: list[str] | None) -> None:
    """Checks again and again. On a terminal only what is wrong now is seen; elsewhere what is new and what is gone is told."""
    from interpreter.editor.watching import Watch as Watching
    from interpreter.editor.watching import target

    targets = [target(name, tuple(overlays or ())) for name in names]
    if None in targets:
        once([name for name, found in zip(names, targets, strict=True) if found is None], overlays, option, False)
        raise typer.Exit(WRONG)
    watching = Watching(tuple(t for t in targets if t is not None), o.pairs(option, "--option"))
    try:
        for seen in watching.checks():
            announce(seen, names)
    except KeyboardInterrupt:
        return


def announce(seen: Seen, names: list[str]) -> None:
    """What one look has found."""
    from interpreter.cli.screen import write
    from interpreter.source.diagnostics import render

    screen = sys.stdout.isatty()
    if screen:
        sys.stdout.write(CLEAR)
    for each in () if screen else seen.gone:
        write(f"gone: {each.place}: {each.severity}[{each.code}] {each.message}")
    shown = seen.found if screen else seen.new
    if shown:
        write(render(shown).rstrip("\n"))
    write(f"{', '.join(names)}: {counted(seen.found)}")
    sys.stdout.flush()


def wanted(names: list[str], overlay: list[str] | None) -> list[tuple[str, list[str] | None]]:
    """What is to be checked: rulesets with the overlays asked for; of a collection each overlay on all that it is for."""
    from interpreter.source.layers import default_roots
    from interpreter.source.places import collection

    work: list[tuple[str, list[str] | None]] = []
    for name in names:
        folder = collection(name, default_roots()) or (Path(name) if loose(name) == "overlay" else None)
        if folder is None:
            work.append((name, overlay))
        else:
            from interpreter.analysis.collections import compositions

            work += [(ruleset, [*together, *(overlay or ())]) for ruleset, together in compositions(folder)]
    return work


def loose(name: str) -> str:
    """What a file by itself holds: `overlay`, `cases`, or nothing that is checked by itself."""
    from interpreter.source.yaml import load_yaml

    path = Path(name)
    if path.suffix != ".yaml" or path.name in ("ruleset.yaml", "overlay.yaml") or not path.is_file():
        return ""
    root, _ = load_yaml(path)
    keys = root.value if root is not None and isinstance(root.value, dict) else {}
    return "overlay" if "overlay" in keys else "" if "ruleset" in keys else "cases"


def unread(names: list[str]) -> list[tuple[str, tuple[Diagnostic, ...]]]:
    """The files of collections that are no overlay that can be read, or that are not found by their ids, with what is wrong with them."""
    from interpreter.source.documents import check_id, read_layer
    from interpreter.source.layers import default_roots
    from interpreter.source.places import collection, overlays_in

    result: list[tuple[str, tuple[Diagnostic, ...]]] = []
    for folder in (collection(name, default_roots()) for name in names):
        for name, home in overlays_in(folder).items() if folder is not None else ():
            found: list[Diagnostic] = []
            layer = read_layer(home, "overlay", found)
            if layer is not None:
                found.clear()
                check_id(layer, name, found)
            if found:
                result.append((name, tuple(found)))
    return result


def called(name: str, overlays: list[str] | None) -> str:
    """A ruleset with its overlays, in words."""
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

    if loose(name) == "cases":
        from interpreter.analysis.cases import cases_in

        return tuple(sorted(cases_in([Path(name)])[1]))
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
