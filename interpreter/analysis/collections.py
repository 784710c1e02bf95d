"""Collections of overlays, such as house rules: their cases, and their check on every ruleset that they are for.

A collection is a folder of overlays. Its cases lie in `cases/`; each says with which overlays it is played, and on what
ruleset (`on`) where the first one that its overlays are for is not meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from interpreter.analysis.cases import Case, CaseResult, Workshop, asked_for, cases_in, run_case, with_overlays
from interpreter.source.diagnostics import Diagnostic, has_errors
from interpreter.source.documents import Layer, check_id, read_layer
from interpreter.source.layers import default_roots, resolve
from interpreter.source.places import overlays_in, ruleset_ids
from interpreter.source.tree import word as said


def collection_cases(folder: Path, word: str = "") -> tuple[list[CaseResult], list[Diagnostic]]:
    """The results of a collection's cases, those that `word` asks for, in the order of rulesets and overlays."""
    heads, found = read_heads(folder)
    homes = {name: str(home) for name, home in overlays_in(folder).items()}
    along = {name: with_needs(name, heads) for name in heads}
    files = sorted(each for each in folder.glob("**/cases/*.yaml"))
    cases, problems = cases_in(files)
    chosen = sorted((case for case in cases if asked_for(case, word)), key=lambda case: (home_of(case, heads), with_overlays(case)))
    results: list[CaseResult] = []
    last: tuple[str, tuple[str, ...]] = ("", ())
    workshop: Workshop | None = None
    for case in chosen:
        key = (home_of(case, heads), with_overlays(case))
        if workshop is None or key != last:
            last, workshop = key, workshop_of(key[0], homes, along)
        results.append(run_case(workshop, case) if workshop is not None else lost(case, key[0]))
    return results, [*found, *problems]


def read_heads(folder: Path) -> tuple[dict[str, Layer], list[Diagnostic]]:
    """The overlays of a collection by id, as written, and what is wrong with their documents."""
    found: list[Diagnostic] = []
    layers = {name: read_layer(home, "overlay", found) for name, home in overlays_in(folder).items()}
    good = {name: layer for name, layer in layers.items() if layer is not None}
    for name, layer in good.items():
        check_id(layer, name, found)
    return good, found


def home_of(case: Case, heads: Mapping[str, Layer]) -> str:
    """The ruleset that a case is played on, or an empty text."""
    record = case.node.value if isinstance(case.node.value, dict) else {}
    if "on" in record:
        return said(record["on"])
    return next((name for each in with_overlays(case) if each in heads for name in heads[each].ids("for")), "")


def workshop_of(ruleset: str, homes: Mapping[str, str], along: Mapping[str, tuple[str, ...]]) -> Workshop | None:
    """A bench for cases on a ruleset; None if there is no such ruleset."""
    resolved, found = resolve(ruleset) if ruleset else (None, ())
    return None if resolved is None or has_errors(found) else Workshop(resolved, overlays=homes, along=along)


def lost(case: Case, ruleset: str) -> CaseResult:
    """The failure of a case that lies on no ruleset."""
    why = f"there is no ruleset `{ruleset}`" if ruleset else "nothing says on what ruleset it is played; write `on:`"
    return CaseResult(case.id, case.file, case.line, case.cites, False, why)


def compositions(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each overlay of a collection beside what it needs, on each ruleset that it is for: the ruleset and the overlays."""
    heads, _ = read_heads(folder)
    homes = overlays_in(folder)
    for name, layer in heads.items():
        together = tuple(str(homes.get(each, each)) for each in with_needs(name, heads))
        for ruleset in layer.ids("for") or ruleset_ids(default_roots()):
            yield ruleset, together


def with_needs(name: str, heads: Mapping[str, Layer]) -> tuple[str, ...]:
    """An overlay behind all overlays that it needs, each once."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = None
            waiting += heads[each].ids("needs") if each in heads else ()
    return tuple(reversed(found))
