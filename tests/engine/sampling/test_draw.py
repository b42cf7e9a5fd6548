"""Temperature, top-k, top-p and typical sampling on distributions small enough to check by eye."""

import numpy as np
import pytest

from engine.sampling.draw import keep_top_k, keep_top_p, keep_typical, log_softmax, pick, scaled, shaped

LOGP = np.log(np.array([[0.5, 0.3, 0.15, 0.05]]))


def kept(logp):
    return np.isfinite(logp)[0].tolist()


def test_temperature_sharpens_and_zero_takes_the_most_likely():
    assert np.exp(log_softmax(LOGP, 1.0)) == pytest.approx(np.exp(LOGP))
    assert np.exp(log_softmax(LOGP, 0.5))[0, 0] == pytest.approx(0.25 / (0.25 + 0.09 + 0.0225 + 0.0025))
    assert kept(log_softmax(LOGP, 0.0)) == [True, False, False, False]


def test_top_k_and_top_p_keep_the_most_likely():
    assert kept(keep_top_k(LOGP, 2)) == [True, True, False, False]
    assert kept(keep_top_k(LOGP, 0)) == [True] * 4
    assert kept(keep_top_p(LOGP, 0.6)) == [True, True, False, False]
    assert kept(keep_top_p(LOGP, 0.01)) == [True, False, False, False]


def test_typical_sampling_keeps_what_is_as_surprising_as_usual():
    # entropy is 1.14 nats: 0.3 (1.20 nats) is the most typical, then 0.5 (0.69), 0.15 (1.90), 0.05 (3.0)
    assert kept(keep_typical(LOGP, 0.2)) == [False, True, False, False]
    assert kept(keep_typical(LOGP, 0.7)) == [True, True, False, False]


def test_shaped_keeps_the_odds_and_never_revives_a_barred_token():
    logits = np.array([[1.0, -np.inf, 0.5, 0.2]])
    for controls in ((0.7, 3, 0.95, 0.9), (0.7,)):
        logp = shaped(logits, *controls)
        assert logp[0, 0] - logp[0, 2] == pytest.approx(0.5 / 0.7) and logp[0, 1] == -np.inf


def test_pick_inverts_the_distribution():
    rows = np.repeat(LOGP, 4, axis=0)
    assert pick(rows, np.array([0.0, 0.49, 0.51, 0.999])).tolist() == [0, 0, 1, 3]
    assert pick(np.array([[-np.inf, 0.0]]), np.array([0.0])).tolist() == [1]


# HOLD 0.45, a rest 0.01, and five pitches that share 0.54: a new note is more likely than HOLD, no single pitch is
SPLIT = np.log(np.array([[0.45, 0.01, 0.2, 0.14, 0.1, 0.06, 0.04]]))


@pytest.mark.parametrize("controls", [{"top_k": 1}, {"top_p": 0.4}, {"typical": 0.4}])
def test_truncation_decides_hold_against_a_new_note_first(controls):
    assert kept(shaped(SPLIT, **controls))[0], "in one choice HOLD, the likeliest token, wins"
    in_two = shaped(SPLIT, **controls, going_on=0)
    assert not kept(in_two)[0] and 1 <= sum(kept(in_two)) < 5


def test_truncation_leaves_the_odds_of_hold_and_of_pitches_among_themselves():
    p = np.exp(shaped(SPLIT, top_k=2, going_on=0))[0]
    assert np.flatnonzero(p).tolist() == [0, 2, 3] and p.sum() == pytest.approx(1.0)
    assert p[0] == pytest.approx(0.45) and p[2] / p[3] == pytest.approx(0.2 / 0.14)


def test_in_two_choices_too_barred_tokens_stay_barred_and_something_is_left():
    for barred in ([0], [0, 1, 2], [1, 2, 3, 4, 5, 6]):
        logits = SPLIT.copy()
        logits[:, barred] = -np.inf
        for controls in ((0.7, 1, 0.3, 0.3), (1.0, 3, 0.9, 0.9), (0.0, 1, 0.5, 0.5)):
            logp = shaped(logits, *controls, going_on=0)
            assert not np.isnan(logp).any() and np.isfinite(logp).any() and not np.isfinite(logp[:, barred]).any()


def test_without_truncation_the_going_on_token_changes_nothing():
    assert (shaped(SPLIT, 0.8, going_on=0) == scaled(SPLIT, 0.8)).all()
