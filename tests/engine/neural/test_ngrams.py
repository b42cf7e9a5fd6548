"""The count tables: probabilities as computed by hand, unknown neighbours back off, noise has no influence."""

import math

import numpy as np
import pytest
import torch

from engine.neural.encoder import Blend, Encoder, EncoderConfig, NGrams
from engine.neural.ngrams import FINENESS, LEAST, MILLI, VOICES, WIDEST, CountTables, context_key, packed

A, B, C, END = 0, 1, 2, 3
SINGLE = torch.tensor([0.5, 0.25, 0.25])
AFTER = torch.tensor([0.2, 0.3, 0.5])  # beside a word that was seen with others only
TABLE = {  # (side, far, near): {word: steps of -log share}
    (0, None, END): {A: 4},
    (0, None, A): {B: 16, C: 32},
    (0, END, A): {C: 8},
    (1, None, END): {C: 0},
    (1, C, B): {A: 24},
    (2, A, C): {B: 12},
}


def key(side, far, near):
    return int(context_key(side, far, near, 3))


def tables():
    rows = sorted((key(*context), words) for context, words in TABLE.items())
    return {
        **packed(np.array([k for k, _ in rows]), np.array([len(words) for _, words in rows])),
        "columns": np.array([w for _, words in rows for w in words], dtype=np.int16),
        "shares": np.array([s for _, words in rows for s in words.values()], dtype=np.uint8),
        "single": (-SINGLE.log() * MILLI).round().to(torch.int16).numpy(),
        "after": (-AFTER.log() * MILLI).round().to(torch.int16).numpy(),
    }


def ngrams():
    net = NGrams(3, len(TABLE), sum(map(len, TABLE.values())))
    net.load_state_dict({name: torch.from_numpy(value) for name, value in tables().items()})
    return net


def weighed(net, lookup, gate):
    """The tables' voices, each times its gate (VOICES,), as the network adds them to its own odds."""
    blend = Blend(1)
    blend.gate.bias.data = torch.cat([torch.zeros(2), gate])
    cells = len(lookup[0])
    with torch.no_grad():
        silent = torch.zeros(net.words, 1), torch.zeros(net.words)
        return blend(torch.zeros(cells, 1), *silent, net.odds(), lookup)


def probabilities(tokens, known):
    """p(word | voice), (cells, voice, word)."""
    net = ngrams()
    cells = torch.arange(len(tokens))
    lookup = net(torch.tensor([tokens]), torch.tensor([known], dtype=torch.bool), cells)
    alone = [weighed(net, lookup, gate) for gate in torch.eye(VOICES)]
    return (torch.stack(alone, 1) + net.odds()[0]).exp(), lookup[-1]


def share(steps):
    return math.exp(-steps / FINENESS)


def test_probabilities_are_those_computed_by_hand():
    p, mass = probabilities([A, B, C], [1, 0, 1])
    pair = [share(16), share(32)]
    lower = torch.tensor([0, pair[0], pair[1]]) + (1 - sum(pair)) * AFTER
    assert torch.allclose(
        p[1, 0], torch.tensor([0, 0, share(8)]) + (1 - share(8)) * lower, atol=1e-3
    )  # after the start and "a"
    assert torch.allclose(p[0, 0], torch.tensor([share(4), 0, 0]) + (1 - share(4)) * AFTER, atol=1e-3)  # first word
    assert torch.allclose(
        p[2, 1], torch.tensor([0, 0, 1 - LEAST]) + LEAST * AFTER, atol=1e-3
    )  # last word: never wholly sure
    assert torch.allclose(mass[1], torch.tensor([sum(pair), share(8), 0, 0, share(12)]))


def test_contexts_far_apart_are_found_again():
    keys, sizes = np.array([0, 5, 5 + WIDEST, 6 + 2 * WIDEST, 9 * WIDEST]), np.array([1, 2, 1, 3, 1])
    rest = {"columns": np.zeros(8, np.int16), "shares": np.zeros(8, np.uint8)}
    whole = CountTables(3, tables() | packed(keys, sizes) | rest)
    full = np.diff(whole.starts) > 0
    assert whole.keys[full].tolist() == keys.tolist() and np.diff(whole.starts)[full].tolist() == sizes.tolist()
    assert whole.starts[:-1][full].tolist() == [0, 1, 3, 4, 7] and whole.starts[-1] == 8
    assert (np.diff(whole.keys) > 0).all()


