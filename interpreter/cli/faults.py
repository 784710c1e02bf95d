"""How a command ends that cannot go on: with a sentence and an exit status, never with a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperGroup

WRONG, USAGE, STOPPED = 1, 2, 130


class Mistake(Exception):
    """Something that the person who typed can mend; `status` is 1 for wrong content, 2 for wrong usage."""

    def __init__(self, message: str, status: int = WRONG) -> None:
        super().__init__(message)
        self.status = status


def missing(what: str, word: str, known: Iterable[str], status: int = WRONG) -> Mistake:
    """The mistake of naming something that is not there, with the nearest name or all of them."""
    from interpreter.source.nearest import nearest

    names = list(known)
    close = nearest(word, names)
    hint = f"Did you mean `{close}`?" if close is not None else f"There are: {', '.join(names)}." if names else ""
    return Mistake(f"There is no {what} `{word}`. {hint}".strip(), status)


class Commands(TyperGroup):
    """The group of all commands: turns what went wrong in one into words and a status."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except KeyboardInterrupt:
            say("Stopped.")
            raise typer.Exit(STOPPED) from None
        except BrokenPipeError:
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (the reader has gone; nothing more is to be written)
            raise typer.Exit(0) from None
        except Exception as error:
            if isinstance(error, typer.BadParameter.__mro__[2]):  # a wrong use that typer reports itself
                raise
            raise typer.Exit(told(error)) from None


def say(message: str) -> None:
    """A message for people, on standard error."""
    sys.stdout.flush()
    print(message, file=sys.stderr)


def told(error: Exception) -> int:
    """Tells what went wrong; the exit status."""
    if os.environ.get("WARBOOK_DEBUG"):
        traceback.print_exc()
    if isinstance(error, Mistake):
        say(str(error))
        return error.status
    try:
        message = known(error)
    except Exception:  # what is wrong may be the very code that would tell it
        message = ""
    say(message or ours(error))
    return WRONG


def known(error: Exception) -> str:
    """What is told about an error of rules, saves or files; empty for any other."""
    from interpreter.machine.faults import Fault
    from interpreter.machine.save import SaveError
    from interpreter.machine.setups import SetupError
    from interpreter.rules.build import RulesetError

    match error:
        case RulesetError():
            return ruleset_words(error)
        case SaveError() | SetupError():
            return str(error)
        case Fault():
            return f"A rule failed while it ran.\n{error}\nThe game stays as it was; the ruleset has to be mended."
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return f"{where}{error.strerror or error}"
    return ""


def ruleset_words(error: Any) -> str:
    """What is wrong with a ruleset: a sentence where it is not there at all, else every diagnostic with its line."""
    from interpreter.source.diagnostics import render

    named = ("unknown-ruleset", "unknown-overlay")
    if all(d.code in named or d.file == "(options)" for d in error.diagnostics if d.severity == "error"):
        return "\n".join(
            " ".join(filter(None, (sentence(d.message), sentence(d.hint)))) for d in error.diagnostics if d.severity == "error"
        )
    return render(error.diagnostics).rstrip("\n")


def sentence(text: str) -> str:
    """A text as a sentence: with a capital and a full stop; nothing stays nothing."""
    text = " ".join(text.split())
    text = text[:1].upper() + text[1:]
    return text if not text or text.endswith((".", "?")) else text + "."


def ours(error: Exception) -> str:
    """What a user is told about a fault of this program."""
    from interpreter import __version__

    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    what = f"{type(error).__name__}: {error}".strip().splitlines()[0][:300]
    return (
        f"This is a fault of warbook {__version__}, not yours: {what}{where}.\n"
        "Please report this line with the command and, if there is one, the save file; WARBOOK_DEBUG=1 shows more."
    )
