"""`python tests/benchmarks/run.py`: how fast the product is, in figures, beside what was set as the aim.

Figures are CPU time, the best of some runs, so that other work on the machine does not count.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from interpreter import Game, Ruleset, answers, load, restore, save, start, step  # noqa: E402
from interpreter.machine.game import advance, begin  # noqa: E402
from interpreter.rules.build import build  # noqa: E402
from interpreter.state.opening import empty_world  # noqa: E402
from tests.benchmarks.boards import write  # noqa: E402

RULESET = "spring-1942"


@dataclass(frozen=True)
class Figure:
    """One line of the table; `aim` is a bound: at most it, or at least it where `more` is better."""

    name: str
    value: float
    unit: str
    aim: float | None = None
    more: bool = False

    def line(self) -> str:
        aim = "" if self.aim is None else f"{'>' if self.more else '<'} {self.aim:,g}"
        ratio = 0.0 if self.aim is None else (self.value / self.aim if self.more else self.aim / self.value)
        verdict = "" if self.aim is None else f"{ratio:6.2f}×  {'ok' if ratio >= 1 else 'TOO SLOW'}"
        return f"{self.name:<58} {self.value:>12,.2f} {self.unit:<12} {aim:>10} {verdict}"


def best(work: Callable[[], object], runs: int = 3) -> float:
    """Seconds of CPU time of the fastest run."""
    found = []
    for _ in range(runs):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def process(code: str, cache: str) -> float:
    """Seconds of CPU time of a new Python process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "WARBOOK_CACHE": cache}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@contextmanager
def own_cache() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield folder


def starting() -> Iterator[Figure]:
    code = f"from interpreter import check; assert not [d for d in check('{RULESET}') if d.severity == 'error']"
    with own_cache() as cache:
        yield Figure("check, new process, no cache", min(process(code, "off") for _ in range(2)), "s", 3)
        process(code, cache)
        yield Figure("check, new process, cached", min(process(code, cache) for _ in range(3)), "s", 0.5)
    yield Figure("a new process that does nothing", min(process("pass", "off") for _ in range(3)), "s")
    yield Figure("build (parse, check, compile), warm", best(lambda: build(RULESET), 2), "s")
    load(RULESET)
    yield Figure("load from cache, warm", best(lambda: load(RULESET), 5) * 1000, "ms")


def played(game: Game, answerer: Callable[[Game], object], rounds: int) -> Game:
    while game.ask is not None and game.value("round") <= rounds:
        game = advance(game, game.ask, answerer(game))  # type: ignore[arg-type]
    return game


def stepped(game: Game, most: int) -> Game:
    while game.ask is not None and game.count < most:
        game = step(game, answers.random(game))
    return game


def asking(rules: Ruleset) -> Iterator[Figure]:
    played(start(rules, seed=1), answers.random, 1)
    for kind, rounds, aim in (("random", 4, 3000.0), ("greedy", 1, None)):
        counts: list[int] = []
        began = time.process_time()
        for seed in (1, 2):
            counts.append(played(start(rules, seed=seed), getattr(answers, kind), rounds).count)
        seconds = time.process_time() - began
        yield Figure(f"answers a second, {kind} games (advance)", sum(counts) / seconds, "a second", aim, more=True)
        if kind == "greedy":
            yield Figure("a greedy round of five powers", seconds / 2, "s", 3)
    began = time.process_time()
    count = stepped(start(rules, seed=3), 400).count
    yield Figure("answers a second, random games, checked (step)", count / (time.process_time() - began), "a second")


def keeping(rules: Ruleset) -> Iterator[Figure]:
    game = stepped(start(rules, seed=5), 300)
    number = 20_000

    def forks() -> None:
        fork = game.world.fork
        for _ in range(number):
            fork()

    yield Figure("fork of a world", best(forks) / number * 1e6, "µs", 5)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"

        def around() -> None:
            for _ in range(10):
                save(game, file)
                restore(file, rules)

        yield Figure("save + restore, after 300 answers", best(around) / 10 * 1000, "ms", 5)
        yield Figure("size of that save", file.stat().st_size / 1024, "KiB")

    def digests() -> None:
        for _ in range(20):
            game.__dict__.pop("digest", None)
            game.digest  # noqa: B018

    yield Figure("digest of a position", best(digests) / 20 * 1000, "ms")


