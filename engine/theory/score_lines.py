"""A piece as four lines of spelled notes and rests, and its key. What the grade and the voice-leading rules read."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from engine.canvas.music import REST, Key, Piece, Voice
from engine.theory.key_finder import key_of
from engine.theory.spelling import letter_of, places


class ScoreEvent(NamedTuple):
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
class ScoreLines:
    """Four voices of events in order, the bar lines in sixteenths, and the key of the whole.

    `from_score` marks printed scores: there the published grader counts every interval, in all others it skips a
    voice's first away."""

    voices: tuple[tuple[ScoreEvent, ...], ...]
    bar_lines: tuple[float, ...]
    key: Key
    from_score: bool = False


def melodic_steps(line: Sequence[ScoreEvent]) -> list[tuple[ScoreEvent, ScoreEvent]]:
    """Neighbouring notes of a voice without a rest or gap between them."""
    return [(a, b) for a, b in pairwise(line) if a.pitch >= 0 and b.pitch >= 0 and abs(a.end - b.start) < 1e-6]


def lines_of(piece: Piece) -> ScoreLines:
    """The piece's lines; a note without its own spelling is spelled by the key."""
    key = key_of(piece)
    voices = tuple(_events(voice, piece.bar_starts, key) for voice in piece.voices)
    return ScoreLines(voices, tuple(piece.bar_starts), key)


def _events(voice: Voice, bar_starts: tuple[int, ...], key: Key) -> tuple[ScoreEvent, ...]:
    """The events of one voice; rests end at bar lines, as they are written."""
    row = np.asarray(voice.cells)
    written = places(voice, key)
    begins = row >= 0
    rests = row == REST
    begins[0] = True
    begins[1:] |= rests[1:] & ~rests[:-1]
    inner = np.asarray(bar_starts, dtype=np.int64)
    begins[inner[rests[inner]]] = True
    starts = np.flatnonzero(begins)
    ends = np.append(starts[1:], len(row))
    return tuple(
        ScoreEvent(start, end - start, voice.cells[start], written.get(start, 0))
        for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
    )
