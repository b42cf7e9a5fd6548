"""Mend over whole samples: faults go, kept cells stay, and a network that has no better idea takes nothing away."""

import numpy as np

from engine.canvas.mask import Brush, Mask
from engine.sampling import music_cells as mc
from tests.engine.choir import choir
from training.evaluation.chorales.mend import FAULTS, mend_all, mend_row

FIFTHS = choir("E5 F5", "", "G3 A3", "C3 D3")  # tenor and bass move in fifths


class Sure:
    """A network that would write one pitch everywhere."""

    vocabulary, length, card = mc.TOKENS, 128, {}

    def __init__(self, pitch):
        self.token = pitch - mc.LOW + mc.FIRST_PITCH

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.zeros((*tokens.shape, mc.TOKENS), dtype=np.float32)
        logits[..., self.token] = 60.0
        return logits


def by(pitch):
    return lambda _modality, _method: Sure(pitch)


def free(piece):
    return Mask.filled(4, piece.steps, Brush.REWRITE)


def test_a_parallel_goes_by_one_note():
    done = mend_all(
        FIFTHS, free(FIFTHS), "sunmask", 0, by(53)
    )  # the tenor's second note becomes F3, a third above the bass
    assert (done.before, done.after, done.tried, done.gone, done.notes) == (1, 0, 1, 1, 1)
    assert (done.piece.grid()[[0, 1, 3]] == FIFTHS.grid()[[0, 1, 3]]).all()


def test_what_does_not_help_is_not_taken():
    mask = Mask.filled(4, FIFTHS.steps, Brush.KEEP).paint(Brush.REWRITE, 2, 4, 8)  # only the tenor's A3 may change
    done = mend_all(FIFTHS, mask, "sunmask", 0, by(57))  # to what it is already
    assert (done.after, done.tried, done.gone) == (1, 1, 0) and done.piece.grid().tolist() == FIFTHS.grid().tolist()


def test_a_row_adds_up_and_says_whether_kept_cells_stayed():
    mask = free(FIFTHS).paint(Brush.KEEP, 3, 0, FIFTHS.steps)
    row = mend_row("two", [FIFTHS, FIFTHS], mask, "sunmask", 0, by(53))
    assert row["before"] == 2 and row["after"] == 0 and row["removed"] == 1 and row["notes_a_fault"] == 1
    assert row["kept_intact"] and row["kept_cells"] == 2 * FIFTHS.steps
    assert set(FAULTS) == {"parallel fifths", "parallel octaves"}
