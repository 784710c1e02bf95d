"""Answers as people write them, in both directions; and events as a log shows them.

Written answers are read tolerantly: small words (`in`, `to`, `from`, `->`, …) and commas do not count. Reading
does not ask whether an answer is legal: that is the question's business, which knows the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from interpreter.machine.knowledge import known
from interpreter.machine.options import Refusal
from interpreter.machine.questions import DONE, Answer, Ask
from interpreter.machine.units import groups, kinds, unit_words
from interpreter.source.nearest import did_you_mean

if TYPE_CHECKING:
    from interpreter.machine.game import Event, Game
    from interpreter.rules.program import ActionEntry
    from interpreter.rules.ruleset import Ruleset
    from interpreter.state.world import World

FILLERS = frozenset(("in", "to", "from", "at", "->", "→", "into", "on", "onto", "the", "with", "and", "of", "by"))
PLACEHOLDER = re.compile(r"\{(\w+)\}")
STOP_WORDS = ("done", "pass", "stop")


def written(game: Game, answer: Answer) -> str:
    """An answer of the pending question in words; `step` reads them back."""
    ask = game.ask
    assert ask is not None
    if answer[0] == "edit":
        return f"edit {answer[1]}"
    if ask.kind == "roll":
        return " ".join(["roll", *map(str, answer[1:])])
    if answer == DONE:
        return "done"
    world = told_world(game)
    if ask.kind == "lose":
        group = next(g for g in ask.detail.groups if answer[1] in g)
        return "lose " + unit_words(game.rules, world, group[0], place=False)
    if ask.kind == "choose":
        return "choose " + value_words(game.rules, world, answer[1], ask.units)
    entry = game.rules.program.actions[answer[0]]
    return action_words(game, world, entry, tuple(answer[1:]))


def told_world(game: Game) -> World:
    """What an answer's words speak of: the world as the power knows it that is asked, with the units that it may choose though it sees them not."""
    return known(game.rules, game.world, game.ask.actor if game.ask is not None else None, unseen=True)


def value_words(rules: Ruleset, world: World, value: Any, unit: bool) -> str:
    if value is None:
        return "none"
    return unit_words(rules, world, value) if unit else str(value)


def action_words(game: Game, world: World, entry: ActionEntry, args: tuple[Any, ...]) -> str:
    """An action with its choices, in words of a world as somebody knows it."""
    assert game.ask is not None
    rules = game.rules
    words: dict[str, str] = {"actor": game.ask.actor}
    for (name, kind, mover, of), value in zip(entry.choices, args, strict=True):
        if kind == "reached_by":
            words[name] = path_words(rules, game.world, entry, args, mover, value)
        elif of == "unit":
            words[name] = unit_words(rules, world, value)
        else:
            words[name] = str(value)
    return PLACEHOLDER.sub(lambda m: words.get(m[1], m[0]), entry.says)


def path_words(rules: Ruleset, world: World, entry: ActionEntry, args: tuple[Any, ...], mover: str, path: tuple[str, ...]) -> str:
    """A destination; the way is told where another way to it is the usual one."""
    index = [c[0] for c in entry.choices].index(mover)
    unit = args[index][0] if isinstance(args[index], tuple) else args[index]
    usual = next((p for p in rules.paths.moves(world, unit) if p[-1] == path[-1]), path)
    return path[-1] if usual == path else f"{path[-1]} via {' '.join(path[1:-1])}"


def tokens(text: str) -> list[str]:
    """The words that count, in small letters; what stands in brackets is one word."""
    found = re.findall(r"\[[^\]]*\]|[^\s,;]+", text.strip().lower())
    return [t for i, t in enumerate(found) if i == 0 or t not in FILLERS]


