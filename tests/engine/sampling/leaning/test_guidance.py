"""A page without kept notes is guided to its key: how the two answers are combined, and when nothing is."""

from dataclasses import replace

import numpy as np
import pytest

from engine.canvas.mask import Brush, Mask
from engine.canvas.music import Key, blank_piece
from engine.sampling.leaning.guidance import KeyGuided, guided
from engine.sampling.modalities import open_piece
from engine.sampling.music_cells import KEY, SIDE_SIZES, TOKENS
from tests.engine.choir import choir

OPTIONS = {"key_guidance": 0.5}


class GivenKey:
    """A network whose every logit is the key it is given."""

    vocabulary, length, card = TOKENS, 128, {"config": {"side": list(SIDE_SIZES)}}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        return np.full((*tokens.shape, TOKENS), float(side[0, KEY]), np.float32)


def in_key(key):
    return replace(blank_piece(1), key=key)


def cells_of(piece, brush=Brush.REWRITE):
    return open_piece(piece, Mask.filled(4, piece.steps, brush), GivenKey()).cells


def test_the_answer_in_the_key_is_carried_beyond_the_one_without():
    cells = cells_of(in_key(Key(3)))
    given = float(cells.side[0, KEY])
    tokens = np.zeros((2, 4, 16), dtype=np.int64)
    before = cells.side.copy()
    logits = guided(GivenKey(), cells, OPTIONS)(tokens, tokens > 0, cells.side)
    assert given > 0 and logits == pytest.approx(1.5 * given)
    assert np.array_equal(before, cells.side), "what the sampler knows of the page stays as it was"


def test_kept_notes_or_a_weight_of_nothing_leave_the_network_alone():
    predict = GivenKey()
    kept = cells_of(choir("C5 D5", "E4 F4", "G3 A3", "C3 D3"), Brush.KEEP)
    assert guided(predict, kept, OPTIONS) is predict
    empty = cells_of(in_key(Key(3)))
    assert guided(predict, empty, {"key_guidance": 0.0}) is predict and guided(predict, empty, {}) is predict
    assert isinstance(guided(predict, empty, OPTIONS), KeyGuided)


def test_a_network_that_knows_no_keys_is_left_alone():
    predict = GivenKey()
    predict.card = {"config": {"side": list(SIDE_SIZES[:KEY])}}
    page = in_key(Key(3))
    cells = open_piece(page, Mask.filled(4, page.steps, Brush.REWRITE), predict).cells
    assert guided(predict, cells, OPTIONS) is predict
