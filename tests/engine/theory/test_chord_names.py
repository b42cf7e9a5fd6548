"""Chord names above the bars."""

import pytest

from engine.canvas.music import VOICES, Bar, Key, Note, Piece, Voice, cells_of
from engine.theory.chord_names import chord_name, chord_names


@pytest.mark.parametrize(
    ("pitches", "fifths", "minor", "name"),
    [
        ((48, 55, 64, 72), 0, False, "C"),
        ((52, 60, 67, 72), 0, False, "C/E"),
        ((45, 60, 64, 69), 0, True, "Am"),
        ((43, 59, 62, 65), 0, False, "G7"),
        ((50, 57, 60, 65), 0, False, "Dm7"),
        ((58, 62, 65, 70), -1, False, "Bb"),
        ((44, 59, 62, 65), 0, True, "G#dim7"),
        ((47, 50, 53, 62), 0, False, "Bdim"),
        ((48, 64), 0, False, "C"),
        ((54, 57, 62, 66), 2, False, "D/F#"),
        ((48, 49, 50, 51), 0, False, ""),
        ((60,), 0, False, ""),
        ((), 0, False, ""),
    ],
)
def test_names(pitches, fifths, minor, name):
    assert chord_name(pitches, Key(fifths, minor)) == name


def test_names_stand_where_they_change():
    chords = [(72, 67, 64, 48), (72, 67, 64, 48), (71, 67, 62, 43), (72, 67, 64, 48)]
    rows = [cells_of([Note(4 * i, 4, chord[v]) for i, chord in enumerate(chords)], 16) for v in range(4)]
    piece = Piece(tuple(Voice(k.name, k.program, row) for k, row in zip(VOICES, rows, strict=True)), (Bar.full(),))
    assert chord_names(piece, (0, 4, 8, 12)) == ((0, "C"), (8, "G"), (12, "C"))
    assert chord_names(piece, (0, 4), piece.grid() + 2 * (piece.grid() >= 0)) == ((0, "D"),)
