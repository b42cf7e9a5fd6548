"""Edits of the chords asked for, and how they go along when bars come and go or all notes move.

A chord holds until the next one; what an edit does not name stays in force where it was."""

from collections.abc import Iterable
from dataclasses import replace

from engine.canvas.chord import Chord, Harmony, fifths_of, harmony_at
from engine.canvas.music import Piece
from engine.errors import CanvasError


def set_chord(piece: Piece, step: int, chord: Chord | None) -> Piece:
    """The piece with a chord from `step` on, or (None) without the one that stands there."""
    return put_chords(piece, step, step + 1, () if chord is None else (Harmony(step, chord),))


def put_chords(piece: Piece, start: int, stop: int, chords: Iterable[Harmony]) -> Piece:
    """The piece with the chords of the steps start..stop-1 replaced; of two at one step the later counts."""
    known = {harmony.step: harmony for harmony in piece.chords if not start <= harmony.step < stop}
    known |= {harmony.step: harmony for harmony in chords}
    return replace(piece, chords=tuple(known[step] for step in sorted(known)))


def move_chord(piece: Piece, step: int, to: int) -> Piece:
    """The piece with the chord at `step` moved to another step; it takes the place of one that stands there."""
    found = next((harmony for harmony in piece.chords if harmony.step == step), None)
    if found is None:
        raise CanvasError("There is no chord at this place any more.")
    if not 0 <= to < piece.steps:
        raise CanvasError("A chord stands inside the piece.")
    left = tuple(harmony for harmony in piece.chords if harmony.step != step)
    return set_chord(replace(piece, chords=left), to, found.chord)


def transposed(chords: Iterable[Harmony], semitones: int) -> tuple[Harmony, ...]:
    """The chords moved by semitones; by whole octaves they stay as they are written."""
    if semitones % 12 == 0:
        return tuple(chords)
    fifths = fifths_of(semitones)
    return tuple(Harmony(step, chord.moved(fifths)) for step, chord in chords)


def inserted(chords: tuple[Harmony, ...], at: int, steps: int) -> tuple[Harmony, ...]:
    """The chords with `steps` put in before `at`."""
    return tuple(harmony._replace(step=harmony.step + steps * (harmony.step >= at)) for harmony in chords)


def deleted(chords: tuple[Harmony, ...], start: int, stop: int, end: int) -> tuple[Harmony, ...]:
    """The chords without the steps start..stop-1 of `end`; what was in force after them still is."""
    before = tuple(harmony for harmony in chords if harmony.step < start)
    late = () if stop >= end else _from(chords, stop)
    if before and late and before[-1].chord == late[0].chord:
        late = late[1:]  # it goes on as before the cut
    return (*before, *(harmony._replace(step=harmony.step - (stop - start)) for harmony in late))


def cropped(chords: tuple[Harmony, ...], start: int, stop: int) -> tuple[Harmony, ...]:
    """The chords of the steps start..stop-1, counted from `start`; the one in force there begins it."""
    return tuple(harmony._replace(step=harmony.step - start) for harmony in _from(chords, start) if harmony.step < stop)


def _from(chords: tuple[Harmony, ...], start: int) -> tuple[Harmony, ...]:
    """The chords from a step on, the one in force there moved to it."""
    late, force = tuple(h for h in chords if h.step > start), harmony_at(chords, start)
    return late if force is None else (Harmony(start, force), *late)
