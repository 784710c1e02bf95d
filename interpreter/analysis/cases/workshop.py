"""The rulesets that cases are played with, each built once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.analysis.evaluate import Evaluator
from interpreter.rules.build import Built, build
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.layers import Resolved


@dataclass
class Workshop:
    """Rulesets built for cases: one per combination of overlays and options, made from one resolved base with its `below`.

    `overlays` are the homes of overlays that cases name by id, besides those that the ruleset knows; `options` are chosen
    where a case does not choose; `along` are the overlays that each overlay needs, itself behind them.
    """

    resolved: Resolved
    below: tuple[str, ...] = ()
    overlays: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    along: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    made: dict[Any, tuple[Built, Ruleset, Evaluator]] = field(default_factory=dict)

    def rules(self, overlays: tuple[str, ...], options: dict[str, Any]) -> tuple[Built, Ruleset, Evaluator] | tuple[Diagnostic, ...]:
        options = {**self.options, **options}
        key = (overlays, tuple(sorted((k, str(v)) for k, v in options.items())))
        if key not in self.made:
            if overlays:
                home = self.resolved.homes[len([h for h in self.resolved.homes if h.is_dir()]) - 1]
                used = dict.fromkeys(one for each in overlays for one in self.along.get(each, (each,)))
                built, found = build(home, (*self.below, *(self.overlays.get(each, each) for each in used)), options)
            else:
                built, found = build(self.resolved.id, (), options, self.resolved)
            if built is None:
                return found
            code = compile(built.program.functions, f"<{built.program.id}>", "exec")
            rules = Ruleset(built.program, code, (self.resolved.id, overlays, options))
            self.made[key] = (built, rules, Evaluator(built, rules))
        return self.made[key]
