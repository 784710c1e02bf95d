"""A person at a terminal: reads questions, answers by number or in words, looks around, takes an answer back.

What it reads from and writes to is given, so that a test or a pipe can be the person. An answerer may also give a
`Back` (play goes on from an earlier game) or raise `Quit`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from interpreter.machine.game import Game
from interpreter.machine.knowledge import known_game
from interpreter.machine.options import Refusal
from interpreter.machine.questions import CHANCE, Answer
from interpreter.machine.save import save
from interpreter.machine.wording import event_words, heard, read
from interpreter.players.chance import roll
from interpreter.players.textmap import text_map
from interpreter.players.views import (
    Choice,
    board_lines,
    choices,
    dice_lines,
    purse,
    reason,
    refusal_lines,
    refusal_of,
    round_of,
    scene,
    space_lines,
    title,
)
from interpreter.source.nearest import did_you_mean

PAGE = 20
FEW = 15
HELP = """\
  NUMBER           takes the answer (or opens the group) with this number
  words            an answer in words, such as it is listed; or a part of one, to list those that contain it
  all, more, back  lists every answer; goes on with a long list; goes up to the groups
  why-not ANSWER   tells why an answer is not legal now
  board [SPACE]    shows what stands where, or one space
  map              shows a board of hexes: what each hex is, who stands there, what its sides bear
  log [N]          shows the last N announcements (10)
  undo             takes back your last answer, if no dice were rolled and nobody else has answered since
  edit EFFECTS     corrects the position by hand, in the rule language; the log keeps it
  save FILE        saves the game
  quit             leaves the game
