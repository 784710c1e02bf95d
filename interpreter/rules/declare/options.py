"""The options of a ruleset, and what is chosen of them for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.language.types import NUMBER, TRUTH, Type
from interpreter.rules.declare.core import Declared, check_name, default_of, get
from interpreter.source.diagnostics import Place
from interpreter.source.nearest import did_you_mean


def options(d: Declared, chosen: Mapping[str, Any]) -> None:
    """The options of the ruleset with what is chosen of them."""
    for name, node in d.section("options").items():
        check_name(d, name, node.place)
        type_node, default = get(node, "type"), get(node, "default")
        if type_node is None or default is None:
            continue
        type_ = d.type_of(type_node)
        if type_ != TRUTH and get(node, "volleys") is not None:
            d.bad("wrong-type", node.key_place("volleys"), "Only an option that is true or false says how volleys are read.")
        value = d.value(default, type_, f"The default of `{name}`")
        if name in chosen:
            value = option_value(d, name, type_, chosen[name], node.place)
        d.options[name] = value
        d.vocabulary.options[name] = (type_, value)
    for name in chosen:
        if name not in d.options:
            d.bad("unknown-name", Place("(options)", 1, 1), f"There is no option `{name}`.", did_you_mean(name, d.options))


def option_value(d: Declared, name: str, type_: Type, given: Any, place: Place) -> Any:
    """An option as given on a command line or in a case, as a value of its type."""
    text = str(given).lower() if isinstance(given, bool) else given
    if type_ == TRUTH and text in ("true", "false", "yes", "no", "on", "off"):
        return text in ("true", "yes", "on")
    if type_ == NUMBER and isinstance(given, int | str) and str(given).isdigit():
        return int(given)
    if type_.kind == "enum" and type_.name in d.vocabulary.words.get(str(given), ()):
        return str(given)
    words = [w for w, e in d.vocabulary.words.items() if type_.name in e]
    d.bad("wrong-type", place, f"Option `{name}` is a {type_}; `{given}` is none.", did_you_mean(str(given), words or ["true", "false"]))
    return default_of(type_)
