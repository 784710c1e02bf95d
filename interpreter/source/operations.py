"""Carries changes out: each operation on the definitions of the layers below, or an error that says why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.source.changes import Change, Step, path_text
from interpreter.source.definitions import Definition, Definitions, Origin, Words, group_length
from interpreter.source.diagnostics import Diagnostics, Place
from interpreter.source.spots import Refused, Spot, Work, find, missing, missing_definition, names_in, words_of
from interpreter.source.tree import Node, child, describe, same, texts, with_child, with_inserted, without_child, word


def apply(definitions: Definitions, change: Change, layer: str) -> Diagnostics:
    """Carries one change out in place, or leaves everything as it was and says why."""
    work = Work(definitions, change, layer)
    try:
        length = group_length(str(change.path[0].word))
        if any(isinstance(each.word, int) for each in change.path[: length + 1]):
            raise work.refuse("bad-path", change.place, f"`{change.text()}` must begin with a section and an id")
        if len(change.path) <= length:
            _on_group(work)
        else:
            OPERATIONS[change.kind](work)
    except Refused as refused:
        return (refused.found,)
    return ()


def _there(work: Work, hint: str = "") -> tuple[Spot, Node]:
    """The spot and the value there, which must be the one that the change expects."""
    spot = find(work)
    if spot.node is None:
        raise missing(work, work.change.path[-1], path_text(work.change.path[:-1]), names_in(spot.trail[-1][0]), hint)
    _expect(work, spot, spot.node)
    return spot, spot.node


def _expect(work: Work, spot: Spot, node: Node) -> None:
    expected = work.change.fields.get("expects")
    if expected is None or same(expected, node):
        return
    origin = work.definitions.last(spot.path, spot.inner)
    where = f"it was {origin.action} here by `{origin.layer}`" if origin else "it stands here"
    message = f"`{work.change.text()}` is {describe(node)}, and this change expects {describe(expected)}"
    raise work.refuse("other-value", expected.place, message, "check that the change still means what it meant", ((node.place, where),))


def _store(work: Work, spot: Spot, node: Node, action: str, whole: bool = False) -> None:
    """Puts a new value at the spot, rebuilding the containers above it."""
    for container, key in reversed(spot.trail):
        work.definitions.copied += len(container.value) if isinstance(container.value, (dict, tuple)) else 0
        place = work.change.place if isinstance(container.value, dict) and key not in container.value else None
        node = with_child(container, key, node, place)
    work.definitions.put(spot.path, replace(spot.definition, node=node))
    _note(work, spot.path, spot.inner, action, whole)


def _note(work: Work, path: Words, inner: str, action: str, whole: bool = False) -> None:
    work.definitions.note(path, inner, Origin(work.layer, work.change.place, action), whole)


def _set(work: Work) -> None:
    spot, _ = _there(work, "use `add` for a field that does not stand yet")
    _store(work, spot, work.change.fields["to"], "set", whole=True)


def _replace(work: Work) -> None:
    spot, _ = _there(work)
    if spot.trail:
        raise work.refuse("bad-path", work.change.place, f"`{work.change.text()}` is not a whole definition", "use `set` for a field")
    _store(work, spot, work.change.fields["with"], "replaced", whole=True)


def _remove(work: Work) -> None:
    spot, _ = _there(work)
    if not spot.trail:
        work.definitions.drop(spot.path)
        _note(work, spot.path, "", "removed", whole=True)
        return
    container, key = spot.trail.pop()
    work.definitions.copied += len(container.value) if isinstance(container.value, (dict, tuple)) else 0
    inner = spot.inner
    spot.inner = inner[: inner.rindex("[" if isinstance(key, int) else ".")]
    _store(work, spot, without_child(container, key), "removed from")
    if isinstance(key, str):
        _note(work, spot.path, inner, "removed", whole=True)


def _rename(work: Work) -> None:
    spot, _ = _there(work)
    name = work.change.fields["to"]
    if spot.trail:
        raise work.refuse("bad-path", work.change.place, f"`{work.change.text()}` is not a whole definition", "only definitions have ids")
    new = (*spot.path[:-1], word(name))
    _check_new_id(work, new, name.place)
    work.definitions.rename(spot.path, new[-1], name.place)
    _note(work, new, "", f"renamed from {spot.path[-1]}")


def _check_new_id(work: Work, path: Words, place: Place) -> None:
    if not path[-1] or any(sign in path[-1] for sign in ".[] \n"):
        raise work.refuse("bad-id", place, f"`{path[-1]}` can't be an id", "ids hold letters, digits, `_` and `-`")
    old = work.definitions.get(path)
    if old is not None:
        raise work.refuse(
            "already-defined", place, f"`{'.'.join(path)}` stands already", "change it, or take another id", ((old.key, "it stands here"),)
        )


def _add(work: Work) -> None:
    length = group_length(str(work.change.path[0].word)) + 1
    path = words_of(work.change.path[:length])
    if len(work.change.path) == length and work.definitions.get(path) is None:
        _define(work, path, work.change.fields["value"], work.change.path[-1].place)
        return
    spot = find(work)
    if spot.node is not None:
        _expect(work, spot, spot.node)
        _store(work, spot, _added(work, spot.node), "added to")
        return
    container, key = spot.trail[-1]
    if not isinstance(container.value, dict) or isinstance(key, int):
        raise missing(work, work.change.path[-1], path_text(work.change.path[:-1]), names_in(container))
    _store(work, spot, work.change.fields["value"], "added")


def _define(work: Work, path: Words, node: Node, place: Place) -> None:
    _check_new_id(work, path, place)
    work.definitions.put(path, Definition(node, place))
    _note(work, path, "", "added")


def _added(work: Work, node: Node) -> Node:
    """A value with the change's value added: elements to a list (or a name that stands alone), fields to a mapping."""
    value = work.change.fields["value"]
    if isinstance(node.value, dict):
        if not isinstance(value.value, dict):
            raise work.refuse("bad-change", value.place, f"`{work.change.text()}` is a mapping, and {describe(value)} can't be added to it")
        for key in value.value:
            if key in node.value:
                related = ((node.key_place(key), "it stands here"),)
                raise work.refuse(
                    "already-defined", value.key_place(key), f"`{work.change.text()}` has `{key}` already", "use `set`", related
                )
        work.definitions.copied += len(node.value)
        return replace(node, value={**node.value, **value.value}, keys={**node.keys, **value.keys})
    if not isinstance(node.value, (tuple, str)):
        raise work.refuse(
            "bad-path", work.change.place, f"`{work.change.text()}` is {describe(node)}; nothing can be added to it", "use `set`"
        )
    new = texts(value)
    old = {word(each): each for each in texts(node) if word(each)}
    for each in new:
        if word(each) in old:
            related = ((old[word(each)].place, "it stands here"),)
            raise work.refuse("already-defined", each.place, f"`{work.change.text()}` has {describe(each)} already", "", related)
    work.definitions.copied += len(old)
    return Node((*texts(node), *new), node.place)


