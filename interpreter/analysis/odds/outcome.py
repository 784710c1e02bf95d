"""What is known about an engagement in the end: chances, averages, what is left."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from interpreter.source.nearest import did_you_mean

SHOWN = 12  # decimals that are kept: more are rounding of the computer
LIKELY = 10


class OddsError(Exception):
    """A question about odds that has no answer; the message is for people."""


def unknown(what: str, word: str, known: Iterable[str], else_all: bool = False) -> OddsError:
    """The error for a name that there is not, with the nearest one or all that there are."""
    names = list(known)
    hint = did_you_mean(word, names) or ("there are: " + ", ".join(names) + "." if else_all else "")
    return OddsError(f"There is no {what} `{word}`. {hint[:1].upper()}{hint[1:]}".strip())


class End(NamedTuple):
    """One way in which an engagement may end: who won, whether the prize is held, what was gained, who is left.

    `left` has for each side the number of each kind of unit, as (type, hits taken) pairs.
    """

    verdict: str
    takes: bool | None
    gain: int | None
    left: tuple[tuple[tuple[str, int, int], ...], tuple[tuple[str, int, int], ...]]
    lost: tuple[Any, Any]


@dataclass(frozen=True)
class Odds:
    """The chances of an engagement; `data()` has the keys of the JSON document.

    `method` is exact or sample, `solver` which program did it; `states` how many positions were solved. `error` is the
    standard error of the chances (0 for exact ones). `swing` is the distribution of value lost by the defender less
    value lost by the attacker.
    """

    kind: str
    engagement: str
    method: str
    solver: str
    attacker_wins: float
    defender_wins: float
    draw: float
    takes: float | None
    rounds: float
    loss: Mapping[str, float]
    units_lost: Mapping[str, float]
    survivors: tuple[Mapping[str, Any], ...]
    swing: tuple[tuple[float, float], ...]
    states: int
    seconds: float
    error: float = 0.0
    samples: int | None = None
    gain: float | None = None
    gains: tuple[tuple[int, float], ...] = ()
    left: tuple[Mapping[str, Any], ...] = ()
    attacker: str = ""
    defender: str = ""
    space: str = ""
    powers: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[Mapping[str, Any], ...] = ()
    note: str = ""

    def data(self) -> dict[str, Any]:
        """The keys of `warbook odds --json`."""
        result = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {name: _plain(value) for name, value in result.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    return value


class Tally:
    """Ends with their chances, added up."""

    def __init__(self) -> None:
        self.ends: dict[End, float] = {}
        self.rounds = 0.0

    def add(self, end: End, chance: float) -> None:
        self.ends[end] = self.ends.get(end, 0.0) + chance

    def figures(self, samples: int | None = None) -> dict[str, Any]:
        """The fields of `Odds` that ends tell."""
        total = math.fsum(self.ends.values()) or 1.0
        verdicts = {"wins": 0.0, "loses": 0.0, "draw": 0.0}
        takes: float | None = None
        gain: float | None = None
        loss, units = [0.0, 0.0], [0.0, 0.0]
        swing: dict[float, float] = {}
        gains: dict[int, float] = {}
        armies: tuple[dict[Any, float], dict[Any, float]] = ({}, {})
        pairs: dict[Any, float] = {}
        for end, weight in self.ends.items():
            chance = weight / total
            verdicts[end.verdict] += chance
            if end.takes is not None:
                takes = (takes or 0.0) + (chance if end.takes else 0.0)
            if end.gain is not None:
                gain = (gain or 0.0) + chance * end.gain
                gains[end.gain] = gains.get(end.gain, 0.0) + chance
            for side in (0, 1):
                value, number = end.lost[side]
                loss[side] += chance * value
                units[side] += chance * number
                armies[side][end.left[side]] = armies[side].get(end.left[side], 0.0) + chance
            pairs[end.left] = pairs.get(end.left, 0.0) + chance
            difference = float(end.lost[1][0] - end.lost[0][0])
            swing[difference] = swing.get(difference, 0.0) + chance
        error = 0.0
        if samples:
            error = max(math.sqrt(p * (1 - p) / samples) for p in (*verdicts.values(), takes or 0.0))
        return {
            "attacker_wins": tidy(verdicts["wins"]), "defender_wins": tidy(verdicts["loses"]), "draw": tidy(verdicts["draw"]),
            "takes": None if takes is None else tidy(takes), "rounds": tidy(self.rounds / total),
            "loss": {"attacker": tidy(loss[0]), "defender": tidy(loss[1])},
            "units_lost": {"attacker": tidy(units[0]), "defender": tidy(units[1])},
            "survivors": tuple(s for side, name in ((0, "attacker"), (1, "defender")) for s in _likely(name, armies[side])),
            "left": tuple({"attacker": words(p[0]), "defender": words(p[1]), "probability": tidy(c)} for p, c in _first(pairs)),
            "swing": tuple(sorted((d, tidy(c)) for d, c in swing.items() if tidy(c))),
            "gain": None if gain is None else tidy(gain),
            "gains": tuple(sorted((g, tidy(c)) for g, c in gains.items() if tidy(c))),
            "error": tidy(error), "samples": samples,
        }  # fmt: skip


def tidy(number: float) -> float:
    """A number without what only the computer's rounding made: the same wherever it is computed."""
    return round(float(number), SHOWN) + 0.0


def _first(armies: Mapping[Any, float]) -> list[tuple[Any, float]]:
    """The likeliest; of equals those whose text comes first."""
    least = round(sorted(armies.values(), reverse=True)[:LIKELY][-1], SHOWN) if armies else 0.0
    some = [item for item in armies.items() if round(item[1], SHOWN) >= least]
    return sorted(some, key=lambda item: (-round(item[1], SHOWN), str(item[0])))[:LIKELY]


def _likely(side: str, armies: Mapping[Any, float]) -> list[dict[str, Any]]:
    return [{"side": side, "units": words(left), "probability": tidy(chance)} for left, chance in _first(armies)]


def words(left: tuple[tuple[str, int, int], ...]) -> str:
    """Units that are left, as an army is written."""
    return ", ".join(f"{number} {kind}" + (f":{hits}" if hits else "") for kind, hits, number in left) or "nothing"
