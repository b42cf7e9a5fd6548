"""A piece as four lines of spelled notes and rests, and its key. What the grade and the voice-leading rules read."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from engine.key_finder import correlations, key_from_row
from engine.music import REST, Key, Piece
from engine.spelling import letter_of, place_in_key, tonic_place


class Event(NamedTuple):
    """A note or rest: start and length in sixteenths, MIDI pitch (REST for a rest), place on the line of fifths."""

    start: float
    length: float
    pitch: int
    fifth: int

    @property
    def end(self) -> float:
        """Where it stops, in sixteenths."""
        return self.start + self.length

    @property
    def staff_step(self) -> int:
        """White keys above the lowest C, by letter."""
        letter, alter = letter_of(self.fifth)
        return (self.pitch - alter) // 12 * 7 + "CDEFGAB".index(letter)


@dataclass(frozen=True)
class Lines:
    """Four voices of events in order, the bar lines in sixteenths, and the key of the whole.

    `from_score` marks printed scores: there the published grader counts every interval, in all else it throws a voice's first away.
    """

    voices: tuple[tuple[Event, ...], ...]
    bar_lines: tuple[float, ...]
    key: Key
    from_score: bool = False


def melodic_steps(line: Sequence[Event]) -> list[tuple[Event, Event]]:
    """Neighbouring notes of a voice without a rest or gap between them."""
    return [(a, b) for a, b in pairwise(line) if a.pitch >= 0 and b.pitch >= 0 and abs(a.end - b.start) < 1e-6]


def lines_of(piece: Piece) -> Lines:
    """The piece's lines; a note without a spelling of its own is spelled by the key."""
    own = [{mark.step: mark.spelling for mark in voice.marks if mark.spelling is not None} for voice in piece.voices]
    weights = np.zeros(12)
    for voice in piece.voices:
        for note in voice.notes:
            weights[note.pitch % 12] += note.length
    key = sounding_key(weights, Counter(place for names in own for place in names.values()), piece.key)
    voices = tuple(_events(voice.cells, names, piece.bar_starts, key) for voice, names in zip(piece.voices, own, strict=True))
    return Lines(voices, tuple(piece.bar_starts), key)


def sounding_key(weights: np.ndarray, spelled: Mapping[int, int], default: Key) -> Key:
    """The key of a histogram (12,) of durations, its tonic named as it is spelled most often, else with the fewest signs."""
    fit = correlations(weights)
    if not fit.any():
        return default
    plain = key_from_row(int(fit.argmax()))
    options = [plain._replace(fifths=fifths) for fifths in (plain.fifths, plain.fifths - 12, plain.fifths + 12) if -7 <= fifths <= 7]
    return max(options, key=lambda key: spelled.get(tonic_place(key), 0))


def _events(cells: tuple[int, ...], names: dict[int, int], bar_starts: tuple[int, ...], key: Key) -> tuple[Event, ...]:
    """The events of one voice; rests end at bar lines, as they are written."""
    row = np.asarray(cells)
    begins = row >= 0
    rests = row == REST
    begins[0] = True
    begins[1:] |= rests[1:] & ~rests[:-1]
    inner = np.asarray(bar_starts, dtype=np.int64)
    begins[inner[rests[inner]]] = True
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(row))
    events = []
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        pitch = cells[start]
        if pitch < 0:
            events.append(Event(start, end - start, REST, 0))
        else:
            fifth = names.get(start)
            events.append(Event(start, end - start, pitch, place_in_key(pitch, key) if fifth is None else fifth))
    return tuple(events)
