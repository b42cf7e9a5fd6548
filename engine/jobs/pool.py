"""The best distinct results of several draws: more are drawn than shown, duplicates are dropped, the rest are ordered.
Where no more are drawn than shown, all stay and are ordered.

Sentences are ordered by their worth (engine.jobs.worth), pieces by their grade. A draw does not depend on how many
there are; only which ones are shown, and in which order, does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.canvas.music import Piece
from engine.canvas.project import CanvasPart
from engine.errors import PalimpsestError
from engine.jobs.worth import worth
from engine.sampling.cells import Cells, Predictor
from engine.sampling.modalities import MODALITIES
from engine.sampling.ordered import mac_order, score_ordered

AT_ONCE = 8  # draws in one network call


@dataclass(frozen=True)
class Ranked:
    """The draws to show, best first, and the nats and grades of each where they are known."""

    order: tuple[int, ...] = ()
    nats: tuple[float | None, ...] = ()
    grades: tuple[float | None, ...] = ()


def different(canvases: Sequence[CanvasPart]) -> tuple[int, ...]:
    """The first of each kind of draw: sentences alike up to case and signs count as one."""
    seen: dict[object, int] = {}
    for number, canvas in enumerate(canvases):
        seen.setdefault(MODALITIES[type(canvas)].alike(canvas), number)
    return tuple(seen.values())


def by_worth(
    kept: Sequence[int], tokens: np.ndarray, nats: np.ndarray | None, cells: Cells, mac: Callable[[], Predictor]
) -> Iterator[Ranked]:
    """Some draws by their worth, most first, with their exact nats under MAC; `nats` holds them where the sampler
    knows them already.

    Yields after each network call, the last time with all of them."""
    known = {} if nats is None else {k: float(nats[k]) for k in kept if np.isfinite(nats[k])}
    for number in kept:
        if number not in known:
            here = replace(cells, tokens=tokens[number])
            for found in score_ordered(mac(), here, mac_order(here)):
                known[number] = float(found.sum())
                yield Ranked()
    judged: dict[int, float] = {}
    for first in range(0, len(kept), AT_ONCE):
        some = kept[first : first + AT_ONCE]
        exact = np.array([known[number] for number in some])
        judged |= zip(some, worth(mac(), cells, tokens[list(some)], exact), strict=True)
        yield Ranked()
    order = tuple(sorted(kept, key=lambda number: (-judged[number], number)))
    yield Ranked(order, tuple(known[number] for number in order))


def by_grade(canvases: Sequence[CanvasPart], kept: Sequence[int], nats: np.ndarray | None) -> Iterator[Ranked]:
    """Some pieces by their grade, lowest first; a piece without one comes last."""
    from engine.theory.grade import grade

    grades: dict[int, float] = {}
    for number in kept:
        piece = canvases[number]
        assert isinstance(piece, Piece)
        try:
            value = grade(piece).overall
        except PalimpsestError:
            value = np.inf
        grades[number] = value if np.isfinite(value) else np.inf
        yield Ranked()
    order = tuple(sorted(grades, key=lambda number: (grades[number], number)))
    known = [None if nats is None or not np.isfinite(nats[k]) else float(nats[k]) for k in order]
    yield Ranked(order, tuple(known), tuple(grades[k] if np.isfinite(grades[k]) else None for k in order))
