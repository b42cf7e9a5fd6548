"""Counting words that stand together: counts by plain loops, a basis that keeps what was counted, and a network that begins with it."""

from collections import Counter

import numpy as np
import torch

from engine.neural.skips import Skips
from training.emnlp import EmnlpConfig, SentenceData, built, recount
from training.loop import Run
from training.skips import RARE, counted_skips, surprise, together

WORDS = 12
RNG = np.random.default_rng(5)
TOPIC = RNG.integers(0, 3, (400, 1))  # each sentence is about one of three things
SENTENCES = {9: (4 * TOPIC + RNG.integers(0, 4, (400, 9))).astype(np.int16), 6: RNG.integers(0, WORDS, (50, 6)).astype(np.int16)}


def test_counts_are_those_of_a_plain_loop():
    found = Counter()
    for rows in SENTENCES.values():
        for row in rows.tolist():
            found.update((row[i], row[i + d]) for d in (2, 3) for i in range(len(row) - d))
    counts = together(SENTENCES, WORDS, range(2, 4))
    assert {(a, b): int(counts[a, b]) for a, b in found} == found and counts.sum() == found.total()


def test_pairs_as_frequent_as_chance_say_nothing_and_rare_ones_little():
    assert torch.allclose(surprise(np.full((4, 4), 100.0, dtype=np.float32)), torch.zeros(4, 4), atol=1e-6)
    counts = np.array([[1000, 0], [0, 2]], dtype=np.float32)
    assert 0 < float(surprise(counts)[1, 1]) < np.log((2 + RARE) / RARE) + 1e-6


def test_a_full_basis_gives_back_what_was_counted():
    embeddings, state = counted_skips(SENTENCES, WORDS, WORDS, 4)
    net = Skips(WORDS, 4)
    net.load_state_dict(state)
    right = surprise(together(SENTENCES, WORDS, range(2, 3)))  # earlier word, later word
    assert net.weight[0, 4 - 2] == 1.0
    # a word two to the left is the earlier of the pair
    assert torch.allclose(embeddings @ net.turn[2] @ embeddings.T, right, atol=1e-3)
    assert torch.allclose(embeddings @ net.turn[3] @ embeddings.T, right.T, atol=1e-3)


def test_an_untrained_network_already_knows_what_a_sentence_is_about():
    data = SentenceData(SENTENCES, SENTENCES, tuple(map(str, range(WORDS))), {}, apart=5)
    net = built(data, EmnlpConfig(method="mac", width=64, layers=1, cuts="2 2 2 2 2", skips=4)).eval()
    tokens = torch.tensor([[[WORDS, WORDS, 4, 7, 5, 6]]])
    odds = net(tokens, tokens < WORDS, torch.zeros(1, 6, 0, dtype=torch.int64))[0, 0, 0].softmax(-1)
    assert odds[4:8].sum() > 0.6


def test_at_the_end_the_sentences_that_taught_are_counted_too(tmp_path):
    data = SentenceData(SENTENCES, SENTENCES, tuple(map(str, range(WORDS))), {}, apart=5)
    config = EmnlpConfig(method="mac", out=str(tmp_path), width=64, layers=1, cuts="2 2 2 2 2", skips=4)
    net = built(data, config)
    run = Run(net, data, config)
    recount(run, data, config)
    assert sum(map(len, data.counted.values())) < sum(map(len, data.training.values()))
    assert run.net.config.grams > net.config.grams and torch.equal(run.net.afar.turn, net.afar.turn)
    assert np.isfinite(run.validate())
