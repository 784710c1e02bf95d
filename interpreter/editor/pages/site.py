"""The pages of a rulebook put together, and written into a folder."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.analysis.definitions import fields, inline, paths
from interpreter.editor.pages.book import Book
from interpreter.editor.pages.entries import entry, things, value
from interpreter.editor.pages.examples import example, reference
from interpreter.editor.pages.html import STYLE, chooser, link, page, tag
from interpreter.source.keys import BY_NAME
from interpreter.source.tree import Node, texts, word

if TYPE_CHECKING:
    from interpreter.machine.game import Game
    from interpreter.rules.ruleset import Ruleset

MAP = "map.svg"
MOST_PLACINGS = 1_000
COURSE = ("sequences", "phases", "windows")


def site(book: Book, drawn: str | None = None) -> dict[str, str]:
    """All files by name; `drawn` is the picture of the board as SVG, where there is one."""
    bar = [("Contents", "index.html")]
    bar += [("Rulebook", "rulebook.html")] if book.sections.get("statements") else []
    bar += [("Course of play", "course.html")]
    bar += [("Examples", "examples.html")] if book.cases else []
    bar += [("Index", "words.html")]
    bodies = {"index.html": (book.title, contents(book, drawn is not None))}
    if book.sections.get("statements"):
        bodies["rulebook.html"] = ("Rulebook", rulebook(book))
    bodies["course.html"] = ("Course of play", course(book))
    if book.cases:
        bodies["examples.html"] = ("Worked examples", "\n".join(examples(book)))
    bodies["words.html"] = ("Index", words(book))
    bodies |= {f"{name}.html": (heading(name), section(book, name)) for name in book.pages}
    files = {name: page(title, book.title, bar, body) for name, (title, body) in bodies.items()}
    return {**files, "style.css": STYLE, **({MAP: drawn} if drawn is not None else {})}


def heading(name: str) -> str:
    """The name of a section as a heading."""
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def write(files: dict[str, str], folder: Path) -> None:
    """Writes all files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def board(rules: Ruleset) -> str | None:
    """A picture of the board of the usual set-up when play begins; None where the ruleset has none."""
    from interpreter.exchange.board import NoPicture, drawing, picture
    from interpreter.machine.game import start
    from interpreter.players.scenery import Scenery

    if not rules.program.start or rules.program.scenario not in rules.program.scenarios:
        return None
    game = start(rules)
    try:
        drawing(Scenery(game.rules, game.world))  # before anybody plays for nothing
        return picture(deployed(game))
    except NoPicture:
        return None


def deployed(game: Game) -> Game:
    """The game when the first round begins: armies that are placed by the players stand then, where greedy ones put them.

    It is left as it is where it counts no rounds, and where the first one does not begin.
    """
    from interpreter.analysis.odds.judge import Judge
    from interpreter.machine.game import step
    from interpreter.players.greedy import Greedy
    from interpreter.players.views import round_of

    now, greedy = game, Greedy(Judge())
    for _ in range(MOST_PLACINGS):
        if round_of(now) != 0 or now.ask is None:
            return now
        now = step(now, greedy(now))
    return game


# --- pages ------------------------------------------------------------------------------------------------------


def contents(book: Book, drawn: bool) -> str:
    """The first page: what the game is, the map, and all there is to read."""
    about = book.reading.resolved.meta.get("text")
    parts = [tag("p", escape(inline(about)))] if about is not None else []
    parts.append(tag("p", f"layers: {escape(' + '.join(book.reading.resolved.layers))}", class_="quiet"))
    if drawn:
        parts.append(tag("p", f'<a href="{MAP}"><img src="{MAP}" alt="The board when play begins"></a>'))
    statements = book.sections.get("statements", {})
    if statements:
        inside = "\n".join(
            tag("li", link(chapter(name), f"rulebook.html#{anchor(name)}") + f" ({len(ids)})") for name, ids in chapters(book).items()
        )
        parts += [tag("h2", link("The rulebook", "rulebook.html")), tag("ul", inside, class_="plain")]
    listed = [
        tag("li", f"{link(heading(name), f'{name}.html')} ({sum(1 for _ in paths(name, book.sections[name]))})") for name in book.pages
    ]
    parts += [tag("h2", "What the game knows"), tag("ul", "\n".join(listed), class_="plain")]
    return "\n".join(parts)


def anchor(chapter: str) -> str:
    """The place of a chapter of the rulebook."""
    return "chapter-" + "".join(sign if sign.isalnum() else "-" for sign in chapter.lower())


def chapter(name: str) -> str:
    """The name of a chapter as a heading; parts of one stand behind it."""
    return heading(": ".join(name.split("/")))


def chapters(book: Book) -> dict[str, list[str]]:
    """The ids of statements by the section of the rulebook that they stand in."""
    found: dict[str, list[str]] = {}
    for name, node in book.sections.get("statements", {}).items():
        where = fields(node).get("section")
        found.setdefault(inline(where) if where is not None else "Other", []).append(name)
    return found


