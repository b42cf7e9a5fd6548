"""Where the bars or sentences of an older page are on a newer one.

Compares their contents, since nothing else is remembered."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from engine.canvas.music import HOLD, REST, Piece, orphan_holds, sounding
from engine.canvas.text import Draft, Sentence

ALIKE = 0.1  # from here on two items may be one that was edited
MOST_PAIRS = 10_000  # compared one by one; of more, only those that did not change are found

Places = list[int | None]
Likeness = Callable[[Sequence[Any], Sequence[Any]], np.ndarray]  # (old, new) to numbers from 0 to 1


def matched(old: Sequence[Any], new: Sequence[Any], likeness: Likeness) -> Places:
    """For each old item its index among the new ones, in order; None for one that is gone.

    What is equal at both ends is itself; between, the likest go together, and where as many are left over on both
    sides, each was rewritten in its place."""
    head, most = 0, min(len(old), len(new))
    while head < most and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < most - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    shift = len(new) - len(old)
    inner = _likest(old[head : len(old) - tail], new[head : len(new) - tail], likeness)
    middle: Places = [None if at is None else at + head for at in inner]
    return [*range(head), *middle, *(at + shift for at in range(len(old) - tail, len(old)))]


def _likest(old: Sequence[Any], new: Sequence[Any], likeness: Likeness) -> Places:
    """The pairs, in order on both sides, that are together most alike; then those left over between two pairs, if
    they are as many."""
    places: Places = [None] * len(old)
    if 0 < len(old) * len(new) <= MOST_PAIRS:
        alike = likeness(old, new)
        alike = np.where(alike >= ALIKE, alike, 0.0)
        best = np.zeros((len(old) + 1, len(new) + 1))
        for i in range(len(old) - 1, -1, -1):
            for j in range(len(new) - 1, -1, -1):
                best[i, j] = max(best[i + 1, j], best[i, j + 1], alike[i, j] + best[i + 1, j + 1])
        i = j = 0
        while i < len(old) and j < len(new):
            if alike[i, j] and best[i, j] == alike[i, j] + best[i + 1, j + 1]:
                places[i] = j
                i, j = i + 1, j + 1
            elif best[i, j] == best[i + 1, j]:
                i += 1
            else:
                j += 1
    start, below = 0, 0
    for i, at in enumerate([*places, len(new)]):
        if at is not None:
            if i - start == at - below:
                places[start:i] = range(below, at)
            start, below = i + 1, at + 1
    return places


def sentence_place(old: Draft, part: int, new: Draft) -> int | None:
    """Where a sentence of an older draft is now, None if it is gone."""
    if not 0 <= part < len(old.sentences):
        return None
    if len(old.sentences) == len(new.sentences) and old.sentences[part] == new.sentences[part]:
        return part
    return matched(old.sentences, new.sentences, _words_alike)[part]


def _words_alike(old: Sequence[Sentence], new: Sequence[Sentence]) -> np.ndarray:
    """The share of words that two sentences have in common."""
    ours, theirs = ([Counter(sentence.words) for sentence in side] for side in (old, new))
    return np.array([[2 * (a & b).total() / max(1, a.total() + b.total()) for b in theirs] for a in ours])


def bar_places(old: Piece, new: Piece) -> Places:
    """Where each bar of an older piece is now."""
    places = matched(_bars(old), _bars(new), _bars_alike)
    return [
        at if at is not None and new.bars[at].steps == bar.steps else None
        for at, bar in zip(places, old.bars, strict=True)
    ]


def columns(old: Piece, new: Piece) -> np.ndarray:
    """Int array (old steps,): where each sixteenth of an older piece is now, -1 if its bar is gone or has
    another length."""
    if old.steps == new.steps and [bar.steps for bar in old.bars] != [bar.steps for bar in new.bars]:
        return np.arange(old.steps)  # another metre over the same notes
    found = np.full(old.steps, -1, dtype=np.int64)
    for start, bar, at in zip(old.bar_starts, old.bars, bar_places(old, new), strict=True):
        if at is not None:
            found[start : start + bar.steps] = new.bar_starts[at] + np.arange(bar.steps)
    return found


def moved(cells: np.ndarray, where: np.ndarray, onto: np.ndarray) -> np.ndarray:
    """Cells (4, steps) of an older piece at their `where` (columns) of `onto` (4, new steps); a note whose bars were
    parted begins again."""
    result, pitch = onto.copy(), sounding(cells)
    there = np.flatnonzero(where >= 0)
    result[:, where[there]] = cells[:, there]
    parted = there[(there == 0) | (where[there - 1] != where[there] - 1)]
    result[:, where[parted]] = np.where(cells[:, parted] == HOLD, pitch[:, parted], cells[:, parted])
    return result


def _bars(piece: Piece) -> list[bytes]:
    """What sounds in each bar, and where it starts again."""
    cells = piece.grid()
    pitch = (sounding(cells) * 2 + (cells >= 0)).astype(np.int16)
    return [
        pitch[:, start : start + bar.steps].tobytes() for start, bar in zip(piece.bar_starts, piece.bars, strict=True)
    ]


def _bars_alike(old: Sequence[bytes], new: Sequence[bytes]) -> np.ndarray:
    """The share of sounding sixteenths that two bars of one length have in common."""
    ours, theirs = ([np.frombuffer(bar, dtype=np.int16) >> 1 for bar in side] for side in (old, new))
    return np.array([[_bar_alike(a, b) for b in theirs] for a in ours])


def _bar_alike(a: np.ndarray, b: np.ndarray) -> float:
    if len(a) != len(b):
        return 0.0
    sounds = (a != REST) | (b != REST)
    return float((a == b)[sounds].mean()) if sounds.any() else 1.0


def spliced(current: np.ndarray, other: np.ndarray, region: np.ndarray) -> np.ndarray:
    """Cells (rows, steps) of `other` inside the region, of `current` outside.

    A note cut by the region's edge begins again there, unless the pitch goes on."""
    cells = np.where(region, other, current)
    pitch = np.where(region, sounding(other), sounding(current))
    edges = np.zeros_like(region)
    edges[:, 1:] = region[:, 1:] != region[:, :-1]
    for row, step in np.argwhere(edges & (cells == HOLD)):
        if pitch[row, step - 1] != pitch[row, step]:
            cells[row, step] = pitch[row, step]
    cells[orphan_holds(cells)] = REST
    return cells
