"""Finds rulesets and overlays by id or path."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from interpreter.source.nearest import did_you_mean, nearest

HOUSE_RULES = "house-rules"


def ruleset_ids(roots: Sequence[Path]) -> tuple[str, ...]:
    """The ids of all rulesets under the roots."""
    return tuple(dict.fromkeys(each.parent.name for root in roots for each in sorted(root.glob("*/ruleset.yaml"))))


def find_ruleset(name: str | Path, roots: Sequence[Path], folder: Path) -> Path | None:
    """The folder of a ruleset: that of an id under a root, else a path, relative to `folder`. `ruleset.yaml` itself may be named too."""
    if isinstance(name, str) and _is_id(name):
        for root in roots:
            if _is_there(root / name / "ruleset.yaml"):
                return root / name
    path = Path(os.path.normpath(folder / name))
    if path.name == "ruleset.yaml" and _is_there(path):
        return path.parent
    return path if _is_there(path / "ruleset.yaml") else None


def overlay_ids(roots: Sequence[Path], rulesets: Sequence[Path]) -> dict[str, Path]:
    """The overlays that can be named by id: house rules of the roots, and those in `overlays/` of the ruleset and its bases."""
    found: dict[str, Path] = {}
    for folder in (*(each / "overlays" for each in reversed(rulesets)), *(root / HOUSE_RULES for root in roots)):
        for name, home in overlays_in(folder).items():
            found.setdefault(name, home)
    return found


def overlays_in(folder: Path) -> dict[str, Path]:
    """The overlays in a folder and the folders in it, by id; what lies in `cases/` is none. A file holds itself."""
    if folder.is_file():
        return {folder.stem: folder}
    heads = [each.parent for each in folder.glob("**/overlay.yaml")]
    inside = set(heads)
    files = [each for each in folder.glob("**/*.yaml") if not inside & {each.parent} and "cases" not in each.relative_to(folder).parts[:-1]]
    found: dict[str, Path] = {}
    for home in sorted((*heads, *files)):
        found.setdefault(home.stem if home.suffix == ".yaml" else home.name, home)
    return found


def collection(name: str | Path, roots: Sequence[Path]) -> Path | None:
    """The folder of a collection of overlays: the house rules of a root by their name, else the path of a folder that holds overlays only."""
    homes = [*(root / HOUSE_RULES for root in roots if str(name) == HOUSE_RULES), Path(name)]
    return next((each for each in homes if each.is_dir() and not _is_there(each / "ruleset.yaml") and overlays_in(each)), None)


def find_overlay(name: str | Path, known: Mapping[str, Path], unsaved: Collection[Path] = ()) -> Path | None:
    """The file or folder of an overlay: that of a known id, else a path, be it on disk or `unsaved`. `overlay.yaml` itself names its folder."""
    if isinstance(name, str) and name in known:
        return known[name]
    path = Path(name)
    if path in unsaved:
        return path
    if path.name == "overlay.yaml" and _is_there(path):
        return path.parent
    return path if _is_there(path / "overlay.yaml") or (path.suffix == ".yaml" and _is_there(path)) else None


def overlay_hint(name: str | Path, known: Mapping[str, Path]) -> str:
    """What somebody may have meant who names an overlay that is not there: a file nearby, an overlay with an id; else which there are."""
    path = Path(name)
    if _is_there(path.with_name(f"{path.name}.yaml")) if path.name else False:
        return f"a file is named whole: `{name}.yaml`"
    if _is_there(path) and path.is_file():
        return "an overlay is a file whose name ends with `.yaml`"
    if path.suffix or path.parent != Path():
        near = nearest(path.stem, [each.stem for each in path.parent.glob("*.yaml")] if _is_there(path.parent) else ())
        return f"did you mean `{path.with_name(near)}.yaml`?" if near else f"there is no file of this name in `{path.parent.resolve()}`"
    own = [each for each, home in known.items() if HOUSE_RULES not in home.parts]
    more = " and the house rules" if len(own) < len(known) else ""
    return did_you_mean(str(name), known) or (f"the overlays are: {', '.join(own)}{more}" if known else "")


def _is_id(name: str) -> bool:
    return not set(name) & {"/", os.sep, "\0"} and name not in ("", ".", "..")


def _is_there(path: Path) -> bool:
    """Whether a path exists; paths that the system can't even ask for do not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
