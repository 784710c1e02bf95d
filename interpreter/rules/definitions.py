"""The checked definitions of a ruleset, as data: what `emit` writes out and the machine runs."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.language.ir import Attribute, Expr, Procedure, Statement
from interpreter.language.registry import HOOKS
from interpreter.language.types import Type

Parameters = tuple[tuple[str, Type], ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """A part of a condition with its text and the number of choices that have to be made before it can be asked."""

    expr: Expr
    text: str
    level: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of an action. `kind`: from, some_of, number, reached_by."""

    name: str
    kind: str
    source: Expr | None
    least: Expr | None
    mover: str
    type: Type


@dataclass(frozen=True, slots=True)
class Action:
    """`given` come from the offer, `choices` from the power; `says` is how the answer is written."""

    name: str
    given: Parameters
    choices: tuple[Choice, ...]
    when: tuple[Condition, ...]
    says: str
    closes: bool
    procedure: Procedure

    def parameters(self, level: int | None = None) -> Parameters:
        """`actor`, what is given, and the choices made up to a level (all, if None); a path follows its destination."""
        from interpreter.language.registry import ACTOR
        from interpreter.language.types import SPACE, set_of

        result: list[tuple[str, Type]] = [ACTOR, *self.given]
        for choice in self.choices[:level]:
            result.append((choice.name, choice.type))
            if choice.kind == "reached_by":
                result.append(("path", set_of(SPACE)))
        return tuple(result)


@dataclass(frozen=True, slots=True)
class Ban:
    """A `forbid` rule on one hook: condition with exceptions, reason, level in an action; `tells` are the values that the reason names."""

    rule: str
    hook: str
    expr: Expr
    because: str
    level: int = 0
    tells: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Permit:
    """What widens a definition: a rule that allows a condition, or a modifier of a value that is no number; `when` it does."""

    section: str
    name: str
    when: Expr


@dataclass(frozen=True, slots=True)
class Movement:
    name: str
    of: Expr
    allowance: Expr
    cost: Expr | None
    mark: Expr | None
    limits: tuple[tuple[Expr, Expr], ...] = ()


SIGNS = ("=", "+", "-", "*", "at least", "at most")
"""How a modifier changes a value, in the order in which the modifiers in force do so."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A change of `target` (an attribute `sort.name` or a definition): `sign` and amount while the condition holds."""

    name: str
    target: str
    parameters: Parameters
    sign: str
    amount: Expr
    when: Expr | None
    best_of: str = ""


@dataclass(frozen=True, slots=True)
class Allocation:
    name: str
    target: str
    sign: str
    amount: Expr
    giver: Expr
    taker: Expr
    each: Expr | None
    pool: str
    when: Expr | None


@dataclass(frozen=True, slots=True)
class Volley:
    """One volley of an engagement; `stat` is the name of the attribute that its value reads, for allocations; `follows` if dice have effects of their own."""

    name: str
    engagement: str
    given: Parameters
    by: str
    at: str
    of: Expr | None
    dice: Expr | None
    pool: Expr | None
    sides: int
    value: Expr
    stat: str
    may_hit: Expr | None
    later: bool
    tier: Expr | None
    picks: Expr | None
    title: str
    best: Expr | None
    follows: bool = False
    reroll: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    name: str
    power: Expr
    units: Expr


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an engagement as written: `kind` is volley, offer or do; `phase` before or round."""

    name: str
    phase: str
    kind: str
    when: Expr | None
    body: tuple[Statement, ...]
    volley: str = ""
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Odds:
    """An engagement whose chances can be asked for; the fields are named as in documents, `an_`/`a_` parts by army."""

    name: str
    engagement: str
    expressions: dict[str, tuple[Parameters, Expr]]
    retreats: tuple[str, ...]
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """What every set-up has to satisfy: `demand` of each element of `each` (or once) while `when` holds."""

    name: str
    each: Expr | None
    given: Parameters
    when: Expr | None
    demand: Expr
    because: str
    tells: tuple[Expr, ...]
    warning: bool


@dataclass(frozen=True, slots=True)
class Contrast:
    """What is told of each edition that is compared: `value` of each element of `each` (or once), or the chances of a `battle`."""

    name: str
    each: Expr | None
    given: Parameters
    value: Expr | None
    battle: str = ""
    attacker: str = ""
    defender: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that set-ups are compared by: `amount` for a power, by the name `power`."""

    name: str
    given: Parameters
    amount: Expr


@dataclass(frozen=True, slots=True)
class Trial:
    """Something whose chances can be asked for: a procedure `trial_NAME` that returns a number, and conditions at its end."""

    name: str
    given: Parameters
    defaults: dict[str, str]
    gives: str
    outcomes: dict[str, Expr]


@dataclass(frozen=True, slots=True)
class Engagement:
    name: str
    given: Parameters
    sides: tuple[Side, ...]
    counter: str
    limit: Expr
    doomed: str
    lost: str
    volleys: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    until: Expr | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """An entry of `pictures`: what is given, as in documents; `it` stands in the expressions for what it is drawn on."""

    name: str
    on: str
    given: dict[str, str | int]
    expressions: dict[str, Expr]


@dataclass(slots=True)
class Definitions:
    """Everything checked, by name."""

    defines: dict[str, tuple[Parameters, Expr]] = field(default_factory=dict)
    formulas: dict[str, dict[str, Expr]] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    bans: dict[str, list[Ban]] = field(default_factory=dict)
    permits: dict[str, list[Permit]] = field(default_factory=dict)
    movements: dict[str, Movement] = field(default_factory=dict)
    modifiers: list[Modifier] = field(default_factory=list)
    allocations: list[Allocation] = field(default_factory=list)
    volleys: dict[str, Volley] = field(default_factory=dict)
    engagements: dict[str, Engagement] = field(default_factory=dict)
    handlers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    audiences: dict[str, tuple[Parameters, Expr]] = field(default_factory=dict)
    secrets: list[tuple[Attribute, Expr]] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    evaluation: dict[str, tuple[Parameters, Expr]] = field(default_factory=dict)
    odds: dict[str, Odds] = field(default_factory=dict)
    checks: dict[str, Check] = field(default_factory=dict)
    comparisons: dict[str, Contrast] = field(default_factory=dict)
    measures: dict[str, Measure] = field(default_factory=dict)
    trials: dict[str, Trial] = field(default_factory=dict)
    shorts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pictures: list[Picture] = field(default_factory=list)
    looks: dict[str, dict[str, str]] = field(default_factory=dict)
    at: dict[str, tuple[int, int]] = field(default_factory=dict)

    def forbids(self, condition: str) -> list[Ban]:
        """The bans on a named condition; where an action or a hook bears the name, its bans are none of them."""
        return [] if condition in self.actions or condition in HOOKS else self.bans.get(condition, [])
