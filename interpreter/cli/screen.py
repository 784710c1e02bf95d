"""What a command prints: text, tables and JSON on standard output, progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 140  # of tables that are not printed on a terminal, so that they are the same everywhere
Progress = Callable[[int, int], None]


def write(text: str = "") -> None:
    """A line for people."""
    try:
        print(text)
    except UnicodeEncodeError:
        encoding = getattr(sys.stdout, "encoding", None) or "ascii"
        print(text.encode(encoding, "replace").decode(encoding))


def write_json(data: Any) -> None:
    """One JSON document."""
    print(json.dumps(data, indent=2, ensure_ascii=True, default=str))


def wrote(text: str, files: Iterable[object], json: bool) -> None:
    """Tells which files a command has written: in words, or as JSON."""
    if json:
        write_json({"files": [str(each) for each in files]})
    else:
        write(text)


def console() -> Console:
    """Where tables are printed: coloured and as wide as the terminal, plain and of one width elsewhere."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDTH
    return Console(width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = (), apart: bool = True) -> None:
    """A table with an empty line below it, and above it if it is to stand `apart`; `numbers` are the columns that stand to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, title_style="bold")
    for index, column in enumerate(columns):
        made.add_column(column, justify="right" if index in numbers else "left", overflow="fold", no_wrap=index == 0 or index in numbers)
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    screen = console()
    with screen.capture() as captured:
        screen.print(made)
    lines = [line.rstrip() for line in captured.get().splitlines()]
    write("\n".join(lines if apart or lines[0] else lines[1:]))


@contextmanager
def progress(what: str, shown: bool = True) -> Iterator[Progress]:
    """A bar on standard error while a long work goes on, where that is a terminal; called with how much is done of how much."""
    if not shown or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of or None)
