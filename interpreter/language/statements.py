"""Effects checked: statements to typed IR."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.language.check import Checker
from interpreter.language.ir import (
    Announce,
    Assign,
    Attribute,
    Choose,
    Const,
    Create,
    Draw,
    Each,
    Expr,
    Finish,
    ForEach,
    If,
    Let,
    Local,
    Move,
    Offer,
    Op,
    Read,
    Remove,
    Repeat,
    Return,
    Roll,
    Run,
    Statement,
    While,
)
from interpreter.language.registry import LEAST_SIDES, MOST_SIDES
from interpreter.language.syntax import span_of
from interpreter.language.types import ANY, NUMBER, POWER, SPACE, TRUTH, UNIT, UNIT_TYPE, Type, fits, set_of

if TYPE_CHECKING:
    from lark import Tree

GROUPS = frozenset(("where", "where_by", "where_by_descending", "ordered", "ordered_descending"))


class EffectChecker(Checker):
    """Checks the statements of one procedure; `returns` is the type that it has to return, None where it returns nothing."""

    returns: Type | None = None
    outermost: Any = None
    everyone: tuple[str, Expr] | None = None

    def effects(self, tree: Tree[Any]) -> tuple[Statement, ...]:
        return self.block(tree.children)

    def block(self, trees: list[Any]) -> tuple[Statement, ...]:
        restore = self.scoped()
        result: list[Statement] = []
        for tree in trees:
            made = getattr(self, f"_do_{tree.data}")(tree)
            result += made if isinstance(made, tuple) else (made,)
        restore()
        return tuple(result)

    def named(self, token: Any, type_: Type) -> str:
        """The local name that a word of the text binds."""
        self.check_word(token, str(token))
        return self.declare(str(token), type_)

    def declare(self, word: str, type_: Type) -> str:
        """A local name; each binding gets a name of its own unless the same word with the same type is bound again."""
        known = self.scope.get(word)
        if known is not None and known[1] == type_ and known[0] in self.bound:
            return known[0]
        return self.declare_new(word, type_)

    def declare_new(self, word: str, type_: Type) -> str:
        """A local name that leaves any of the same word in sight as it is; one that is out of sight is taken again."""
        free = word not in self.scope and self.bound.get(word, type_) == type_
        name = word if free else self.new_name(word)
        self.bound[name] = type_
        self.scope[word] = (name, type_)
        return name

    @property
    def bound(self) -> dict[str, Type]:
        if not hasattr(self, "_bound"):
            self._bound: dict[str, Type] = dict(self.scope.values())
        return self._bound

    def nothing(self, tree: Any) -> Statement:
        return Return(span_of(tree), None)

    # --- values ------------------------------------------------------------------------------------------------

    def _do_let(self, tree: Any) -> Statement:
        word, value = str(tree.children[0]), tree.children[1]
        if value.data == "call" and str(value.children[0]) in self.vocabulary.procedures:
            return self._run(value, word)
        expr = self.expr(value)
        return Let(span_of(tree), self.named(tree.children[0], expr.type), expr)

    def _target(self, tree: Any) -> tuple[Attribute, Expr | None] | str | None:
        """What is set: an attribute and its bearer, or a local name."""
        word = self.word(tree)
        if word is not None and word in self.scope:
            return word
        expr = self.expr(tree)
        if isinstance(expr, Read):
            if expr.attribute.fixed or expr.attribute.formula:
                self.bad(
                    "fixed-attribute",
                    tree,
                    f"`{expr.attribute.name}` is fixed; effects cannot set it.",
                    "Declare it without `fixed: true`.",
                )
                return None
            return expr.attribute, expr.of
        if expr.type != ANY or not self.problems:
            self.bad("not-settable", tree, "Only an attribute or a name bound by `let` can be set.")
        return None

    def attribute(self, where: Any, name: str, subject: Expr) -> Expr:
        """The attribute that is set may be that of a set: it is set for each of its elements."""
        of = subject.type.of
        if where is self.outermost and of is not None and of.kind == "entity" and self.find_attribute(of.name, name) is not None:
            var = self.new_name("each")
            self.bound[var] = of
            self.everyone = var, subject
            subject = Local(of, subject.span, var)
        return super().attribute(where, name, subject)

    def for_each(self, tree: Any, target: Any, make: Callable[[], Statement]) -> Statement:
        """A statement that sets an attribute, once for each where `target` is the attribute of a set."""
        before = self.outermost, self.everyone
        self.outermost, self.everyone = _attribute_name(target), None
        made = make()
        everyone = self.everyone
        self.outermost, self.everyone = before
        return made if everyone is None else ForEach(span_of(tree), *everyone, (made,))

    def _assign(self, tree: Any, target: Any, value: Any, add: int = 0) -> Statement:
        return self.for_each(tree, target, lambda: self._assign_one(tree, target, value, add))

    def _assign_one(self, tree: Any, target: Any, value: Any, add: int) -> Statement:
        found = self._target(target)
        if found is None:
            self.expr(value)
            return self.nothing(tree)
        if isinstance(found, str):
            name, type_ = self.scope[found]
            expr = self.added(value, type_, add)
            if add and not (type_ == NUMBER or type_.is_set):
                self.bad("wrong-type", target, f"Only numbers and sets can be added to; `{found}` is a {type_}.")
            elif add:
                old = Local(type_, span_of(target), name)
                op = ("union" if add > 0 else "without") if type_.is_set else ("+" if add > 0 else "-")
                expr = Op(type_, span_of(tree), op, (old, expr))
            return Let(span_of(tree), name, expr)
        attribute, of = found
        wanted = attribute.type
        if add and not (wanted == NUMBER or wanted.is_set):
            self.bad("wrong-type", target, f"Only numbers and sets can be added to; `{attribute.name}` is a {wanted}.")
        self.check_place(target, attribute)
        self.vocabulary.used.add(("written", f"{attribute.sort}.{attribute.name}"))
        return Assign(span_of(tree), attribute, of, self.added(value, wanted, add), add)

    def check_place(self, where: Any, attribute: Attribute) -> None:
        if attribute.sort == "unit" and attribute.name in ("place", "carrier"):
            self.bad("not-settable", where, f"`{attribute.name}` changes by `move`.")

    def added(self, value: Any, wanted: Type, add: int) -> Expr:
        """What is set, added or taken away; a single element may be added to a set."""
        if not add or not wanted.is_set:
            return self.expect(value, wanted)
        expr = self.expr(value, wanted)
        if wanted.of is not None and fits(expr.type, wanted.of):
            return Op(wanted, expr.span, "set", (expr,))
        return expr if fits(expr.type, wanted) else self.wrong_type(expr, wanted)

    def _do_set_to(self, tree: Any) -> Statement:
        return self._assign(tree, *tree.children)

    def _do_add(self, tree: Any) -> Statement:
        return self._assign(tree, tree.children[1], tree.children[0], 1)

    def _do_subtract(self, tree: Any) -> Statement:
        return self._assign(tree, tree.children[1], tree.children[0], -1)

    def _flag(self, tree: Any, value: bool) -> Statement:
        return self.for_each(tree, tree.children[-1], lambda: self._flag_one(tree, value))

    def _flag_one(self, tree: Any, value: bool) -> Statement:
        truth = Const(TRUTH, span_of(tree), value)
        if len(tree.children) == 2:
            subject, name = tree.children
            word = self.word(subject)
            item = self.pick(subject, word, None, self.has_attribute(str(name))) if word else self.expr(subject)
            expr = self.attribute(name, str(name), item)
        else:
            expr = self.expr(tree.children[0])
            if isinstance(expr, Local) and expr.type == TRUTH:
                return Let(span_of(tree), expr.name, truth)
        if not isinstance(expr, Read) or expr.attribute.fixed:
            if expr.type != ANY:
                self.bad("not-settable", tree, "Only an attribute that is not fixed can be set or cleared.")
            return self.nothing(tree)
        self.check_place(tree, expr.attribute)
        empty: object = True if value else expr.attribute.default
        if expr.type != TRUTH:
            if value:
                self.wrong_type(expr, TRUTH)
            return Assign(span_of(tree), expr.attribute, expr.of, Const(expr.type, span_of(tree), empty))  # type: ignore[arg-type]
        self.vocabulary.used.add(("written", f"{expr.attribute.sort}.{expr.attribute.name}"))
        return Assign(span_of(tree), expr.attribute, expr.of, truth)

    def _do_set_flag(self, tree: Any) -> Statement:
        return self._flag(tree, True)

    def _do_clear_flag(self, tree: Any) -> Statement:
        return self._flag(tree, False)

    # --- units -------------------------------------------------------------------------------------------------

    def _do_create(self, tree: Any) -> Statement:
        unit_type, place, owner, name = tree.children
        return self._created(tree, Const(NUMBER, span_of(tree), 1), unit_type, place, owner, name)

    def _do_create_many(self, tree: Any) -> Statement:
        number, unit_type, place, owner, name = tree.children
        return self._created(tree, self.expect(number, NUMBER), unit_type, place, owner, name)

    def _created(self, tree: Any, number: Expr, unit_type: Any, place: Any, owner: Any, name: Any) -> Statement:
        parts = (self.expect(unit_type, UNIT_TYPE), self.expect(place, SPACE), self.expect(owner, POWER))
        bound = self.named(name, set_of(UNIT)) if name is not None else None
        return Create(span_of(tree), number, *parts, bound)

    def _units(self, tree: Any, expected: Type | None = None) -> Expr:
        if tree.data == "units":
            return super()._units(tree, expected)
        expr = self.expr(tree)
        if not fits(expr.type, UNIT) and not fits(expr.type, set_of(UNIT)):
            return self.wrong_type(expr, set_of(UNIT))
        return expr

    def _do_remove(self, tree: Any) -> Statement:
        return Remove(span_of(tree), self._units(tree.children[0]))

    def _do_move(self, tree: Any) -> Statement:
        return Move(span_of(tree), self._units(tree.children[0]), self.expect(tree.children[1], SPACE))

    def _do_board(self, tree: Any) -> Statement:
        return Move(span_of(tree), self._units(tree.children[0]), self.expect(tree.children[1], UNIT), True)

    # --- questions ---------------------------------------------------------------------------------------------

    def _do_roll(self, tree: Any) -> Statement:
        number, *die, name = tree.children
        expr, sides = self.expect(number, NUMBER), self._sides(*die)
        return Roll(span_of(tree), expr, sides, self.named(name, set_of(NUMBER)))

    def _do_roll_one(self, tree: Any) -> tuple[Statement, ...]:
        """One die, and its face as a number."""
        *die, name = tree.children
        span, word = span_of(tree), f"{name}_NUMBERS"
        roll = Roll(span, Const(NUMBER, span, 1), self._sides(*die), word)
        face = Local(NUMBER, span, self.new_name("face"))
        shown = Each(NUMBER, span, "total", face.name, Local(set_of(NUMBER), span, word), face)
        return roll, Let(span, self.named(name, NUMBER), shown)

    def _sides(self, die: Any, sides: Any = None) -> Expr:
        """The sides of a die as written, or as an expression gives them."""
        if sides is not None:
            return self.expect(sides, NUMBER)
        number = int(str(die)[1:])
        if not LEAST_SIDES <= number <= MOST_SIDES:
            self.bad("die", die, f"A die has between {LEAST_SIDES} and {MOST_SIDES} sides.")
        return Const(NUMBER, span_of(die), number)

    def _candidates(self, source: Any) -> tuple[Expr, Type]:
        """A set of which one element is taken, and the type of that."""
        expr = self.expr(source)
        if not expr.type.is_set and expr.type != ANY:
            self.wrong_type(expr, set_of(expr.type))
        return expr, expr.type.of if expr.type.is_set and expr.type.of else ANY

    def _do_draw(self, tree: Any) -> Statement:
        name, source = tree.children
        expr, element = self._candidates(self.naming(name, source))
        return Draw(span_of(tree), self.named(name, element), expr)

    def _chosen(self, tree: Any, optional: bool) -> Statement:
        name, source, actor = tree.children
        expr, element = self._candidates(self.naming(name, source))
        power = self.expect(actor, POWER)
        return Choose(span_of(tree), self.named(name, element), expr, power, optional)

    def _do_choose(self, tree: Any) -> Statement:
        return self._chosen(tree, False)

    def _do_choose_or_none(self, tree: Any) -> Statement:
        return self._chosen(tree, True)

    def _offered(self, tree: Any, mode: str) -> Statement:
        *offered, actor = tree.children
        actions: list[tuple[str, tuple[Expr, ...]]] = []
        for item in offered:
            word = str(item.children[0])
            trees = list(item.children[1].children) if len(item.children) > 1 else []
            signature = self.vocabulary.actions.get(word)
            if signature is None:
                self.unknown(item, word, "action", self.vocabulary.actions)
                continue
            self.vocabulary.used.add(("action", word))
            actions.append((word, self.arguments(item, trees, signature)))
        return Offer(span_of(tree), tuple(actions), self.expect(actor, POWER), mode)

    def _do_offer(self, tree: Any) -> Statement:
        return self._offered(tree, "loop")

    def _do_offer_once(self, tree: Any) -> Statement:
        return self._offered(tree, "once")

    def _do_demand(self, tree: Any) -> Statement:
        return self._offered(tree, "must")

    # --- calls -------------------------------------------------------------------------------------------------

    def _do_announce(self, tree: Any) -> Statement:
        name, arguments = tree.children
        trees = list(arguments.children) if arguments is not None else []
        signature = self.vocabulary.events.get(str(name))
        if signature is None:
            self.unknown(name, str(name), "event", self.vocabulary.events)
            return self.nothing(tree)
        self.vocabulary.used.add(("announced", str(name)))
        return Announce(span_of(tree), str(name), self.arguments(name, trees, signature))

    def _do_run(self, tree: Any) -> Statement:
        return self._run(tree, None)

    def _run(self, tree: Any, word: str | None) -> Statement:
        name, arguments = tree.children
        trees = list(arguments.children) if arguments is not None else []
        signature = self.vocabulary.procedures.get(str(name))
        if signature is None:
            hint_names = [*self.vocabulary.procedures]
            if str(name) in self.vocabulary.defines:
                self.bad("no-effect", name, f"`{name}` is a condition or value; as a statement it does nothing.")
            else:
                self.unknown(name, str(name), "procedure", hint_names)
            if word is not None:
                self.declare(word, ANY)
            return self.nothing(tree)
        self.vocabulary.used.add(("procedure", str(name)))
        args = self.arguments(name, trees, signature)
        bound = None
        if word is not None:
            if signature.result is None:
                self.bad("no-result", name, f"`{name}` returns nothing.", "Give it `returns:`.")
            bound = self.declare(word, signature.result or ANY)
        return Run(span_of(tree), str(name), args, bound)

    def _do_return_value(self, tree: Any) -> Statement:
        if self.returns is None:
            self.bad("no-result", tree, "This place returns nothing.", "Write `stop`, or give the procedure `returns:`.")
            return self.nothing(tree)
        return Return(span_of(tree), self.expect(tree.children[0], self.returns))

    def _do_stop(self, tree: Any) -> Statement:
        return Return(span_of(tree), None)

    def _do_finish(self, tree: Any) -> Statement:
        return Finish(span_of(tree), self.expr(tree.children[0]) if tree.children else None)

    # --- blocks ------------------------------------------------------------------------------------------------

    def _do_if(self, tree: Any) -> Statement:
        condition, then, *rest = tree.children
        test = self.expect(condition, TRUTH)
        return If(span_of(tree), test, self.block(then.children), self._otherwise(rest))

    def _otherwise(self, rest: list[Any]) -> tuple[Statement, ...]:
        if not rest or rest[0] is None:
            return ()
        if rest[0].data == "otherwise_if":
            return (self._do_if(rest[0]),)
        return self.block(rest[0].children[0].children)

    def _do_for_each(self, tree: Any) -> Statement:
        name, source, block = tree.children
        expr = self.expr(self.naming(name, source))
        if not expr.type.is_set and expr.type != ANY:
            self.wrong_type(expr, set_of(expr.type))
        restore = self.scoped()
        element = expr.type.of if expr.type.is_set and expr.type.of else ANY
        self.check_word(name, str(name))
        var = self.declare_new(str(name), element)
        self.scope["it"] = (var, element)
        body = self.block(block.children)
        restore()
        return ForEach(span_of(tree), var, expr, body)

    def naming(self, name: Any, source: Any) -> Any:
        """A group whose elements bear the name that a statement gives them, too, if nothing in sight has it."""
        if str(source.data) not in GROUPS or str(name) in self.scope:
            return source
        subject, *more = source.children
        if str(subject.data) in GROUPS:
            subject = self.naming(name, subject)
        elif subject.data != "member":
            self.looping = str(name)
            subject = type(subject)("member", [type(subject)("name", [name], subject.meta), subject], subject.meta)
        return type(source)(source.data, [subject, *more], source.meta)

    def _do_while(self, tree: Any) -> Statement:
        return While(span_of(tree), self.expect(tree.children[0], TRUTH), self.block(tree.children[1].children))

    def _do_repeat(self, tree: Any) -> Statement:
        return Repeat(span_of(tree), self.expect(tree.children[0], NUMBER), self.block(tree.children[1].children))


def _attribute_name(target: Any) -> Any:
    """The word of a target that names what is set."""
    data = getattr(target, "data", None)
    if data == "attribute_of":
        return target.children[0]
    return target.children[1] if data == "possessive" else target
