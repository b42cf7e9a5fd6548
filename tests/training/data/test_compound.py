"""Chorales stretched to compound time: where notes come to stand, bars, pick-ups, and tunes in eighths."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.music import HOLD, REST, Bar, blank_piece
from training.data.compound import stretchable, stretched, with_eighths

BEATS = [
    ([60, HOLD, HOLD, HOLD], [60, HOLD, HOLD, HOLD, HOLD, HOLD]),  # a quarter becomes a dotted quarter
    ([60, HOLD, 62, HOLD], [60, HOLD, HOLD, HOLD, 62, HOLD]),  # two eighths a quarter and an eighth
    ([60, 62, 64, 65], [60, HOLD, 62, HOLD, 64, 65]),
    ([60, HOLD, HOLD, 62], [60, HOLD, HOLD, HOLD, HOLD, 62]),
    ([60, HOLD, REST, REST], [60, HOLD, HOLD, HOLD, REST, REST]),
]


def beat_piece(beat):
    grid = np.full((4, 16), REST)
    grid[0, 4:8] = beat
    return blank_piece(1).with_grid(grid)


@pytest.mark.parametrize(("beat", "expected"), BEATS)
def test_a_quarter_becomes_a_dotted_quarter(beat, expected):
    made = stretched(beat_piece(beat))
    assert list(made.voices[0].cells[6:12]) == expected and made.bars == (Bar.full(12, 8),)
    assert set(made.voices[0].cells[:6]) == set(made.voices[1].cells) == {REST}


def test_four_quarters_become_one_bar_of_12_8_or_two_of_6_8_and_pick_ups_stay_pick_ups():
    piece = blank_piece(3)
    piece = replace(
        piece,
        bars=(Bar(4, 4, 4), Bar.full(), Bar(4, 4, 12)),
        voices=tuple(replace(voice, cells=voice.cells[:32]) for voice in piece.voices),
        fermatas=(4, 30),
    )
    whole, halved = stretched(piece), stretched(piece, halved=True)
    assert whole.bars == (Bar(12, 8, 6), Bar.full(12, 8), Bar(12, 8, 18)) and whole.has_pickup
    assert halved.bars == (Bar(6, 8, 6), *[Bar.full(6, 8)] * 2, Bar.full(6, 8), Bar(6, 8, 6))
    assert whole.fermatas == halved.fermatas == (6, 46)


def test_three_quarters_become_9_8_and_other_metres_are_left_alone():
    assert stretched(blank_piece(2, 3, 4), halved=True).bars == (Bar.full(9, 8),) * 2
    assert stretchable(blank_piece(1, 3, 4))
    assert not any(stretchable(blank_piece(1, *metre)) for metre in ((3, 2), (6, 8), (5, 4)))


def test_a_tune_in_eighths_has_notes_of_the_chord_and_keeps_its_own():
    grid = np.full((4, 16), HOLD)
    grid[:, ::4] = np.array([[72], [67], [64], [48]])
    plain = stretched(blank_piece(1).with_grid(grid))
    made = with_eighths(plain, np.random.default_rng(0), share=1.0)
    line = np.array(made.voices[0].cells).reshape(4, 6)
    assert (line[:, 0] == 72).all() and (line[:, [1, 3, 5]] == HOLD).all()
    assert np.isin(line[:, 2], (67, 72, 76)).all() and (abs(line[:, [2, 4]] - 72) <= 5).all()
    assert made.voices[1:] == plain.voices[1:]
