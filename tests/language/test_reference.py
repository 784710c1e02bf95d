"""The reference page: every example on it runs, and it tells what there is, all of it and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lark import Tree

from interpreter.language.syntax import grammar_text, parse
from interpreter.machine.game import Game, IllegalAnswer, start, step
from interpreter.machine.knowledge import known
from interpreter.source.keys import SECTIONS
from tests.language.little import BOARD, PLAY, asked_for, check, errors, found_in, little, plain
from tests.language.reference import Example, examples, page, tables, written

ALL = examples()
KINDS = ("yaml", "yaml world", "yaml ruleset", "yaml wrong", "rule", "effects", "")


def of_kind(*kinds: str) -> list[object]:
    return [pytest.param(e, id=f"line {e.line}") for e in ALL if e.kind in kinds]


def test_every_block_is_of_a_kind_that_is_run() -> None:
    assert {e.kind for e in ALL} <= set(KINDS)
    assert [e.line for e in ALL if e.kind == ""] == [e.line for e in ALL if "error[" in e.text]


@pytest.mark.parametrize("example", of_kind("yaml", "yaml world"))
def test_parts_of_a_ruleset(tmp_path: Path, example: Example) -> None:
    documents = [BOARD, PLAY, *example.before, *([example.text] if example.kind == "yaml" else [])]
    little(tmp_path, *documents)


@pytest.mark.parametrize("example", of_kind("yaml ruleset"))
def test_whole_rulesets(tmp_path: Path, example: Example) -> None:
    made = little(tmp_path, head=example.text.replace("ruleset: example", "ruleset: small"))
    game = start(made.rules)
    while game.ask is not None:
        game = step(game, next(game.ask.options))
    assert game.finished


@pytest.mark.parametrize("example", of_kind("yaml wrong"))
def test_mistakes(tmp_path: Path, example: Example) -> None:
    _, found = check(tmp_path, example.text, BOARD, PLAY)
    assert found_in(found) == asked_for(example.text)


@pytest.mark.parametrize("example", of_kind("rule"))
def test_values(tmp_path: Path, example: Example) -> None:
    pairs = [line.split(" => ") for line in example.lines if line.strip()]
    defines = "define:\n" + "".join(f"  value_{n}: {{is: {_quoted(pair[0])}}}\n" for n, pair in enumerate(pairs))
    made = little(tmp_path, BOARD, PLAY, *example.before, defines)
    world = made.world()
    seen = []
    for n, (text, _) in enumerate(pairs):
        value = plain(made.call(f"value_{n}", world=world), made.built.definitions.defines[f"value_{n}"][1].type, world)
        seen.append((text, _words(value)))
    assert seen == [(text, result.strip()) for text, result in pairs]


@pytest.mark.parametrize("example", of_kind("effects"))
def test_effects(tmp_path: Path, example: Example) -> None:
    known_to = re.findall(r"# known to (\w+): (.*)", example.text)
    ends = [*re.findall(r"# then: (.*)", example.text), *(end for _, end in known_to)]
    says = re.findall(r"# (answer|refused): (.*)", example.text)
    text = "procedures:\n  example:\n    do: |\n" + "".join(f"      {line}\n" for line in example.lines)
    text += "define:\n" + "".join(f"  end_{n}: {{is: {_quoted(end)}, type: truth}}\n" for n, end in enumerate(ends))
    made = little(tmp_path, BOARD, PLAY, *example.before, text)
    game = _played(made.run("example"), says)
    assert game.ask is None, f"somebody is asked: {game.ask}"
    assert ends
    viewers = [*[None] * (len(ends) - len(known_to)), *(viewer for viewer, _ in known_to)]
    worlds = [known(made.rules, game.world, viewer) for viewer in viewers]
    assert [end for n, end in enumerate(ends) if made.call(f"end_{n}", world=worlds[n]) is not True] == []


def _played(game: Game, says: list[tuple[str, str]]) -> Game:
    for kind, words in says:
        if kind == "answer":
            game = step(game, words)
            continue
        answer, _, reason = words.partition(": ")
        with pytest.raises(IllegalAnswer, match=re.escape(reason)):
            step(game, answer)
    return game


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _words(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_words, value))
    return {None: "none", True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool | None) else str(value)


# --- completeness --------------------------------------------------------------------------------------------------


def test_tables_are_those_of_the_declarations() -> None:
    """To mend: python -m tests.language.reference"""
    for name, text in tables().items():
        assert f"<!-- table: {name} -->\n{text}<!-- end -->" in page(), f"the table of {name} is not up to date"
    assert written() == page()


def rules_of_the_grammar() -> set[str]:
    """The names of all trees that the grammar can make: aliases, and rules that are not taken apart."""
    text = re.sub(r"//.*", "", grammar_text())
    names = set(re.findall(r"->\s*(\w+)", text))
    names |= {m for m in re.findall(r"^(\w+)(?:\.\d+)?\s*:", text, re.M) if m.islower()}
    return names


def test_every_construct_of_the_grammar_stands_in_an_example() -> None:
    seen: set[str] = set()
    for kind, text in texts():
        tree = parse(kind, text)
        if isinstance(tree, Tree):
            seen |= {str(t.data) for t in tree.iter_subtrees()}
    assert rules_of_the_grammar() - seen == set()


def texts() -> list[tuple[str, str]]:
    """All texts of the rule language on the page."""
    found: list[tuple[str, str]] = []
    for e in ALL:
        if e.kind == "rule":
            found += [("expression", line.split(" => ")[0]) for line in e.lines if line.strip()]
        elif e.kind == "effects":
            found.append(("effects", e.text))
        elif e.kind in ("yaml", "yaml world", "yaml ruleset"):
            found += _in_yaml(e.text)
    return found


def _in_yaml(text: str) -> list[tuple[str, str]]:
    from interpreter.source.tree import Node
    from interpreter.source.yaml import parse_yaml

    found: list[tuple[str, str]] = []

    def walk(node: Node) -> None:
        if isinstance(node.value, dict):
            for child in node.value.values():
                walk(child)
        elif isinstance(node.value, tuple):
            for child in node.value:
                walk(child)
        elif isinstance(node.value, str):
            found.extend((kind, node.raw or node.value) for kind in ("expression", "modifier", "effects"))

    root, problems = parse_yaml(text, "page")
    assert root is not None, problems
    walk(root)
    return found


def test_every_section_stands_in_an_example() -> None:
    shown = {m for e in ALL if e.kind.startswith("yaml") for m in re.findall(r"^(\w+):", e.text, re.M)}
    assert {s.name for s in SECTIONS} - shown - {"odds"} == set()


def test_every_code_is_registered(tmp_path: Path) -> None:
    from interpreter.source.diagnostics import CODES

    folder = Path(__file__).parent.parent.parent / "interpreter"
    used = set()
    for file in [*folder.glob("language/**/*.py"), *folder.glob("rules/**/*.py")]:
        used |= set(re.findall(r"(?:bad|Problem|error|warning)\(\"([a-z]+(?:-[a-z]+)*)\"", file.read_text(encoding="utf-8")))
    __import__("interpreter.rules.collect")
    __import__("interpreter.rules.unused")
    __import__("interpreter.rules.asked")
    __import__("interpreter.rules.pictured")
    assert used - set(CODES) == set()


def test_no_example_has_errors_that_nobody_expects(tmp_path: Path) -> None:
    built, found = check(tmp_path, BOARD, PLAY)
    assert built is not None and not errors(found)
