"""House rules that are no empty words: each has a statement, cites it, and a case that fails without it.

`python -m tests.honesty.house_rules` asks this of all of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from interpreter.analysis.cases import Case, CaseResult, cases_in, run_case, with_overlays
from interpreter.analysis.collections import home_of, read_heads, with_needs, workshop_of
from interpreter.analysis.coverage import citations
from interpreter.source.documents import Layer
from interpreter.source.layers import default_roots, resolve
from interpreter.source.places import HOUSE_RULES, collection, overlays_in
from interpreter.source.tree import Node, texts


class Shelf:
    """The house rules of a folder, and their cases."""

    def __init__(self, folder: Path | None = None) -> None:
        found = folder or collection(HOUSE_RULES, default_roots())
        assert found is not None, "there are no house rules"
        self.homes = {name: str(home) for name, home in overlays_in(found).items()}
        self.heads, self.problems = read_heads(found)
        self.along = {name: with_needs(name, self.heads) for name in self.heads}
        self.cases, more = cases_in(sorted(found.glob("**/cases/*.yaml")))
        self.problems += more

    def idle(self, name: str) -> Iterator[str]:
        """What is missing to a house rule, in words."""
        layer = self.heads[name]
        own = stated(layer)
        statements = own or {each for other in layer.ids("needs") if other in self.heads for each in stated(self.heads[other])}
        if not statements:
            yield f"{name} has no statement"
        for statement in sorted(own - cited_by(layer, self.homes)):
            yield f"{name}: nothing cites {statement}"
        mine = [case for case in self.cases if name in with_overlays(case)]
        if not statements & {s for case in mine for s in case.cites}:
            yield f"{name} has no case that cites it"
        passed = [case for case in mine if self.run(case).passed]
        if len(passed) < len(mine):
            yield f"{name}: a case fails"
        if not any(not self.run(without(case, name), home_of(case, self.heads)).passed for case in passed):
            yield f"{name}: no case fails without it"

    def run(self, case: Case, home: str = "") -> CaseResult:
        """How a case goes on a ruleset: on its own, if none is named."""
        workshop = workshop_of(home or home_of(case, self.heads), self.homes, self.along)
        assert workshop is not None, case.id
        return run_case(workshop, case)


def stated(layer: Layer) -> set[str]:
    """The statements that an overlay makes; a further layer of rules has those of the overlays that it needs."""
    return {path[1] for path in layer.definitions if path[0] == "statements"}


def cited_by(layer: Layer, homes: Mapping[str, str]) -> set[str]:
    """The statements that something cites in an overlay on the first ruleset that it is for."""
    resolved, _ = resolve(layer.ids("for")[0], [*(homes.get(each, each) for each in layer.ids("needs")), layer.home])
    return {each for _, cites in citations(resolved) for each in cites} if resolved is not None else set()


def without(case: Case, name: str) -> Case:
    """The case on the same ruleset, but without one of its overlays; what it cites may be gone with that."""
    assert isinstance(case.node.value, dict)
    kept = tuple(each for each in texts(case.node.value["with"]) if each.value != name)
    fields = {name: node for name, node in case.node.value.items() if name != "cites"} | {"with": Node(kept, case.node.value["with"].place)}
    return replace(case, node=replace(case.node, value=fields))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="Ids of house rules; all, if none is named.")
    shelf = Shelf()
    wrong = 0
    for name in parser.parse_args().names or shelf.heads:
        for line in shelf.idle(name):
            print(line)
            wrong += 1
    print(f"{len(shelf.heads)} house rules, {len(shelf.cases)} cases, {wrong} found wanting")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
