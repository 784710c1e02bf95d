"""Which definition was running when generated code failed."""

from __future__ import annotations


def culprit(error: BaseException) -> str:
    """The path of the innermost definition on the way to an error (`procedures.play`), or an empty text.

    The generated module tells the definition of each of its functions in `CAUSES`.
    """
    found = ""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        causes = frame.f_globals.get("CAUSES")
        if isinstance(causes, dict):
            found = causes.get(frame.f_code.co_name, found)
        trace = trace.tb_next
    return found
