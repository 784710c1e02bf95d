"""A ruleset that can be played: a `Program` with its functions brought to life."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from types import CodeType
from typing import Any

from interpreter.language.ir import Attribute
from interpreter.rules.board import Board
from interpreter.rules.program import Program
from interpreter.rules.runtime import namespace

Function = Callable[..., Any]
AT_ONCE = 10
"""So many functions are compiled at a time where it is done piecemeal: a few thousandths of a second."""


def piecemeal(program: Program) -> Iterator[CodeType]:
    """The code of a program's functions, some at a time: Python lets no other thread run while it compiles a text."""
    lines = program.functions.splitlines(keepends=True)
    begins = [n for n, line in enumerate(lines) if not line[0].isspace()]
    cuts = [*begins[::AT_ONCE], len(lines)]
    for begin, end in pairwise(cuts):
        yield compile("".join(lines[begin:end]), f"<{program.id}>", "exec")


class Block:
    """A block of a procedure at run time: its function, its question, and how values flow on from it."""

    __slots__ = ("flow", "function", "gives", "label", "live", "next", "procedure", "question")

    def __init__(
        self, procedure: str, label: str, function: Function, question: str, live: tuple[str, ...], gives: tuple[str, ...], following: str
    ) -> None:
        self.procedure, self.label = procedure, label
        self.function, self.question, self.live, self.gives, self.next = function, question, live, gives, following
        self.flow: tuple[int, ...] = ()

    def onward(self, values: tuple[Any, ...], given: tuple[Any, ...]) -> tuple[Any, ...]:
        """The values of the next block, from those of this one and the answer's."""
        everything = values + given
        return tuple(everything[i] for i in self.flow)


class Ruleset:
    """A compiled ruleset. `program` is its data, `code` its functions, whole or in pieces, `source` the name, overlays and options it was
    loaded by; `f` looks a generated function up by name."""

    def __init__(
        self,
        program: Program,
        code: CodeType | Iterable[CodeType],
        source: tuple[str | Path, Sequence[str | Path], Mapping[str, Any]] = ("", (), {}),
    ) -> None:
        self.program = program
        self.source = source
        self.id, self.title, self.digest = program.id, program.title, program.digest
        self.board = Board(program.ids.get("space", ()), program.borders, program.grid, program.directions)
        self.unit_defaults = program.defaults["unit"]
        names = namespace(self, self.board)
        for table, values in program.statics.items():
            names[f"S_{table}"] = values
        for a in program.attributes.get("unit_type", {}).values() if program.tokens else ():
            if f"S_unit_type_{a.name}" in names:  # what is only a word has the defaults of a type
                names[f"S_unit_type_{a.name}"] = {**dict.fromkeys(program.tokens.values(), a.default), **names[f"S_unit_type_{a.name}"]}
        for tag, bearers in program.tags.items():
            names[f"G_{tag}"] = frozenset(bearers)
        for sort, ids in program.ids.items():
            names[f"ALL_{sort}"] = ids
        names["ALL_unit"] = ()
        self.names = names
        for piece in (code,) if isinstance(code, CodeType) else code:
            exec(piece, names)
        for table, entries in program.formulas.items():
            names[f"F_{table}"] = {bearer: names[function] for bearer, function in entries.items()}
        from interpreter.rules.paths import Paths

        self.paths = Paths(self)
        hidden, veiled = names["h_see"], names["h_know"]
        names["sees"] = lambda world, viewer, unit: hidden(world, viewer, unit) is None
        names["knows"] = lambda world, viewer, unit: hidden(world, viewer, unit) is None and veiled(world, viewer, unit) is None
        self.secrets: dict[str, list[Attribute]] = {}
        for sort, name in program.secrets:
            self.secrets.setdefault(sort, []).append(program.attributes[sort][name])
        self.secretive = bool(program.secrets or program.bans.get("see") or program.bans.get("know"))
        names["reach"] = self.paths.reach
        names["reach_from"] = self.paths.reach_from
        names["path_cost"] = self.paths.cost
        self.blocks = {
            procedure: {label: Block(procedure, label, names[entry[0]], *entry[1:]) for label, entry in table.items()}
            for procedure, table in program.blocks.items()
        }
        for labels in self.blocks.values():
            for block in labels.values():
                if block.question:
                    position = {name: i for i, name in enumerate((*block.live, *block.gives))}
                    block.flow = tuple(position[n] for n in labels[block.next].live)
        self.hidden = frozenset(a.index for a in program.attributes["unit"].values() if a.hidden)
        kept = [i for i in range(len(self.unit_defaults)) if i != 3 and i not in self.hidden]
        self.telling: Function = itemgetter(*kept)
        self.shown = tuple(a.index for a in program.attributes["unit"].values() if not a.hidden and a.index >= 4)

    def f(self, name: str) -> Function:
        """A generated function."""
        return self.names[name]  # type: ignore[no-any-return]

    def tagged(self, tag: str) -> frozenset[str]:
        """Everything that bears a tag."""
        return self.names.get(f"G_{tag}", frozenset())  # type: ignore[no-any-return]

    def title_of(self, sort: str, name: str) -> str:
        """What players call something."""
        plural = self.program.sorts.get(sort, sort)
        return self.program.titles.get(f"{plural}.{name}", name)

    def cites(self, path: str) -> tuple[str, ...]:
        """The statements that a definition cites, or the one that it is part of."""
        while path:
            if path in self.program.cites:
                return self.program.cites[path]
            path = path.rpartition(".")[0] if path.count(".") > 1 else ""
        return ()
