"""The trigram baseline: everything it says sums to 1, its samples and infillings follow what can be enumerated by
hand."""

from itertools import product

import numpy as np
import pytest

from training.evaluation.text.trigram import Trigram

SIZE = 4


@pytest.fixture(scope="module")
def model():
    rng = np.random.default_rng(0)
    return Trigram({length: (rng.random((300, length)) ** 2 * SIZE).astype(np.int16) for length in (2, 3, 5)}, SIZE)


def sentences(length):
    return np.array(list(product(range(SIZE), repeat=length)))


def probability(model, a, b, c):
    """p(c | a, b), elementwise, straight from the tables."""
    context = a * model.base + b
    return model.triples.get(context * model.base + c, 0.0) + model.left.get(context, 1.0) * model.second[b, c]


def forward(model, rows):
    """The log of the plain product of forward probabilities, end included."""
    x = np.pad(rows, ((0, 0), (2, 1)), constant_values=SIZE)
    return np.log(probability(model, x[:, :-2], x[:, 1:-1], x[:, 2:])).sum(1)


def test_every_context_sums_to_one_and_all_views_agree(model):
    a, b = (grid.ravel() for grid in np.meshgrid(np.arange(SIZE + 1), np.arange(SIZE + 1)))
    table = model.following(a, b)
    assert table.sum(1) == pytest.approx(np.ones(len(a)), abs=1e-5)
    for word in range(SIZE + 1):
        assert table[:, word] == pytest.approx(probability(model, a, b, np.full_like(a, word)), abs=1e-6)
    cube = table.reshape(SIZE + 1, SIZE + 1, SIZE + 1)  # [b, a, c]
    for first, last in product(range(SIZE + 1), repeat=2):
        assert model.then(first, last) == pytest.approx(cube[:, first, last], abs=1e-6)
        assert model.later(first, last) == pytest.approx(cube[first, :, last], abs=1e-6)


@pytest.mark.parametrize("length", [1, 2, 4])
def test_all_sentences_of_a_length_sum_to_one(model, length):
    assert np.exp(-model.nats(sentences(length))).sum() == pytest.approx(1, abs=1e-5)


def test_more_text_is_believed_more():
    rows = np.tile([[0, 1, 2, 3]], (50, 1))
    assert (
        Trigram({4: rows}, SIZE).nats(rows[:1])[0] < Trigram({4: rows[:2]}, SIZE).nats(rows[:1])[0] < 4 * np.log(SIZE)
    )


def test_samples_follow_the_model_and_low_temperatures_its_most_likely_words(model):
    drawn = model.sample(2, 40_000, 1.0, np.random.default_rng(1))
    found = np.bincount(drawn @ [SIZE, 1], minlength=SIZE**2) / len(drawn)
    assert found == pytest.approx(np.exp(-model.nats(sentences(2))), abs=0.01)
    cold = model.sample(4, 20, 0.01, np.random.default_rng(1))
    assert (cold == cold[0]).all()


def test_infilling_is_exact_for_words_that_stand_apart(model):
    sentence, hidden = np.array([0, 1, 0, 2, 1]), np.array([False, True, False, False, True])
    every = np.tile(sentence, (SIZE**2, 1))
    every[:, [1, 4]] = sentences(2)
    p = np.exp(forward(model, every)).reshape(SIZE, SIZE)
    p /= p.sum()
    found = model.infill(sentence, hidden)
    assert found == pytest.approx(np.stack([p.sum(1), p.sum(0)]), abs=1e-4)
    assert (model.infill(np.where(hidden, 3, sentence), hidden) == found).all()  # what is hidden is not looked at


def test_infilling_neighbours_finds_the_most_likely_pair(model):
    sentence, hidden = np.array([0, 1, 0, 2, 1]), np.array([False, True, True, False, False])
    every = np.tile(sentence, (SIZE**2, 1))
    every[:, [1, 2]] = sentences(2)
    best = every[forward(model, every).argmax(), 1:3]
    found = model.infill(sentence, hidden, beam=16, averaged=1)
    assert found.sum(1) == pytest.approx([1, 1]) and found.argmax(1).tolist() == best.tolist()
