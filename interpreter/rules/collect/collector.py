"""What all passes share: the declarations, the texts of the ruleset, and the definitions so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.language.ir import Expr, If, Procedure, Span, Statement
from interpreter.language.registry import HOOKS
from interpreter.language.types import ANY, TRUTH, Type
from interpreter.language.vocabulary import Vocabulary
from interpreter.rules.declare import Declared, get
from interpreter.rules.definitions import Definitions, Parameters
from interpreter.rules.texts import Texts
from interpreter.source.diagnostics import register
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

HERE = Span()
STEP: Parameters = HOOKS["step"].provides
"""What is in sight where a step of movement is judged or paid."""
for _code, _sentence in {
    "endless-definition": "A definition that needs itself.",
    "lost-exception": "An `allow` rule that is an exception of nothing.",
    "no-target": "A modifier of something that it cannot change.",
    "unsaid-choice": "A choice that the words of an action leave out.",
    "idle-field": "A field without effect where it stands.",
}.items():
    register(_code, _sentence)


@dataclass(frozen=True, slots=True)
class Collector:
    """Passes read `d` and `texts` and add to `out`; mistakes are added to `d.found`."""

    d: Declared
    texts: Texts
    out: Definitions = field(default_factory=Definitions)

    @property
    def v(self) -> Vocabulary:
        """The vocabulary of the declarations."""
        return self.d.vocabulary

    def procedure(self, name: str, given: Parameters, body: tuple[Statement, ...], cause: str, returns: Type | None = None) -> Procedure:
        """Adds a procedure, and returns it."""
        made = Procedure(name, given, returns, body, cause)
        self.out.procedures[name] = made
        return made

    def names(self, node: Node | None, known: Mapping[str, object], what: str) -> list[str]:
        """The ids that a field lists, those that exist."""
        good = []
        for item in texts(node) if node is not None else ():
            if item.value in known:
                good.append(str(item.value))
            else:
                self.d.bad("unknown-name", item.place, f"There is no {what} `{item.value}`.", did_you_mean(str(item.value), known))
        return good

    def claim(self, name: str, node: Node, *taken: Mapping[str, object]) -> None:
        """A name that the builder makes; nothing else may bear it."""
        if any(name in names for names in taken):
            self.d.bad(
                "name-twice", node.place, f"This is run by the name `{name}`, which stands already.", "Give one of the two another id."
            )

    def guarded(
        self, node: Node, scope: Mapping[str, Type], body: tuple[Statement, ...], inline: Mapping[str, Expr] | None = None
    ) -> tuple[Statement, ...]:
        """Statements that run only while the definition's `when` holds."""
        when = self.texts.expression(get(node, "when"), scope, TRUTH, inline)
        return body if when is None else (If(HERE, when, body, ()),)

    def set_field(self, node: Node, key: str) -> Expr | None:
        """A field that is a set, of things of any sort; None where it is left out, or after a diagnostic."""
        field = get(node, key)
        found = self.texts.expression(field, {}, ANY)
        if found is not None and field is not None and not found.type.is_set:
            self.d.bad("wrong-type", field.place, f"A set is needed here; this is a {found.type}.")
            return None
        return found
