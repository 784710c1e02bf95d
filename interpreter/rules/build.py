"""The passes from documents to a compiled ruleset, in one list; and the cache of compiled rulesets."""

from __future__ import annotations

import hashlib
import json
import marshal
import os
import pickle
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from interpreter.rules.blame import besides, blamed
from interpreter.rules.moments import expand_moments
from interpreter.rules.program import Program
from interpreter.rules.quotas import expand_quotas
from interpreter.rules.ruleset import Ruleset
from interpreter.source.diagnostics import Diagnostic, has_errors
from interpreter.source.grids import expand
from interpreter.source.layers import Resolved, resolve
from interpreter.source.paths import cache_folder
from interpreter.source.shape import normalise
from interpreter.source.tree import Node, texts

if TYPE_CHECKING:
    from interpreter.rules.declare import Declared

FORMAT = 1
Options = Mapping[str, Any]


class RulesetError(Exception):
    """A ruleset that does not start: `diagnostics` holds everything that is wrong with it."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = next((d for d in diagnostics if d.severity == "error"), None)
        super().__init__(f"{first.file}:{first.line}: {first.message}" if first else "the ruleset can't be used")


@dataclass(slots=True)
class Built:
    """What the passes made: the resolved tree, the IR (for the reference evaluator and for comparison), the program."""

    resolved: Resolved
    sections: Mapping[str, Mapping[str, Node]]
    definitions: Any
    program: Program
    diagnostics: tuple[Diagnostic, ...]


def build(
    name: str | Path, overlays: Sequence[str | Path] = (), options: Options | None = None, resolved: Resolved | None = None
) -> tuple[Built | None, tuple[Diagnostic, ...]]:
    """Reads, checks and compiles a ruleset; all diagnostics at once. None where it cannot be used."""
    from interpreter.rules.emit import emit

    found: list[Diagnostic] = []
    if resolved is None:
        resolved, problems = resolve(name, overlays)
        found += problems
    if resolved is None:
        return None, tuple(sorted(found))
    seen = examine(resolved, options)
    found += besides(tuple(found), seen.found, resolved.homes)
    if not has_errors(found):
        emit(seen.definitions, seen.program)
    result = tuple(dict.fromkeys(sorted(found)))
    if has_errors(result):
        return None, result
    return Built(resolved, seen.sections, seen.definitions, seen.program, result), result


@dataclass(frozen=True, slots=True)
class Examined:
    """What a ruleset says and what is wrong with it, before anything is compiled; what is wrong is left out of the tables."""

    sections: dict[str, dict[str, Node]]
    declared: Declared
    definitions: Any
    program: Program
    found: tuple[Diagnostic, ...]


def examine(resolved: Resolved, options: Options | None = None) -> Examined:
    """All passes over a resolved tree but the last, which writes Python."""
    from interpreter.rules.collect import collect
    from interpreter.rules.company import read_company
    from interpreter.rules.declare import declare
    from interpreter.rules.references import references
    from interpreter.rules.setup import read_scenarios
    from interpreter.rules.unused import unused

    found: list[Diagnostic] = []
    sections, problems = normalise(resolved.sections)
    found += problems
    sections, problems = expand(sections)
    found += problems
    sections, problems = expand_quotas(sections)
    found += problems
    sections = expand_moments(sections)
    declared = declare(sections, options or {})
    read_company(declared)
    definitions, _checked = collect(declared)
    program = tables(resolved, sections, declared, options or {})
    read_scenarios(declared, program)
    found += references(resolved, sections, declared)
    found += declared.found
    if not has_errors(found):
        found += unused(resolved, sections, declared, definitions)
    return Examined(sections, declared, definitions, program, tuple(blamed(found, resolved.origins)))


def tables(resolved: Resolved, sections: Mapping[str, Mapping[str, Node]], d: Any, options: Options) -> Program:
    """The tables of a program that come straight from the declarations."""
    digest = meaning(resolved, sections, d.options)
    p = Program(resolved.id, resolved.title, digest, layers=resolved.layers)
    p.start, p.scenario = (str(n.value) if (n := resolved.meta.get(key)) is not None else "" for key in ("start", "scenario"))
    v = d.vocabulary
    p.sorts, p.ids, p.entities = dict(v.sorts), dict(d.ids), dict(v.entities)
    p.attributes = {sort: dict(table) for sort, table in v.attributes.items()}
    for word, kinds in v.words.items():
        for kind in kinds:
            p.words[kind] = (*p.words.get(kind, ()), word)
    p.grid, p.directions = d.grid, d.directions
    p.statics, p.rows, p.defaults, p.borders, p.options = d.statics, d.rows, d.defaults, d.borders, dict(d.options)
    p.whole_hits, p.chosen_dice = d.reads_volleys("whole hits"), d.reads_volleys("chosen dice")
    p.tags = {tag: tuple(bearers) for tag, bearers in d.tags.items()}
    p.kinds = {s: tuple(sections.get(s, {})) for s in ("phases", "windows", "engagements", "procedures", "sequences", "actions", "rules")}
    for section, group in sections.items():
        for name, node in group.items():
            if not isinstance(node.value, dict):
                continue
            describe(p, f"{section}.{name}", node)
            for key in ("before", "round", "choose", "outcomes"):
                inner = node.value.get(key)
                for step, record in inner.value.items() if inner is not None and isinstance(inner.value, dict) else ():
                    describe(p, f"{section}.{name}.{key}.{step}", record)
    for name, node in sections.get("attributes", {}).items():
        for attribute, record in node.value.items() if isinstance(node.value, dict) else ():
            describe(p, f"attributes.{name}.{attribute}", record)
    for name, signature in v.events.items():
        node = sections["events"][name]
        text = node.value.get("text") if isinstance(node.value, dict) else None
        silent = node.value.get("silent") if isinstance(node.value, dict) else None
        if silent is not None and silent.value is True:
            p.silent |= {name}
        p.events[name] = (tuple(n for n, _ in signature.parameters), str(text.value) if text is not None else "")
    for name, node in sections.get("statements", {}).items():
        if isinstance(node.value, dict):
            p.statements[name] = {key: str(n.value) for key, n in node.value.items()}
    return p


WORDS_ONLY = frozenset(("text", "note", "title", "cites", "because", "says", "short", "color", "ink", "symbol", "letter", "at"))
NO_RULES = frozenset(("statements", "evaluation", "odds", "pictures", "trials", "checks", "comparisons", "measures"))


def meaning(resolved: Resolved, sections: Mapping[str, Mapping[str, Node]], options: Options) -> str:
    """A name for what a ruleset says: words for people, comments, file names and order of files do not count.

    Saves are tied to it, so that mending a text does not lose a game.
    """

    def said(node: Node) -> Any:
        if isinstance(node.value, dict):
            return {key: said(n) for key, n in node.value.items() if key not in WORDS_ONLY or isinstance(n.value, dict)}
        if isinstance(node.value, tuple):
            return [said(n) for n in node.value]
        if isinstance(node.value, str) and "#" in node.value:
            return "\n".join(line.split(" #")[0].rstrip() for line in node.value.splitlines() if not line.lstrip().startswith("#"))
        return node.value

    rules = {name: {key: said(n) for key, n in group.items()} for name, group in sorted(sections.items()) if name not in NO_RULES}
    text = json.dumps([resolved.id, rules, sorted((k, str(v)) for k, v in options.items())], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def describe(p: Program, path: str, node: Node) -> None:
    """Title, text and citations of a definition, by its path."""
    if not isinstance(node.value, dict):
        return
    cites, title, text = (node.value.get(key) for key in ("cites", "title", "text"))
    if cites is not None:
        p.cites[path] = tuple(str(n.value) for n in texts(cites))
    if title is not None:
        p.titles[path] = str(title.value)
    if text is not None:
        p.texts[path] = " ".join(str(text.value).split())


# --- cache -----------------------------------------------------------------------------------------------------


def _key(name: str | Path, overlays: Sequence[str | Path], options: Options) -> str:
    import interpreter

    version = getattr(interpreter, "__version__", "0")
    code = _code_stamp()
    return hashlib.sha256(
        repr((FORMAT, version, code, str(name), [str(o) for o in overlays], sorted((k, str(v)) for k, v in options.items()))).encode()
    ).hexdigest()


def _code_stamp() -> str:
    """Names the code and grammar that compile, so that a changed compiler never meets an old cache."""
    root = Path(__file__).parent.parent
    from interpreter.source.paths import shipped

    files = [p for part in ("source", "language", "rules") for p in sorted((root / part).rglob("*.py"))]
    return _contents([*files, Path(shipped("grammar")) / "rules.lark"])


def _contents(files: Iterable[Path]) -> str:
    """A digest of what stands in files, with their names: dates say nothing where files are copied or unpacked. Raises OSError."""
    found = hashlib.sha256()
    for path in files:
        text = path.read_bytes()
        found.update(f"{path.name} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest()


def _files_stamp(files: Sequence[str]) -> str | None:
    """Names the contents of the files that were read, and the names of what lies beside them; None if one is gone."""
    paths = [Path(file) for file in files]
    try:
        contents = _contents(paths)
    except OSError:
        return None
    names = [sorted(p.name for p in folder.glob("*.yaml")) for folder in sorted({path.parent for path in paths})]
    return hashlib.sha256(repr((contents, list(files), names)).encode()).hexdigest()


def load(
    name: str | Path, overlays: Sequence[str | Path] = (), options: Options | None = None
) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
    """A compiled ruleset, from the cache where nothing that it was made of has changed."""
    options = options or {}
    folder = cache_folder()
    file = folder / f"{_key(name, overlays, options)}.bin" if folder is not None else None
    kept = _read(file) if file is not None else None
    if kept is not None:
        program, code, diagnostics = kept
        return Ruleset(program, code, (name, tuple(overlays), dict(options))), diagnostics
    built, diagnostics = build(name, overlays, options)
    if built is None:
        return None, diagnostics
    code = compile(built.program.functions, f"<{built.program.id}>", "exec")
    if file is not None:
        _write(file, built, code)
    return Ruleset(built.program, code, (name, tuple(overlays), dict(options))), diagnostics


def _read(file: Path) -> tuple[Program, CodeType, tuple[Diagnostic, ...]] | None:
    try:
        with file.open("rb") as stream:
            files, stamp, code, program, diagnostics = pickle.load(stream)
    except (OSError, EOFError, pickle.UnpicklingError, AttributeError, ValueError, TypeError, ImportError, IndexError):
        return None
    if _files_stamp(files) != stamp:
        return None
    return program, marshal.loads(code), diagnostics


def _write(file: Path, built: Built, code: CodeType) -> None:
    files = [str(p) for p in built.resolved.files]
    stamp = _files_stamp(files)
    kept = built.program.functions
    built.program.functions = ""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix="new-")
        with os.fdopen(handle, "wb") as stream:
            pickle.dump((files, stamp, marshal.dumps(code), built.program, built.diagnostics), stream, pickle.HIGHEST_PROTOCOL)
        os.replace(temporary, file)
    except OSError:
        pass
    finally:
        built.program.functions = kept
