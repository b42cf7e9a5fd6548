"""The SUNMASK paper's transformer: relative attention, no causal mask, the trust bit repeated, scaled and concatenated.

Runs on sentences, and on chorales with one place a step."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from engine.neural.layers import Layer, Stage, distances


@dataclass(frozen=True)
class TransformerConfig:
    """Sizes of the transformer; saved with the weights."""

    tokens: int  # what can be sampled; input also knows BLANK = tokens and UNKNOWN = tokens + 1
    voices: int = 1
    side: tuple[int, ...] = ()
    width: int = 256
    heads: int = 4
    layers: int = 6
    inner: int = 1024
    reach: int = 64
    modes: int = 0
    dropout: float = 0.0


class Transformer(nn.Module):
    """tokens and mask (B, voices, T), side (B, T, channels) to logits (B, voices, T, tokens); output and input
    embeddings are tied."""

    def __init__(self, config: TransformerConfig) -> None:
        super().__init__()
        self.config = c = config
        self.embedding = nn.Embedding(c.voices * (c.tokens + 2), c.width)
        nn.init.normal_(self.embedding.weight, std=1 / math.sqrt(c.width))
        self.input = nn.Linear(2 * c.width * c.voices, c.width)
        self.side = nn.ModuleList(nn.Embedding(size, c.width) for size in c.side)
        self.layers = nn.ModuleList(Layer(c.width, c.heads, c.reach, c.inner, c.dropout) for _ in range(c.layers))
        self.output_norm = nn.LayerNorm(c.width)
        self.spread = nn.Linear(c.width, c.voices * c.width) if c.voices > 1 else nn.Identity()
        self.bias = nn.Parameter(torch.zeros(c.voices, c.tokens))
        self.stage = Stage(c.modes, c.width) if c.modes else None

    def forward(
        self,
        tokens: Tensor,
        mask: Tensor,
        side: Tensor,
        step: Tensor | None = None,
        mode: Tensor | None = None,
        where: Tensor | None = None,
    ) -> Tensor:
        """Logits; with `where`, places (n,) in the flattened B x voices x T, only those cells', (n, tokens)."""
        c = self.config
        batch, voices, steps = tokens.shape
        offset = torch.arange(voices, device=tokens.device)[:, None] * (c.tokens + 2)
        cells = self.embedding(tokens + offset) * math.sqrt(c.width)
        stretched = mask.to(cells.dtype)[..., None].expand_as(cells) / math.sqrt(c.width)
        both = torch.cat([cells, stretched], -1).transpose(1, 2)
        x = self.input(both.reshape(batch, steps, -1))
        for channel, table in enumerate(self.side):
            x = x + table(side[..., channel])
        if self.stage is not None and step is not None and mode is not None:
            x = x + self.stage(step, mode)[:, None]
        apart = distances(steps, c.reach, x.device)
        for layer in self.layers:
            x = layer(x, apart)
        spread = self.spread(self.output_norm(x)).view(batch, steps, voices, c.width).transpose(1, 2)
        words = self.embedding.weight.view(voices, c.tokens + 2, c.width)[:, : c.tokens]
        if where is None:
            return torch.einsum("bvtd,vkd->bvtk", spread, words) + self.bias[None, :, None]
        chosen = spread.reshape(-1, c.width)[where]
        if voices == 1:
            return chosen @ words[0].T + self.bias[0]
        voice = where // steps % voices
        return torch.einsum("nd,nkd->nk", chosen, words[voice]) + self.bias[voice]
