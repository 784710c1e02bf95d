"""Seeded mistakes: every reference of a ruleset misspelt, one at a time; the checker has to find each, on its line.

`python -m tests.honesty.mistakes` tries them all and lists the misses; `--sample 300` tries some of them, always the same.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from unittest.mock import patch

from interpreter.language import syntax
from interpreter.language.syntax import WORDS
from interpreter.rules.build import build
from interpreter.source import documents, yaml
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.keys import BY_NAME, META, Field
from interpreter.source.layers import resolve
from interpreter.source.tree import Node

TOKEN = re.compile(r'"[^"\n]*"|#[^\n]*|[a-z][a-z0-9_]*')
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
BINDING = frozenset(("let", "as", "choose", "each"))
BEFORE_ELEMENT = frozenset(("any", "all", "every", "no", "first", "count", "of"))
SPOKEN = frozenset(("title", "text", "note", "because", "statement", "section", "check", "source", "short"))
PLAIN = frozenset(("true", "false", "none"))


@dataclass(frozen=True, order=True)
class Reference:
    """A word of a document that means something defined elsewhere; `kind` tells where it was found."""

    file: str
    line: int
    column: int
    word: str
    kind: str

    def misspelt(self, known: frozenset[str]) -> str | None:
        """The word with two letters swapped, or one dropped or doubled, so that it is no other word; None if all are."""
        seed = int(hashlib.sha256(f"{self.file.rpartition('/')[2]} {self.line} {self.column} {self.word}".encode()).hexdigest(), 16)
        letters = [i for i, c in enumerate(self.word) if c.isalpha()]
        ways = [self._swapped(i) for i in letters[1:-1]] + [self.word[:i] + self.word[i + 1 :] for i in letters[1:]]
        ways += [self.word[:i] + self.word[i] + self.word[i:] for i in letters]
        good = [w for w in ways if w and w != self.word and w not in known and w not in WORDS]
        near = [w for w in good if len(w) > 2 or len(self.word) <= 2]
        return near[seed % min(len(near), max(2 * len(letters) - 3, 1))] if near else None

    def _swapped(self, i: int) -> str:
        w = self.word
        return w[:i] + w[i + 1] + w[i] + w[i + 2 :] if i + 1 < len(w) else w


@dataclass(frozen=True)
class Miss:
    """A misspelling that was not reported as it should be."""

    reference: Reference
    wrote: str
    what: str

    def __str__(self) -> str:
        r = self.reference
        return f"{Path(r.file).parent.name}/{Path(r.file).name}:{r.line}:{r.column}: {r.word} → {self.wrote} ({r.kind}): {self.what}"


# --- finding the references ------------------------------------------------------------------------------------------


def references(files: Mapping[str, str], sections: Mapping[str, Mapping[str, Node]]) -> Iterator[Reference]:
    """Every reference in these documents; `sections` are those of the whole ruleset."""
    attributes = {sort: node.value for sort, node in sections.get("attributes", {}).items() if isinstance(node.value, dict)}
    sorts = {str(n.value["plural"].value): name for name, n in sections.get("sorts", {}).items() if isinstance(n.value, dict)}
    for file, text in sorted(files.items()):
        root, _ = yaml.parse_yaml(text, file)
        if root is None or not isinstance(root.value, dict):
            continue
        for section, group in root.value.items():
            yield from _section(section, group, root, attributes, sorts)


def _key(node: Node, key: str, kind: str) -> Reference:
    place = node.key_place(key)
    return Reference(place.file, place.line, place.column, key, kind)


def _section(
    name: str, group: Node, root: Node, attributes: Mapping[str, Mapping[str, Node]], sorts: Mapping[str, str]
) -> Iterator[Reference]:
    meta = {f.name: f for f in META}
    yield _key(root, name, "section")
    if name in meta:
        yield from _field(meta[name], group)
        return
    if not isinstance(group.value, dict):
        return
    declared = BY_NAME.get(name)
    sort = declared.sort if declared is not None else sorts.get(name, "")
    fields = {f.name: f for f in declared.fields} if declared is not None else {f.name: f for f in BY_NAME["powers"].fields}
    for entry, node in group.value.items():
        if name == "attributes":
            yield _key(group, entry, "sort")
            for each in node.value.values() if isinstance(node.value, dict) else ():
                yield from _fields(fields, each, {})
        elif isinstance(node.value, dict):
            yield from _fields(fields, node, attributes.get(sort, {}))
        elif declared is not None and declared.short and declared.short in fields:
            yield from _field(fields[declared.short], node)


def _fields(fields: Mapping[str, Field], node: Node, attributes: Mapping[str, Node]) -> Iterator[Reference]:
    for key, value in node.value.items() if isinstance(node.value, dict) else ():
        yield _key(node, key, "key")
        if key in fields:
            yield from _field(fields[key], value)
        elif key in attributes:
            yield from _attribute(attributes[key], value)


def _attribute(declared: Node, value: Node) -> Iterator[Reference]:
    """The value of an attribute of a thing: a reference, unless it is a number, a truth or a text."""
    fields = declared.value if isinstance(declared.value, dict) else {}
    type_ = str(fields["type"].value) if "type" in fields else ""
    if "formula" in fields:
        yield from _text(value, "formula")
    elif type_ not in ("text", "number", "truth"):
        yield from _words(value, "value")


def _field(f: Field, value: Node) -> Iterator[Reference]:
    match f.kind:
        case "record":
            yield from _fields({g.name: g for g in f.fields}, value, {})
        case "records":
            for each in value.value.values() if isinstance(value.value, dict) else ():
                yield from _fields({g.name: g for g in f.fields}, each, {})
        case "expression" | "effects" | "modifier":
            yield from _text(value, f.kind)
        case "id" | "ids" if f.name not in ("ruleset", "overlay", "plural", "pool"):
            yield from _words(value, f.name)
        case "type":
            yield from _text(value, "type")
        case "parameters":
            for each in value.value.values() if isinstance(value.value, dict) else ():
                yield from _text(each, "type")
        case "text" if f.choices:
            yield from _text(value, "choice")
        case "text" if f.name in ("says", "text"):
            yield from _placeholders(value)
        case "tree" | "pairs":
            yield from _tree(value, f.kind)


def _tree(node: Node, kind: str) -> Iterator[Reference]:
    if isinstance(node.value, dict):
        for key, value in node.value.items():
            yield _key(node, key, kind)
            yield from _tree(value, kind)
    else:
        yield from _words(node, kind)


def _words(node: Node, kind: str) -> Iterator[Reference]:
    for each in node.value if isinstance(node.value, tuple) else (node,):
        if isinstance(each.value, str) and each.value not in PLAIN:
            yield Reference(each.place.file, each.place.line, each.place.column, each.value, kind)


def _placeholders(node: Node) -> Iterator[Reference]:
    for found in PLACEHOLDER.finditer(node.raw if isinstance(node.value, str) else ""):
        place = node._at_offset(found.start(1))
        yield Reference(place.file, place.line, place.column, found[1], "placeholder")


def _text(node: Node, kind: str) -> Iterator[Reference]:
    """The words of a rule text, but for those that name something new."""
    if not isinstance(node.value, str):
        return
    tokens = [t for t in TOKEN.finditer(node.raw) if t[0][0] not in '"#']
    for i, token in enumerate(tokens):
        before = tokens[i - 1][0] if i else ""
        after = node.raw[token.end() :].split(maxsplit=1)[:1]
        named = before in BINDING and token[0] not in WORDS
        element = after == ["in"] and before in BEFORE_ELEMENT and token[0] not in WORDS
        die = re.fullmatch(r"d[0-9]+", token[0])
        if not named and not element and not die:
            place = node._at_offset(token.start())
            yield Reference(place.file, place.line, place.column, token[0], "word" if token[0] in WORDS else kind)


# --- trying them -----------------------------------------------------------------------------------------------------


class Bench:
    """One ruleset whose files are held in memory, checked again with one of them changed."""

    def __init__(self, ruleset: str) -> None:
        self.ruleset = ruleset
        resolved, _ = resolve(ruleset)
        assert resolved is not None, f"there is no ruleset {ruleset}"
        self.files = {str(p): p.read_text(encoding="utf-8") for p in resolved.files}
        self.references = tuple(sorted(set(references(self.files, resolved.sections))))
        self.known = frozenset(w for text in self.files.values() for w in re.findall(r"[a-zA-Z][a-zA-Z0-9_]*", text))
        self.usual: dict[str, frozenset[tuple[str, str]]] = {}

    def sample(self, number: int) -> tuple[Reference, ...]:
        """Some of the references, the same ones for the same documents; every kind is among them."""

        def rank(r: Reference) -> str:
            return hashlib.sha256(f"{Path(r.file).name} {r.line} {r.column} {r.word}".encode()).hexdigest()

        by_kind: dict[str, list[Reference]] = {}
        for r in sorted(self.references, key=rank):
            by_kind.setdefault(r.kind, []).append(r)
        share = {
            kind: max(3, round(number * len(found) ** 0.5 / sum(len(f) ** 0.5 for f in by_kind.values())))
            for kind, found in by_kind.items()
        }
        return tuple(sorted(r for kind, found in by_kind.items() for r in found[: share[kind]]))

    def new(self, file: str, text: str, ruleset: str) -> tuple[Diagnostic, ...]:
        """The diagnostics that a ruleset has with another text in one file, and not without it."""
        if ruleset not in self.usual:
            self.usual[ruleset] = frozenset((d.code, d.message) for d in self.check(None, "", ruleset))
        return tuple(d for d in self.check(file, text, ruleset) if (d.code, d.message) not in self.usual[ruleset])

    def check(self, file: str | None, text: str, ruleset: str) -> tuple[Diagnostic, ...]:
        """The diagnostics of a ruleset with another text in one file."""

        def read_text(path: Path | str) -> tuple[str | None, tuple[Diagnostic, ...]]:
            return (text, ()) if str(path) == file else (self.files[str(path)], ())

        with patch.object(documents, "read_text", read_text):
            return build(ruleset)[1]

    def attempt(self, reference: Reference) -> Miss | str | None:
        """A miss; the empty text for a mistake that is found but for which the right word is not named; None if all is well."""
        wrote = reference.misspelt(self.known)
        if wrote is None:
            return None
        lines = self.files[reference.file].split("\n")
        line = lines[reference.line - 1]
        start = reference.column - 1
        if not line.startswith(reference.word, start):
            start = line.find(reference.word, start)  # a quoted word begins behind its quote
        if start < 0:
            return Miss(reference, wrote, "the word does not stand where its place says")
        lines[reference.line - 1] = line[:start] + wrote + line[start + len(reference.word) :]
        text, library = "\n".join(lines), Path(reference.file).parent.name
        found = self.new(reference.file, text, self.ruleset)
        if not found and library != self.ruleset:  # what this ruleset puts others in the place of, the library's own check finds
            found = self.new(reference.file, text, library)
        errors = [d for d in found if d.severity == "error"]
        here = [d for d in errors if (d.file, d.line) == (reference.file, reference.line)]
        if not errors:
            return Miss(reference, wrote, f"not found ({found[0].message})" if found else "not found")
        if not here:
            return Miss(reference, wrote, f"found in line {errors[0].line} of {Path(errors[0].file).name}: {errors[0].message}")
        return None if any(f"`{reference.word}`" in d.hint or f"`{reference.word}`" in d.message for d in here) else ""


@contextmanager
def quickly() -> Iterator[None]:
    """Texts and files that were parsed once are not parsed again."""
    with patch.object(documents, "parse_yaml", cache(yaml.parse_yaml)), patch("interpreter.rules.texts.parse", cache(syntax.parse)):
        yield


@dataclass(frozen=True)
class Result:
    tried: int
    misses: tuple[Miss, ...]
    unnamed: tuple[Reference, ...]

    @property
    def found(self) -> float:
        return 1 - len(self.misses) / max(self.tried, 1)


def tried(bench: Bench, chosen: Iterable[Reference]) -> Result:
    number, misses, unnamed = 0, [], []
    with quickly():
        for reference in chosen:
            number += 1
            outcome = bench.attempt(reference)
            if isinstance(outcome, Miss):
                misses.append(outcome)
            elif outcome == "":
                unnamed.append(reference)
    return Result(number, tuple(misses), tuple(unnamed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", default=["spring-1942"])
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--unnamed", action="store_true", help="list mistakes that were found without the right word being named")
    chosen = parser.parse_args()
    worst = 1.0
    for name in chosen.rulesets:
        began = time.perf_counter()
        bench = Bench(name)
        result = tried(bench, bench.sample(chosen.sample) if chosen.sample else bench.references)
        for miss in result.misses:
            print(miss)
        for r in result.unnamed if chosen.unnamed else ():
            print(f"not named: {Path(r.file).name}:{r.line}: {r.word} → {r.misspelt(bench.known)} ({r.kind})")
        by_kind = Counter(m.reference.kind for m in result.misses)
        print(f"{name}: {len(bench.references)} references, {result.tried} misspelt, {len(result.misses)} missed ({dict(by_kind)}),")
        named = 1 - len(result.unnamed) / max(result.tried, 1)
        seconds = time.perf_counter() - began
        print(f"  {result.found:.2%} found on the right line, the right word named in {named:.2%}, {seconds:.0f} s")
        worst = min(worst, result.found)
    return 0 if worst >= 0.99 else 1


if __name__ == "__main__":
    raise SystemExit(main())
