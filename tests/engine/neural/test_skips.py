"""Words further off: a known word adds its turned embedding at just the distances that have a weight, an unknown one
nothing."""

import torch

from engine.neural.skips import NEAREST, Skips, zones
from engine.neural.transformer import Transformer, TransformerConfig

WIDTH, REACH = 3, 6


def skips():
    torch.manual_seed(0)
    net = Skips(WIDTH, REACH)
    with torch.no_grad():
        net.turn.normal_()
        net.weight.normal_()
    return net


def by_hand(net, embedded, known, cell):
    total = torch.zeros(WIDTH)
    for place in range(len(known)):
        distance = place - cell
        zone = next((n for n, z in enumerate(zones(REACH)) if distance in z), None)
        if zone is None or not known[place]:
            continue
        between = known[min(cell, place) + 1 : max(cell, place)]
        total = total + net.weight[int(between.all()), distance + REACH] * (embedded[place] @ net.turn[zone])
    return total


def test_zones_cover_every_distance_but_the_neighbours_once():
    assert sorted(d for zone in zones(REACH) for d in zone) == [
        d for d in range(-REACH, REACH + 1) if abs(d) >= NEAREST
    ]


def test_each_cell_hears_what_a_plain_loop_says():
    net, embedded = skips(), torch.randn(2, 11, WIDTH)
    known = torch.rand(2, 11) < 0.6
    asked = torch.rand(2, 11) < 0.7
    heard = net(embedded, known, asked)
    assert len(heard) == asked.sum()
    for state, (example, cell) in zip(heard, asked.nonzero().tolist(), strict=True):
        assert torch.allclose(state, by_hand(net, embedded[example], known[example], cell), atol=1e-5)


def test_a_word_that_is_not_trusted_is_not_heard():
    torch.manual_seed(0)
    net = Transformer(TransformerConfig(7, width=8, heads=2, layers=0, inner=8, grams=(1, 1), skips=REACH)).eval()
    with torch.no_grad():
        net.afar.turn.normal_()
        net.afar.weight.fill_(1.0)
    tokens, other = torch.tensor([[[0, 1, 2, 3, 4]]]), torch.tensor([[[0, 1, 2, 3, 5]]])
    side = torch.zeros(1, 5, 0, dtype=torch.int64)
    trusted = torch.ones(1, 1, 5, dtype=torch.bool)
    doubted = trusted.clone()
    doubted[..., 4] = False
    assert not torch.allclose(net(tokens, trusted, side)[0, 0, 1], net(other, trusted, side)[0, 0, 1])
    assert torch.allclose(net(tokens, doubted, side)[0, 0, 1], net(other, doubted, side)[0, 0, 1])
