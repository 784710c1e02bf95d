"""What is offered to be typed."""

from __future__ import annotations

import pytest

from interpreter.language.registry import FUNCTIONS, KEYWORDS
from interpreter.source.keys import BY_NAME
from tests.editor.ponds import Ponds


@pytest.mark.parametrize(
    ("text", "wanted", "unwanted"),
    [
        ("¦", {"rules", "unit_types", "changes", "extends"}, {"for", "needs"}),
        ("rules:\n  x:\n    ¦", {"forbid", "when", "because", "cites"}, {"choose"}),
        ("rules:\n  x: {fo¦}", {"forbid"}, {"when"}),
        ("unit_types:\n  newt: {¦}", {"price", "jump", "is", "title"}, {"yield"}),
        ("actions:\n  x:\n    choose:\n      who: {¦}", {"from", "reached_by"}, {"says"}),
        ("engagements:\n  x:\n    round:\n      fire: {¦}", {"volley", "dice"}, {"sides_of"}),
        ("rules:\n  x: {forbid: ¦}", {"buy", "hop", "step", "growth_of"}, {"frog"}),
        ("rules:\n  x: {on: ¦}", {"jumped", "won"}, {"hop"}),
        ("rules:\n  x: {cites: [P-1, P-¦]}", {"P-1", "P-4"}, {"hop"}),
        ("unit_types:\n  newt: {is: [¦]}", {"deep"}, {"frog"}),
        ("spaces:\n  pool: {controller: ¦}", {"green", "blue"}, {"frog"}),
        ("phases:\n  x: {actions: [buy, h¦]}", {"hop"}, {"buy"}),
        ("sequences:\n  x: [¦]", {"collect", "garden", "turn"}, {"hop"}),
        ("start: ¦", {"play_game"}, {"hop"}),
        ("extends: [str¦]", {"strategic"}, {"spring-1942"}),
        ("attributes:\n  ¦", {"power", "space", "game"}, {"frog"}),
        ("attributes:\n  space:\n    x: {type: ¦}", {"number", "power", "weather"}, {"frog"}),
        ("define:\n  x: {of: {p: ¦}}", {"power", "space"}, {"green"}),
        ("attributes:\n  space:\n    x: {fixed: ¦}", {"true", "false"}, {"green"}),
        ("define:\n  x: {of: {p: power}, is: ¦}", {"growth_of", "mill", "green", "seeds", "where", "floor", "wet"}, {"P-1", "tired_frogs"}),
        ("define:\n  x: green's ¦", {"seeds", "growth_of"}, {"mill", "where"}),
        ("define:\n  x: u in units where its ¦", {"tired", "price"}, {"mill"}),
        ("procedures:\n  x:\n    do: |\n      announce ¦", {"grown", "won"}, {"hop", "green"}),
        ("procedures:\n  x:\n    do: |\n      offer buy, ¦", {"hop"}, {"green"}),
        ("procedures:\n  x:\n    do: |\n      let ponds_held = 3\n      pla¦", {"play_game"}, {"won"}),
        ("scenarios:\n  x: {units: {¦}}", {"mill", "weir", "none"}, {"green"}),
        ("scenarios:\n  x: {units: {mill: {¦}}}", {"green", "none"}, {"frog"}),
        ("scenarios:\n  x: {units: {mill: {green: {¦}}}}", {"frog", "toad"}, {"green"}),
        ("scenarios:\n  x: {units: {mill: {green: {frog: {¦}}}}}", {"count", "aboard", "tired"}, {"price"}),
        ("scenarios:\n  x: {set: {¦}}", {"game", "powers", "spaces"}, {"green"}),
        ("scenarios:\n  x: {set: {powers: {¦}}}", {"green"}, {"mill"}),
        ("scenarios:\n  x: {set: {powers: {green: {¦}}}}", {"seeds"}, {"tired"}),
        ("borders:\n  x: {pairs: {mill: [¦]}}", {"lake"}, {"green"}),
        ("changes:\n  - {¦}", {"set", "add", "remove", "to"}, {"forbid"}),
        ("changes:\n  - {set: ¦}", {"unit_types", "rules"}, {"frog"}),
        ("changes:\n  - {set: unit_types.¦}", {"frog", "toad"}, {"mill"}),
        ("changes:\n  - {set: unit_types.frog.¦}", {"price", "jump", "title"}, {"mill"}),
    ],
)
def test_offers(game: Ponds, text: str, wanted: set[str], unwanted: set[str]) -> None:
    labels = set(game.labels(text))
    assert wanted <= labels and not unwanted & labels


def test_a_case_file_has_keys_of_its_own(game: Ponds) -> None:
    file = game.folder / "cases" / "new.yaml"
    assert {"given", "when", "then", "cites"} <= set(game.labels("a_case:\n  ¦", file))
    assert {"play_game", "garden"} <= set(game.labels("a_case:\n  when:\n    - run: ¦", file))
    assert {"usual", "empty"} <= set(game.labels("a_case:\n  when:\n    - start: ¦", file))
    assert {"grown", "won"} <= set(game.labels("a_case:\n  when:\n    - said: [¦]", file))
    assert "tired_frogs" in game.labels("a_case:\n  when:\n    - refuse: {answer: x, by: tir¦}", file)
    assert {"seeds", "growth_of"} <= set(game.labels("a_case:\n  then:\n    - green's ¦", file))
    assert "growth_of" in game.labels("a_case:\n  when:\n    - check: grow¦", file)
    assert {"frog", "toad"} <= set(game.labels("a_case:\n  given: {units: {mill: {green: {¦}}}}", file))


def test_an_overlay_has_keys_of_its_own(game: Ponds) -> None:
    labels = set(game.labels("overlay: x\n¦", game.folder / "overlays" / "x.yaml"))
    assert {"for", "needs", "changes"} <= labels and "extends" not in labels


def test_everything_of_the_registry_is_offered_somewhere(game: Ponds) -> None:
    assert set(BY_NAME) <= set(game.labels("¦"))
    for word in (*KEYWORDS, *FUNCTIONS):
        assert word in game.labels(f"define:\n  x: {word}¦")


def test_what_begins_with_the_letters_comes_first_and_replaces_the_word(game: Ponds) -> None:
    offered = game.complete("define:\n  x: fro¦g and true")
    assert offered.items[0].label.startswith("fro") and offered.columns == (5, 9) and offered.whole
