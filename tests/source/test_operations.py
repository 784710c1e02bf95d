"""What each operation does to the definitions below, and what it refuses."""

from __future__ import annotations

import pytest

from interpreter.source import Diagnostic, parse_yaml, plain
from interpreter.source.changes import read_changes
from interpreter.source.definitions import Definition, Definitions, Origin
from interpreter.source.operations import apply
from interpreter.source.tree import Plain

BASE = """
rules:
  first: {when: x, forbid: [a, b], cites: R-1, steps: {one: 1, two: 2}}
  second: {order: 3, deep: [{x: 1}, {x: 2}]}
define: {rich: funds > 3}
phases: {p: {by: x}, q: {by: y}}
"""


def definitions() -> Definitions:
    root, _ = parse_yaml(BASE, "base.yaml")
    result = Definitions()
    assert root is not None and isinstance(root.value, dict)
    for section, node in root.value.items():
        assert isinstance(node.value, dict)
        for name, each in node.value.items():
            result.put((section, name), Definition(each, node.keys[name]))
            result.note((section, name), "", Origin("base", node.keys[name], "defined"))
    attribute, _ = parse_yaml("{type: number}", "base.yaml")
    assert attribute is not None
    result.put(("attributes", "unit", "hits"), Definition(attribute, attribute.place))
    return result


def changed(*changes: str) -> tuple[Definitions, list[Diagnostic]]:
    root, _ = parse_yaml("".join(f"- {each}\n" for each in changes), "top.yaml")
    assert root is not None
    found: list[Diagnostic] = []
    result = definitions()
    for change in read_changes(root, found):
        found.extend(apply(result, change, "top"))
    return result, found


def value(result: Definitions, path: str) -> Plain:
    definition = result.get(tuple(path.split(".")))
    return None if definition is None else plain(definition.node)


FIRST = {"when": "x", "forbid": ["a", "b"], "cites": "R-1", "steps": {"one": 1, "two": 2}}


@pytest.mark.parametrize(
    ("change", "path", "after"),
    [
        ("{set: rules.first.when, to: y, expects: x}", "rules.first", FIRST | {"when": "y"}),
        ("{set: 'rules.second.deep[1].x', to: 5}", "rules.second", {"order": 3, "deep": [{"x": 1}, {"x": 5}]}),
        ("{set: rules.first.forbid.b, to: c}", "rules.first", FIRST | {"forbid": ["a", "c"]}),
        ("{set: define.rich, to: funds > 4}", "define.rich", "funds > 4"),
        ("{set: define.rich.is, to: funds > 4}", "define.rich", {"is": "funds > 4"}),
        ("{set: attributes.unit.hits.type, to: truth}", "attributes.unit.hits", {"type": "truth"}),
        ("{add: rules.first.forbid, value: c}", "rules.first", FIRST | {"forbid": ["a", "b", "c"]}),
        ("{add: rules.first.forbid, value: [c, d]}", "rules.first", FIRST | {"forbid": ["a", "b", "c", "d"]}),
        ("{add: rules.first.cites, value: R-2}", "rules.first", FIRST | {"cites": ["R-1", "R-2"]}),
        ("{add: rules.first.because, value: no}", "rules.first", FIRST | {"because": "no"}),
        ("{add: rules.first.steps, value: {six: 6}}", "rules.first", FIRST | {"steps": {"one": 1, "two": 2, "six": 6}}),
        ("{add: rules.third, value: {do: x}}", "rules.third", {"do": "x"}),
        ("{add: rules, value: {third: {do: x}}}", "rules.third", {"do": "x"}),
        ("{add: tags.new, value: words}", "tags.new", "words"),
        ("{add: attributes.unit, value: {x: {type: text}}}", "attributes.unit.x", {"type": "text"}),
        ("{remove: rules.second, expects: {order: 3, deep: [{x: 1}, {x: 2}]}}", "rules.second", None),
        ("{remove: rules.second.deep}", "rules.second", {"order": 3}),
        ("{remove: rules.first.forbid.a}", "rules.first", FIRST | {"forbid": ["b"]}),
        ("{remove: 'rules.first.forbid[1]'}", "rules.first", FIRST | {"forbid": ["a"]}),
        ("{replace: rules.second, with: {do: x}}", "rules.second", {"do": "x"}),
        ("{rename: rules.second, to: other}", "rules.other", {"order": 3, "deep": [{"x": 1}, {"x": 2}]}),
        ("{insert: rules.first.forbid, value: c, before: b}", "rules.first", FIRST | {"forbid": ["a", "c", "b"]}),
        ("{insert: rules.first.forbid, value: c, behind: '[1]'}", "rules.first", FIRST | {"forbid": ["a", "b", "c"]}),
        ("{insert: rules.first.steps, value: 9, before: two, id: nine}", "rules.first", FIRST | {"steps": {"one": 1, "nine": 9, "two": 2}}),
    ],
)
def test_operations(change: str, path: str, after: Plain) -> None:
    result, found = changed(change)
    assert found == [] and value(result, path) == after
    assert list(value(result, path) or ()) == list(after or ())  # type: ignore[arg-type]


def test_order_in_a_section() -> None:
    result, found = changed("{insert: phases, value: {by: z}, behind: p, id: r}", "{rename: phases.p, to: o}")
    assert found == [] and list(result.groups[("phases",)]) == ["o", "r", "q"]


