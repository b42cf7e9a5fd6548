"""The critic as it is trained: it tells drafts of the sentence network from what an author wrote, and so which of
several drafts reads best.

It reads as the sentence network does, through the same layers, each moved a little by a low-rank adapter (LoRA), so
that its own file is small (engine.neural.critic puts the two together). Kept words have trust bit 1, new ones bit 0."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.utils import parametrize

from engine.neural.critic import DOWN, UP
from engine.neural.encoder import Encoder

RANK = 16
ADAPTED = ("qkv", "project", "up", "down")  # of every layer


class LowRank(nn.Module):
    """A matrix (out, in) moved by up @ down, which begins at nothing."""

    def __init__(self, shape: torch.Size, rank: int) -> None:
        super().__init__()
        out, into = shape
        self.up, self.down = nn.Parameter(torch.zeros(out, rank)), nn.Parameter(torch.randn(rank, into) / into**0.5)

    def forward(self, weight: Tensor) -> Tensor:
        """The matrix to compute with."""
        return weight + self.up @ self.down


class Critic(nn.Module):
    """tokens and trusted (B, 1, T) to scores (B,), higher where an author might have written it, and to logits (B, T)
    that a word is the author's."""

    def __init__(self, encoder: Encoder, rank: int = RANK) -> None:
        super().__init__()
        self.net = encoder.requires_grad_(False)
        self.adapters: dict[str, LowRank] = {}
        for number, layer in enumerate(encoder.layers):
            for name in ADAPTED:
                linear = getattr(layer, name)
                moved = self.adapters[f"layers.{number}.{name}.weight"] = LowRank(linear.weight.shape, rank)
                parametrize.register_parametrization(linear, "weight", moved)
        self.judge = nn.Linear(encoder.config.width, 2)
        nn.init.zeros_(self.judge.weight)

    def forward(self, tokens: Tensor, trusted: Tensor, side: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Scores and logits of words."""
        score, word = self.judge(self.net.read(tokens, trusted, side)).unbind(-1)
        return score.mean(-1), word

    def own(self) -> dict[str, np.ndarray]:
        """What is the critic's own, as its file holds it: each adapter's two matrices, and the judge."""
        tensors: dict[str, Tensor] = {f"judge.{name}": value for name, value in self.judge.named_parameters()}
        for name, adapter in self.adapters.items():
            tensors |= {name + UP: adapter.up, name + DOWN: adapter.down}
        return {name: value.detach().half().numpy() for name, value in tensors.items()}

    def load_own(self, tensors: dict[str, np.ndarray]) -> None:
        """Take over what a file holds."""
        with torch.no_grad():
            for name, value in self.judge.named_parameters():
                value.copy_(torch.from_numpy(tensors[f"judge.{name}"]))
            for name, adapter in self.adapters.items():
                adapter.up.copy_(torch.from_numpy(tensors[name + UP]))
                adapter.down.copy_(torch.from_numpy(tensors[name + DOWN]))
