"""What the objectives show a network: which cells are drawn between SUNMASK's two predictions."""

import numpy as np
import pytest
import torch
from torch import nn

from tests.training.fitting.tiny import WORDS, Grammar
from training.fitting.loop import sources
from training.fitting.objectives import OBJECTIVES


class Recorder(nn.Module):
    """Answers the last word everywhere and remembers what it was shown."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, tokens, trusted, side, where):
        self.seen.append((tokens, trusted))
        logits = torch.full((*tokens.shape, len(WORDS)), -50.0)
        logits[..., -1] = 50.0
        return logits.flatten(0, 2)[where].requires_grad_()


@pytest.mark.parametrize(("method", "kept"), [("sunmask", True), ("sunmask-paper", False)])
def test_shown_cells_keep_their_value_when_unrolled_but_not_in_the_paper(method, kept):
    net = Recorder()
    OBJECTIVES[method].loss(net, Grammar().batch(sources(1, 0, range(40)), np.random.default_rng(0)))
    (first, trusted), (second, again) = net.seen
    assert torch.equal(trusted, again) and trusted.any() and not trusted.all()
    assert torch.equal(first[trusted], second[trusted]) == kept
    assert (second[trusted] == len(WORDS) - 1).all() != kept
