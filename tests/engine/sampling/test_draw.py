"""Temperature, top-k, top-p and typical sampling on distributions small enough to check by eye."""

import numpy as np
import pytest

from engine.sampling.draw import keep_top_k, keep_top_p, keep_typical, log_softmax, pick, shaped

LOGP = np.log(np.array([[0.5, 0.3, 0.15, 0.05]]))


def kept(logp):
    return np.isfinite(logp)[0].tolist()


def test_temperature_sharpens_and_zero_takes_the_likeliest():
    assert np.exp(log_softmax(LOGP, 1.0)) == pytest.approx(np.exp(LOGP))
    assert np.exp(log_softmax(LOGP, 0.5))[0, 0] == pytest.approx(0.25 / (0.25 + 0.09 + 0.0225 + 0.0025))
    assert kept(log_softmax(LOGP, 0.0)) == [True, False, False, False]


def test_top_k_and_top_p_keep_the_likeliest():
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
