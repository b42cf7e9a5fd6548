"""How long a piece is: bars at its end, no odd last bar after another metre, and the mask that goes along."""

import pytest

from engine.canvas.edits import put_note
from engine.canvas.edits_bars import set_metre, set_pickup
from engine.canvas.edits_length import mask_of_length, set_length, sounding_bars, without_odd_end
from engine.canvas.mask import Brush, Mask
from engine.canvas.music import REST, Bar, blank_piece
from engine.errors import CanvasError


def with_note(bars, start, length):
    return put_note(blank_piece(bars), 0, start, length, 72)


def test_empty_bars_come_and_go_at_the_end_and_notes_stay():
    piece = with_note(4, 20, 4)
    assert sounding_bars(piece) == 2 and sounding_bars(blank_piece(3)) == 1
    assert len(set_length(piece, 7).bars) == 7
    shorter = set_length(piece, 1)
    assert len(shorter.bars) == 2 and shorter.voices[0].notes == piece.voices[0].notes
    with pytest.raises(CanvasError):
        set_length(piece, 0)


def test_another_metre_leaves_no_odd_last_bar():
    odd = set_metre(blank_piece(8), 0, 3, 4)
    assert not odd.bars[-1].complete
    assert all(bar == Bar.full(3, 4) for bar in without_odd_end(odd).bars)
    full = without_odd_end(set_metre(with_note(2, 28, 4), 0, 3, 4))
    assert [bar.steps for bar in full.bars] == [12, 12, 12] and full.voices[0].cells[-1] == REST
    assert full.voices[0].notes == with_note(2, 28, 4).voices[0].notes
    assert without_odd_end(full) is full


def test_a_last_bar_that_completes_the_pick_up_stays():
    piece = set_pickup(blank_piece(3), 4)
    assert without_odd_end(piece) is piece and piece.bars[-1].steps == 12


def test_a_mask_goes_along():
    mask = Mask.filled(4, 6, Brush.KEEP)
    assert mask_of_length(mask, 4).rows[0] == mask.rows[0][:4]
    assert mask_of_length(mask, 8).array()[:, 6:].tolist() == [[Brush.REWRITE] * 2] * 4