Where an answer begins with one of these words, put a colon before the command: `:board`."""


@dataclass(frozen=True, slots=True)
class Back:
    """Play goes on from this game."""

    game: Game


class Quit(Exception):
    """The person leaves."""


@dataclass(frozen=True, slots=True)
class Group:
    """Answers under one heading."""

    words: str
    inside: tuple[Choice, ...]


Entry = Choice | Group


class Human:
    """An answerer for one or more powers at one terminal."""

    def __init__(self, read_line: Callable[[str], str], write: Callable[[str], None], players: Mapping[str, str] | None = None) -> None:
        """`players` are the kinds of player of all powers, for saves."""
        self.read_line, self.write, self.players = read_line, write, players
        self.before: list[Game] = []
        self.game: Game | None = None
        self.all: list[Choice] = []
        self.entries: Sequence[Entry] = ()
        self.shown = 0
        self.commands: dict[str, Callable[[Game, str], Answer | Back | None]] = {
            "help": self._help, "?": self._help, "all": self._all, "more": self._more, "back": self._up, "why-not": self._why_not,
            "board": self._board, "map": self._map, "log": self._log, "undo": self._undo, "save": self._save, "quit": self._quit,
        }  # fmt: skip

    def __call__(self, game: Game) -> Answer | Back:
        """The answer of the person to the pending question. Raises Quit where they leave or the input ends."""
        self._open(game)
        while True:
            try:
                line = self.read_line(f"{game.ask.actor if game.ask else ''}> ").strip()
            except EOFError:
                raise Quit from None
            found = self._take(game, line or "more")
            if found is not None:
                if not isinstance(found, Back):
                    self.before.append(game)
                return found

    # --- what is asked -----------------------------------------------------------------------------------------

    def _open(self, game: Game) -> None:
        ask = game.ask
        assert ask is not None
        if self.game is None:
            self.write("Answer with a number or in words. `?` tells what else you can say, `quit` stops.")
        self.game = game
        number = round_of(game)
        parts = [title(game, ask.actor), *([f"round {number}"] if number is not None else []), reason(game, ask), *scene(game)]
        self.write("")
        self.write(f"── {' · '.join(parts)} " + "─" * 12)
        if ask.actor == CHANCE:
            for line in dice_lines(ask):
                self.write(line)
            self.write("Enter what they show, or `roll`.")
            self.all, self.entries = [], ()
            return
        has = purse(known_game(game, ask.actor), ask.actor)
        if has:
            self.write(has)
        self.all = choices(game)
        self._show(game, self.all if len(self.all) <= FEW else grouped(self.all))

    def _show(self, game: Game, entries: Sequence[Entry]) -> None:
        self.entries, self.shown = entries, 0
        self._list(game)

    def _list(self, game: Game) -> None:
        start = self.shown if self.shown < len(self.entries) else 0
        page = self.entries[start : start + PAGE]
        for number, entry in enumerate(page, start + 1):
            tail = f" … ({len(entry.inside)})" if isinstance(entry, Group) else ""
            self.write(f"{number:4}  {entry.words}{tail}")
        self.shown = start + len(page)
        if self.shown < len(self.entries):
            self.write(f"      more: {len(self.entries) - self.shown} further ones")

    # --- what is said ------------------------------------------------------------------------------------------

    def _take(self, game: Game, line: str) -> Answer | Back | None:
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.removeprefix(":").lower())
        if command is not None and (word.startswith(":") or not self._begins(game, word.lower())):
            return command(game, rest.strip())
        if line.isdigit() and game.ask is not None and game.ask.actor != CHANCE:
            return self._number(game, int(line))
        return self._words(game, line)

    def _begins(self, game: Game, word: str) -> bool:
        """Whether answers begin with a word that is also a command."""
        return any(c.words.split(" ", 1)[0] == word for c in self.all)

    def _number(self, game: Game, number: int) -> Answer | None:
        if not 1 <= number <= len(self.entries):
            self.write(f"There is no number {number} in the list.")
            return None
        entry = self.entries[number - 1]
        if isinstance(entry, Choice):
            return entry.answer
        self._show(game, entry.inside if len(entry.inside) <= FEW else grouped(entry.inside))
        return None

    def _words(self, game: Game, line: str) -> Answer | None:
        ask = game.ask
        assert ask is not None
        if ask.actor == CHANCE and line.lower() in ("roll", "dice"):
            return roll(game, ask)
        answer = read(game, line)
        refusal = answer if isinstance(answer, Refusal) else refusal_of(game, answer)
        if refusal is None and not isinstance(answer, Refusal):
            return answer
        parts = line.lower().split()
        inside = [c for c in self.all if all(part in c.words.lower() for part in parts)]
        if inside:
            self._show(game, inside if len(inside) <= FEW else grouped(inside))
        elif refusal is not None:
            self._refuse(game, refusal)
        return None

    def _refuse(self, game: Game, refusal: Refusal) -> None:
        for line in refusal_lines(game.rules, refusal):
            self.write(f"  {line}")

    # --- commands ----------------------------------------------------------------------------------------------

    def _help(self, game: Game, rest: str) -> None:
        self.write(HELP)

    def _all(self, game: Game, rest: str) -> None:
        self._show(game, self.all)

    def _more(self, game: Game, rest: str) -> None:
        self._list(game)

    def _up(self, game: Game, rest: str) -> None:
        self._show(game, self.all if len(self.all) <= FEW else grouped(self.all))

    def _why_not(self, game: Game, rest: str) -> None:
        answer = read(game, rest)
        refusal = answer if isinstance(answer, Refusal) else refusal_of(game, answer)
        if refusal is None:
            self.write("  It is legal.")
        else:
            self._refuse(game, refusal)

    def _board(self, game: Game, rest: str) -> None:
        viewer = viewer_of(game)
        if not rest:
            for line in (*text_map(game, viewer), *board_lines(game, viewer)):
                self.write(f"  {line}")
        elif rest in game.rules.board.spaces:
            for line in space_lines(game, rest, viewer):
                self.write(f"  {line}")
        else:
            self.write(f"  There is no space `{rest}`. {did_you_mean(rest, game.rules.board.spaces)}".rstrip())

    def _map(self, game: Game, rest: str) -> None:
        found = text_map(game, viewer_of(game)) or [
            "This board has no hexes: `board` lists what stands where, and the command `warbook map` draws it."
        ]
        for line in found:
            self.write(f"  {line}")

    def _log(self, game: Game, rest: str) -> None:
        number = int(rest) if rest.isdigit() else 10
        events = heard(game, (e for past in game.history() for e in past.events), viewer_of(game))
        for event in events[max(0, len(events) - number) :]:
            self.write(f"  {event.number:4}  {event_words(game.rules, game.world, event)}")

    def _undo(self, game: Game, rest: str) -> Back | None:
        last = self.before[-1] if self.before else None
        if last is None or last.past is not game.past.before:
            self.write("  Nothing can be taken back: somebody else has answered, or dice were rolled, since your last answer.")
            return None
        if game.ask is None or last.ask is None or last.ask.actor != game.ask.actor or last.ask.actor == CHANCE:
            self.write("  Only your own last answer can be taken back.")
            return None
        self.before.pop()
        return Back(last)

    def _save(self, game: Game, rest: str) -> None:
        if not rest:
            self.write("  Write the name of a file too: `save game.json`.")
            return
        try:
            save(game, rest, self.players)
        except OSError as error:
            self.write(f"  {rest} can't be written: {error.strerror or error}")
        else:
            self.write(f"  Saved to {rest}.")

    def _quit(self, game: Game, rest: str) -> None:
        raise Quit


def viewer_of(game: Game) -> str | None:
    """The power that looks at the board: the one that is asked; none where dice are rolled."""
    return game.ask.actor if game.ask is not None and game.ask.actor != CHANCE else None


def grouped(found: Sequence[Choice]) -> list[Entry]:
    """Answers under headings: by what is done, or, where all do the same, by what it is done with.

    A heading is the first words that its answers share; a group of one is that answer.
    """
    for length in range(1, 12):
        groups: dict[tuple[str, ...], list[Choice]] = {}
        for choice in found:
            groups.setdefault(heading(choice.words, length), []).append(choice)
        if len(groups) > 1:
            return [inside[0] if len(inside) == 1 else Group(" ".join(words), tuple(inside)) for words, inside in groups.items()]
    return list(found)


def heading(words: str, length: int) -> tuple[str, ...]:
    """The first words of an answer; a number is not one of them, so that `2 x` and `3 x` stand together."""
    return tuple(w for w in words.split() if not w.isdigit())[:length]
