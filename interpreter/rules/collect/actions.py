"""Actions: what is chosen, when they may be taken, what they do."""

from __future__ import annotations

import re

from interpreter.language.ir import Assign, Const, Expr, Local, Procedure, Statement
from interpreter.language.reads import names_read
from interpreter.language.registry import ACTOR
from interpreter.language.types import ANY, NUMBER, POWER, SPACE, UNIT, Type, set_of
from interpreter.rules.collect.collector import HERE, Collector
from interpreter.rules.collect.fields import is_on, word_of
from interpreter.rules.declare import Declared, get
from interpreter.rules.definitions import Action, Choice, Condition, Parameters
from interpreter.rules.quotas import count_of
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node


def read_actions(c: Collector) -> None:
    """Adds actions, and the procedure `do_NAME` of what each does."""
    for name, node in c.d.section("actions").items():
        given = c.v.actions[name].parameters
        choices = _choices(c, node, given)
        draft = Action(name, given, choices, (), "", False, Procedure("", (), None, (), ""))
        scope = dict(draft.parameters())
        when = tuple(Condition(e, text, level_of(draft, e)) for e, text in c.texts.conjuncts(get(node, "when"), scope))
        body = (*_counted(c, name, node), *c.texts.effects(get(node, "do"), scope))
        c.claim(f"do_{name}", node, c.v.procedures)
        procedure = c.procedure(f"do_{name}", draft.parameters(), body, f"actions.{name}")
        says = word_of(node, "says", " ".join([name, *("{" + choice.name + "}" for choice in choices)]))
        _check_says(c, get(node, "says"), draft)
        c.out.actions[name] = Action(name, given, choices, when, says, is_on(node, "closes"), procedure)


def level_of(action: Action, expr: Expr) -> int:
    """How many choices have to be made before an expression can be asked."""
    read = names_read(expr)
    level = 0
    for index, choice in enumerate(action.choices, 1):
        if choice.name in read or (choice.kind == "reached_by" and "path" in read):
            level = index
    return level


def _counted(c: Collector, name: str, node: Node) -> tuple[Statement, ...]:
    """What keeps count of an action that may be taken so often only."""
    if get(node, "most") is None:
        return ()
    count = c.v.attributes["power"][count_of(name)]
    c.v.used.add(("written", f"power.{count.name}"))
    return (Assign(HERE, count, Local(POWER, HERE, ACTOR[0]), Const(NUMBER, HERE, 1), 1),)


def _check_says(c: Collector, says: Node | None, action: Action) -> None:
    """Tells of words in braces that are no names of an action, and of choices that are not among them."""
    if says is None:
        return
    known = {n for n, _ in action.parameters()}
    said = re.findall(r"\{(\w+)\}", str(says.value))
    for word in said:
        if word not in known:
            c.d.bad("unknown-name", says.place, f"`{{{word}}}` is no choice of this action.", did_you_mean(word, known))
    for name in (choice.name for choice in action.choices if choice.name not in said):
        what = f"No answer could say what `{name}` is: `says` leaves it out."
        c.d.bad("unsaid-choice", says.place, what, f"Put `{{{name}}}` where it stands in the answer.")


def _choices(c: Collector, node: Node, given: Parameters) -> tuple[Choice, ...]:
    """The choices of an action in order; each sees those before."""
    scope: dict[str, Type] = dict((ACTOR, *given))
    result: list[Choice] = []
    for name, (kind, record) in action_choices(c.d, node).items():
        source = get(record, kind)
        assert source is not None
        if kind == "reached_by":
            choice = _reached(c, name, source, scope)
            scope["path"] = set_of(SPACE)
        elif kind == "number":
            most = c.texts.expression(source, scope, NUMBER)
            choice = Choice(name, kind, most, c.texts.expression(get(record, "least"), scope, NUMBER), "", NUMBER)
        else:
            choice = _taken(c, name, kind, source, scope)
        scope[name] = choice.type
        result.append(choice)
    return tuple(result)


def _reached(c: Collector, name: str, source: Node, scope: dict[str, Type]) -> Choice:
    """The choice of a space that units chosen before can move to."""
    mover = str(source.value)
    if scope.get(mover) not in (UNIT, set_of(UNIT)):
        hint = did_you_mean(mover, [word for word in scope if word != mover])
        c.d.bad("unknown-name", source.place, f"`{mover}` is no unit chosen before.", hint)
    return Choice(name, "reached_by", None, None, mover, SPACE)


def _taken(c: Collector, name: str, kind: str, source: Node, scope: dict[str, Type]) -> Choice:
    """The choice of one thing, or some units, of a set."""
    expr = c.texts.expression(source, scope, set_of(UNIT) if kind == "some_of" else ANY)
    found = expr.type if expr is not None else set_of(ANY)
    if not found.is_set:
        c.d.bad("wrong-type", source.place, f"Something is chosen from a set; here stands a {found}.")
        found = set_of(ANY)
    return Choice(name, kind, expr, None, "", found if kind == "some_of" else (found.of or ANY))


def action_choices(d: Declared, node: Node) -> dict[str, tuple[str, Node]]:
    """The choices of an action: name to kind (`from`, `some_of`, `number`, `reached_by`) and its record."""
    choose = get(node, "choose")
    result: dict[str, tuple[str, Node]] = {}
    for name, record in choose.value.items() if choose is not None and isinstance(choose.value, dict) else ():
        kinds = [k for k in ("from", "some_of", "number", "reached_by") if get(record, k) is not None]
        if len(kinds) != 1:
            d.bad("no-definition", record.place, f"`{name}` is chosen by one of `from`, `some_of`, `number` and `reached_by`.")
            continue
        result[name] = (kinds[0], record)
    return result
