"""Coverage: rulebook statement to definitions to cases; and the proof that each definition matters.

A proof takes a citing definition out alone (or, where something needs it, makes it say nothing) and runs the
cases that cite the same statements: at least one has to fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from os import cpu_count
from typing import Any

from interpreter.analysis.cases import Case, Workshop, read_cases, run_case
from interpreter.rules.build import RulesetError
from interpreter.source.diagnostics import has_errors
from interpreter.source.layers import Resolved, resolve
from interpreter.source.tree import Node, texts, with_child, without_child

Progress = Callable[[int, int], None]
NOT_DEFINITIONS = ("statements",)
EMPTY_BODIES = ("false", "true", "0", "none", "{}")


@dataclass(frozen=True, slots=True)
class Coverage:
    """`statements` counts them; the lists name what is missing; `unproven` is None unless a proof was asked for."""

    statements: int
    without_definition: tuple[str, ...]
    without_case: tuple[str, ...]
    unknown_ids: tuple[str, ...]
    unproven: tuple[str, ...] | None
    definitions_by_statement: dict[str, tuple[str, ...]]
    cases_by_statement: dict[str, tuple[str, ...]]


def coverage(
    name: str,
    prove: bool = False,
    progress: Progress | None = None,
    overlays: tuple[str, ...] = (),
    options: Mapping[str, Any] | None = None,
) -> Coverage:
    """The coverage of a ruleset's rulebook, with overlays; a proof runs the cases with options. Raises RulesetError where it cannot be read."""
    resolved, found = resolve(name, overlays)
    if resolved is None or has_errors(found):
        raise RulesetError(found)
    cases, problems = read_cases(resolved)
    if has_errors(problems):
        raise RulesetError(problems)
    statements = tuple(resolved.sections.get("statements", {}))
    citing = dict(citations(resolved))
    definitions = {s: tuple(path for path, cites in citing.items() if s in cites) for s in statements}
    shown = {s: tuple(c.id for c in cases if s in c.cites) for s in statements}
    known = set(statements)
    unknown = [f"{path}: {c}" for path, cites in citing.items() for c in cites if c not in known]
    strange = [(case, c) for case in cases for c in case.cites if c not in known]
    more = _statements_with(resolved, [case for case, _ in strange])
    unknown += [f"{case.id}: {c}" for case, c in strange if c not in more.get(_overlays(case), known)]
    return Coverage(
        len(statements),
        tuple(s for s in statements if not definitions[s]),
        tuple(s for s in statements if not shown[s]),
        tuple(unknown),
        tuple(unproven(name, overlays, options or {}, citing, progress)) if prove else None,
        definitions,
        shown,
    )


def _overlays(case: Case) -> tuple[str, ...]:
    """The overlays with which a case is run."""
    record = case.node.value if isinstance(case.node.value, dict) else {}
    return tuple(str(n.value) for n in texts(record["with"])) if "with" in record else ()


def _statements_with(resolved: Resolved, cases: list[Case]) -> dict[tuple[str, ...], set[str]]:
    """The statements of the ruleset with each group of overlays that cases are run with."""
    home = resolved.homes[len([h for h in resolved.homes if h.is_dir()]) - 1]
    laid = {overlays: resolve(home, overlays)[0] for overlays in {_overlays(case) for case in cases} if overlays}
    return {overlays: set(one.sections.get("statements", {})) for overlays, one in laid.items() if one is not None}


