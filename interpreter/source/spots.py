"""Where the path of a change leads, in the definitions of the layers below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.source.changes import Change, Step, path_text
from interpreter.source.definitions import Definition, Definitions, Words, group_length
from interpreter.source.diagnostics import Diagnostic, Place, error
from interpreter.source.keys import BY_NAME
from interpreter.source.nearest import did_you_mean
from interpreter.source.shape import expand
from interpreter.source.tree import Node, child, word


class Refused(Exception):
    """A change that can't be carried out, with its diagnostic."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.found = found


@dataclass(slots=True)
class Spot:
    """What a path leads to: the definition, the containers on the way down, and the value, None where the last step fails."""

    path: Words
    definition: Definition
    trail: list[tuple[Node, str | int]]
    node: Node | None
    inner: str


@dataclass(frozen=True, slots=True)
class Work:
    """A change, the layer that makes it, and the definitions that it is made on."""

    definitions: Definitions
    change: Change
    layer: str

    def refuse(self, code: str, place: Place, message: str, hint: str = "", related: tuple[tuple[Place, str], ...] = ()) -> Refused:
        """What an operation raises to end without effect."""
        return Refused(error(code, place, message, hint, related))


def words_of(steps: Iterable[Step]) -> Words:
    """The words of steps."""
    return tuple(str(each.word) for each in steps)


def missing(work: Work, step: Step, within: str, candidates: Iterable[str], hint: str = "") -> Refused:
    """The refusal of a step that leads nowhere, with the nearest of the names that would lead somewhere."""
    shown = f"element [{step.word}]" if isinstance(step.word, int) else f"`{step.word}`"
    where = f" in `{within}`" if within else ""
    hint = "; ".join(each for each in (did_you_mean(str(step.word), candidates), hint) if each)
    steps = words_of(work.change.path)
    lost = f"{within}[{step.word}]" if isinstance(step.word, int) else ".".join(each for each in (within, str(step.word)) if each)
    taken = work.definitions.loss(steps[: group_length(steps[0]) + 1], lost)
    related = ((taken.place, f"{taken.action} by `{taken.layer}`"),) if taken is not None else ()
    return work.refuse("path-not-there", step.place, f"there is no {shown}{where}", hint, related)


def find(work: Work) -> Spot:
    """The spot that the change's path leads to; only its last step may lead nowhere."""
    steps, definitions = work.change.path, work.definitions
    length = group_length(str(steps[0].word)) + 1
    path = words_of(steps[:length])
    definition = definitions.get(path)
    if definition is None:
        raise missing_definition(work, path)
    section = BY_NAME.get(path[0])
    node: Node | None = expand(section, definition.node) if section and len(steps) > length else definition.node
    trail: list[tuple[Node, str | int]] = []
    inner = ""
    for number, step in enumerate(steps[length:], length):
        assert node is not None
        found = child(node, step.word)
        if found is None and number + 1 < len(steps):
            raise missing(work, step, path_text(steps[:number]), names_in(node))
        key: str | int = found[0] if found else step.word
        inner += f"[{key}]" if isinstance(key, int) else f".{key}"
        trail.append((node, key))
        node = found[1] if found else None
    return Spot(path, definition, trail, node, inner)


def missing_definition(work: Work, path: Words) -> Refused:
    """The refusal of a path of which no definition exists, at its first wrong step."""
    steps, groups = work.change.path, work.definitions.groups
    for length in range(1, len(path)):
        known = {group[length - 1] for group in groups if len(group) >= length and group[: length - 1] == path[: length - 1]}
        if path[length - 1] not in known:
            return missing(work, steps[length - 1], ".".join(path[: length - 1]), known)
    return missing(work, steps[len(path) - 1], ".".join(path[:-1]), groups[path[:-1]])


def names_in(node: Node) -> list[str]:
    """The keys of a mapping, or the texts of the elements of a list."""
    if isinstance(node.value, dict):
        return list(node.value)
    return [word(each) for each in node.value if word(each)] if isinstance(node.value, tuple) else []