def read(game: Game, text: str) -> Answer | Refusal:
    """The answer that a text means for the pending question, or why it means none."""
    ask = game.ask
    assert ask is not None
    if text.strip().lower().startswith("edit "):
        return ("edit", text.strip()[5:].strip())
    words = tokens(text)
    if not words:
        return Refusal("An answer is missing.")
    if ask.kind == "roll":
        return _roll(words)
    if words[0] in STOP_WORDS and len(words) == 1 and ask.kind == "act":
        return _said_so(game, ask, words) or DONE
    if ask.kind in ("lose", "choose"):
        return _pick(game, ask, words)
    return _action(game, ask, words)


def _said_so(game: Game, ask: Ask, words: list[str]) -> Answer | None:
    """The action whose words are those that else mean being done, if one says so."""
    action = _action(game, ask, words)
    return None if isinstance(action, Refusal) or written(game, action) != words[0] else action


def _roll(words: list[str]) -> Answer | Refusal:
    faces = words[1:] if words[0] in ("roll", "dice") else words
    if not all(f.isdigit() for f in faces):
        return Refusal("Dice are rolled here: write `roll` and what they show.")
    return ("roll", *map(int, faces))


def _pick(game: Game, ask: Ask, words: list[str]) -> Answer | Refusal:
    if words[0] in ("lose", "choose"):
        words = words[1:]
    options = list(ask.options)
    exact = [o for o in options if tokens(written(game, o))[1:] == words]
    if exact:
        return exact[0]
    loose = [o for o in options if (w := [x for x in tokens(written(game, o))[1:] if not x.startswith("[")]) and w[: len(words)] == words]
    if loose:
        return loose[0]
    names = [" ".join(tokens(written(game, o))[1:]) for o in options]
    hint = did_you_mean(" ".join(words), names)
    return Refusal(
        f"`{' '.join(words)}` is not among what may be chosen: {', '.join(names)}. {hint}".strip(), ask.rule, game.rules.cites(ask.rule)
    )


def _action(game: Game, ask: Ask, words: list[str]) -> Answer | Refusal:
    """The offered action whose wording fits, a legal one of several; else, so that the refusal can tell more, one that is not offered."""
    offered = [c.entry for c in ask.actions]
    known = words[0] in [tokens(e.says)[0] for e in offered]
    others = [] if known else [e for e in game.rules.program.actions.values() if e not in offered]
    failures: list[Refusal] = []
    illegal: list[Answer] = []
    for entry in (*offered, *others):
        args = _match(game, ask, entry, words)
        if isinstance(args, tuple):
            answer = (entry.name, *args)
            if ask.refusal(answer) is None:
                return answer
            illegal.append(answer)
        elif args is not None:
            failures.append(args)
    if illegal:
        return illegal[0]
    if failures:
        return failures[0]
    return _no_answer(ask, [e.says for e in offered], words)


def _no_answer(ask: Ask, says: list[str], words: list[str]) -> Refusal:
    """That no action is worded so: how those are whose first word is right, or else with what answers begin."""
    alike = [s for s in says if tokens(s)[0] == words[0]]
    if alike:
        return Refusal(f"`{' '.join(words)}` is not how it is said: {'; '.join(alike)}.", ask.rule)
    verbs = list(dict.fromkeys(tokens(s)[0] for s in says))
    hint = did_you_mean(words[0], verbs)
    return Refusal(f"`{words[0]}` is no answer here; answers begin with {', '.join([*verbs, 'done'])}. {hint}".strip(), ask.rule)


def _match(game: Game, ask: Ask, entry: ActionEntry, words: list[str]) -> tuple[Any, ...] | Refusal | None:
    """The choices that words make for an action; None where the words are another action's."""
    pattern = tokens(PLACEHOLDER.sub(lambda m: f" \x00{m[1]} ", entry.says))
    pattern = [t for t in pattern if t]
    literals = [p for p in pattern if not p.startswith("\x00")]
    if literals and words[0] != literals[0] and words[0] != entry.name:
        return None
    found: dict[str, Any] = {}
    rest = list(words)
    if rest[0] == entry.name and literals and literals[0] != entry.name:
        rest = [literals[0], *rest[1:]]
    kinds = {name: (kind, mover, of) for name, kind, mover, of in entry.choices}
    for index, part in enumerate(pattern, 1):
        if not part.startswith("\x00"):
            if not rest or rest[0] != part:
                return None
            rest.pop(0)
            continue
        name = part[1:]
        if name not in kinds:
            if rest:
                rest.pop(0)
            continue
        value = _value(game, ask, entry, name, kinds[name], rest, found, len(pattern) - index)
        if isinstance(value, Refusal):
            return value
        found[name] = value
    if rest:
        return Refusal(f"`{' '.join(rest)}` is left over at the end of `{entry.says}`.")
    missing = [name for name in kinds if name not in found]
    if missing:
        return None
    return tuple(
        _path(game, found[name], found[mover]) if kind == "reached_by" else found[name] for name, (kind, mover, _) in kinds.items()
    )


