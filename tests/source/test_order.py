"""Overlays beside each other: order, company, conflicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from interpreter.source import Diagnostic
from interpreter.source.documents import Layer, read_layer
from interpreter.source.order import check_company, check_conflicts, check_files, in_order

Put = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def overlays(put: Put) -> Callable[[Mapping[str, str]], list[Layer]]:
    def read(texts: Mapping[str, str]) -> list[Layer]:
        home, found = put({f"{name}.yaml": text for name, text in texts.items()}), list[Diagnostic]()
        layers = [read_layer(home / f"{name}.yaml", "overlay", found) for name in texts]
        assert found == []
        return [each for each in layers if each is not None]

    return read


Read = Callable[[Mapping[str, str]], list[Layer]]


def test_order_is_as_given_but_after_is_honoured(overlays: Read) -> None:
    found: list[Diagnostic] = []
    ordered = in_order(overlays({"a": "after: c", "b": "", "c": "after: none", "d": "needs: [b]"}), found)
    assert [each.id for each in ordered] == ["b", "c", "a", "d"] and found == []


def test_a_cycle_is_an_error(overlays: Read) -> None:
    found: list[Diagnostic] = []
    assert len(in_order(overlays({"a": "after: b", "b": "after: c", "c": "needs: a"}), found)) == 3
    assert [(each.code, len(each.related)) for each in found] == [("cyclic-order", 3)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("for: [game, other]", []),
        ("for: [base]", []),
        ("for: [other]", ["overlay-not-for"]),
        ("needs: b", []),
        ("needs: [b, nought]", ["missing-overlay"]),
        ("excludes: b", ["excluded-overlay"]),
        ("excludes: nought", []),
    ],
)
def test_company(overlays: Read, text: str, codes: list[str]) -> None:
    found: list[Diagnostic] = []
    check_company(overlays({"a": text, "b": ""}), ["base", "game"], ["a", "b", "nought"], found)
    assert [each.code for each in found] == codes


SET = "changes: [{set: rules.x.when, to: a}]\n"


@pytest.mark.parametrize(
    ("one", "other", "conflicts"),
    [
        (SET, SET, 0),
        (SET, "changes: [{set: rules.x.when, to: b}]", 1),
        (SET, "after: a\nchanges: [{set: rules.x.when, to: b}]", 0),
        (SET, "after: c\nchanges: [{set: rules.x.when, to: b}]", 0),
        (SET, "changes: [{remove: rules.x}]", 1),
        ("changes: [{remove: rules.x}]", SET, 1),
        (SET, "changes: [{rename: rules.x, to: y}]", 1),
        (SET, "changes: [{set: rules.x.do, to: b}]", 0),
        ("rules: {x: {}}", SET, 1),
        ("rules: {x: {}}", "rules: {y: {}}", 0),
        ("changes: [{add: rules.x.on, value: a}]", "changes: [{add: rules.x.on, value: b}]", 0),
        ("changes: [{insert: a.b, value: c, before: d}]", "changes: [{insert: a.b, value: e, behind: d}]", 1),
        ("changes: [{insert: a.b, id: c, value: {}, before: d}]", "changes: [{set: a.b.d.e, to: 1}]", 0),
        ("changes: [{insert: a.b, id: c, value: {}, before: d}]", "changes: [{remove: a.b.d}]", 1),
    ],
)
def test_conflicts(overlays: Read, one: str, other: str, conflicts: int) -> None:
    found: list[Diagnostic] = []
    check_conflicts(in_order(overlays({"a": one, "c": "after: a", "b": other}), found), found)
    assert [each.code for each in found] == ["overlay-conflict"] * conflicts
    assert all(len(each.related) == 1 and each.related[0][0].file != each.file for each in found)


def test_steps_at_one_place_have_another_way(overlays: Read) -> None:
    found: list[Diagnostic] = []
    step = "changes: [{{insert: sequences.day.steps, value: {}, before: work}}]"
    check_conflicts(in_order(overlays({"a": step.format("rest"), "b": step.format("play")}), found), found)
    assert [each.code for each in found] == ["overlay-conflict"] and "`on: begins_work`" in found[0].hint


def test_files_of_one_layer_have_no_order(put: Put) -> None:
    home, found = (
        put({"overlay.yaml": SET, "b.yaml": "changes: [{set: rules.x.when, to: b}, {set: rules.x.when, to: c}]"}),
        list[Diagnostic](),
    )
    layer = read_layer(home, "overlay", found)
    assert layer is not None
    check_files(layer, found)
    assert [each.code for each in found] == ["change-order"]
