"""Which overlay comes after which, whether they go together, and where two of them disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from interpreter.source.changes import Change, alike, touched
from interpreter.source.diagnostics import Diagnostic, Place, error
from interpreter.source.documents import Layer
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, word

MOST_CONFLICTS = 100
Touch = tuple[str, Place, Change | None]


def in_order(overlays: Sequence[Layer], found: list[Diagnostic]) -> list[Layer]:
    """The overlays in the order given, but each behind those that it names in `after` or `needs`. A cycle is an error."""
    waiting, done = list(overlays), list[Layer]()
    while waiting:
        names = {each.id for each in waiting}
        ready = next((each for each in waiting if not names & (predecessors(each) - {each.id})), None)
        if ready is None:
            stuck = ", ".join(f"`{each.id}`" for each in waiting)
            places = tuple(
                (name.place, f"`{each.id}` comes after `{word(name)}`") for each in waiting for name in _after(each) if word(name) in names
            )
            found.append(
                error(
                    "cyclic-order", places[0][0], f"these overlays each want to come after another: {stuck}", "take one `after` out", places
                )
            )
            return [*done, *waiting]
        waiting.remove(ready)
        done.append(ready)
    return done


def _after(overlay: Layer) -> tuple[Node, ...]:
    return (*overlay.names("after"), *overlay.names("needs"))


def predecessors(overlay: Layer) -> set[str]:
    """The overlays that this one comes after, where they are used."""
    return {*overlay.ids("after"), *overlay.ids("needs")}


def check_company(overlays: Sequence[Layer], rulesets: Sequence[str], known: Sequence[str], found: list[Diagnostic]) -> None:
    """Each overlay lies on a ruleset that it is for, beside all that it needs and none that it excludes.

    `rulesets` are the ids of the ruleset and what it builds on; `known` the ids of overlays that there are.
    """
    used = {each.id: each for each in overlays}
    for overlay in overlays:
        wanted = overlay.ids("for")
        if wanted and not set(wanted) & set(rulesets):
            place = overlay.names("for")[0].place
            found.append(error("overlay-not-for", place, f"the overlay `{overlay.id}` is for {_list(wanted)}, not for `{rulesets[-1]}`"))
        for name in overlay.names("needs"):
            if word(name) not in used:
                hint = did_you_mean(word(name), known) if word(name) not in known else f"use `{word(name)}` too"
                found.append(error("missing-overlay", name.place, f"the overlay `{overlay.id}` needs `{word(name)}`", hint))
        for name in overlay.names("excludes"):
            if word(name) in used:
                related = ((used[word(name)].head, "the other one"),)
                found.append(
                    error(
                        "excluded-overlay",
                        name.place,
                        f"`{overlay.id}` does not go together with `{word(name)}`",
                        "take one of them out",
                        related,
                    )
                )


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)


def check_conflicts(overlays: Sequence[Layer], found: list[Diagnostic]) -> None:
    """Two overlays touch the same path, or one lies below the other, and do not do the same: one must come after the other."""
    behind = _all_predecessors(overlays)

    def ordered(one: str, other: str) -> bool:
        return one in behind[other] or other in behind[one]

    touches = ((path, (layer.id, place, change)) for layer in overlays for path, place, change in _touches(layer))
    hint = "say `after:` in the one that comes later, or leave one out"
    _report("overlay-conflict", touches, ordered, "the overlay", hint, found)


def check_files(layer: Layer, found: list[Diagnostic]) -> None:
    """Two files of one layer change the same thing: nothing says which is first."""
    touches = ((path, (change.place.file, change.place, change)) for change in layer.changes for path in touched(change))
    _report("change-order", touches, lambda one, other: False, "the file", "write both into one file, in order", found)


def _report(
    code: str,
    touches: Iterable[tuple[tuple[str | int, ...], Touch]],
    ordered: Callable[[str, str], bool],
    what: str,
    hint: str,
    found: list[Diagnostic],
) -> None:
    """Reports touches of different owners that meet without an order, each pair of places once."""
    by_path: dict[tuple[str | int, ...], dict[str, list[Touch]]] = {}
    for path, touch in touches:
        by_path.setdefault(path, {}).setdefault(touch[0], []).append(touch)
    seen: set[tuple[Place, Place]] = set()
    for path, owners in by_path.items():
        for length in range(1, len(path) + 1):
            for other, touching in by_path.get(path[:length], {}).items():
                theirs = touching if length == len(path) else _holding(touching)
                for owner, ours in owners.items():
                    if not theirs or owner == other or ordered(owner, other):
                        continue
                    _compare(code, path, ours, theirs, seen, what, hint, found)
                    if len(seen) >= MOST_CONFLICTS:
                        return


def _holding(touching: Sequence[Touch]) -> list[Touch]:
    """The touches that also concern what lies below: all but those of an element that something is put beside."""
    return [each for each in touching if each[2] is None or each[2].kind != "insert"]


def _compare(
    code: str,
    path: tuple[str | int, ...],
    ours: Sequence[Touch],
    theirs: Sequence[Touch],
    seen: set[tuple[Place, Place]],
    what: str,
    hint: str,
    found: list[Diagnostic],
) -> None:
    """Reports the last touch of each of two owners, if they differ: it is the last ones that would win."""
    (owner, place, change), (other, other_place, other_change) = ours[-1], theirs[-1]
    pair = (min(place, other_place), max(place, other_place))
    if pair in seen or (change is not None and other_change is not None and alike(change, other_change)):
        return
    seen.add(pair)
    if path[0] == "sequences" and change is not None and change.kind == "insert":
        hint += f"; rules `on: begins_{path[-1]}` or `on: ends_{path[-1]}` stand beside each other"
    message = f"{what} `{owner}` and {what} `{other}` both change `{'.'.join(map(str, path))}`, and nothing says which comes later"
    found.append(error(code, place, message, hint, ((other_place, f"the change by `{other}`"),)))


def _touches(layer: Layer) -> Iterable[tuple[tuple[str | int, ...], Place, Change | None]]:
    for defined, definition in layer.definitions.items():
        yield defined, definition.key, None
    for change in layer.changes:
        for path in touched(change):
            yield path, change.place, change


def _all_predecessors(overlays: Sequence[Layer]) -> dict[str, set[str]]:
    """For each overlay all that it comes after, directly or through others; the overlays stand in order."""
    found: dict[str, set[str]] = {}
    for overlay in overlays:
        direct = predecessors(overlay)
        found[overlay.id] = direct.union(*(found.get(each, set()) for each in direct))
    return found
