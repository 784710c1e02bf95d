"""The right word for a misspelt one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable
from itertools import islice

LONGEST = 80
MOST_CANDIDATES = 2_000


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that is most like the word, or None if none is like it. Case and separators do not count.

    Of more than 2,000 candidates the first ones are looked at, so that broken giants do not take for ever.
    """
    if len(word) > LONGEST:
        return None
    wanted = _folded(word)
    known: dict[str, str] = {}
    for candidate in islice(candidates, MOST_CANDIDATES):
        known.setdefault(_folded(candidate), candidate)
    if wanted in known:
        return known[wanted]
    slipped = slip(wanted, known)
    if slipped is not None:
        return known[slipped]
    alike = [each for each in known if abs(len(each) - len(wanted)) <= max(len(wanted), 4)]
    found = difflib.get_close_matches(wanted, alike, n=1, cutoff=0.6 if len(wanted) > 4 else 0.7 if len(wanted) == 4 else 0.65)
    return known[found[0]] if found else None


def slip(word: str, candidates: Iterable[str]) -> str | None:
    """The first candidate that is one slip away: letters in the wrong order, one too many or too few, or else another one."""
    names = tuple(candidates)
    return next((each for each in names if one_slip(word, each)), None) or next((each for each in names if one_letter(word, each)), None)


def one_slip(word: str, other: str) -> bool:
    """Whether two letters in the wrong order, one too many or one too few make one word of the other."""
    if abs(len(word) - len(other)) > 1 or word == other or len(word) + len(other) < 3:
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    a, b = word[start:], other[start:]
    if len(a) != len(b):
        return a[1:] == b or b[1:] == a
    return len(word) > 2 and a[1::-1] == b[:2] and a[2:] == b[2:]


def one_letter(word: str, other: str) -> bool:
    """Whether one wrong letter makes one word of the other; short words are too much alike to tell."""
    return len(word) == len(other) > 3 and sum(a != b for a, b in zip(word, other, strict=True)) == 1


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A hint that names the nearest candidate; empty if there is none."""
    found = nearest(word, candidates)
    return f"did you mean `{found}`?" if found else ""


def _folded(word: str) -> str:
    return re.sub(r"[\W_]+", "", word).lower()


def key_hint(key: str, bare: bool, known: Collection[str]) -> str:
    """What is meant by a key that does not exist; one without a value (`bare`) is most often the rest of a text that a comma has cut."""
    hint = did_you_mean(key, known)
    return hint or ("Inside `{…}` a comma ends a text: put the text before it, with this, in quotes." if bare else "")
