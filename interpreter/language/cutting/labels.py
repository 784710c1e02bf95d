"""The words of which the labels of blocks are made."""

from __future__ import annotations

from interpreter.language.ir import Again, Allot, Announce, Assignment, Cast, Choose, Draw, Fire, ForEach, Offer, Roll, Run, Statement


def words(s: Statement) -> str:
    """The words that label a statement that may ask."""
    match s:
        case Roll(name=name) | Draw(name=name) | Choose(name=name):
            return f"{type(s).__name__.lower()} {written(name)}"
        case Offer(actions=actions):
            return "offer " + " ".join(a for a, _ in actions)
        case Fire(volley=volley):
            return f"fire {volley}"
        case Again(volley=volley):
            return f"fire again {volley}"
        case Cast(volley=volley):
            return f"cast {volley}"
        case Allot(volley=volley):
            return f"dice of {volley}"
        case Assignment(volley=volley):
            return f"losses {volley}"
        case Run(procedure=name):
            return f"run {name}"
        case Announce(event=event):
            return f"announce {event}"
        case ForEach(var=var):
            return f"for each {written(var)}"
    return type(s).__name__.lower()


def written(name: str) -> str:
    """A local name as it stands in the text, without what the checker puts behind it."""
    return name.partition("_N")[0]