@pytest.mark.parametrize(
    ("change", "code", "hint"),
    [
        ("{set: rules.first.whenn, to: y}", "path-not-there", "did you mean `when`?; use `add` for a field that does not stand yet"),
        ("{set: rules.frist.when, to: y}", "path-not-there", "did you mean `first`?"),
        ("{set: rulse.first.when, to: y}", "path-not-there", "did you mean `rules`?"),
        ("{set: attributes.unti.hits, to: y}", "path-not-there", "did you mean `unit`?"),
        ("{set: rules.first.stepz.one, to: y}", "path-not-there", "did you mean `steps`?"),
        ("{set: 'rules.first.forbid[7]', to: y}", "path-not-there", "use `add` for a field that does not stand yet"),
        ("{set: rules.first.when.x, to: y}", "path-not-there", "use `add` for a field that does not stand yet"),
        ("{set: rules, to: y}", "bad-path", ""),
        ("{set: 'rules[1]', to: y}", "bad-path", ""),
        ("{set: rules.first.when, to: y, expects: z}", "other-value", "check that the change still means what it meant"),
        ("{remove: rules.third}", "path-not-there", ""),
        ("{remove: rules.first.forbid.c}", "path-not-there", ""),
        ("{remove: rules.first.when, expects: z}", "other-value", "check that the change still means what it meant"),
        ("{replace: rules.first.when, with: z}", "bad-path", "use `set` for a field"),
        ("{replace: rules.third, with: z}", "path-not-there", ""),
        ("{rename: rules.first.when, to: z}", "bad-path", "only definitions have ids"),
        ("{rename: rules.first, to: second}", "already-defined", "change it, or take another id"),
        ("{rename: rules.first, to: a.b}", "bad-id", "ids hold letters, digits, `_` and `-`"),
        ("{add: rules.first, value: {when: y}}", "already-defined", "use `set`"),
        ("{add: rules, value: {first: {}}}", "already-defined", "change it, or take another id"),
        ("{add: rules.first.forbid, value: a}", "already-defined", ""),
        ("{add: rules.first.steps, value: a}", "bad-change", ""),
        ("{add: rules.second.order, value: 1}", "bad-path", "use `set`"),
        ("{add: rules.first.forbid.c, value: 1}", "path-not-there", ""),
        ("{add: rules, value: x}", "bad-change", ""),
        ("{add: attributes, value: {unit: {}}}", "bad-path", ""),
        ("{insert: rules.first.forbid, value: c, before: x}", "path-not-there", ""),
        ("{insert: rules.first.when, value: c, before: x}", "bad-path", ""),
        ("{insert: rules.first.steps, value: c, before: one}", "bad-change", ""),
        ("{insert: rules.first.steps, value: c, before: one, id: two}", "already-defined", ""),
        ("{insert: phases, value: c, before: x, id: z}", "path-not-there", ""),
        ("{insert: phasez, value: c, before: x, id: z}", "path-not-there", "did you mean `phases`?"),
    ],
)
def test_refusals_change_nothing(change: str, code: str, hint: str) -> None:
    result, found = changed(change)
    assert [each.code for each in found] == [code]
    assert hint in found[0].hint and result == definitions()


def test_an_unexpected_value_says_where_it_was_set() -> None:
    _, found = changed("{set: rules.first.when, to: y}", "{set: rules.first.when, to: z, expects: x}")
    assert found[0].message == "`rules.first.when` is `y`, and this change expects `x`"
    assert [(str(place), words) for place, words in found[0].related] == [("top.yaml:1:31", "it was set here by `top`")]


@pytest.mark.parametrize(
    ("before", "change", "words"),
    [
        ("{remove: rules.first.when}", "{set: rules.first.when, to: z}", "removed by `top`"),
        ("{remove: rules.first.steps}", "{set: rules.first.steps.one, to: 3}", "removed by `top`"),
        ("{set: rules.first.steps, to: {two: 2}}", "{remove: rules.first.steps.one}", "set by `top`"),
        ("{replace: rules.first, with: {when: y}}", "{remove: rules.first.steps}", "replaced by `top`"),
        ("{remove: rules.second}", "{set: rules.second.order, to: 4}", "removed by `top`"),
        ("{rename: rules.second, to: last}", "{set: rules.second.order, to: 4}", "renamed from second by `top`"),
    ],
)
def test_a_path_that_another_change_took_away_says_which(before: str, change: str, words: str) -> None:
    _, found = changed(before, change)
    assert [each.code for each in found] == ["path-not-there"]
    assert [(place.line, told) for place, told in found[0].related] == [(1, words)]


def test_origins_tell_who_did_what() -> None:
    result, found = changed(
        "{set: rules.first.when, to: y}", "{set: rules.first.when, to: z}", "{rename: rules.first, to: new}", "{remove: rules.second}"
    )
    told = {path: [(each.layer, each.action) for each in chain] for path, chain in result.origins().items() if path.startswith("rules")}
    assert found == [] and told == {
        "rules.new": [("base", "defined"), ("top", "renamed from first")],
        "rules.new.when": [("top", "set"), ("top", "set")],
        "rules.second": [("base", "defined"), ("top", "removed")],
    }


def test_replacing_forgets_what_was_set_below() -> None:
    result, _ = changed("{set: rules.first.when, to: y}", "{replace: rules.first, with: {do: x}}")
    assert "rules.first.when" not in result.origins()
    assert result.last(("rules", "first"), ".when") == result.last(("rules", "first"))
