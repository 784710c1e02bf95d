"""Case files as they are typed: names and conditions that could not run are told before anybody runs them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.editor.project import Reading
from interpreter.language.types import TRUTH
from interpreter.rules.declare import Declared
from interpreter.rules.setup import read_units, read_values
from interpreter.rules.texts import Texts
from interpreter.source.diagnostics import Diagnostic, Diagnostics, error
from interpreter.source.nearest import did_you_mean
from interpreter.source.shape import cases
from interpreter.source.tree import Node, texts, word

STEPS = ("run", "start", "answer", "refuse", "legal", "asked", "dice", "check", "said", "until", "finish")
CONDITIONS = ("check", "until")


def case_diagnostics(root: Node, reading: Reading | None) -> Diagnostics:
    """What is wrong with the cases of a file: their shape and, where the ruleset is known, what they name and say."""
    found, problems = cases(root)
    result = list(problems)
    for case in found.values():
        if reading is not None and isinstance(case.value, dict) and "with" not in case.value:
            result += _case(reading, case.value)
    return tuple(dict.fromkeys(sorted(result)))


def _case(reading: Reading, case: dict[str, Node]) -> list[Diagnostic]:
    declared = replace(reading.examined.declared, found=[])
    sections = reading.sections
    found = list(_named(case.get("cites"), sections.get("statements", {}), "statement"))
    given = case["given"].value if "given" in case else None
    if isinstance(given, dict):
        for key in ("scenario", "like"):
            found += _named(given.get(key), sections.get("scenarios", {}), "scenario")
        read_values(declared, given.get("set"))
        read_units(declared, given.get("units"))
    for step in case["when"].value if "when" in case and isinstance(case["when"].value, tuple) else ():
        found += _step(declared, sections, step)
    _conditions(declared, case.get("then"))
    return [*found, *declared.found]


def _step(declared: Declared, sections: dict[str, dict[str, Node]], step: Node) -> Iterator[Diagnostic]:
    for key, value in step.value.items() if isinstance(step.value, dict) else ():
        if key not in STEPS:
            yield error("unknown-key", step.key_place(key), f"There is no step `{key}`.", did_you_mean(key, STEPS))
        elif key in CONDITIONS:
            record = value.value if key == "check" and isinstance(value.value, dict) else {"that": value}
            yield from _named(record.get("known_to"), sections.get("powers", {}), "power")
            _conditions(declared, record.get("that"))
        elif key == "start":
            yield from _named(value, sections.get("scenarios", {}), "scenario")
        elif key == "run":
            name = word(value).partition("(")[0].strip()
            if name not in declared.vocabulary.procedures:
                hint = did_you_mean(name, declared.vocabulary.procedures)
                yield error("unknown-name", value.place, f"There is no procedure, phase or engagement `{name}`.", hint)
        elif key == "said":
            yield from _events(declared, value)
        elif key == "refuse":
            for each in value.value if isinstance(value.value, tuple) else (value,):
                by = each.value.get("by") if isinstance(each.value, dict) else None
                yield from _named(by, sections.get("rules", {}), "rule")


def _events(declared: Declared, node: Node) -> Iterator[Diagnostic]:
    known = declared.vocabulary.events
    for each in texts(node):
        name = word(each).partition(" ")[0]
        if name not in known:
            yield error("unknown-name", each.place, f"There is no event `{name}`.", did_you_mean(name, known))


def _named(node: Node | None, known: dict[str, Node], what: str) -> Iterator[Diagnostic]:
    for each in texts(node) if node is not None else ():
        if word(each) not in known:
            yield error("unknown-name", each.place, f"There is no {what} `{word(each)}`.", did_you_mean(word(each), known))


def _conditions(declared: Declared, node: Node | None) -> None:
    """Checks conditions; what is wrong is added to `declared.found`."""
    checked = Texts(declared)
    for each in texts(node) if node is not None else ():
        checked.expression(each, {}, TRUTH)
