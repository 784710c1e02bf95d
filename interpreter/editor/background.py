"""Checks in the background: one after the other in a thread of their own, a short while after the last change."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from interpreter.editor.project import Project, Target
from interpreter.source.diagnostics import Diagnostics

WAIT = 0.25
SWEEP = 200
"""Readings are large and nearly without rings: to look for garbage among them at any time would hold answers up for half a
second, so that the server does it once in so many checks."""
Told = Callable[[Target, Diagnostics], None]
Failed = Callable[[Exception], None]


@dataclass
class Background:
    """Which rulesets are to be read anew, and the thread that does it; `told` is called from that thread with what is wrong."""

    project: Project
    told: Told
    failed: Failed
    wait: float = WAIT
    due: dict[Target, float] = field(default_factory=dict)
    signal: threading.Condition = field(default_factory=threading.Condition)
    thread: threading.Thread | None = None
    ended: bool = False

    def ask(self, target: Target) -> None:
        """Has a ruleset read anew, when no further change comes for a while; at once where it was never read."""
        with self.signal:
            known = target in self.project.readings
            self.due[target] = time.monotonic() + (self.wait if known else 0)
            if self.thread is None:
                self.thread = threading.Thread(target=self._run, daemon=True)
                self.thread.start()
            self.signal.notify()

    def end(self) -> None:
        """Ends the thread when its present work is done."""
        with self.signal:
            self.ended = True
            self.signal.notify()

    def _next(self) -> Target | None:
        """Waits for a ruleset that is due; None at the end."""
        with self.signal:
            while not self.ended:
                now = time.monotonic()
                ready = min(self.due, key=lambda each: self.due[each], default=None)
                if ready is not None and self.due[ready] <= now:
                    del self.due[ready]
                    return ready
                self.signal.wait(self.due[ready] - now if ready is not None else None)
        return None

    def _run(self) -> None:
        count = 0
        while (target := self._next()) is not None:
            count += 1
            if count % SWEEP == 0:
                gc.collect()
            try:
                found = self.project.check(target)
            except Exception as problem:  # a fault of ours in one text must not end all help
                self.failed(problem)
                continue
            self.told(target, found)
