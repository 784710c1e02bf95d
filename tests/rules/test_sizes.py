"""How many lines the rules take that a language without the right means makes long.

A line counts unless it is blank, a comment, or holds only words for people: title, text, note and citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from interpreter.source.paths import shipped

FOLDER = Path(shipped("rulesets")) / "global-1940"
FOR_PEOPLE = re.compile(r"\s*(title|text|note|cites): ")
FACTS = {
    "Swedish iron ore": (3, "objectives.germany_iron_ore"),
    "the northern convoys": (5, "objectives.ussr_lend_lease"),
    "China's complexes": (3, "rules.no_complex_in_china"),
    "combined arms, technologies among them": (
        5, "allocations.fighter_cover", "allocations.tank_cover", "allocations.tank_aid", "allocations.artillery",
    ),
    # Two more lines of the pact stand among the ends of hostilities.
    "the pact on Mongolia": (3, "attributes.game.pact_broken", "attributes.game.pact_called", "define.pact_border"),
    "victory": (5, "aims.axis_in_europe", "aims.axis_in_the_pacific", "aims.allies", "attributes.aim.held", "rules.victory"),
    "war and what it brings about": (
        25, "attributes.game.london_has_fallen", "attributes.game.america_may_fight", "attributes.power.unprovoked",
        "phases.declarations", "phases.question_of_war", "actions.declare_war", "procedures.declare", "rules.soviet_patience",
        "rules.american_patience", "rules.chinese_patience", "rules.one_empire", "rules.arsenal_of_war",
    ),
}  # fmt: skip


def lines_of(text: str) -> Iterator[tuple[str, str]]:
    """Each line of a document that counts, with the path of the definition that it stands in."""
    path: list[tuple[int, str]] = []
    hidden = -1
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if not line.strip() or line.lstrip().startswith("#") or (hidden >= 0 and indent > hidden):
            continue
        hidden = indent if FOR_PEOPLE.match(line) and line.rstrip().endswith((">", ">-", "|")) else -1
        key = re.match(r"\s*([a-z]\w*):", line)
        if key:
            path = [p for p in path if p[0] < indent] + [(indent, key[1])]
        if not FOR_PEOPLE.match(line):
            yield ".".join(word for _, word in path), line


@cache
def rule_lines() -> tuple[tuple[str, str, str], ...]:
    """All lines of the ruleset that count: file, path, line."""
    return tuple((file.stem, *each) for file in sorted(FOLDER.glob("*.yaml")) for each in lines_of(file.read_text(encoding="utf-8")))


def size(path: str) -> int:
    return sum(1 for _, where, _ in rule_lines() if where == path or where.startswith(path + "."))


@pytest.mark.parametrize("what", FACTS)
def test_a_rule_is_short(what: str) -> None:
    most, *paths = FACTS[what]
    sizes = {str(path): size(str(path)) for path in paths}
    assert all(sizes.values()), sizes
    assert sum(sizes.values()) <= int(most), sizes


def test_politics_and_objectives_are_short() -> None:
    counted = [line for file, where, line in rule_lines() if file in ("objectives", "politics") and "." in where]
    assert 0 < len(counted) <= 250


def test_short_rules_have_short_lines() -> None:
    for file, where, line in rule_lines():
        if file in ("objectives", "politics", "neutrals", "victory", "combat", "china"):
            assert len(line) <= 140, f"{file}: {where}"


def test_what_counts() -> None:
    text = "rules:\n  a:\n    text: >\n      Words\n      words\n    # a remark\n    when: x\n    cites: [A]\n\n  b: {when: y,\n    cites: [B]}\n"
    assert [where for where, _ in lines_of(text)] == ["rules", "rules.a", "rules.a.when", "rules.b"]


def test_vichy_is_short() -> None:
    """The armistice, the end of Vichy and its return to France, in two house rules."""
    texts = [(FOLDER.parent / "house-rules" / f"{name}.yaml").read_text(encoding="utf-8") for name in ("vichy", "H007")]
    counted = [line for text in texts for where, line in lines_of(text) if "." in where and not where.startswith("statements.")]
    assert 0 < len(counted) < 20
