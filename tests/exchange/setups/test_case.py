"""A position of a game as a case: the case gives the position back, and passes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from interpreter import Game, answers, load, start, step
from interpreter.analysis.cases import Workshop, cases_in, run_cases
from interpreter.analysis.cases.course import Course
from interpreter.exchange.setups.case import case_text, expressible
from interpreter.exchange.setups.draft import Draft, Group, draft_of
from interpreter.source.layers import resolve


def played(name: str, most: int) -> Game:
    game = start(load(name), seed=5)
    for _ in range(most):
        game = step(game, answers.random(game))
    return game


def counted(draft: Draft) -> Counter[Group]:
    """How many units of each kind stand where, however they are written in groups."""
    found: Counter[Group] = Counter()
    for group in draft.units:
        found[replace(group, number=1)] += group.number
    return found


@pytest.mark.parametrize(("name", "most"), [("spring-1942", 150), ("global-1940", 400), ("miniatures", 60)])
def test_the_case_gives_the_position_back(name: str, most: int, tmp_path: Path) -> None:
    game = played(name, most)
    file = tmp_path / "found.yaml"
    file.write_text(case_text(game, "found", str(file)), encoding="utf-8")
    report = run_cases([name], files=[file])
    assert (report.passed, report.failed, report.diagnostics) == (1, 0, ())
    resolved, _ = resolve(name)
    assert resolved is not None
    _, rules, evaluator = Workshop(resolved).rules((), {})
    run = Course(rules, evaluator)  # type: ignore[arg-type]
    (case,), _ = cases_in([file])
    run.given(case.node.value["given"])
    wanted, lost = expressible(game)
    again = draft_of(game.rules, run.world)
    assert again.values == wanted.values
    assert counted(again) == counted(wanted)
    assert all(each in file.read_text(encoding="utf-8") for each in lost)


def test_another_number_fails(tmp_path: Path) -> None:
    file = tmp_path / "found.yaml"
    text = case_text(played("miniatures", 60), "found", str(file))
    number = text.rsplit("= ", 1)[1].strip()
    file.write_text(text.rsplit("= ", 1)[0] + f"= {int(number) + 1}\n", encoding="utf-8")
    assert run_cases(["miniatures"], files=[file]).failed == 1
