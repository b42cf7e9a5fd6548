"""How closely a piece follows the chords it was asked for, and our reader beside music21's, on pieces whose answer is
plain."""

from dataclasses import replace

import pytest

from engine.theory.chords.lines import placed_in, read_lines
from tests.engine.choir import choir
from training.evaluation.chords.harmonising import followed, shares
from training.evaluation.chords.music21_agreement import agreement
from training.results.chords import chords

PIECE = choir("G4 G4 A4 G4", "E4 D4 F4 E4", "C4 B3 C4 C4", "C3 G3 F3 C3")


def asked(line):
    return replace(PIECE, chords=placed_in(PIECE, read_lines(line)))


@pytest.mark.parametrize(
    ("line", "beats", "basses", "outside"),
    [
        ("| C G F C |", (4, 4), (4, 4), (0, 12)),
        ("| C G/B F C |", (4, 4), (3, 4), (0, 12)),
        ("| C Em F C |", (3, 4), (3, 4), (1, 12)),
        ("| C G F N.C. |", (3, 3), (3, 3), (0, 9)),
        ("C", (2, 4), (1, 1), (4, 12)),
    ],
)
def test_beats_basses_and_notes_are_counted(line, beats, basses, outside):
    """Out of those where a chord is asked for."""
    found = followed(asked(line))
    assert (found.beats, found.basses, found.outside) == (beats, basses, outside)


def test_shares_add_up_over_pieces_and_stand_in_the_table():
    """Counts are added before they are divided."""
    found = shares([followed(asked("| C G F C |")), followed(asked("| C Em F C |"))])
    assert found == {"beats": 7 / 8, "basses": 7 / 8, "outside": 1 / 24}
    row = {"label": "SUNMASK, strictly", **found, "grade": 5.5}
    assert "| SUNMASK, strictly | 87.5% | 87.5% | 4.2% | 5.50 |" in chords([row])


def test_our_reader_hears_what_music21_hears():
    """On triads and sevenths in several positions."""
    piece = choir("G4 G4 A4 B4", "E4 D4 F4 F4", "C4 B3 C4 D4", "C3 B2 F3 G3")
    row = agreement([piece])
    assert (row["beats"], row["named"], row["same"]) == (4, 4, 1.0)
    assert "agree on 100.0% of 4 chords" in chords([row])
