"""The best distinct results of several draws: more are drawn than shown, duplicates are dropped, the rest are ordered.
Where no more are drawn than shown, all stay and are ordered.

Sentences are ordered by their worth (engine.jobs.worth), pieces by their grade. A draw does not depend on how many
there are; only which ones are shown, and in which order, does."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.canvas.music import Piece
from engine.canvas.project import CanvasPart
from engine.errors import ModelError, PalimpsestError
from engine.jobs.worth import different_first, features, promise, verdicts, worth
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
    kept: Sequence[int],
    most: int,
    tokens: np.ndarray,
    nats: np.ndarray | None,
    cells: Cells,
    mac: Callable[[], Predictor],
    critic: Callable[[], Predictor],
) -> Iterator[Ranked]:
    """The `most` promising of some draws by their worth, most first, those that say the same last, with their exact
    nats under MAC; `nats` holds them where the sampler knows them already. Without a critic, which raises a ModelError,
    worth alone decides.

    Yields after each network call, the last time with all of them."""
    judge = _there(critic)
    vocabulary = mac().card["vocabulary"]
    found, said = np.zeros((0, 3)), np.zeros(0)
    for first in range(0, len(kept), AT_ONCE):
        some = tokens[list(kept[first : first + AT_ONCE])]
        found = np.concatenate([found, features(mac(), cells, some)])
        yield Ranked()
        said = np.concatenate([said, np.zeros(len(some)) if judge is None else verdicts(judge, cells, some)])
        yield Ranked()
    likely = np.argsort(-promise(found) - said, kind="stable").tolist()
    chosen = np.sort(different_first(likely, tokens[list(kept)], vocabulary)[:most])
    known = np.array([np.nan if nats is None else nats[kept[place]] for place in chosen])
    for place in np.flatnonzero(~np.isfinite(known)):
        here = replace(cells, tokens=tokens[kept[chosen[place]]])
        for spent in score_ordered(mac(), here, mac_order(here)):
            known[place] = float(spent.sum())
            yield Ranked()
    judged = np.argsort(-worth(found[chosen], known, int(cells.free.sum())) - said[chosen], kind="stable")
    shown = tokens[[kept[place] for place in chosen]]
    best = different_first([int(place) for place in judged], shown, vocabulary)
    yield Ranked(tuple(kept[chosen[place]] for place in best), tuple(float(known[place]) for place in best))


def _there(critic: Callable[[], Predictor]) -> Predictor | None:
    """The critic; None where there is none for these words."""
    try:
        return critic()
    except ModelError:
        return None


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
