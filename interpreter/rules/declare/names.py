"""What there is: sorts, words, ids, tags, attributes, and what definitions are given."""

from __future__ import annotations

from interpreter.language.ir import Attribute
from interpreter.language.syntax import WORDS
from interpreter.language.types import SPACE, UNIT, Type, entity, set_of
from interpreter.language.vocabulary import Signature
from interpreter.rules.declare.core import Declared, check_name, default_of, get
from interpreter.source.diagnostics import Place
from interpreter.source.keys import BY_NAME
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

NO_WORDS: frozenset[str] = frozenset()
KERNEL_SORTS = {"power": "powers", "space": "spaces", "border": "borders", "unit_type": "unit_types", "unit": "units"}
BUILT_IN_UNIT = (("type", entity("unit_type")), ("owner", entity("power")), ("place", SPACE), ("carrier", UNIT))
CALLABLE = ("procedures", "sequences", "phases", "windows", "engagements")
FLAGS = ("fixed", "formula", "hidden", "mutual")


def sorts(d: Declared) -> None:
    """The sorts of things: those of every game, and those that the ruleset adds."""
    d.vocabulary.sorts = dict(KERNEL_SORTS)
    for name, node in d.section("sorts").items():
        check_name(d, name, node.place)
        plural = get(node, "plural")
        if name in KERNEL_SORTS or name == "game":
            d.bad("name-twice", node.place, f"`{name}` is a sort already.")
        elif plural is not None and (str(plural.value) in BY_NAME or str(plural.value) in d.vocabulary.sorts.values()):
            d.bad("name-twice", plural.place, f"`{plural.value}` is a section already.")
        elif plural is not None:
            check_name(d, str(plural.value), plural.place)
            d.vocabulary.sorts[name] = str(plural.value)


def enumerations(d: Declared) -> None:
    """The words of enumerations."""
    for name, node in d.section("enumerations").items():
        check_name(d, name, node.place)
        values = get(node, "values")
        for word in texts(values) if values is not None else ():
            check_name(d, str(word.value), word.place)
            d.vocabulary.words.setdefault(str(word.value), []).append(name)


def entities(d: Declared) -> None:
    """The ids of all things."""
    for sort, plural in d.vocabulary.sorts.items():
        if sort in ("unit", "border"):
            continue
        ids = tuple(d.section(plural))
        d.ids[sort] = ids
        for name in ids:
            check_name(d, name, d.section(plural)[name].place)
            d.vocabulary.entities.setdefault(name, []).append(sort)


def tags(d: Declared) -> None:
    """The names of tags; who bears them is said with the things."""
    for name, node in d.section("tags").items():
        check_name(d, name, node.place)
        d.vocabulary.tags.add(name)
        d.tags[name] = []


def attributes(d: Declared) -> None:
    """The attributes of each sort, with their places in rows."""
    d.vocabulary.attributes["unit"] = {
        name: Attribute("unit", name, type_, None, False, index=index) for index, (name, type_) in enumerate(BUILT_IN_UNIT)
    }
    counts: dict[str, int] = {"unit": len(BUILT_IN_UNIT)}
    for sort, group in d.section("attributes").items():
        if sort not in d.vocabulary.sorts and sort != "game":
            d.bad("unknown-type", group.place, f"There is no sort `{sort}`.", did_you_mean(sort, [*d.vocabulary.sorts, "game"]))
            continue
        table = d.vocabulary.attributes.setdefault(sort, {})
        for name, node in group.value.items() if isinstance(group.value, dict) else ():
            check_name(d, name, node.place, WORDS - {"when"})
            table[name] = _attribute(d, sort, name, node, counts)


def _attribute(d: Declared, sort: str, name: str, node: Node, counts: dict[str, int]) -> Attribute:
    fixed, formula, hidden, mutual = (bool(n.value) if (n := get(node, key)) is not None else False for key in FLAGS)
    least, most = (n.value if (n := get(node, key)) is not None and isinstance(n.value, int) else None for key in ("least", "most"))
    given = get(node, "type")
    type_ = d.type_of(given) if given is not None else Type("any")
    if (fixed or formula) and sort in ("unit", "game"):
        what = "Units come and go" if sort == "unit" else "The game has no document"
        message = f"{what}: an attribute of a {sort} is neither fixed nor a formula."
        d.bad("fixed-attribute", node.place, message, "Declare it for `unit_type`, or use `define`.")
    fixed = fixed or formula or sort == "unit_type"
    if mutual and (fixed or sort == "unit" or type_ != set_of(entity(sort))):
        d.bad("wrong-type", node.key_place("mutual"), f"Only a set of {sort} that effects change can be mutual, and none of units.")
    index = -1
    if not fixed:
        index = counts.get(sort, 0)
        counts[sort] = index + 1
    default = get(node, "default")
    value = d.value(default, type_, f"The default of `{name}`") if default is not None and not formula else default_of(type_)
    return Attribute(sort, name, type_, value, fixed, formula, hidden, least, most, index, mutual)


def signatures(d: Declared) -> None:
    """What definitions are given and give back."""
    v = d.vocabulary
    _check_inner_names(d)
    for name, node in d.section("define").items():
        check_name(d, name, node.place)
        v.defines[name] = _signature(d, name, node, "type")
    for name, node in d.section("events").items():
        v.events[name] = Signature(name, d.parameters(get(node, "of")))
    for section in CALLABLE:
        for name, node in d.section(section).items():
            check_name(d, name, node.place)
            if name in v.procedures:
                d.bad("name-twice", node.place, f"`{name}` is run by two definitions.")
            v.procedures[name] = _signature(d, name, node, "returns")
    for name, node in d.section("actions").items():
        check_name(d, name, node.place)
        v.actions[name] = Signature(name, d.parameters(get(node, "of")))
    _check_values_once(d)


def _signature(d: Declared, name: str, node: Node, key: str) -> Signature:
    """What a definition is given, and the type of what it gives back where its `key` says it."""
    result = get(node, key)
    return Signature(name, d.parameters(get(node, "of")), d.type_of(result) if result is not None else None)


def _check_inner_names(d: Declared) -> None:
    """Names that are no ids of what can be called: of rules and their like, and those inside definitions."""
    for section in ("events", "rules", "modifiers", "allocations", "movements"):
        for name, node in d.section(section).items():
            check_name(d, name, node.place, NO_WORDS)
    for section, key, words in (
        ("actions", "choose", WORDS),
        ("engagements", "sides", WORDS),
        ("engagements", "before", NO_WORDS),
        ("engagements", "round", NO_WORDS),
    ):
        for node in d.section(section).values():
            inner = get(node, key)
            if inner is not None and isinstance(inner.value, dict):
                for name in inner.value:
                    check_name(d, name, inner.key_place(name), words)


def _check_values_once(d: Declared) -> None:
    """A text could not tell a `define`, an option and an attribute of the game of one name apart."""
    v = d.vocabulary
    owners: dict[str, str] = {}
    for section, names in (("define", v.defines), ("options", v.options), ("attributes.game", v.attributes.get("game", {}))):
        for name in names:
            if name in owners:
                where = d.section(section).get(name)
                d.bad("name-twice", where.place if where else Place("", 1, 1), f"`{name}` is in `{owners[name]}` already.")
            owners[name] = section
