"""What people call things: the id that a word means, by id, title or short form, one or many, whole or shortened.

Every command that takes names from people asks here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from interpreter.rules.ruleset import Ruleset
from interpreter.source.nearest import did_you_mean

Names = dict[str, tuple[str, ...]]
MOST_MEANT, MOST_LISTED = 12, 60
"""How many names are told that a word may mean; of how many all are listed where nothing is like it."""


class Unmeant(Exception):
    """A word that means nothing here, or more than one thing; its text is for people."""


def folded(text: str) -> str:
    """A name without case, spaces and marks: `Sea Zone 5.` is `sea_zone_5`."""
    return re.sub(r"[\W_]+", "_", text.strip().lower()).strip("_")


def names_of(rules: Ruleset, sort: str) -> Names:
    """The things of a sort, or the words of an enumeration, each with all that it is called, folded; its id first."""
    p = rules.program
    known = p.ids.get(sort, p.words.get(sort, ()))
    shorts = p.shorts if sort == "unit_type" else {}
    return {k: tuple(dict.fromkeys(map(folded, (k, rules.title_of(sort, k), *shorts.get(k, ()))))) for k in known}


def meant(rules: Ruleset, sort: str, text: str, among: Iterable[str] | None = None) -> str:
    """The id that a word means, of all things of a sort or of some. Raises Unmeant, with the nearest name, where none or several fit."""
    names = names_of(rules, sort)
    if among is not None:
        names = {k: names[k] for k in among}
    word = folded(text)
    if word in names:
        return word
    for test in tests(word):
        found = [k for k, called in names.items() if any(map(test, called))] if word else []
        if len(found) == 1:
            return found[0]
        if found:
            raise Unmeant(
                f"`{text}` may be {' or '.join(f'`{k}`' for k in found[:MOST_MEANT])}{' …' if len(found) > MOST_MEANT else ''}; write more of it."
            )
    hint = did_you_mean(text, [*names, *(t for called in names.values() for t in called)])
    if not hint and len(names) <= MOST_LISTED:
        hint = f"there are: {', '.join(names)}."
    raise Unmeant(f"There is no {sort.replace('_', ' ')} `{text}`. {hint[:1].upper()}{hint[1:]}".strip())


def tests(word: str) -> tuple[Callable[[str], bool], ...]:
    """Ways in which a word can mean a name, the surest first."""
    one = {word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y", word.removesuffix("men") + "man"}
    parts, letters = word.split("_"), word.replace("_", "")
    return (
        lambda name: name == word,
        lambda name: name in one,
        lambda name: initials(name) == letters,
        lambda name: name.startswith(word),
        lambda name: len(parts) > 1 and _begin(parts, name.split("_")),
        lambda name: any(part.startswith(word) for part in name.split("_")),
        lambda name: len(letters) > 2 and name[:1] == letters[0] and in_order(letters, name),
        lambda name: len(letters) > 2 and any(part[:1] == letters[0] and in_order(letters, part) for part in name.split("_")),
    )


def initials(name: str) -> str:
    """The first letters of a name of several words, its numbers whole: `sz5`; empty for one word."""
    parts = name.split("_")
    return "".join(part if part.isdigit() else part[:1] for part in parts) if len(parts) > 1 else ""


def in_order(letters: str, name: str) -> bool:
    """Whether letters stand in a name in this order."""
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _begin(words: list[str], parts: list[str]) -> bool:
    """Whether each word begins a part of a name, in this order; numbers are whole."""
    rest = iter(parts)
    return all(any(part == word if word.isdigit() else part.startswith(word) for part in rest) for word in words)
