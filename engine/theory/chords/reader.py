"""Which chord sounds on each beat of a piece, as chords one can ask for.

What sounds when the beat begins counts; where that is no chord (a suspension, a passing note), what sounds half a beat
later; where that is none either, the chord before goes on."""

import numpy as np

from engine.canvas.chord import Chord, Harmony, harmony_at
from engine.canvas.music import Key, Piece, sounding
from engine.theory.chord_names import chord_name
from engine.theory.chords.symbols import parse_chord


def beat_steps(piece: Piece) -> tuple[int, ...]:
    """The first step of each beat; a pick-up's beats are counted back from its end."""
    found = []
    for index, (start, bar) in enumerate(zip(piece.bar_starts, piece.bars, strict=True)):
        skipped = bar.steps % bar.beat_steps if index == 0 and piece.has_pickup else 0
        found += [*([start] if skipped else []), *range(start + skipped, start + bar.steps, bar.beat_steps)]
    return tuple(found)


def sounding_chord(pitches: list[int], key: Key) -> Chord | None:
    """The chord of what sounds together, None where it is no common one."""
    name = chord_name(pitches, key)
    return parse_chord(name) if name else None


def chord_in(pitch: np.ndarray, start: int, stop: int, key: Key) -> Chord | None:
    """The chord of the beat of steps start..stop-1; pitch (rows, steps), below 0 where nothing sounds."""
    for step in (start, start + (stop - start) // 2):
        chord = sounding_chord([int(p) for p in pitch[:, step] if p >= 0], key)
        if chord is not None:
            return chord
    return None


def beat_chords(piece: Piece, cells: np.ndarray | None = None) -> tuple[tuple[int, Chord | None], ...]:
    """(first step, chord) of each beat; `cells` (rows, steps) instead of the piece's own, if given."""
    pitch = sounding(piece.grid() if cells is None else cells)
    beats = beat_steps(piece)
    return tuple(
        (start, chord_in(pitch, start, stop, piece.key))
        for start, stop in zip(beats, (*beats[1:], piece.steps), strict=True)
    )


def read_chords(piece: Piece, cells: np.ndarray | None = None) -> tuple[Harmony, ...]:
    """The chords of what sounds, each where it begins."""
    found: list[Harmony] = []
    for step, chord in beat_chords(piece, cells):
        if chord is not None and (not found or found[-1].chord != chord):
            found.append(Harmony(step, chord))
    return tuple(found)


def alike(one: Chord | None, other: Chord | None) -> bool:
    """Whether two chords have the same notes, whatever the bass."""
    return one is not None and other is not None and set(_upper(one)) == set(_upper(other))


def _upper(chord: Chord) -> tuple[int, ...]:
    return Chord(chord.root, chord.kind, chord.degrees).tones


def asked_at(piece: Piece, step: int) -> Chord | None:
    """The chord asked for at a step; None where none is, or no chord."""
    chord = harmony_at(piece.chords, step)
    return chord if chord is not None and chord.tones else None
