"""Little rulesets written in tests: built from texts, looked at by expressions, played by answers in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.machine.game import Game, begin, start, step
from interpreter.machine.wording import written
from interpreter.rules.build import Built, build
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Diagnostic, render
from interpreter.state.opening import scenario_world
from tests.source.conftest import expected, seen

HEAD = "ruleset: small\ntitle: Small\nstart: play\nscenario: standard\n"

ROOT = Path(__file__).parent.parent.parent
REFERENCE = ROOT / "grammar" / "README.md"
BOARD = REFERENCE.read_text(encoding="utf-8").partition("```yaml world\n")[2].partition("```")[0]
PLAY = """
procedures:
  play: "set turn to turn"
"""


def write(folder: Path, *documents: str, head: str = HEAD) -> Path:
    """A ruleset folder `small` of these documents; the first lines of a document stay where they are."""
    home = folder / "small"
    home.mkdir(parents=True, exist_ok=True)
    (home / "ruleset.yaml").write_text(head, encoding="utf-8")
    for number, text in enumerate(documents):
        (home / f"part{number}.yaml").write_text(textwrap.dedent(text), encoding="utf-8")
    return home


def check(folder: Path, *documents: str, head: str = HEAD) -> tuple[Built | None, tuple[Diagnostic, ...]]:
    """What the builder makes of documents, and what it says."""
    return build(write(folder, *documents, head=head))


def errors(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [each for each in found if each.severity == "error"]


def asked_for(*documents: str) -> set[tuple[str, int, str]]:
    """The (file, line, code) that the `# E: code` comments of documents ask for."""
    found: set[tuple[str, int, str]] = set()
    for number, text in enumerate(documents):
        found |= expected(f"part{number}.yaml", textwrap.dedent(text))
    return found


def found_in(found: Iterable[Diagnostic]) -> set[tuple[str, int, str]]:
    return seen(errors(found))


@dataclass(frozen=True)
class Little:
    """A built ruleset and the position that a test has come to."""

    rules: Ruleset
    built: Built

    def world(self) -> Any:
        return scenario_world(self.rules, self.rules.program.scenario).fork()

    def call(self, name: str, *args: Any, world: Any = None) -> Any:
        """The value of a `define`."""
        return self.rules.f(f"d_{name}")(self.world() if world is None else world, *args)

    def start(self, seed: int = 1) -> Game:
        return start(self.rules, seed=seed)

    def run(self, procedure: str, *args: Any, world: Any = None) -> Game:
        """A game that runs one procedure from the set-up."""
        return begin(self.rules, self.world() if world is None else world, procedure, args)


def little(folder: Path, *documents: str, head: str = HEAD) -> Little:
    """A ruleset of documents, ready to play; the diagnostics are the failure where it has errors."""
    built, found = check(folder, *documents, head=head)
    assert built is not None, render(errors(found))
    return Little(Ruleset(built.program, compile(built.program.functions, f"<{built.program.id}>", "exec")), built)


def values(folder: Path, expressions: Sequence[str], *documents: str) -> list[Any]:
    """The values of expressions in the set-up, plain: a unit is told by its type."""
    defines = "define:\n" + "".join(f"  value_{i}: {{is: {_quoted(e)}}}\n" for i, e in enumerate(expressions))
    made = little(folder, *(documents or (BOARD, PLAY)), defines)
    world = made.world()
    return [
        plain(made.call(f"value_{i}", world=world), made.built.definitions.defines[f"value_{i}"][1].type, world)
        for i in range(len(expressions))
    ]


def plain(value: Any, type_: Any, world: Any) -> Any:
    if type_.is_set:
        return [plain(each, type_.of, world) for each in value]
    if str(type_) == "unit" and value is not None:
        return world.u[value][0]
    return value


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def play(game: Game, answers: Iterable[Any]) -> Game:
    """The game after answers (words or data), each of which must be legal."""
    for answer in answers:
        game = step(game, answer)
    return game


def options(game: Game) -> list[str]:
    """The legal answers of the pending question, in words."""
    assert game.ask is not None
    return [written(game, each) for each in game.ask.options]


def read(game: Game, sort: str, key: Any, name: str) -> Any:
    """An attribute in a position."""
    attribute = game.rules.program.attributes[sort][name]
    if sort == "game":
        return game.world.g[attribute.index]
    return game.world.u[key][attribute.index] if sort == "unit" else game.world.t[sort][key][attribute.index]


def units(game: Game, space: str | None) -> dict[tuple[str | None, str], int]:
    """The units in a space, counted by owner and type."""
    counts: dict[tuple[str | None, str], int] = {}
    for unit in game.world.at.get(space, ()):
        row = game.world.u[unit]
        counts[row[1], row[0]] = counts.get((row[1], row[0]), 0) + 1
    return counts


def events(game: Game) -> list[tuple[str, tuple[Any, ...]]]:
    return [(event.name, event.values) for event in game.events]


Documents = Mapping[str, str]
