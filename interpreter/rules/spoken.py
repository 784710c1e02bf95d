"""What people call things: the id that a word means, by id, title or short form, one or many, whole or shortened.

Every command that takes names from people asks here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from interpreter.rules.ruleset import Ruleset
from interpreter.source.nearest import did_you_mean

Names = dict[str, tuple[str, ...]]
Way = Callable[[str, str], bool]
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
    return {k: tuple(dict.fromkeys(map(folded, (k, rules.title_of(sort, k), *p.shorts.get(f"{sort}.{k}", ()))))) for k in known}


def meant(rules: Ruleset, sort: str, text: str, among: Iterable[str] | None = None) -> str:
    """The id that a word means, of all things of a sort or of some. Raises Unmeant, with the nearest name, where none or several fit."""
    names = names_of(rules, sort)
    if among is not None:
        names = {k: names[k] for k in among}
    word = folded(text)
    if word in names:
        return word
    for test in WAYS:
        found = [k for k, called in names.items() if any(test(w, name) for w in forms(word) for name in called)]
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


def forms(word: str) -> tuple[str, ...]:
    """A word, and what it may be one or many of; none for no word."""
    if len(word) < 3:
        return (word,) if word else ()
    one = (word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y", word.removesuffix("men") + "man")
    return (word, *dict.fromkeys(w for w in one if w != word and not w.startswith(word)))


def _any_part(test: Way) -> Way:
    return lambda word, name: any(test(word, part) for part in name.split("_"))


def _equal(word: str, name: str) -> bool:
    return name == word


def _initials(word: str, name: str) -> bool:
    return initials(name) == word.replace("_", "")


def _beginning(word: str, name: str) -> bool:
    return name.startswith(word)


def _beginnings(word: str, name: str) -> bool:
    """Whether each of several words begins a part of a name, in this order; numbers are whole."""
    words, rest = word.split("_"), iter(name.split("_"))
    return len(words) > 1 and all(any(part == w if w.isdigit() else part.startswith(w) for part in rest) for w in words)


def _letters(word: str, name: str) -> bool:
    """Whether the few letters of a short form stand in a name in their order, the first one first; longer words are slips."""
    letters, rest = word.replace("_", ""), iter(name)
    return 2 < len(letters) < 5 and name[:1] == letters[0] and all(letter in rest for letter in letters)


def initials(name: str) -> str:
    """The first letters of a name of several words, its numbers whole: `sz5`; empty for one word."""
    parts = name.split("_")
    return "".join(part if part.isdigit() else part[:1] for part in parts) if len(parts) > 1 else ""


WAYS: tuple[Way, ...] = (_equal, _initials, _beginning, _beginnings, _any_part(_beginning), _letters, _any_part(_letters))
"""Ways in which a word can mean a name, the surest first."""
