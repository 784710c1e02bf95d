"""Rules: each forbids, is an exception, allows, follows events, or is done instead of something else."""

from __future__ import annotations

from interpreter.rules.collect.bans import allow, forbid, hooks_of
from interpreter.rules.collect.collector import Collector
from interpreter.rules.collect.events import follow, remembered
from interpreter.rules.collect.fields import listed, words_of
from interpreter.rules.declare import get
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node

EFFECTIVE = ("on", "instead_of")
NEEDS = {"because": ("forbid",), "do": EFFECTIVE, "order": EFFECTIVE, "despite": ("allow",)}
"""Fields that do something only beside one of others."""


def read_rules(c: Collector) -> None:
    """Adds what rules forbid and allow, and what follows from events; stand-ins are read apart."""
    section = c.d.section("rules")
    exceptions: dict[str, list[Node]] = {}
    for name, node in section.items():
        for target in listed(node, "despite"):
            if target.value not in section:
                c.d.bad("unknown-name", target.place, f"There is no rule `{target.value}`.", did_you_mean(str(target.value), section))
            exceptions.setdefault(str(target.value), []).append(node)
        _check_fields(c, name, node)
    followers = remembered(c)
    for name, node in section.items():
        if get(node, "allow") is not None and get(node, "despite") is None:
            allow(c, name, node)
        if get(node, "forbid") is not None:
            forbid(c, name, node, exceptions.get(name, ()))
        if get(node, "on") is not None:
            follow(c, name, node, followers)
    c.out.handlers = {event: tuple(n for _, n in sorted(found, key=lambda f: f[0])) for event, found in followers.items()}


def _check_fields(c: Collector, name: str, node: Node) -> None:
    """Tells of fields that have no effect in this rule, and of a rule that says nothing."""
    for key, needs in NEEDS.items():
        if get(node, key) is not None and all(get(node, need) is None for need in needs):
            wanted = " or ".join(f"`{need}`" for need in needs)
            c.d.bad("idle-field", node.key_place(key), f"`{key}` does nothing in a rule without {wanted}.")
    _check_exception(c, name, node)
    if all(get(node, key) is None for key in ("forbid", "allow", *EFFECTIVE)):
        c.d.bad(
            "no-definition",
            node.place,
            f"Rule `{name}` neither forbids, allows, follows an event, nor stands in for a procedure.",
            "It needs `forbid`, `allow`, `on` or `instead_of`.",
        )


def _check_exception(c: Collector, name: str, node: Node) -> None:
    """Tells of rules in `despite` that forbid nothing of what is allowed."""
    allowed = set(hooks_of(c, node, "allow"))
    for target in listed(node, "despite") if allowed else ():
        other = c.d.section("rules").get(str(target.value))
        if other is not None and not words_of(other, "forbid") & allowed:
            c.d.bad("lost-exception", target.place, f"`{target.value}` forbids nothing that `{name}` allows.")
