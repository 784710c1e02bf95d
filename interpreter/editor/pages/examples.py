"""Cases as worked examples in words: what stands on the board, what is tried, what holds then."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from interpreter.analysis.cases import Case
from interpreter.analysis.definitions import fields, inline
from interpreter.editor.pages.book import Book
from interpreter.editor.pages.html import link, tag
from interpreter.source.tree import Node, texts, word

STEPS = {
    "run": "Played:",
    "start": "The game begins:",
    "answer": "Answered:",
    "legal": "Allowed:",
    "asked": "Asked is:",
    "dice": "The dice show",
    "check": "Now:",
    "said": "Announced:",
    "until": "All pass until",
    "finish": "All pass to the end.",
}


def title(case: Case) -> str:
    """The id of a case as a heading."""
    text = case.id.replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]


def example(book: Book, case: Case) -> str:
    """A case in words."""
    given = fields(case.node)
    cites = ", ".join(book.link(f"statements.{each}", each) for each in case.cites)
    parts = [tag("h3", escape(title(case))), tag("p", f"shows {cites}", class_="quiet")]
    if "text" in given:
        parts.append(tag("p", escape(inline(given["text"]))))
    lines = [*_with(given), *position(book, fields(given["given"]) if "given" in given else {})]
    lines += [line for step in (texts(given["when"]) if "when" in given else ()) for line in steps(book, step)]
    lines += [f"Then {book.spoken(word(each))}." for each in (texts(given["then"]) if "then" in given else ())]
    parts.append(tag("ol", "\n".join(tag("li", line) for line in lines)))
    return tag("div", "\n".join(parts), class_="entry", id=anchor(case))


def _with(given: dict[str, Node]) -> Iterator[str]:
    if "with" in given:
        yield f"Played with {escape(inline(given['with']))}."
    if "options" in given:
        yield f"Agreed: {escape(inline(given['options']))}."


# --- given ------------------------------------------------------------------------------------------------------


def position(book: Book, given: dict[str, Node]) -> Iterator[str]:
    """What stands on the board at the beginning."""
    if "scenario" in given:
        path = f"scenarios.{inline(given['scenario'])}"
        yield f"The set-up {book.link(path)}."
    if "like" in given:
        path = f"scenarios.{inline(given['like'])}"
        yield f"The board of {book.link(path)}, without its units."
    for section, group in (fields(given["set"]) if "set" in given else {}).items():
        yield from _values(book, section, group)
    for space, owners in (fields(given["units"]) if "units" in given else {}).items():
        armies = [f"{_named(book, 'powers', power)} {_units(book, types)}" for power, types in fields(owners).items()]
        where = "Nowhere on the board" if space == "none" else f"In {_named(book, 'spaces', space)}"
        yield f"{where}: {'; '.join(armies)}."


def _values(book: Book, section: str, group: Node) -> Iterator[str]:
    if section == "game":
        yield f"{_attributes(book, 'game', group)}."
        return
    sort = book.section(section)
    for name, values in fields(group).items():
        yield f"{_named(book, section, name)}: {_attributes(book, sort.sort if sort is not None else '', values)}."


def _attributes(book: Book, sort: str, values: Node) -> str:
    told = [
        f"{book.link(f'attributes.{sort}.{key}', key.replace('_', ' '))} {book.spoken(inline(each))}"
        for key, each in fields(values).items()
    ]
    return ", ".join(told)


def _named(book: Book, section: str, name: str) -> str:
    return "nobody's" if name == "none" else book.link(f"{section}.{name}")


def _units(book: Book, types: Node) -> str:
    told: list[str] = []
    for name, each in fields(types).items():
        for record in each.value if isinstance(each.value, tuple) else (each,):
            told.append(_unit(book, name, record))
    return ", ".join(told)


def _unit(book: Book, name: str, record: Node) -> str:
    kind = book.link(f"unit_types.{name}")
    if not isinstance(record.value, dict):
        return f"{escape(inline(record))} {kind}"
    number = inline(record.value["count"]) if "count" in record.value else "1"
    rest = [f"{escape(key.replace('_', ' '))} {escape(inline(v))}" for key, v in record.value.items() if key not in ("count", "aboard")]
    rest += [f"aboard {_units(book, record.value['aboard'])}"] if "aboard" in record.value else []
    return f"{escape(number)} {kind}" + (f" ({', '.join(rest)})" if rest else "")


# --- when -------------------------------------------------------------------------------------------------------


def steps(book: Book, node: Node) -> Iterator[str]:
    """One step of a case, in a sentence for each thing that it says."""
    for key, value in fields(node).items():
        if key == "refuse":
            yield from (_refused(book, each) for each in (value.value if isinstance(value.value, tuple) else (value,)))
        elif key == "dice":
            yield f"{STEPS[key]} {escape(inline(value))}."
        elif key == "finish":
            yield STEPS[key]
        elif key == "said":
            yield f"{STEPS[key]} {'; '.join(_event(book, word(each)) for each in texts(value))}."
        elif "that" in fields(value):
            told = [book.spoken(word(each)) for each in texts(fields(value)["that"])]
            yield f"{STEPS.get(key, key)} {book.spoken(word(fields(value)['known_to']))} knows that {'; '.join(told)}."
        else:
            told = [book.spoken(word(each)) for each in texts(value)]
            yield f"{STEPS.get(key, key)} {'; '.join(told)}."


def _refused(book: Book, node: Node) -> str:
    if not isinstance(node.value, dict):
        return f"Not allowed: {book.spoken(word(node))}."
    words = f"Not allowed: {book.spoken(inline(node.value['answer']))}" if "answer" in node.value else "Not allowed"
    if "by" in node.value:
        path = f"rules.{inline(node.value['by'])}"
        rule = book.reading.node(path)
        because = fields(rule).get("because") if rule is not None else None
        words += f", by {book.link(path)}" + (f": {book.told(inline(because).rstrip('.'))}" if because is not None else "")
    return words + "."


def _event(book: Book, text: str) -> str:
    """An announcement with what it is about, as the line of the log has it where that fits."""
    name, *values = text.split()
    node = book.reading.node(f"events.{name}")
    line, given = (fields(node).get("text"), fields(node).get("of")) if node is not None else (None, None)
    names = list(fields(given)) if given is not None else []
    if line is None or len(values) < len(names):
        return " ".join([book.link(f"events.{name}"), *map(book.spoken, values)])
    shown = escape(inline(line))
    for each, value in zip(names, values, strict=False):
        shown = shown.replace(f"{{{each}}}", book.spoken(value))
    return shown


def reference(case: Case) -> str:
    """A link to a case."""
    return link(title(case), f"examples.html#{anchor(case)}")


def anchor(case: Case) -> str:
    """The place of a case: cases of two files may bear one id."""
    return f"case-{Path(case.file).stem}-{case.id}"
