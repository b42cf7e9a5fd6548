"""Masks: two bits per cell, four brushes, and the cuts that keep a mask in step with its piece."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.canvas.edits_bars import bar_span, crop, delete_bars, delete_in_mask, insert_bars, insert_in_mask
from engine.canvas.mask import PINNED, TRUSTED, Brush, Mask
from engine.errors import CanvasError
from tests.engine.pieces import masks, pieces


def test_each_brush_is_the_sum_of_its_two_bits():
    assert {brush.name: (bool(brush & PINNED), bool(brush & TRUSTED)) for brush in Brush} == {
        "REWRITE": (False, False),
        "WHISPER": (True, False),
        "SUGGEST": (False, True),
        "KEEP": (True, True),
    }


@pytest.mark.parametrize(
    ("rows", "words"), [((), "at least one row"), ((b"\0", b""), "equally long"), ((b"\4",), "only Keep")]
)
def test_an_invalid_mask_cannot_be_built(rows, words):
    with pytest.raises(CanvasError, match=words):
        Mask(rows)


def test_painting_changes_only_its_cells_and_is_clipped_to_the_row():
    mask = Mask.filled(2, 4, Brush.KEEP)
    painted = mask.paint(Brush.REWRITE, 1, 2, 99)
    assert painted.rows == (b"\3\3\3\3", b"\3\3\0\0")
    assert mask.paint(Brush.REWRITE, 0, 3, 3) is mask
    assert mask.paint_cells(Brush.WHISPER, [(0, 0), (1, 3)]).rows == (b"\1\3\3\3", b"\3\3\3\1")


@given(masks(2, 5))
def test_inverting_twice_gives_the_mask_back_and_swaps_the_brushes(mask):
    assert mask.inverted().inverted() == mask
    assert (mask.inverted().pinned() == ~mask.pinned()).all() and (mask.inverted().trusted() == ~mask.trusted()).all()
    assert Mask.from_array(mask.array()) == mask


@given(pieces(), st.data())
def test_a_mask_stays_in_step_when_bars_come_and_go(piece, data):
    mask = data.draw(masks(4, piece.steps))
    index = data.draw(st.integers(0, len(piece.bars)))
    longer = insert_bars(piece, index, 2)
    at, _ = bar_span(piece, index, 0)
    wider = insert_in_mask(mask, at, longer.steps - piece.steps, Brush.SUGGEST)
    assert wider.shape == (4, longer.steps)
    start, stop = bar_span(longer, index, 2)
    assert delete_bars(longer, index, 2).steps == piece.steps and delete_in_mask(wider, start, stop) == mask
    assert (wider.array()[:, start:stop] == Brush.SUGGEST).all()
    assert crop(longer, start, stop).steps == stop - start
