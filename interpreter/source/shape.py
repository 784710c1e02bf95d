"""Checks the YAML shape of definitions against the declared keys; rule language is checked elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from interpreter.source.definitions import NESTED
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Place, error
from interpreter.source.keys import BY_NAME, CASE, COMMON, IS_TAGS, LOOK, Field, Section
from interpreter.source.nearest import did_you_mean, key_hint
from interpreter.source.tree import Node, describe, word

Sections = Mapping[str, Mapping[str, Node]]


def normalise(sections: Sections) -> tuple[dict[str, dict[str, Node]], Diagnostics]:
    """The sections with every definition as a mapping (short forms written out), and all that is wrong with their shape.

    Definitions that are no mapping and have no short form are left out. `attributes` stays sort → mapping of definitions.
    """
    found: list[Diagnostic] = []
    result: dict[str, dict[str, Node]] = {}
    for name, entries in sections.items():
        section, extra = section_of(name, sections)
        if section is None:
            continue
        if name == NESTED:
            result[name] = {sort: _nested(section, sort, node, found) for sort, node in entries.items()}
        else:
            result[name] = _entries(section, entries, extra, found)
    return result, tuple(found)


def section_of(name: str, sections: Sections) -> tuple[Section | None, tuple[str, ...]]:
    """The section of this name, and the attributes that its definitions may give.

    A name is a section of the declaration, or the plural of a sort that the ruleset declares; else None.
    """
    section = BY_NAME.get(name)
    if section is not None:
        return section, attributes_of(section.sort, sections) if section.open else ()
    sort = sorts_by_plural(sections).get(name)
    if sort is None:
        return None, ()
    declared = Section(name, "Things of a sort that the ruleset declares.", (*LOOK, IS_TAGS, *COMMON), open=True, sort=sort)
    return declared, attributes_of(sort, sections)


def sorts_by_plural(sections: Sections) -> dict[str, str]:
    """The sorts that are declared in these sections, by their plural."""
    found: dict[str, str] = {}
    for sort, node in sections.get("sorts", {}).items():
        plural = node.value.get("plural") if isinstance(node.value, dict) else None
        if plural is not None and isinstance(plural.value, str):
            found.setdefault(plural.value, sort)
    return found


def attributes_of(sort: str, sections: Sections) -> tuple[str, ...]:
    """The ids of the attributes that are declared for a sort."""
    node = sections.get(NESTED, {}).get(sort)
    return tuple(node.value) if node is not None and isinstance(node.value, dict) else ()


def expand(section: Section, node: Node) -> Node:
    """A definition as a mapping: a plain value or list stands for the section's short field."""
    if isinstance(node.value, dict) or not section.short or node.value is None:
        return node
    return Node({section.short: node}, node.place, {section.short: node.place})


def cases(root: Node) -> tuple[dict[str, Node], Diagnostics]:
    """The cases of a case file (case id → case), and what is wrong with their shape."""
    if root.value is None:
        return {}, ()
    if not isinstance(root.value, dict):
        return {}, (error("wrong-shape", root.place, "a case file must be a mapping of ids to cases"),)
    if root.value.keys() & {"overlay", "ruleset"} and not any(
        isinstance(each.value, dict) and "given" in each.value for each in root.value.values()
    ):
        return {}, (
            error(
                "wrong-shape", root.place, "this is no file of cases, but an overlay or a ruleset", "an overlay is laid on with `--with`"
            ),
        )
    found: list[Diagnostic] = []
    section = Section("cases", "Cases.", CASE)
    return _entries(section, root.value, (), found), tuple(found)


def _nested(section: Section, sort: str, node: Node, found: list[Diagnostic]) -> Node:
    if not isinstance(node.value, dict):
        found.append(error("wrong-shape", node.place, f"the attributes of `{sort}` must be a mapping of ids to definitions"))
        return Node({}, node.place)
    return replace(node, value=_entries(section, node.value, (), found))


def _entries(section: Section, entries: Mapping[str, Node], extra: Sequence[str], found: list[Diagnostic]) -> dict[str, Node]:
    result: dict[str, Node] = {}
    for name, written in entries.items():
        node = expand(section, written)
        if node.value is None and not any(each.required for each in section.fields):
            node = Node({}, node.place)
        if isinstance(node.value, dict):
            result[name], problems = check_fields(node, section.fields, f"`{name}`", extra)
            found.extend(problems)
        else:
            found.append(
                error("wrong-shape", node.place, f"`{name}` must be a mapping of fields, not {describe(node)}", _field_list(section.fields))
            )
    return result