def _value(
    game: Game,
    ask: Ask,
    entry: ActionEntry,
    name: str,
    how: tuple[str, str, str],
    rest: list[str],
    found: dict[str, Any],
    parts_behind: int,
) -> Any:
    kind, _, of = how
    if not rest:
        return Refusal(f"`{name}` is missing: {entry.says}")
    if kind == "reached_by":
        return _way(game, rest)
    if of == "unit":
        return _units(game, ask, entry, name, kind, rest, found, parts_behind)
    word = rest.pop(0)
    if of == "number":
        return int(word) if word.isdigit() else Refusal(f"`{word}` is no number: {entry.says}")
    if of in game.rules.program.sorts:
        ids = game.rules.program.ids.get(of, ())
        if word not in ids:
            return Refusal(f"There is no {of} `{word}`. {did_you_mean(word, ids)}".strip())
    return word


def _way(game: Game, rest: list[str]) -> tuple[str, ...] | Refusal:
    """A destination, and the spaces on the way to it if they are told."""
    word = rest.pop(0)
    spaces = game.rules.board.spaces
    if word not in spaces:
        return Refusal(f"There is no space `{word}`. {did_you_mean(word, spaces)}".strip())
    via: list[str] = []
    if rest and rest[0] == "via":
        rest.pop(0)
        while rest and rest[0] in spaces:
            via.append(rest.pop(0))
    return (word, *via)


def _path(game: Game, way: tuple[str, ...], mover: Any) -> tuple[str, ...]:
    """The path of a unit that a way means; one that no unit can take where there is none."""
    word, *via = way
    unit = mover[0] if isinstance(mover, tuple) else mover
    here = game.world.u[unit][2]
    paths = [p for p in game.rules.paths.moves(game.world, unit) if p[-1] == word]
    for path in paths:
        if not via or tuple(via) == path[1:-1]:
            return path
    return (here, *via, word)


def _units(
    game: Game, ask: Ask, entry: ActionEntry, name: str, kind: str, rest: list[str], found: dict[str, Any], parts_behind: int
) -> Any:
    """The units that the next words name; a space is theirs only if enough words are left for the parts behind."""
    number = 1
    if rest[0].isdigit():
        number = int(rest.pop(0))
        if not rest or number < 1:
            return Refusal(f"`{name}` is missing: {entry.says}")
    rules, world = game.rules, told_world(game)
    word = rest.pop(0)
    types = kinds(rules)
    if word not in types and word.endswith("s") and word[:-1] in types:
        word = word[:-1]
    if word not in types:
        return Refusal(f"There is no unit type `{word}`. {did_you_mean(word, types)}".strip())
    bracket = rest.pop(0) if rest and rest[0].startswith("[") else ""
    placed = rest and rest[0] in rules.board.spaces and len(rest) > parts_behind and rest[1:2] != ["via"]
    place = rest.pop(0) if placed else None
    there = [u for u in (world.at.get(place, ()) if place else tuple(world.u)) if world.u[u][0] == word]
    if not there:
        return Refusal(f"There is no {word} in {place}." if place else f"There is no {word} on the board.")
    candidates = _candidates(ask, entry, name, found)
    chosen = _best(game, there, candidates, bracket, number)
    if len(chosen) < number:
        return Refusal(f"There are not {number} {word} of one kind that may be chosen" + (f" in {place}." if place else "."))
    return chosen[:number] if kind == "some_of" else chosen[0]


