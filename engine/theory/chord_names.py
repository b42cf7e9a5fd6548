"""Chord names for the line above the bars: C, Am/E, G7.

One name a beat at most, from what sounds when the beat begins; other chords have no name. The grade does
not use this file; its chord kinds are in engine.theory.chord_kinds."""

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from engine.canvas.music import Key, Piece, sounding
from engine.theory.spelling import class_name, place_in_key

# semitones above the root: what is written after its name; the complete chords first, then those a voice may leave out
CHORDS = {
    (0, 4, 7): "",
    (0, 3, 7): "m",
    (0, 3, 6): "dim",
    (0, 4, 8): "aug",
    (0, 4, 7, 10): "7",
    (0, 4, 7, 11): "maj7",
    (0, 3, 7, 10): "m7",
    (0, 3, 6, 10): "m7b5",
    (0, 3, 6, 9): "dim7",
    (0, 5, 7): "sus4",
    (0, 4, 10): "7",
    (0, 3, 10): "m7",
    (0, 4): "",
    (0, 3): "m",
}


def _by_bits() -> dict[int, tuple[tuple[int, str], ...]]:
    """All readings (root, suffix) of a set of pitch classes, given as twelve bits."""
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for shape, suffix in CHORDS.items():
        for root in range(12):
            bits = sum(1 << (root + tone) % 12 for tone in shape)
            found[bits] = (*found.get(bits, ()), (root, suffix))
    return found


_READINGS = _by_bits()


def chord_name(pitches: Iterable[int], key: Key = Key()) -> str:
    """The name of what sounds together, spelled by the key; '' if it has none.

    The bass is named after a slash when it is not the root."""
    together = list(pitches)
    if not together:
        return ""
    return _name(sum(1 << pc for pc in {pitch % 12 for pitch in together}), min(together) % 12, key)


@cache
def _name(bits: int, bass: int, key: Key) -> str:
    """The name of a set of pitch classes (twelve bits) over a bass (pitch class)."""
    readings = _READINGS.get(bits)
    if not readings:
        return ""
    root, suffix = next((reading for reading in readings if reading[0] == bass), readings[0])
    name = class_name(place_in_key(root, key)) + suffix
    return name if root == bass else f"{name}/{class_name(place_in_key(bass, key))}"


def chord_names(piece: Piece, beats: Sequence[int], cells: np.ndarray | None = None) -> tuple[tuple[int, str], ...]:
    """(step, name) wherever the name changes on one of the beats (steps); `cells` (4, steps) instead of the piece's
    own, if given."""
    pitch = sounding(piece.grid() if cells is None else cells)[:, np.asarray(beats, dtype=np.int64)]
    notes = pitch >= 0
    bits = np.bitwise_or.reduce(np.where(notes, 1 << (pitch % 12), 0), axis=0).tolist()
    bass = np.where(notes, pitch, 128).min(axis=0).tolist()
    found: list[tuple[int, str]] = []
    last = ""
    for beat, chord, lowest in zip(beats, bits, bass, strict=True):
        name = _name(chord, lowest % 12, piece.key) if chord else ""
        if name and name != last:
            found.append((int(beat), name))
        last = name or last
    return tuple(found)
