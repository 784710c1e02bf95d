"""Cases run, and how they went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.analysis.cases.course import Course
from interpreter.analysis.cases.documents import Case, asked_for, read_cases, with_overlays
from interpreter.analysis.cases.failing import Failed, unknown
from interpreter.analysis.cases.steps import take_step
from interpreter.analysis.cases.workshop import Workshop
from interpreter.machine.faults import Fault
from interpreter.rules.build import Built
from interpreter.source.diagnostics import Diagnostic, has_errors
from interpreter.source.layers import default_roots, resolve
from interpreter.source.places import collection
from interpreter.source.tree import Node, texts


@dataclass(frozen=True, slots=True)
class CaseResult:
    """How a case went; `message` says what failed, where, and what led there."""

    id: str
    file: str
    line: int
    cites: tuple[str, ...]
    passed: bool
    message: str = ""
    column: int = 1


@dataclass(frozen=True, slots=True)
class Report:
    passed: int
    failed: int
    cases: tuple[CaseResult, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def run_cases(
    names: Sequence[str],
    word: str = "",
    overlays: tuple[str, ...] = (),
    files: Sequence[Path] = (),
    options: Mapping[str, Any] | None = None,
) -> Report:
    """Runs the cases of rulesets and of collections of overlays (ids or paths), those whose id or citations hold `word`.

    Where `files` are named, their cases alone are run. `options` are chosen where a case does not choose; those of a
    collection's cases choose themselves.
    """
    results: list[CaseResult] = []
    diagnostics: list[Diagnostic] = []
    for name in names:
        folder = collection(name, default_roots())
        if folder is not None:
            from interpreter.analysis.collections import collection_cases

            done, wrong = collection_cases(folder, word)
            results += done
            diagnostics += wrong
            continue
        resolved, found = resolve(name, overlays)
        diagnostics += found
        if resolved is None or has_errors(found):
            continue
        cases, found_cases = read_cases(resolved, files)
        diagnostics += found_cases
        workshop = Workshop(resolved, overlays, options=options or {})
        for case in cases:
            if asked_for(case, word):
                results.append(run_case(workshop, case))
    passed = sum(r.passed for r in results)
    return Report(passed, len(results) - passed, tuple(results), tuple(dict.fromkeys(sorted(diagnostics))))


def run_case(workshop: Workshop, case: Case) -> CaseResult:
    """Runs one case; a fault of the rules is a failure, never an exception."""

    def failed(message: str, line: int = case.line, column: int = 1) -> CaseResult:
        return CaseResult(case.id, case.file, line, case.cites, False, message.rstrip(), column)

    record = case.node.value if isinstance(case.node.value, dict) else {}
    chosen = record["options"].value if "options" in record else None
    options = {str(k): v.value for k, v in chosen.items()} if isinstance(chosen, dict) else {}
    made = workshop.rules(with_overlays(case), options)
    if not isinstance(made[0], Built):
        first = next(d for d in made if isinstance(d, Diagnostic) and d.severity == "error")
        return failed(f"the ruleset does not load: {first.file}:{first.line}: {first.message}")
    course = Course(made[1], made[2])
    try:
        cited(made[0], record.get("cites"))
        _play(course, case, record)
    except Failed as error:
        return failed(f"{error}\n{course.story()}", error.node.place.line, error.node.place.column)
    except Fault as error:
        return failed(f"a rule failed: {error}\n{course.story()}")
    return CaseResult(case.id, case.file, case.line, case.cites, True)


def _play(course: Course, case: Case, record: Mapping[str, Node]) -> None:
    """Plays a case; raises Failed where it does not hold, or where it checks nothing."""
    course.given(record.get("given"))
    steps = record["when"].value if "when" in record else ()
    for node in steps if isinstance(steps, tuple) else ():
        take_step(course, node)
    for node in texts(record["then"]) if "then" in record else ():
        course.check(node)
    if course.dice:
        raise Failed(case.node, f"dice were given that nobody rolled: {course.dice}")
    if not course.checked:
        raise Failed(case.node, "the case checks nothing: it needs `then`, `check`, `refuse`, `legal` or `said`")


def cited(built: Built, cites: Node | None) -> None:
    """Raises Failed where a case cites what no rulebook of its ruleset and overlays says."""
    known = built.sections.get("statements", {})
    for each in texts(cites) if cites is not None else ():
        if str(each.value) not in known:
            raise unknown(each, "statement", str(each.value), known)
