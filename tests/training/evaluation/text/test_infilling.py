"""Infilling: which words are hidden, and that a network which knows the answer ranks it first without being shown
it."""

import numpy as np
import pytest

from training.evaluation.text.infilling import HIDDEN, network_ranks, places_to_hide, ranks, trigram_ranks
from training.evaluation.text.trigram import Trigram

SIZE = 7


class Counting:
    """Knows that each word is one more than the word before, cyclically; where that word is hidden it knows nothing.

    Notes what it was given."""

    vocabulary, length, card = SIZE, 49, {}

    def __init__(self):
        self.given = []

    def __call__(self, tokens, shown, side, step=None, mode=None, wanted=None):
        self.given.append((tokens.copy(), shown.copy(), step, mode))
        before, known = np.roll(tokens, 1, -1), np.roll(shown, 1, -1)
        logits = np.zeros((*tokens.shape, SIZE), dtype=np.float32)
        np.put_along_axis(logits, ((before + 1) % SIZE)[..., None], 9 * known[..., None].astype(np.float32), -1)
        return logits


@pytest.fixture
def sentences():
    return [(np.arange(length) + start) % SIZE for length in (7, 14) for start in range(5)]


def test_as_many_words_are_hidden_as_the_task_says_and_the_same_for_everybody(sentences):
    for name, amount in HIDDEN.items():
        hidden = places_to_hide(sentences, amount, 3)
        assert all(h.sum() == (amount if name != "half" else round(len(h) / 2)) for h in hidden)
        assert all((a == b).all() for a, b in zip(hidden, places_to_hide(sentences, amount, 3), strict=True))


def test_ranks_count_the_likelier_words():
    assert ranks(np.array([[0.1, 0.6, 0.3], [0.1, 0.6, 0.3]]), np.array([2, 0])).tolist() == [1, 2]


@pytest.mark.parametrize("method", ["mac", "ardm", "sfarm", "sunmask"])
def test_a_network_that_counts_guesses_every_single_word(sentences, method):
    predict, hidden = Counting(), places_to_hide(sentences, 1, 1)
    assert (network_ranks(method, predict, sentences, hidden, 1) == 0).all()
    tokens, shown, step, mode = predict.given[0]
    assert ((tokens == SIZE) == ~shown).all() == (method != "sunmask") and (~shown).sum((1, 2)).tolist() == [1] * 5
    assert (step is not None and step[0] == 1.0 and mode is not None) == (method == "sfarm")


def test_sundae_does_not_know_what_to_trust(sentences):
    predict = Counting()
    network_ranks("sundae", predict, sentences, places_to_hide(sentences, 3, 1), 1)
    assert not any(shown.any() for _, shown, _, _ in predict.given)


def test_the_trigram_guesses_what_it_has_counted(sentences):
    model = Trigram({length: np.stack([s for s in sentences if len(s) == length] * 9) for length in (7, 14)}, SIZE)
    found = trigram_ranks(model, sentences, places_to_hide(sentences, 3, 1))
    assert len(found) == 30 and (found == 0).mean() > 0.9
