"""What follows from the rules of editions, told by each one's own rules, and many editions beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from interpreter import load, odds
from interpreter.analysis.diff import diff
from interpreter.analysis.diff import matrix as m
from interpreter.analysis.diff.consequences import Consequence, consequences
from interpreter.analysis.diff.html import as_html, matrix_as_html
from interpreter.machine.game import start
from tests.language.little import BOARD, PLAY, check, errors

SPRING = ("spring-1942", "spring-1942+second-edition", "spring-1942+second-edition+second-edition-faq")


@pytest.fixture(scope="module")
def told() -> dict[str, Consequence]:
    return {each.name: each for each in consequences(SPRING)}


def values(consequence: Consequence) -> dict[str, tuple[Any, ...]]:
    return {row.of: row.values for row in consequence.rows}


def test_values_at_the_start(told: dict[str, Consequence]) -> None:
    assert values(told["treasury_at_the_start"]) == {
        "ussr": (24, 24, 24), "germany": (40, 40, 41), "uk": (30, 30, 31), "japan": (30, 30, 30), "usa": (42, 42, 42),
    }  # fmt: skip
    assert values(told["first_income"])["germany"] == (40, 40, 40)
    assert values(told["units_at_the_start"])["uk"][1] == values(told["units_at_the_start"])["uk"][0] + 1


def test_what_money_buys(told: dict[str, Consequence]) -> None:
    bought, price = values(told["bought_for_a_hundred"]), values(told["price_of_attack"])
    assert bought["tank"] == (20, 16, 16) and bought["infantry"] == (33, 33, 33) and bought["aa_gun"] == (16, 20, 20)
    assert [float(x) for x in price["tank"]] == pytest.approx([5 / 3, 2, 2]) and "transport" not in price
    assert told["price_of_attack"].data()["rows"][0]["of"] == "infantry"


def test_battles_are_those_of_the_odds(told: dict[str, Consequence]) -> None:
    battle = told["armour_against_a_front"]
    found = [
        odds(load("spring-1942", with_), "3 infantry, 3 tank, 2 fighter", "4 infantry, 1 tank, 1 aa_gun", kind="land")
        for with_ in ((), ("second-edition",))
    ]
    assert all(each.method == "exact" for each in found)
    assert values(battle)["attacker wins"][:2] == pytest.approx(tuple(each.attacker_wins for each in found))
    assert values(battle)["worth lost by the defender"][:2] == pytest.approx(tuple(each.loss["defender"] for each in found))
    assert found[0].attacker_wins != pytest.approx(found[1].attacker_wins)


def test_the_first_question(told: dict[str, Consequence]) -> None:
    opening = values(told["first question"])
    ask = start(load("spring-1942")).ask
    assert ask is not None
    assert opening["asked"] == ("ussr",) * 3 and opening["legal answers"][0] == len(list(ask.options))


def test_an_edition_without_the_unit_has_nothing_to_tell() -> None:
    found = {each.name: each for each in consequences(("spring-1942", "global-1940"))}
    assert values(found["bought_for_a_hundred"])["air_base"] == (None, 6)
    assert values(found["economies_at_the_start"])["uk_europe"] == (None, 28)
    assert values(found["fleets"])["attacker wins"][1] is not None


def test_a_library_has_no_consequences() -> None:
    assert consequences(("strategic", "spring-1942")) == ()


def test_only_what_differs_is_shown(told: dict[str, Consequence]) -> None:
    assert told["first_income"].lines(SPRING) == [] and told["first_income"].data()["rows"]
    (title, head, *lines) = told["treasury_at_the_start"].lines(("a", "b", "c"))
    assert title == "Treasury at the start" and head.split() == ["a", "b", "c"]
    assert [line.split() for line in lines] == [["germany", "40", "40", "41"], ["uk", "30", "30", "31"]]


WRONG = {
    "neither": ("comparisons: {x: {each: powers}}", "comparison-of-what"),
    "both": ("comparisons: {x: {is: 1, battle: land}}", "comparison-of-what"),
    "no set": ("comparisons: {x: {each: red, is: 1}}", "wrong-type"),
    "no name": ("comparisons: {x: {each: powers, is: its monye}}", "unknown-name"),
}


@pytest.mark.parametrize(("text", "code"), WRONG.values(), ids=WRONG)
def test_mistakes_in_comparisons(tmp_path: Path, text: str, code: str) -> None:
    _, found = check(tmp_path, BOARD, PLAY, text)
    assert [each.code for each in errors(found)] == [code]


# --- many editions ---------------------------------------------------------------------------------------------------

COSTS = {  # counted in set-ups of each edition: infantry, artillery, tank, gun, fighter, submarine, transport, destroyer, cruiser, carrier, battleship
    "spring-1942": (3, 4, 5, 6, 10, 6, 7, 8, 12, 14, 20),
    "spring-1942+second-edition": (3, 4, 6, 5, 10, 6, 7, 8, 12, 14, 20),
    "global-1940+out-of-the-box": (3, 4, 6, 6, 10, 6, 7, 8, 12, 16, 20),
    "global-1940": (3, 4, 6, 5, 10, 6, 7, 8, 12, 16, 20),
}
UNITS = (
    "infantry",
    "artillery",
    "tank",
    "aa_gun",
    "fighter",
    "submarine",
    "transport",
    "destroyer",
    "cruiser",
    "aircraft_carrier",
    "battleship",
)


@pytest.fixture(scope="module")
def four() -> m.Matrix:
    return m.matrix(*COSTS)


def test_prices_of_four_editions(four: m.Matrix) -> None:
    rows = {row.path: row for row in four.rows}
    for number, unit in enumerate(UNITS):
        costs = tuple(edition[number] for edition in COSTS.values())
        row = rows.get(f"unit_types.{unit}.cost")
        assert (row is None) == (len(set(costs)) == 1), unit
        assert row is None or row.values == costs
    assert rows["unit_types.aa_gun.cost"].groups == (0, 1, 0, 1)
    assert rows["unit_types.air_base"].values[:2] == (None, None) and rows["unit_types.air_base"].groups == (0, 0, 2, 2)
    assert rows["unit_types.bomber"].values[2:] == (None, None)


def test_a_value_within_one_that_others_lack(four: m.Matrix) -> None:
    """A row stands where one edition has no definition at all: what others have inside is marked, and told by rows of its own."""
    rows = {row.path: row for row in four.rows}
    guns = rows["engagements.raid"].values if "engagements.raid" in rows else None
    assert guns is not None and guns[1] == m.INSIDE and guns[2:] == (None, None)
    inner = rows["engagements.raid.sides.guns.units"].values
    assert inner[0] != inner[1] and inner[2:] == (None, None)


def test_views_of_a_matrix(four: m.Matrix) -> None:
    text, page, data = m.as_text(four, False), m.as_markdown(four, False), m.as_data(four, False)
    assert "unit_types.tank.cost\n    5: spring-1942\n    6: spring-1942+second-edition, global-1940+out-of-the-box, global-1940\n" in text
    assert "| `unit_types.tank.cost` | `5` | `6` | `6` | `6` |" in page
    assert (
        data["editions"] == list(COSTS)
        and {"path": "unit_types.tank.cost", "values": [5, 6, 6, 6], "groups": [0, 1, 1, 1]}.items()
        <= next(row for row in data["rows"] if row["path"] == "unit_types.tank.cost").items()
    )


# --- pages -----------------------------------------------------------------------------------------------------------


class Page:
    """The parts of a page, read by the standard parser."""

    def __init__(self, text: str) -> None:
        from html.parser import HTMLParser

        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        outer = self

        class Reader(HTMLParser):
            def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
                outer.tags.append((tag, dict(attrs)))
                if tag not in ("meta", "input", "br", "wbr"):
                    outer.open.append(tag)

            def handle_endtag(self, tag: str) -> None:
                assert outer.open.pop() == tag, (tag, self.getpos())

            def handle_data(self, data: str) -> None:
                outer.words.append(data)

        Reader().feed(text)


def test_the_page_of_a_comparison() -> None:
    found = diff("spring-1942", "spring-1942+second-edition")
    page = Page(as_html(found))
    assert page.open == []
    rows = [attributes for tag, attributes in page.tags if tag == "tr" and "data-section" in attributes]
    assert len(rows) == len(found.changes) and {row["data-kind"] for row in rows} == {c.action for c in found.changes}
    assert not [a for _, a in page.tags if "src" in a or "href" in a], "the page needs nothing else"
    words = " ".join("".join(page.words).split())
    assert "A tank costs 6." in words and "spring-1942/units.yaml:4:" in words and "Consequences" in words
    assert "Alike under both: Treasury at the start" in words, "what comes out alike is named, not shown"
    assert ("td", {"data-is": "before"}) in page.tags and ("tr", {"class": "same"}) in page.tags
    selects = [a["name"] for tag, a in page.tags if tag in ("select", "input")]
    assert selects == ["section", "kind", "word"]


def test_the_page_of_a_matrix(four: m.Matrix) -> None:
    page = Page(matrix_as_html(four, consequences=False))
    assert page.open == []
    assert len([1 for tag, a in page.tags if tag == "tr" and "data-section" in a]) == len(four.rows)


def test_nothing_follows_from_another_order_of_play() -> None:
    found = diff("global-1940", "global-1940+alpha-3")
    assert len(found.consequences) > 10 and not any(each.cells() for each in found.consequences)
    page = Page(as_html(found))
    assert "Three infantry against two tanks" in "".join(page.words) and not [a for tag, a in page.tags if a.get("class") == "answers"]


def test_texts_in_a_page_are_no_markup(tmp_path: Path) -> None:
    overlay = tmp_path / "odd.yaml"
    overlay.write_text('overlay: odd\ntitle: Odd\nchanges:\n  - {set: spaces.western_europe.city, to: "<b onclick=x>&"}\n')
    text = as_html(diff("spring-1942", f"spring-1942+{overlay}"), consequences=False)
    assert "<b onclick" not in text and "&lt;b onclick=x&gt;&amp;" in text
