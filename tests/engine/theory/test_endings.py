"""Where a passage ends, which key it ends in, and which last chords count as its end."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.music import Key, sounding
from engine.theory.endings import LastChord, end_of, ending_key, last_chord
from tests.engine.choir import choir

SOPRANO = np.array([[True], [False], [False], [False]])


def goal(piece, key=Key(), rows=SOPRANO):
    grid = piece.grid()
    return last_chord(sounding(grid), grid >= 0, np.broadcast_to(rows, grid.shape), key)


def fits(piece, key=Key()):
    chord = goal(piece, key)
    return chord is not None and chord.fits(sounding(piece.grid()))


@pytest.mark.parametrize(
    ("alto", "tenor", "bass", "good"),
    [
        ("D4 E4", "B3 G3", "G3 C3", True),
        ("D4 E4", "B3 G3", "G3 E3", False),  # first inversion
        ("D4 E4", "B3 C4", "G3 A3", False),  # the relative minor
        ("D4 .", "B3 G3", "G3 C3", False),  # a voice stops before the others
        ("D4 E4", "B3 Bb3", "G3 C3", False),  # a seventh
        ("D4 G4", "B3 G3", "G3 C3", False),  # no third
    ],
)
def test_an_end_is_the_tonic_in_root_position_with_all_voices_together(alto, tenor, bass, good):
    assert fits(choir("D5 C5", alto, tenor, bass)) == good


def test_a_voice_that_sounds_on_after_the_melody_is_no_end():
    assert fits(choir("D5 C5 .", "D4 E4 .", "B3 G3 .", "G3 C3 ."))
    assert not fits(choir("D5 C5 .", "D4 E4 .", "B3 G3 .", "G3 C3 C3"))


def test_minor_may_end_with_either_third_but_not_with_both():
    minor = Key(-3, True)
    assert fits(choir("D5 C5", "D4 Eb4", "B3 G3", "G3 C3"), minor) and fits(
        choir("D5 C5", "D4 E4", "B3 G3", "G3 C3"), minor
    )
    assert not fits(choir("D5 C5", "D4 Eb4", "B3 E3", "G3 C3"), minor)


def test_kept_notes_may_forbid_the_tonic():
    assert goal(choir("C5 D5")) is None and goal(choir("D5 E5")) is not None
    bass = np.array([[False], [False], [False], [True]])
    assert goal(choir("", bass="G3 E3"), rows=bass) is None and goal(choir("", bass="G3 C3"), rows=bass) is not None
    assert goal(choir("D5 C5"), rows=np.array([[True]] * 4)) is None, "nothing is left to write"


def test_where_only_the_bass_is_written_an_end_may_lack_its_third():
    upper = np.array([[True], [True], [True], [False]])
    piece = choir("D5 C5", "D4 G4", "B3 G3", "G3 C3")
    chord = goal(piece, rows=upper)
    assert chord is not None and chord.fits(sounding(piece.grid()))


def test_the_last_chord_stands_under_the_melody_s_last_note_and_a_beat_leads_to_it():
    quarter, whole = goal(choir("E5 D5 C5")), goal(choir("E5 D5 C5 - - -"))
    assert (quarter.first, quarter.start, quarter.stop, quarter.rows) == (4, 8, 12, (1, 2, 3))
    assert (whole.first, whole.start, whole.stop) == (12, 16, 24)


def test_the_last_voice_brings_the_third_and_the_bass_the_root():
    chord = LastChord(0, 4, (1, 2, 3), 0, (4,))
    none = np.array([72, -1, -1, -1])
    assert np.flatnonzero(chord.allowed(3, none, 3)).tolist() == [0]
    assert np.flatnonzero(chord.allowed(2, np.array([72, -1, -1, 48]), 2)).tolist() == [0, 4, 7]
    assert np.flatnonzero(chord.allowed(1, np.array([72, -1, 55, 48]), 1)).tolist() == [4]


def test_a_piece_ends_where_its_kept_voices_do():
    piece = choir("E5 D5 C5 .")
    assert end_of(piece) == 12 and end_of(piece, np.broadcast_to(SOPRANO, (4, 16))) == 12
    assert end_of(piece, np.zeros((4, 16), dtype=bool)) == 16 == end_of(choir(". . . ."))


def test_the_key_is_the_piece_s_own_or_that_of_the_kept_notes():
    kept = np.broadcast_to(SOPRANO, (4, 32))
    tune = choir("D5 E5 F#5 D5 G5 F#5 E5 D5")
    assert ending_key(tune, kept) == Key(2) == ending_key(replace(tune, key=Key(2)), kept)
    assert ending_key(tune, np.zeros((4, 32), dtype=bool)) is None
    tune = "G4 G4 A4 C5 C5 C4 B4 G4 E4 B4 G4"
    phrase, part = choir(f"{tune} C4 C4 C4 C4 C4"), np.arange(64) < 44
    assert ending_key(phrase, np.broadcast_to(SOPRANO & part, (4, 64))) == Key(), "G is no end: the page goes on"
    assert ending_key(choir(tune), np.broadcast_to(SOPRANO, (4, 48))) == Key(1)
    dorian = choir("D5 E5 F5 G5 A5 G5 F5 E5 C5 E5 D5 D5")  # without a signature, and with D as its last note
    assert ending_key(dorian, np.broadcast_to(SOPRANO, (4, 48))) == Key(-1, True)
    relative = choir("F#5 E5 D5 C#5 D5 C#5 B4 B4")
    assert ending_key(replace(relative, key=Key(2)), kept) == Key(2, True)


def test_in_compound_metres_the_end_is_counted_in_dotted_quarters():
    chord = LastChord(12, 24, (1, 2, 3), 0, (4,), beat=6)
    assert chord.first == 6 and LastChord(18, 24, (1, 2, 3), 0, (4,), beat=6).first == 12
    grid = choir("E5 D5 C5 - - -").grid()
    long = last_chord(sounding(grid), grid >= 0, np.broadcast_to(SOPRANO, grid.shape), Key(), beat=6)
    assert long.start == 24 - 12
