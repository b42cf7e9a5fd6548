"""The sentence network: what it sees of words, trust, step and mode, and that asking for some cells gives what
asking for all gives."""

import pytest
import torch

from engine.canvas.wordpieces import split
from engine.neural.encoder import Encoder, EncoderConfig

SIZES = EncoderConfig(11, width=16, heads=2, layers=2, inner=32, length=8, modes=3, pieces=5)


@pytest.fixture
def net():
    torch.manual_seed(0)
    net = Encoder(SIZES).eval()
    for value in net.parameters():
        torch.nn.init.normal_(value, std=0.3)
    return net


def canvas(length=6):
    tokens = torch.arange(length)[None, None].clone()
    return tokens, torch.ones(1, 1, length, dtype=torch.bool)


def test_the_cells_asked_for_are_those_of_the_whole_answer(net):
    tokens, trusted = canvas()
    where = torch.tensor([1, 4])
    whole = net(tokens, trusted)
    some = net(tokens, trusted, where=where)
    assert whole.shape == (1, 1, 6, 11) and torch.allclose(some, whole[0, 0, where], atol=1e-5)


def test_a_word_of_trust_bit_0_changes_the_words_beside_it(net):
    tokens, trusted = canvas()
    trusted[0, 0, 2] = False
    other = tokens.clone()
    other[0, 0, 2] = 9
    assert not torch.allclose(net(tokens, trusted)[0, 0, 3], net(other, trusted)[0, 0, 3], atol=1e-4)


def test_the_trust_bit_itself_is_seen(net):
    tokens, trusted = canvas()
    doubted = trusted.clone()
    doubted[0, 0, 2] = False
    assert not torch.allclose(net(tokens, trusted)[0, 0, 3], net(tokens, doubted)[0, 0, 3], atol=1e-4)


def test_step_and_mode_reach_only_those_who_give_them(net):
    tokens, trusted = canvas()
    step = torch.tensor([0.5])
    staged = [net(tokens, trusted, step=step, mode=torch.tensor([mode])) for mode in range(2)]
    assert not torch.allclose(staged[0], staged[1], atol=1e-4) and not torch.allclose(
        staged[0], net(tokens, trusted), atol=1e-4
    )


def test_input_and_output_words_are_tied(net):
    shapes = [tuple(value.shape) for value in net.parameters()]
    assert shapes.count((SIZES.tokens + 4, SIZES.width)) == 1 and (SIZES.tokens, SIZES.width) not in shapes


def test_training_reads_some_words_by_their_pieces(net, monkeypatch):
    monkeypatch.setattr("engine.neural.encoder.SPELLED", 1.0)
    tokens, _ = canvas()
    net.spellings = torch.randn(11, 16)
    net.train()
    assert torch.allclose(net.embed(tokens[:, 0]), net.pieces.map(net.spellings[tokens[:, 0]]), atol=1e-5)
    net.eval()
    assert torch.equal(net.embed(tokens[:, 0]), net.words(tokens[:, 0]))


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("Nurses", ["nurse", "##s"]),
        ("nurse", ["nurse"]),
        ("café", ["cafe"]),
        ("zebra", ["[UNK]"]),
        ("s", ["[UNK]"]),
        ("", ["[UNK]"]),
        ("a" * 200, ["[UNK]"]),
    ],
)
def test_a_word_is_split_longest_piece_first(word, pieces):
    names = ["[UNK]", "nur", "nurse", "##s", "##se", "cafe", "a", "##a"]
    place = {name: number for number, name in enumerate(names)}
    assert [names[number] for number in split(word, place)] == pieces