def _candidates(ask: Ask, entry: ActionEntry, name: str, found: dict[str, Any]) -> set[int]:
    """The units that an offered action lets one choose after the choices made."""
    names = [c[0] for c in entry.choices]
    before = names[: names.index(name)]
    if not all(n in found for n in before):
        return set()
    for choosing in ask.actions:
        if choosing.entry is entry:
            return {
                u for value in choosing.branches(tuple(found[n] for n in before)) for u in (value if isinstance(value, tuple) else (value,))
            }
    return set()


def _best(game: Game, there: list[int], candidates: set[int], bracket: str, number: int) -> tuple[int, ...]:
    """The group of alike units that is meant: one that may be chosen, that is large enough, that has what the brackets say.

    Without brackets it is one that is as usual, so that the words of an answer that is offered mean that answer.
    Where fewer may be chosen it is the whole group, so that the refusal can tell why.
    """
    rules, world = game.rules, told_world(game)
    ranked = groups(rules, world, sorted(there, key=lambda u: (u not in candidates, u)))
    if bracket:
        ranked = [g for g in ranked if bracket in unit_words(rules, world, g[0]).lower()] or ranked

    def rank(group: tuple[int, ...]) -> tuple[bool, bool, bool]:
        return (group[0] not in candidates, len(group) < number, not bracket and "[" in unit_words(rules, world, group[0]))

    best = min(ranked, key=rank)
    inside = tuple(u for u in best if u in candidates)
    return tuple(sorted(inside if len(inside) >= number else best))


def told(rules: Ruleset, events: Iterable[Event], world: World | None = None, viewers: Iterable[str] = ()) -> list[Event]:
    """The events that a log shows: all but the silent ones, and, with a world and viewers, those told to others alone."""
    watching = frozenset(viewers)
    found = [event for event in events if event.name not in rules.program.silent]
    return found if world is None else [event for event in found if watching & _audience(rules, event, world, watching)]


def heard(game: Game, events: Iterable[Event], viewer: str | None) -> list[Event]:
    """The events that a log shows to a power; to nobody in particular (None), all but the silent ones."""
    return told(game.rules, events) if viewer is None else told(game.rules, events, game.world, (viewer,))


def _audience(rules: Ruleset, event: Event, world: World, watching: frozenset[str]) -> frozenset[str]:
    """Those of the viewers that an event is told to; none where what it speaks of is gone."""
    if event.name not in rules.program.audiences:
        return watching
    try:
        return frozenset(rules.f(f"u_{event.name}")(world, *event.values))
    except KeyError:
        return frozenset()


def event_words(rules: Ruleset, world: World, event: Event) -> str:
    """An event as a line of a log, from the words that its definition gives."""
    if event.name not in rules.program.events:
        return " ".join([event.name, *map(str, event.values)])
    names, text = rules.program.events[event.name]
    values = dict(zip(names, event.values, strict=True))

    def word(match: re.Match[str]) -> str:
        return _shown(rules, world, values.get(match[1]))

    if not text:
        return " ".join([event.name.replace("_", " "), *(_shown(rules, world, v) for v in event.values)])
    return PLACEHOLDER.sub(word, text)


def _shown(rules: Ruleset, world: World, value: Any) -> str:
    if isinstance(value, tuple):
        if value and all(isinstance(v, int) and not isinstance(v, bool) for v in value):
            return ", ".join(map(str, value))
        return ", ".join(_shown(rules, world, v) for v in value) or "nothing"
    if isinstance(value, str):
        for sort in rules.program.entities.get(value, ()):
            return rules.title_of(sort, value)
        if any(value in words for words in rules.program.words.values()):
            return value.replace("_", " ")
        if value in rules.board.borders:
            return "–".join(rules.title_of("space", space) for space in value.split("|"))
    return "nobody" if value is None else str(value)
