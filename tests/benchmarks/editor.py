"""How fast the language server answers on a large ruleset, when nothing else goes on and while it checks.

    python -m tests.benchmarks.editor [RULESET]

Starts the real server, opens the rules of the ruleset, asks about places all over the file, and prints milliseconds from
the request to the answer: median, 95 of 100, the longest. Answers are to come within 100 ms.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import median

from tests.editor.client import Client

ROOT = Path(__file__).parents[2] / "rulesets"
ASKED = ("hover", "completion", "definition")
TIMES = dict[str, list[float]]


def ask(client: Client, file: Path, lines: list[str], chance: random.Random, times: TIMES) -> None:
    """One question of each kind about a place drawn by chance."""
    line = chance.randrange(len(lines))
    column = chance.randrange(len(lines[line]) + 1)
    for what in ASKED:
        begun = time.perf_counter()
        client.ask(what, file, line, column)
        times.setdefault(what, []).append((time.perf_counter() - begun) * 1000)
    begun = time.perf_counter()
    client.request("textDocument/documentSymbol", textDocument={"uri": file.as_uri()})
    times.setdefault("symbols", []).append((time.perf_counter() - begun) * 1000)


def tell(head: str, times: TIMES) -> None:
    for what, taken in times.items():
        taken.sort()
        at = taken[min(int(len(taken) * 0.95), len(taken) - 1)]
        print(f"{head:12} {what:11} {len(taken):4} asked   median {median(taken):6.1f}   95 % {at:6.1f}   longest {taken[-1]:6.1f} ms")


def main(name: str) -> None:
    file = ROOT / name / "rules.yaml"
    text = file.read_text(encoding="utf-8")
    lines, chance = text.split("\n"), random.Random(1)
    with Client(ROOT) as client:
        begun = time.perf_counter()
        client.open(file)
        client.diagnostics(file)
        print(f"{name}: the first reading took {time.perf_counter() - begun:.1f} s")
        quiet: TIMES = {}
        for _ in range(100):
            ask(client, file, lines, chance, quiet)
        tell("quiet", quiet)
        busy: TIMES = {}
        checks: list[float] = []
        for number in range(5):
            begun = time.perf_counter()
            seen = client.told
            client.change(file, f"{text}# {number}\n", number + 2)
            while client.told == seen:
                ask(client, file, lines, chance, busy)
            checks.append(time.perf_counter() - begun)
        tell("in a check", busy)
        print(f"from a change to what is wrong: median {median(checks):.2f} s, while it is asked without a pause")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "global-1940")
