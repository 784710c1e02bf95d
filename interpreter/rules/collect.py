"""Second pass: every definition checked into IR; phases, windows, sequences, engagements and rules become procedures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from interpreter.language.ir import (
    Again,
    Allot,
    Announce,
    Assign,
    Assignment,
    Call,
    Cast,
    Const,
    Each,
    Expr,
    Fire,
    ForEach,
    If,
    Let,
    Local,
    Offer,
    Op,
    Procedure,
    Read,
    Remove,
    Run,
    Span,
    Stat,
    Statement,
    While,
    parts,
)
from interpreter.language.registry import ACTOR, HOOKS
from interpreter.language.types import ANY, NONE, NUMBER, POWER, SPACE, TRUTH, UNIT, Type, entity, set_of
from interpreter.rules.contrasts import read_contrast
from interpreter.rules.cycles import MOVEMENT, endless
from interpreter.rules.declare import NO_WORDS, Declared, action_choices, check_name, get
from interpreter.rules.definitions import (
    Action,
    Allocation,
    Ban,
    Check,
    Choice,
    Condition,
    Definitions,
    Engagement,
    Measure,
    Modifier,
    Movement,
    Parameters,
    Side,
    Step,
    Trial,
    Volley,
)
from interpreter.rules.instead import Instead, stand_in
from interpreter.rules.memories import endings, memories
from interpreter.rules.moments import begins, ends
from interpreter.rules.permits import WIDENING, permit, remake
from interpreter.rules.quotas import count_of
from interpreter.rules.texts import Texts
from interpreter.source.diagnostics import register, warning
from interpreter.source.nearest import did_you_mean
from interpreter.source.tree import Node, texts

HERE = Span()
TOLD = re.compile(r"\{([^{}]+)\}")
"""A value in braces in the reason of a rule."""
VOLLEY = ("volley", "of", "at", "dice", "best", "pool", "sides", "value", "may_hit", "losses", "tier", "picks", "rolled", "reroll")
COUNTS = ("misses", "hits")
AGAIN = ("misses_again", "hits_again")
"""What effects of `reroll` see of the dice, and what they set."""
USED = "hits_used"
"""What effects of `rolled` set: hits of the unit that are not assigned besides."""
STEP_FIELDS = {"volley": VOLLEY, "offer": ("offer", "to"), "do": ("do",)}
STEP_OWN = frozenset((*VOLLEY, "offer", "to", "do"))
FIRST, LAST = -(10**12), 10**12
"""What is remembered is up to date before any rule asks for it."""
EFFECTIVE = ("on", "instead_of")
RULE_FIELDS = {"because": ("forbid",), "do": EFFECTIVE, "order": EFFECTIVE, "despite": ("allow",)}
ANY_HITS = set_of(ANY)
STEP: Parameters = HOOKS["step"].provides
for _code, _sentence in {
    "endless-definition": "A definition that needs itself.",
    "lost-exception": "An `allow` rule that is an exception of nothing.",
    "no-target": "A modifier of something that it cannot change.",
    "idle-field": "A field without effect where it stands.",
}.items():
    register(_code, _sentence)


def collect(d: Declared) -> tuple[Definitions, Texts]:
    """All definitions of a ruleset, checked; mistakes are added to `d.found`."""
    c = _Collector(d)
    for one_pass in (
        c.defines, c.formulas, c.actions, c.procedures, c.sequences, c.phases, c.windows, c.engagements,
        c.movements, c.modifiers, c.allocations, c.rules, c.stand_ins, c.audiences, c.evaluation, c.odds, c.pictures, c.trials, c.checks,
        c.comparisons, c.measures, c.rings,
        c.unread, c.guesses,
    ):  # fmt: skip
        one_pass()
    return c.out, c.texts


def sign_of(node: object) -> str:
    """How a modifier changes its value, as it is written: one of `SIGNS`."""
    return {"not_below": "at least", "not_above": "at most"}.get(getattr(node, "data", ""), str(node))


def rank_of(node: Node) -> int:
    """The `order` of a rule, 0 where it has none."""
    order = get(node, "order")
    return order.value if order is not None and isinstance(order.value, int) else 0


class _Collector:
    def __init__(self, d: Declared) -> None:
        self.d = d
        self.v = d.vocabulary
        self.texts = Texts(d)
        self.out = Definitions()

    def procedure(self, name: str, given: Parameters, body: tuple[Statement, ...], cause: str, returns: Type | None = None) -> Procedure:
        made = Procedure(name, given, returns, body, cause)
        self.out.procedures[name] = made
        return made

    def names(self, section: str, node: Node | None, known: Mapping[str, object], what: str) -> list[str]:
        """The ids that a field lists, those that exist."""
        good = []
        for item in texts(node) if node is not None else ():
            if item.value in known:
                good.append(str(item.value))
            else:
                self.d.bad("unknown-name", item.place, f"There is no {what} `{item.value}`.", did_you_mean(str(item.value), known))
        return good

    def claim(self, name: str, node: Node, *taken: Mapping[str, object]) -> None:
        """A name that the builder makes; nothing else may bear it."""
        if any(name in names for names in taken):
            self.d.bad(
                "name-twice", node.place, f"This is run by the name `{name}`, which stands already.", "Give one of the two another id."
            )

    # --- values ------------------------------------------------------------------------------------------------

    def defines(self) -> None:
        for name in self.d.section("define"):
            self.texts.result_of(name)
        for name, expr in self.texts.defines.items():
            self.out.defines[name] = (self.v.defines[name].parameters, expr)

    def formulas(self) -> None:
        for path, given in self.d.formulas.items():
            sort, _, name = path.partition(".")
            attribute = self.v.attributes[sort][name]
            scope = {sort: entity(sort), "it": entity(sort)}
            table = self.out.formulas.setdefault(path, {})
            for bearer, node in given.items():
                expr = self.texts.expression(node, scope, attribute.type)
                if expr is not None:
                    table[bearer] = expr

    def modifiers(self) -> None:
        widened: list[Modifier] = []
        for name, node in self.d.section("modifiers").items():
            field = get(node, "modifier")
            tree = self.texts.tree("modifier", field) if field is not None else None
            if field is None or tree is None:
                continue
            changed, sign, amount, condition = (*tree.children, None)[:4]
            sign = sign_of(sign)
            target, scope, kind = self.target(str(changed))
            if target is None or (kind != NUMBER and sign not in (WIDENING if kind.is_set else ("=",))):
                self.missing_target(field, changed)
                continue
            checker = self.texts.checker(scope)
            amount_ir = checker.expect(amount, kind)
            when = checker.expect(condition, TRUTH) if condition is not None else None
            self.texts.report(field, checker.problems, checker.doubts)
            best = get(node, "best_of")
            if best is not None and (sign not in ("+", "-") or kind != NUMBER):
                self.d.bad("idle-field", best.place, "Only what is added or taken away can be the best of a name.")
            word = str(best.value) if best is not None else ""
            if best is not None:
                check_name(self.d, word, best.place, NO_WORDS)
            if not checker.problems:
                made = Modifier(name, target, tuple(scope.items()), sign, amount_ir, when, word)
                (self.out.modifiers if kind == NUMBER else widened).append(made)

        remake(self.out, widened)

    def target(self, word: str) -> tuple[str | None, dict[str, Type], Type]:
        """What a modifier changes, the names in its sight, and the type of the value."""
        if self.v.attribute("unit_type", word) is not None:
            return f"unit_type.{word}", {"unit": UNIT}, NUMBER
        for sort in self.v.sorts:
            attribute = self.v.attribute(sort, word)
            if attribute is not None and attribute.type == NUMBER and sort != "unit":
                return f"{sort}.{word}", {sort: entity(sort)}, NUMBER
        if word in self.out.movements:
            return f"define.{self.step_cost(word)}", dict(STEP), NUMBER
        signature = self.v.defines.get(word)
        if signature is not None and self.texts.result_of(word) not in (TRUTH, ANY):
            return f"define.{word}", dict(signature.parameters), self.texts.result_of(word)
        return None, {}, NUMBER

    def step_cost(self, movement: str) -> str:
        """The definition of what a step of a movement costs, which modifiers change."""
        name = f"{movement}_COST"
        if name not in self.out.defines:
            m = self.out.movements[movement]
            self.out.defines[name] = (STEP, m.cost if m.cost is not None else Const(NUMBER, HERE, 1))
            asked = Call(NUMBER, HERE, name, tuple(Local(type_, HERE, word) for word, type_ in STEP))
            self.out.movements[movement] = replace(m, cost=asked)
        return name

    def missing_target(self, node: Node, word: object) -> None:
        names = [*self.v.attributes.get("unit_type", {}), *self.v.defines, *self.out.movements]
        place = node.at(getattr(word, "line", 1), getattr(word, "column", 1))
        hint = did_you_mean(str(word), names)
        if word in self.v.defines:
            hint = (
                "Conditions are changed by rules that `allow` or `forbid` them."
                if self.texts.result_of(str(word)) == TRUTH
                else "`=` sets a value, `+` and `-` add to a number or a set and take away, `*` multiplies numbers."
            )
        self.d.bad("no-target", place, f"`{word}` is no value that a modifier can change so.", hint)

    def allocations(self) -> None:
        for name, node in self.d.section("allocations").items():
            field = get(node, "gives")
            tree = self.texts.tree("modifier", field) if field is not None else None
            if field is None or tree is None:
                continue
            word, sign, amount, condition = (*tree.children, None)[:4]
            sign = sign_of(sign)
            target, _, _ = self.target(str(word))
            if target is None or not target.startswith("unit_type."):
                self.missing_target(field, word)
                continue
            if condition is not None or sign not in ("=", "+", "-"):
                what = "has its condition in `when`" if condition is not None else "adds, takes away or sets"
                self.d.bad("idle-field", field.place, f"An allocation {what}.", "Write `gives: attack + 1`, and `when: …` beside it.")
            checker = self.texts.checker({"it": UNIT})
            amount_ir = checker.expect(amount, NUMBER)
            self.texts.report(field, checker.problems, checker.doubts)
            scope = {"it": UNIT}
            giver = self.texts.expression(get(node, "giver"), scope, TRUTH)
            taker = self.texts.expression(get(node, "taker"), scope, TRUTH)
            each = self.texts.expression(get(node, "each"), scope, NUMBER)
            when = self.texts.expression(get(node, "when"), {}, TRUTH)
            pool = get(node, "pool")
            if giver is not None and taker is not None and not checker.problems:
                self.out.allocations.append(
                    Allocation(name, target, sign, amount_ir, giver, taker, each, str(pool.value) if pool else name, when)
                )

    def rings(self) -> None:
        """Values that need themselves by way of a modifier, of movement or of a rule that forbids."""
        for ring in endless(self.out):
            words = " → ".join(part.removeprefix("define.") for part in ring)
            section, name = self.link(ring)
            node = self.d.section(section).get(name)
            if node is not None:
                self.d.bad("endless-definition", node.place, f"This needs itself: {words}.")

    def link(self, ring: tuple[str, ...]) -> tuple[str, str]:
        """The definition that closes a ring: a modifier, a movement, or a rule that forbids."""
        modifier = next((m.name for m in self.out.modifiers if m.target in ring), None)
        if modifier is not None:
            return "modifiers", modifier
        if MOVEMENT in ring:
            return "movements", next(iter(self.out.movements), "")
        widened = [one for part in ring for one in self.out.permits.get(part.removeprefix("define."), ())]
        if widened:
            return widened[0].section, widened[0].name
        bans = [ban for part in ring for ban in self.out.forbids(part.removeprefix("define."))]
        return "rules", next((ban.rule for ban in (*bans, *self.out.bans.get("see", ()))), "")

    def guesses(self) -> None:
        """Rules that ask what only players may."""
        from interpreter.rules.guesses import guessing

        if any(kind == "guess" for kind, _ in self.v.used):
            for section, name in guessing(self.out):
                groups = [self.d.section(section)] if section else self.d.sections.values()
                node = next(group[name] for group in groups if name in group)
                self.d.bad("guess", node.place, f"`{name}` hangs on a guess; only `evaluation` may ask for chances.")

    def unread(self) -> None:
        """Allocations that no volley takes account of."""
        stats = {volley.stat for volley in self.out.volleys.values()}
        for a in self.out.allocations:
            if a.target not in stats:
                place, value = self.d.section("allocations")[a.name].place, a.target.partition(".")[2]
                self.d.found.append(warning("unused", place, f"No volley has `{value}` itself as its `value`; this helps nobody."))

    # --- procedures --------------------------------------------------------------------------------------------

    def procedures(self) -> None:
        for name, node in self.d.section("procedures").items():
            signature = self.v.procedures[name]
            body = self.texts.effects(get(node, "do"), dict(signature.parameters), signature.result)
            self.procedure(name, signature.parameters, body, f"procedures.{name}", signature.result)

    def guarded(
        self, node: Node, scope: Mapping[str, Type], body: tuple[Statement, ...], inline: Mapping[str, Expr] | None = None
    ) -> tuple[Statement, ...]:
        """Statements that run only while the definition's `when` holds."""
        when = self.texts.expression(get(node, "when"), scope, TRUTH, inline)
        return body if when is None else (If(HERE, when, body, ()),)

    def sequences(self) -> None:
        for name, node in self.d.section("sequences").items():
            runs: list[Statement] = []
            each = self.set_field(node, "each")
            scope = {} if each is None else {"it": each.type.of or ANY}
            begin = self.texts.effects(get(node, "begin"), scope)
            for step in self.names("sequences", get(node, "steps"), self.v.procedures, "procedure, phase or window"):
                if self.v.procedures[step].parameters:
                    self.d.bad("wrong-count", node.place, f"`{step}` needs arguments; a sequence gives none.")
                else:
                    self.v.used.add(("procedure", step))
                    run = (*begin, *self.moment(begins(step)), Run(HERE, step, (), None), *self.moment(ends(step)))
                    runs += run if each is None else (ForEach(HERE, "it", each, run),)
            self.procedure(name, (), self.guarded(node, {}, tuple(runs)), f"sequences.{name}")

    def set_field(self, node: Node, key: str) -> Expr | None:
        """A field that is a set, of things of any sort; None where it is left out, or after a diagnostic."""
        field = get(node, key)
        found = self.texts.expression(field, {}, ANY)
        if found is not None and field is not None and not found.type.is_set:
            self.d.bad("wrong-type", field.place, f"A set is needed here; this is a {found.type}.")
            return None
        return found

    def moment(self, event: str) -> tuple[Statement, ...]:
        """Tells the event before or behind a step of a sequence, where there is one."""
        if event not in self.v.events or self.v.events[event].parameters:
            return ()
        self.v.used.add(("announced", event))
        return (Announce(HERE, event, ()),)

    def offer(self, node: Node, given: Parameters, actor: Expr, mode: str) -> tuple[Statement, ...]:
        """The actions that a definition lists, offered with the parameters that it shares with them."""
        offered = []
        scope = dict(given)
        for name in self.names("actions", get(node, "actions") or get(node, "offer"), self.v.actions, "action"):
            self.v.used.add(("action", name))
            args: list[Expr] = []
            for word, type_ in self.v.actions[name].parameters:
                if scope.get(word) != type_:
                    self.d.bad("missing-arguments", node.place, f"`{name}` needs `{word}: {type_}`, which is not known here.")
                args.append(Local(type_, HERE, word))
            offered.append((name, tuple(args)))
        return (Offer(HERE, tuple(offered), actor, mode),) if offered else ()

    def phases(self) -> None:
        for name, node in self.d.section("phases").items():
            actor = self.texts.expression(get(node, "by"), {}, POWER) or Const(POWER, HERE, None)
            begin, end = self.texts.effects(get(node, "begin"), {}), self.texts.effects(get(node, "end"), {})
            body = (*begin, *self.offer(node, (), actor, "loop"), *end)
            self.procedure(name, (), self.guarded(node, {}, body), f"phases.{name}")

    def windows(self) -> None:
        for name, node in self.d.section("windows").items():
            given = self.v.procedures[name].parameters
            order = self.texts.expression(get(node, "order"), dict(given), set_of(POWER)) or Op(set_of(POWER), HERE, "set", ())
            once = get(node, "once")
            actor = Local(POWER, HERE, "actor")
            offer = self.offer(node, given, actor, "once" if once is not None and once.value is True else "loop")
            body = self.guarded(node, {**dict(given), "actor": POWER}, offer)
            self.procedure(name, given, (ForEach(HERE, "actor", order, body),), f"windows.{name}")

    # --- actions -----------------------------------------------------------------------------------------------

    def actions(self) -> None:
        for name, node in self.d.section("actions").items():
            given = self.v.actions[name].parameters
            choices = self.choices(node, given)
            draft = Action(name, given, choices, (), "", False, Procedure("", (), None, (), ""))
            scope = dict(draft.parameters())
            when = tuple(Condition(e, text, self.level(draft, e)) for e, text in self.texts.conjuncts(get(node, "when"), scope))
            says, closes = get(node, "says"), get(node, "closes")
            body = (*self.counted(name, node), *self.texts.effects(get(node, "do"), scope))
            self.claim(f"do_{name}", node, self.v.procedures)
            procedure = self.procedure(f"do_{name}", draft.parameters(), body, f"actions.{name}")
            text = str(says.value) if says is not None else " ".join([name, *("{" + c.name + "}" for c in choices)])
            self.check_says(says, text, draft)
            self.out.actions[name] = Action(name, given, choices, when, text, closes is not None and closes.value is True, procedure)

    def counted(self, name: str, node: Node) -> tuple[Statement, ...]:
        """What keeps count of an action that may be taken so often only."""
        if get(node, "most") is None:
            return ()
        count = self.v.attributes["power"][count_of(name)]
        self.v.used.add(("written", f"power.{count.name}"))
        return (Assign(HERE, count, Local(POWER, HERE, ACTOR[0]), Const(NUMBER, HERE, 1), 1),)

    def check_says(self, says: Node | None, text: str, action: Action) -> None:
        import re

        names = {n for n, _ in action.parameters()}
        for word in re.findall(r"\{(\w+)\}", text):
            if word not in names and says is not None:
                self.d.bad("unknown-name", says.place, f"`{{{word}}}` is no choice of this action.", did_you_mean(word, names))

    def choices(self, node: Node, given: Parameters) -> tuple[Choice, ...]:
        scope: dict[str, Type] = dict((ACTOR, *given))
        result: list[Choice] = []
        for name, (kind, record) in action_choices(self.d, node).items():
            source_node = get(record, kind)
            assert source_node is not None
            source: Expr | None = None
            least: Expr | None = None
            mover = ""
            type_: Type = NUMBER
            if kind == "reached_by":
                mover, type_ = str(source_node.value), SPACE
                if scope.get(mover) not in (UNIT, set_of(UNIT)):
                    hint = did_you_mean(mover, [word for word in scope if word != mover])
                    self.d.bad("unknown-name", source_node.place, f"`{mover}` is no unit chosen before.", hint)
                scope["path"] = set_of(SPACE)
            elif kind == "number":
                source = self.texts.expression(source_node, scope, NUMBER)
                least = self.texts.expression(get(record, "least"), scope, NUMBER)
            else:
                source = self.texts.expression(source_node, scope, set_of(UNIT) if kind == "some_of" else ANY)
                found = source.type if source is not None else set_of(ANY)
                if not found.is_set:
                    self.d.bad("wrong-type", source_node.place, f"Something is chosen from a set; here stands a {found}.")
                    found = set_of(ANY)
                type_ = found if kind == "some_of" else (found.of or ANY)
            scope[name] = type_
            result.append(Choice(name, kind, source, least, mover, type_))
        return tuple(result)

    def level(self, action: Action, expr: Expr) -> int:
        """How many choices have to be made before an expression can be asked."""
        from interpreter.language.blocks import names_read

        read = names_read(expr)
        level = 0
        for index, choice in enumerate(action.choices, 1):
            if choice.name in read or (choice.kind == "reached_by" and "path" in read):
                level = index
        return level

    # --- rules -------------------------------------------------------------------------------------------------

    def rules(self) -> None:
        section = self.d.section("rules")
        exceptions: dict[str, list[Node]] = {}
        handlers: dict[str, list[tuple[int, str]]] = {}
        for name, node in section.items():
            for target in texts(despite) if (despite := get(node, "despite")) is not None else ():
                if target.value not in section:
                    self.d.bad(
                        "unknown-name", target.place, f"There is no rule `{target.value}`.", did_you_mean(str(target.value), section)
                    )
                exceptions.setdefault(str(target.value), []).append(node)
            self.rule_fields(name, node)
            if all(get(node, key) is None for key in ("forbid", "allow", *EFFECTIVE)):
                self.d.bad(
                    "no-definition",
                    node.place,
                    f"Rule `{name}` neither forbids, allows, follows an event, nor stands in for a procedure.",
                    "It needs `forbid`, `allow`, `on` or `instead_of`.",
                )
        for event, look in memories(self.d, self.texts):
            self.out.procedures[look.name] = look
            handlers.setdefault(event, []).append((FIRST, look.name))
        for event, end in endings(self.d):
            self.out.procedures[end.name] = end
            handlers.setdefault(event, []).append((LAST, end.name))
        for name, node in section.items():
            if get(node, "allow") is not None and get(node, "despite") is None:
                self.permit(name, node)
            if get(node, "forbid") is not None:
                self.forbid(name, node, exceptions.get(name, []))
            if get(node, "on") is not None:
                events = self.names("events", get(node, "on"), self.v.events, "event")
                if not events:
                    self.only_syntax(node)
                for event in events:
                    handlers.setdefault(event, []).append((rank_of(node), self.follow(name, node, event)))
        self.out.handlers = {event: tuple(n for _, n in sorted(found, key=lambda f: f[0])) for event, found in handlers.items()}

    def stand_ins(self) -> None:
        """Rules that are done instead of what is run by a name, or of what an action does."""
        found: dict[str, list[tuple[int, Instead]]] = {}
        for name, node in self.d.section("rules").items():
            known = {**self.v.procedures, **self.out.actions}
            for word in self.names("rules", get(node, "instead_of"), known, "procedure, phase, window, engagement or action"):
                target = word if word in self.v.procedures else f"do_{word}"
                if target in self.out.procedures:
                    found.setdefault(target, []).append((rank_of(node), self.instead(name, node, self.out.procedures[target])))
        for target, rules in found.items():
            made = stand_in(self.out.procedures[target], [r for _, r in sorted(rules, key=lambda r: r[0])])
            self.out.procedures.update((p.name, p) for p in made)

    def instead(self, name: str, node: Node, target: Procedure) -> Instead:
        scope = dict(target.parameters)
        when = self.texts.expression(get(node, "when"), scope, TRUTH)
        body = self.texts.effects(get(node, "do"), scope, target.returns)
        procedure = f"instead_of_{target.name}_{name}"
        self.claim(procedure, node, self.v.procedures, self.out.procedures)
        return Instead(when, Procedure(procedure, target.parameters, target.returns, body, f"rules.{name}"))

    def audiences(self) -> None:
        """The powers that events are told to, where not all are."""
        for name, node in self.d.section("events").items():
            given = self.v.events[name].parameters
            powers = self.texts.expression(get(node, "told_to"), dict(given), set_of(POWER))
            if powers is not None:
                self.out.audiences[name] = (given, powers)

    def only_syntax(self, node: Node) -> None:
        """Reads the texts of a rule whose names cannot be known, so that their form at least is checked."""
        for kind, key in (("expression", "when"), ("effects", "do")):
            text = get(node, key)
            if text is not None:
                self.texts.tree(kind, text)

    def follow(self, name: str, node: Node, event: str) -> str:
        scope = self.v.events[event].parameters
        self.v.used.add(("on", event))
        body = self.guarded(node, dict(scope), self.texts.effects(get(node, "do"), dict(scope)))
        procedure = f"on_{event}_{name}"
        self.claim(procedure, node, self.v.procedures, self.out.procedures)
        self.procedure(procedure, scope, body, f"rules.{name}")
        return procedure

    def rule_fields(self, name: str, node: Node) -> None:
        """What an `allow` names, and fields that have no effect in this rule."""
        for key, needs in RULE_FIELDS.items():
            if get(node, key) is not None and all(get(node, need) is None for need in needs):
                wanted = " or ".join(f"`{need}`" for need in needs)
                self.d.bad("idle-field", node.key_place(key), f"`{key}` does nothing in a rule without {wanted}.")
        allowed = set(self.names("rules", get(node, "allow"), self.forbidden(), "action, step of movement or condition"))
        section = self.d.section("rules")
        for target in texts(despite) if (despite := get(node, "despite")) is not None and allowed else ():
            other = section.get(str(target.value))
            forbids = {str(t.value) for t in texts(f)} if other is not None and (f := get(other, "forbid")) is not None else set()
            if other is not None and not forbids & allowed:
                self.d.bad("lost-exception", target.place, f"`{target.value}` forbids nothing that `{name}` allows.")

    def permit(self, name: str, node: Node) -> None:
        """Makes named conditions hold besides while a rule holds that is an exception of none."""
        for hook in self.names("rules", get(node, "allow"), self.forbidden(), "action, step of movement or condition"):
            if hook in HOOKS or hook in self.out.actions:
                what = "An `allow` rule on an action or a step of movement is an exception of other rules."
                self.d.bad("lost-exception", node.place, what, "Name them in `despite`.")
                continue
            when = get(node, "when")
            expr = self.texts.expression(when, self.hook_scope(hook), TRUTH) if when is not None else Const(TRUTH, HERE, True)
            if expr is not None:
                permit(self.out, name, hook, expr)

    def forbidden(self) -> dict[str, object]:
        """What rules may forbid: actions, hooks of the machine, and named conditions."""
        conditions = [name for name in self.v.defines if self.texts.result_of(name) == TRUTH]
        return {**dict.fromkeys(conditions), **HOOKS, **self.out.actions}

    def hook_scope(self, hook: str) -> dict[str, Type]:
        """The names in sight of a rule that forbids this."""
        if hook in HOOKS:
            return dict(HOOKS[hook].provides)
        action = self.out.actions.get(hook)
        return dict(action.parameters() if action is not None else self.v.defines[hook].parameters)

    def forbid(self, name: str, node: Node, exceptions: list[Node]) -> None:
        because = get(node, "because")
        for hook in self.names("rules", get(node, "forbid"), self.forbidden(), "action, step of movement or condition"):
            scope = self.hook_scope(hook)
            expr: Expr = self.texts.expression(get(node, "when"), scope, TRUTH) or Const(TRUTH, HERE, get(node, "when") is None)
            for other in exceptions:
                allowed = {str(t.value) for t in texts(a)} if (a := get(other, "allow")) is not None else set()
                if hook not in allowed:
                    continue
                excused = self.texts.expression(get(other, "when"), scope, TRUTH) or Const(TRUTH, HERE, True)
                expr = Op(TRUTH, HERE, "and", (expr, Op(TRUTH, HERE, "not", (excused,))))
            action = self.out.actions.get(hook)
            reason, tells = self.reason(because, scope)
            if tells and action is None and because is not None:
                self.d.bad("unknown-name", because.place, "Only the reason of a rule on an action tells values in braces.")
                tells = ()
            level = max(self.level(action, e) for e in (expr, *tells)) if action is not None else 0
            self.out.bans.setdefault(hook, []).append(Ban(name, hook, expr, reason, level, tells))

    def reason(self, because: Node | None, scope: Mapping[str, Type]) -> tuple[str, tuple[Expr, ...]]:
        """A reason with its values in braces numbered, and those values."""
        reason = " ".join(str(because.value).split()) if because is not None else ""
        tells: list[Expr] = []
        for piece in TOLD.findall(reason):
            assert because is not None
            value = self.texts.expression(Node(piece, because.place, raw=piece), scope, ANY)
            if value is not None:
                of = value.type.of if value.type.of is not None else value.type
                reason = reason.replace("{" + piece + "}", f"{{{len(tells)}:{of}}}", 1)
                tells.append(value)
        return reason, tuple(tells)

    def checks(self) -> None:
        for name, node in self.d.section("checks").items():
            each = self.set_field(node, "each")
            if each is None and get(node, "each") is not None:
                continue
            given: Parameters = (("it", each.type.of or ANY),) if each is not None else ()
            when = self.texts.expression(get(node, "when"), dict(given), TRUTH)
            demand = self.texts.expression(get(node, "demand"), dict(given), TRUTH)
            reason, tells = self.reason(get(node, "because"), dict(given))
            warns = get(node, "warning")
            if demand is not None:
                self.out.checks[name] = Check(name, each, given, when, demand, reason, tells, warns is not None and warns.value is True)

    def comparisons(self) -> None:
        for name, node in self.d.section("comparisons").items():
            found = read_contrast(self.d, self.texts, name, node)
            if found is not None:
                self.out.comparisons[name] = found

    def measures(self) -> None:
        given: Parameters = (("power", POWER),)
        for name, node in self.d.section("measures").items():
            amount = self.texts.expression(get(node, "amount"), dict(given), NUMBER)
            if amount is not None:
                self.out.measures[name] = Measure(name, given, amount)

    # --- movement, evaluation ----------------------------------------------------------------------------------

    def movements(self) -> None:
        step = dict(STEP)
        for name, node in self.d.section("movements").items():
            of = self.texts.expression(get(node, "of"), {"unit": UNIT}, TRUTH)
            allowance = self.texts.expression(get(node, "allowance"), {"unit": UNIT}, NUMBER)
            cost = self.texts.expression(get(node, "cost"), step, NUMBER)
            mark = self.texts.expression(get(node, "mark"), {"unit": UNIT, "through": SPACE}, TRUTH)
            if of is not None and allowance is not None:
                self.out.movements[name] = Movement(name, of, allowance, cost, mark, tuple(self.limits(node, step)))

    def limits(self, node: Node, step: Mapping[str, Type]) -> Iterator[tuple[Expr, Expr]]:
        """Which steps of a movement count, and how many of them a path takes at most."""
        records = get(node, "limits")
        for record in records.value.values() if records is not None and isinstance(records.value, dict) else ():
            counts = self.texts.expression(get(record, "counts"), step, TRUTH)
            most = self.texts.expression(get(record, "most"), {"unit": UNIT, "start": SPACE}, NUMBER)
            if counts is not None and most is not None:
                yield counts, most

    def evaluation(self) -> None:
        for name, node in self.d.section("evaluation").items():
            scope: dict[str, Type] = {}
            if name in self.out.actions:
                scope = dict(self.out.actions[name].parameters())
            elif name == "position":
                scope = {"power": POWER}
            elif name == "loss":
                scope = {"unit": UNIT}
            else:
                self.d.bad(
                    "unknown-name",
                    node.place,
                    f"There is no action `{name}` to evaluate.",
                    did_you_mean(name, [*self.out.actions, "position", "loss"]),
                )
                continue
            expr = self.texts.expression(get(node, "worth"), scope, NUMBER)
            if expr is not None:
                self.out.evaluation[name] = (tuple(scope.items()), expr)

    def odds(self) -> None:
        from interpreter.rules.asked import read_odds, short_forms

        self.out.shorts = short_forms(self.d)
        for name, node in self.d.section("odds").items():
            found = read_odds(self.d, self.texts, self.out, name, node)
            if found is not None:
                self.out.odds[name], prepare = found
                self.procedure(prepare.name, prepare.parameters, prepare.body, prepare.cause)

    def trials(self) -> None:
        for name, node in self.d.section("trials").items():
            given = self.d.parameters(get(node, "of"))
            scope = dict(given)
            body = self.texts.effects(get(node, "do"), scope, NUMBER)
            self.claim(f"trial_{name}", node, self.v.procedures)
            self.procedure(f"trial_{name}", given, body, f"trials.{name}", NUMBER)
            outcomes: dict[str, Expr] = {}
            listed, defaults, gives = (get(node, key) for key in ("outcomes", "defaults", "gives"))
            for word, record in listed.value.items() if listed is not None and isinstance(listed.value, dict) else ():
                when = self.texts.expression(get(record, "when"), scope, TRUTH)
                if when is not None:
                    outcomes[word] = when
            usual: dict[str, str] = {}
            for word, value in defaults.value.items() if defaults is not None and isinstance(defaults.value, dict) else ():
                if word not in scope:
                    self.d.bad("unknown-name", value.place, f"`{word}` is no parameter of this trial.", did_you_mean(word, scope))
                else:
                    usual[word] = self.d.value(value, scope[word], f"`{word}`")
            self.out.trials[name] = Trial(name, given, usual, str(gives.value) if gives is not None else "result", outcomes)

    def pictures(self) -> None:
        from interpreter.rules.pictured import read_pictures

        read_pictures(self.d, self.texts, self.out)

    # --- engagements -------------------------------------------------------------------------------------------

    def engagements(self) -> None:
        for name, node in self.d.section("engagements").items():
            self.engagement(name, node, self.v.procedures[name].parameters)

    def engagement(self, name: str, node: Node, given: Parameters) -> None:
        scope = dict(given)
        here = tuple(Local(t, HERE, n) for n, t in given)
        sides: list[Side] = []
        inline: dict[str, Expr] = {}
        side_nodes = get(node, "sides")
        for side, record in side_nodes.value.items() if side_nodes is not None and isinstance(side_nodes.value, dict) else ():
            power = self.texts.expression(get(record, "power"), scope, POWER) or Const(POWER, HERE, None)
            units = self.texts.expression(get(record, "units"), scope, set_of(UNIT)) or Op(set_of(UNIT), HERE, "set", ())
            sides.append(Side(side, power, units))
            from interpreter.language.ir import Call

            self.claim(f"{name}_{side}", record, self.v.defines, self.out.defines)
            inline[side] = Call(set_of(UNIT), HERE, f"{name}_{side}", here)
            self.out.defines[f"{name}_{side}"] = (given, units)
        losses = get(node, "losses")
        counter, doomed = (
            str(n.value) if losses is not None and (n := get(losses, key)) is not None else "" for key in ("counter", "doomed")
        )
        for key, word, type_ in (("counter", counter, NUMBER), ("doomed", doomed, TRUTH)):
            attribute = self.v.attribute("unit", word)
            if attribute is None or attribute.type != type_:
                place = get(losses, key).place if losses is not None and get(losses, key) is not None else node.place  # type: ignore[union-attr]
                self.d.bad("unknown-name", place, f"`{word}` is no {type_} of a unit.", did_you_mean(word, self.v.attributes["unit"]))
                return
        limit = self.texts.expression(get(losses, "limit") if losses else None, {"it": UNIT}, NUMBER) or Const(NUMBER, HERE, 1)
        then = self.texts.effects(get(losses, "then") if losses else None, {**scope, "it": UNIT}, None, inline)
        lost = f"{name}_lost"
        self.claim(lost, node, self.v.procedures, self.out.procedures)
        body = then or (Remove(HERE, Local(UNIT, HERE, "it")),)
        self.procedure(lost, (*given, ("it", UNIT)), body, f"engagements.{name}")
        volleys: list[str] = []
        frame = _Frame(name, given, here, tuple(sides), inline, lost, volleys, doomed)
        before, rounds = self.steps(frame, node, "before"), self.steps(frame, node, "round")
        until = self.texts.expression(get(node, "until"), scope, TRUTH, inline) or Const(TRUTH, HERE, True)
        after = self.texts.effects(get(node, "after"), scope, None, inline)
        clear = self.clear(frame)
        loop = While(HERE, Op(TRUTH, HERE, "not", (until,)), (*rounds, *clear))
        self.procedure(name, given, (*before, loop, *clear, *after), f"engagements.{name}")
        self.out.engagements[name] = Engagement(
            name, given, tuple(sides), counter, limit, doomed, lost, tuple(volleys), tuple(frame.recorded), until
        )

    def clear(self, f: _Frame) -> tuple[Statement, ...]:
        """Losses that still returned fire leave now."""
        everyone = Op(set_of(UNIT), HERE, "set", tuple(f.inline.values()))
        attribute = self.v.attributes["unit"][f.doomed]
        marked = Each(set_of(UNIT), HERE, "filter", "it", everyone, Read(TRUTH, HERE, attribute, Local(UNIT, HERE, "it")))
        run = Run(HERE, f.lost, (*f.here, Local(UNIT, HERE, "Casualty")), None)
        return (ForEach(HERE, "Casualty", marked, (run,)),)

    def steps(self, f: _Frame, node: Node, key: str) -> tuple[Statement, ...]:
        records = get(node, key)
        result: list[Statement] = []
        for name, record in records.value.items() if records is not None and isinstance(records.value, dict) else ():
            self.step_fields(name, record)
            if get(record, "volley") is not None:
                body = self.volley(f, name, record)
            elif get(record, "offer") is not None:
                actor = self.texts.expression(get(record, "to"), dict(f.given), POWER, f.inline) or Const(POWER, HERE, None)
                body = self.offer(record, f.given, actor, "loop")
            else:
                body = self.texts.effects(get(record, "do"), dict(f.given), None, f.inline)
                if get(record, "do") is None:
                    self.d.bad("no-definition", record.place, f"Step `{name}` fires no volley, offers nothing and does nothing.")
            f.record(name, key, record, body, self.texts.expression(get(record, "when"), dict(f.given), TRUTH, f.inline))
            result += self.guarded(record, dict(f.given), body, f.inline)
        return tuple(result)

    def step_fields(self, name: str, record: Node) -> None:
        """A step does one thing, and has no field of another."""
        kind = next((k for k in STEP_FIELDS if get(record, k) is not None), None)
        if kind is None:
            return
        if kind == "offer" and get(record, "to") is None:
            self.d.bad(
                "missing-field", record.place, f"Step `{name}` offers to nobody.", "`to`: the power that the actions are offered to."
            )
        for key in record.value if isinstance(record.value, dict) else ():
            if key in STEP_OWN and key not in STEP_FIELDS[kind]:
                self.d.bad("idle-field", record.key_place(key), f"`{key}` does nothing beside `{kind}`.")

    def volley(self, f: _Frame, step: str, record: Node) -> tuple[Statement, ...]:
        by_node, at_node = get(record, "volley"), get(record, "at")
        names = [s.name for s in f.sides]
        by = str(by_node.value) if by_node is not None else ""
        others = [n for n in names if n != by]
        at = str(at_node.value) if at_node is not None else (others[0] if others else "")
        for word, where in ((by, by_node), (at, at_node or by_node)):
            if word not in names:
                self.d.bad("unknown-name", where.place if where else record.place, f"There is no side `{word}`.", did_you_mean(word, names))
                return ()
        scope, it, hit = dict(f.given), {**dict(f.given), "it": UNIT}, {**dict(f.given), "it": UNIT, "firer": UNIT}
        e = self.texts.expression
        value = e(get(record, "value"), it, NUMBER, f.inline) or Const(NUMBER, HERE, 0)
        sides, losses, title = get(record, "sides"), get(record, "losses"), get(record, "title")
        name = f"{f.name}_{step}"
        self.claim(name, record, self.out.volleys)
        self.out.volleys[name] = Volley(
            name, f.name, f.given, by, at,
            e(get(record, "of"), it, TRUTH, f.inline), e(get(record, "dice"), it, NUMBER, f.inline), e(get(record, "pool"), scope, NUMBER, f.inline),
            sides.value if sides is not None and isinstance(sides.value, int) else 6, value, _stat(value),
            e(get(record, "may_hit"), hit, TRUTH, f.inline), losses is not None and str(losses.value) == "later",
            e(get(record, "tier"), it, NUMBER, f.inline), e(get(record, "picks"), scope, POWER, f.inline),
            str(title.value) if title is not None else step.replace("_", " "), e(get(record, "best"), it, TRUTH, f.inline),
            get(record, "rolled") is not None, get(record, "reroll") is not None,
        )  # fmt: skip
        f.volleys.append(name)
        hits, lost = f"Hits_{step}", f"Lost_{step}"
        unit = Local(UNIT, HERE, lost)
        run = If(HERE, Op(TRUTH, HERE, "!=", (unit, Const(NONE, HERE, None))), (Run(HERE, f.lost, (*f.here, unit), None),), ())
        left = Op(TRUTH, HERE, "some", (Local(ANY_HITS, HERE, hits),))
        losses_fall = While(HERE, left, (Assignment(HERE, name, f.here, hits, lost), run))
        return (*self.fire(f, step, record, hits), losses_fall)

    def fire(self, f: _Frame, step: str, record: Node, hits: str) -> tuple[Statement, ...]:
        """The dice of a volley, what follows from those of each unit, and which are rolled again."""
        name, shares, lie = f"{f.name}_{step}", f"Shares_{step}", f"Lying_{step}"
        rolled, reroll = get(record, "rolled"), get(record, "reroll")
        counts = COUNTS if reroll is not None else ("", "")
        first = Fire(HERE, name, f.here, hits, shares if rolled is not None else "", lie if reroll is not None else "", counts)
        follows = self.rolled(f, rolled, hits, shares) if rolled is not None else ()
        if reroll is not None and any(uses_hits(s) for s in follows):
            self.d.bad(
                "idle-field", record.key_place("reroll"), "Hits that `rolled` uses up would be there again when dice are rolled again."
            )
        if self.d.reads_volleys("chosen dice"):  # dice that are given out one by one stay as they are
            return (*self.cast(f, step, hits, Local(ANY_HITS, HERE, shares)), *follows)
        return (first, *follows, *(self.rerolls(f, first, reroll) if reroll is not None else ()))

    def rolled(self, f: _Frame, node: Node, hits: str, shares: str) -> tuple[Statement, ...]:
        """Runs effects for each unit that has rolled; hits that they use up are not assigned."""
        effects = self.texts.effects(node, {**dict(f.given), "it": UNIT, "faces": set_of(NUMBER), USED: NUMBER}, None, f.inline)
        those, unit = Local(ANY_HITS, HERE, shares), Local(UNIT, HERE, "it")
        faces = Let(HERE, "faces", Op(set_of(NUMBER), HERE, "faces_of", (those, unit)))
        before: tuple[Statement, ...] = ()
        after: tuple[Statement, ...] = ()
        if any(uses_hits(s) for s in effects):
            before = (Let(HERE, USED, Const(NUMBER, HERE, 0)),)
            left = (Local(ANY_HITS, HERE, hits), those, unit, Local(NUMBER, HERE, USED))
            after = (Let(HERE, hits, Op(ANY_HITS, HERE, "hits_left", left)),)
        return (ForEach(HERE, "it", Op(set_of(UNIT), HERE, "rollers", (those,)), (faces, *before, *effects, *after)),)

    def rerolls(self, f: _Frame, fire: Fire, node: Node) -> tuple[Statement, ...]:
        """Rolls some dice again as long as the effects say so."""
        scope = {**dict(f.given), **dict.fromkeys((*COUNTS, *AGAIN), NUMBER)}
        body = self.texts.effects(node, scope, None, f.inline)
        zero = Const(NUMBER, HERE, 0)
        misses, scored = (Local(NUMBER, HERE, word) for word in AGAIN)
        more = Op(TRUTH, HERE, "<", (zero, Op(NUMBER, HERE, "+", (misses, scored))))
        none = tuple(Let(HERE, word, zero) for word in AGAIN)
        once = (*none, *body, Again(HERE, fire.volley, f.here, fire.hits, fire.lying, COUNTS, misses, scored))
        return (*none, Let(HERE, AGAIN[0], Const(NUMBER, HERE, 1)), While(HERE, more, once))

    def cast(self, f: _Frame, step: str, hits: str, shares: Local) -> tuple[Statement, ...]:
        """The dice of a volley, given out one by one by whoever rolls."""
        name, slots, rest = f"{f.name}_{step}", f"Slots_{step}", Local(ANY_HITS, HERE, f"Dice_{step}")
        placed = Local(ANY_HITS, HERE, f"Placed_{step}")
        return (
            Cast(HERE, name, f.here, slots, rest.name),
            Let(HERE, placed.name, Const(ANY_HITS, HERE, ())),
            While(HERE, Op(TRUTH, HERE, "some", (rest,)), (Allot(HERE, name, f.here, slots, rest.name, placed.name),)),
            Let(HERE, hits, Op(ANY_HITS, HERE, "scored", (placed,))),
            Let(HERE, shares.name, Op(ANY_HITS, HERE, "shared", (placed,))),
        )


