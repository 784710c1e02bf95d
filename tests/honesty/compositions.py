"""Overlays laid on each other at random: the result passes the check, or a conflict names both places.

A composition is some overlays of a ruleset (house rules and its own) beside all that they need, in a random order; in half
of them the order is also declared, each overlay coming `after` the one before. `python -m tests.honesty.compositions
--number 1000` makes many; every misfit is printed with its seed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from interpreter.analysis.setups import setup_diagnostics
from interpreter.rules.build import build
from interpreter.rules.ruleset import Ruleset
from interpreter.source import layers
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.documents import Layer, read_layer
from interpreter.source.places import find_ruleset, overlay_ids
from interpreter.source.tree import Node

RULESETS = ("spring-1942", "global-1940", "miniatures")
MOST = 5


@dataclass(frozen=True)
class Composition:
    """Overlays on a ruleset in an order; `declared` if each says that it comes after the one before."""

    ruleset: str
    overlays: tuple[str, ...]
    declared: bool

    def __str__(self) -> str:
        return f"{self.ruleset} + {' + '.join(self.overlays)}{' (order declared)' if self.declared else ''}"


class Table:
    """The overlays that may lie on each of some rulesets, and where they are."""

    def __init__(self, rulesets: Sequence[str] = RULESETS, roots: Sequence[Path] | None = None) -> None:
        self.roots = tuple(roots or layers.default_roots())
        self.heads: dict[str, dict[str, Layer]] = {}
        for name in rulesets:
            home = find_ruleset(name, self.roots, Path())
            assert home is not None, name
            self.heads[name] = dict(self.fitting(name, home))

    def fitting(self, ruleset: str, home: Path) -> Iterator[tuple[str, Layer]]:
        """The overlays that are for a ruleset."""
        for name, place in overlay_ids(self.roots, [home]).items():
            layer = read_layer(place, "overlay", [])
            assert layer is not None, place
            wanted = layer.ids("for")
            if not wanted or ruleset in wanted:
                yield name, layer

    def compose(self, seed: int) -> Composition:
        """The composition of a seed."""
        draw = random.Random(seed)
        ruleset = draw.choice([name for name, heads in self.heads.items() if len(heads) > 1])
        heads = self.heads[ruleset]
        chosen = dict.fromkeys(draw.sample(sorted(heads), min(len(heads), draw.randint(2, MOST))))
        waiting = list(chosen)
        while waiting:
            needed = [each for each in heads[waiting.pop()].ids("needs") if each in heads and each not in chosen]
            chosen |= dict.fromkeys(needed)
            waiting += needed
        order = list(chosen)
        draw.shuffle(order)
        return Composition(ruleset, tuple(order), draw.random() < 0.5)


@contextmanager
def declared(order: Sequence[str]) -> Iterator[None]:
    """Overlays say that each comes after the one before, unless one of them says the opposite."""

    def read(home: Path, kind: str, found: list[Diagnostic], *given: Any) -> Layer | None:
        layer = read_layer(home, kind, found, *given)  # type: ignore[arg-type]
        if layer is not None and kind == "overlay" and layer.id in order:
            before = order[: order.index(layer.id)]
            layer.meta["after"] = Node(tuple(Node(name, layer.head) for name in before), layer.head)
        return layer

    with patch.object(layers, "read_layer", read):
        yield


def misfit(composition: Composition, table: Table) -> str:
    """What is wrong with the outcome of a composition; `built` or the codes of its conflicts, with a mark before them, if nothing is."""
    order = settled(composition, table) if composition.declared else ()
    with declared(order):
        built, found = build(composition.ruleset, composition.overlays)
        if built is not None and not any(d.severity == "error" for d in found):
            code = compile(built.program.functions, "<composition>", "exec")
            rules = Ruleset(built.program, code, (composition.ruleset, composition.overlays, {}))
            found = (*found, *setup_diagnostics(rules, composition.ruleset, composition.overlays))
    errors = [d for d in found if d.severity == "error"]
    vague = [d for d in errors if not names_both(d)]
    if vague:
        return f"{composition}: {vague[0].file}:{vague[0].line}: {vague[0].code}: {vague[0].message}"
    return ":" + ("+".join(sorted({d.code for d in errors})) or "built")


def settled(composition: Composition, table: Table) -> tuple[str, ...]:
    """The order that is declared: the random one, but what overlays themselves say of it holds."""
    heads = table.heads[composition.ruleset]
    before = {name: {*heads[name].ids("after"), *heads[name].ids("needs")} for name in composition.overlays}
    result: list[str] = []
    while len(result) < len(composition.overlays):
        result.append(next(n for n in composition.overlays if n not in result and not before[n] & {*composition.overlays} - {*result}))
    return tuple(result)


def names_both(d: Diagnostic) -> bool:
    """Whether a message names its own place and one in another file."""
    return any(place.file and place.file != d.file for place, _ in d.related)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="The first seed.")
    parser.add_argument("--ruleset", action="append", help="Only on these rulesets.")
    chosen = parser.parse_args()
    table, began = Table(chosen.ruleset or RULESETS), time.perf_counter()
    outcomes: Counter[str] = Counter()
    for seed in range(chosen.first, chosen.first + chosen.number):
        outcome = misfit(table.compose(seed), table)
        if not outcome.startswith(":"):
            print(f"seed {seed}: {outcome}", flush=True)
        outcomes[outcome[1:] if outcome.startswith(":") else "misfit"] += 1
    print(f"{chosen.number} compositions in {time.perf_counter() - began:.0f} s: {dict(outcomes)}")
    return 1 if outcomes["misfit"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
