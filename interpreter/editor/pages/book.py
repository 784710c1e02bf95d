"""What the pages tell: a ruleset's definitions, what cites its statements, where each thing stands on the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path

from interpreter.analysis.cases import Case, read_cases
from interpreter.analysis.coverage import citations
from interpreter.analysis.definitions import fields, inline, paths
from interpreter.editor.pages.html import link
from interpreter.editor.project import Reading
from interpreter.editor.words import SPOKEN, UNSPOKEN
from interpreter.language.registry import KEYWORDS
from interpreter.rules.build import RulesetError, examine
from interpreter.source.keys import BY_NAME, Section
from interpreter.source.layers import resolve
from interpreter.source.shape import section_of
from interpreter.source.tree import Node

WORD = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z][A-Za-z0-9_]*')
BRACES = re.compile(r"\{[^{}]*\}")
QUIET = frozenset(("statements", "pictures", "evaluation"))
"""Sections without a page of their own: the rulebook has one, and what only a program or a painter reads has none."""


@dataclass(frozen=True)
class Book:
    """A ruleset with its cases, ready to be told."""

    reading: Reading
    cases: tuple[Case, ...]
    title: str
    _linked: dict[str, str] = field(default_factory=dict)

    @property
    def sections(self) -> dict[str, dict[str, Node]]:
        """All definitions, short forms and grids written out."""
        return self.reading.sections

    @cached_property
    def pages(self) -> tuple[str, ...]:
        """The sections that have a page, in the order of the registry, then the sorts that the ruleset declares."""
        known = [name for name in BY_NAME if self.sections.get(name)]
        return tuple(
            name for name in (*known, *(n for n in self.sections if n not in BY_NAME)) if name not in QUIET and self.sections[name]
        )

    def section(self, name: str) -> Section | None:
        """The declaration of a section."""
        return section_of(name, self.sections)[0]

    @cached_property
    def implemented(self) -> dict[str, tuple[str, ...]]:
        """Statement → paths of the definitions that cite it."""
        found: dict[str, dict[str, None]] = {}
        for path, cites in citations(self.reading.resolved):
            for each in cites:
                found.setdefault(each, {})[path] = None
        return {name: tuple(each) for name, each in found.items()}

    @cached_property
    def shown(self) -> dict[str, tuple[Case, ...]]:
        """Statement → the cases that show it."""
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            for each in case.cites:
                found.setdefault(each, []).append(case)
        return {name: tuple(each) for name, each in found.items()}

    # --- names and places --------------------------------------------------------------------------------------

    def name(self, path: str) -> str:
        """The title of a definition, or its id in words."""
        node = self.reading.node(path)
        title = fields(node).get("title") if node is not None else None
        words = inline(title) if title is not None else path.rpartition(".")[2].replace("_", " ")
        return words[:1].upper() + words[1:]

    def target(self, path: str) -> str:
        """Where a definition stands on the pages; empty where it has no place there. Parts of one stand with the whole."""
        section, _, rest = path.partition(".")
        if section == "statements":
            return f"rulebook.html#{rest}" if rest in self.sections.get("statements", {}) else ""
        steps = rest.split(".")
        inner = ".".join(steps[:2] if section == "attributes" else steps[:1])
        known = section in self.pages and self.reading.node(f"{section}.{inner}") is not None
        return f"{section}.html#{inner}" if known else ""

    def link(self, path: str, words: str = "") -> str:
        """A definition by its name, with a link where it has a place."""
        text, target = words or self.name(path), self.target(path)
        return link(text, target) if target else escape(text)

    def every(self) -> Iterator[tuple[str, Node]]:
        """All definitions that have a place, by path."""
        for section in self.pages:
            yield from paths(section, self.sections[section])

    # --- rule language -----------------------------------------------------------------------------------------

    def spoken(self, text: str) -> str:
        """Rule language with a link at each word that is defined."""
        return WORD.sub(self._word, escape(text, quote=False))

    def told(self, text: str) -> str:
        """A text for people with links at the words in its {braces}."""
        return BRACES.sub(lambda match: WORD.sub(self._word, match[0]), escape(text, quote=False))

    def _word(self, match: re.Match[str]) -> str:
        word = match[0]
        if word[0] in '"#' or word in KEYWORDS or word == "it":
            return word
        if word not in self._linked:
            target = self._meant(word)
            self._linked[word] = f'<a href="{target}">{word}</a>' if target else word
        return self._linked[word]

    def _meant(self, word: str) -> str:
        found = [each for each in self.reading.index.get(word, ()) if each.partition(".")[0] not in UNSPOKEN]
        found.sort(key=lambda each: SPOKEN.index(s) if (s := each.partition(".")[0]) in SPOKEN else SPOKEN.index("powers"))
        return next((target for each in found if (target := self.target(each))), "")


def book(name: str | Path, overlays: Sequence[str] = ()) -> Book:
    """A ruleset to be told. Raises RulesetError where it can't be read at all; what is wrong in it is told by `check`."""
    resolved, found = resolve(name, tuple(overlays))
    if resolved is None:
        raise RulesetError(found)
    cases, _ = read_cases(resolved)
    return Book(Reading(resolved, examine(resolved)), tuple(cases), resolved.title)
