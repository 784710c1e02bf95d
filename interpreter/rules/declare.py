"""First pass: what a ruleset declares. Sorts, attributes, entities, tags, signatures; values of attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.language.ir import Attribute
from interpreter.language.syntax import BEGINNINGS, WORDS
from interpreter.language.types import BORDER, NUMBER, SPACE, TEXT, TRUTH, UNIT, Type, entity, enum, parse_type, set_of
from interpreter.language.vocabulary import Signature, Vocabulary
from interpreter.rules.crossings import crossing, crossings
from interpreter.rules.runtime import border_key
from interpreter.source.diagnostics import Diagnostic, Place, error, register
from interpreter.source.grids import hexes
from interpreter.source.keys import BY_NAME
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

Sections = Mapping[str, Mapping[str, Node]]
NO_WORDS: frozenset[str] = frozenset()
NAME = re.compile(r"[a-z][a-z0-9_]*")
KERNEL_SORTS = {"power": "powers", "space": "spaces", "border": "borders", "unit_type": "unit_types", "unit": "units"}
BUILT_IN_UNIT = (("type", entity("unit_type")), ("owner", entity("power")), ("place", SPACE), ("carrier", UNIT))
CALLABLE = ("procedures", "sequences", "phases", "windows", "engagements")

for _code, _sentence in {
    "unknown-name": "A name that nothing defines.",
    "unknown-type": "A type that does not exist.",
    "wrong-type": "A value of another type than the place needs.",
    "bad-name": "An id that the rule language could not read as a name.",
    "name-twice": "Two definitions of one name that a text could not tell apart.",
    "no-definition": "A rule or definition that says nothing.",
}.items():
    register(_code, _sentence)


@dataclass(slots=True)
class Declared:
    """Everything that a ruleset declares, and the diagnostics of doing so."""

    sections: Sections
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    found: list[Diagnostic] = field(default_factory=list)
    statics: dict[str, dict[Any, Any]] = field(default_factory=dict)
    formulas: dict[str, dict[str, Node]] = field(default_factory=dict)
    ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)
    rows: dict[str, dict[Any, tuple[Any, ...]]] = field(default_factory=dict)
    defaults: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    borders: list[tuple[str, str]] = field(default_factory=list)
    border_groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    grid: dict[str, tuple[int, int]] = field(default_factory=dict)
    directions: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def section(self, name: str) -> Mapping[str, Node]:
        return self.sections.get(name, {})

    def bad(self, code: str, place: Place, message: str, hint: str = "") -> None:
        self.found.append(error(code, place, message, hint))

    def reads_volleys(self, reading: str) -> bool:
        """Whether an option that is chosen reads the dice of volleys in a way of its own."""
        given = ((name, get(node, "volleys")) for name, node in self.section("options").items())
        return any(node is not None and node.value == reading and self.options.get(name) is True for name, node in given)

    # --- types and values --------------------------------------------------------------------------------------

    def type_of(self, node: Node) -> Type:
        """The type that a node names; `any` (after a diagnostic) where it names none."""
        text = str(node.value)
        sorts, words = frozenset(self.vocabulary.sorts), frozenset(self.section("enumerations"))
        result = parse_type(text, sorts, words)
        if isinstance(result, Type):
            return result
        names = [*sorts, *words, "number", "truth", "text"]
        self.bad("unknown-type", node.place, f"There is no type `{result}`.", did_you_mean(result, names))
        return Type("any")

    def value(self, node: Node, type_: Type, what: str) -> Any:
        """A YAML value as a value of the language."""
        if type_.is_set:
            assert type_.of is not None
            if type_.of == BORDER:
                return tuple(dict.fromkeys(crossings(self, node, what)))
            return tuple(dict.fromkeys(self.value(n, type_.of, what) for n in texts(node)))
        raw = node.value
        if raw is None or (raw == "none" and type_.kind in ("entity", "enum")):
            return default_of(type_)
        if type_ == BORDER:
            return crossing(self, node, what)
        good = {
            "number": isinstance(raw, int) and not isinstance(raw, bool),
            "truth": isinstance(raw, bool),
            "text": isinstance(raw, str),
            "any": True,
        }.get(type_.kind, isinstance(raw, str))
        if not good:
            self.bad("wrong-type", node.place, f"{what} is a {type_}, not {_words(node)}.")
            return default_of(type_)
        if type_.kind == "entity" and type_.name not in self.vocabulary.entities.get(str(raw), ()):
            names = [n for n, sorts in self.vocabulary.entities.items() if type_.name in sorts]
            self.bad("unknown-name", node.place, f"There is no {type_.name} `{raw}`.", did_you_mean(str(raw), names))
            return None
        if type_.kind == "enum" and type_.name not in self.vocabulary.words.get(str(raw), ()):
            names = [w for w, e in self.vocabulary.words.items() if type_.name in e]
            self.bad("unknown-name", node.place, f"`{raw}` is no {type_.name}.", did_you_mean(str(raw), names))
            return None
        return raw

    def parameters(self, node: Node | None) -> tuple[tuple[str, Type], ...]:
        if node is None or not isinstance(node.value, dict):
            return ()
        for name in node.value:
            check_name(self, name, node.key_place(name), BEGINNINGS)
        return tuple((name, self.type_of(type_)) for name, type_ in node.value.items())


def default_of(type_: Type) -> Any:
    """The value of an attribute that nobody gives."""
    if type_ == NUMBER:
        return 0
    if type_ == TRUTH:
        return False
    if type_ == TEXT:
        return ""
    return () if type_.is_set else None


def _words(node: Node) -> str:
    if isinstance(node.value, dict):
        return "a mapping"
    if isinstance(node.value, tuple):
        return "a list"
    return f"`{node.value}`"


def get(node: Node, key: str) -> Node | None:
    """A field of a definition, or None."""
    return node.value.get(key) if isinstance(node.value, dict) else None


def declare(sections: Sections, options: Mapping[str, Any]) -> Declared:
    """All declarations of a normalised tree; `options` are the values chosen for this game."""
    d = Declared(sections)
    for one_pass in (_sorts, _enumerations, _entities, _tags, _borders, _attributes):
        one_pass(d)
    _options(d, options)
    for one_pass in (_signatures, _grid, _values):
        one_pass(d)
    return d


def check_name(d: Declared, name: str, place: Place, words: frozenset[str] = WORDS) -> None:
    if not NAME.fullmatch(name):
        d.bad("bad-name", place, f"`{name}` is no name: names are small letters, digits and underscores.")
    elif name in words and name not in ("unit", "space"):
        d.bad("bad-name", place, f"`{name}` is a word of the rule language and cannot be a name.")


def _sorts(d: Declared) -> None:
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


def _enumerations(d: Declared) -> None:
    for name, node in d.section("enumerations").items():
        check_name(d, name, node.place)
        values = get(node, "values")
        for word in texts(values) if values is not None else ():
            check_name(d, str(word.value), word.place)
            d.vocabulary.words.setdefault(str(word.value), []).append(name)


def _entities(d: Declared) -> None:
    for sort, plural in d.vocabulary.sorts.items():
        if sort in ("unit", "border"):
            continue
        ids = tuple(d.section(plural))
        d.ids[sort] = ids
        for name in ids:
            check_name(d, name, d.section(plural)[name].place)
            d.vocabulary.entities.setdefault(name, []).append(sort)


def _tags(d: Declared) -> None:
    for name, node in d.section("tags").items():
        check_name(d, name, node.place)
        d.vocabulary.tags.add(name)
        d.tags[name] = []


def _attributes(d: Declared) -> None:
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
    flag = {key: bool(n.value) if (n := get(node, key)) is not None else False for key in ("fixed", "formula", "hidden", "mutual")}
    bounds = {key: n.value if (n := get(node, key)) is not None and isinstance(n.value, int) else None for key in ("least", "most")}
    type_node = get(node, "type")
    type_ = d.type_of(type_node) if type_node is not None else Type("any")
    if (flag["fixed"] or flag["formula"]) and sort in ("unit", "game"):
        what = "Units come and go" if sort == "unit" else "The game has no document"
        d.bad(
            "fixed-attribute",
            node.place,
            f"{what}: an attribute of a {sort} is neither fixed nor a formula.",
            "Declare it for `unit_type`, or use `define`.",
        )
    fixed = flag["fixed"] or flag["formula"] or sort == "unit_type"
    if flag["mutual"] and (fixed or sort == "unit" or type_ != set_of(entity(sort))):
        d.bad("wrong-type", node.key_place("mutual"), f"Only a set of {sort} that effects change can be mutual, and none of units.")
    index = -1
    if not fixed:
        index = counts.get(sort, 0)
        counts[sort] = index + 1
    default = get(node, "default")
    value = d.value(default, type_, f"The default of `{name}`") if default is not None and not flag["formula"] else default_of(type_)
    return Attribute(
        sort, name, type_, value, fixed, flag["formula"], flag["hidden"], bounds["least"], bounds["most"], index, flag["mutual"]
    )


def _options(d: Declared, chosen: Mapping[str, Any]) -> None:
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


def _signatures(d: Declared) -> None:
    v = d.vocabulary
    for name, node in d.section("define").items():
        check_name(d, name, node.place)
        result = get(node, "type")
        v.defines[name] = Signature(name, d.parameters(get(node, "of")), d.type_of(result) if result is not None else None)
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
            for name in inner.value if inner is not None and isinstance(inner.value, dict) else ():
                check_name(d, name, inner.key_place(name), words)  # type: ignore[union-attr]
    for name, node in d.section("events").items():
        v.events[name] = Signature(name, d.parameters(get(node, "of")))
    for section in CALLABLE:
        for name, node in d.section(section).items():
            check_name(d, name, node.place)
            if name in v.procedures:
                d.bad("name-twice", node.place, f"`{name}` is run by two definitions.")
            result = get(node, "returns")
            v.procedures[name] = Signature(name, d.parameters(get(node, "of")), d.type_of(result) if result is not None else None)
    for name, node in d.section("actions").items():
        check_name(d, name, node.place)
        v.actions[name] = Signature(name, d.parameters(get(node, "of")))
    owners: dict[str, str] = {}
    for section, names in (("define", v.defines), ("options", v.options), ("attributes.game", v.attributes.get("game", {}))):
        for name in names:
            if name in owners:
                where = d.section(section).get(name)
                d.bad("name-twice", where.place if where else Place("", 1, 1), f"`{name}` is in `{owners[name]}` already.")
            owners[name] = section


def _values(d: Declared) -> None:
    """Fixed tables, first rows and tags of all entities; borders have the values of their groups."""
    beside = _said_of_borders(d)
    for sort, plural in d.vocabulary.sorts.items():
        attributes = d.vocabulary.attributes.get(sort, {})
        stored = sorted((a for a in attributes.values() if not a.fixed), key=lambda a: a.index)
        d.defaults[sort] = tuple(a.default for a in stored)
        if sort == "unit" or (sort == "border" and not attributes):
            continue
        for a in attributes.values():
            if a.fixed and not a.formula:
                d.statics[f"{sort}_{a.name}"] = {None: a.default}
            if a.formula:
                d.formulas[f"{sort}.{a.name}"] = {}
        d.rows[sort] = {None: d.defaults[sort]}
        for name, node in (beside if sort == "border" else d.section(plural)).items():
            _entity(d, sort, name, node, stored)
        for a in stored:
            if a.mutual:
                _both_ways(d.rows[sort], a.index)
    game = d.vocabulary.attributes.get("game", {})
    d.defaults["game"] = tuple(a.default for a in sorted(game.values(), key=lambda a: a.index) if not a.fixed)


def _said_of_borders(d: Declared) -> dict[str, Node]:
    """Each border with what its groups say together; two that say an attribute differently are a mistake."""
    result: dict[str, Node] = {}
    for group, node in d.section("borders").items():
        for key in d.border_groups[group]:
            before = result.get(key)
            result[key] = node if before is None else _joined(d, key, before, node)
    return result


def _joined(d: Declared, key: str, before: Node, node: Node) -> Node:
    for name in d.vocabulary.attributes.get("border", {}):
        one, other = get(before, name), get(node, name)
        if one is not None and other is not None and one.value != other.value:
            d.bad(
                "name-twice", node.key_place(name), f"`{name}` of the border `{key}` stands already, in line {before.key_place(name).line}."
            )
    assert isinstance(before.value, dict) and isinstance(node.value, dict)
    return Node({**before.value, **node.value}, node.place, {**before.keys, **node.keys})


def _entity(d: Declared, sort: str, name: str, node: Node, stored: list[Attribute]) -> None:
    attributes = d.vocabulary.attributes.get(sort, {})
    for a in attributes.values():
        given = get(node, a.name)
        if a.formula:
            if given is not None:
                d.formulas[f"{sort}.{a.name}"][name] = given
        elif a.fixed:
            d.statics[f"{sort}_{a.name}"][name] = a.default if given is None else d.value(given, a.type, f"`{a.name}`")
    first = []
    for a in stored:
        given = get(node, a.name)
        first.append(a.default if given is None else d.value(given, a.type, f"`{a.name}`"))
    d.rows[sort][name] = tuple(first)
    if sort != "border":
        add_tags(d, node, name)


def _both_ways(rows: dict[Any, tuple[Any, ...]], index: int) -> None:
    """Completes a mutual attribute of which the document gives one side alone."""
    for name, row in [(n, r) for n, r in rows.items() if n is not None]:
        for other in row[index]:
            there = rows[other]
            if name not in there[index]:
                rows[other] = (*there[:index], (*there[index], name), *there[index + 1 :])


def add_tags(d: Declared, node: Node, bearer: str) -> None:
    borne = get(node, "is")
    for tag in texts(borne) if borne is not None else ():
        word = str(tag.value)
        if word not in d.tags:
            d.bad("unknown-name", tag.place, f"There is no tag `{word}`.", did_you_mean(word, d.tags))
        else:
            d.tags[word].append(bearer)


def _borders(d: Declared) -> None:
    spaces = set(d.ids.get("space", ()))
    seen: dict[str, Place] = {}
    for group, node in d.section("borders").items():
        pairs = get(node, "pairs")
        keys = []
        for a, near in pairs.value.items() if pairs is not None and isinstance(pairs.value, dict) else ():
            for item in ([Node(a, pairs.keys.get(a, pairs.place))] if pairs is not None and a not in spaces else []) + [
                n for n in texts(near) if n.value not in spaces
            ]:
                d.bad("unknown-name", item.place, f"There is no space `{item.value}`.", did_you_mean(str(item.value), spaces))
            for b in texts(near):
                key = border_key(a, str(b.value))
                if a not in spaces or b.value not in spaces:
                    continue
                again = key in seen and key not in keys and _adds(d, node)
                if (key in seen and not again) or a == b.value:
                    d.bad(
                        "name-twice", b.place, f"The border of `{a}` and `{b.value}` stands already, in line {seen.get(key, b.place).line}."
                    )
                    continue
                if not again:
                    seen[key] = b.place
                    d.borders.append((a, str(b.value)))
                keys.append(key)
                add_tags(d, node, key)
        d.border_groups[group] = tuple(keys)
    d.ids["border"] = tuple(seen)


def _adds(d: Declared, group: Node) -> bool:
    """Whether a group says something of its borders, so that one of another group may stand in it as well."""
    declared = d.section("attributes").get("border")
    names = declared.value if declared is not None and isinstance(declared.value, dict) else {}
    return any(get(group, key) is not None for key in ("is", *names))


def _grid(d: Declared) -> None:
    """Where the hexes of the grid lie, and the words for its directions."""
    for node in d.section("grids").values():
        d.vocabulary.grid = True
        d.grid = {h.space: (h.q, h.r) for h in hexes(node)[0]}
        named = get(node, "directions")
        enumeration = d.section("enumerations").get(str(named.value)) if named is not None else None
        values = get(enumeration, "values") if enumeration is not None else None
        words = tuple(str(n.value) for n in texts(values)) if values is not None else ()
        if named is not None and (len(words) != 6 or len(set(words)) != 6):
            names = d.section("enumerations")
            message = f"`{named.value}` is no enumeration of six words: the directions, counter-clockwise from the right."
            d.bad("unknown-type", named.place, message, did_you_mean(str(named.value), names))
        elif named is not None:
            d.directions = words
            d.vocabulary.directions = enum(str(named.value))


def action_choices(d: Declared, node: Node) -> dict[str, tuple[str, Node]]:
    """The choices of an action: name to kind (`from`, `some_of`, `number`, `reached_by`) and its record."""
    choose = get(node, "choose")
    result: dict[str, tuple[str, Node]] = {}
    for name, record in choose.value.items() if choose is not None and isinstance(choose.value, dict) else ():
        kinds = [k for k in ("from", "some_of", "number", "reached_by") if get(record, k) is not None]
        if len(kinds) != 1:
            d.bad("no-definition", record.place, f"`{name}` is chosen by one of `from`, `some_of`, `number` and `reached_by`.")
            continue
        result[name] = (kinds[0], record)
    return result
