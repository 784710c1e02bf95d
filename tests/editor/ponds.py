"""A copy of a small game, and questions about the place in its text that a `¦` marks."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.editor.completion import Offered, complete
from interpreter.editor.hover import hover
from interpreter.editor.meaning import Meaning, meaning
from interpreter.editor.places import definitions
from interpreter.editor.project import Project, Reading
from interpreter.editor.spots import Spot, spot
from interpreter.source.diagnostics import Diagnostics

PONDS = Path(__file__).parents[1] / "cli" / "games" / "ponds"


def cursor(text: str) -> tuple[list[str], int, int]:
    """The lines without the `¦`, and its line and column."""
    assert text.count("¦") == 1
    before = text.partition("¦")[0]
    return text.replace("¦", "").split("\n"), before.count("\n"), len(before) - (before.rfind("\n") + 1)


@dataclass
class Ponds:
    """The game in a folder of its own, read by a project as an editor has it."""

    folder: Path
    project: Project = field(default_factory=Project)

    @property
    def head(self) -> Path:
        return self.folder / "ruleset.yaml"

    def check(self, file: Path | None = None) -> Diagnostics:
        home = self.project.home(file or self.head)
        assert home is not None
        return tuple(each for target in home.targets for each in self.project.check(target))

    def at(self, text: str, file: Path | None = None) -> tuple[str, Reading, Meaning, Spot, int]:
        """What stands at the `¦` of a text that is typed into a file."""
        lines, line, column = cursor(text)
        path = file or self.folder / "typed.yaml"
        self.project.texts.unsaved[path] = "\n".join(lines)
        home = self.project.home(path)
        reading = self.project.reading(path) or self.project.reading(self.head)
        assert home is not None and reading is not None
        here = spot(lines, line, column)
        return home.kind, reading, meaning(home.kind, reading, here), here, line

    def hover(self, text: str, file: Path | None = None) -> str:
        _, reading, here, at, _ = self.at(text, file)
        return hover(reading, here, at)

    def complete(self, text: str, file: Path | None = None) -> Offered:
        kind, reading, here, at, _ = self.at(text, file)
        return complete(kind, reading, here, at)  # type: ignore[arg-type]

    def labels(self, text: str, file: Path | None = None) -> list[str]:
        return [each.label for each in self.complete(text, file).items]

    def places(self, text: str, file: Path | None = None) -> list[str]:
        """The lines that a definition is looked for at."""
        path = file or self.folder / "typed.yaml"
        _, reading, here, at, line = self.at(text, path)
        found = definitions(reading, here, at, path, line + 1)
        return [
            f"{Path(p.file).name}: {(self.project.texts.read(Path(p.file))[0] or '').split(chr(10))[p.line - 1].strip()}" for p in found
        ]


def ponds(folder: Path) -> Ponds:
    """The game copied into a folder, and read once."""
    shutil.copytree(PONDS, folder / "ponds")
    made = Ponds(folder / "ponds")
    assert made.check() == ()
    return made
