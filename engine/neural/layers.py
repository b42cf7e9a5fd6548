"""The building blocks both networks share: relative attention, a feed-forward and what gives SFARM its step and
mode."""

import math
from contextlib import AbstractContextManager, nullcontext

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def distances(length: int, reach: int, device: torch.device) -> Tensor:
    """(length, length): how far the second place is from the first, from 0 to 2 * reach; one for all layers."""
    place = torch.arange(length, device=device)
    return (place[None] - place[:, None]).clamp(-reach, reach) + reach


def at(x: Tensor, rows: Tensor | None) -> Tensor:
    """The rows (n, width) of x (B, L, width) at places of the flattened B x L; without `rows` x itself."""
    return x if rows is None else x.reshape(-1, x.shape[-1])[rows]


def full_precision(device: torch.device) -> AbstractContextManager[None]:
    """Products as exact as their factors, also where autocast asks for less; torch's meta device has no autocast."""
    return nullcontext() if device.type == "meta" else torch.autocast(device.type, enabled=False)


class Attention(nn.Module):
    """Multi-head attention over (B, L, width) with a learned bias for each distance and no causal mask."""

    def __init__(self, width: int, heads: int, reach: int) -> None:
        super().__init__()
        self.heads, self.reach = heads, reach
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.relative_bias = nn.Parameter(torch.zeros(heads, 2 * reach + 1))

    def forward(self, x: Tensor, apart: Tensor, rows: Tensor | None = None) -> Tensor:
        """`apart` (L, L) are the distances between places, as `distances` gives them; with `rows` as in Layer."""
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        bias = self.relative_bias[:, apart].to(q.dtype)
        scores = torch.matmul(q, k.transpose(-1, -2)) / math.sqrt(q.shape[-1]) + bias
        mixed = torch.matmul(scores.softmax(-1), v)
        return self.out(at(mixed.transpose(1, 2).reshape(batch, length, width), rows))


class Layer(nn.Module):
    """A pre-norm transformer layer."""

    def __init__(self, width: int, heads: int, reach: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, reach)
        self.expand, self.contract = nn.Linear(width, inner), nn.Linear(inner, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, apart: Tensor, rows: Tensor | None = None) -> Tensor:
        """x (B, L, width) to the same; with `rows`, places (n,) in the flattened B x L, to those only, (n, width)."""
        x = at(x, rows) + self.dropout(self.attention(self.norm1(x), apart, rows))
        return x + self.dropout(self.contract(F.gelu(self.expand(self.norm2(x)))))


class Stage(nn.Module):
    """SFARM's two embeddings: the step as a share of all steps (0 to 1) and the masking mode."""

    def __init__(self, modes: int, width: int) -> None:
        super().__init__()
        self.mode = nn.Embedding(modes, width)
        self.step = nn.Linear(32, width)
        for tensor in (self.mode.weight, self.step.weight, self.step.bias):
            nn.init.zeros_(tensor)  # a network trained without them loses nothing when they are added
        self.waves: Tensor
        self.register_buffer("waves", torch.exp(torch.linspace(0.0, math.log(256.0), 16)), persistent=False)

    def forward(self, step: Tensor, mode: Tensor) -> Tensor:
        """(B,) and (B,) to (B, width); mode -1 is none, and 0."""
        angle = step.float()[:, None] * self.waves * math.pi
        given = self.step(torch.cat([angle.sin(), angle.cos()], -1)) + self.mode(mode.clamp(min=0))
        return given * (mode >= 0)[:, None]
