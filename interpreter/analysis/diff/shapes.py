"""What stands at a path of a definition, from the declaration of keys: how its value is read and whether its order counts."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from interpreter.rules.build import WORDS_ONLY
from interpreter.source.keys import BY_NAME, Field
from interpreter.source.tree import Node

VALUE = "value"
RULE_TEXT = frozenset(("expression", "modifier", "effects"))
ORDERED = frozenset(("records", "parameters", "words", "steps"))
LIMITS = {"most": 1, "allowance": 1, "number": 1, "least": -1}
"""Fields whose number lets more through the higher it is (1), or less (-1)."""
TRUE_IF_LEFT_OUT = frozenset(("when", "may_hit"))


@dataclass(frozen=True, slots=True)
class Shape:
    """The kind of a value (see `source.keys`), the fields of a record, and the key under which it stands."""

    kind: str
    fields: tuple[Field, ...] = ()
    name: str = ""
    of_type: str = ""
    sequence: bool = False

    def inner(self, key: str, formulas: Set[str]) -> Shape:
        """The shape of what stands under a key; `formulas` are the attributes that are given as expressions."""
        if self.kind == "records":
            return Shape("record", self.fields)
        if self.kind == "group":
            return Shape("record", self.fields, sequence=self.sequence)
        field = next((each for each in self.fields if each.name == key), None)
        if field is not None:
            return Shape(field.kind, field.fields, key, field.of_type, self.sequence)
        return Shape("expression" if key in formulas and self.kind == "record" else VALUE, name=key, sequence=self.sequence)

    @property
    def ordered(self) -> bool:
        """Whether the order of keys or elements says something."""
        return self.kind in ORDERED or (self.sequence and self.kind in ("ids", "tree", VALUE))


def shape_of(section: str) -> Shape:
    """The shape of a definition of a section; that of all attributes of a sort for `attributes`."""
    declared = BY_NAME.get(section)
    fields = declared.fields if declared is not None else ()
    return Shape("group" if section == "attributes" else "record", fields, sequence=declared is not None and declared.ordered)


def is_wording(key: str, node: Node | None, shape: Shape) -> bool:
    """Whether a key holds words for people, which a comparison of rules passes over."""
    return shape.kind == "record" and key in WORDS_ONLY and not (node is not None and isinstance(node.value, dict))
