"""Ask me against chance on a page whose one telling word is known, and what an exam may ask for."""

import numpy as np
import pytest

from engine.canvas.mask import Brush
from engine.canvas.music import HOLD
from engine.canvas.text import Sentence
from training.evaluation import ask as ea
from training.evaluation.jsb import excerpts

WORDS = ("no", "yes", "dog", "cat")


class Hub:
    """The first word is no or yes and the next three repeat it; the last is any of the four words and reveals
    nothing."""

    vocabulary, length, card = len(WORDS), 64, {"vocabulary": WORDS}

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        logits = np.full((*tokens.shape, len(WORDS)), -30.0, dtype=np.float32)
        logits[..., :4, :2] = 0.0
        logits[..., 4, :] = 0.0
        for canvas, (value, seen) in zip(logits, zip(tokens[:, 0, 0], shown[:, 0, 0], strict=True), strict=True):
            if seen:
                canvas[0, 1:4, value] = 30.0
        return logits


TRUTH = Sentence(("yes", "yes", "yes", "yes", "cat"))


@pytest.mark.parametrize(
    ("choose", "bits", "match"),
    [(ea.by_acquisition, [6, 2], [0.0, 0.8]), (ea.by_uncertainty, [6, 4], [0.0, 0.2])],
    ids=["acquisition", "uncertain"],
)
def test_the_telling_word_settles_most_and_the_most_uncertain_only_itself(choose, bits, match):
    found = ea.examine(ea.sentence_exam(TRUTH), choose, 1, Hub(), np.random.default_rng(0))
    assert found[0] == pytest.approx(bits, abs=1e-3) and found[1] == pytest.approx(match)


def test_rows_hold_means_errors_and_the_difference_from_chance():
    rows = {row["label"]: row for row in ea.ask_rows([ea.sentence_exam(TRUTH)] * 4, Hub(), seed=0, questions=2)}
    ours = rows["acquisition"]
    assert ours["bits"]["mean"] == pytest.approx([6, 2, 0], abs=1e-3) and ours["bits"]["error"] == pytest.approx(
        [0, 0, 0]
    )
    assert ours["bits_less_random"]["mean"][0] < 0 < ours["match_less_random"]["mean"][0]
    assert rows["at random"]["bits_less_random"]["mean"] == [0.0]


def test_when_all_is_asked_nothing_is_open_and_all_matches():
    bits, match = ea.examine(ea.sentence_exam(TRUTH), ea.at_random, 7, Hub(), np.random.default_rng(0))
    assert bits[-1] == 0 and match[-1] == 1 and len(bits) == 8


def test_of_a_chorale_the_soprano_is_given_and_beats_of_the_others_are_asked_for():
    _, piece = next(excerpts("valid", 1))
    exam = ea.chorale_exam(piece)
    assert (exam.mask.array()[0] == Brush.KEEP).all() and not exam.askable[0].any() and not exam.compared[0].any()
    assert exam.askable[1:].sum() == 3 * piece.steps // 4
    assert (exam.compared[1:] == (piece.grid()[1:] != HOLD)).all()
