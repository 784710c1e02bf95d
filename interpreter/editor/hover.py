"""What a word is, in a few lines of Markdown: the registry's text for words of the product, else the definition."""

from __future__ import annotations

from pathlib import Path

from interpreter.analysis.definitions import cited, fields, inline, origin, usual_values, values
from interpreter.editor.meaning import CHANGES, Meaning, section_named
from interpreter.editor.project import Reading
from interpreter.editor.spots import Spot
from interpreter.editor.words import TYPES, locals_of, meant
from interpreter.language.registry import FUNCTIONS, HOOKS, KEYWORDS
from interpreter.source.keys import Field
from interpreter.source.tree import Node

MOST, MOST_ROWS, LONGEST = 3, 16, 160
QUIET = ("title", "text", "cites", "note")


def hover(reading: Reading | None, here: Meaning, spot: Spot) -> str:
    """Markdown about the word at a spot; empty where there is nothing to tell."""
    word = spot.word()
    if not spot.word(hyphens=True):
        return ""
    told = _of_the_product(reading, here, spot, word)
    if told:
        return told
    if reading is None:
        return ""
    return "\n\n---\n\n".join(definition(reading, path) for path in meant(reading, here, spot)[:MOST])


def _of_the_product(reading: Reading | None, here: Meaning, spot: Spot, word: str) -> str:
    """The registry's text where a key, a word of the language or a built-in stands."""
    if spot.in_key:
        return _key(reading, here, word)
    if here.kind in ("type", "parameters") and word in TYPES:
        return f"`{word}`: {TYPES[word]}"
    if here.speaks:
        return _spoken(reading, here, word)
    if word in HOOKS and here.field is not None and "(hooks)" in here.field.names:
        hook = HOOKS[word]
        return f"`{word}`: {hook.text} In sight: {', '.join(f'`{name}` ({kind})' for name, kind in hook.provides)}."
    return ""


def _key(reading: Reading | None, here: Meaning, word: str) -> str:
    if here.level == "top":
        section = section_named(word, reading)[0]
        known = next((each for each in here.fields if each.name == word), None)
        return f"**{word}** {known.text if known else section.text}" if known or section else ""  # type: ignore[union-attr]
    if here.level == "key" and word not in (here.attributes or {}):
        known = next((each for each in (*here.fields, CHANGES) if each.name == word), None)
        return field_words(known) if known is not None else ""
    return ""


def field_words(field: Field) -> str:
    """A field in a line: its kind and its text."""
    kind = {"ids": "one id or several", "effects": "statements"}.get(field.kind, field.kind)
    kind += f", {field.of_type}" if field.kind == "expression" and field.of_type != "any" else ""
    kind += ": " + ", ".join(field.choices) if field.choices else ""
    return f"**{field.name}** ({kind}{'; must stand' if field.required else ''}) {field.text}"


def _spoken(reading: Reading | None, here: Meaning, word: str) -> str:
    local = locals_of(reading, here)
    if word in local:
        return f"`{word}`: {local[word]}"
    if word == "it":
        return "`it`: the element that is looked at."
    if word in KEYWORDS:
        return f"`{word}`: {KEYWORDS[word]}"
    if word in FUNCTIONS and not (reading is not None and word in reading.index):
        made = FUNCTIONS[word]
        given = ", ".join(map(str, made.parameters)) + (", …" if made.many else "")
        return f"`{word}({given})` gives {made.result}: {made.text}"
    return _built_in(reading, word) if reading is not None and word not in reading.index else ""


def _built_in(reading: Reading, word: str) -> str:
    """A word that no definition gives: an attribute that all units have, or all things of a sort."""
    vocabulary = reading.examined.declared.vocabulary
    if word in vocabulary.plurals():
        return f"`{word}`: all things of the sort `{vocabulary.plurals()[word]}`."
    sorts = [(sort, table[word]) for sort, table in vocabulary.attributes.items() if word in table]
    return "; ".join(f"`{word}`: attribute that every {sort} has, {attribute.type}" for sort, attribute in sorts)


# --- definitions ------------------------------------------------------------------------------------------------


def definition(reading: Reading, path: str) -> str:
    """A definition: title, text, values with where each was set, and the sentences of the statements that it cites."""
    node = reading.node(path)
    if node is None:
        return ""
    given = fields(node)
    title = f"**{inline(given['title'])}** · " if "title" in given else ""
    parts = [f"{title}`{path}`" + _signature(given)]
    if path.startswith("statements."):
        parts.append(_statement(given))
        citing = reading.citing.get(path.partition(".")[2], ())
        parts += [f"Cited by {', '.join(f'`{each}`' for each in citing)}."] if citing else []
        return "\n\n".join(parts)
    if "text" in given:
        parts.append(inline(given["text"]))
    rows = _rows(reading, path, node)
    parts += ["\n".join(rows)] if rows else [f"set in {_near(reading, origin(reading.resolved, path, node))}"]
    parts += [f"> {name}: {text}" for name, text in cited(reading.sections, node)]
    return "\n\n".join(parts)


def _signature(given: dict[str, Node]) -> str:
    return f" of {inline(given['of'])}" if "of" in given and given["of"].value else ""


def _statement(given: dict[str, Node]) -> str:
    section = f"{inline(given['section'])}: " if "section" in given else ""
    return section + (inline(given["statement"]) if "statement" in given else "")


def _rows(reading: Reading, path: str, node: Node) -> list[str]:
    found = [row for row in values(reading.resolved, path, node) if row[0] not in (*QUIET, "of")]
    usual = list(usual_values(reading.sections, path, node))
    lines = [f"- {name}: `{_short(value)}` — {_near(reading, place)}" for name, value, place in found[:MOST_ROWS]]
    if usual:
        lines.append("- " + ", ".join(f"{name}: {value}" for name, value, _ in usual[:MOST_ROWS]) + " (not given)")
    return lines


def _short(text: str) -> str:
    text = " ".join(text.split()).replace("`", "'")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _near(reading: Reading, place: str) -> str:
    """A place with the name of its file from the folder of the rulesets, or of this ruleset."""
    for home in reading.resolved.homes:
        folder = Path(home).parent if home.is_dir() else home.parent
        place = place.replace(f"{folder}/", "")
    return place
