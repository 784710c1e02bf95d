"""Expressions checked: names resolved, types found, phrases turned into quantifiers; tree to typed IR."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from interpreter.language.ir import Attribute, Call, Const, Each, Expr, Local, Op, Read, Span, Stat
from interpreter.language.problems import Problem
from interpreter.language.registry import FUNCTIONS
from interpreter.language.syntax import WORDS, keywords_near, span_of
from interpreter.language.types import (
    ANY,
    DIRECTION,
    NONE,
    NUMBER,
    SPACE,
    TEXT,
    TRUTH,
    UNIT,
    UNIT_TYPE,
    Type,
    entity,
    enum,
    fits,
    set_of,
)
from interpreter.language.vocabulary import Signature, Vocabulary
from interpreter.source.nearest import nearest, slip

if TYPE_CHECKING:
    from lark import Tree

Infer = Callable[[str], Type]
QUANTIFIERS = frozenset(("any", "all", "no", "exactly", "at_least", "at_most"))
NAMES = {"name_unit": "unit", "name_space": "space"}


class Checker:
    """Checks the texts of one definition: `scope` maps the names in sight to their types."""

    def __init__(self, vocabulary: Vocabulary, scope: dict[str, Type], infer: Infer | None = None) -> None:
        self.vocabulary = vocabulary
        self.scope: dict[str, tuple[str, Type]] = {name: (name, type_) for name, type_ in scope.items()}
        self.problems: list[Problem] = []
        self.doubts: list[Problem] = []
        self.infer = infer or (lambda name: vocabulary.defines[name].result or ANY)
        self.fresh = 0
        self.inline: dict[str, Expr] = {}
        self.shadows: dict[str, str] = {}
        self.nameless: set[str] = set()
        self.looping = ""

    # --- reporting ---------------------------------------------------------------------------------------------

    def bad(self, code: str, where: object, message: str, hint: str = "") -> Expr:
        span = where if isinstance(where, Span) else span_of(where)
        self.problems.append(Problem(code, span, message, hint))
        return Const(ANY, span, None)

    def doubt(self, span: Span) -> None:
        """Warns once of an `it` that is a named element while one without a name is outside."""
        word = self.shadows.pop(self.scope["it"][0], None) if "it" in self.scope else None
        if word is not None:
            message = f"`it` is `{word}` here, not what `it` is outside of this condition."
            self.doubts.append(Problem("shadowed", span, message, f"Write `{word}`, and give the one outside a name, too.", "warning"))

    def unknown(self, where: object, word: str, what: str, names: Iterable[str]) -> Expr:
        close = nearest(word, [*names, *self.inline])
        meant = (close,) if close else keywords_near(word)
        return self.bad(
            "unknown-name", where, f"There is no {what} `{word}`.", f"Did you mean {' or '.join(f'`{m}`' for m in meant)}?" if meant else ""
        )

    def wrong_type(self, expr: Expr, wanted: Type) -> Expr:
        return self.bad("wrong-type", expr.span, f"Here stands a {expr.type}; a {wanted} is needed.")

    # --- entry -------------------------------------------------------------------------------------------------

    def whole(self, tree: Tree[Any], expected: Type) -> Expr:
        """The IR of a parsed `expression`, of the type expected."""
        return self.expect(tree.children[0], expected)

    def expect(self, tree: Any, expected: Type) -> Expr:
        expr = self.expr(tree, None if expected == ANY else expected)
        if expected == TRUTH and expr.type.is_set:
            return Op(TRUTH, expr.span, "some", (expr,))
        if not fits(expr.type, expected):
            return self.wrong_type(expr, expected)
        return expr

    def expr(self, tree: Any, expected: Type | None = None) -> Expr:
        name = str(tree.data)
        method = getattr(self, f"_{name}", None)
        if method is None:
            raise AssertionError(f"no checker for {name}")
        result = method(tree, expected)
        assert isinstance(result, Expr)
        return result

    def new_name(self, word: str) -> str:
        """A local name that no text can write."""
        self.fresh += 1
        return f"{word}_N{self.fresh}"

    # --- names -------------------------------------------------------------------------------------------------

    def candidates(self, word: str, span: Span) -> list[Expr]:
        """Everything that a name may mean, locals first and alone."""
        if word in self.scope:
            name, type_ = self.scope[word]
            return [Local(type_, span, name)]
        if word in self.inline:
            return [self.inline[word]]
        v = self.vocabulary
        found: list[Expr] = []
        game = v.attribute("game", word)
        if game is not None:
            found.append(Read(game.type, span, game, None))
        if word in v.options:
            type_, value = v.options[word]
            found.append(Const(type_, span, value))  # type: ignore[arg-type]
        if word in v.defines and not v.defines[word].parameters:
            found.append(Call(self.infer(word), span, word, ()))
        found += [Const(entity(sort), span, word) for sort in v.entities.get(word, ())]
        found += [Const(enum(name), span, word) for name in v.words.get(word, ())]
        sort = v.plurals().get(word)
        if sort is not None:
            found.append(Op(set_of(entity(sort)), span, "all", (), sort))
        return found

    def pick(self, tree: Any, word: str, expected: Type | None, test: Callable[[Type], bool] | None = None) -> Expr:
        span = span_of(tree)
        found = self.candidates(word, span)
        if word == "it":
            self.doubt(span)
        if not found:
            names = [*self.scope, *self.vocabulary.everything()]
            if word in self.vocabulary.tags:
                return self.bad("lone-tag", tree, f"`{word}` is a tag; it stands after `is`.")
            if word in self.vocabulary.defines:
                return self.bad("missing-arguments", tree, f"`{word}` needs its arguments: {_shape(self.vocabulary.defines[word])}.")
            if word in WORDS and word not in ("unit", "space"):
                return self.bad("keyword", tree, f"`{word}` is a word of the language; a value is needed here.")
            return self.unknown(tree, word, "name", names)
        if len(found) > 1 and test is not None:
            found = [f for f in found if test(f.type)] or found
        if len(found) > 1 and expected is not None:
            wanted = expected.of if expected.is_set and expected.of else expected
            found = [f for f in found if fits(f.type, expected) or fits(f.type, wanted)] or found
        if len({f.type for f in found}) > 1 and expected is not None and test is None:
            kinds = " or ".join(str(f.type) for f in found)
            return self.bad("ambiguous-name", tree, f"`{word}` may be a {kinds}; a {expected} is needed.")
        if len({f.type for f in found}) > 1:
            kinds = " or a ".join(str(f.type) for f in found)
            hint = " or ".join(f"`as_{f.type.name}({word})`" for f in found if f.type.kind == "entity")
            return self.bad("ambiguous-name", tree, f"`{word}` may be a {kinds}.", f"Write {hint}." if hint else "")
        self.vocabulary.used.add(("name", word))
        return found[0]

    def _name(self, tree: Any, expected: Type | None) -> Expr:
        return self.pick(tree, str(tree.children[0]), expected)

    def _name_unit(self, tree: Any, expected: Type | None) -> Expr:
        return self.pick(tree, NAMES[tree.data], expected)

    _name_space = _name_unit

    def word(self, tree: Any) -> str | None:
        if tree.data in NAMES:
            return NAMES[tree.data]
        return str(tree.children[0]) if tree.data == "name" else None

    # --- literals ----------------------------------------------------------------------------------------------

    def _number(self, tree: Any, expected: Type | None) -> Expr:
        text = str(tree.children[0])
        if len(text) > 12:
            return self.bad("number-too-large", tree, "A number has at most 12 digits.")
        return Const(NUMBER, span_of(tree), int(text))

    def _text(self, tree: Any, expected: Type | None) -> Expr:
        return Const(TEXT, span_of(tree), str(tree.children[0])[1:-1])

    def _true(self, tree: Any, expected: Type | None) -> Expr:
        return Const(TRUTH, span_of(tree), True)

    def _false(self, tree: Any, expected: Type | None) -> Expr:
        return Const(TRUTH, span_of(tree), False)

    def _none(self, tree: Any, expected: Type | None) -> Expr:
        return Const(NONE, span_of(tree), None)

    def _set(self, tree: Any, expected: Type | None) -> Expr:
        children = tree.children[0].children if tree.children[0] is not None else []
        wanted = (expected.of if expected is not None and expected.is_set else expected) or self.shared(children)
        items = [self.expr(child, wanted) for child in children]
        flat = [i.type.of if i.type.is_set and i.type.of else i.type for i in items]
        kinds = {t for t in flat if t not in (ANY, NONE)}
        if len(kinds) > 1:
            return self.bad(
                "mixed-set", tree, "The elements of a set are of one type; these are " + ", ".join(sorted(map(str, kinds))) + "."
            )
        element = kinds.pop() if kinds else (wanted or ANY)
        return Op(set_of(element), span_of(tree), "set", tuple(items))

    def shared(self, trees: list[Any]) -> Type | None:
        """The one type that all of some names may have, if they leave no choice."""
        words = [word for tree in trees if (word := self.word(tree)) is not None]
        types = [{f.type for f in self.candidates(word, Span())} for word in words]
        common = set.intersection(*types) if len(types) > 1 else set()
        return common.pop() if len(common) == 1 else None

    # --- truth -------------------------------------------------------------------------------------------------

    def _all_of(self, tree: Any, expected: Type | None) -> Expr:
        return self._connect(tree, "and")

    def _both(self, tree: Any, expected: Type | None) -> Expr:
        return self._connect(tree, "and")

    def _either(self, tree: Any, expected: Type | None) -> Expr:
        return self._connect(tree, "or")

    def _connect(self, tree: Any, op: str) -> Expr:
        return Op(TRUTH, span_of(tree), op, tuple(self.expect(child, TRUTH) for child in tree.children))

    def _negated(self, tree: Any, expected: Type | None) -> Expr:
        return Op(TRUTH, span_of(tree), "not", (self.expect(tree.children[0], TRUTH),))

    def _choice(self, tree: Any, expected: Type | None) -> Expr:
        value, condition, other = tree.children
        test = self.expect(condition, TRUTH)
        first = self.expr(value, expected)
        second = self.expr(other, expected or first.type)
        if fits(second.type, first.type):
            type_ = _narrower(first.type, second.type)
        elif fits(first.type, second.type):
            type_ = second.type
        else:
            return self.wrong_type(second, first.type)
        return Op(type_, span_of(tree), "if", (test, first, second))

    def _phrase(self, tree: Any, expected: Type | None) -> Expr:
        whole = self.quantified([tree], [None], lambda items: Const(TRUTH, span_of(tree), True), tree)
        if isinstance(whole, Each) and whole.kind == "all":
            group = whole.source
            if isinstance(group, Each) and group.kind == "filter" and group.var == whole.var:  # `all x in S where C` asks C of each
                return Each(TRUTH, whole.span, "all", group.var, group.source, group.body)
        return whole

    def quantified(
        self,
        trees: list[Any],
        wanted: list[Type | None],
        build: Callable[[list[Expr]], Expr],
        where: Any,
        prefer: Callable[[Type], bool] | None = None,
    ) -> Expr:
        """A predicate over operands of which some may be phrases or sets: the left phrase is outermost, and any of a set is innermost.

        So `{red, blue} controls all spaces` holds where each space is controlled by one of the two, be it not the same one.
        """
        restore = self.scoped()
        wraps: list[tuple[str, str, Expr, Expr | None]] = []
        bare: list[tuple[str, str, Expr, Expr | None]] = []
        items: list[Expr] = []
        for tree, want in zip(trees, wanted, strict=True):
            if tree.data == "phrase":
                kind, group = tree.children
                number = self.expect(kind.children[0], NUMBER) if kind.children and kind.children[0] is not None else None
                var, source = self.group(group, set_of(want) if want is not None and not want.is_set else None)
                item: Expr = Local(_element(source.type), source.span, var)
                items.append(item if want is None or fits(item.type, want) else self.wrong_type(item, want))
                wraps.append((str(kind.data), var, source, number))
                continue
            word = self.word(tree)
            item = self.pick(tree, word, want, prefer) if word is not None else self.expr(tree, want)
            if item.type.is_set and want is not None and not want.is_set:
                var = self.new_name("one")
                bare.append(("any", var, item, None))
                item = Local(_element(item.type), item.span, var)
            if want is not None and not fits(item.type, want):
                item = self.wrong_type(item, want)
            items.append(item)
        result = build(items)
        restore()
        for kind, var, source, number in reversed((*wraps, *bare)):
            result = Each(TRUTH, span_of(where), kind, var, source, result, number)
        return result

    # --- groups ------------------------------------------------------------------------------------------------

    def group(self, tree: Any, wanted: Type | None = None) -> tuple[str, Expr]:
        """The set that a group names, and the name that its elements bear in what follows."""
        word = "it"
        condition: Any = None
        data = str(tree.data)
        if data == "named":
            word = str(tree.children[0])
            source = self.expr(tree.children[1], wanted)
            if source.type in (SPACE, NONE) and (meant := slip(word, ("unit", "units", "space", "spaces"))):
                self.bad("syntax", tree, f"`{word}` cannot stand here.", f"Is it meant to be `{meant}`?")
                source = Const(ANY, source.span, None)
            condition = tree.children[2] if len(tree.children) > 2 else None
        elif data == "where":
            source, word, condition = self.filtered_parts(tree, wanted)
        elif data.startswith("some_"):
            source, condition = self._some(tree)
        else:
            singular = self.word(tree)
            if singular in self.vocabulary.sorts and singular not in self.scope:
                source = Op(set_of(entity(singular)), span_of(tree), "all", (), singular)
            else:
                source = self.expr(tree, wanted)
        if not source.type.is_set and source.type != ANY:
            source = self.wrong_type(source, set_of(source.type))
        return self.filter(tree, word, source, condition)

    def filtered_parts(self, tree: Any, wanted: Type | None) -> tuple[Expr, str, Any]:
        """Source, element name and condition of `S where C` or `x in S where C`."""
        subject, condition = tree.children[0], tree.children[1]
        if subject.data == "member" and self.word(subject.children[0]) is not None:
            return self.expr(subject.children[1], wanted), str(self.word(subject.children[0])), condition
        singular = self.word(subject)
        if singular in self.vocabulary.sorts and singular not in self.scope:
            return Op(set_of(entity(singular)), span_of(tree), "all", (), singular), "it", condition
        return self.expr(subject, wanted), "it", condition

    def check_word(self, where: object, word: str) -> None:
        """A name that a text gives may be no word of the language."""
        if word in WORDS and word not in ("unit", "space"):
            self.bad("keyword", where, f"`{word}` is a word of the language and cannot be a name.")

    def filter(self, tree: Any, word: str, source: Expr, condition: Any) -> tuple[str, Expr]:
        self.check_word(tree, word)
        var = self.new_name(word)
        self.scope[word] = (var, _element(source.type))
        if word == "it":
            self.nameless.add(var)
        else:
            if self.scope.get("it", ("", ANY))[0] in self.nameless and condition is not None and word != self.looping:
                self.shadows[var] = word
            self.looping = "" if word == self.looping else self.looping
            self.scope["it"] = (var, _element(source.type))
        if condition is not None:
            body = self.expect(condition, TRUTH)
            source = Each(source.type, span_of(tree), "filter", var, source, body)
        return var, source

    def _some(self, tree: Any) -> tuple[Expr, Any]:
        span, kind, children = span_of(tree), str(tree.data), list(tree.children)
        if kind in ("some_unit", "some_space"):
            sort = kind.removeprefix("some_")
            return Op(set_of(entity(sort)), span, "all", (), sort), children[0]
        op = {"some_unit_in": "units_in", "some_unit_aboard": "units_aboard", "some_space_beside": "spaces_beside"}[kind]
        return self._located(op, children[0], span), children[1]

    def scoped(self) -> Callable[[], None]:
        """Remembers the scope; the function returned restores it."""
        saved = dict(self.scope)

        def restore() -> None:
            self.scope = saved

        return restore

    def _where(self, tree: Any, expected: Type | None) -> Expr:
        restore = self.scoped()
        _, source = self.group(tree, expected)
        restore()
        return source

    def _ordering(self, tree: Any, expected: Type | None, kind: str) -> Expr:
        restore = self.scoped()
        *group, key = tree.children
        if len(group) == 2:
            source, word, condition = self.filtered_parts(tree, expected)
            var, source = self.filter(tree, word, source, condition)
        elif group[0].data == "member" and self.word(group[0].children[0]) is not None:
            var, source = self.filter(tree, str(self.word(group[0].children[0])), self.expr(group[0].children[1], expected), None)
        else:
            var, source = self.group(group[0], expected)
        body = self.expect(key, NUMBER)
        restore()
        return Each(source.type, span_of(tree), kind, var, source, body)

    def _where_by(self, tree: Any, expected: Type | None) -> Expr:
        return self._ordering(tree, expected, "order")

    def _where_by_descending(self, tree: Any, expected: Type | None) -> Expr:
        return self._ordering(tree, expected, "order_down")

    _ordered = _where_by
    _by = _where_by
    _ordered_descending = _where_by_descending
    _by_descending = _where_by_descending

    def _count(self, tree: Any, expected: Type | None) -> Expr:
        restore = self.scoped()
        var, source = self.group(tree.children[0])
        restore()
        return Each(NUMBER, span_of(tree), "count", var, source, Const(TRUTH, span_of(tree), True))

    def _first(self, tree: Any, expected: Type | None) -> Expr:
        restore = self.scoped()
        child = tree.children[0]
        wanted = set_of(expected) if expected is not None and not expected.is_set else None
        source = self.expr(child, wanted) if child.data in ("by", "by_descending") else self.group(child, wanted)[1]
        restore()
        empty = isinstance(source, Op) and source.op == "set" and not source.args
        return Op(NONE if empty else _element(source.type), span_of(tree), "first", (source,))

    def _first_some(self, tree: Any, expected: Type | None) -> Expr:
        number = self.expect(tree.children[0], NUMBER)
        restore = self.scoped()
        child = tree.children[1]
        source = self.expr(child, expected) if child.data in ("by", "by_descending") else self.group(child, expected)[1]
        restore()
        return Op(source.type, span_of(tree), "first_some", (number, source))

    def _aggregate(self, tree: Any, kind: str) -> Expr:
        restore = self.scoped()
        measure, group = tree.children
        var, source = self.group(group)
        self.scope["it"] = (var, _element(source.type))
        if measure.data == "measure":
            body = self.attribute(measure, str(measure.children[0]), Local(_element(source.type), span_of(group), var))
        else:
            body = self.expr(measure)
        restore()
        if kind == "map":
            result = body.type if body.type.is_set else set_of(body.type)
            return Each(result, span_of(tree), "map_sets" if body.type.is_set else "map", var, source, body)
        if not fits(body.type, NUMBER):
            return self.wrong_type(body, NUMBER)
        return Each(NUMBER, span_of(tree), kind, var, source, body)

    def _total(self, tree: Any, expected: Type | None) -> Expr:
        return self._aggregate(tree, "total")

    def _highest(self, tree: Any, expected: Type | None) -> Expr:
        return self._aggregate(tree, "highest")

    def _lowest(self, tree: Any, expected: Type | None) -> Expr:
        return self._aggregate(tree, "lowest")

    def _each(self, tree: Any, expected: Type | None) -> Expr:
        return self._aggregate(tree, "map")

    # --- comparisons -------------------------------------------------------------------------------------------

    def _compare(self, tree: Any, expected: Type | None) -> Expr:
        left, op, right = tree.children
        if str(op) in ("=", "!="):
            return self._equal(tree, left, right, str(op))
        return self.quantified([left, right], [NUMBER, NUMBER], lambda i: Op(TRUTH, span_of(tree), str(op), tuple(i)), tree)

    def _equal(self, tree: Any, left: Any, right: Any, op: str) -> Expr:
        def build(items: list[Expr]) -> Expr:
            a, b = items
            if not (fits(a.type, b.type) or fits(b.type, a.type)):
                return self.bad("wrong-type", tree, f"A {a.type} never equals a {b.type}.")
            return Op(TRUTH, span_of(tree), op, (a, b))

        if left.data == "phrase" or right.data == "phrase":
            return self.quantified([left, right], [None, None], build, tree)
        a = self.expr(left)
        return build([a, self.expr(right, a.type)])

    def _member(self, tree: Any, expected: Type | None) -> Expr:
        left, right = tree.children
        source = self.expr(right, self.expected_members(left))
        if not source.type.is_set and source.type != ANY:
            source = self.wrong_type(source, set_of(source.type))
        return self.quantified(
            [left], [_element(source.type)], lambda i: self.unless(tree, Op(TRUTH, span_of(tree), "in", (i[0], source))), tree
        )

    def expected_members(self, left: Any) -> Type | None:
        """The type of set that a member of this kind can be in, where the left side alone tells it."""
        word = self.word(left)
        if left.data == "phrase" or (word is not None and len({c.type for c in self.candidates(word, span_of(left))}) != 1):
            return None
        known = len(self.problems)
        type_ = self.expr(left).type
        del self.problems[known:]
        return None if type_ == ANY or type_.is_set else set_of(type_)

    def _not_member(self, tree: Any, expected: Type | None) -> Expr:
        return self.opposite(tree, self._member(tree, expected))

    def unless(self, tree: Any, test: Expr) -> Expr:
        """A test of each element of a phrase: `at least 2 of S is not x` counts those that are not."""
        negated = tree.data in ("is_not", "not_member") and tree.children[0].data == "phrase"
        return Op(TRUTH, test.span, "not", (test,)) if negated else test

    def opposite(self, tree: Any, test: Expr) -> Expr:
        """`not` of a whole sentence, where no phrase has taken it in."""
        return test if tree.children[0].data == "phrase" else Op(TRUTH, span_of(tree), "not", (test,))

    def _beside(self, tree: Any, expected: Type | None) -> Expr:
        return self.quantified(list(tree.children), [SPACE, SPACE], lambda i: Op(TRUTH, span_of(tree), "adjacent", tuple(i)), tree)

    def _infix(self, tree: Any, expected: Type | None) -> Expr:
        left, name, right = tree.children
        signature = self.vocabulary.defines.get(str(name))
        if signature is None or len(signature.parameters) != 2:
            two = [n for n, s in self.vocabulary.defines.items() if len(s.parameters) == 2]
            return self.unknown(name, str(name), "condition of two", two)
        self.vocabulary.used.add(("define", str(name)))
        result = self.infer(str(name))
        wanted: list[Type | None] = [type_ for _, type_ in signature.parameters]
        return self.quantified([left, right], wanted, lambda i: Call(result, span_of(tree), str(name), tuple(i)), tree)

    def _is_not(self, tree: Any, expected: Type | None) -> Expr:
        return self.opposite(tree, self._is_a(tree, expected))

    def _is_a(self, tree: Any, expected: Type | None) -> Expr:
        left, right = tree.children
        word = self.word(right)

        def suits(type_: Type) -> bool:
            return word is None or self.test(right, word, Local(type_, span_of(left), "x"), quiet=True) is not None

        if right.data == "phrase":
            return self._equal(tree, left, right, "=" if tree.data == "is_a" or left.data != "phrase" else "!=")
        return self.quantified([left], [None], lambda i: self.unless(tree, self.tested(tree, right, i[0])), tree, suits)

    def tested(self, tree: Any, right: Any, subject: Expr) -> Expr:
        if subject.type.is_set and right.data == "none":
            return self.bad("wrong-type", tree, f"A {subject.type} is never none.", "Write `no …`, or `count … = 0`.")
        if subject.type.is_set:
            var = self.new_name("one")
            return Each(
                TRUTH, span_of(tree), "any", var, subject, self.tested(tree, right, Local(_element(subject.type), subject.span, var))
            )
        if right.data == "none":
            return Op(TRUTH, span_of(tree), "=", (subject, Const(NONE, span_of(right), None)))
        if right.data == "set" and right.children[0] is not None:
            return Op(TRUTH, span_of(tree), "or", tuple(self.tested(tree, child, subject) for child in right.children[0].children))
        word = self.word(right)
        if word is not None and word not in self.scope:
            found = self.test(right, word, subject)
            if found is not None:
                return found
        other = self.expr(right, subject.type)
        if other.type.is_set:
            return Op(TRUTH, span_of(tree), "in", (subject, other))
        if not fits(other.type, subject.type) and not fits(subject.type, other.type):
            if subject.type == UNIT and other.type == UNIT_TYPE:
                return Op(TRUTH, span_of(tree), "is_type", (subject, other))
            return self.bad("wrong-type", right, f"A {subject.type} is never a {other.type}.")
        return Op(TRUTH, span_of(tree), "=", (subject, other))

    def test(self, tree: Any, word: str, subject: Expr, quiet: bool = False) -> Expr | None:
        """What `subject is word` means for the subject's type, or None."""
        v, span, type_ = self.vocabulary, span_of(tree), subject.type
        if type_ == ANY:
            return Const(TRUTH, span, True)
        if type_ == UNIT and "unit_type" in v.entities.get(word, ()):
            return Op(TRUTH, span, "is_type", (subject, Const(UNIT_TYPE, span, word)))
        if type_.kind == "entity" and type_.name in v.entities.get(word, ()):
            return Op(TRUTH, span, "=", (subject, Const(type_, span, word)))
        if type_.kind == "enum" and type_.name in v.words.get(word, ()):
            return Op(TRUTH, span, "=", (subject, Const(type_, span, word)))
        if type_.kind != "entity":
            return None
        attribute = self.find_attribute(type_.name, word)
        if attribute is not None and attribute.type == TRUTH:
            return self.read(attribute, subject, span)
        signature = v.defines.get(word)
        if (
            signature is not None
            and len(signature.parameters) == 1
            and fits(type_, signature.parameters[0][1])
            and self.infer(word) == TRUTH
        ):
            v.used.add(("define", word))
            return Call(TRUTH, span, word, (subject,))
        if word in v.tags:
            v.used.add(("tag", word))
            return Op(TRUTH, span, "is_tag", (subject,), word)
        if quiet or word in self.candidates_words(type_):
            return None
        if self.candidates(word, span):
            return None
        names = [
            *v.tags,
            *self.candidates_words(type_),
            *v.attributes.get(type_.name, {}),
            *(n for n, s in v.defines.items() if len(s.parameters) == 1),
        ]
        return self.unknown(tree, word, f"tag, kind or condition of a {type_}", [*names, *self.scope, *v.attributes.get("game", {})])

    def candidates_words(self, type_: Type) -> list[str]:
        sort = "unit_type" if type_ == UNIT else type_.name
        return [name for name, sorts in self.vocabulary.entities.items() if sort in sorts]

    # --- numbers -----------------------------------------------------------------------------------------------

    def _arithmetic(self, tree: Any, op: str) -> Expr:
        left = self.expr(tree.children[0])
        if left.type.is_set and op in ("+", "-"):
            right = self.expr(tree.children[1], left.type)
            if not fits(right.type, left.type) and fits(right.type, _element(left.type)):
                right = Op(left.type, right.span, "set", (right,))
            if not fits(right.type, left.type):
                return self.wrong_type(right, left.type)
            return Op(_narrower(left.type, right.type), span_of(tree), "union" if op == "+" else "without", (left, right))
        if not fits(left.type, NUMBER):
            return self._one_before(tree, left, op)
        return Op(NUMBER, span_of(tree), op, (left, self.expect(tree.children[1], NUMBER)))

    def _one_before(self, tree: Any, left: Expr, op: str) -> Expr:
        """A single element and, behind it, a set that it is put into."""
        right = self.expr(tree.children[1]) if op == "+" else left
        if not right.type.is_set or not fits(left.type, _element(right.type)):
            return self.wrong_type(left, NUMBER)
        one = Op(set_of(left.type), left.span, "set", (left,))
        return Op(_narrower(right.type, one.type), span_of(tree), "union", (one, right))

    def _plus(self, tree: Any, expected: Type | None) -> Expr:
        return self._arithmetic(tree, "+")

    def _minus(self, tree: Any, expected: Type | None) -> Expr:
        return self._arithmetic(tree, "-")

    def _times(self, tree: Any, expected: Type | None) -> Expr:
        return self._arithmetic(tree, "*")

    def _divided(self, tree: Any, expected: Type | None) -> Expr:
        return self._arithmetic(tree, "/")

    def _negative(self, tree: Any, expected: Type | None) -> Expr:
        return Op(NUMBER, span_of(tree), "neg", (self.expect(tree.children[0], NUMBER),))

    # --- attributes --------------------------------------------------------------------------------------------

    def find_attribute(self, sort: str, name: str) -> Attribute | None:
        found = self.vocabulary.attribute(sort, name)
        if found is None and sort == "unit":
            found = self.vocabulary.attribute("unit_type", name)
        return found

    def read(self, attribute: Attribute, subject: Expr, span: Span) -> Expr:
        self.vocabulary.used.add((attribute.sort, attribute.name))
        if attribute.sort == "unit_type" and subject.type == UNIT:
            return Stat(attribute.type, span, attribute, subject)
        return Read(attribute.type, span, attribute, subject)

    def has_attribute(self, name: str) -> Callable[[Type], bool]:
        def test(type_: Type) -> bool:
            if type_.kind == "entity" and self.find_attribute(type_.name, name) is not None:
                return True
            signature = self.vocabulary.defines.get(name)
            return signature is not None and len(signature.parameters) == 1 and fits(type_, signature.parameters[0][1])

        return test

    def attribute(self, where: Any, name: str, subject: Expr) -> Expr:
        """`name of subject`: an attribute, or a named value of one parameter."""
        type_, span = subject.type, span_of(where)
        if type_ == ANY:
            return subject
        if type_.kind == "entity":
            found = self.find_attribute(type_.name, name)
            if found is not None:
                return self.read(found, subject, span)
        signature = self.vocabulary.defines.get(name)
        if signature is not None and len(signature.parameters) == 1 and fits(type_, signature.parameters[0][1]):
            self.vocabulary.used.add(("define", name))
            return Call(self.infer(name), span, name, (subject,))
        if type_.is_set and self.has_attribute(name)(_element(type_)):
            return self.bad(
                "set-attribute",
                where,
                f"`{name}` belongs to one {_element(type_)}; here stands a set.",
                f"Write `each {name} of …`, or `total {name} of …`.",
            )
        names = [
            *self.vocabulary.attributes.get(type_.name, {}),
            *(n for n, s in self.vocabulary.defines.items() if len(s.parameters) == 1),
        ]
        if type_ == UNIT:
            names += self.vocabulary.attributes.get("unit_type", {})
        return self.unknown(where, name, f"attribute of a {type_}", names)

    def _attribute_of(self, tree: Any, expected: Type | None) -> Expr:
        name, subject = tree.children
        word = self.word(subject)
        item = self.pick(subject, word, None, self.has_attribute(str(name))) if word is not None else self.expr(subject)
        return self.attribute(name, str(name), item)

    def _possessive(self, tree: Any, expected: Type | None) -> Expr:
        subject, name = tree.children
        word = self.word(subject)
        item = self.pick(subject, word, None, self.has_attribute(str(name))) if word is not None else self.expr(subject)
        return self.attribute(name, str(name), item)

    def _own(self, tree: Any, expected: Type | None) -> Expr:
        if "it" not in self.scope:
            return self.bad("no-element", tree, "`its` speaks of an element, and there is none here.")
        name, type_ = self.scope["it"]
        self.doubt(span_of(tree))
        return self.attribute(tree.children[0], str(tree.children[0]), Local(type_, span_of(tree), name))

    # --- sets of the board -------------------------------------------------------------------------------------

    def _units(self, tree: Any, expected: Type | None) -> Expr:
        return Op(set_of(UNIT), span_of(tree), "all", (), "unit")

    def _spaces(self, tree: Any, expected: Type | None) -> Expr:
        return Op(set_of(SPACE), span_of(tree), "all", (), "space")

    def _located(self, op: str, where: Any, span: Span) -> Expr:
        wanted = UNIT if op == "units_aboard" else SPACE
        place = self.expr(where, wanted)
        result = set_of(SPACE if op == "spaces_beside" else UNIT)
        if place.type.is_set:
            if not fits(place.type, set_of(wanted)):
                return self.wrong_type(place, set_of(wanted))
            var = self.new_name("one")
            return Each(result, span, "map_sets", var, place, Op(result, span, op, (Local(wanted, span, var),)))
        if not fits(place.type, wanted):
            return self.wrong_type(place, wanted)
        return Op(result, span, op, (place,))

    def _units_in(self, tree: Any, expected: Type | None) -> Expr:
        return self._located("units_in", tree.children[0], span_of(tree))

    def _units_aboard(self, tree: Any, expected: Type | None) -> Expr:
        return self._located("units_aboard", tree.children[0], span_of(tree))

    def _spaces_beside(self, tree: Any, expected: Type | None) -> Expr:
        return self._located("spaces_beside", tree.children[0], span_of(tree))

    # --- calls -------------------------------------------------------------------------------------------------

    def _call(self, tree: Any, expected: Type | None) -> Expr:
        name, arguments = tree.children
        trees = list(arguments.children) if arguments is not None else []
        span, word = span_of(tree), str(name)
        if word.startswith("as_") and word[3:] in self.vocabulary.sorts and len(trees) == 1:
            return self.expect(trees[0], entity(word[3:]))
        signature = self.vocabulary.defines.get(word)
        if signature is not None:
            self.vocabulary.used.add(("define", word))
            return Call(self.infer(word), span, word, self.arguments(name, trees, signature))
        builtin = FUNCTIONS.get(word)
        if builtin is None:
            if word in self.vocabulary.procedures:
                return self.bad(
                    "impure",
                    name,
                    f"`{word}` is a procedure; a condition or value cannot run it.",
                    f"Write `let x = {word}(…)` in effects.",
                )
            return self.unknown(name, word, "function or definition", [*self.vocabulary.defines, *FUNCTIONS])
        return self._builtin(tree, word, trees)

    def _builtin(self, tree: Any, word: str, trees: list[Any]) -> Expr:
        builtin = FUNCTIONS[word]
        grid = self.vocabulary.directions
        if grid is None and DIRECTION in (*builtin.parameters, builtin.result):
            return self.bad("no-grid", tree, f"`{word}` needs a grid with directions, and this board has none.", "Declare one in `grids`.")
        if builtin.grid and not self.vocabulary.grid:
            return self.bad("no-grid", tree, f"`{word}` needs a grid, and this board has none.", "Declare one in `grids`.")
        wanted = [grid if p == DIRECTION and grid is not None else p for p in builtin.parameters]
        result = grid if builtin.result == DIRECTION and grid is not None else builtin.result
        if builtin.many:
            wanted = wanted * max(len(trees), 1)
        if len(trees) != len(wanted):
            return self.bad("wrong-count", tree, f"`{word}` takes {len(wanted)} arguments, not {len(trees)}.")
        if builtin.guess:
            self.vocabulary.used.add(("guess", word))
        if builtin.result == TRUTH:
            return self.quantified(trees, list(wanted), lambda i: Op(TRUTH, span_of(tree), word, tuple(i)), tree)
        return Op(result, span_of(tree), word, tuple(self.expect(t, w) for t, w in zip(trees, wanted, strict=True)))

    def arguments(self, where: Any, trees: list[Any], signature: Signature) -> tuple[Expr, ...]:
        if len(trees) != len(signature.parameters):
            self.bad(
                "wrong-count",
                where,
                f"`{signature.name}` takes {len(signature.parameters)} arguments ({_shape(signature)}), not {len(trees)}.",
            )
            return ()
        return tuple(self.expect(tree, type_) for tree, (_, type_) in zip(trees, signature.parameters, strict=True))


def _narrower(one: Type, other: Type) -> Type:
    """Of two types that fit each other the one that says more: an empty set is of any type."""
    return other if one == ANY or (one.is_set and one.of == ANY) else one


def _element(type_: Type) -> Type:
    return type_.of if type_.is_set and type_.of is not None else ANY


def _shape(signature: Signature) -> str:
    return f"{signature.name}({', '.join(f'{n}: {t}' for n, t in signature.parameters)})"
