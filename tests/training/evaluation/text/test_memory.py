"""Memorisation against sets of tuples."""

import numpy as np
import pytest

from training.evaluation.text.memory import ORDERS, hashes, known_share, same_in_training


def grams(sentence, order):
    return [tuple(sentence[k : k + order].tolist()) for k in range(len(sentence) - order + 1)]


@pytest.fixture(scope="module")
def training():
    rng = np.random.default_rng(0)
    return {length: rng.integers(0, 2, (40, length)) for length in (4, 9, 16)}


def test_shares_are_those_of_sets_of_tuples(training):
    written = [np.random.default_rng(1).integers(0, 2, 16) for _ in range(10)] + [training[16][3]]
    found = known_share(written, training)
    for order in ORDERS:
        known = {gram for rows in training.values() for row in rows for gram in grams(row, order)}
        mine = [gram in known for s in written for gram in grams(s, order)]
        assert found[str(order)] == pytest.approx(np.mean(mine))
    assert 0 < found["13"] < 1


def test_a_training_sentence_is_not_known_by_itself(training):
    alone = np.arange(10, 26)
    twice = np.arange(30, 46)
    found = same_in_training([alone, twice], {**training, 16: np.stack([alone, twice, twice])})
    assert found == {str(order): 0.5 for order in ORDERS}


def test_short_sentences_have_no_long_phrases():
    assert hashes(np.zeros((3, 12), dtype=np.int16), 13).shape == (3, 0)
