"""A definition on a page: its name, what players read about it, its fields with links, its statements, where it was set."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from interpreter.analysis.definitions import cited, fields, inline
from interpreter.editor.meaning import LANGUAGE, TEXT_WITH_VALUES
from interpreter.editor.pages.book import Book
from interpreter.editor.pages.html import table, tag
from interpreter.source.keys import Field, Section
from interpreter.source.tree import Node, texts, word

TOLD = frozenset(("title", "text", "cites", "note"))


def entry(book: Book, path: str, node: Node) -> str:
    """A definition as a block of its own."""
    section = book.section(path.partition(".")[0])
    given = fields(node)
    parts = [tag("h3", f"{escape(book.name(path))} {tag('code', escape(path.partition('.')[2]) + signature(book, given))}")]
    if "text" in given:
        parts.append(tag("p", escape(inline(given["text"]))))
    shown = [item for key, each in given.items() if key not in TOLD and key != "of" for item in _field(book, section, key, each)]
    parts += [tag("dl", "\n".join(shown))] if shown else []
    parts += [
        tag("p", f"{book.link(f'statements.{name}', name)} {escape(text)}", class_="quiet") for name, text in cited(book.sections, node)
    ]
    parts.append(tag("p", escape(origin(book, path)), class_="quiet"))
    return tag("div", "\n".join(parts), class_="entry", id=path.partition(".")[2])


def signature(book: Book, given: dict[str, Node]) -> str:
    """The parameters of a definition with links to their types."""
    if "of" not in given or not isinstance(given["of"].value, dict):
        return ""
    return "(" + ", ".join(f"{escape(name)}: {book.spoken(inline(each))}" for name, each in given["of"].value.items()) + ")"


def _field(book: Book, section: Section | None, key: str, node: Node) -> Iterator[str]:
    declared = next((each for each in section.fields if each.name == key), None) if section is not None else None
    yield tag("dt", escape(key.replace("_", " ")))
    yield tag("dd", value(book, declared, node))


def value(book: Book, field: Field | None, node: Node) -> str:
    """A value of a field, with links at names."""
    kind = field.kind if field is not None else "value"
    if isinstance(node.value, dict):
        if kind in ("expression", "value") or field is None:
            return book.spoken(inline(node))
        return tag("dl", "\n".join(_inside(book, field, node)))
    if kind == "effects" or (isinstance(node.value, str) and "\n" in node.value.strip() and kind in LANGUAGE):
        return tag("pre", book.spoken(str(node.value).rstrip()))
    if kind == "text":
        return book.told(inline(node)) if field is not None and field.name in TEXT_WITH_VALUES else escape(inline(node))
    if kind == "ids" or isinstance(node.value, tuple):
        return ", ".join(_name(book, field, each) for each in texts(node))
    return tag("code", book.spoken(inline(node)))


def _name(book: Book, field: Field | None, node: Node) -> str:
    """An id with a link to where it is defined."""
    for section in field.names if field is not None else ():
        if book.target(f"{section}.{word(node)}"):
            return book.link(f"{section}.{word(node)}")
    return book.spoken(inline(node))


def _inside(book: Book, field: Field, node: Node) -> Iterator[str]:
    """Nested fields of a definition."""
    for key, each in fields(node).items():
        yield tag("dt", escape(key.replace("_", " ")))
        if field.kind == "records" and isinstance(each.value, dict):
            inner = [line for name, v in each.value.items() for line in _one(book, field, name, v)]
            yield tag("dd", tag("dl", "\n".join(inner)))
        else:
            yield tag("dd", value(book, next((f for f in field.fields if f.name == key), None), each))


def _one(book: Book, field: Field, name: str, node: Node) -> Iterator[str]:
    if name == "cites":
        yield tag("dt", "cites")
        yield tag("dd", ", ".join(book.link(f"statements.{word(each)}", word(each)) for each in texts(node)))
        return
    yield tag("dt", escape(name.replace("_", " ")))
    yield tag("dd", value(book, next((f for f in field.fields if f.name == name), None), node))


def origin(book: Book, path: str) -> str:
    """The layers that made a definition what it is, with the names of their files."""
    chain = book.reading.resolved.origin(path)
    return "; ".join(dict.fromkeys(f"{each.layer}, {Path(each.place.file).name}" for each in chain))


# --- tables of things --------------------------------------------------------------------------------------------


def things(book: Book, section: str) -> str:
    """All things of a sort with the attributes that any of them has."""
    rows = book.sections[section]
    declared = book.section(section)
    group = book.sections.get("attributes", {}).get(declared.sort) if declared is not None else None
    attributes = fields(group) if group is not None else {}
    keys = [
        key for key in dict.fromkeys(key for node in rows.values() for key in fields(node)) if key not in ("cites", "note", "title", "at")
    ]
    keys.sort(key=lambda key: (key == "text", key not in attributes))
    numbers = frozenset(n for n, key in enumerate(keys, 1) if _is_number(attributes.get(key)))
    usual = {key: _usual(attributes.get(key)) for key in keys}
    lines = []
    for name, node in rows.items():
        given = fields(node)
        cells = [f"{escape(book.name(f'{section}.{name}'))} {tag('code', escape(name))}"]
        cells += [_cell(book, declared, key, given[key]) if key in given else _silent(usual[key]) for key in keys]
        lines.append((name, [cells[0] + _cites(book, given), *cells[1:]]))
    return table(["", *(key.replace("_", " ") for key in keys)], lines, numbers)


def _cites(book: Book, given: dict[str, Node]) -> str:
    names = [word(each) for each in texts(given["cites"])] if "cites" in given else []
    return tag("div", ", ".join(book.link(f"statements.{n}", n) for n in names), class_="quiet") if names else ""


def _cell(book: Book, section: Section | None, key: str, node: Node) -> str:
    declared = next((each for each in section.fields if each.name == key), None) if section is not None else None
    if declared is not None and declared.kind == "text":
        return escape(inline(node))
    return book.spoken(inline(node))


def _is_number(attribute: Node | None) -> bool:
    kind = fields(attribute).get("type") if attribute is not None else None
    formula = fields(attribute).get("formula") if attribute is not None else None
    return kind is not None and kind.value == "number" and formula is None


def _silent(value: str) -> str:
    """A value that a thing has without giving it."""
    return tag("span", escape(value), class_="quiet") if value else ""


def _usual(attribute: Node | None) -> str:
    if attribute is None:
        return ""
    default = fields(attribute).get("default")
    return inline(default) if default is not None else "0" if _is_number(attribute) else ""
