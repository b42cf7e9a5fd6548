"""A tiny grammar and a tiny network, so that training can be watched in seconds."""

import numpy as np
import torch

from engine.neural.transformer import Transformer, TransformerConfig
from engine.sampling.orders import SENTENCE_MODES, Grid, chronological_key
from training.fitting.loop import sources
from training.fitting.objectives import Batch

WORDS = ("a", "some", "dog", "dogs", "runs", "run", "fast", ".")


class Grammar:
    """'a dog runs fast .' or 'some dogs run fast .': the number must agree."""

    card = {"modality": "text", "vocabulary": WORDS, "data": "a toy grammar"}

    def batch(self, rngs, shared):
        plural = np.array([int(rng.integers(2)) for rng in rngs])
        tokens = torch.from_numpy(
            np.stack([plural, 2 + plural, 4 + plural, np.full_like(plural, 6), np.full_like(plural, 7)], -1)[:, None]
        )
        grid = Grid(chronological_key(1, 5), np.zeros((1, 5), dtype=bool))
        side = torch.zeros(len(rngs), 5, 0, dtype=torch.int64)
        shown = torch.ones_like(tokens, dtype=torch.bool)
        return Batch(tokens, side, shown, (grid,) * len(rngs), tuple(rngs), len(WORDS), SENTENCE_MODES)

    def validation(self):
        return [self.batch(sources(0, 0, range(64)), np.random.default_rng(0))]


def tiny_network(modes: int = 0, dropout: float = 0.1) -> Transformer:
    torch.manual_seed(0)
    return Transformer(
        TransformerConfig(len(WORDS), width=32, heads=2, layers=2, inner=64, reach=8, modes=modes, dropout=dropout)
    )
