"""The dice of a volley: rolled, rolled again, given out one by one, and what follows from those of each unit."""

from __future__ import annotations

from interpreter.language.ir import Again, Allot, Cast, Const, Fire, ForEach, Let, Local, Op, Statement, While, parts
from interpreter.language.types import ANY, NUMBER, TRUTH, UNIT, set_of
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.frame import Frame
from interpreter.rules.declare import get
from interpreter.source.tree import Node

COUNTS = ("misses", "hits")
AGAIN = ("misses_again", "hits_again")
"""What effects of `reroll` see of the dice, and what they set."""
USED = "hits_used"
"""What effects of `rolled` set: hits of the unit that are not assigned besides."""
ANY_HITS = set_of(ANY)


def fire(c: Collector, f: Frame, step: str, record: Node, hits: str) -> tuple[Statement, ...]:
    """The dice of a volley, what follows from those of each unit, and which are rolled again."""
    name, shares, lie = f"{f.name}_{step}", f"Shares_{step}", f"Lying_{step}"
    rolled, reroll = get(record, "rolled"), get(record, "reroll")
    counts = COUNTS if reroll is not None else ("", "")
    first = Fire(HERE, name, f.here, hits, shares if rolled is not None else "", lie if reroll is not None else "", counts)
    follows = _rolled(c, f, rolled, hits, shares) if rolled is not None else ()
    if reroll is not None and any(_uses_hits(s) for s in follows):
        place = record.key_place("reroll")
        c.d.bad("idle-field", place, "Hits that `rolled` uses up would be there again when dice are rolled again.")
    if c.d.reads_volleys("chosen dice"):  # dice that are given out one by one stay as they are
        return (*_cast(f, step, hits, Local(ANY_HITS, HERE, shares)), *follows)
    return (first, *follows, *(_rerolls(c, f, first, reroll) if reroll is not None else ()))


def _rolled(c: Collector, f: Frame, node: Node, hits: str, shares: str) -> tuple[Statement, ...]:
    """Runs effects for each unit that has rolled; hits that they use up are not assigned."""
    effects = c.texts.effects(node, {**f.sight(it=UNIT, faces=set_of(NUMBER)), USED: NUMBER}, None, f.inline)
    those, unit = Local(ANY_HITS, HERE, shares), Local(UNIT, HERE, "it")
    faces = Let(HERE, "faces", Op(set_of(NUMBER), HERE, "faces_of", (those, unit)))
    before: tuple[Statement, ...] = ()
    after: tuple[Statement, ...] = ()
    if any(_uses_hits(s) for s in effects):
        before = (Let(HERE, USED, Const(NUMBER, HERE, 0)),)
        left = (Local(ANY_HITS, HERE, hits), those, unit, Local(NUMBER, HERE, USED))
        after = (Let(HERE, hits, Op(ANY_HITS, HERE, "hits_left", left)),)
    return (ForEach(HERE, "it", Op(set_of(UNIT), HERE, "rollers", (those,)), (faces, *before, *effects, *after)),)


def _uses_hits(node: object) -> bool:
    """Whether effects of `rolled` use hits up."""
    return (isinstance(node, Let) and node.name == USED) or any(_uses_hits(part) for part in parts(node))


def _rerolls(c: Collector, f: Frame, first: Fire, node: Node) -> tuple[Statement, ...]:
    """Rolls some dice again as long as the effects say so."""
    scope = {**f.sight(), **dict.fromkeys((*COUNTS, *AGAIN), NUMBER)}
    body = c.texts.effects(node, scope, None, f.inline)
    zero = Const(NUMBER, HERE, 0)
    misses, scored = (Local(NUMBER, HERE, word) for word in AGAIN)
    more = Op(TRUTH, HERE, "<", (zero, Op(NUMBER, HERE, "+", (misses, scored))))
    none = tuple(Let(HERE, word, zero) for word in AGAIN)
    once = (*none, *body, Again(HERE, first.volley, f.here, first.hits, first.lying, COUNTS, misses, scored))
    return (*none, Let(HERE, AGAIN[0], Const(NUMBER, HERE, 1)), While(HERE, more, once))


def _cast(f: Frame, step: str, hits: str, shares: Local) -> tuple[Statement, ...]:
    """The dice of a volley, given out one by one by whoever rolls."""
    name, slots, rest = f"{f.name}_{step}", f"Slots_{step}", Local(ANY_HITS, HERE, f"Dice_{step}")
    placed = Local(ANY_HITS, HERE, f"Placed_{step}")
    return (
        Cast(HERE, name, f.here, slots, rest.name),
        Let(HERE, placed.name, Const(ANY_HITS, HERE, ())),
        While(HERE, Op(TRUTH, HERE, "some", (rest,)), (Allot(HERE, name, f.here, slots, rest.name, placed.name),)),
        Let(HERE, hits, Op(ANY_HITS, HERE, "scored", (placed,))),
        Let(HERE, shares.name, Op(ANY_HITS, HERE, "shared", (placed,))),
    )
