"""What a word is told to be."""

from __future__ import annotations

import pytest

from tests.editor.ponds import Ponds


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ru¦les:", "What is forbidden, what is an exception"),
        ("unit_ty¦pes:", "The kinds of units."),
        ("chan¦ges:", "Operations on the definitions"),
        ("rules:\n  x:\n    for¦bid: hop", "**forbid** (one id or several) Actions, steps of movement"),
        ("actions:\n  x:\n    choose:\n      who: {fr¦om: units}", "One element of this set"),
        ("unit_types:\n  newt: {pri¦ce: 4}", "`attributes.unit_type.price`"),
        ("define:\n  x: units whe¦re it is frog", "keeps the elements"),
        ("define:\n  x: mi¦n(1, 2)", "The lowest of some numbers."),
        ("define:\n  x: growth¦_of(green)", "The seeds of a gardener's ponds, and the bonus."),
        ("define:\n  x: growth¦_of(green)", "> P-1: Each turn a gardener gets the seeds"),
        ("define:\n  growth_of: {of: {p: power}, is: ¦p}", "`p`: power"),
        ("define:\n  x: green's see¦ds", "What frogs are bought with."),
        ("define:\n  x: units where its pla¦ce is mill", "`place`: attribute that every unit has, space"),
        ("define:\n  x: count pow¦ers", "`powers`: all things of the sort `power`."),
        ("define:\n  x: weather is dr¦y", "`enumerations.weather`"),
        ("define:\n  x: mill is dee¦p", "A pond that is deep."),
        ("rules:\n  x: {forbid: ste¦p}", "A step of a unit from a space"),
        ("rules:\n  x: {forbid: ho¦p}", "> P-3: A frog jumps"),
        ("rules:\n  x: {cites: [P-¦3]}", "Jumping: A frog jumps to a neighbouring pond once a turn."),
        ("rules:\n  x: {cites: [P-¦3]}", "Cited by `actions.hop`, `rules.tired_frogs`."),
        ("attributes:\n  space:\n    deepness: {type: numb¦er}", "Whole numbers"),
        ("unit_types:\n  fr¦og: {}", "**Frog** · `unit_types.frog`"),
        ("scenarios:\n  x: {units: {mill: {green: {fr¦og: 1}}}}", "`unit_types.frog`"),
        ("scenarios:\n  x: {set: {powers: {gre¦en: {seeds: 1}}}}", "`powers.green`"),
        ("scenarios:\n  x: {set: {powers: {green: {see¦ds: 1}}}}", "What frogs are bought with."),
        ("borders:\n  x: {pairs: {mill: [la¦ke]}}", "**Long Lake**"),
    ],
)
def test_words(game: Ponds, text: str, told: str) -> None:
    assert told in game.hover(text)


def test_values_and_where_they_were_set(game: Ponds) -> None:
    overlay = game.folder / "overlays" / "dear-frogs.yaml"
    assert game.check(overlay) == ()
    told = game.hover("overlay: dear-frogs\nfor: [ponds]\nchanges:\n  - {set: unit_types.fr¦og.price, to: 3}\n", overlay)
    assert "price: `3` — dear-frogs, set: " in told and "overlays/dear-frogs.yaml:5" in told and "jump: 1 (not given)" in told
    assert told.count("Frog") == 1


def test_nothing_is_told_of_what_is_not_known(game: Ponds) -> None:
    assert game.hover("define:\n  x: qu¦ux") == ""
    assert game.hover("define:\n  x: 1 ¦ + 2") == ""
    assert game.hover("no_such_section:\n  x¦: 1") == ""


def test_a_name_of_the_definition_comes_before_words_of_the_ruleset(game: Ponds) -> None:
    game.check()
    assert game.hover("actions:\n  buy:\n    do: remove ki¦nd") == "`kind`: what is chosen"
