"""Lists of answers from files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.cli.faults import Mistake


@dataclass(frozen=True, slots=True)
class Line:
    """An answer as text or as data, and where it stands."""

    answer: str | tuple[Any, ...]
    place: str

    @property
    def is_roll(self) -> bool:
        """Whether it tells what dice show."""
        words = self.answer.lower().split() if isinstance(self.answer, str) else self.answer
        return bool(words) and words[0] in ("roll", "dice")


def read_script(file: Path) -> list[Line]:
    """The answers of a file: one a line, with `#` comments; or a JSON list of texts or of answers as data."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{file} can't be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise Mistake(f"{file} is not encoded in UTF-8.") from error
    if text.lstrip().startswith("["):
        return _from_json(file, text)
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = (" " + line).partition(" #")[0].strip()
        if words:
            found.append(Line(words, f"{file}:{number}"))
    return found


def _from_json(file: Path, text: str) -> list[Line]:
    from interpreter.state.position import decode

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Mistake(f"{file} is no JSON list of answers: {error}") from error
    found = []
    for number, entry in enumerate(data, 1):
        place = f"{file}, answer {number}"
        if not isinstance(entry, str | list) or not entry:
            raise Mistake(f"{place}: an answer is a text or a list, not {json.dumps(entry)[:60]}.")
        try:
            found.append(Line(entry if isinstance(entry, str) else decode(entry), place))
        except (KeyError, TypeError, ValueError) as error:
            raise Mistake(f"{place}: {json.dumps(entry)[:60]} is no answer.") from error
    return found