def rulebook(book: Book) -> str:
    """Every statement with the definitions that put it into effect and the cases that show it."""
    found = chapters(book)
    parts = [chooser("Chapters", ((chapter(name), f"rulebook.html#{anchor(name)}") for name in found))]
    for name_, ids in found.items():
        parts.append(tag("h2", escape(chapter(name_)), id=anchor(name_)))
        parts += [statement(book, name) for name in ids]
    return "\n".join(parts)


def statement(book: Book, name: str) -> str:
    """A statement of the rulebook."""
    given = fields(book.sections["statements"][name])
    told = inline(given["statement"]) if "statement" in given else ""
    parts = [f"{tag('strong', escape(name))} {escape(told)}"]
    parts += [tag("div", escape(f"{key}: {inline(given[key])}"), class_="quiet") for key in ("check", "note", "source") if key in given]
    for words_, found in (
        ("in effect by", [f"{book.link(path)} ({escape(_kind(path))})" for path in book.implemented.get(name, ())]),
        ("shown by", [reference(case) for case in book.shown.get(name, ())]),
    ):
        parts += [tag("div", f"{words_} {', '.join(found)}", class_="quiet")] if found else []
    return tag("div", "\n".join(parts), class_="statement", id=name)


def _kind(path: str) -> str:
    section = path.partition(".")[0]
    return section.replace("_", " ").removesuffix("s")


def examples(book: Book) -> Iterator[str]:
    """All cases in words, by the file that they stand in."""
    files = {file: f"cases-{number}" for number, file in enumerate(dict.fromkeys(case.file for case in book.cases), 1)}
    yield chooser("Topics", ((heading(Path(file).stem), f"examples.html#{place}") for file, place in files.items()))
    file = ""
    for case in book.cases:
        if case.file != file:
            file = case.file
            yield tag("h2", escape(heading(Path(file).stem)), id=files[file])
        yield example(book, case)


def course(book: Book) -> str:
    """How a game runs: what begins it, and every sequence, phase and window with its steps and actions."""
    start = book.reading.resolved.meta.get("start")
    parts = []
    if start is not None:
        path = next((f"{s}.{start.value}" for s in ("procedures", *COURSE) if str(start.value) in book.sections.get(s, {})), "")
        node = book.reading.node(path)
        parts.append(tag("p", f"A game begins with {book.link(path)}."))
        parts += [value(book, BY_NAME["procedures"].fields[1], fields(node)["do"])] if node is not None and "do" in fields(node) else []
    for name in COURSE:
        for path, node in paths(name, book.sections.get(name, {})):
            parts.append(_stage(book, path, node))
    return "\n".join(parts)


def _stage(book: Book, path: str, node: Node) -> str:
    given = fields(node)
    parts = [tag("h3", f"{book.link(path)} {tag('span', escape(_kind(path)), class_='quiet')}")]
    parts += [tag("p", escape(inline(given["text"])))] if "text" in given else []
    parts += [tag("p", f"{key}: {book.spoken(inline(given[key]))}", class_="quiet") for key in ("by", "order", "when") if key in given]
    for key, sections in (("steps", ("procedures", *COURSE, "engagements")), ("actions", ("actions",))):
        items = [_item(book, sections, word(each)) for each in (texts(given[key]) if key in given else ())]
        parts += [tag("ol" if key == "steps" else "ul", "\n".join(tag("li", item) for item in items))] if items else []
    return tag("div", "\n".join(parts), class_="entry")


def _item(book: Book, sections: tuple[str, ...], name: str) -> str:
    path = next((f"{s}.{name}" for s in sections if name in book.sections.get(s, {})), "")
    node = book.reading.node(path) if path else None
    text = fields(node).get("text") if node is not None else None
    return (book.link(path) if path else escape(name)) + (f": {escape(inline(text))}" if text is not None else "")


def section(book: Book, name: str) -> str:
    """All definitions of a section: a table of things, or a block for each."""
    declared = book.section(name)
    parts = [tag("p", escape(declared.text), class_="quiet")] if declared is not None else []
    if declared is not None and declared.open and name != "borders":
        return "\n".join([*parts, things(book, name)])
    return "\n".join([*parts, *(entry(book, path, node) for path, node in paths(name, book.sections[name]))])


def words(book: Book) -> str:
    """Everything by name, in the order of the alphabet."""
    found = sorted({(book.name(path).lower(), path): None for path, _ in book.every()})
    letters: dict[str, list[str]] = {}
    for name, path in found:
        letter = name[:1].upper() if name[:1].isalpha() else "0–9"
        letters.setdefault(letter, []).append(tag("li", f"{book.link(path)} {tag('span', escape(_kind(path)), class_='quiet')}"))
    return "\n".join(tag("h2", escape(letter)) + tag("ul", "\n".join(items), class_="plain") for letter, items in letters.items())