class _Frame:
    """What the steps of one engagement share."""

    def __init__(
        self,
        name: str,
        given: Parameters,
        here: tuple[Expr, ...],
        sides: tuple[Side, ...],
        inline: dict[str, Expr],
        lost: str,
        volleys: list[str],
        doomed: str,
    ) -> None:
        self.name, self.given, self.here, self.sides = name, given, here, sides
        self.inline, self.lost, self.volleys, self.doomed = inline, lost, volleys, doomed
        self.recorded: list[Step] = []

    def record(self, name: str, phase: str, node: Node, body: tuple[Statement, ...], when: Expr | None) -> None:
        """Keeps a step as written, beside the procedure that it becomes a part of."""
        kind = next((k for k in ("volley", "offer") if get(node, k) is not None), "do")
        actions = tuple(str(n.value) for n in texts(offered)) if (offered := get(node, "offer")) is not None else ()
        self.recorded.append(Step(name, phase, kind, when, body, f"{self.name}_{name}" if kind == "volley" else "", actions))


def uses_hits(node: object) -> bool:
    """Whether effects of `rolled` use hits up."""
    return (isinstance(node, Let) and node.name == USED) or any(uses_hits(part) for part in parts(node))


def _stat(value: Expr) -> str:
    """The stat that a volley's value reads of its firing unit, so that allocations of it count."""
    if isinstance(value, Stat):
        return f"unit_type.{value.attribute.name}"
    from interpreter.language.ir import Call

    return f"define.{value.name}" if isinstance(value, Call) else ""
