"""What only all definitions together show to be wrong: values that need themselves, rules that hang on guesses."""

from __future__ import annotations

from interpreter.rules.collect.collector import Collector
from interpreter.rules.cycles import MOVEMENT, endless
from interpreter.rules.guesses import guessing


def check_rings(c: Collector) -> None:
    """Values that need themselves by way of a modifier, of movement or of a rule that forbids."""
    for ring in endless(c.out):
        words = " → ".join(part.removeprefix("define.") for part in ring)
        section, name = _link(c, ring)
        node = c.d.section(section).get(name)
        if node is not None:
            c.d.bad("endless-definition", node.place, f"This needs itself: {words}.")


def _link(c: Collector, ring: tuple[str, ...]) -> tuple[str, str]:
    """The definition that closes a ring: a modifier, a movement, or a rule that forbids."""
    modifier = next((m.name for m in c.out.modifiers if m.target in ring), None)
    if modifier is not None:
        return "modifiers", modifier
    if MOVEMENT in ring:
        return "movements", next(iter(c.out.movements), "")
    widened = [one for part in ring for one in c.out.permits.get(part.removeprefix("define."), ())]
    if widened:
        return widened[0].section, widened[0].name
    bans = [ban for part in ring for ban in c.out.forbids(part.removeprefix("define."))]
    return "rules", next((ban.rule for ban in (*bans, *(b for part in ring for b in c.out.bans.get(part, ())))), "")


def check_guesses(c: Collector) -> None:
    """Rules that ask what only players may."""
    if any(kind == "guess" for kind, _ in c.v.used):
        for section, name in guessing(c.out):
            groups = [c.d.section(section)] if section else c.d.sections.values()
            node = next(group[name] for group in groups if name in group)
            c.d.bad("guess", node.place, f"`{name}` hangs on a guess; only `evaluation` may ask for chances.")