def citations(resolved: Resolved) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every definition (and step of a definition) that cites statements, by path."""
    for section, group in resolved.sections.items():
        if section in NOT_DEFINITIONS:
            continue
        for name, node in group.items():
            yield from _within(f"{section}.{name}", node)


def _within(path: str, node: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    if not isinstance(node.value, dict):
        return
    cites = node.value.get("cites")
    if cites is not None and (isinstance(cites.value, (tuple, str))):
        yield path, tuple(str(n.value) for n in texts(cites))
    for key, child in node.value.items():
        if key not in ("cites", "set", "units", "pairs"):
            yield from _within(f"{path}.{key}", child)


# --- proof -----------------------------------------------------------------------------------------------------


def unproven(
    name: str, overlays: tuple[str, ...], options: Mapping[str, Any], citing: dict[str, tuple[str, ...]], progress: Progress | None
) -> list[str]:
    """The citing definitions that can be taken out without a case failing that cites the same statements."""
    result: list[str] = []
    work = sorted(citing)
    with ProcessPoolExecutor(max_workers=min(cpu_count() or 1, 4), initializer=_prepare, initargs=(name, overlays, dict(options))) as pool:
        for number, (path, proven) in enumerate(zip(work, pool.map(_proven, work, chunksize=4), strict=True), 1):
            if not proven:
                result.append(path)
            if progress is not None:
                progress(number, len(work))
    return result


_shelf: dict[str, tuple[Resolved, list[Case], dict[str, tuple[str, ...]], tuple[str, ...], dict[str, Any]]] = {}


def _prepare(name: str, overlays: tuple[str, ...], options: dict[str, Any]) -> None:
    """Reads the ruleset once in each working process."""
    resolved, _ = resolve(name, overlays)
    assert resolved is not None
    _shelf["ruleset"] = (resolved, read_cases(resolved)[0], dict(citations(resolved)), overlays, options)


def _proven(path: str) -> bool:
    resolved, cases, citing, overlays, options = _shelf["ruleset"]
    mine = [c for c in cases if set(c.cites) & set(citing[path])]
    if not mine:
        return False
    tried = False
    for weaker in without(resolved, path):
        workshop = Workshop(weaker, overlays, options=options)
        first = workshop.rules((), {})
        if not isinstance(first, tuple) or not first or not hasattr(first[0], "program"):
            continue
        tried = True
        if any(not run_case(workshop, case).passed for case in mine):
            return True
        if path.count(".") == 1:
            return False
    return not tried


def without(resolved: Resolved, path: str) -> Iterator[Resolved]:
    """The ruleset without a definition: taken out, then emptied in the ways that its kind allows."""
    section, _, rest = path.partition(".")
    name, _, inner = rest.partition(".")
    group = resolved.sections[section]
    node = group[name]

    def changed(new: Node | None) -> Resolved:
        rest_of = {k: v for k, v in group.items() if k != name} if new is None else {k: (new if k == name else v) for k, v in group.items()}
        return replace(resolved, sections={**resolved.sections, section: rest_of})

    if inner:
        yield changed(_cut(node, inner.split(".")))
        if section == "attributes" and (forgetful := _forgetful(node, inner)) is not None:
            yield changed(forgetful)
        return
    yield changed(None)
    for emptied in _emptied(section, node):
        yield changed(emptied)


def _cut(node: Node, keys: list[str]) -> Node:
    key, *more = keys
    if not more:
        return without_child(node, key)
    assert isinstance(node.value, dict)
    return with_child(node, key, _cut(node.value[key], more))


def _forgetful(group: Node, name: str) -> Node | None:
    """The attributes of a sort, where one that remembers something never does; None where it remembers nothing."""
    attribute = group.value.get(name) if isinstance(group.value, dict) else None
    asked = attribute.value.get("remembers") if attribute is not None and isinstance(attribute.value, dict) else None
    if attribute is None or asked is None:
        return None
    return with_child(group, name, with_child(attribute, "remembers", _text(asked, "false")))


def _text(node: Node, text: str) -> Node:
    return Node(text, node.place, raw=text)


def _emptied(section: str, node: Node) -> Iterator[Node]:
    """A definition that something needs, made to say nothing."""
    if not isinstance(node.value, dict):
        for body in ("stop", *EMPTY_BODIES):
            yield _text(node, body)
        return
    if section == "define":
        for body in EMPTY_BODIES:
            yield with_child(node, "is", _text(node, body))
    elif section == "procedures":
        yield with_child(node, "do", _text(node, "stop"))
        for body in EMPTY_BODIES:
            yield with_child(node, "do", _text(node, f"return {body}"))
    elif section in ("phases", "windows", "actions", "sequences", "allocations", "rules"):
        yield with_child(node, "when", _text(node, "false"))
    elif section == "engagements":
        emptied = with_child(node, "until", _text(node, "true"))
        for key in ("before", "round", "after"):
            emptied = without_child(emptied, key)
        yield emptied
    elif section not in ("attributes", "enumerations", "tags", "events", "options", "sorts", "scenarios", "borders", "grids"):
        yield replace(node, value={k: v for k, v in node.value.items() if k in ("title", "cites", "at")})
