"""Closes set the right two chords, by key and melody; what sounds is read as chords one can ask for."""

from dataclasses import replace

import pytest

from engine.canvas.music import Key
from engine.errors import CanvasError
from engine.theory.chords.cadences import CADENCES, cadence
from engine.theory.chords.reader import alike, beat_chords, read_chords
from engine.theory.chords.symbols import chord_symbol, parse_chord
from tests.engine.choir import choir

TUNE = choir("E5 D5 C5 B4 C5 D5 B4 C5")


def names(harmonies):
    return " ".join(f"{step}:{chord_symbol(chord)}" for step, chord in harmonies)


@pytest.mark.parametrize(
    ("kind", "step", "key", "found"),
    [
        ("full", 28, Key(0), "24:G7 28:C"),
        ("full", 31, Key(0, True), "24:E7 28:Am"),
        ("half", 12, Key(0), "8:F 12:G"),
        ("deceptive", 28, Key(0), "24:G7 28:Am"),
        ("deceptive", 28, Key(-3, True), "24:G7 28:Ab"),
        ("plagal", 20, Key(1), "16:C 20:G"),
        ("half", 20, Key(0), "16:F 20:G"),
    ],
)
def test_closes(kind, step, key, found):
    """The last chord on the cursor's beat, the other one beat before."""
    assert names(cadence(replace(TUNE, key=key), kind, step)) == found


def test_a_close_needs_two_beats():
    """One sentence at the start."""
    for kind in CADENCES:
        with pytest.raises(CanvasError, match="takes two beats"):
            cadence(TUNE, kind, 3)


def test_what_sounds_is_read_beat_by_beat():
    """A suspension is read where it resolves; what goes on is named once; incomplete chords are chords."""
    piece = choir("G4 - D5 C5 A4 -", "E4 - E4 - F4 -", "C4 - G3 - C4 -", "C3 - C3 - A2 -", steps=2)
    assert names(read_chords(piece)) == "0:C 8:F/A"
    assert [chord and chord_symbol(chord) for _, chord in beat_chords(piece)] == ["C", "C", "F/A", None]
    assert alike(parse_chord("C/E"), parse_chord("C")) and not alike(parse_chord("C"), parse_chord("Cm"))
    assert not alike(None, parse_chord("C"))
