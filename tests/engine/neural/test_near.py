"""The window of words around a cell: only asked cells speak, a word that is not known says just that, and a far one
is still heard as one of many."""

import pytest
import torch

from engine.neural.near import Near

WIDTH, REACH, LENGTH = 4, 2, 9
CELL = 4


@pytest.fixture
def near():
    torch.manual_seed(0)
    net = Near(WIDTH, REACH, 6).double()
    torch.nn.init.normal_(net.say.weight)
    return net


def heard(net, embedded, known, cell=CELL):
    asked = torch.zeros(1, LENGTH, dtype=torch.bool)
    asked[0, cell] = True
    with torch.no_grad():
        return net(embedded, known, asked)[0]


def sentence():
    embedded = torch.randn(1, LENGTH, WIDTH, dtype=torch.double)
    known = torch.ones(1, LENGTH, dtype=torch.bool)
    known[0, CELL] = False
    return embedded, known


def changed(embedded, place):
    other = embedded.clone()
    other[0, place] += 1.0
    return other


def test_it_begins_silent():
    net = Near(WIDTH, REACH, 6).double()
    assert torch.equal(heard(net, *sentence()), net.say.bias)


def test_cells_asked_together_say_what_each_says_alone(near):
    embedded, known = sentence()
    with torch.no_grad():
        together = near(embedded, known, torch.ones_like(known))
    assert torch.allclose(together, torch.stack([heard(near, embedded, known, cell) for cell in range(LENGTH)]))


@pytest.mark.parametrize("place", [p for p in range(LENGTH) if p != CELL])
def test_every_known_word_is_heard_and_no_unknown_one(near, place):
    embedded, known = sentence()
    assert not torch.allclose(heard(near, embedded, known), heard(near, changed(embedded, place), known))
    hidden = known.clone()
    hidden[0, place] = False
    assert torch.equal(heard(near, embedded, hidden), heard(near, changed(embedded, place), hidden))
    assert not torch.allclose(heard(near, embedded, known), heard(near, embedded, hidden))


def test_a_doubted_neighbour_is_heard_as_far_as_was_learned(near):
    embedded, known = sentence()
    known[0, CELL + 1] = False
    with torch.no_grad():
        near.doubt[REACH] = 0.5
    assert not torch.allclose(heard(near, embedded, known), heard(near, changed(embedded, CELL + 1), known))
    assert torch.equal(
        heard(near, embedded, known), heard(near, changed(embedded, CELL), known)
    )  # its own cell is none of its places


def test_the_sentences_end_is_not_an_unknown_word(near):
    embedded, known = sentence()
    short = near(embedded[:, : CELL + 1], known[:, : CELL + 1], torch.tensor([[False] * CELL + [True]]))[0]
    known[0, CELL + 1 :] = False
    assert not torch.allclose(short, heard(near, embedded, known))


@pytest.mark.parametrize(("side", "own", "other"), [(0, 0, LENGTH - 1), (1, LENGTH - 1, 0)])
def test_what_a_side_has_in_common_holds_that_side_s_words_only(near, side, own, other):
    embedded, known = sentence()
    first = (near.places + side) * WIDTH
    with torch.no_grad():
        near.hear.weight[:, :first] = 0
        near.hear.weight[:, first + WIDTH :] = 0
    before = heard(near, embedded, known)
    assert torch.allclose(before, heard(near, changed(embedded, other), known))
    assert not torch.allclose(before, heard(near, changed(embedded, own), known))
