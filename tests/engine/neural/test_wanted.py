"""Only what the wanted cells hang on is computed, and their answers are those of the whole canvas."""

from dataclasses import replace

import pytest
import torch

from engine.neural.encoder import Encoder, EncoderConfig
from engine.neural.unet import Needed, UNet, UNetConfig

BATCH, STEPS = 3, 24
CHORALES = UNetConfig(
    20, voices=3, side=(4, 25), cell=8, beat=16, heads=2, layers=2, blocks=2, motion=True, key=2, dropout=0.0
)
SENTENCES = EncoderConfig(20, width=16, heads=2, layers=2, inner=32, length=STEPS)


def network(kind, config):
    torch.manual_seed(0)
    net = kind(config).eval()
    for value in net.parameters():
        torch.nn.init.normal_(value, std=0.3)
    return net


NETWORKS = {
    "chorales": lambda: network(UNet, CHORALES),
    "chorales, one block": lambda: network(UNet, replace(CHORALES, blocks=1)),
    "sentences": lambda: network(Encoder, SENTENCES),
}
PLACES = {
    "one cell": [5],
    "the canvas's edges": [0, STEPS - 1, STEPS],
    "some cells, not in order, one twice": [60, 3, 17, 60, 41],
    "every cell": list(range(BATCH * STEPS)),
}


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("name", NETWORKS)
def test_answers_for_some_cells_are_those_of_the_whole_canvas(name, places):
    net, rng = NETWORKS[name](), torch.Generator().manual_seed(1)
    voices = getattr(net.config, "voices", 1)
    tokens = torch.randint(0, 20, (BATCH, voices, STEPS), generator=rng)
    shown = torch.rand(tokens.shape, generator=rng) < 0.6
    side = torch.randint(0, 4, (BATCH, STEPS, 2 if voices > 1 else 0), generator=rng)
    where = torch.tensor(PLACES[places])
    whole = net(tokens, shown, side).reshape(-1, 20)[where]
    assert torch.allclose(net(tokens, shown, side, where=where), whole, atol=1e-5)


def test_one_cell_hangs_on_its_neighbours_and_its_beats_and_on_nothing_more():
    where = torch.tensor([2 * STEPS + 7])  # the third voice of the first canvas, sixteenth 7 of beats of 4
    needed = Needed.of(where, (BATCH, 3, STEPS), 4, blocks=2)
    assert needed.first.tolist() == [5, 6, 7, 8, 9] and needed.last.tolist() == [7]
    assert needed.beats.tolist() == [1, 2] and needed.within.tolist() == [1, 2, 3, 4, 5]
    assert needed.answers.tolist() == [0] and needed.voices.tolist() == [2]


def test_neighbours_end_where_a_canvas_does():
    needed = Needed.of(torch.tensor([3 * STEPS]), (BATCH, 3, STEPS), 4, blocks=1)  # the second canvas's first cell
    assert needed.first.tolist() == [STEPS, STEPS + 1]
    assert needed.beside[0].tolist() == [[0, 1, 2]], "nothing of the first canvas"
