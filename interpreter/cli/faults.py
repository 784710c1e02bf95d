"""How a command ends that cannot go on: with a sentence and an exit status, never with a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

import typer
from typer.core import TyperGroup

WRONG, USAGE, STOPPED, OURS = 1, 2, 130, 70


class Mistake(Exception):
    """Something that the person who typed can mend; `status` is 1 for wrong content, 2 for wrong usage."""

    def __init__(self, message: str, status: int = WRONG) -> None:
        super().__init__(message)
        self.status = status


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
    from interpreter.machine.faults import Fault
    from interpreter.machine.save import SaveError
    from interpreter.rules.build import RulesetError

    if os.environ.get("WARBOOK_DEBUG"):
        traceback.print_exc()
    match error:
        case Mistake():
            say(str(error))
            return error.status
        case RulesetError():
            say(ruleset_words(error))
            return WRONG
        case SaveError():
            say(str(error))
            return WRONG
        case Fault():
            say(f"A rule failed while it ran.\n{error}\nThe game stays as it was; the ruleset has to be mended.")
            return WRONG
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            say(f"{where}{error.strerror or error}")
            return WRONG
    say(ours(error))
    return OURS


def ruleset_words(error: Any) -> str:
    """What is wrong with a ruleset: a sentence where it is not there at all, else every diagnostic with its line."""
    from interpreter.source.diagnostics import render

    named = ("unknown-ruleset", "unknown-overlay")
    if all(d.code in named or d.file == "(options)" for d in error.diagnostics if d.severity == "error"):
        return "\n".join(sentence(f"{d.message} {d.hint}") for d in error.diagnostics if d.severity == "error")
    return render(error.diagnostics).rstrip("\n")


def sentence(text: str) -> str:
    """A message and its hint as sentences: `there is no x `y` did you mean `z`?` gets its capital and full stop."""
    from re import sub

    text = " ".join(text.split())
    text = sub(r"` (did you|the \w+ are)", lambda m: f"`. {m[1].capitalize()}", text)
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "?")) else text + "."


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