def _insert(work: Work) -> None:
    spot, node = _there(work)
    if not isinstance(node.value, (dict, tuple)):
        raise work.refuse("bad-path", work.change.place, f"`{work.change.text()}` is {describe(node)}; nothing can be inserted into it")
    names = list(node.value) if isinstance(node.value, dict) else None
    index = _gap(work, node)
    work.definitions.copied += len(node.value)
    if names is None:
        _store(work, spot, with_inserted(node, index, work.change.fields["value"]), "inserted into")
        return
    name = _inserted_id(work)
    if word(name) in names:
        related = ((node.key_place(word(name)), "it stands here"),)
        raise work.refuse("already-defined", name.place, f"`{work.change.text()}` has `{word(name)}` already", "", related)
    _store(work, spot, with_inserted(node, index, work.change.fields["value"], word(name), name.place), "inserted into")


def _inserted_id(work: Work) -> Node:
    name = work.change.fields.get("id")
    if name is None or not word(name):
        raise work.refuse(
            "bad-change", work.change.place, f"`{work.change.text()}` is a mapping: `insert` needs the `id` of what is inserted"
        )
    return name


def _gap(work: Work, node: Node) -> int:
    """The index before which to insert, from `before` or `behind`."""
    fields = work.change.fields
    anchor = fields.get("before") or fields["behind"]
    text = word(anchor)
    if not text and isinstance(anchor.value, tuple) and len(anchor.value) == 1:
        text = f"[{word(anchor.value[0])}]"
    step: str | int = int(text[1:-1]) if text[:1] == "[" and text[-1:] == "]" and text[1:-1].isdecimal() and len(text) < 12 else text
    found = child(node, step)
    if found is None:
        raise missing(work, Step(step, anchor.place), work.change.text(), names_in(node))
    index = found[0] if isinstance(found[0], int) else names_in(node).index(found[0])
    return index if "before" in fields else index + 1


def _on_group(work: Work) -> None:
    """Changes of a whole section: only adding and inserting definitions."""
    change, group = work.change, words_of(work.change.path)
    if len(group) < group_length(group[0]) or change.kind not in ("add", "insert"):
        raise work.refuse("bad-path", change.place, f"`{change.text()}` is not a definition; `{change.kind}` needs `section.id`")
    value = change.fields["value"]
    if change.kind == "add":
        if not isinstance(value.value, dict):
            raise work.refuse(
                "bad-change", value.place, f"`{change.text()}` holds definitions; its `value` must be a mapping of ids to them"
            )
        for name in value.value:
            _check_new_id(work, (*group, name), value.key_place(name))
        for name, each in value.value.items():
            _define(work, (*group, name), each, value.key_place(name))
        return
    entries = work.definitions.groups.get(group)
    if entries is None:
        raise missing_definition(work, (*group, ""))
    index = _gap(work, Node({name: each.node for name, each in entries.items()}, change.place))
    name_node = _inserted_id(work)
    path = (*group, word(name_node))
    _check_new_id(work, path, name_node.place)
    work.definitions.put_at(path, Definition(value, name_node.place), index)
    _note(work, path, "", "inserted")


OPERATIONS: dict[str, Callable[[Work], None]] = {
    "set": _set,
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "rename": _rename,
    "insert": _insert,
}
