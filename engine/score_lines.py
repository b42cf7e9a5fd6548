"""A piece as four lines of spelled notes and rests, and its key. What the grade and the voice-leading rules read."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.grade_key import best_tonic, spell
from engine.music import REST, Key, Piece

LETTERS = "FCGDAEB"
ALTERATIONS = {-3: "bbb", -2: "bb", -1: "b", 0: "", 1: "#", 2: "##", 3: "###"}
STEP_OF_LETTER = (3, 0, 4, 1, 5, 2, 6)  # F C G D A E B as steps above C


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
        """White keys above C of MIDI octave 0, by letter."""
        natural = STEP_OF_LETTER[(self.fifth + 1) % 7]
        alteration = (self.fifth + 1) // 7
        return (self.pitch - alteration) // 12 * 7 + natural


@dataclass(frozen=True)
class Lines:
    """Four voices of touching events from step 0 to the end, the bar lines in sixteenths, and the key of the whole."""

    voices: tuple[tuple[Event, ...], ...]
    bar_lines: tuple[float, ...]
    key: Key


def lines_of(piece: Piece) -> Lines:
    """The piece's lines; a note without a spelling of its own is spelled by the key."""
    spelled = [{mark.step: mark.spelling for mark in voice.marks if mark.spelling is not None} for voice in piece.voices]
    weights = np.zeros(12)
    named: Counter[int] = Counter()
    for voice, names in zip(piece.voices, spelled, strict=True):
        for start, length, pitch in voice.notes:
            weights[pitch % 12] += length
            if start in names:
                named[names[start]] += 1
    key = find_key(weights, named)
    voices = tuple(_events(voice.cells, names, piece.bar_starts, key) for voice, names in zip(piece.voices, spelled, strict=True))
    return Lines(voices, tuple(piece.bar_starts), key)


def find_key(weights: np.ndarray, named: Counter[int]) -> Key:
    """The key of a histogram (12,) of durations, written as the tonic is spelled most often, else with the fewest accidentals."""
    tonic, minor = best_tonic(weights)
    fifth = (tonic * 7 + 5) % 12 - 5 + (3 if minor else 0)
    if minor:
        fifth = (tonic * 7 + 2) % 12 - 2
    options = [f for f in (fifth - 12, fifth, fifth + 12) if -7 <= f - (3 if minor else 0) <= 7]
    fifth = max(options, key=lambda f: (named[f], -abs(f - (3 if minor else 0))))
    return Key(fifth - (3 if minor else 0), minor)


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
            events.append(Event(start, end - start, pitch, spell(pitch, key) if fifth is None else fifth))
    return tuple(events)


def note_name(fifth: int) -> str:
    """'F#' for 6."""
    return LETTERS[(fifth + 1) % 7] + ALTERATIONS.get((fifth + 1) // 7, "?")
