"""How the fields of a definition are read: lists, records, truths, and the order of a rule."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.rules.declare import get
from interpreter.source.tree import Node, texts


def listed(node: Node, key: str) -> tuple[Node, ...]:
    """What a field lists; nothing where it is left out."""
    field = get(node, key)
    return texts(field) if field is not None else ()


def words_of(node: Node, key: str) -> set[str]:
    """The ids that a field lists, whether they exist or not."""
    return {str(item.value) for item in listed(node, key)}


def records_of(node: Node, key: str) -> Iterable[tuple[str, Node]]:
    """The ids of a mapping with what stands under them; nothing where the field is left out or is no mapping."""
    field = get(node, key)
    return field.value.items() if field is not None and isinstance(field.value, dict) else ()


def is_on(node: Node, key: str) -> bool:
    """Whether a field stands and is true."""
    field = get(node, key)
    return field is not None and field.value is True


def word_of(node: Node | None, key: str, other: str = "") -> str:
    """A field as a word; `other` where it, or the whole record, is left out."""
    field = get(node, key) if node is not None else None
    return str(field.value) if field is not None else other


def rank_of(node: Node) -> int:
    """The `order` of a rule, 0 where it has none."""
    order = get(node, "order")
    return order.value if order is not None and isinstance(order.value, int) else 0
