"""The SUNMASK paper's figures 3 to 5 on Ode to Joy: what stays, what the network trusts, and the repeated notes."""

import numpy as np
import pytest

from engine.jobs.models import load_predictor
from training.evaluation.ode_to_joy import answer, queries


class Watched:
    """A predictor that remembers the mask it was shown."""

    def __init__(self, inner):
        self.inner, self.shown = inner, []
        self.vocabulary, self.length, self.card = inner.vocabulary, inner.length, inner.card

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.shown.append(shown[0].copy())
        return self.inner(tokens, shown, side, step, mode, wanted)


@pytest.mark.parametrize(
    ("figure", "stays", "trusted"), [("figure-3", 128, 128), ("figure-4", 128, 64), ("figure-5", 64, 64)]
)
def test_the_soprano_stays_and_is_trusted_as_the_figure_says(figure, stays, trusted, tiny_weights):
    piece, mask = queries()[figure]
    watched = Watched(load_predictor("music", "sunmask"))
    result = answer(piece, mask, models=lambda modality, method: watched, steps=6)
    before, after = piece.grid(), result.grid()
    assert (before[0, :stays] == after[0, :stays]).all()
    assert all(shown[0, :trusted].all() for shown in watched.shown)
    if stays == 128:
        assert not any(shown[0, trusted:].any() for shown in watched.shown)
    assert (after[1:] != before[1:]).any(1).all()


def test_the_repeated_notes_of_the_melody_are_kept_apart():
    piece, _ = queries()["figure-3"]
    assert [note.pitch for note in piece.voices[0].notes[:4]] == [76, 76, 77, 79]
    assert np.count_nonzero(piece.grid()[0, :8] == 76) == 2