@pytest.mark.parametrize("broken", [{"sizes": -1}, {"sizes": 9}, {"columns": 3}, {"columns": -2}])
def test_tables_that_do_not_add_up_are_refused(broken):
    (name, value), stored = *broken.items(), tables()
    stored[name][0] = value
    with pytest.raises(ValueError, match="add up"):
        CountTables(3, stored)


@pytest.mark.parametrize("name", CountTables.DTYPES)
def test_tables_of_another_kind_or_length_are_refused(name):
    stored = tables()
    for other in (stored[name].astype(np.float32), stored[name][:-1], stored[name][:, None]):
        with pytest.raises(ValueError, match="add up"):
            CountTables(3, stored | {name: other})


def test_the_words_on_both_sides_say_what_each_alone_does_not():
    p, _ = probabilities([A, B, C], [1, 0, 1])
    pair = [share(16), share(32)]
    left = torch.tensor([0, pair[0], pair[1]]) + (1 - sum(pair)) * AFTER
    apart = (
        left * AFTER / SINGLE
    )  # nothing was seen before "c", so its left neighbour is any word that is beside others
    apart = apart / apart.sum()
    joint = torch.tensor([0, share(12), 0]) + (1 - share(12)) * apart
    assert torch.allclose(p[1, 2] / SINGLE, joint / apart, atol=1e-2)
    doubted, _ = probabilities([A, B, C], [1, 0, 0])
    assert torch.allclose(doubted[1, 2], SINGLE, atol=1e-3)


def test_triples_read_from_the_right():
    p, _ = probabilities([A, B, C], [0, 1, 1])
    assert torch.allclose(p[0, 1], torch.tensor([share(24), 0, 0]) + (1 - share(24)) * AFTER, atol=1e-3)


def test_everything_sums_to_one():
    every = torch.cartesian_prod(*[torch.arange(3)] * 4).tolist()
    for tokens in every[::5]:
        p, _ = probabilities(tokens, [1, 1, 1, 1])
        assert torch.allclose(p[:, :2].sum(-1), torch.ones(4, 2), atol=1e-5)


def test_an_unknown_neighbour_leaves_the_shorter_context():
    p, mass = probabilities([A, A, B, C], [0, 1, 0, 0])
    assert torch.allclose(
        p[2, 0], torch.tensor([0, share(16), share(32)]) + (1 - share(16) - share(32)) * AFTER, atol=1e-3
    )
    assert torch.allclose(p[3, 0], SINGLE, atol=1e-3) and not mass[3, :2].any()


@pytest.mark.parametrize("where", [None, torch.tensor([1, 2, 3])])
def test_a_silent_network_says_what_the_tables_say_and_noise_has_no_influence(where):
    grams = len(TABLE), sum(map(len, TABLE.values()))
    net = Encoder(EncoderConfig(3, width=16, heads=2, layers=1, inner=32, grams=grams)).eval()
    net.counted.load_state_dict(ngrams().state_dict())
    net.blend.gate.bias.data = torch.tensor([0.0, 1, 1, 1, 1])  # the network's own odds count nothing
    mask = torch.tensor([[[True, False, False, True]]])
    side = torch.zeros(1, 4, 0, dtype=torch.int64)
    with torch.no_grad():
        said = [
            net(torch.tensor([[[A, *noise, C]]]), mask, side, where=where).log_softmax(-1).view(-1, 3)
            for noise in ((A, B), (B, C), (3, 3))
        ]
    assert torch.equal(said[0], said[1]) and torch.equal(said[0], said[2])
    p, _ = probabilities([A, A, A, C], [1, 0, 0, 1])
    both = p.prod(1) / SINGLE**2
    assert torch.allclose(said[0].exp()[-3], (both / both.sum(-1, keepdim=True))[1], atol=1e-3)
