"""Whether one rule text holds in fewer situations than another, as far as their forms tell.

`within(a, b)`: wherever the condition a holds, b holds; or every element of the set a is one of b; or the limit a is not
higher. It looks at the form alone (conjuncts, disjuncts, negation, comparisons with numbers, filters, unions, lists), so
False means "not as far as can be told".
"""

from __future__ import annotations

from typing import Any

TURNED = {"no": -1, "at_most": -1, "any": 1, "at_least": 1}
PHRASES = {"named": 2, "some_unit": 0, "some_space": 0, "some_unit_in": 1, "some_unit_aboard": 1, "some_space_beside": 1}
SETS = frozenset(("set", "plus", "minus", "where", "units", "units_in", "units_aboard", "spaces", "spaces_beside"))


def within(a: Any, b: Any) -> bool:
    """Whether the tree a (see `said.tree_of`) says no more than b."""
    if a == b:
        return True
    if not (isinstance(a, tuple) and isinstance(b, tuple)):
        return False
    if a[0] == "either":
        return all(within(each, b) for each in a[1:])
    if b[0] == "both":
        return all(within(a, each) for each in b[1:])
    if a[0] == "both" and any(within(each, b) for each in a[1:]):
        return True
    if b[0] == "either" and any(within(a, each) for each in b[1:]):
        return True
    return any(test(a, b) for test in (_negated, _compared, _member, _phrase, _choice, _set))


def _negated(a: Any, b: Any) -> bool:
    return a[0] == b[0] == "negated" and within(b[1], a[1])


def _number(tree: Any) -> int | None:
    return int(tree[1]) if isinstance(tree, tuple) and tree[0] == "number" else None


def _compared(a: Any, b: Any) -> bool:
    """`x <= 3` within `x <= 4`, `x = 3` within both, `x > 3` within `x > 2`."""
    if a[0] != "compare" or b[0] != "compare" or a[1] != b[1]:
        return False
    low, high = _number(a[3]), _number(b[3])
    if low is None or high is None:
        return False
    first, second = _span(a[2], low), _span(b[2], high)
    return first is not None and second is not None and second[0] <= first[0] and first[1] <= second[1]


def _span(sign: str, number: int) -> tuple[float, float] | None:
    """The whole numbers that a comparison lets through, lowest and highest."""
    endless = float("inf")
    return {
        "=": (number, number),
        "<": (-endless, number - 1),
        "<=": (-endless, number),
        ">": (number + 1, endless),
        ">=": (number, endless),
    }.get(sign)


def _member(a: Any, b: Any) -> bool:
    """`x in A` within `x in B` for A within B; `x not in` the other way round; `x is y` within `x in {y, z}`."""
    if len(a) != 3 or len(b) != 3 or a[1] != b[1]:
        return False
    if a[0] == "is_a" and b[0] == "member":
        return _elements(b[2]) is not None and a[2] in (_elements(b[2]) or ())
    return (a[0] == b[0] and a[0] in ("member", "is_a") and within(a[2], b[2])) or (a[0] == b[0] == "not_member" and within(b[2], a[2]))


def _phrase(a: Any, b: Any) -> bool:
    """`any x in A` within `any x in B`, `no x in B` within `no x in A`, at least 4 within at least 3."""
    if a[0] != "phrase" or b[0] != "phrase" or a[1][0] != b[1][0] or (direction := TURNED.get(a[1][0])) is None:
        return False
    less, more = (a, b) if direction > 0 else (b, a)
    numbers = [_number(each[1][1]) if len(each[1]) > 1 else 0 for each in (less, more)]
    if None in numbers:
        return a[1] == b[1] and within(less[2], more[2])
    return int(numbers[0] or 0) >= int(numbers[1] or 0) and within(less[2], more[2])


def _choice(a: Any, b: Any) -> bool:
    """Both ways of an `if … else` with one condition, each within the other's."""
    return a[0] == b[0] == "choice" and len(a) == len(b) == 4 and a[2] == b[2] and within(a[1], b[1]) and within(a[3], b[3])


def _elements(tree: Any) -> tuple[Any, ...] | None:
    """The elements that a list in braces names."""
    if not (isinstance(tree, tuple) and tree[0] == "set"):
        return None
    return tree[1][1:] if len(tree) > 1 and tree[1] is not None else ()


def _set(a: Any, b: Any) -> bool:
    mine, theirs = _elements(a), _elements(b)
    if mine is not None and theirs is not None:
        return set(mine) <= set(theirs)
    if a[0] == "plus" and all(within(each, b) for each in a[1:]) and _is_set(b):
        return True
    if b[0] == "plus" and any(within(a, each) for each in b[1:]) and _is_set(a):
        return True
    if a[0] == "minus" and _is_set(a) and within(a[1], b):
        return True
    return _filtered(a, b)


def _is_set(tree: Any) -> bool:
    """Whether a sum is one of sets: in a sum of numbers fewer terms are another number, not fewer situations."""
    return isinstance(tree, tuple) and (tree[0] in SETS - {"plus", "minus"} or (tree[0] in SETS and any(map(_is_set, tree[1:]))))


def _filtered(a: Any, b: Any) -> bool:
    """A filter more, or a narrower one: `S where c and d` within `S where c` within `S`."""
    first, second = _filter(a), _filter(b)
    if first is None:
        return False
    if second is None:
        return first[1] is not None and first[0][0] == "" and within(first[0][1], b)
    return _source(first[0], second[0]) and (second[1] is None or (first[1] is not None and within(first[1], second[1])))


def _filter(tree: Any) -> tuple[tuple[Any, ...], Any] | None:
    """Source (what kind of it, and its parts) and condition of a filter; the condition is None where all of the source are meant."""
    if tree[0] == "where":
        return ("", tree[1]), tree[2]
    if tree[0] in PHRASES:
        at = PHRASES[tree[0]] + 1
        return tuple(tree[:at]), tree[at] if len(tree) > at else None
    return None


def _source(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """The same kind of source, the same name for its elements, and no more of them."""
    return a == b or (len(a) == len(b) and len(a) > 1 and a[:-1] == b[:-1] and within(a[-1], b[-1]))
