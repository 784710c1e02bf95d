"""A compiled ruleset as plain data: one Python text and the tables that tell the machine what its functions are for.

It holds no IR and no documents, so that it is small to keep and quick to load.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

BlockEntry = tuple[str, str, tuple[str, ...], tuple[str, ...], str]


@dataclass(slots=True)
class ActionEntry:
    """`choices`: name, kind, mover, whether units are chosen; functions take `actor`, what is given, the choices so far."""

    name: str
    given: tuple[str, ...]
    choices: tuple[tuple[str, str, str, str], ...]
    conditions: tuple[tuple[str, str, int], ...]
    says: str
    closes: bool
    sorts: dict[str, str]


@dataclass(slots=True)
class VolleyEntry:
    name: str
    engagement: str
    by: str
    at: str
    sides: int
    stat: str
    later: bool
    title: str
    has: frozenset[str]
    looks: frozenset[str] = frozenset()
    reroll: bool = False


@dataclass(slots=True)
class StepEntry:
    """A step of an engagement as data; `looks` says what it looks at (see `rules.looks`), `has` which functions it has."""

    name: str
    phase: str
    kind: str
    volley: str
    actions: tuple[str, ...]
    has: frozenset[str]
    looks: frozenset[str]


@dataclass(slots=True)
class OddsEntry:
    """An engagement whose chances can be asked for; `has` names its expressions."""

    name: str
    engagement: str
    retreats: tuple[str, ...]
    has: frozenset[str]
    roles: tuple[str, ...] = ()


@dataclass(slots=True)
class CheckEntry:
    """What every set-up has to satisfy; `has` names its functions."""

    name: str
    because: str
    warning: bool
    has: frozenset[str]


@dataclass(slots=True)
class ContrastEntry:
    """What is told of each edition that is compared; `has` names its functions, `sort` what its value is."""

    name: str
    has: frozenset[str]
    sort: str
    battle: str
    attacker: str
    defender: str


@dataclass(slots=True)
class TrialEntry:
    """Something whose chances can be asked for; `given` are its parameters with their types as words."""

    name: str
    given: tuple[tuple[str, str], ...]
    defaults: dict[str, Any]
    gives: str
    outcomes: tuple[str, ...]


@dataclass(slots=True)
class EngagementEntry:
    name: str
    sides: tuple[str, ...]
    counter: int
    doomed: int
    lost: str
    steps: tuple[StepEntry, ...] = ()
    looks: frozenset[str] = frozenset()


@dataclass(slots=True)
class AllocationEntry:
    name: str
    target: str
    sign: str
    pool: str
    has: frozenset[str]


@dataclass(slots=True)
class PictureEntry:
    """An entry of `pictures`: `given` as in documents, `has` names its expressions, `thing` is the sort that `as` gives."""

    name: str
    on: str
    given: dict[str, str | int]
    has: frozenset[str]
    thing: str = ""


@dataclass(slots=True)
class Program:
    """All that running a game needs; `functions` is the generated Python."""

    id: str
    title: str
    digest: str
    functions: str = ""
    start: str = ""
    scenario: str = ""
    layers: tuple[str, ...] = ()
    sorts: dict[str, str] = field(default_factory=dict)
    ids: dict[str, tuple[str, ...]] = field(default_factory=dict)
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    entities: dict[str, list[str]] = field(default_factory=dict)
    statics: dict[str, dict[Any, Any]] = field(default_factory=dict)
    formulas: dict[str, dict[str, str]] = field(default_factory=dict)
    tags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rows: dict[str, dict[Any, Any]] = field(default_factory=dict)
    defaults: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    borders: list[tuple[str, str]] = field(default_factory=list)
    grid: dict[str, tuple[int, int]] = field(default_factory=dict)
    directions: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    whole_hits: bool = False
    chosen_dice: bool = False
    procedures: dict[str, tuple[str, ...]] = field(default_factory=dict)
    blocks: dict[str, dict[str, BlockEntry]] = field(default_factory=dict)
    actions: dict[str, ActionEntry] = field(default_factory=dict)
    bans: dict[str, list[tuple[str, str, str, int]]] = field(default_factory=dict)
    movements: dict[str, frozenset[str]] = field(default_factory=dict)
    modified: frozenset[str] = frozenset()
    allocations: list[AllocationEntry] = field(default_factory=list)
    volleys: dict[str, VolleyEntry] = field(default_factory=dict)
    engagements: dict[str, EngagementEntry] = field(default_factory=dict)
    evaluation: dict[str, str] = field(default_factory=dict)
    odds: dict[str, OddsEntry] = field(default_factory=dict)
    faces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=dict)
    checks: dict[str, CheckEntry] = field(default_factory=dict)
    comparisons: dict[str, ContrastEntry] = field(default_factory=dict)
    measures: dict[str, str] = field(default_factory=dict)
    trials: dict[str, TrialEntry] = field(default_factory=dict)
    shorts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pictures: list[PictureEntry] = field(default_factory=list)
    looks: dict[str, dict[str, str]] = field(default_factory=dict)
    at: dict[str, tuple[int, int]] = field(default_factory=dict)
    defines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    events: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)
    silent: frozenset[str] = frozenset()
    audiences: frozenset[str] = frozenset()
    secrets: tuple[tuple[str, str], ...] = ()
    tokens: dict[str, str] = field(default_factory=dict)
    scenarios: dict[str, Any] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    cites: dict[str, tuple[str, ...]] = field(default_factory=dict)
    statements: dict[str, dict[str, str]] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
