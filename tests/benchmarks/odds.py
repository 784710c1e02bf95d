"""How long odds take: `python tests/benchmarks/odds.py`. Times are the best of several runs, in processor seconds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from interpreter import Odds, Ruleset, load, odds

GOLDEN = ("10 infantry, 3 artillery, 4 tank, 2 fighter", "8 infantry, 2 artillery, 2 tank, 2 fighter")
LARGE = ("60 infantry, 12 artillery, 9 tank, 4 fighter, 2 bomber", "50 infantry, 10 artillery, 10 tank, 5 fighter, 1 aa_gun")
FLEETS = (
    "2 submarine, 2 destroyer, 1 aircraft_carrier, 2 fighter, 1 battleship",
    "2 submarine, 2 destroyer, 1 aircraft_carrier, 2 fighter, 1 cruiser",
)
GREAT = (
    "12 submarine, 8 destroyer, 4 aircraft_carrier, 8 fighter, 4 battleship",
    "12 submarine, 8 destroyer, 4 aircraft_carrier, 8 fighter, 4 cruiser",
)


def best(run: Callable[[], Odds], times: int) -> tuple[float, Odds]:
    least, found = float("inf"), run()
    for _ in range(times):
        began = time.process_time()
        found = run()
        least = min(least, time.process_time() - began)
    return least, found


def main() -> None:
    rules = load("spring-1942")
    exact(rules)
    sampled(rules)
    growth(rules)


def exact(rules: Ruleset) -> None:
    print(f"{'exact':<44}{'first':>10}{'warm':>10}{'guide':>8}{'states':>9}  solver")
    for name, kind, armies, times, guide in (
        ("golden battle", "land", GOLDEN, 30, 0.005),
        ("87 v 76 with guns", "land", LARGE, 3, 0.1),
        ("8 v 8 at sea", "sea", FLEETS, 5, 0.1),
    ):
        began = time.process_time()
        odds(rules, *armies, kind=kind)
        first = time.process_time() - began
        least, found = best(lambda k=kind, a=armies: odds(rules, *a, kind=k), times)
        print(
            f"{name:<44}{1000 * first:8.1f}ms{1000 * least:8.1f}ms{1000 * guide:6.0f}ms{found.states:9}  {found.solver}, wins {found.attacker_wins:.6f}"
        )


def sampled(rules: Ruleset) -> None:
    print(f"\n{'sampled':<44}{'battles':>10}{'a second':>12}  solver")
    for name, kind, armies, number in (
        ("golden battle", "land", GOLDEN, 2_000_000),
        ("87 v 76 with guns", "land", LARGE, 500_000),
        ("8 v 8 at sea", "sea", FLEETS, 200_000),
        ("36 v 36 at sea", "sea", GREAT, 20_000),
    ):
        least, found = best(lambda k=kind, a=armies, n=number: odds(rules, *a, kind=k, method="sample", samples=n), 1)
        print(f"{name:<44}{number:>10}{number / least:>12,.0f}  {found.solver}, wins {found.attacker_wins:.4f} ± {found.error:.4f}")


def growth(rules: Ruleset) -> None:
    print(f"\n{'units a side (land)':<44}{'states':>10}{'time':>10}")
    for n in (5, 10, 20, 50, 100, 150, 200):
        attacker = f"{n - 2 * (n // 5) - n // 10} infantry, {n // 10} artillery, {n // 5} tank, {n // 5} fighter"
        defender = f"{n - 2 * (n // 10)} infantry, {n // 10} artillery, {n // 10} tank"
        least, found = best(lambda a=attacker, d=defender: odds(rules, a, d, kind="land"), 2)
        print(f"{n:<44}{found.states:>10}{1000 * least:8.1f}ms")


if __name__ == "__main__":
    main()