def battles(rules: Ruleset) -> Iterator[Figure]:
    """10 infantry, 3 artillery, 4 tanks, 2 fighters against 8, 2, 2, 2; losses are the first that may be picked."""
    world = empty_world(rules).fork()
    p = rules.program
    index = {name: a.index for name, a in p.attributes["game"].items()}
    world.set_game(index["active"], "germany", "set-up")
    for owner, numbers in (("germany", (10, 3, 4, 2)), ("ussr", (8, 2, 2, 2))):
        for kind, number in zip(("infantry", "artillery", "tank", "fighter"), numbers, strict=True):
            world.create(number, kind, "belorussia", owner, "set-up")
    world.set("space", "belorussia", p.attributes["space"]["controller"].index, "ussr", "set-up")
    world.owned = set()
    number, asks = 60, 0
    began = time.process_time()
    for seed in range(number):
        game = begin(rules, world, "land_battle", ("belorussia",), seed=seed)
        while game.ask is not None:
            if game.ask.kind == "roll":
                answer = answers.random(game)
            elif game.ask.kind == "act":
                answer = ("done",)
            else:
                answer = next(game.ask.options)
            game = advance(game, game.ask, answer)
        asks += game.count
    seconds = time.process_time() - began
    yield Figure("land battles a second through the machine", number / seconds, "a second")
    yield Figure("answers in such a battle", asks / number, "")


def sister() -> Iterator[Figure]:
    """The bigger game of the family: nine powers, 333 spaces."""
    code = "from interpreter import load; load('global-1940')"
    with own_cache() as cache:
        yield Figure("global-1940: load, new process, no cache", process(code, cache), "s")
        yield Figure("global-1940: load, new process, cached", min(process(code, cache) for _ in range(3)), "s", 1)
    rules = load("global-1940")
    began = time.process_time()
    count = stepped(start(rules, seed=1), 300).count
    yield Figure("global-1940: answers a second, random games, checked", count / (time.process_time() - began), "a second")
    began = time.process_time()
    played(start(rules, seed=1), answers.greedy, 1)
    yield Figure("global-1940: a greedy round of nine powers", time.process_time() - began, "s", 10)


def skirmish() -> Iterator[Figure]:
    """Hexes: whole battles of two armies of about 100 points that players by program build and lead."""
    rules = load("miniatures")
    seconds, counts = [], []
    for seed in (1, 2, 3):
        began = time.process_time()
        game = start(rules, seed=seed)
        while game.ask is not None:
            game = advance(game, game.ask, answers.greedy(game))
        seconds.append(time.process_time() - began)
        counts.append(game.count)
    yield Figure("miniatures: a whole greedy battle, 100 points a side", sum(seconds) / len(seconds), "s", 10)
    yield Figure("  answers in it", sum(counts) / len(counts), "")


def growing() -> Iterator[Figure]:
    """What a move costs on boards of several sizes with 200 units: taking it, and counting out all of them."""
    first: float | None = None
    for spaces in (250, 1000, 4000):
        with tempfile.TemporaryDirectory() as folder:
            build_time = best(lambda: build(write(Path(folder) / "grid", spaces)), 1)  # noqa: B023
            os.environ["WARBOOK_CACHE"] = "off"
            rules = load(write(Path(folder) / "grid", spaces))
            os.environ.pop("WARBOOK_CACHE")
        game = start(rules, seed=1)
        began = time.process_time()
        for _ in range(150):
            assert game.ask is not None
            game = advance(game, game.ask, answers.random(game))
        each = (time.process_time() - began) / 150 * 1000
        first = first or each
        yield Figure(f"a random move, {spaces:,} spaces", each, "ms")
        yield Figure(f"  compared with 250 spaces, {spaces:,}", each / first, "×")
        yield Figure(f"  building {spaces:,} spaces", build_time, "s")


def main() -> int:
    print(f"{'':<58} {'figure':>12} {'':<12} {'aim':>10}  ratio")
    slow = 0
    for part in (
        starting,
        lambda: asking(load(RULESET)),
        lambda: keeping(load(RULESET)),
        lambda: battles(load(RULESET)),
        sister,
        skirmish,
        growing,
    ):
        gc.collect()
        gc.freeze()
        for figure in part():
            print(figure.line(), flush=True)
            slow += "TOO SLOW" in figure.line()
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
