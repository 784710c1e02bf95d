"""First files for authors. A template is a file (or a folder of files) in the `templates` folder of a ruleset, of one that
it builds on, or of the folder of all rulesets; what stands in <angle brackets> is filled in: `<first powers>` is the first power of the ruleset, one with a title if there is any. A first line `#: usually for ID` names the ruleset that is meant where nobody names one."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from interpreter.source.grids import expand
from interpreter.source.layers import Resolved, default_roots, resolve
from interpreter.source.nearest import did_you_mean
from interpreter.source.places import ruleset_ids
from interpreter.source.shape import normalise
from interpreter.source.tree import Node

FOLDER = "templates"
ON_A_RULESET = "-for"
NAME = re.compile(r"[a-z][a-z0-9_-]*")
HOLE = re.compile(r"<(name|id|title|file|ruleset|ruleset as named|ruleset to build on|title of ruleset|scenario|(first) ([a-z_]+))>")
USUAL = re.compile(r"#: usually for ([a-z0-9_-]+)\n")
Sections = Mapping[str, Mapping[str, Node]]


class NoTemplate(Exception):
    """Why a file can't be begun, in words for people."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Files to write, by their path from the current folder, the path that is named for all of them, and the ruleset that was chosen where nobody named one."""

    path: Path
    files: dict[Path, str]
    chosen: str = ""


def kinds() -> dict[str, tuple[str, ...]]:
    """What can be begun, with the rulesets that have a template of their own for it; none where it is for all."""
    found: dict[str, list[str]] = {}
    for root in default_roots():
        for path in sorted((root / FOLDER).glob("*")):
            found.setdefault(path.stem.removesuffix(ON_A_RULESET), [])
        for ruleset in ruleset_ids([root]):
            for path in sorted((root / ruleset / FOLDER).glob("*")):
                if path.stem not in found or found[path.stem]:
                    found.setdefault(path.stem, []).append(ruleset)
    return {kind: tuple(rulesets) for kind, rulesets in sorted(found.items())}


def begin(kind: str, name: str, ruleset: str | None) -> Begun:
    """The files of a template, filled in. Raises NoTemplate."""
    name = named(name)
    known = kinds()
    if kind not in known:
        raise NoTemplate(f"There is no template `{kind}`. {_sentence(did_you_mean(kind, known)) or 'There are: ' + ', '.join(known) + '.'}")
    given = ruleset
    if ruleset is None:
        ruleset = _the_one(kind, known[kind])
    resolved = _resolved(ruleset) if ruleset is not None else None
    source = _source(kind, resolved)
    target = Path(name) if source.is_dir() else Path(f"{name}.yaml")
    words = _words(name, str(target), ruleset, resolved)
    sections = expand(normalise(resolved.sections)[0])[0] if resolved is not None else {}
    inside = sorted(each for each in source.rglob("*.yaml")) if source.is_dir() else [source]
    files = {target / each.relative_to(source) if source.is_dir() else target: _filled(each, words, sections) for each in inside}
    return Begun(target, files, ruleset if given is None and ruleset is not None else "")


def named(name: str) -> str:
    """A name that files and definitions may have. Raises NoTemplate for any other."""
    if not NAME.fullmatch(name):
        raise NoTemplate(f"`{name}` can't be a name: names are small letters, digits, `-` and `_`, and begin with a letter.")
    return name


def _the_one(kind: str, rulesets: tuple[str, ...]) -> str | None:
    """The ruleset that is meant where none is named: the one in whose folder one stands, the only one with this template, or the usual one."""
    here = Path().resolve()
    home = next((each for each in (here, *here.parents[:2]) if (each / "ruleset.yaml").is_file()), None)
    if home is not None and kind != "ruleset":
        return str(home)
    if len(rulesets) == 1:
        return rulesets[0]
    if kind == "ruleset":
        return None
    for path in (root / FOLDER / f"{kind}.yaml" for root in default_roots()):
        if path.is_file() and (usual := USUAL.match(path.read_text(encoding="utf-8"))):
            return usual[1]
    names = rulesets or ruleset_ids(default_roots())
    raise NoTemplate(f"Say which ruleset it is for: --for RULESET. There are: {', '.join(names)}.")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _resolved(ruleset: str) -> Resolved:
    resolved, found = resolve(ruleset)
    if resolved is None:
        first = next(each for each in found if each.severity == "error")
        raise NoTemplate(f"{_sentence(first.message)}. {_sentence(first.hint)}".strip())
    return resolved


def _source(kind: str, resolved: Resolved | None) -> Path:
    """The template of a kind: the ruleset's own, that of what it builds on, or the general one."""
    homes = [home for home in reversed(resolved.homes) if home.is_dir()] if resolved is not None else []
    folders = [home / FOLDER for home in homes] + [root / FOLDER for root in default_roots()]
    names = (f"{kind}{ON_A_RULESET}", kind) if resolved is not None else (kind,)
    for name in names:
        for folder in folders:
            for path in (folder / f"{name}.yaml", folder / name):
                if path.exists():
                    return path
    raise NoTemplate(f"`{resolved.id if resolved is not None else ''}` has no template `{kind}`.")


def _words(name: str, file: str, ruleset: str | None, resolved: Resolved | None) -> dict[str, str]:
    title = re.sub(r"[-_]+", " ", name).strip()
    words = {"name": name, "id": name.replace("-", "_"), "title": title[:1].upper() + title[1:], "file": file}
    if resolved is not None:
        scenario = resolved.meta.get("scenario")
        shipped = ruleset in ruleset_ids(default_roots())
        below = str(ruleset) if shipped else os.path.relpath(resolved.homes[-1], name)
        words |= {
            "ruleset": resolved.id,
            "ruleset as named": str(ruleset),
            "ruleset to build on": below,
            "title of ruleset": resolved.title,
        }
        words |= {"scenario": str(scenario.value)} if scenario is not None else {}
    return words


def _filled(source: Path, words: Mapping[str, str], sections: Sections) -> str:
    def fill(hole: re.Match[str]) -> str:
        if hole[2]:
            group = sections.get(hole[3], {})
            first = next(
                (each for each, node in group.items() if isinstance(node.value, dict) and "title" in node.value), next(iter(group), None)
            )
            if first is None:
                raise NoTemplate(f"The template needs a ruleset with `{hole[3]}`; this one has none.")
            return first
        if hole[1] not in words:
            raise NoTemplate(f"The template needs a ruleset that tells its {hole[1]}; say which with --for RULESET.")
        return words[hole[1]]

    return HOLE.sub(fill, USUAL.sub("", source.read_text(encoding="utf-8")))
