"""Set-ups in plain words, as people post them: `Blue: 6 x, 2 y in Hill; 1 z in Meadow`, `Hill: 6 x (Blue)`.

A line names a power or a space, then units. Units stand where the words after `in` say, or in the space that the line names;
they belong to the power in brackets, to the one that stands before the type, to the one that the line names, to that of the
last line that names a power alone, or else to who holds the space. `Blue: 40 gold` sets a number of a power, `Blue holds
Hill, Meadow` who holds spaces; `1 cart with 1 x and 1 y` puts units aboard. What follows `#` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from interpreter.exchange.setups.draft import Draft, Group, Value, kept
from interpreter.exchange.setups.reading import Problem, Problems, on_the_board_of
from interpreter.language.types import NUMBER
from interpreter.players.views import holder, value_of
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.spoken import Unmeant, folded, meant, names_of
from interpreter.state.world import World

HOLDS = re.compile(r"(.+?)\s+(?:holds?|controls?|owns?)\s+(.+)", re.IGNORECASE)
WHERE = re.compile(r"^(.*?)\s+(?:in|at|on|@)\s+(.+)$", re.IGNORECASE)
BRACKETS = re.compile(r"^(.*?)\s*[(\[]\s*([^()\[\]]*)\s*[)\]]\s*$")
NOWHERE = ("none", "reserve", "off_the_board")
LOADED = re.compile(r"\s+(?:with|carrying|loaded with)\s+", re.IGNORECASE)
PARTS = re.compile(r"[,;+&]|\band\b", re.IGNORECASE)
SPACED = re.compile(r"\s+(?=\d+\s*[x×*]?\s*[^\W\d])")
BULLET = re.compile(r"^\s*(?:[-*•>]|\d+[.)])\s+")


def read_forum(rules: Ruleset, world: World, text: str) -> Draft:
    """The set-up that a text tells; all but units and what it changes is as in `world`. Raises Problems with the line of each."""
    reading = _Reading(rules, world)
    for number, line in enumerate(text.splitlines(), 1):
        bare = BULLET.sub("", line.split("#")[0]).replace("**", "").strip().strip(".")
        if bare:
            reading.take(number, bare)
    if not reading.wrong and not reading.units:
        reading.wrong.append(Problem(1, "No units stand in this text."))
    if reading.wrong:
        raise Problems(tuple(reading.wrong))
    return on_the_board_of(rules, world, reading.units, reading.changed)


@dataclass(slots=True)
class _Reading:
    """The lines read so far; `power` is that of the last line that names a power alone."""

    rules: Ruleset
    world: World
    power: str | None = None
    units: list[Group] = field(default_factory=list)
    changed: list[Value] = field(default_factory=list)
    wrong: list[Problem] = field(default_factory=list)

    def take(self, line: int, text: str) -> None:
        try:
            self._line(text)
        except Unmeant as error:
            self.wrong.append(Problem(line, str(error)))

    def _line(self, text: str) -> None:
        head, colon, rest = (part.strip() for part in text.partition(":"))
        if not colon and (match := HOLDS.fullmatch(text)):
            self._hold(match[1], match[2])
        elif not rest:
            self._head(head)
        elif not colon:
            self.units += self._units(text, None, self.power)
        elif not self._numbers(head, rest):
            self._listed(head, rest)

    def _head(self, text: str) -> None:
        """A line that names a power alone; one with units alone and where they are is a line without a head."""
        if WHERE.match(text):
            self.units += self._units(text, None, self.power)
        else:
            self.power = meant(self.rules, "power", text)

    def _hold(self, who: str, what: str) -> None:
        owner = holder(self.rules)
        if owner is None:
            raise Unmeant("Nobody holds spaces in this game.")
        power = None if folded(who) in ("none", "nobody") else meant(self.rules, "power", who)
        for part in filter(None, (p.strip() for p in re.split(r"[,;]", what))):
            self.changed.append(Value("space", meant(self.rules, "space", part), owner.name, power))

    def _numbers(self, head: str, rest: str) -> bool:
        """Whether a line gives a number of a power, such as its money; then it is kept."""
        match = re.fullmatch(r"(\d+)\s*([a-z_ ]+)", rest, re.IGNORECASE)
        table = [a.name for a in kept(self.rules, "power") if a.type == NUMBER and not a.hidden]
        name = folded(match[2]) if match else ""
        found = next((n for n in table if name in (n, n + "s")), None)
        if match is None or found is None:
            return False
        self.changed.append(Value("power", meant(self.rules, "power", head), found, int(match[1])))
        return True

    def _listed(self, head: str, rest: str) -> None:
        """Units behind a name: that of a power where places are named, else that of the space in which they stand."""
        named = BRACKETS.match(head)
        if WHERE.search(rest):
            self.units += self._units(rest, None, meant(self.rules, "power", named[1] if named else head))
            return
        if folded(head) in NOWHERE:
            self.units += self._units(rest, "", self.power)
            return
        space = self._space(named[1] if named else head)
        self.units += self._units(rest, space, meant(self.rules, "power", named[2]) if named else self.power)

    def _space(self, text: str) -> str:
        """The space that a line is about; one whose name is only begun with a word for a power is not what is meant."""
        space = meant(self.rules, "space", text)
        try:
            power = meant(self.rules, "power", text)
        except Unmeant:
            return space
        if folded(text) not in names_of(self.rules, "space")[space]:
            raise Unmeant(f"`{text}` is the power `{power}`. Write where its units are: `{text}: 2 x, 1 y in SPACE`.")
        return space

    def _units(self, text: str, space: str | None, power: str | None) -> list[Group]:
        """The units that a text lists; where (no word: nowhere) and whose, if it does not say so itself.

        A place, and a power in brackets, are those of all entries before that have none yet.
        """
        entries: list[tuple[Group, str | None]] = []
        for part in self._parts(text):
            words, place = part, space
            if place is None and (match := WHERE.match(part)):
                words, place = match[1], match[2]
            words, whose = self._whose(words)
            if place is not None and place != space:
                place, after = self._whose(place)
                place, whose = "" if folded(place) in NOWHERE else meant(self.rules, "space", place), after or whose
            entries += [(group, None) for group in self._group(words)]
            entries = [(g if g.power else replace(g, power=whose), place if w is None else w) for g, w in entries]
        if any(where is None for _, where in entries):
            raise Unmeant(f"Where is `{text}`? Write `POWER: 2 x, 1 y in SPACE` or `SPACE: 2 x, 1 y (POWER)`.")
        return [self._placed(g if g.power else replace(g, power=power), where or "") for g, where in entries]

    def _whose(self, words: str) -> tuple[str, str | None]:
        """Words without the power that stands in brackets behind them, and that power."""
        brackets = BRACKETS.match(words)
        return (brackets[1], meant(self.rules, "power", brackets[2])) if brackets else (words.strip(), None)

    def _parts(self, text: str) -> Iterator[str]:
        """The entries of a list; what is aboard a unit stays with it."""
        pieces = [p.strip() for p in re.split(r"[,;]", text) if p.strip()]
        for piece in pieces:
            if LOADED.search(piece):
                yield piece
            else:
                yield from (p.strip() for p in PARTS.split(piece) if p.strip())

    def _group(self, words: str) -> list[Group]:
        """One entry: its units, with what is aboard them; without a space, and without a power unless one stands before the type."""
        loaded = LOADED.split(words, maxsplit=1)
        try:
            number, kind, whose = self._counted(loaded[0])
        except Unmeant:
            pieces = SPACED.split(words)
            if len(pieces) < 2:
                raise
            return [group for piece in pieces for group in self._group(piece)]
        aboard = [self._counted(part.strip()) for part in PARTS.split(loaded[1])] if len(loaded) > 1 else []
        return [Group(None, whose, kind, number, (), tuple(Group(None, None, inner, count) for count, inner, _ in aboard))]

    def _counted(self, words: str) -> tuple[int, str, str | None]:
        """Number, type and power of alike units."""
        first: Unmeant | None = None
        for number, kind in _readings(words):
            try:
                return number, *self._kind(kind)
            except Unmeant as error:
                first = first or error
        raise first or Unmeant(f"`{words}` is no unit.")

    def _kind(self, words: str) -> tuple[str, str | None]:
        """A type, and the power that stands before it."""
        try:
            return meant(self.rules, "unit_type", words), None
        except Unmeant as error:
            whose, _, kind = words.partition(" ")
            try:
                return meant(self.rules, "unit_type", kind), meant(self.rules, "power", whose)
            except Unmeant:
                raise error from None

    def _placed(self, group: Group, where: str) -> Group:
        space = where or None
        power = group.power
        owner = holder(self.rules)
        if power is None and space is not None and owner is not None:
            told = [v.value for v in self.changed if (v.sort, v.name, v.attribute) == ("space", space, owner.name)]
            power = told[-1] if told else value_of(self.rules, self.world, owner, space)
        if power is None:
            raise Unmeant(f"Whose is `{group.number} {group.kind}`? Write the power in brackets.")
        aboard = tuple(replace(g, space=space, power=power) for g in group.aboard)
        return replace(group, space=space, power=power, aboard=aboard)


def _readings(words: str) -> Iterator[tuple[int, str]]:
    """Ways to read an entry: a number before, behind, or none."""
    if match := re.fullmatch(r"(\d+)\s*[x×*]?\s*([^\d\s].*)", words):
        yield int(match[1]), match[2]
    if match := re.fullmatch(r"(\S.*?)(?:\s*[x×*:]\s*|\s+)(\d+)", words):
        yield int(match[2]), match[1]
    yield 1, words
