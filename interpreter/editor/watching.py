"""Rulesets checked again when a file of theirs changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.editor.project import Project, Target
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.layers import default_roots
from interpreter.source.places import find_overlay, find_ruleset, overlay_ids

PAUSE = 0.5
Stamp = dict[Path, tuple[int, int] | None]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a check found: all that is wrong now, what is new since the last check, and what is gone."""

    found: Diagnostics
    new: Diagnostics
    gone: Diagnostics


@dataclass(slots=True)
class Watch:
    """Rulesets with overlays that are looked at until nobody wants to know any more."""

    targets: tuple[Target, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    project: Project = field(default_factory=Project)

    def checks(self, pause: Callable[[], None] = lambda: time.sleep(PAUSE)) -> Iterator[Seen]:
        """A check at once, then one whenever something has changed; `pause` is called between looks."""
        before: dict[Diagnostic, None] = {}
        while True:
            homes = self.homes()
            stamp = _stamp(homes)
            now = dict.fromkeys(each for target in self.targets for each in self.project.check(target, self.options))
            stamp |= _stamp(each for each in self.homes() if each not in homes)
            yield Seen(
                tuple(sorted(now)), tuple(sorted(d for d in now if d not in before)), tuple(sorted(d for d in before if d not in now))
            )
            before = now
            while _stamp(self.homes()) == stamp:
                pause()

    def homes(self) -> tuple[Path, ...]:
        """The folders and files that the rulesets are made of, as far as that is known; bases are known after the first check."""
        found: dict[Path, None] = {}
        for target in self.targets:
            reading = self.project.readings.get(target)
            read = reading.resolved.homes if reading is not None else ()
            found.update(dict.fromkeys((target.home, *target.overlays, *read)))
        return tuple(found)


def _stamp(homes: Iterable[Path]) -> Stamp:
    """Names the state of all documents in some homes."""
    files = (file for home in homes for file in (sorted(home.glob("*.yaml")) if home.is_dir() else [home]))
    return {file: _state(file) for file in files}


def _state(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def target(name: str, overlays: tuple[str, ...]) -> Target | None:
    """A ruleset with overlays, by ids or paths; None where one is not there."""
    home = find_ruleset(name, default_roots(), Path())
    known = overlay_ids(default_roots(), [home]) if home is not None else {}
    laid = [find_overlay(each, known) for each in overlays]
    return Target(home, tuple(each for each in laid if each is not None)) if home is not None and None not in laid else None
