"""What a battle map has to satisfy, as plain functions on what is written about it, so that a broken one can be tried too."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from interpreter.rules.runtime import border_key

KINDS = ("town", "hill", "forest", "marsh", "pond")
COVER = ("town", "hill", "forest", "marsh")
ZONE = 5
FAR = 1000


@dataclass(frozen=True)
class Ground:
    """The board below all layouts: neighbours of each hex, half hexes, grid points, and the sections of the faces."""

    beside: Mapping[str, tuple[str, ...]]
    half: frozenset[str]
    at: Mapping[str, tuple[int, int]]
    sections: Mapping[str, str]

    @property
    def whole(self) -> list[str]:
        return [h for h in self.beside if h not in self.half]

    def across(self, h: str) -> int:
        """Half hexes from the middle of the board, negative to the west."""
        q, r = self.at[h]
        return 2 * q + r - 15

    def zone(self, east: bool) -> list[str]:
        """The first five whole hexes of each row from an end."""
        rows: dict[int, list[str]] = {}
        for h in self.whole:
            rows.setdefault(self.at[h][1], []).append(h)
        sides = (sorted(row, key=self.across, reverse=east)[:ZONE] for row in rows.values())
        return [h for side in sides for h in side]


@dataclass(frozen=True)
class Layout:
    """A battle map as it is written."""

    number: int
    faces: tuple[str, ...]
    objective: str
    terrain: Mapping[str, tuple[str, ...]]
    streams: frozenset[str]
    roads: frozenset[str]

    def kind(self, h: str) -> str:
        return next((k for k in KINDS if h in self.terrain[k]), "")

    # --- what a step costs, in hexes; a movement roll that may fail counts as one more -------------------------------

    def vehicle(self, a: str, b: str) -> int:
        if border_key(a, b) in self.roads:
            return 1
        entered = {"marsh": FAR, "pond": FAR, "hill": 2, "forest": 3}.get(self.kind(b), 1)
        return entered + (border_key(a, b) in self.streams)

    def soldier(self, a: str, b: str) -> int:
        if border_key(a, b) in self.roads:
            return 1
        return (FAR if self.kind(b) == "pond" else 1) + (border_key(a, b) in self.streams)


def way_home(g: Ground, x: Layout, cost: Callable[[str, str], int]) -> dict[str, int]:
    """For each hex what the way to the objective costs."""
    far = {x.objective: 0}
    queue = [(0, x.objective)]
    while queue:
        spent, h = heapq.heappop(queue)
        for near in g.beside[h] if spent == far[h] else ():
            new = spent + cost(near, h)
            if near not in g.half and new < far.get(near, FAR):
                far[near] = new
                heapq.heappush(queue, (new, near))
    return far


def mean(values: Iterable[int]) -> float:
    found = list(values)
    return sum(found) / len(found)


# --- the checks: each gives a word for what is wrong, or nothing ------------------------------------------------------


def faces(g: Ground, x: Layout) -> bool:
    return len(x.faces) == 4 == len({g.sections[f] for f in x.faces})


def kinds(g: Ground, x: Layout) -> bool:
    return all(x.terrain[k] for k in KINDS)


def one_kind(g: Ground, x: Layout) -> bool:
    laid = [h for k in KINDS for h in x.terrain[k]]
    return len(laid) == len(set(laid))


def whole(g: Ground, x: Layout) -> bool:
    """Nothing lies on half hexes, no road and no stream touches one."""
    laid = {h for k in KINDS for h in x.terrain[k]} | {x.objective}
    return not g.half & (laid | {h for key in x.streams | x.roads for h in key.split("|")})


def middle(g: Ground, x: Layout) -> bool:
    return abs(g.across(x.objective)) <= 4 and all(x.objective not in g.zone(east) for east in (False, True))


def bridges(g: Ground, x: Layout) -> bool:
    return len(x.streams & x.roads) >= 2


def flowing(g: Ground, x: Layout) -> bool:
    """Streams run along sides that meet: each side has another one at one of its corners, and no stream is a single side."""
    corners: dict[frozenset[str], int] = {}
    for key in x.streams:
        for corner in ends(g, key):
            corners[corner] = corners.get(corner, 0) + 1
    return bool(x.streams) and all(any(corners[c] > 1 for c in ends(g, key)) for key in x.streams)


def ends(g: Ground, key: str) -> list[frozenset[str]]:
    """The corners of a side, each as the hexes that meet there."""
    a, b = key.split("|")
    return [frozenset((a, b, c)) for c in g.beside[a] if c in g.beside[b]]


def road_net(g: Ground, x: Layout) -> bool:
    """Along roads alone one gets from both ends to the objective, or beside it."""
    reached, queue = {x.objective}, [x.objective]
    for h in queue:
        new = [n for n in g.beside[h] if border_key(h, n) in x.roads and n not in reached]
        reached.update(new)
        queue += new
    return all(any(abs(g.across(h)) >= 13 and (g.across(h) > 0) == east for h in reached) for east in (False, True))


def open_zones(g: Ground, x: Layout) -> bool:
    """Nobody is shut out of a zone: no pond in it, hardly a marsh, and from everywhere a way to the objective."""
    vehicles, soldiers = way_home(g, x, x.vehicle), way_home(g, x, x.soldier)
    for east in (False, True):
        zone = g.zone(east)
        dry = [h for h in zone if x.kind(h) not in ("marsh", "pond")]
        if any(x.kind(h) == "pond" for h in zone) or len(dry) < len(zone) - 3:
            return False
        if any(h not in soldiers for h in zone) or any(h not in vehicles for h in dry):
            return False
    return True


def alike(g: Ground, x: Layout) -> bool:
    """Both ends: as much cover (to two hexes), as far by vehicle and on foot (to a quarter of a hex in the mean)."""
    cover = [sum(x.kind(h) in COVER for h in g.whole if (g.across(h) > 0) == east and g.across(h)) for east in (False, True)]
    if abs(cover[0] - cover[1]) > 2:
        return False
    for cost in (x.vehicle, x.soldier):
        far = way_home(g, x, cost)
        west, east = (mean(far[h] for h in g.zone(e) if h in far) for e in (False, True))
        nearest = [min(far[h] for h in g.zone(e) if h in far) for e in (False, True)]
        if abs(west - east) > 0.25 or nearest[0] != nearest[1]:
            return False
    return True


CHECKS = (faces, kinds, one_kind, whole, middle, bridges, flowing, road_net, open_zones, alike)


def wrong(g: Ground, x: Layout) -> list[str]:
    """The names of the checks that a layout fails."""
    return [check.__name__ for check in CHECKS if not check(g, x)]
