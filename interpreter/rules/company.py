"""Actions that are offered wherever another one is: an overlay adds a choice to a moment without a list to be changed."""

from __future__ import annotations

from interpreter.rules.declare import Declared, get
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts


def read_company(d: Declared) -> None:
    """Notes which actions come with which; the parameters of the one have to be among those of the other."""
    v = d.vocabulary
    for name, node in d.section("actions").items():
        listed = get(node, "beside")
        for item in texts(listed) if listed is not None else ():
            host = str(item.value)
            if host not in v.actions or host == name:
                message = f"There is no other action `{host}`." if host == name else f"There is no action `{host}`."
                d.bad("unknown-name", item.place, message, did_you_mean(host, [a for a in v.actions if a != name]))
            elif _fitting(d, name, host, item):
                v.beside.setdefault(host, []).append(name)


def _fitting(d: Declared, name: str, host: str, item: Node) -> bool:
    """Whether an action gets all that it needs where another one is offered."""
    actions = d.vocabulary.actions
    missing = [f"`{p}: {type_}`" for p, type_ in actions[name].parameters if (p, type_) not in actions[host].parameters]
    if missing:
        d.bad("missing-arguments", item.place, f"`{name}` needs {', '.join(missing)}, which `{host}` is not offered with.")
    return not missing