def check_fields(node: Node, fields: Sequence[Field], owner: str, extra: Sequence[str] = ()) -> tuple[Node, Diagnostics]:
    """A mapping against its fields: unknown, missing and misshapen ones; `extra` names further keys of any shape.

    In the node that comes back numbers that stand for texts are texts.
    """
    if not isinstance(node.value, dict):
        return node, (error("wrong-shape", node.place, f"{owner} must be a mapping of fields, not {describe(node)}", _field_list(fields)),)
    by_name = {each.name: each for each in fields}
    found: list[Diagnostic] = []
    values: dict[str, Node] = {}
    for key, value in node.value.items():
        values[key] = value
        if key in by_name:
            values[key], problems = check_field(by_name[key], value, owner, node.key_place(key))
            found.extend(problems)
        elif key not in extra:
            hint = key_hint(key, value.value is None, (*by_name, *extra)) or _field_list(fields)
            found.append(error("unknown-key", node.key_place(key), f"{owner} has no field `{key}`", hint))
    for each in fields:
        if each.required and each.name not in node.value:
            found.append(error("missing-field", node.place, f"{owner} has no `{each.name}`", f"`{each.name}`: {each.text}"))
    return replace(node, value=values), tuple(found)


def check_field(field: Field, node: Node, owner: str, key: Place | None = None) -> tuple[Node, Diagnostics]:
    """A value against the kind of its field; numbers that stand for texts come back as texts. `key` is where the key stands."""
    if field.kind in ("record", "records"):
        return _check_nested(field, node, owner)
    wanted = KINDS[field.kind]
    if not wanted[1](node):
        place = node.place if node.value is not None or key is None else key
        return node, (error("wrong-shape", place, f"`{field.name}` of {owner} must be {wanted[0]}, not {describe(node)}", field.text),)
    if field.choices and node.value not in field.choices:
        hint = did_you_mean(word(node), field.choices) or "one of: " + ", ".join(field.choices)
        return node, (error("unknown-choice", node.place, f"`{field.name}` of {owner} can't be {describe(node)}", hint),)
    return (replace(node, value=node.raw) if field.kind in TEXTUAL and not isinstance(node.value, str) else node), ()


def _check_nested(field: Field, node: Node, owner: str) -> tuple[Node, Diagnostics]:
    if field.kind == "record":
        return check_fields(node, field.fields, f"`{field.name}` of {owner}")
    if not isinstance(node.value, dict):
        return node, (
            error("wrong-shape", node.place, f"`{field.name}` of {owner} must be a mapping of ids to fields, not {describe(node)}"),
        )
    found: list[Diagnostic] = []
    values: dict[str, Node] = {}
    for name, each in node.value.items():
        values[name], problems = check_fields(each, field.fields, f"`{name}` in `{field.name}` of {owner}")
        found.extend(problems)
    return replace(node, value=values), tuple(found)


def _field_list(fields: Iterable[Field]) -> str:
    return "its fields are: " + ", ".join(each.name for each in fields)


def _is_text(node: Node) -> bool:
    return isinstance(node.value, str) and bool(node.value.strip())


def _is_written(node: Node) -> bool:
    return _is_text(node) or (isinstance(node.value, int) and bool(node.raw))


def _is_texts(node: Node) -> bool:
    return all(map(_is_text, node.value)) if isinstance(node.value, tuple) else _is_text(node)


def _is_words(node: Node) -> bool:
    return isinstance(node.value, tuple) and all(map(_is_written, node.value))


def _is_steps(node: Node) -> bool:
    return isinstance(node.value, tuple) and all(isinstance(each.value, dict) and len(each.value) == 1 for each in node.value)


def _is_mapping(node: Node) -> bool:
    return isinstance(node.value, dict)


def _maps(test: Callable[[Node], bool]) -> Callable[[Node], bool]:
    return lambda node: isinstance(node.value, dict) and all(map(test, node.value.values()))


def _is_value(node: Node) -> bool:
    return not isinstance(node.value, (dict, tuple)) and node.value is not None


def _is_number(node: Node) -> bool:
    return isinstance(node.value, int) and not isinstance(node.value, bool)


TEXTUAL = frozenset({"text", "expression", "modifier", "effects"})

KINDS: dict[str, tuple[str, Callable[[Node], bool]]] = {
    "text": ("a text", _is_written),
    "id": ("an id", _is_text),
    "ids": ("an id or a list of ids", _is_texts),
    "type": ("a type", _is_text),
    "parameters": ("a mapping of names to types", _maps(_is_text)),
    "expression": ("an expression", _is_written),
    "effects": ("statements (a text behind `|`)", _is_text),
    "modifier": ("a modifier (`name + 1 when …`)", _is_text),
    "number": ("a whole number", _is_number),
    "truth": ("true or false", lambda node: isinstance(node.value, bool)),
    "values": ("a mapping of names to plain values", _maps(_is_value)),
    "tree": ("a mapping", _is_mapping),
    "words": ("a list of words", _is_words),
    "steps": ("a list of steps, one key each", _is_steps),
    "pairs": ("a mapping of names to names", _maps(_is_texts)),
    "any": ("a value", lambda node: node.value is not None),
}
