"""Endings, repeated chords and moves in compound time, counted on toys."""

from dataclasses import replace

import numpy as np

from engine.canvas.music import HOLD, Key, blank_piece
from tests.engine.choir import choir
from training.evaluation.chorales.endings import FinalChord, allows_tonic, ending, tally
from training.evaluation.chorales.given_voices import moved
from training.evaluation.chorales.habits import in_key, moves, ratios
from training.evaluation.chorales.part_writing import habits, repeated_chords
from training.results.habits import TABLES

GOOD = choir("D5 C5", "D4 E4", "B3 G3", "G3 C3")


def test_an_ending_is_judged_in_its_key():
    assert ending(GOOD, Key()) == FinalChord(True, True, True)
    assert ending(GOOD, Key(0, True)) == FinalChord(False, True, True)
    assert ending(choir("D5 C5", "D4 E4", "B3 G3", "G3 E3"), Key()) == FinalChord(False, True, True)
    assert ending(choir("D5 C5", "E4 .", "B3 G3", "G3 C3"), Key()) == FinalChord(True, False, True)
    assert ending(choir("D5 C5", "D4 E4", "B3 G3", ""), Key()) == FinalChord(False, False, False)
    assert allows_tonic(GOOD, Key()) and not allows_tonic(GOOD, Key(-2))
    assert tally([FinalChord(True, True, True), FinalChord(False, True, False)]) == {
        "tonic": [1, 2],
        "together": [2, 2],
        "third": [1, 2],
    }


def test_repeated_chords_are_counted_on_beats():
    piece = choir("C5 C5 D5 D5", "E4 E4 F4 F4", "G3 G3 A3 A3", "C3 C3 D3 E3")
    assert repeated_chords(piece)[0] == 1
    assert habits([piece])["repeated chords"] > 0 and habits([piece])["crossing"] == 0


def test_a_key_is_kept_where_the_notes_are_in_it():
    scale = choir("C5 D5 E5 F5 G5 A5 B5 C6", "E4 . G4 . E4 . G4 .", "G3 . . . C4 . . .", "C3 . . . . . . .")
    open_end = choir("C5 D5 E5 F5 G5 A5 B5 C6", "E4 . G4 . E4 . G4 .", "G3 . . . C4 . . .", "C3 . . . . . . F3")
    assert in_key([(scale, Key()), (scale, Key(3))]) == {"kept": 1, "known": 1, "tonic": 1, "count": 2}
    assert in_key([(open_end, Key())]) == {"kept": 1, "known": 1, "tonic": 0, "count": 1}


def test_moves_of_the_lower_voices_are_counted_by_their_place_in_a_bar_of_6_8():
    grid = np.full((4, 24), HOLD)
    grid[:, 0] = 72, 67, 64, 48
    grid[0, 4], grid[1:, 6], grid[3, 18], grid[2, 20] = 74, (65, 62, 50), 47, 60
    piece = blank_piece(2, 6, 8).with_grid(grid)
    assert moves([piece]) == {4: 0, 6: 4, 8: 1} and ratios(moves([piece])) == {"6 to 4": 4.0, "6 to 8": 4.0}
    assert not moves([replace(piece, bars=blank_piece(2, 6, 8).bars)])[4]


def test_the_tables_say_so_many_of_so_many():
    tallies = tally([FinalChord(True, True, True), FinalChord(False, True, False)])
    shown = TABLES["jsb-endings"].show([{"label": "MAC", "before": tallies, "after": tallies}])
    assert "1 of 2 (50%)" in shown and "2 of 2 (100%)" in shown
    row = {"label": "SUNMASK", "noise": 0.5, "true": 0.4, "trusted": 0.3, "closed": 0.5, "count": 8}
    assert "**50%**" in TABLES["jsb-trust"].show([row])
    keys = TABLES["jsb-keys"].show([{"label": "MAC", "kept": 2, "known": 3, "tonic": 4, "count": 4}])
    assert "2 of 4 (50%)" in keys and "3 of 4 (75%)" in keys and "4 of 4 (100%)" in keys


def test_given_voices_are_moved_alone_and_back():
    lower = moved(GOOD, (0, 3), -24)
    assert [note.pitch for note in lower.voices[0].notes] == [74 - 24, 72 - 24]
    assert lower.voices[1] == GOOD.voices[1] and moved(lower, (0, 3), 24) == GOOD
    shown = TABLES["jsb-voices"].show([{"label": "MAC, bass", "median": 6.0, "std": 1.0, "count": 2, "intact": [9, 9]}])
    assert "9 of 9 (100%)" in shown
