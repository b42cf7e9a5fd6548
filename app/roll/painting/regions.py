"""Areas of the page that are to be rewritten: runs of time, and the pitches between the voices that stay. Knows cells
and their states, no pixels."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from app.widgets.ink import NoteState
from engine.canvas.music import VOICES, sounding

NO_LOW = 999  # higher than any pitch


class Region(NamedTuple):
    """An area to be rewritten: steps start..stop-1, pitches low..high."""

    start: int
    stop: int
    low: int
    high: int


def find_regions(cells: np.ndarray, states: np.ndarray) -> tuple[Region, ...]:
    """Runs of time in which the same neighbouring voices are to be rewritten, with the pitches they may fill
    between the voices that stay."""
    free = states == NoteState.REWRITE
    if not free.any():
        return ()
    code = (free * np.array([[1], [2], [4], [8]])).sum(axis=0)
    edges = np.array([0, *(np.flatnonzero(code[1:] != code[:-1]) + 1), cells.shape[1]])
    pitch = sounding(cells)
    lowest = np.minimum.reduceat(
        np.where(pitch >= 0, pitch, NO_LOW), edges[:-1], axis=1
    ).T.tolist()  # of each run, for each voice
    highest = np.maximum.reduceat(pitch, edges[:-1], axis=1).T.tolist()
    found = []
    for run, (start, stop) in enumerate(pairwise(edges.tolist())):
        for first, last in GROUPS[int(code[start])]:
            found.append(_region(start, stop, first, last, lowest[run], highest[run]))
    return tuple(found)


def _groups(code: int) -> tuple[tuple[int, int], ...]:
    """The (first, last) voices of each group of neighbours in a set of voices given as four bits."""
    found, voice = [], 0
    while voice < 4:
        first = voice
        while voice < 4 and code >> voice & 1:
            voice += 1
        if voice > first:
            found.append((first, voice - 1))
        voice += 1
    return tuple(found)


GROUPS = tuple(_groups(code) for code in range(16))


def _region(start: int, stop: int, first: int, last: int, lowest: list[int], highest: list[int]) -> Region:
    """The region of the voices first..last, from the lowest and highest pitch of each voice in its run."""
    high, low = VOICES[first].high, VOICES[last].low
    if first and lowest[first - 1] < NO_LOW:
        high = min(high, lowest[first - 1] - 1)
    if last < 3 and highest[last + 1] >= 0:
        low = max(low, highest[last + 1] + 1)
    own = highest[first : last + 1]
    if max(own) >= 0:
        high, low = max(high, *own), min(low, *lowest[first : last + 1])
    return Region(start, stop, low, max(high, low + 3))
