"""Odds in words and bars for a terminal, and as a picture of dots; `exchange.bars` draws them as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from interpreter.analysis.odds.outcome import Odds, OddsError

BAR = 40
BINS = 15


def percent(chance: float) -> str:
    return f"{100 * chance:6.2f} %"


def bar(chance: float) -> str:
    return "█" * round(BAR * chance) or ("▏" if chance > 0.0005 else "")


def heading(odds: Odds) -> str:
    """What is fought, where, and by whom."""
    sides = [f"{odds.powers.get(side)} with {army}" for side, army in (("attacker", odds.attacker), ("defender", odds.defender))]
    return f"{odds.kind} in {odds.space}: {' against '.join(sides)}"


def lines(odds: Odds) -> Iterator[str]:
    """The whole answer in lines."""
    yield f"{odds.kind} in {odds.space}: {odds.powers.get('attacker')} with {odds.attacker}"
    yield f"  against {odds.powers.get('defender')} with {odds.defender}"
    yield ""
    for name, chance in chances(odds):
        yield f"  {name:<15}{percent(chance)}  {bar(chance)}".rstrip()
    yield ""
    yield f"  rounds         {odds.rounds:8.2f}"
    if odds.gain is not None:
        yield f"  gained         {odds.gain:8.2f}"
    yield f"  attacker loses {odds.units_lost['attacker']:8.2f} units worth {odds.loss['attacker']:.2f}"
    yield f"  defender loses {odds.units_lost['defender']:8.2f} units worth {odds.loss['defender']:.2f}"
    yield ""
    for side in ("attacker", "defender"):
        some = [s for s in odds.survivors if s["side"] == side and s["probability"] >= 0.0005][:6]
        if some:
            yield f"  left of the {side}:"
            yield from (f"    {percent(s['probability'])}  {s['units']}" for s in some)
    if len(odds.swing) > 1:
        yield "  value lost by the defender less that lost by the attacker:"
        yield from ("    " + line for line in histogram(odds.swing))
    yield ""
    yield "  " + how(odds)


def chances(odds: Odds) -> list[tuple[str, float]]:
    """The chances with their names."""
    found = [("attacker wins", odds.attacker_wins), ("draw", odds.draw), ("defender wins", odds.defender_wins)]
    return found if odds.takes is None else [*found, ("takes", odds.takes)]


def how(odds: Odds) -> str:
    """Which solver answered, and how sure it is."""
    if odds.method == "exact":
        text = f"exact, {odds.states} positions solved ({odds.solver})"
    else:
        text = f"{odds.samples} battles sampled ({odds.solver}), standard error at most {100 * odds.error:.3f} %"
    return f"{text}. {odds.note}".rstrip(". ") + "."


def binned(swing: Sequence[tuple[float, float]], bins: int = BINS) -> list[tuple[float, float, float]]:
    """A distribution in steps of equal width: from, to, chance."""
    low, high = swing[0][0], swing[-1][0]
    width = max((high - low) / bins, 1.0)
    width = float(-int(-width // 1))
    found: dict[int, float] = {}
    for value, chance in swing:
        place = int((value - low) // width)
        found[place] = found.get(place, 0.0) + chance
    return [(low + p * width, low + (p + 1) * width - 1, found.get(p, 0.0)) for p in range(max(found) + 1)]


def histogram(swing: Sequence[tuple[float, float]]) -> Iterator[str]:
    rows = binned(swing)
    most = max(c for _, _, c in rows)
    shown = [i for i, (_, _, c) in enumerate(rows) if c >= 0.0005]
    for first, last, chance in rows[shown[0] : shown[-1] + 1] if shown else []:
        label = f"{first:.0f}" if first == last else f"{first:.0f} … {last:.0f}"
        yield f"{label:>14} {percent(chance)}  {'█' * round(BAR * chance / most)}".rstrip()


def swings(odds: Sequence[Odds], bins: int = BINS) -> list[tuple[str, tuple[float, ...]]]:
    """The swing of value of several answers in common steps: what a step spans, and its chance in each answer."""
    every = sorted({value for one in odds for value, _ in one.swing})
    if len(every) < 2:
        return []
    edges = [(low, high) for low, high, _ in binned([(value, 0.0) for value in every], bins)]
    rows = []
    for low, high in edges:
        found = tuple(sum(chance for value, chance in one.swing if low <= value < high + 1) for one in odds)
        rows.append((f"{low:.0f}" if low == high else f"{low:.0f} … {high:.0f}", found))
    return rows


def plot(odds: Sequence[Odds], file: Path, names: Sequence[str] = ()) -> None:
    """A picture (PNG or PDF, by the ending of the name): chances and the swing of value, one or more answers beside each other."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise OddsError(f"{file.suffix} pictures need matplotlib: install warbook[plot]; an .svg needs nothing.") from None
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
    for number, one in enumerate(odds):
        label = names[number] if number < len(names) else one.kind
        shift = number * 0.8 / len(odds)
        rows = chances(one)
        left.barh([i + shift for i in range(len(rows))], [100 * c for _, c in rows], height=0.75 / len(odds), label=label)
        left.set_yticks([i + 0.4 - 0.4 / len(odds) for i in range(len(rows))], [name for name, _ in rows])
        steps = binned(one.swing, 40)
        right.step([a for a, _, _ in steps], [100 * c for _, _, c in steps], where="post", label=label)
    left.invert_yaxis()
    left.set_xlim(0, 100)
    left.set_xlabel("chance, %")
    right.set_xlabel("value lost by the defender less that lost by the attacker")
    right.set_ylabel("chance, %")
    figure.suptitle(f"{odds[0].attacker}  against  {odds[0].defender}", fontsize=10, wrap=True)
    if len(odds) > 1:
        left.legend()
    figure.savefig(file)
    pyplot.close(figure)
